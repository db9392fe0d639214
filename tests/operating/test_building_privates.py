"""What privates add to a turn: places of their own, tiles over plain track, who makes a move."""

from __future__ import annotations

from typing import Any

from asked import lays, moves, places


def test_a_private_of_a_player_is_at_hand_where_the_position_names_it() -> None:
    """TR of 18FL gives one more yellow tile to a company that its owner directs."""
    fecr: dict[str, Any] = {"title": "18FL", "phase": "2", "company": "FECR", "trains": ["2"]}
    fecr |= {"tiles": {}, "tokens": {"FECR": ["J27"]}}
    fecr |= {"before": {"lays": ["L27", "M26"], "used": 2}}
    assert not moves(fecr)["lays"]
    assert moves(fecr | {"by": "TR"})["lays"]
    assert moves(fecr | {"by": "company"})["lays"] == []


def test_a_marker_in_a_place_of_its_own_stands_in_a_full_city() -> None:
    """TC of 18FL: unreached and free, but not beside an own one."""
    ln: dict[str, Any] = {"title": "18FL", "phase": "2", "company": "LN", "trains": ["2"]}
    ln |= {"tiles": {}, "tokens": {"FECR": ["J27", "K28"], "LN": ["B5"]}, "left": [20, 20]}
    assert "K28" not in places(ln)
    owner = ln | {"privates": ["TC"]}
    assert places(owner)["K28"] == 0
    by_private = {each["stop"] for each in moves(owner)["tokens"] if each.get("by") == "TC"}
    assert "B5" not in by_private


def test_a_neutral_marker_of_a_private_is_told_as_one() -> None:
    ahs: dict[str, Any] = {"title": "18LosAngeles1", "phase": "I", "company": "LA", "trains": ["2"]}
    ahs |= {"tiles": {}, "tokens": {"LA": ["A8"]}, "privates": ["LAT"]}
    mine = [each for each in moves(ahs)["tokens"] if each.get("by") == "LAT"]
    assert mine and all(each["neutral"] for each in mine)


def test_a_boom_town_lies_on_plain_yellow_track() -> None:
    """PNW3 has a town and all exits: the exits of the tile below are all it must keep."""
    minor: dict[str, Any] = {"title": "1822PNW", "phase": "3", "company": "18", "trains": ["2"]}
    minor |= {"tiles": {"O8": "X24:0", "P7": "8:1"}, "tokens": {"18": ["O8"]}}
    assert lays(minor | {"privates": ["P18"]}, "P7", by="P18") == {"PNW3:0": 0}
    assert "PNW3:0" not in lays(minor, "P7")


GNWR: dict[str, Any] = {
    "title": "1822CA",
    "phase": "3",
    "company": "GNWR",
    "trains": [],
    "tiles": {"P16": "8:1"},
    "tokens": {"GNWR": ["R16"]},
}


def test_a_lay_that_rests_on_what_is_not_told_says_so() -> None:
    """A major of 1822CA that acquired a minor lays one more tile in its turn."""
    assert not any(each.get("doubt") for each in moves(GNWR)["lays"])
    used = GNWR | {"before": {"lays": ["P16", "Q17"], "used": 2}}
    found = moves(used)["lays"]
    assert found
    assert {each["doubt"] for each in found} == {"if it has acquired a minor in this turn"}
    minor = used | {"company": "2", "tokens": {"2": ["R16"]}}
    assert not moves(minor)["lays"]
