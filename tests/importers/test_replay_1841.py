"""1841 replayed: starts, mergers, bought tokens, and what the first 4 sets off."""

from __future__ import annotations

import pytest
from exported import Exported, acted

LONG = {"2": 8, "3": 6, "4": 4, "5": 3, "6": 2, "7": 2, "8": 7}
SUPPLY = [f"{pile}-{copy}" for pile, count in LONG.items() for copy in range(count)]


def second_edition(*started: str) -> Exported:
    game = Exported("1841")
    for company in started:
        game.par(company)
    return game


def first_edition(*started: str) -> Exported:
    game = Exported("1841", "version_1")
    for company in started:
        game.par(company)
    return game


def buys(game: Exported, company: str, first: str, last: str) -> None:
    for train in SUPPLY[SUPPLY.index(first) : SUPPLY.index(last) + 1]:
        game.buy(company, train)


def mention(game: Exported, company: str) -> None:
    """Name a company by one of its shares."""
    game.add("buy_shares", 1, shares=[f"{company}_3"])


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
    assert game.notes() == ["buy_token: CTS finds no token to buy in K13, place 5"]


# Mergers and transformations


def test_a_merger_takes_trains_and_tokens_to_the_new_company() -> None:
    game = second_edition("SFTC", "SFTG")
    game.buy("SFTC", "2-0")
    game.buy("SFTG", "2-1")
    game.add("merge", "SFTC", corporation="SFTG")
    assert game.tokens("SFTC") == ["M3"]
    game.add("merge", "SFTC", corporation="AFI")
    assert game.tokens("AFI") == ["H4.0", "J6", "M3"]
    assert game.trains("AFI") == ["2", "2"]
    assert game.tokens("SFTC") == game.tokens("SFTG") == game.trains("SFTG") == []


def test_trains_of_the_company_on_turn_come_first() -> None:
    game = second_edition("SFTC", "SFTG")
    buys(game, "SFTG", "2-0", "2-7")
    game.buy("SFTC", "3-0")
    game.add("merge", "SFTC", corporation="SFTG")
    game.add("merge", "SFTC", corporation="AFI")
    assert game.trains("AFI") == ["3"] + ["2"] * 8


def test_in_a_shared_city_one_token_stays() -> None:
    game = second_edition("SFTC", "SFTG")
    game.lay("SFTC", "H4", "606-0", 4)
    game.token("SFTC", "606-0-0")
    game.add("merge", "SFTC", corporation="SFTG")
    game.add("merge", "SFTC", corporation="AFI")
    assert game.tokens("AFI") == ["H4", "J6", "M3"]


def test_the_new_company_gives_tokens_up_for_good() -> None:
    game = second_edition("SFTC", "SFTG")
    game.add("merge", "SFTC", corporation="SFTG")
    game.add("merge", "SFTC", corporation="AFI")
    game.add("choose", 1, choice="full")
    game.add("remove_token", "AFI", city="J6-0-0", slot=0)
    game.add("pass", "AFI")
    assert game.tokens("AFI") == ["H4.0", "M3"]


@pytest.mark.parametrize("remover", ["AFI", 1, "CTS"])
def test_of_two_stations_in_printed_torino_one_is_given_up(remover: str | int) -> None:
    """By the new company, by a player if it has no owner, or by one that stood between."""
    game = second_edition("SFTN", "SFTG")
    game.add("merge", "SFTN", corporation="SFTG")
    game.add("merge", "SFTN", corporation="AFI")
    assert game.tokens("AFI") == ["H4.0", "H4.1", "J6"]
    game.add("remove_token", remover, city="H4-0-0", slot=0)
    assert game.tokens("AFI") == ["H4.1", "J6"]
    assert game.notes() == []


def test_historical_companies_close_for_good_others_can_start_again() -> None:
    game = second_edition("SFTC")
    game.par("AFI")
    game.token("AFI", "K11-0-0")
    game.add("merge", "SFTC", corporation="AFI")
    game.add("merge", "SFTC", corporation="CTS")
    game.par("AFI")
    game.token("AFI", "K13-0-0")
    assert game.tokens("AFI") == ["K13"]
    assert game.tokens("CTS") == ["K11", "M3"]
    game.par("SFTC")
    assert game.tokens("SFTC") == []
    assert game.notes() == ["par: SFTC is running already or closed for good"]


def test_a_transformation_passes_everything_on() -> None:
    game = first_edition("SFTC")
    game.buy("SFTC", "2-0")
    game.add("merge", "SFTC", corporation="CFCC")
    game.add("choose", 1, choice="yes")
    game.add("choose", "CFCC", choice=1)
    assert game.tokens("CFCC") == ["M3"]
    assert game.trains("CFCC") == ["2"]
    assert game.tokens("SFTC") == []


def test_minors_merge_as_majors_do() -> None:
    game = first_edition("SFTC", "SFLP")
    game.buy("SFLP", "2-0")
    game.add("merge", "SFLP", corporation="SFTC")
    game.add("merge", "SFLP", corporation="RATF")
    assert game.tokens("RATF") == ["M3", "P12"]
    assert game.trains("RATF") == ["2"]


def test_a_half_named_merger_that_is_undone_is_a_transformation_after_all() -> None:
    game = first_edition("SFTC", "SFTG")
    game.add("merge", "SFTC", corporation="SFTG")
    game.undo()
    game.add("merge", "SFTC", corporation="AFI")
    assert game.tokens("AFI") == ["M3"]
    assert game.tokens("SFTG") == ["H4.0", "J6"]


def test_a_merger_of_nobody_is_told() -> None:
    game = second_edition("SFTC")
    game.add("merge", "AFI", corporation="SFTC")
    assert game.notes() == ["merge: AFI and SFTC cannot merge: no such running companies"]


# The first 4: the split


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


# The first 4: the Tuscan merger


def tuscany(*companies: str) -> Exported:
    game = second_edition("SFTG", *companies)
    if "SFMA" in companies:
        game.token("SFMA", "R14-0-0")
    return game


def test_three_tuscan_companies_become_one() -> None:
    game = tuscany("SFLP", "SFMA", "SSFL")
    for company, train in (("SSFL", "2-0"), ("SFMA", "2-1"), ("SFLP", "2-2")):
        game.buy(company, train)
    buys(game, "SFTG", "2-3", "2-7")
    game.buy("SSFL", "3-0")
    game.buy("SFLP", "3-1")
    buys(game, "SFTG", "3-2", "4-0")
    game.add("remove_token", "SFLi", city="P12-0-0", slot=0)
    game.run("SFLi")
    assert game.tokens("SFLi") == ["Q11", "R14.0"]
    assert game.replayed().depot.held["SFLi"] == ["3-1", "3-0"]
    assert game.tokens("SSFL") == game.tokens("SFMA") == game.tokens("SFLP") == []


@pytest.mark.parametrize(
    ("companies", "tokens"),
    [
        (("SFLP", "SSFL"), ["P12", "Q11"]),
        (("SFMA", "SSFL"), ["Q11", "R14.0"]),
        (("SFLP", "SFMA"), ["P12", "R14.0"]),
    ],
)
def test_two_are_enough(companies, tokens) -> None:
    game = tuscany(*companies)
    buys(game, "SFTG", "2-0", "4-0")
    game.add("pass", "SFLi")
    assert game.tokens("SFLi") == tokens


def test_one_is_not_enough() -> None:
    game = tuscany("SSFL")
    buys(game, "SFTG", "2-0", "4-0")
    assert game.tokens("SFLi") == []
    assert game.tokens("SSFL") == ["Q11"]


def test_a_shared_city_keeps_one_token() -> None:
    game = tuscany("SFMA", "SSFL")
    game.lay("SFMA", "R14", "208-0", 1)
    game.token("SSFL", "208-0-0", 1)
    buys(game, "SFTG", "2-0", "4-0")
    assert game.tokens("SFLi") == ["Q11", "R14"]


def test_a_company_never_started_may_discard_or_remove_in_between() -> None:
    """It holds the minors for a moment; both in printed Firenze, one token must go."""
    game = second_edition("SFTG", "SFLP", "SFMA", "SSFL")
    game.token("SFMA", "R14-0-0")
    game.token("SFLP", "R14-0-1")
    buys(game, "SFTG", "2-0", "2-7")
    game.buy("SFMA", "3-0")
    buys(game, "SFTG", "3-1", "4-0")
    game.add("remove_token", "AFI", city="R14-0-1", slot=0)
    game.discard("AFI", "3-0")
    game.add("remove_token", "SFLi", city="P12-0-0", slot=0)
    assert game.notes() == []
    assert game.tokens("SFLi") == ["Q11", "R14.0"]
    assert game.trains("SFLi") == []
    game.par("AFI")
    assert game.notes() == []


def test_an_ownerless_company_keeps_pisa_and_firenze_only() -> None:
    game = tuscany("SFLP", "SFMA", "SSFL")
    buys(game, "SFTG", "2-0", "4-0")
    game.add("choose", 1, choice="cash")
    game.add("pass", "SFTG")
    assert game.tokens("SFLi") == ["Q11", "R14.0"]


def test_an_owner_who_passes_keeps_everything() -> None:
    game = tuscany("SFLP", "SFMA", "SSFL")
    buys(game, "SFTG", "2-0", "4-0")
    game.add("choose", 1, choice="cash")
    game.add("pass", "SFLi")
    assert game.tokens("SFLi") == ["P12", "Q11", "R14.0"]


def test_without_pisa_and_firenze_the_first_city_of_the_alphabet_stays() -> None:
    """SSFL has sold its token in Pisa and sits in Livorno, SFLP in Lucca (P12)."""
    game = tuscany("SFLP", "SSFL")
    game.token("SSFL", "S11-0-0")
    game.add("buy_token", "SFTG", city="Q11-0-0", slot=0, price=1)
    buys(game, "SFTG", "2-0", "4-0")
    game.add("pass", "SFTG")
    names = game.replayed().title.hexes
    assert (names["S11"].name or "") < (names["P12"].name or "")
    assert game.tokens("SFLi") == ["S11"]


def test_lite_has_no_tuscany() -> None:
    game = Exported("1841", "lite")
    game.par("SFTG")
    game.par("IRSFF")
    for train in [f"{p}-{c}" for p, n in (("2", 6), ("3", 5), ("4", 1)) for c in range(n)]:
        game.buy("SFTG", train)
    mention(game, "SB")
    assert game.notes() == []
    assert game.tokens("SB") == ["F16.0"]


# Ends


def test_a_bankruptcy_changes_nothing_on_the_map() -> None:
    game = second_edition("SFTC", "SFTG")
    game.buy("SFTC", "2-0")
    before = game.now("SFTC")
    game.add("bankrupt", "SFTC", option=1)
    assert game.now("SFTC") == before
    assert game.notes() == []
