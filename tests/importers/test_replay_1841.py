"""1841 replayed: starts, trains and bought tokens."""

from __future__ import annotations

import pytest
from exported import Exported
from games_1841 import buys, first_edition, second_edition

# Starting


@pytest.mark.parametrize(
    ("company", "homes"),
    [
        ("IRSFF", ["F16.0", "F8"]),
        ("SFTG", ["H4.0", "J6"]),
        ("SFTN", ["H4.1"]),
        ("SFTC", ["M3"]),
        ("SFLP", ["P12"]),
        ("SSFL", ["Q11"]),
    ],
)
def test_a_historical_company_has_its_homes_when_it_starts(company, homes) -> None:
    assert second_edition(company).tokens(company) == homes


def test_maria_antonia_has_a_home_in_the_first_edition_and_chooses_in_the_second() -> None:
    assert first_edition("SFMA").tokens("SFMA") == ["R14.1"]
    game = second_edition("SFMA")
    assert game.tokens("SFMA") == []
    game.token("SFMA", "R14-3-0")
    assert game.tokens("SFMA") == ["R14.0"]


@pytest.mark.parametrize("company", ["SFTG", "SFTN"])
def test_a_home_in_torino_after_its_upgrade_is_the_one_city(company: str) -> None:
    game = second_edition("SFTC")
    game.lay("SFTC", "H4", "606-0", 4)
    game.par(company)
    assert "H4" in game.tokens(company)


def test_other_companies_choose_their_homes() -> None:
    game = second_edition("SFTC")
    game.par("AFI", by="SFTC")
    game.token("AFI", "K11-6-0")
    game.token("AFI", "K13-7-0")
    game.add("choose", "AFI", choice=4)
    assert game.tokens("AFI") == ["K11", "K13"]


def test_a_company_founded_in_a_turn_does_not_end_it() -> None:
    game = second_edition("SFTC", "SFTG")
    game.lay("SFTG", "J6", "5-0", 1)
    game.lay("SFTC", "L4", "9-0", 1)
    game.par("AFI", by="SFTC")
    game.token("AFI", "K11-6-0")
    game.add("pass", "AFI")
    game.add("choose", "AFI", choice=2)
    game.buy("SFTC", "2-0")
    game.lay("SFTG", "K5", "9-1", 1)
    game.run("SFTG")
    assert [run.round for run in game.runs()] == ["OR 2.1"]


def test_tokens_placed_in_a_stock_round_begin_no_operating_round() -> None:
    game = second_edition("SFTC")
    game.lay("SFTC", "L4", "9-0", 1)
    game.buy("SFTC", "2-0")
    game.stock_round()
    game.par("AFI")
    game.token("AFI", "K11-6-0")
    game.add("pass", "AFI")
    game.stock_round()
    game.lay("SFTC", "K3", "9-1", 0)
    game.run("SFTC")
    assert [run.round for run in game.runs()] == ["OR 2.1"]


def test_a_company_may_lay_several_tiles_in_a_turn() -> None:
    game = second_edition("IRSFF")
    game.lay("IRSFF", "F16", "601-0", 0)
    game.lay("IRSFF", "G15", "202-0", 2)
    game.run("IRSFF")
    assert [run.round for run in game.runs()] == ["OR 1.1"]


# Trains


def test_a_discarded_train_can_be_bought_again() -> None:
    game = second_edition("SFTC", "SFTG")
    game.buy("SFTC", "2-0")
    game.discard("SFTC", "2-0")
    assert game.trains("SFTC") == []
    game.buy("SFTG", "2-0")
    assert game.trains("SFTG") == ["2"]
    assert game.notes() == []


def test_a_discard_names_the_train_whoever_discards_it() -> None:
    game = second_edition("SFTC", "SFTG")
    game.buy("SFTC", "2-0")
    game.discard("SFTG", "2-0")
    assert game.trains("SFTC") == []


@pytest.mark.parametrize(
    ("last", "phase", "left"),
    [
        ("2-7", "2", {"2"}),
        ("3-0", "3", {"2", "3"}),
        ("4-0", "4", {"3", "4"}),
        ("5-0", "5", {"4", "5"}),
        ("6-0", "6", {"4", "5", "6"}),
        ("7-0", "7", {"5", "6", "7"}),
        ("8-0", "8", {"6", "7", "8"}),
    ],
)
def test_phases_scrap_trains(last: str, phase: str, left: set[str]) -> None:
    game = second_edition("SFTC")
    buys(game, "SFTC", "2-0", last)
    assert game.now("SFTC").phase == phase
    assert set(game.trains("SFTC")) == left


def test_the_pool_is_scrapped_too() -> None:
    game = second_edition("SFTC")
    buys(game, "SFTC", "2-0", "3-0")
    game.discard("SFTC", "2-0")
    buys(game, "SFTC", "3-1", "4-0")
    game.buy("SFTC", "2-0")
    assert game.notes() == ["buy_train: there is no train 2-0 to be had"]


def test_lite_has_fewer_trains() -> None:
    game = Exported("1841", "lite")
    game.par("SFTC")
    for train in ("2-0", "2-1", "2-2", "2-3", "2-4", "2-5", "3-0"):
        game.buy("SFTC", train)
    assert game.notes() == []
    assert game.now("SFTC").phase == "3"


# Bought tokens


def modena() -> Exported:
    """A two-place city with AFI first and ATFA second; CTS wants in."""
    game = second_edition("SFTC")
    for company, home in (("AFI", "K13"), ("ATFA", "M7"), ("CTS", "H8")):
        game.par(company)
        game.token(company, f"{home}-0-0")
    game.lay("SFTC", "K13", "619-0", 2)
    game.token("ATFA", "619-0-0", 1)
    return game


@pytest.mark.parametrize(("slot", "left"), [(0, "ATFA"), (1, "AFI")])
def test_a_bought_token_takes_the_place_of_anothers(slot: int, left: str) -> None:
    game = modena()
    game.add("buy_token", "CTS", city="619-0-0", slot=slot, price=50)
    tokens = game.now("CTS").tokens
    assert [each for each, stops in sorted(tokens.items()) if "K13" in stops] == [left, "CTS"]


def test_a_sold_token_can_be_placed_again() -> None:
    game = modena()
    game.add("buy_token", "CTS", city="619-0-0", slot=0, price=50)
    assert game.tokens("AFI") == []
    game.token("AFI", "H12-0-0")
    assert game.tokens("AFI") == ["H12"]


def test_a_bought_token_sits_in_the_place_that_became_free() -> None:
    game = modena()
    game.add("buy_token", "CTS", city="619-0-0", slot=0, price=50)
    game.par("ILTF")
    game.token("ILTF", "H12-0-0")
    game.add("buy_token", "ILTF", city="619-0-0", slot=0, price=50)
    assert game.tokens("CTS") == ["H8"]
    assert "K13" in game.tokens("ATFA")


def test_the_stated_place_is_not_binding_for_a_placed_token() -> None:
    """ATFA says place 1, but takes the first that is free."""
    game = second_edition("SFTC")
    game.lay("SFTC", "K13", "57-0", 0)
    game.lay("SFTC", "K13", "619-0", 2)
    for company in ("ATFA", "CTS"):
        game.par(company)
        game.token(company, "619-0-0", 1)
    game.par("ILTF")
    game.token("ILTF", "H12-0-0")
    game.add("buy_token", "ILTF", city="619-0-0", slot=0, price=50)
    assert game.tokens("ATFA") == []
    assert game.tokens("CTS") == ["K13"]


def test_a_place_kept_for_a_home_is_not_taken() -> None:
    """In one-city Torino place 0 is kept for SFTG: SFTN sits in place 1."""
    game = second_edition("SFTN", "SFTC")
    game.lay("SFTC", "H4", "606-0", 4)
    game.par("SFTG")
    game.par("CTS")
    game.token("CTS", "H8-0-0")
    game.add("buy_token", "CTS", city="606-0-0", slot=1, price=50)
    assert "H4" not in game.tokens("SFTN")
    assert "H4" in game.tokens("SFTG")


def test_tokens_are_seated_anew_when_two_cities_become_one() -> None:
    game = second_edition("SFTN", "SFTG")
    game.lay("SFTG", "H4", "606-0", 4)
    game.par("CTS")
    game.token("CTS", "H8-0-0")
    game.add("buy_token", "CTS", city="606-0-0", slot=0, price=50)
    assert game.tokens("SFTG") == ["J6"]
    assert game.tokens("SFTN") == ["H4"]


def test_the_only_token_of_another_is_meant_whatever_place_is_stated() -> None:
    game = second_edition("SFTC", "SFTG")
    game.add("buy_token", "SFTG", city="M3-0-0", slot=1, price=50)
    assert game.tokens("SFTC") == []
    assert game.tokens("SFTG") == ["H4.0", "J6", "M3"]


def test_buying_a_token_that_is_not_there_is_told() -> None:
    game = modena()
    game.add("buy_token", "CTS", city="619-0-0", slot=5, price=50)
    assert game.notes()[-1] == "buy_token: CTS finds no token to buy in K13, place 5"


# Ends


def test_a_bankruptcy_changes_nothing_on_the_map() -> None:
    game = second_edition("SFTC", "SFTG")
    game.buy("SFTC", "2-0")
    before = game.now("SFTC")
    game.add("bankrupt", "SFTC", option=1)
    assert game.now("SFTC") == before
    assert game.notes() == []
