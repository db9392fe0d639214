"""How a claim is written, its figures, and text that is no claim."""

from __future__ import annotations

import json

import pytest
from boards import turn
from claimed import SION, check, chur, codes

from bestrun import api
from hexgraph.network import Link, Network, Stop
from mapdata.errors import InputError
from mapdata.rules import Rules, TrainRow, TrainType
from solvers.claim import realise
from solvers.claim_readings import Line
from solvers.pose import pose

BEST = "2H: Sion-Martigny = 40\n3H: Sion-Visp-Brig = 60"


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


# -- text that is no claim ------------------------------------------------------------------


@pytest.mark.parametrize(
    "text, message",
    [
        ("hello", "line 1: no claim: 'hello' (write 2H: Sion-Martigny = 40)"),
        ("# nothing said", "no claim in it"),
        ("2H:", "names no stops"),
        (f"{BEST}\n5H: Sion-Visp", "there is no train 5H"),
        (f"{BEST}\n2H: Sion-Visp", "2H runs more often than the company owns it (1)"),
        ("2H: Sion-Martignny", "(did you mean Martigny?)"),
        ("2H: Sion-Atlantis", "no hex or place 'Atlantis' in 1844"),
        ("2H: Sion-J9", "there is no stop at J9"),
        ("2H: Sion.3-Martigny", "Sion (K10) has no stop 3"),
        ("2H: Sion-Martigny-", "has a gap"),
        ("2H: Sion--", "has a gap"),
        ("2H: Sion-Martigny = forty", "'forty' is no revenue"),
        ("2H: Sion-Martigny = 40 = 50", "is no revenue"),
        ("2H: Sion-Martigny [K10 Q99]", "no hex or place 'Q99'"),
        ("total = 40\ntotal = 50", "line 2: the total is given twice"),
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
