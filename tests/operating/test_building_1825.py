"""Building in 1825: two new tiles apart, upgrades within reach of a train, tiles in two colours."""

from __future__ import annotations

from typing import Any

import pytest
from asked import lays, moves, why

BRIGHTON: dict[str, Any] = {
    "title": "1825U123",
    "phase": "2",
    "company": "LBSC",
    "trains": ["2"],
    "tiles": {"X20": "6:2", "X22": "58:1", "X18": "8:4", "W19": "1:5"},
    "tokens": {"LBSC": ["X20"]},
}
"""Brighton, Hastings to its east; Kingston and Reigate, two towns, to its north."""


def after(*hexes: str, upgraded: bool = False) -> dict[str, Any]:
    before = {"lays": list(hexes), "used": len(hexes), "upgraded": upgraded}
    return BRIGHTON | {"before": before}


def built(position: dict[str, Any]) -> set[str]:
    return {each["hex"] for each in moves(position)["lays"]}


def test_two_new_tiles_but_not_side_by_side() -> None:
    assert built(after("T2")) == {"W23"}
    assert built(after("X24")) == set()
    assert why(after("X24"), "W23", "5") == "beside"
    assert built(after("T2", upgraded=True)) == set()


def test_a_hex_printed_yellow_takes_a_new_tile() -> None:
    west = {"X20": "6:1", "X18": "9:1", "X22": "58:1"}
    position = BRIGHTON | {"tiles": west, "before": {"lays": ["T2"], "used": 1, "upgraded": False}}
    assert "X16" in built(position)
    laid = position | {"phase": "3", "tiles": west | {"X16": "52:4"}}
    assert why(laid, "X16", "66") == "wrong-lay"


def test_stops_are_upgraded_within_reach_of_a_train() -> None:
    assert "X20" in built(BRIGHTON)
    assert "X20" not in built(BRIGHTON | {"trains": []})
    assert why(BRIGHTON | {"trains": []}, "X22", "12:1") == "out-of-range"
    assert "12:1" in lays(BRIGHTON, "X22")


def test_how_far_two_small_trains_get_together() -> None:
    tiles = {"X20": "6:2", "X22": "58:1", "W23": "6:0"}
    far = BRIGHTON | {"phase": "2", "tiles": tiles}
    assert why(far, "W23", "12:0") == "out-of-range"
    assert "12:0" in lays(far | {"trains": ["2", "2"]}, "W23")
    assert "12:0" in lays(far | {"trains": ["U3"]}, "W23")


@pytest.mark.parametrize(("phase", "allowed"), [("2", False), ("3", True)])
def test_a_tile_in_two_colours_is_laid_from_its_phase_on(phase: str, allowed: bool) -> None:
    wolverton = {"company": "LNWR", "tokens": {"LNWR": ["T16"]}, "tiles": {"S15": "58:5"}}
    here = lays(BRIGHTON | wolverton | {"phase": phase}, "S15")
    assert "12:5" in here
    assert ("119:5" in here) == allowed


def test_a_tile_never_followed_by_another_that_would_fit() -> None:
    tiles = BRIGHTON["tiles"] | {"X22": "119:1", "W23": "5:0"}
    assert why(BRIGHTON | {"phase": "3", "tiles": tiles}, "X22", "63:0") == "wrong-tile"


def test_track_from_edge_to_edge_stays_with_a_tile_named_for_it() -> None:
    position = BRIGHTON | {"tiles": {"X20": "6:1", "X18": "8:2"}}
    assert "11:2" in lays(position, "X18")
    assert why(position, "X18", "11:0") == "track-lost"
    assert why(position, "X18", "11:4") == "out-of-range"  # the halt lies on the other track


def test_crewe_is_built_on_though_it_is_printed() -> None:
    position = BRIGHTON | {"company": "LNWR", "tokens": {"LNWR": ["Q11"]}, "tiles": {}}
    assert "Q11" not in built(position)
    here = lays(position | {"phase": "3"}, "Q11")
    assert here and {tile.partition(":")[0] for tile in here} == {"200"}
