"""1841 replayed: companies that merge or are transformed."""

from __future__ import annotations

import pytest
from exported import Exported
from games_1841 import buys, first_edition, mention, second_edition

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
