"""Rules of 18Rhl: ferries, coal and steel, the Rheingold, red cities."""

from __future__ import annotations

from typing import Any

import pytest

import bestrun

METHODS = ["auto", "routes", "circuit", "mip"]

FERRY: dict[str, Any] = {
    "title": "18Rhl",
    "phase": "3",
    "company": "RhE",
    "tiles": {
        "F9": "X922:0",
        "I10": "X923:0",
        "G10": "2:2",
        "H11": "8:0",
        "G8": "8:1",
        "G6": "938:0",
    },
    "tokens": {"RhE": ["I10.0"]},
}
"""Köln on both banks, north along the right one to Düsseldorf, and over to Gladbach."""


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    ("train", "revenue"),
    [
        ("2", (40 - 10) + 10 + 40),  # over the Rhine at Köln, by Hilden to the right bank
        ("3", (40 - 10) + 10 + (40 - 10) + 30),  # and over it again to Gladbach
    ],
)
def test_two_banks_are_one_stop_by_ferry(train: str, revenue: int, method: str) -> None:
    assert bestrun.solve(FERRY | {"trains": [train]}, method=method).revenue == revenue


def test_a_ferry_alone_is_no_route_and_banks_are_visited_by_ferry_alone() -> None:
    alone = FERRY | {"tiles": {"I10": "X923:0"}, "trains": ["3"]}
    assert bestrun.solve(alone).revenue == 0
    assert not bestrun.check(alone, "3: I10.0-I10.1").legal


@pytest.mark.parametrize(("phase", "amount"), [("3", 20), ("5", 40)])
def test_coal_and_steel(phase: str, amount: int) -> None:
    position = FERRY | {"phase": phase, "trains": ["3"]}
    plain = bestrun.solve(position).revenue
    rich = position | {"icons": {"F9": ["K"], "I10": ["S"]}}
    assert bestrun.solve(rich).revenue == plain + amount
    twice = position | {"icons": {"F9": ["K"], "I10": ["S"], "G6": ["K"], "G10": ["S"]}}
    assert bestrun.solve(twice).revenue == plain + 2 * amount
    three = position | {"icons": {"F9": ["K"], "I10": ["S"], "G6": ["K"]}}
    assert bestrun.solve(three).revenue == plain + amount


ESSEN: dict[str, Any] = {
    "title": "18Rhl",
    "phase": "3",
    "company": "BME",
    "tiles": {"D13": "202:3"},
    "tokens": {"BME": ["D13"], "K": ["C14.1", "D15.0"], "S": ["C14.0", "D15.1"]},
}
"""Essen with a link to the Eastern Ruhr."""


def test_each_link_to_the_eastern_ruhr_pays_there() -> None:
    one = ESSEN | {"trains": ["2"]}
    assert bestrun.solve(one).revenue == 30 + 10 + 10
    more = one | {"tiles": {"D13": "202:3", "E14": "9:0"}}
    assert bestrun.solve(more).revenue == 30 + 10 + 20


def test_what_the_ruhr_is_entered_by_is_coal_or_steel() -> None:
    position = ESSEN | {"trains": ["2"]}
    steel = bestrun.solve(position | {"icons": {"D13": ["S"]}}).revenue
    coal = bestrun.solve(position | {"icons": {"D13": ["K"]}}).revenue
    assert (steel, coal) == (50, 50 + 20)  # Essen comes in from the south-west: steel


def test_the_rheingold_needs_one_of_its_ends() -> None:
    assert bestrun.solve(FERRY | {"phase": "8", "trains": ["8"]}).revenue == 0


RHINE: dict[str, Any] = {
    "title": "18Rhl",
    "phase": "8",
    "company": "RhE",
    "trains": ["8"],
    "tiles": {"K10": "57:2", "J9": "8:3", "I10": "928:0", "H11": "8:0", "G10": "2:2"}
    | {"F9": "927:0", "E10": "8:0", "D9": "929:0", "C10": "69:0", "B11": "7:0", "B9": "57:1"}
    | {"B7": "8:2"},
    "tokens": {"RhE": ["I10"]},
}
"""Along the Rhine from Basel to Arnheim."""


@pytest.mark.parametrize("method", METHODS)
def test_from_end_to_end_the_towns_on_the_rhine_count_twice(method: str) -> None:
    cities = 70 + 20 + 50 + 50 + 50 + 20
    assert bestrun.solve(RHINE, method=method).revenue == cities + 60 + 3 * 50
    shorter = {at: tile for at, tile in RHINE["tiles"].items() if at != "B7"}
    assert bestrun.solve(RHINE | {"tiles": shorter}, method=method).revenue == cities


def test_a_red_city_that_another_has_taken_is_closed() -> None:
    west: dict[str, Any] = {
        "title": "18Rhl",
        "phase": "3",
        "company": "GVE",
        "trains": ["3"],
        "tiles": {"D3": "9:0", "F5": "1:1", "F3": "8:2", "C4": "3:0"},
        "tokens": {"GVE": ["E2", "G6.1"]},
    }
    taken = west | {"tokens": {"GVE": ["E2", "G6.1"], "ADR": ["C2"]}}
    assert bestrun.solve(west).revenue == 20 + 10 + 20 + 10 + 10
    assert bestrun.solve(taken).revenue == 20 + 10 + 20
    assert not bestrun.check(taken, "3: C2-C4-E2").legal
