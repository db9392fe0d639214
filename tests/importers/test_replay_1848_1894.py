"""1848, 1894, 18Ireland and 18SJ in exported games: what happens there beside actions."""

from __future__ import annotations

import pytest
from exported import Exported, bought, route, some, started

from mapdata.errors import InputError

# 1848


def australia() -> Exported:
    """SAR and NSW operate once; then NSW alone."""
    game = started("1848", "SAR", "NSW", "VR")
    for company in ("SAR", "NSW", "VR"):
        game.add("pass", company)
    game.buy("VR", "2-0", "2")
    game.stock_round()
    for _ in range(2):
        for company in ("SAR", "VR"):
            game.add("pass", company)
        game.stock_round()
    return game


def test_a_company_in_receivership_leaves_its_tokens_to_the_bank() -> None:
    game = australia()
    assert game.tokens("NSW") == [] and game.tokens("BOE") == ["F17"]
    game.lay("SAR", "F17", "6-0", 0)
    assert game.tokens("BOE") == ["F17"]


def test_a_company_with_two_homes_takes_them_whatever_stands_there() -> None:
    game = started("1848", "NSW", "SAR", "COM")
    for company in ("NSW", "SAR"):
        game.add("pass", company)
    game.lay("COM", "D7", "8-0", 0)
    now = game.now("COM")
    assert now.tokens["COM"] == ("F17", "G6") and now.slots == {"F17": 2, "G6": 2}


def test_a_tile_joins_hexes() -> None:
    game = started("1848", "SAR")
    game.add("pass", "SAR")
    assert game.now("SAR").neighbours == {}
    game.add("lay_tile", "P3", by="company", hex="I10", tile="241-0", rotation=1)
    joined = game.now("SAR").neighbours
    assert joined["H11"]["0"] == joined["H9"]["5"] == "I10" and "I8" not in joined["H9"].values()


# 1894


def test_a_city_that_splits_has_its_tokens_placed_again() -> None:
    game = started("1894", "AG", "Est")
    game.lay("AG", "D15", "15-0", 1)
    game.lay("Est", "I10", "57-1", 0)
    game.token("Est", "15-0-0", 1)
    assert game.tokens("Est") == ["D15", "I10"]
    game.lay("AG", "D15", "X19-0", 1)
    assert game.tokens("AG") == [] and game.tokens("Est") == ["I10"]
    game.token("AG", "X19-0-0")
    game.token("Est", "X19-0-0")
    now = game.now("AG")
    assert now.tokens["AG"] == ("D15.0",) and "D15.0" in now.tokens["Est"]
    assert now.slots == {"D15.0": 2} and game.replayed().clock.company == "AG"


def test_a_home_is_chosen_and_a_ferry_bought() -> None:
    game = started("1894", "AG")
    game.par("LF")
    game.add("choose", 1, choice="Amiens (E6)")
    game.add("pass", "LF")
    game.add("special_buy", "LF", description="Ferry marker")
    assert game.tokens("LF") == ["E6"] and game.now("LF").markers == ("ferry",)
    game.add("special_buy", "LF", description="A balloon")
    assert game.notes() == ["special_buy: nothing is known about A balloon"]


# 18Ireland


def ireland(*minors: str, seed: int = 3) -> Exported:
    game = Exported("18Ireland", players=3, seed=seed)
    game.add("bid", 1, company="DK", price=120)
    for minor in minors:
        game.add("bid", 2, corporation=minor, price=100)
        game.add("bid", 1, corporation=minor, price=110)
    game.stock_round()
    for minor in ("DKR", *minors):
        game.run(minor)
    return game


def test_a_minor_is_started_with_a_private_and_a_train() -> None:
    game = ireland()
    assert game.tokens("DKR") == ["I11.0"] and game.trains("DKR") == ["2H"]
    assert game.replayed().director("DKR") == 1
    without = Exported("18Ireland", players=3, seed=3)
    assert "DKR" in without.replayed().taken_out and without.tokens("DKR") == []


def test_the_last_bid_starts_a_minor() -> None:
    game = ireland("WKR")
    assert game.tokens("WKR") == ["G19"] and game.replayed().director("WKR") == 1


def test_minors_that_are_voted_for_become_a_major() -> None:
    game = ireland("WKR", "LER", "GJR")
    game.buy("GJR", "2H-1")
    for minor in ("WKR", "LER"):
        game.add("merge", 1, corporation=minor)
    game.add("choose", 2, choice="against")
    for minor in ("WKR", "GJR"):
        game.add("merge", 1, corporation=minor)
    game.add("choose", 1, choice="for")
    game.add("merge", 1, corporation="WLWR")
    assert game.tokens("WLWR") == ["D6", "G19"] and game.trains("WLWR") == ["2H"]
    assert game.tokens("LER") == ["G1"] and game.replayed().left("WLWR") == (50,)


def test_trains_that_rust_become_smaller_ones() -> None:
    game = ireland("WKR")
    bought(game, "WKR", "2H-1", *some(("4H", 5))[:1], "6H-0")
    depot = game.replayed().depot
    assert depot.pool == {"1H'-0", "1H'-1"}
    game.buy("WKR", "1H'-0")
    assert game.trains("WKR") == ["4H", "6H", "1H'"]
    assert [each for each in game.notes() if "1H'" in each] == []


# 18SJ


def sweden(*companies: str) -> Exported:
    game = started("18SJ", *companies, players=4, seed=3)
    for company in companies:
        game.add("pass", company)
    return game


def test_a_minor_runs_from_the_start_and_is_bought() -> None:
    game = sweden("SNJ")
    assert game.tokens("KHJ") == ["D15"] and game.trains("KHJ") == ["2"]
    game.private("KHJ", "SNJ")
    assert game.tokens("KHJ") == [] and game.tokens("SNJ") == ["D15", "G26"]
    assert game.trains("SNJ") == ["2"]


def test_a_minor_that_nobody_bought_closes() -> None:
    game = sweden("SNJ")
    bought(game, "SNJ", *some((2, 7))[1:], *some((3, 5), (4, 4)), "5-0")
    assert game.tokens("KHJ") == []


def test_a_company_without_a_train_that_acts_no_more_was_nationalised() -> None:
    game = sweden("UGJ", "SNJ")
    bought(game, "SNJ", *some((2, 7))[1:], *some((3, 5)), "4-0")
    game.lay("SNJ", "F25", "8-0", 0)
    assert game.tokens("UGJ") == [] and game.tokens("SJ") == ["F13"]
    both = sweden("UGJ", "BJ", "SNJ")
    bought(both, "SNJ", *some((2, 7))[1:], *some((3, 5)), "4-0")
    assert "is not known" in both.notes()[-1]


def test_marks_of_the_canal_company_leave_when_they_were_used() -> None:
    game = sweden("SNJ")
    game.buy("SNJ", "2-1")
    game.private("GKB", "SNJ")
    for hex_id in ("C12", "C16"):
        game.add("assign", "SNJ", target=hex_id, target_type="hex")
    assert game.now("SNJ").assigned == {"C12": ("GKB50",), "C16": ("GKB30",)}
    game.run("SNJ", route("2-1", 70, "C12 C16", nodes="C12-0 C16-0"))
    assert game.now("SNJ").assigned == {"C16": ("GKB30",)}


def test_some_trains_are_bought_before_the_run() -> None:
    game = sweden("SNJ", "BJ")
    game.private("MV", "BJ")
    game.buy("BJ", "2-1")
    game.run("BJ")
    assert game.replayed().clock.label == "OR 1.1"


def test_the_owner_of_an_electric_train_passes_national_tokens() -> None:
    game = sweden("UGJ", "SNJ")
    bought(game, "SNJ", *some((2, 7))[1:], *some((3, 5)), "4-0")
    game.lay("SNJ", "F25", "8-0", 0)
    assert game.now("SNJ").neutral == ()
    for train in (*some((4, 4))[1:], *some((5, 3), (6, 2))):
        game.buy("SNJ", train)
    game.buy("SNJ", "D-0", "E")
    assert game.now("SNJ").neutral == ("F13",)


def test_a_game_for_two_is_not_followed() -> None:
    with pytest.raises(InputError, match="for two"):
        Exported("18SJ", players=2).replayed()
