"""Rules of 1860 that others do not have: halts, runs that hang together, leased trains."""

from __future__ import annotations

from typing import Any

import pytest
from asked import lays, why

import bestrun
from mapdata.errors import InputError

RYDE = {
    "title": "1860",
    "phase": "2",
    "company": "IOW",
    "trains": ["2+1"],
    "tiles": {"J4": "6:0", "J6": "746:0", "J8": "6:1", "I5": "742:2"},
    "tokens": {"IOW": ["I3"]},
}
"""Ryde Esplanade, Ryde, Brading, Sandown."""

METHODS = pytest.mark.parametrize("method", ["auto", "routes", "circuit", "mip"])


def answer(position: dict[str, Any], method: str = "auto", **changes: Any) -> Any:
    found = bestrun.solve(position | changes, method=method)
    assert found.proven
    return found


HALTS = {
    "title": "1860",
    "phase": "2",
    "company": "C&N",
    "trains": ["2+1"],
    "tiles": {"F2": "787:0", "F4": "742:3"},
    "tokens": {"C&N": ["F2.0"]},
}
"""Cowes, a town, a halt, another halt, and Newport."""


def test_halts_pay_the_treasury_where_they_take_a_place() -> None:
    found = answer(HALTS)  # 20 + 30, the town 10 or a halt
    assert (found.revenue + found.subsidy) == 60
    assert bestrun.solve(HALTS, aim="dividend").revenue == 60
    claim = {"train": "2+1", "stops": ["G5", "F4", "F2.2", "F2.1", "F2.0"]}
    paid = claim | {"paid": ["G5", "F4", "F2.0"]}
    verdict = bestrun.check(HALTS, {"runs": [paid]}, aim="dividend")
    assert (verdict.legal, verdict.revenue, verdict.subsidy) == (True, 50, 10)
    assert bestrun.check(HALTS, {"runs": [claim]}, aim="dividend").revenue == 60


def test_towns_and_halts_take_the_places_that_cities_leave() -> None:
    found = answer(HALTS, trains=["3+2"])  # two cities, the town, both halts
    assert (found.revenue, found.subsidy) == (60, 20)


def test_halts_count_nothing_once_track_is_done() -> None:
    found = answer(HALTS, trains=["3+2"], no_halts=True)
    assert (found.revenue, found.subsidy) == (60, 0)


def test_without_places_of_their_own_towns_fill_those_of_cities() -> None:
    assert answer(HALTS, nationalization=True).revenue == 50
    more = answer(HALTS, trains=["3+2"], nationalization=True)
    assert more.revenue + more.subsidy == 60


def test_no_route_ends_at_a_halt() -> None:
    tiles = {"F4": "742:3", "G5": "763:0"}
    position = HALTS | {"tiles": tiles, "tokens": {"C&N": ["G5.0"]}}
    assert answer(position).revenue == 0


CHAIN = {
    "title": "1860",
    "phase": "3",
    "company": "IOW",
    "trains": ["3+2", "2+1"],
    "tiles": {"J4": "6:0", "J6": "746:0", "J8": "6:1", "I9": "6:2"},
    "tokens": {"IOW": ["I3", "J8"]},
}
APART = CHAIN | {"tiles": {"J4": "6:0", "J8": "6:1", "I9": "6:2"}}


@METHODS
def test_runs_hang_together_and_one_comes_home(method: str) -> None:
    home = answer(APART, method)
    assert [set(run["stops"]) for run in home.to_dict()["runs"]] == [{"I3", "J4"}]
    joined = answer(CHAIN, method)
    assert len(joined.to_dict()["runs"]) == 2


def test_a_claim_of_runs_that_lie_apart_is_illegal() -> None:
    verdict = bestrun.check(APART, "3+2: I3 - J4\n2+1: J8 - I9")
    assert [problem["code"] for problem in verdict.problems] == ["not-joined"]
    verdict = bestrun.check(APART, "2+1: J8 - I9")
    assert [problem["code"] for problem in verdict.problems] == ["not-at-home"]


@METHODS
def test_one_run_of_a_turn_goes_through_one_closed_city(method: str) -> None:
    line = RYDE | {"trains": ["4+2"], "phase": "4"}
    free = answer(line, method).revenue
    one = line | {"tokens": {"IOW": ["I3"], "FYN": ["J4"]}}
    assert answer(one, method).revenue == free
    two = line | {"tokens": {"IOW": ["I3"], "FYN": ["J4"], "S&C": ["J6"]}}
    assert answer(two, method).revenue < free
    flipped = two | {"neutral": ["J6"]}
    assert answer(flipped, method).revenue == free


def test_a_claim_through_two_closed_cities_is_illegal() -> None:
    two = RYDE | {"trains": ["4+2"], "phase": "4"}
    two |= {"tokens": {"IOW": ["I3"], "FYN": ["J4"], "S&C": ["J6"]}}
    verdict = bestrun.check(two, "4+2: I3 - J4 - J6 - J8")
    assert [problem["code"] for problem in verdict.problems] == ["blocked-city"]
    assert bestrun.check(two, "4+2: I3 - J4 - J6").legal


@pytest.mark.parametrize(("train", "revenue"), [("2+1", 40 + 2 * 20), ("4+2", 40 + 4 * 20)])
def test_a_leased_train_pays_for_stops_whatever_they_are(train: str, revenue: int) -> None:
    found = answer(RYDE, trains=[train], leased=True, phase="4")
    assert (found.revenue, found.subsidy) == (revenue, 0)


def test_a_route_comes_to_a_hex_once_unless_that_is_agreed() -> None:
    position = {
        "title": "1860",
        "phase": "6",
        "company": "S&C",
        "trains": ["4+2"],
        "tiles": {"F12": "759:3", "F10": "751:0", "G11": "741:2", "G9": "770:2", "H10": "767:2"}
        | {"H8": "767:0", "H6": "778:0", "H4": "755:2", "I5": "752:1", "G5": "773:0"},
        "tokens": {"S&C": ["F12"]},
    }
    free = answer(position, options=["re_enter_hexes"])
    assert free.revenue > answer(position).revenue
    again = bestrun.check(position, {"runs": free.to_dict()["runs"]})
    assert [problem["code"] for problem in again.problems] == ["wrong-way"]


def test_two_players_play_without_the_far_west() -> None:
    with pytest.raises(InputError, match="A7"):
        answer(HALTS, options=["two_player_map"], tiles={"A7": "5:0"})
    with pytest.raises(InputError, match="no variant for 'no_skip_towns'"):
        answer(HALTS, options=["no_skip_towns"])


def test_a_second_tile_follows_none_with_a_city_and_some_are_never_turned() -> None:
    built = RYDE | {"trains": []}
    assert why(built | {"before": {"lays": ["J4"], "used": 1}}, "I5", "742") != "no-lay-left"
    after = built | {"tiles": {"J4": "6:0"}, "before": {"lays": ["J4"], "used": 1}}
    assert lays(after, "I5") == {}
    assert why(built | {"phase": "3"}, "I3", "758:1") == "turned"
