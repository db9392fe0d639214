"""Rules of 18NY that others do not have: places reached first, two hexes as one, red stops."""

from __future__ import annotations

from typing import Any

import pytest
from asked import lays, places, why

import bestrun

NEW_HAVEN = {
    "title": "18NY",
    "phase": "4H",
    "company": "NH",
    "tiles": {"I23": "3:3", "H24": "7:5"},
    "tokens": {"NH": ["I25"]},
}
"""New Haven and Bridgeport, joined by two tracks."""

SPRINGFIELD = {
    "title": "18NY",
    "phase": "2H",
    "company": "B&A",
    "tiles": {"E23": "9:1", "E21": "57:1"},
    "tokens": {"B&A": ["F26"]},
}
"""Springfield with its second hex, one more, and Troy."""


@pytest.mark.parametrize("method", ["auto", "routes", "frontier", "circuit", "mip"])
@pytest.mark.parametrize(
    ("trains", "unclaimed", "revenue"),
    [
        (["4H"], [], 40),
        (["4H"], [["I23"]], 50),
        (["4H", "4H"], [["I23"]], 90),  # for the first of two runs
        (["4H", "4H"], [["I23"], ["I25", "J26"]], 100),  # as many places, as often 10
    ],
)
def test_a_place_that_nobody_has_reached_pays_one_run(
    trains: list[str], unclaimed: list[list[str]], revenue: int, method: str
) -> None:
    position = NEW_HAVEN | {"trains": trains, "connections_open": unclaimed}
    answer = bestrun.solve(position, method=method)
    assert (answer.revenue, answer.proven) == (revenue, True)
    claim = "\n".join(f"{train}: Bridgeport - New Haven" for train in trains)
    assert bestrun.check(position, claim).revenue == revenue


@pytest.mark.parametrize(
    ("phase", "train", "revenue"),
    [
        ("4DE", "12H", 50),
        ("4DE", "4DE", 80),  # the red city doubled, the town not at all
        ("D", "D", 190),  # 100 more for the red city
    ],
)
def test_red_stops_pay_without_a_marker(phase: str, train: str, revenue: int) -> None:
    assert bestrun.solve(NEW_HAVEN | {"phase": phase, "trains": [train]}).revenue == revenue


def test_what_is_not_paid_is_not_reached_first() -> None:
    position = NEW_HAVEN | {"phase": "4DE", "trains": ["4DE"], "connections_open": [["I23"]]}
    assert bestrun.solve(position).revenue == 80


def test_income_of_the_company_is_part_of_the_turn() -> None:
    more = {"trains": ["4H"], "connection_bonus": 30, "coal_revenue": 20}
    assert bestrun.solve(NEW_HAVEN | more).revenue == 40 + 50


def test_two_hexes_count_as_one_in_the_length_of_a_route_and_of_a_marker() -> None:
    assert bestrun.solve(SPRINGFIELD | {"trains": ["2H"]}).revenue == 40
    assert places(SPRINGFIELD | {"trains": [], "left": [20]})["E21"] == 40


def test_a_marker_in_new_york_costs_more() -> None:
    position = {
        "title": "18NY",
        "phase": "4H",
        "company": "HR",
        "trains": [],
        "tiles": {"H20": "57:2", "I21": "8:0"},
        "tokens": {"HR": ["H20"]},
        "left": [20],
    }
    assert places(position)["J20"] == 2 * 20 + 40
    assert lays(position, "J20")["X11:0"] == 80
    again = position["tiles"] | {"J20": "X11:0"}
    assert lays(position | {"phase": "12H", "tiles": again}, "J20")["X22:0"] == 80


def test_a_lay_costs_20_or_the_ground() -> None:
    erie: dict[str, Any] = {"title": "18NY", "phase": "2H", "company": "ERIE", "trains": []}
    erie |= {"tokens": {"ERIE": ["E3"]}}
    assert set(lays(erie, "E5").values()) == {20}
    assert set(lays(erie, "D2").values()) == {80}


def test_towns_grow_from_green_on() -> None:
    assert why(NEW_HAVEN | {"trains": []}, "I23", "5") != "wrong-colour"
    assert why(NEW_HAVEN | {"trains": [], "phase": "2H"}, "I23", "5") == "wrong-colour"
