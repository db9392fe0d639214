"""Rules of 18GB: towns beside the places of a train, far routes, the compass, estuaries."""

from __future__ import annotations

from typing import Any

import pytest

import bestrun

METHODS = ["auto", "routes", "frontier", "circuit", "mip"]

FORTH: dict[str, Any] = {
    "title": "18GB",
    "phase": "4+2",
    "company": "NBR",
    "tiles": {"I6": "G21:0", "J3": "G38:1", "I4": "G32:0", "H5": "4:5"},
    "tokens": {"NBR": ["I6.1"]},
}
"""Coatbridge, Edinburgh, and Dundee over the Forth."""

GLASGOW: dict[str, Any] = {
    "title": "18GB",
    "phase": "4+2",
    "company": "CR",
    "tiles": {"G4": "G10:0", "G2": "7:0", "F5": "G38:0"},
    "tokens": {"CR": ["G4.0"]},
}
"""Two cities in one hex, joined by a loop, and Ayr."""

SCOTLAND = FORTH | {
    "phase": "6X",
    "tiles": FORTH["tiles"] | {"K2": "9:0", "G4": "G10:4", "F5": "G38:4"},
}
"""From Aberdeen in the east to Stranraer in the west."""


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    ("train", "revenue"),
    [
        ("2+1", 30 + 20 + 10 + 40),
        ("4X", 30 + 20 + 40 + 2 * 10),  # two hexes from Edinburgh to Dundee, towns for nothing
    ],
)
def test_the_forth_and_the_way_across_it(train: str, revenue: int, method: str) -> None:
    position = FORTH | {"trains": [train]}
    assert bestrun.solve(position, method=method).revenue == revenue
    assert bestrun.check(position, f"{train}: H5-I6.1-J3").revenue == revenue


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(("train", "revenue"), [("2+1", 60), ("3+1", 60), ("4X", 60 + 10)])
def test_a_hex_pays_once_though_both_its_cities_take_places(
    train: str, revenue: int, method: str
) -> None:
    position = GLASGOW | {"trains": [train]}
    assert bestrun.solve(position, method=method).revenue == revenue
    both = bestrun.check(position, f"{train}: G4.0-G4.1-F5")
    assert both.legal == (train != "2+1")
    assert not both.legal or both.revenue == revenue


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    ("train", "revenue"),
    [
        ("6X", 50 + 20 + 30 + 40 + 20 + 30 + 40 + 6 * 10 + 40),  # the Forth, six hexes, east-west
        ("5X", 50 + 20 + 30 + 40 + 20 + 40 + 5 * 10),
    ],
)
def test_a_route_from_east_to_west(train: str, revenue: int, method: str) -> None:
    assert bestrun.solve(SCOTLAND | {"trains": [train]}, method=method).revenue == revenue


def test_with_two_trains_in_reach_of_both_coasts_nothing_is_called_proven() -> None:
    assert bestrun.solve(SCOTLAND | {"trains": ["6X"]}).proven
    assert not bestrun.solve(SCOTLAND | {"trains": ["6X", "5X"]}).proven
    assert bestrun.solve(FORTH | {"trains": ["2+1", "2+1"]}).proven


def test_rights_of_the_director_pay_at_their_hexes() -> None:
    right = {"type": "hex_bonus", "hexes": ["J3"], "amount": 10}
    position = FORTH | {"trains": ["2+1"], "abilities": [right]}
    assert bestrun.solve(position).revenue == 110
