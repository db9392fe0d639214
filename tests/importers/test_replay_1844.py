"""1844 replayed: homes, tiles and tokens, and actions that make no sense."""

from __future__ import annotations

import pytest
from exported import Exported
from games_1844 import SUPPLY, sell_until

from mapdata.titles import load

# Home tokens


def test_the_home_token_comes_with_the_first_turn_not_with_the_start() -> None:
    game = Exported()
    game.par("GB")
    game.par("AB")
    game.passes("AB")
    assert game.tokens("GB") == []
    game.passes("GB")
    assert game.tokens("GB") == ["G18"]


def test_a_home_among_two_stations_is_the_one_kept() -> None:
    game = Exported()
    game.passes("JS")
    game.passes("STB")
    assert game.tokens("JS") == ["I4.0"]
    assert game.tokens("STB") == ["D15.0"]


def test_a_late_home_moves_with_its_station() -> None:
    game = Exported()
    game.passes("AB")
    game.lay("AB", "I4", "901-0", 1)
    game.passes("JS")
    assert game.tokens("JS") == ["I4.0"]
    game.lay("JS", "I4", "902-0", 4)
    assert game.tokens("JS") == ["I4"]


def test_a_late_home_lies_beside_others_when_two_stations_have_become_one() -> None:
    game = Exported()
    game.passes("AB")
    game.token("AB", "D15-0-1")
    assert game.tokens("AB") == ["D15.1", "D25"]
    game.lay("AB", "D15", "14-0", 1)
    game.passes("STB")
    assert game.tokens("AB") == ["D15", "D25"]
    assert game.tokens("STB") == ["D15"]


def test_a_company_without_trains_or_runs_still_has_its_home() -> None:
    game = Exported()
    game.turn("GB")
    game.turn("NOB", ("2-0", "2"))
    assert game.now("NOB").tokens == {"GB": ("G18",), "NOB": ("D19",)}


# Tiles and tokens


def test_tokens_of_an_oo_tile_follow_their_track_when_indexes_swap() -> None:
    game = Exported()
    game.passes("MOB")
    game.lay("MOB", "G8", "59-0", 0)
    game.token("MOB", "59-0-0")
    assert game.tokens("MOB") == ["G8.0", "I6"]
    game.lay("MOB", "G8", "65-0", 4)
    assert game.tokens("MOB") == ["G8.1", "I6"]


def test_tokens_of_an_oo_tile_keep_their_index_where_the_track_does() -> None:
    game = Exported()
    game.passes("MOB")
    game.lay("MOB", "G8", "59-0", 0)
    game.token("MOB", "59-0-0")
    game.lay("MOB", "G8", "65-0", 0)
    assert game.tokens("MOB") == ["G8.0", "I6"]


def test_a_city_is_found_by_the_tile_that_lies_there_now() -> None:
    game = Exported()
    game.passes("SCB")
    game.lay("SCB", "C12", "6-0", 0)
    game.lay("SCB", "C12", "15-0", 0)
    game.lay("SCB", "D13", "6-0", 0)
    game.token("SCB", "6-0-0")
    assert game.tokens("SCB") == ["C12", "D13"]


def test_the_tokener_may_be_another_than_who_acts() -> None:
    game = Exported()
    game.passes("SCB")
    game.add("place_token", "SCB", city="D13-0-0", slot=0, tokener="GB")
    assert game.tokens("GB") == ["D13"]


def test_mountain_panels_have_no_rotation() -> None:
    game = Exported()
    game.add("lay_tile", "B1", hex="L23", tile="XM3-0", rotation=4)
    assert game.now("GB").tiles == {"L23": "XM3"}


@pytest.mark.parametrize("furka_first", [True, False])
def test_a_tunnel_lies_above_furka_oberalp_whichever_came_first(furka_first: bool) -> None:
    game = Exported()
    moves = [
        lambda: game.add("choose_ability", "P4", choice="Place tile"),
        lambda: game.add("lay_tile", "T1", hex="H19", tile="X78-0", rotation=3),
    ]
    for move in moves if furka_first else moves[::-1]:
        move()
    assert game.now("GB").tiles == {
        "H17": "OP3:0",
        "H19": "OP2:0+X78:3",
        "H21": "OP2:0",
        "H23": "OP2:0",
        "I16": "OP1:0",
    }


@pytest.mark.parametrize(("tile", "given", "written"), [("X79", 5, "X79:2"), ("X78", 5, "X78:5")])
def test_a_straight_tunnel_looks_the_same_after_half_a_turn(tile, given, written) -> None:
    game = Exported()
    game.add("lay_tile", "T2", hex="J9", tile=f"{tile}-0", rotation=given)
    assert game.now("GB").tiles == {"J9": written}


def test_furka_oberalp_comes_with_the_first_5_at_the_latest() -> None:
    game = Exported()
    game.passes("AB")
    sell_until(game, "4-5")
    assert "H17" not in game.now("AB").tiles
    game.buy("AB", "5-0", "5H")
    assert game.now("AB").tiles["H17"] == "OP3:0"


def test_furka_oberalp_is_laid_once() -> None:
    game = Exported()
    game.add("choose_ability", "P4", choice="Place tile")
    game.passes("AB")
    sell_until(game, "5-0")
    assert game.now("AB").tiles["H17"] == "OP3:0"


def test_a_station_without_track_keeps_its_index() -> None:
    game = Exported()
    game.passes("AB")
    game.token("AB", "C20-0-1")
    game.lay("AB", "C20", "59-0", 0)
    assert game.tokens("AB") == ["C20.1", "D25"]


# Actions that make no sense


@pytest.mark.parametrize(
    ("kind", "fields", "told"),
    [
        ("lay_tile", {"hex": "Z9", "tile": "6-0", "rotation": 0}, "there is no hex Z9"),
        ("lay_tile", {"hex": "G18", "tile": "999-0", "rotation": 0}, "there is no tile 999-0"),
        ("lay_tile", {"hex": "G18", "tile": "6", "rotation": 0}, "there is no tile 6"),
        ("lay_tile", {"hex": "G18", "tile": "6-0"}, "no rotation is given"),
        ("lay_tile", {}, "there is no hex "),
        ("place_token", {"city": "99-0-0"}, "the board has no city 99-0-0"),
        ("place_token", {"city": "G18-0-1"}, "the board has no city G18-0-1"),
        ("place_token", {"city": "G18-0-0"}, "GB has a token in G18 already"),
        ("place_token", {"city": "D19-0-0", "tokener": "XY"}, "there is no company XY"),
        ("place_token", {"city": "x"}, "the board has no city x"),
        ("remove_token", {"city": "D19-0-0"}, "GB has no token in D19"),
        ("buy_train", {"train": "9-0"}, "there is no train 9-0 to be had"),
        ("buy_train", {"train": "5-1"}, "there is no train 5-1 to be had"),
        ("buy_train", {"train": "2-0", "variant": "3"}, "train 2-0 has no side 3"),
        ("discard_train", {"train": "2-0"}, "no company holds the train 2-0"),
    ],
)
def test_an_action_that_cannot_be_followed_is_told_and_changes_nothing(kind, fields, told) -> None:
    game = Exported()
    game.passes("GB")
    before = game.now("GB")
    game.add(kind, "GB", **fields)
    assert game.notes() == [f"{kind}: {told}"]
    assert game.now("GB") == before


def test_the_supply_of_the_tests_is_that_of_the_title() -> None:
    assert sum(train.count or 0 for train in load("1844").trains.values()) == len(SUPPLY)
