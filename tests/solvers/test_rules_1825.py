"""Rules of 1825: towns as ends, halts, one stop of a hex; what is not kept is said."""

from __future__ import annotations

from typing import Any

import pytest

import bestrun

METHODS = ["auto", "routes", "frontier", "circuit", "mip"]

BRIGHTON: dict[str, Any] = {
    "title": "1825U123",
    "phase": "3",
    "company": "LBSC",
    "tiles": {"X20": "6:2", "X22": "58:1"},
    "tokens": {"LBSC": ["X20"]},
}
"""Brighton and Hastings, a town; no track leads on."""

KINGSTON: dict[str, Any] = {
    "title": "1825U123",
    "phase": "3",
    "company": "LSWR",
    "tiles": {"W19": "15:5", "W17": "11:2", "X16": "52:3"},
    "tokens": {"LSWR": ["W19"]},
}
"""A city of 30, a halt, and Portsmouth for 40."""

BARROW: dict[str, Any] = {
    "title": "1825U123",
    "phase": "3",
    "company": "FR",
    "tiles": {"L10": "7:5", "M11": "7:1"},
    "tokens": {"FR": ["M9.0"]},
}
"""From the city of Barrow round to the town in the same hex."""


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    ("train", "revenue"), [("2", 0), ("7", 0), ("3T", 30), ("4T", 30), ("U3", 30), ("2+2", 60)]
)
def test_only_some_trains_end_in_a_town(train: str, revenue: int, method: str) -> None:
    position = BRIGHTON | {"trains": [train]}
    assert bestrun.solve(position, method=method).revenue == revenue
    assert bestrun.check(position, f"{train}: Brighton-Hastings").legal == (revenue > 0)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(("train", "revenue"), [("2", 70), ("3", 70), ("3T", 80), ("2+2", 140)])
def test_halts_take_no_place_and_pay_tourist_trains(train: str, revenue: int, method: str) -> None:
    position = KINGSTON | {"trains": [train]}
    assert bestrun.solve(position, method=method).revenue == revenue
    assert bestrun.check(position, f"{train}: W19-W17-X16.0").revenue == revenue


@pytest.mark.parametrize(("train", "revenue"), [("3", 0), ("3T", 40), ("U3", 30)])
def test_a_halt_is_an_end_for_those_that_end_in_towns(train: str, revenue: int) -> None:
    tiles = {at: tile for at, tile in KINGSTON["tiles"].items() if at != "X16"}
    assert bestrun.solve(KINGSTON | {"tiles": tiles, "trains": [train]}).revenue == revenue


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(("train", "revenue"), [("U3", 0), ("2+2", 0), ("3T", 20), ("4T", 20)])
def test_only_tourist_trains_visit_a_hex_twice(train: str, revenue: int, method: str) -> None:
    position = BARROW | {"trains": [train]}
    assert bestrun.solve(position, method=method).revenue == revenue


def test_answers_that_two_small_trains_could_better_are_not_called_proven() -> None:
    position = KINGSTON | {"trains": ["2"]}
    assert bestrun.solve(position).proven
    assert not bestrun.solve(position | {"trains": ["2", "2"]}).proven
    assert bestrun.solve(position | {"trains": ["2", "3"]}).proven
    assert not bestrun.solve(position | {"trains": ["2", "2+2"]}).proven


def test_nor_those_on_a_board_with_tile_200() -> None:
    position = KINGSTON | {"trains": ["3"]}
    crewe = {"tiles": KINGSTON["tiles"] | {"Q11": "200:0"}}
    assert bestrun.solve(position).proven
    assert not bestrun.solve(position | crewe).proven


def test_a_claim_that_such_a_pair_makes_legal_is_told_what_is_left_out() -> None:
    position = KINGSTON | {"trains": ["2", "2"]}
    judged = bestrun.check(position, "2: W19-X16\n2: X16-W19")
    assert "a rule that is left out may allow it: two trains of two" in judged.summary()
    assert judged.to_dict()["without"]
    lone = bestrun.check(KINGSTON | {"trains": ["2"]}, "2: X16-W17")
    assert "left out" not in lone.summary()
