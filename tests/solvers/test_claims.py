"""Claims as directors make them: how they are written, what is refused, and why."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import combinations
from random import Random
from typing import Any

import pytest
from boards import turn, turn_of
from brute import Brute, Said
from conftest import real_cases
from networks import all_ways, random_problem

from bestrun import api
from bestrun.turn import Turn
from hexgraph.network import Link, Network, Stop
from mapdata.errors import InputError
from mapdata.rules import Rules, TrainRow, TrainType
from solvers import claim, claim_ways
from solvers.claim import realise
from solvers.claim_cpsat import search
from solvers.claim_ways import Line, Ways, legal_ways, worth
from solvers.judge import judge
from solvers.pose import pose
from solvers.problem import Problem, Run

Tiles = dict[str, str]

SION = api.DATA / "sion.toml"
BEST = "2H: Sion-Martigny = 40\n3H: Sion-Visp-Brig = 60"


def codes(verdict: Any) -> list[str]:
    return [problem["code"] for problem in verdict.problems]


def check(where: Turn, said: object) -> Any:
    return api.check(where.position, said)


# -- how a claim is written ----------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "2H: Sion-Martigny\n3H: Sion-Visp-Brig",
        "2H: K10-K8 = 40\n3H: K10-J11-J13 = 60",
        "2H: k10 - k8 = 40\n3H: SION - visp - Brig",
        "2H: Sion–Martigny = 40\n3H: Sion — Visp — Brig",
        "2H: Sion -> Martigny\n3H: Sion → Visp → Brig",
        "2H: Sion > Martigny\n3H: Sion, Visp, Brig",
        "3H: Brig-Visp-Sion\n2H: Martigny-Sion",
        "2H: Sitten-Martigny = 40 Fr.\n3H: Sion.0-Visp-Brig = SFr 60",
        "2H: Sion-Martigny\n3H: Sion-Viège-Brigue",
        "\ufeff# said at the table\n\n2H: Sion-Martigny = 40 # the short one\n3H: Sion-Visp-Brig\n",
        "2H: Sion-Martigny [K10 K8]\n3H: Sion-Visp-Brig [K10, J11, J13] = 60",
        "2H: Sion-Martigny [K8 K10]\n3H: Sion-Visp-Brig [Brig Visp Sion]",
        "2H: Sion-Martigny\n3H: Sion-Visp-Brig\ntotal = 100",
        "2H: Sion-Martigny\n3H: Sion-Visp-Brig\nTotal: 100 Fr",
        "2H: Sion-Martigny\n3H: Sion-Visp-Brig\n= 100",
    ],
)
def test_claims_are_written_as_people_write_them(text: str) -> None:
    verdict = api.check(SION, text.lstrip("\ufeff"))
    assert (verdict.verdict, verdict.revenue, verdict.problems) == ("best", 100, [])


@pytest.mark.parametrize(
    "data",
    [
        {"runs": [{"train": "2H", "stops": ["Sion", "Martigny"]}]},
        [{"train": "2H", "stops": ["K10", "K8"], "hexes": ["K10", "K8"], "revenue": 40}],
        {"claim": {"revenue": 40, "runs": [{"train": "2H", "stops": ["K8", "K10"]}]}},
        {"runs": [{"train": "2H", "stops": ["Sion", "Martigny"], "hexes": []}]},
    ],
)
@pytest.mark.parametrize("as_text", [False, True])
def test_claims_are_json_runs(data: object, as_text: bool) -> None:
    verdict = api.check(SION, json.dumps(data) if as_text else data)
    assert (verdict.verdict, verdict.revenue, verdict.missed) == ("improvable", 40, 60)


def test_json_may_leave_the_quotes_of_a_train_away() -> None:
    here = turn("1841", "3", "SFV", "2", {"D16": "57:2"}, SFV="D16")
    assert check(here, [{"train": 2, "stops": ["Treviso", "East"]}]).verdict == "best"


def test_idle_trains_can_be_said_to_be_idle() -> None:
    verdict = api.check(SION, "2H: idle\n3H: Sion-Visp-Brig = 60")
    assert (verdict.verdict, verdict.missed) == ("improvable", 40)
    assert api.check(SION, "2H: idle\n3H: -").missed == 100


def test_names_with_a_hyphen_stay_whole() -> None:
    tiles = {"E18": "57:2", "F19": "XM3", "F17": "619:1"}
    here = turn("1844", "3", "GB", "3", tiles, GB="E18")
    for text in ("3: Rigi-Bahnen-Zug = 70", "3: Zug-Rigi-Bahnen = 70", "3: Zug - Rigi-Bahnen"):
        verdict = check(here, text)
        assert (verdict.legal, verdict.revenue) == (True, 70), text
    assert check(here, "3: Zug-Rigi").revenue == 70


def test_two_towns_of_one_hex_are_two_stops() -> None:
    tiles = {"F6": "632:0", "G5": "7:3", "E5": "7:5", "H6": "9:0", "J6": "57:0"}
    here = turn("1841", "3", "SFTG", "2", tiles, SFTG="J6")
    assert check(here, "2: Alessandria-Vercelli-Novara = 40").verdict == "best"
    assert check(here, "2: Alessandria-F6.0-F6.1 = 40").verdict == "best"
    assert check(here, "2: Alessandria-Vercelli = 30").verdict == "improvable"


def test_a_double_name_of_one_stop_is_one_stop() -> None:
    here = turn("1841-lite", "3", "SFL", "3", {"L12": "57:0", "N12": "613:0"}, SFL="L12")
    for name in ("Toscana-Roma", "Tuscana - Roma", "Roma", "P12", "R14"):
        assert check(here, f"3: Reggio Emilia-N12-{name} = 70").verdict == "best", name


def test_any_hex_of_an_area_names_it() -> None:
    here = turn("1844", "3", "FNM", "3", {"L21": "57:0"}, FNM="L21")
    for name in ("Milano", "M18", "M20", "L15", "Milan"):
        assert check(here, f"3: Como-{name} = 70").verdict == "best", name


def test_a_town_of_two_stations_means_whichever_can_be_run() -> None:
    tiles = {"C14": "3:4", "C16": "8:5", "D17": "3:1"}
    here = turn("1844", "4", "STB", "4", tiles, STB="D15.0")
    assert check(here, "4: Aarau-Liestal-Baden-Aarau = 40").verdict == "best"
    assert check(here, "4: Aarau.0-Liestal-Baden-Aarau.1 = 40").verdict == "best"
    assert check(here, "4: Aarau.1-Liestal-Baden-Aarau.0 = 40").verdict == "illegal"


def test_a_town_of_two_stations_on_given_hexes_means_the_one_that_can_be_paid() -> None:
    """From A through T to B, and through the other station of T, with the marker, on to C."""
    names = ("A", "T", "B", "T", "C")
    stops = tuple(
        Stop(f"{name}.{at}", (name, at), name, "city", 10, (name,), home=at == 3)
        for at, name in enumerate(names)
    )
    links = tuple(Link(at, at + 1, 1 << at, 1, names[at : at + 2]) for at in range(4))
    network = Network("X", stops, links, tuple("abcd"))
    problem = pose(network, [TrainType("8E", (TrainRow(frozenset({"city"}), pays=8),))], Rules())
    line = Line(problem.trains[0], ((0,), (1, 3), (4,)), (True,) * 3, names)
    assert [run.paid for run in realise(problem, [line]).runs] == [(0, 3, 4)]


def test_a_claim_of_endless_stops_and_hexes_is_judged() -> None:
    stops, hexes = "Sion-Martigny-" * 300, "K10 K8 " * 300
    assert api.check(SION, f"3H: {stops}Sion [{hexes}K10]").verdict == "illegal"
    assert api.check(SION, f"3H: {'Sion-' * 100}Brig [{hexes}K10]").verdict == "illegal"


# -- figures -------------------------------------------------------------------------------


def test_a_wrong_figure_is_misstated() -> None:
    verdict = api.check(SION, "2H: Sion-Martigny = 50\n3H: Sion-Visp-Brig = 60\ntotal = 110")
    assert (verdict.verdict, verdict.legal, verdict.revenue) == ("misstated", True, 100)
    assert codes(verdict) == ["wrong-figure", "wrong-total"]
    assert verdict.problems[0]["train"] == "2H"


def test_a_right_figure_on_a_lesser_run_is_improvable() -> None:
    verdict = api.check(SION, "3H: Sion-Visp = 40")
    assert (verdict.verdict, verdict.missed) == ("improvable", 60)
    assert sum(run["revenue"] for run in verdict.to_dict()["better"]) == 100


# Chur and Disentis: over the hexside between them, or the long way through the Albula tunnel.
TWO_WAYS = {"G26": "5:5", "H25": "58:3", "H27": "X78:0", "I26": "7:2"}


def chur(trains: str) -> Turn:
    return turn("1844", "7", "RhB", trains, TWO_WAYS, RhB="G26")


@pytest.mark.parametrize(
    "said, revenue, verdict",
    [
        ("Chur-Disentis", 50, "best"),
        ("Chur-Disentis = 50", 50, "best"),
        ("Chur-Disentis = 30", 30, "improvable"),
        ("Chur-Disentis = 40", 50, "misstated"),
        ("Chur-Disentis [G26 H25]", 30, "improvable"),
        ("Chur-Disentis [G26 H25] = 50", 30, "misstated"),
        ("Chur-Disentis [G26 H27 I26 H25]", 50, "best"),
    ],
)
def test_stops_alone_are_read_as_they_earn_what_was_said(
    said: str, revenue: int, verdict: str
) -> None:
    for train in ("5H", "6", "8E"):
        judged = check(chur(train), f"{train}: {said}")
        assert (judged.revenue, judged.verdict) == (revenue, verdict), train


# -- track for all lines together ----------------------------------------------------------


def test_two_trains_take_each_its_own_of_two_tracks() -> None:
    both = "5H: Chur-Disentis = {}\n5H: Chur-Disentis = {}"
    for one, two in ((50, 30), (30, 50)):
        assert check(chur("5H 5H"), both.format(one, two)).verdict == "best"
    assert check(chur("5H 5H"), both.format(50, 50)).verdict == "misstated"


def test_a_short_train_leaves_the_long_way_to_the_other() -> None:
    # Said in either order, and whichever way is tried first.
    for said in ("5H: Chur-Disentis\n6H: Chur-Disentis", "6H: Chur-Disentis\n5H: Chur-Disentis"):
        verdict = check(chur("5H 6H"), said)
        assert (verdict.verdict, verdict.revenue) == ("best", 80)
    short = turn("1844", "3", "RhB", "2H 5H", TWO_WAYS, RhB="G26")
    verdict = check(short, "5H: Chur-Disentis = 50\n2H: Chur-Disentis = 30")
    assert (verdict.verdict, verdict.revenue) == ("best", 80)


def test_three_trains_on_two_tracks_are_too_many() -> None:
    verdict = check(chur("5H 6H 8H"), "\n".join(f"{t}: Chur-Disentis" for t in ("5H", "6H", "8H")))
    assert (verdict.verdict, verdict.revenue, verdict.missed) == ("illegal", 0, 80)
    assert set(codes(verdict)) == {"track-shared"}


def test_hexes_that_are_given_must_be_followed() -> None:
    verdict = check(chur("5H"), "5H: Chur-Disentis [G26 H27 H25]")
    assert codes(verdict) == ["wrong-hexes"]
    backwards = check(chur("5H"), "5H: Chur-Disentis [H25 I26 H27 G26] = 50")
    assert backwards.verdict == "best"


@pytest.fixture
def few_ways(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Let nearly every claim of an 8E have too many readings; count those CP-SAT decides."""
    asked: list[object] = []

    def isolated(function: Any, *args: Any) -> Any:
        asked.append(args)
        return function(*args)

    monkeypatch.setattr(claim_ways, "MOST_WAYS", 1)
    monkeypatch.setattr(claim_ways, "MOST_DETOURS", 0)
    monkeypatch.setattr(claim, "isolated", isolated)
    return asked


# From Biel to Solothurn directly or round by Neuchatel and F9, with Bern beyond.
DETOURS = {"E8": "911:0", "E10": "911:0", "F7": "915:1", "F9": "23:1", "F11": "906:0", "D9": "8:5"}


@pytest.mark.parametrize(
    "said",
    [
        ["8E: Biel-Solothurn", "8E: Biel-Solothurn"],
        ["8E: Biel-Solothurn", "8E: Biel-Bern"],
        ["8E: Biel-Bern", "8E: Biel-Bern"],
        ["8E: Neuchatel-Solothurn", "8E: Neuchatel-Biel-Bern"],
        ["8E: Neuchatel-Bern", "8E: Neuchatel-Biel", "8E: Neuchatel-Solothurn"],
        ["8E: Bern-Neuchatel", "8E: Bern-Biel", "8E: Bern-Neuchatel"],
    ],
)
def test_detours_that_conflict_are_judged_as_by_brute_force(
    said: list[str], few_ways: list[object]
) -> None:
    tiles = DETOURS | {"E12": "9:0"}
    here = turn("1844", "7", "BLS", "8E 8E 8E", tiles, BLS="F7 F11")
    places = {"Biel": "E8", "Solothurn": "E10", "Neuchatel": "F7", "Bern": "F11"}
    lines = []
    for line in said:
        stops = tuple((places[name], 0) for name in line.removeprefix("8E: ").split("-"))
        lines.append(Said("8E", stops, stops))
    expected = Brute(here.board, "BLS").claim(lines)
    verdict = check(here, "\n".join(said))
    assert few_ways
    assert verdict.legal == (expected is not None)
    assert verdict.revenue == (expected or 0)


def test_an_8e_is_read_through_the_tunnel_however_many_ways_there_are(
    few_ways: list[object],
) -> None:
    for figure, revenue in (("", 50), (" = 50", 50), (" = 30", 30)):
        assert check(chur("8E"), f"8E: Chur-Disentis{figure}").revenue == revenue
    verdict = check(chur("8E 8E"), "8E: Chur-Disentis\n8E: Chur-Disentis")
    assert (verdict.verdict, verdict.revenue) == ("best", 80)
    assert few_ways


def test_named_stops_may_be_passed_unpaid_by_an_8e_only() -> None:
    tiles = {"F11": "57:1", "F13": "4:1", "F15": "9:1", "F17": "57:1"}
    here = turn("1844", "7", "BLS", "8E", tiles, BLS="F11")
    assert check(here, "8E: Bern-(Langnau)-Lucerne = 40").legal
    assert check(here, "8E: Bern-Lucerne = 40").legal
    assert check(here, "8E: Bern-Langnau-Lucerne = 50").verdict == "best"
    with pytest.raises(InputError, match="unpaid"):
        api.check(SION, "3H: Sion-(Visp)-Brig")


# Nine stops of a real late game, the first of them worth the least.
NINE = "Rorschach-Sankt Gallen-Appenzell-Zug-Lucerne-Aarau-Olten-Basel-Strasbourg"


def late(trains: str) -> Turn:
    (case,) = [case for case in real_cases("1844-a") if case["id"] == "1844-a:768"]
    return turn_of(case["position"] | {"phase": "7", "trains": trains.split()})


def test_an_8e_that_names_nine_stops_is_paid_at_the_best_eight() -> None:
    for said in (f"8E: {NINE}", f"8E: {NINE} = 280", f"8E: ({NINE[:9]}){NINE[9:]}"):
        judged = check(late("8E"), said)
        assert (judged.legal, judged.revenue, judged.verdict) == (True, 280, "improvable"), said


def test_an_8e_that_names_too_many_keeps_the_stop_beyond_its_tunnel() -> None:
    tiles = {"B19": "57:0", "C18": "8:3", "D19": "908:4", "D17": "4:1", "D15": "15:4"}
    tiles |= {"D13": "15:4", "E12": "9:0", "F11": "904:0", "G12": "9:2", "H13": "15:0"}
    tiles |= {"I12": "X78:3", "J11": "58:4"}
    here = turn("1844", "7", "BLS", "8E", tiles, BLS="B19")
    eight = "Stuttgart-Schaffhausen-Zurich-Baden-Aarau-Olten-Bern-Thun"
    # Visp is worth as little as Baden, but brings the bonus of the tunnel.
    assert check(here, f"8E: {eight}-Visp").revenue == 70 + 20 + 40 + 30 + 30 + 40 + 30 + 10 + 80
    assert check(here, f"8E: {eight}").revenue == 70 + 20 + 40 + 10 + 30 + 30 + 40 + 30


def test_the_best_eight_are_paid_however_many_ways_there_are(few_ways: list[object]) -> None:
    test_an_8e_that_names_nine_stops_is_paid_at_the_best_eight()
    assert few_ways
    few_ways.clear()
    test_an_8e_that_names_too_many_keeps_the_stop_beyond_its_tunnel()
    assert few_ways


def test_hexes_of_an_8e_may_go_on_to_stops_that_are_not_paid() -> None:
    eight = NINE.partition("-")[2]
    hexes = "B23 C24 D25 E24 E22 E20 E18 F17 E16 D15 D13 C12 B11"
    judged = check(late("8E"), f"8E: {eight} [{hexes}] = 280")
    assert (judged.legal, judged.revenue, judged.verdict) == (True, 280, "improvable")
    assert codes(check(late("6"), "6: Olten-Basel [D15 D13 C12]")) == ["stop-skipped"]


@pytest.mark.parametrize("seed", range(0, 120, 2))
def test_whatever_a_train_that_skips_names_is_paid_best(seed: int) -> None:
    problem = random_problem(seed, stops=7, links=9, train="3E")
    (train,) = problem.trains
    stops = problem.network.stops
    for way in all_ways(problem).values():
        paid = [
            problem.earnings(Run(train, way.stops, way.links, choice)).total
            for size in range(1, 4)
            for choice in combinations(way.stops, size)
            if any(stops[stop].home for stop in choice)
        ]
        named = Line(train, tuple((stop,) for stop in way.stops), (True,) * len(way.stops))
        runs = [run for run in legal_ways(problem, named).runs if run.links == way.links]
        earned = [problem.earnings(run).total for run in runs]
        assert max(earned, default=None) == max(paid, default=None)


# The last two are claims that earn nothing, which is legal.
@pytest.mark.parametrize("seed", [*range(0, 80, 2), 2564, 2972])
def test_cp_sat_reads_claims_as_listing_all_ways_does(seed: int) -> None:
    problem = random_problem(seed, stops=7, links=10)
    rng = Random(seed)
    ways = list(all_ways(problem).values())
    lines = []
    for train in problem.trains[:2] if ways else ():
        way = rng.choice(ways)
        named = [stop for stop in way.stops if rng.random() < 0.8 or not train.skips]
        named = named if len(named) > 1 else list(way.stops)
        said = rng.choice([None, None, rng.randrange(0, 300, 10)])
        stops = tuple((stop,) for stop in named)
        lines.append(Line(train, stops, (True,) * len(named), None, said))
    listed = [legal_ways(problem, line) for line in lines]
    assert all(each.complete for each in listed)
    unlisted = [
        Ways(each.runs, not line.train.skips) for each, line in zip(listed, lines, strict=True)
    ]
    best, found = realise(problem, lines), search(problem, lines, unlisted)
    if found is not None and judge(problem, found):
        found = None
    assert (found is not None) == best.legal
    if found is not None:
        assert sum(map(worth_of(problem), lines, found)) == sum(
            map(worth_of(problem), lines, best.runs)
        )


def worth_of(problem: Problem) -> Callable[[Line, Run], int]:
    return lambda line, run: worth(line, problem.earnings(run).total)


# -- what makes a claim illegal -------------------------------------------------------------

THUN = {"F11": "904:0", "G12": "9:2", "H13": "57:2"}
LANGNAU = {"F11": "57:1", "F13": "4:1", "F15": "9:1", "F17": "57:1"}
LOOP = {"F11": "904:0", "F13": "3:0", "G12": "7:2"}


def bern(trains: str, tiles: Tiles = THUN, phase: str = "3", **tokens: str) -> Turn:
    return turn("1844", phase, "BLS", trains, tiles, **{"BLS": "F11"} | tokens)


ILLEGAL: dict[str, tuple[Turn, str]] = {
    "no-track": (bern("3"), "3: Bern-Basel"),
    "too-few-stops": (bern("3"), "3: Bern"),
    "no-marker": (bern("3", THUN | {"I14": "XM3"}), "3: Thun-Jungfraubahnen = 70"),
    "stop-twice": (bern("3", LOOP), "3: Bern-Langnau-Bern = 90"),
    "track-reused": (bern("3", THUN | {"G12": "27:2", "F13": "4:0"}), "3: Thun-Bern-Langnau"),
    "track-shared": (bern("3 3"), "3: Bern-Thun\n3: Bern-Thun"),
    "blocked-city": (bern("3", THUN | {"I14": "XM3"}, MOB="H13"), "3: Bern-Thun-Jungfrau"),
    "barred-stop": (turn("1844", "3", "SCB", "2H", {"C12": "57:2"}, SCB="C12"), "2H: Basel-B11"),
    "stop-skipped": (bern("3", LANGNAU), "3: Bern-Lucerne = 40"),
    "too-many-stops": (bern("2", LANGNAU, "2"), "2: Bern-Langnau-Lucerne = 50"),
    "too-many-hexes": (bern("2H"), "2H: Bern-Thun = 60"),
    "ends-only": (
        turn("1844", "4", "AB", "4H", {"D25": "57:2", "F27": "9:2", "G28": "57:2"}, AB="D25"),
        "4H: Appenzell-Vaduz-Arosa = 60",
    ),
    "two-stations": (
        turn("1841", "3", "SFTG", "2", {"I5": "3:2", "G5": "7:0"}, SFTG="H4.0"),
        "2: Torino.0-Asti-Torino.1 = 90",
    ),
    "wrong-hexes": (bern("3"), "3: Bern-Thun [F11 F13 H13]"),
}


@pytest.mark.parametrize("code", ILLEGAL)
def test_every_rule_that_is_broken_has_its_code(code: str) -> None:
    where, said = ILLEGAL[code]
    verdict = check(where, said)
    assert (verdict.verdict, verdict.legal, verdict.revenue) == ("illegal", False, 0)
    assert set(codes(verdict)) == {code}
    for problem in verdict.problems:
        assert set(problem) == {"code", "train", "where", "message"}
        assert problem["train"] == said.partition(":")[0]
        assert problem["message"] and "\n" not in problem["message"]
    assert verdict.missed == verdict.optimum


def test_every_broken_rule_is_told() -> None:
    tiles = LANGNAU | {"G12": "9:2", "H13": "57:2", "F11": "904:0"}
    here = turn("1844", "3", "BLS", "3 3 3 2H", tiles, BLS="F11", MOB="H13")
    said = "3: Lucerne-Langnau-Bern-Thun\n3: Bern-Thun\n3: Bern-Thun\n2H: Langnau-Lucerne"
    verdict = check(here, said)
    assert set(codes(verdict)) == {"too-many-stops", "track-shared", "too-many-hexes", "no-marker"}


def test_every_pair_of_lines_that_clash_is_told() -> None:
    tiles = LANGNAU | {"G12": "9:2", "H13": "57:2", "F11": "904:0"}
    here = turn("1844", "3", "BLS", "3 3 3 3", tiles, BLS="F11")
    verdict = check(here, "3: Bern-Thun\n3: Bern-Langnau\n3: Bern-Thun\n3: Bern-Langnau-Lucerne")
    shared = {problem["where"] for problem in verdict.problems}
    assert shared == {"F11|G12", "G12|H13", "F11|F13"}


def test_a_claim_too_long_to_combine_is_decided(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(claim, "MOST_TRIES", 1)
    verdict = check(chur("5H 6H"), "5H: Chur-Disentis\n6H: Chur-Disentis")
    assert (verdict.verdict, verdict.revenue) == ("best", 80)
    many = check(chur("5H 6H 8H"), "\n".join(f"{t}: Chur-Disentis" for t in ("5H", "6H", "8H")))
    assert set(codes(many)) == {"track-shared"}


# -- text that is no claim ------------------------------------------------------------------


@pytest.mark.parametrize(
    "text, message",
    [
        ("hello", "line 1: no claim: 'hello' (write 2H: Sion-Martigny = 40)"),
        ("# nothing said", "no claim in it"),
        ("2H:", "names no stops"),
        (f"{BEST}\n5H: Sion-Visp", "there is no train 5H"),
        (f"{BEST}\n2H: Sion-Visp", "2H runs more often than it is owned"),
        ("2H: Sion-Martignny", "(did you mean Martigny?)"),
        ("2H: Sion-Atlantis", "no hex or place 'Atlantis' in 1844"),
        ("2H: Sion-J9", "there is no stop at J9"),
        ("2H: Sion.3-Martigny", "Sion (K10) has no stop 3"),
        ("2H: Sion-Martigny-", "has a gap"),
        ("2H: Sion--", "has a gap"),
        ("2H: Sion-Martigny = forty", "'forty' is no revenue"),
        ("2H: Sion-Martigny = 40 = 50", "is no revenue"),
        ("2H: Sion-Martigny [K10 Q99]", "no hex or place 'Q99'"),
        ("total = 40\ntotal = 50", "line 2: a second total"),
        ("{", "broken JSON"),
        ('{"runs": 5}', "runs: no claim: expected a list, got a whole number"),
        ('{"run": []}', "runs is missing"),
        ('[{"train": "2H", "stops": "Sion"}]', "expected a list, got text"),
        ('[{"train": "2H", "stops": ["Sion", 5]}]', "expected text, got a whole number"),
        ("[" * 100_000, "nested too deeply"),
        ("2H: " + "Sion-" * 500 + "Sion", ""),
    ],
)
def test_a_text_that_is_no_claim_is_one_clear_line(text: str, message: str) -> None:
    if not message:  # long, but a claim
        assert api.check(SION, text).verdict == "illegal"
        return
    with pytest.raises(InputError) as error:
        api.check(SION, text)
    assert message in str(error.value)
    assert "\n" not in str(error.value) and len(str(error.value)) < 200
