"""1841, rule by rule: where it differs from 1844, on boards where that changes the answer.

``relaxed`` is the same position with one rule switched off, as in the tests of 1844.
"""

from __future__ import annotations

import pytest
from boards import (
    best,
    doubled,
    freed,
    joined,
    retrained,
    routes,
    turn,
    turn_of,
    with_stop,
)
from material import real_cases

from bestrun import api
from bestrun.turn import Turn
from solvers.problem import Problem

EDITIONS = ("1841", "1841-lite", "1841-v2", "1841-v2-lite")

# The port of Venezia, Venezia and Mestre, Padova, Rovigo.
VENETO = {"F16": "601:0", "G15": "202:4", "I15": "4:0"}

# Alessandria, over the pass at K7 to Genova and its port.
GENOVA = {"J6": "57:2", "K7": "614:0", "M7": "608:0"}

# Milano as printed, Como and Bergamo.
MILANO = {"D8": "57:0", "E9": "621:1"}


def irsff(trains: str, tiles: dict[str, str], title: str = "1841", phase: str = "3") -> Turn:
    return turn(title, phase, "IRSFF", trains, tiles, IRSFF="F16")


def sftg(trains: str, tiles: dict[str, str], **tokens: str) -> Turn:
    return turn("1841", "3", "SFTG", trains, tiles, **{"SFTG": "J6"} | tokens)


def milano(trains: str, tiles: dict[str, str]) -> Turn:
    return turn("1841", "3", "IRSFF", trains, tiles, IRSFF="F8")


def revenue(where: Turn | Problem) -> int:
    return best(where).revenue


def stops_of(where: Turn) -> set[str]:
    problem = where.problem()
    ((_, stops),) = routes(best(problem), problem)
    return set(stops)


# -- the rulebook's example ----------------------------------------------------------------


@pytest.mark.parametrize("title", EDITIONS)
def test_example_a_2_of_the_irsff_earns_110(title: str) -> None:
    here = irsff("2", VENETO, title)
    assert revenue(here) == 40 + 20 + 10 + 30 + 10
    assert stops_of(here) == {"G17", "F16.1", "F16.0", "G15", "I15"}
    claim = "2: Port of Venezia-Venezia.1-Venezia.0-Padova-Rovigo = 110"
    assert api.check(here.position, claim).verdict == "best"


# -- what a train counts -------------------------------------------------------------------


def test_towns_are_free_and_pay() -> None:
    here = irsff("2", VENETO)
    relaxed = retrained(here, town=1)
    assert (revenue(here), revenue(relaxed)) == (110, 40 + 20 + 10)


def test_ports_are_free_and_pay() -> None:
    here = irsff("2", VENETO)
    relaxed = retrained(here, port=1)
    assert (revenue(here), revenue(relaxed)) == (110, 20 + 10 + 30 + 10)


def test_passes_count_and_pay_nothing() -> None:
    three = sftg("3", GENOVA)
    assert revenue(three) == 20 + 0 + 40 + 70
    two = sftg("2", GENOVA)
    relaxed = retrained(two, **{"pass": 0})
    assert (revenue(two), revenue(relaxed)) == (0, 130)


def test_off_board_areas_count() -> None:
    tiles = {"D16": "57:2", "F16": "602:0"}
    here = irsff("2", tiles)
    assert revenue(here) == 10 + 30 + 50
    one = retrained(here, limit=1)
    relaxed = retrained(here, limit=1, offboard=0, city=1)
    assert (revenue(one), revenue(relaxed)) == (10 + 30, 10 + 30 + 50)


def test_the_8_does_not_count_passes() -> None:
    eight = turn("1841", "8", "SFTG", "8", GENOVA, SFTG="J6")
    seven = turn("1841", "8", "SFTG", "7", GENOVA, SFTG="J6")
    assert revenue(retrained(eight, limit=2)) == 130
    assert revenue(retrained(seven, limit=2)) == 0
    assert revenue(retrained(seven, limit=3)) == 130


def test_the_8_does_not_count_passes_in_a_real_turn() -> None:
    (case,) = [c for c in real_cases("1841-lite-a") if c["id"] == "1841-lite-a:612"]
    here = turn_of(case["position"])
    counting = retrained(here, **{"pass": 1})
    assert (revenue(here), revenue(counting)) == (case["optimum"], 610) == (630, 610)


def test_no_stop_is_passed_without_paying() -> None:
    tiles = {"G15": "202:0", "F14": "6:5", "G13": "202:4"}
    here = turn("1841", "3", "SFV", "2", tiles, SFV="G15")
    relaxed = retrained(here, skips=True)
    assert (revenue(here), revenue(relaxed)) == (30 + 20, 30 + 30)


# -- what makes a route --------------------------------------------------------------------


def test_a_port_does_not_make_a_route() -> None:
    here = sftg("2", {"M7": "608:0"}, SFTG="M7")
    relaxed = with_stop(here.problem(), "O7", makes_route=True)
    assert (revenue(here), revenue(relaxed)) == (0, 40 + 70)


def test_a_pass_does_not_make_a_route() -> None:
    here = sftg("2", {"J6": "57:2", "K7": "614:0"})
    relaxed = with_stop(here.problem(), "K7", makes_route=True)
    assert (revenue(here), revenue(relaxed)) == (0, 20)


def test_a_town_makes_a_route() -> None:
    here = sftg("2", {"J6": "57:2", "I5": "3:5"})
    relaxed = with_stop(here.problem(), "I5", makes_route=False)
    assert (revenue(here), revenue(relaxed)) == (20 + 10, 0)


def test_an_off_board_area_makes_a_route() -> None:
    here = turn("1841", "3", "SFV", "2", {"D16": "57:2"}, SFV="D16")
    assert revenue(here) == 20 + 50


def test_a_marker_on_a_pass_serves_no_route() -> None:
    here = sftg("3", GENOVA, SFTG="K7")
    relaxed = with_stop(here.whole_problem, "K7", home=True)
    assert (revenue(here), revenue(relaxed)) == (0, 130)


def test_a_full_pass_blocks() -> None:
    here = sftg("3", GENOVA, IRSFF="K7")
    relaxed = with_stop(here.whole_problem, "K7", through=True, blocked=False)
    assert (revenue(here), revenue(relaxed)) == (0, 130)


@pytest.mark.parametrize(
    "tile, tokens",
    [("614:0", {"SFTG": "J6 K7"}), ("617:0", {"IRSFF": "K7"})],
    ids=["own marker", "a free place"],
)
def test_an_own_marker_or_a_free_place_opens_a_pass(tile: str, tokens: dict[str, str]) -> None:
    assert revenue(sftg("3", GENOVA | {"K7": tile}, **tokens)) == 130


def test_an_off_board_area_only_begins_or_ends_a_route() -> None:
    here = turn("1841", "4", "IRSFF", "3", {"F16": "602:0", "D16": "57:2"}, IRSFF="F16")
    relaxed = with_stop(here.whole_problem, "E17", through=True)
    assert (revenue(here), revenue(relaxed)) == (10 + 30 + 80, 10 + 30 + 80 + 20)


def test_a_port_only_begins_or_ends_a_route() -> None:
    here = irsff("3", {"F16": "601:0", "I15": "4:0"}).whole_problem
    onward = joined(here, "G17", "I15")  # as if track led on from the port
    relaxed = with_stop(onward, "G17", through=True)
    assert (revenue(onward), revenue(relaxed)) == (10 + 20 + 40, 10 + 20 + 40 + 10)


def test_an_area_of_several_hexes_never_twice() -> None:
    here = turn("1841", "3", "SFV", "3", {"D16": "5:4"}, SFV="D16")
    relaxed = doubled(here.problem(), "E17", "C17|D16")
    assert (revenue(here), revenue(relaxed)) == (20 + 50, 50 + 20 + 50)


# -- two stops on one hex ------------------------------------------------------------------


def test_two_cities_on_one_hex_never_in_the_same_route() -> None:
    here = turn("1841", "3", "SFTG", "2", {"I5": "3:2", "G5": "7:0"}, SFTG="H4.0")
    relaxed = here.problem()
    for stop in ("H4.0", "H4.1"):
        relaxed = with_stop(relaxed, stop, groups=())
    assert (revenue(here), revenue(relaxed)) == (40 + 10, 40 + 10 + 40)


def test_two_cities_on_one_hex_serve_two_trains() -> None:
    tiles = {"I5": "4:2", "J6": "57:2", "G5": "9:1", "F6": "1:0"}
    here = turn("1841", "3", "SFTG", "2 2", tiles, SFTG="H4.0 H4.1")
    assert revenue(here) == (40 + 10 + 20) + (40 + 10)


def test_a_city_and_a_town_on_one_hex_stand_in_one_route() -> None:
    here = irsff("2", VENETO)
    relaxed = here.problem()
    for stop in ("F16.0", "F16.1"):
        relaxed = with_stop(relaxed, stop, groups=("F16",))
    assert {"F16.0", "F16.1"} <= stops_of(here)
    assert revenue(relaxed) < revenue(here)


def test_two_towns_on_one_hex_stand_in_one_route() -> None:
    tiles = {"F6": "632:0", "G5": "7:3", "E5": "7:5", "H6": "9:0", "J6": "57:0"}
    here = sftg("2", tiles)
    relaxed = here.problem()
    for stop in ("F6.0", "F6.1"):
        relaxed = with_stop(relaxed, stop, groups=("F6",))
    assert (revenue(here), revenue(relaxed)) == (20 + 10 + 10, 20 + 10)


# -- Milano --------------------------------------------------------------------------------


def test_nothing_runs_through_printed_milano() -> None:
    here = milano("3", MILANO)
    relaxed = with_stop(freed(here.problem(), "visit F8.0"), "F8", through=True)
    assert (revenue(here), revenue(relaxed)) == (60 + 30, 20 + 60 + 30)


def test_only_one_train_visits_printed_milano() -> None:
    here = milano("2 2", MILANO)
    relaxed = freed(here.problem(), "visit F8.0")
    assert (revenue(here), revenue(relaxed)) == (60 + 30, (60 + 30) + (60 + 20))


def test_both_hold_for_every_company() -> None:
    here = turn("1841", "3", "SFL", "3 2", MILANO, SFL="D8 E9", IRSFF="F8")
    assert revenue(here) == 60 + 30
    claim = "3: Como-Milano-Bergamo = 110"
    codes = {fault["code"] for fault in api.check(here.position, claim).problems}
    assert "ends-only" in codes or "blocked-city" in codes


def test_the_green_tile_lifts_both() -> None:
    tiles = MILANO | {"F8": "604:0"}
    assert revenue(milano("3", tiles)) == 20 + 100 + 30
    assert revenue(milano("2 2", tiles)) == (100 + 30) + (100 + 20)


# -- values and boards ---------------------------------------------------------------------


@pytest.mark.parametrize(
    "phase, train, east",
    [
        ("2", "2", 50),
        ("3", "3", 50),
        ("4", "4", 80),
        ("5", "5", 80),
        ("6", "6", 120),
        ("7", "7", 120),
        ("8", "8", 120),
    ],
)
def test_off_board_values_go_by_white_grey_and_black(phase: str, train: str, east: int) -> None:
    assert revenue(turn("1841", phase, "SFV", train, {"D16": "57:2"}, SFV="D16")) == 20 + east


@pytest.mark.parametrize("title, revenue_there", [("1841-lite", 20 + 50), ("1841", 0)])
def test_the_lite_board_ends_at_toscana_roma(title: str, revenue_there: int) -> None:
    here = turn(title, "3", "SFL", "3", {"L12": "57:0", "N12": "613:0"}, SFL="L12")
    assert revenue(here) == revenue_there


def test_toscana_roma_is_one_stop_of_four_hexes() -> None:
    tiles = {"L12": "57:0", "N12": "613:0", "O13": "615:0"}
    here = turn("1841-lite", "6", "SFL", "6 6", tiles, SFL="L12")
    (roma,) = [stop for stop in here.whole_network.stops if "P12" in stop.hexes]
    assert (set(roma.hexes), roma.value) == ({"P12", "Q11", "Q13", "R14"}, 250)
    assert revenue(here) == 20 + 250


def test_there_are_no_bonuses() -> None:
    for title in EDITIONS:
        assert irsff("2", VENETO, title).problem().names == ()


def test_trains_that_are_gone_are_doubted() -> None:
    here = turn("1841", "5", "IRSFF", "3", VENETO, IRSFF="F16")
    assert any("scrapped in phase 5" in warning for warning in here.warnings)
