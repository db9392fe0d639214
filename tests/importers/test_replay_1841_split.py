"""1841 replayed: the split that the first 4 sets off."""

from __future__ import annotations

import pytest
from exported import Exported, acted
from games_1841 import buys, first_edition, mention, second_edition


def before_split(game: Exported) -> None:
    """IRSFF has a 3, two 2s bought in between, a token in Padova and one in Bergamo."""
    game.lay("IRSFF", "G15", "202-0", 2)
    game.lay("IRSFF", "E9", "202-1", 5)
    game.token("IRSFF", "202-0-0")
    game.token("IRSFF", "202-1-0")
    buys(game, "SFTG", "2-0", "2-7")
    game.buy("IRSFF", "3-0")
    game.buy("IRSFF", "3-1")
    buys(game, "SFTG", "3-2", "3-5")


def test_the_first_4_splits_the_ferdinandea() -> None:
    game = second_edition("IRSFF", "SFTG")
    before_split(game)
    game.buy("SFTG", "4-0")
    mention(game, "SB")
    assert game.tokens("SB") == ["F16.0", "G15"]
    assert game.tokens("SFL") == ["E9", "F8"]
    assert game.tokens("IRSFF") == []
    assert (game.trains("SB"), game.trains("SFL")) == (["3"], ["3"])


def test_the_first_edition_names_the_other_half_differently() -> None:
    game = first_edition("IRSFF", "SFTG")
    buys(game, "SFTG", "2-0", "4-0")
    mention(game, "SFV")
    assert game.tokens("SFV") == ["F16.0"]
    assert game.tokens("SFL") == ["F8"]


def test_trains_are_dealt_highest_first_the_later_acquired_before() -> None:
    game = second_edition("IRSFF", "SFTG")
    before_split(game)
    game.buy("IRSFF", "4-0")
    mention(game, "SFL")
    held = game.replayed().depot.held
    assert (held["SB"], held["SFL"]) == (["4-0", "3-0"], ["3-1"])


@pytest.mark.parametrize(
    "sign",
    [
        acted("choose", "SB", choice=1),
        acted("buy_shares", 1, shares=["SFL_3"]),
        acted("program_buy_shares", 1, corporation="SFL"),
        acted("choose", 1, choice="a"),
    ],
)
def test_a_split_is_told_by_what_follows(sign: dict) -> None:
    game = second_edition("IRSFF", "SFTG")
    buys(game, "SFTG", "2-0", "4-0")
    kind, entity = sign.pop("type"), sign.pop("entity")
    game.add(kind, entity, **sign)
    mention(game, "IRSFF")
    assert game.tokens("SFL") == ["F8"]


@pytest.mark.parametrize("sign", ["SFLP_3", "SFLi_3", "SFTG_3"])
def test_no_split_when_the_old_company_is_named_first(sign: str) -> None:
    """Names are compared whole: SFLP and SFLi are not SFL."""
    game = second_edition("IRSFF", "SFTG")
    buys(game, "SFTG", "2-0", "4-0")
    game.add("buy_shares", 1, shares=[sign])
    game.lay("IRSFF", "G15", "202-0", 2)
    mention(game, "SFL")
    assert game.tokens("IRSFF") == ["F16.0", "F8"]
    assert game.tokens("SFL") == []


# From Milano over Bergamo, Verona, Vicenza and Padova to Venezia.
MILANO_VENEZIA = {
    "E9": ("202-0", 5),
    "F10": ("9-0", 2),
    "G11": ("8-0", 2),
    "F12": ("8-1", 5),
    "G13": ("202-1", 2),
    "F14": ("6-0", 5),
    "G15": ("202-2", 2),
    "F16": ("601-0", 0),
}


def linked(without: str = "") -> Exported:
    """Milano and Venezia joined, but for one hex; the game breaks off with the first 4."""
    game = second_edition("IRSFF", "SFTG")
    for hex_id, (tile, rotation) in MILANO_VENEZIA.items():
        if hex_id != without:
            game.lay("IRSFF", hex_id, tile, rotation)
    return game


def test_a_game_that_breaks_off_with_the_first_4_is_split_unless_the_cities_are_connected() -> None:
    for without, split in (("", False), ("F12", True)):
        game = linked(without)
        buys(game, "SFTG", "2-0", "4-0")
        assert (game.tokens("SFL") == ["F8"]) == split
        assert (game.tokens("IRSFF") == []) == split


def test_cities_are_not_connected_through_a_city_full_of_others() -> None:
    # Nobody runs through Padova but SFTG, which reaches both from there.
    game = linked()
    game.token("SFTG", "202-2-0")
    buys(game, "SFTG", "2-0", "4-0")
    assert game.tokens("SFL") == []
    game = linked()
    game.par("SFTC")
    game.token("SFTG", "202-2-0")
    game.token("SFTC", "202-1-0")
    buys(game, "SFTG", "2-0", "4-0")
    assert game.tokens("SFL") == ["F8"]


def test_no_split_of_a_company_that_never_started() -> None:
    game = second_edition("SFTG")
    buys(game, "SFTG", "2-0", "4-0")
    mention(game, "SFL")
    assert game.tokens("SFL") == []
    game.par("IRSFF")
    assert game.tokens("IRSFF") == []


def test_surplus_tokens_of_the_first_edition_stay_and_block() -> None:
    game = first_edition("IRSFF", "SFTG")
    before_split(game)
    game.lay("IRSFF", "G13", "202-2", 0)
    game.token("IRSFF", "202-2-0")
    game.buy("SFTG", "4-0")
    mention(game, "SFV")
    assert game.tokens("SFV") == ["F16.0", "G15"]
    assert game.tokens("SFL") == ["E9", "F8"]
    assert game.now("SFL").tokens["IRSFF"] == ("G13",)


def test_a_sold_token_leaves_its_turn_to_the_next_one_placed() -> None:
    """The token bought out of Padova comes back in Verona (G13), before Vicenza (F14)."""
    game = first_edition("IRSFF", "SFTG")
    before_split(game)
    game.lay("IRSFF", "F14", "6-0", 0)
    game.token("IRSFF", "6-0-0")
    game.add("buy_token", "SFTG", city="202-0-0", slot=0, price=1)
    game.lay("IRSFF", "G13", "202-2", 0)
    game.token("IRSFF", "202-2-0")
    game.buy("SFTG", "4-0")
    mention(game, "SFV")
    assert game.tokens("SFV") == ["F16.0", "G13"]
    assert game.now("SFL").tokens["IRSFF"] == ("F14",)


def test_places_kept_for_companies_never_started_become_free() -> None:
    game = second_edition("SFTC", "SFTN")
    game.lay("SFTC", "H4", "606-0", 4)
    buys(game, "SFTC", "2-0", "4-0")
    game.token("SFTC", "606-0-0")
    game.par("CTS")
    game.token("CTS", "H8-0-0")
    game.add("buy_token", "CTS", city="606-0-0", slot=0, price=1)
    assert "H4" not in game.tokens("SFTC")
    assert game.tokens("SFTN") == ["H4"]
