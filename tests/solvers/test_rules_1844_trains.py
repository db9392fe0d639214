"""Rules of routes in 1844: trains and revenue."""

from __future__ import annotations

from typing import Any

import pytest
from boards import (
    best,
    retrained,
    ruled,
    turn,
    with_links,
    with_stop,
)
from boards_1844 import SPINE, THUN, VALAIS, bern, revenue, run_of, vz

from bestrun import api
from bestrun.turn import Turn
from hexgraph.live import live_rules
from mapdata.errors import InputError
from mapdata.rules import Bonus, Rules, TrainRow, TrainType
from solvers.pose import pose
from solvers.problem import Run


def spine(trains: str = "8E", home: str = "B19") -> Turn:
    return turn("1844", "7", "BLS", trains, SPINE, BLS=home)


# -- trains --------------------------------------------------------------------------------


def test_every_stop_that_a_train_passes_counts() -> None:
    tiles = {"F11": "57:1", "F13": "4:1", "F15": "9:1", "F17": "57:1"}
    here = bern("2", tiles, "2")
    relaxed = retrained(here, skips=True)
    assert (revenue(here), revenue(relaxed)) == (20 + 10, 20 + 20)


def test_an_h_train_counts_hexes_the_first_one_included() -> None:
    here = vz("2H", VALAIS)
    relaxed = retrained(here, limit=3)
    assert (revenue(here), revenue(relaxed)) == (30 + 10, 30 + 10 + 20)


def test_an_h_train_is_paid_at_every_stop_within_its_hexes() -> None:
    here = vz("4H", VALAIS, "4")
    assert run_of(here)[0] in (("K8", "K10", "J11", "J13"), ("J13", "J11", "K10", "K8"))
    assert revenue(here) == 10 + 30 + 10 + 20
    three = TrainType("3", (TrainRow(frozenset(here.title.stop_kinds), visits=3),))
    assert revenue(pose(here.network, [three], Rules())) < revenue(here)


def test_a_hex_run_through_twice_counts_twice() -> None:
    tiles = THUN | {"G12": "20:2", "F13": "3:0", "H11": "9:0", "I10": "4:0"}
    here = bern("6H", tiles, "6")

    def shorter(link: Any) -> Any:
        twice = link.hexes[1:-1] in (("G12", "H11"), ("H11", "G12"))
        return link._replace(hexsides=link.hexsides - twice)

    relaxed = with_links(here.problem(), shorter)
    assert (revenue(here), revenue(relaxed)) == (20 + 40 + 10, 20 + 40 + 10 + 10)


def test_an_h_train_never_enters_a_red_area() -> None:
    here = turn("1844", "3", "SCB", "2H", {"C12": "57:2", "D13": "57:2"}, SCB="C12")
    relaxed = retrained(here, anywhere=True)
    assert (revenue(here), revenue(relaxed)) == (20 + 20, 20 + 40)


def test_an_h_train_may_enter_vaduz_and_mountain_railways() -> None:
    vaduz = turn("1844", "3", "AB", "2H", {"D25": "57:2"}, AB="D25")
    assert run_of(vaduz)[0] in (("D25", "E26"), ("E26", "D25"))
    rigi = turn("1844", "3", "GB", "2H", {"E18": "57:2", "F19": "XM3"}, GB="E18")
    assert revenue(rigi) == 20 + 50


def test_an_8e_is_paid_at_no_more_than_eight_stops() -> None:
    here = spine(home="F11")
    relaxed = retrained(here, limit=9)
    assert len(run_of(here)[0]) == 8
    assert revenue(relaxed) == revenue(here) + 20 + 10


def test_an_8e_passes_stops_without_being_paid_there() -> None:
    here = spine(home="F11")
    relaxed = retrained(here, skips=False)
    assert revenue(here) == (70 + 40 + 30 + 30 + 40 + 30 + 30 + 70) + 80 + 70
    assert revenue(relaxed) < revenue(here)


def test_an_8e_is_paid_at_a_stop_with_a_marker() -> None:
    here = spine(home="B19")
    relaxed = here.problem()
    for stop in here.network.stops:
        relaxed = with_stop(relaxed, stop.id, home=True)
    assert (revenue(here), revenue(relaxed)) == (330 + 80 + 70, 340 + 80 + 70)
    unpaid = api.check(here.position, "8E: Stuttgart-(Schaffhausen)-Zurich-Baden")
    assert [fault["code"] for fault in unpaid.problems] == ["no-marker"]


@pytest.mark.parametrize("company, home", [("JN", "F7"), ("ChA", "G28"), ("VZ", "K10")])
def test_regional_companies_own_only_h_trains(company: str, home: str) -> None:
    turn("1844", "3", company, "2H 3H 4H", {}, **{company: home})
    with pytest.raises(InputError, match="cannot own a 3"):
        turn("1844", "3", company, "3", {}, **{company: home})


# -- revenue -------------------------------------------------------------------------------


def test_transit_pays_only_from_north_to_south_and_from_east_to_west() -> None:
    problem = spine().whole_problem
    bonus = {"A18": 30, "B11": 30, "C8": 50, "F3": 50, "L1": 90, "C26": 50, "H29": 90}
    bonus |= {"M8": 40, "M18": 40}
    areas = {s.id: i for i, s in enumerate(problem.network.stops) if s.kind == "offboard"}
    assert set(areas) == set(bonus)
    north, west, east, south = ("A18", "B11"), ("C8", "F3", "L1"), ("C26", "H29"), ("M8", "M18")
    pays = {frozenset((a, b)) for a in north for b in south}
    pays |= {frozenset((a, b)) for a in east for b in west}
    for one in areas:
        for two in areas:
            wanted = bonus[one] + bonus[two] if {one, two} in pays else 0
            stops = (areas[one], areas[two])
            earned = problem.earnings(Run(problem.trains[0], stops, (), stops))
            assert earned.parts["transit"] == wanted, (one, two)


def test_north_to_west_is_no_transit() -> None:
    here = turn("1844", "3", "SCB", "3", {"C12": "5:1", "C10": "9:1"}, SCB="C12")
    west = Bonus("transit", sets=({"B11": 30}, {"C8": 50}), at="ends")
    relaxed = ruled(here, *here.title.bonuses, west)
    assert (revenue(here), revenue(relaxed)) == (40 + 20 + 30, 40 + 20 + 30 + 30 + 50)


def test_an_8e_earns_the_transit_only_if_it_is_paid_at_both_areas() -> None:
    seven = "Schaffhausen-Zurich-(Baden)-Aarau-Olten-Bern-Thun-Torino"
    both = api.check(spine().position, f"8E: Stuttgart-{seven}")
    one = api.check(spine().position, f"8E: (Stuttgart)-{seven}")
    assert (both.legal, one.legal) == (True, True)
    assert both.revenue - one.revenue == 70 + 10 + 70  # Stuttgart, its tunnel bonus, transit


def test_a_tunnel_pays_10_for_every_paying_stop() -> None:
    here = vz("3H", {"K10": "15:0", "J9": "X78:3", "I10": "58:0"})
    relaxed = ruled(here)
    assert (revenue(here), revenue(relaxed)) == (30 + 10 + 20, 30 + 10)


def test_tunnels_pay_once_a_route_however_many() -> None:
    tiles = {"K10": "15:0", "J11": "58:4", "J9": "X78:3", "I10": "58:0"}
    tiles |= {"I12": "X78:3", "H13": "57:0"}
    here = vz("8H", tiles, "7")
    stops, earned = run_of(here)
    assert sorted(stops) == ["H13", "I10", "J11", "J13", "K10"]
    assert (earned.stops, earned.parts["tunnel"]) == (20 + 20 + 10 + 30 + 10, 50)


def test_furka_oberalp_is_no_tunnel() -> None:
    tiles = {"H17": "OP3:0", "H19": "OP2:0", "H21": "OP2:0", "H23": "OP2:0", "I16": "OP1:0"}
    tiles |= {"J15": "9:1", "H25": "58:1"}
    here = turn("1844", "5", "RhB", "5", tiles, RhB="G26")

    def bored(link: Any) -> Any:
        return link._replace(marks=tuple(("narrow", h) for h in link.hexes if h in ("H19", "I16")))

    bored_through = with_links(here.problem(), bored).network
    relaxed = pose(bored_through, [here.title.trains["5"]], live_rules(here.board, "RhB"))
    assert (revenue(here), revenue(relaxed)) == (10 + 10 + 10 + 20, 50 + 40)


def test_a_tunnel_lies_beside_furka_oberalp_on_one_hex() -> None:
    tiles = {"H17": "OP3:0", "H19": "OP2:0+X78:3", "H21": "OP2:0", "H23": "OP2:0", "I16": "OP1:0"}
    tiles |= {"J15": "9:1", "H25": "58:1"}
    tiles |= {"G18": "57:1", "I20": "9:2", "J21": "9:2", "K22": "57:2"}
    here = turn("1844", "5", "GB", "5 5", tiles, GB="G18 G26")
    assert revenue(here) == (20 + 20 + 20 + 30) + (10 + 10 + 10 + 20)
    swapped = turn("1844", "5", "GB", "5 5", tiles | {"H19": "X78:3+OP2:0"}, GB="G18 G26")
    assert revenue(swapped) == revenue(here)
    for layer in ("OP2:0", "X78:3"):
        alone = turn("1844", "5", "GB", "5 5", tiles | {"H19": layer}, GB="G18 G26")
        assert revenue(alone) < revenue(here)


def test_an_8e_earns_the_tunnel_only_between_paying_stops() -> None:
    seven = "Stuttgart-Schaffhausen-Zurich-Baden-Aarau-Olten-Bern"
    through = api.check(spine().position, f"8E: {seven}-(Thun)-Brig = 340")
    before = api.check(spine().position, f"8E: {seven}-Thun-(Brig) = 270")
    assert (through.legal, through.revenue) == (True, 70 + 20 + 40 + 10 + 30 + 30 + 40 + 20 + 80)
    assert (before.legal, before.revenue) == (True, 70 + 20 + 40 + 10 + 30 + 30 + 40 + 30)


def test_the_best_total_is_taken_and_a_train_may_stay_idle() -> None:
    here = bern("3 3", THUN)
    assert [run.train.name for run in best(here).plan.runs] == ["3"]
    # The best single route would leave the other train nothing: two lesser ones earn more.
    tiles = THUN | {"F13": "4:1", "F15": "9:1", "F17": "57:1"}
    two = bern("3 3", tiles)
    assert revenue(two) == (20 + 40) + (40 + 10 + 20)
    assert revenue(bern("3", tiles)) == 40 + 10 + 20
