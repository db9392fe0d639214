"""Which track a claim can mean, and what makes it illegal."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from random import Random
from typing import Any

import pytest
from boards import turn, turn_of
from brute import Brute, Said
from claimed import SION, TWO_WAYS, check, chur, codes
from material import real_cases
from networks import all_ways, random_problem
from thorough import for_every

from bestrun import api
from bestrun.turn import Turn
from mapdata.errors import InputError
from solvers import claim, claim_ways
from solvers.claim import realise
from solvers.claim_cpsat import search
from solvers.claim_readings import Line, worth
from solvers.claim_ways import Ways, legal_ways
from solvers.judge import judge
from solvers.problem import Problem, Run

Tiles = dict[str, str]


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
    with pytest.raises(InputError, match="without brackets"):
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
    for lower in (270, 260, 250):  # what eight others of the nine are worth
        judged = check(late("8E"), f"8E: {NINE} = {lower}")
        assert (judged.revenue, judged.verdict) == (280, "misstated")


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


@for_every("seed", range(0, 120, 2))
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
@for_every("seed", [*range(0, 80, 2), 2564, 2972])
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
    return lambda line, run: worth(line, problem.earnings(run))


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
