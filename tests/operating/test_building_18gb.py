"""Building in 18GB: one city a turn, bridges unturned, hexsides paid from each side."""

from __future__ import annotations

from typing import Any

from asked import lays, why

EDINBURGH: dict[str, Any] = {
    "title": "18GB",
    "phase": "4+2",
    "company": "NBR",
    "trains": ["2+1"],
    "tiles": {"I6": "G21:0", "J3": "G41:1", "H5": "4:5"},
    "tokens": {"NBR": ["I6.0", "I6.1"]},
}


def test_a_bridge_is_laid_as_it_is_drawn_from_its_phase_on() -> None:
    assert lays(EDINBURGH, "I4") == {"G32:0": 50}
    assert why(EDINBURGH, "I4", "G32:3") == "turned"
    assert not lays(EDINBURGH | {"phase": "3+1"}, "I4")


def test_a_second_tile_without_a_second_city() -> None:
    assert lays(EDINBURGH, "G4")
    after = EDINBURGH | {"before": {"lays": ["I6"], "used": 1, "upgraded": True}}
    assert why(after, "G4", "G02") == "second-city"
    assert lays(after, "I4") == {"G32:0": 50}
    town = EDINBURGH | {"before": {"lays": ["H5"], "used": 1, "upgraded": False}}
    assert lays(town, "G4")


def test_a_hexside_is_paid_from_each_side() -> None:
    south = EDINBURGH | {"tiles": EDINBURGH["tiles"] | {"I8": "9:0"}}
    assert lays(EDINBURGH, "I8")["9:0"] == 50
    assert lays(south, "I10")["8:3"] == 50


def test_a_green_tile_at_home_before_its_time() -> None:
    position = {"title": "18GB", "phase": "2+1", "company": "GER", "trains": []}
    position |= {"tiles": {}, "tokens": {"GER": ["J25"]}}
    here = lays(position, "J25")
    assert {tile.partition(":")[0] for tile in here} == {"G36", "G37", "G38", "G39", "G40", "G41"}
    other = position | {"company": "LSWR", "tokens": {"LSWR": ["D25"]}}
    assert {tile.partition(":")[0] for tile in lays(other, "D25")} == {"G39", "G40", "G41"}
    laid = position | {"tiles": {"J25": "G41:0"}}
    assert not lays(laid, "J25")
