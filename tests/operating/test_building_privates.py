"""What privates add to a turn: places of their own, tiles over plain track, who makes a move."""

from __future__ import annotations

from typing import Any

from asked import lays, moves, places

from bestrun.files import Case
from bestrun.games.eighteen.solve import turn_of
from hexgraph.lay import blocked_side, unfit_tile, unfit_turn
from hexgraph.sides import crossings
from mapdata.titles import load


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


BARE: dict[str, Any] = {"phase": "3", "trains": [], "tiles": {}, "tokens": {}}


def test_a_private_lays_tiles_on_red_and_blue_hexes() -> None:
    """1888: Xi'an becomes dearer, and a ferry joins two ports over the sea."""
    jhr = BARE | {"title": "1888", "company": "JHR", "privates": ["TA", "YRF"]}
    assert lays(jhr, "H2", by="TA") == {"L39:5": 0}
    assert set(lays(jhr, "E17", by="YRF")) == {"L40a:0"}
    after = jhr | {"tiles": {"H2": "L39:5", "E17": "L40a:0"}}
    assert set(lays(after, "F16", by="YRF")) == {"L40b:0"}
    assert not lays(jhr | {"privates": []}, "H2")


def test_a_town_becomes_two_where_the_title_says_so() -> None:
    """Steam over Holland: the old town keeps both its exits, a new one shares one of them."""
    town = next(iter(_towns("SteamOverHolland")))
    straight = BARE | {"title": "SteamOverHolland", "company": "NBD", "tiles": {town: "4:0"}}
    board = turn_of(Case("test", straight, "")).board
    two = board.title.tiles["SOH3"]  # one town straight on, one to the side
    assert unfit_tile(board, town, two) is None
    assert [at for at in range(6) if unfit_turn(board, town, two, at) is None] == [1, 4]
    curved = board.title.tiles["SOH4"]  # no town straight on
    assert not [at for at in range(6) if unfit_turn(board, town, curved, at) is None]
    later = straight | {"tiles": {town: "SOH3:1"}}
    assert len(turn_of(Case("test", later, "")).board.face(town).stops) == 2


def _towns(title: str) -> list[str]:
    found = load(title).hexes.values()
    return [
        each.id
        for each in found
        if each.printed.colour == "white"
        and [stop.kind for stop in each.printed.stops] == ["town"]
        and all(edge in range(6) and (each.id, edge) in crossings(load(title)) for edge in range(6))
    ]


def test_two_towns_become_a_city_by_a_tile_that_is_named() -> None:
    """Leverkusen in 1893."""
    position = BARE | {"title": "1893", "company": "AGV", "tiles": {"G6": "K1:2"}}
    board = turn_of(Case("test", position, "")).board
    tile = board.title.tiles["K314"]
    assert unfit_tile(board, "G6", tile) is None
    assert [at for at in range(6) if unfit_turn(board, "G6", tile, at) is None]


def test_a_spare_exit_may_point_at_a_side_that_is_sealed_beyond() -> None:
    """1893: Q6 seals the side to R5, and R5 does not."""
    board = turn_of(Case("test", BARE | {"title": "1893", "company": "AGV"}, "")).board
    assert blocked_side(board, "R5", 4) is None
    assert blocked_side(board, "Q6", 1) is not None
