"""Further titles in exported games: what their import tables say beside those before them."""

from __future__ import annotations

from exported import Exported, bought, some, started

from bestrun.importers import replay

# Like 1817


def world(*phase: str) -> Exported:
    game = Exported("1817WO", players=3)
    game.add("bid", 1, corporation="H", price=200)
    game.add("place_token", "H", city="F1-0-0", slot=1)
    game.lay("H", "E2", "9-0", 1)
    for train in phase:
        game.buy("H", train)
    return game


def test_a_neutral_token_lies_there_until_a_phase() -> None:
    assert world().now("H").neutral == ("L9",)
    assert world(*some((2, 48), ("2+", 2))).now("H").neutral == ("L9",)
    later = world(*some((2, 48), ("2+", 2), (3, 1))).now("H")
    assert later.neutral == () and later.tokens == {"H": ("F1",)}


def test_a_second_token_at_the_start_begins_no_round() -> None:
    game = world()
    game.run("H")
    game.stock_round()
    game.add("bid", 2, corporation="ME", price=200)
    game.add("place_token", "ME", city="L9-0-0", slot=0)
    game.add("place_token", "ME", city="A2-0-0", slot=0)
    assert game.replayed().clock.label == "OR 1.1"
    assert game.tokens("H") == ["F1"], "H has not missed a round"


def test_a_company_may_buy_trains_when_it_is_started() -> None:
    game = Exported("1877: Venezuela", players=4, seed=830677713)
    game.add("bid", 1, corporation="BPC", price=160)
    game.add("place_token", "BPC", city="E2-0-0", slot=0)
    game.buy("BPC", "2-0")
    assert game.trains("BPC") == ["2"] and not game.replayed().clock.operating
    game.lay("BPC", "E2", "5-0", 4)
    assert game.replayed().clock.label == "OR 1.1"


def test_a_lot_labels_hexes() -> None:
    game = Exported("1877: Venezuela", players=4, seed=830677713)
    assert game.now("BPC").labels == {"B5": "⛏️", "H3": "⛏️"}
    without = Exported("1877: Venezuela", "no_mines", players=4, seed=830677713)
    assert without.now("BPC").labels == {}


def hiawatha(*privates: str) -> Exported:
    game = Exported("18 Hiawatha", players=4)
    game.add("bid", 1, corporation="J", price=200)
    game.add("place_token", "J", city="H4-0-0", slot=0)
    for private in privates:
        game.add("assign", 1, target=private, target_type="company")
    return game


def test_a_private_brings_its_train_to_the_company_being_started() -> None:
    game = hiawatha("RR")
    assert game.trains("J") == ["2"] and game.now("J").privates == ()
    game.lay("J", "H6", "8-0", 4)
    game.buy("J", "2-1")
    assert game.notes() == [] and game.trains("J") == ["2", "2"]


def test_marks_of_privates_on_hex_and_company() -> None:
    game = hiawatha("FC", "FU")
    game.assign("FC", "I3")
    game.add("lay_tile", "FU", by="company", hex="E3", tile="8-0", rotation=5)
    now = game.now("J")
    assert now.assigned == {"I3": ("FC",), "E3": ("farm",)} and now.markers == ("FC",)


# Like 1856


def test_the_last_trains_of_an_option_bring_their_phase() -> None:
    for rules, last in (((), "8"), (("diesel_variant",), "D")):
        game = Exported("1836Jr56", *rules, players=4)
        game.par("B")
        game.stock_round()
        bought(game, "B", *some((2, 5), (3, 4), (4, 3), (5, 2), (6, 2)), f"{last}-0")
        assert game.notes() == [] and game.now("B").phase == last


# Homes and marks


def test_a_second_home_token_lies_with_the_first() -> None:
    game = started("18JP-T", "TR")
    game.lay("TR", "G77", "8-0", 2)
    assert game.tokens("TR") == ["A77", "H76"]
    assert game.now("TR").assigned["H84"] == ("TR",)


def test_a_token_takes_the_mark_of_its_company_off() -> None:
    game = started("18JP-T", "TR", "SER")
    game.lay("TR", "G77", "8-0", 2)
    game.token("TR", "H84-0-0")
    game.lay("SER", "E83", "57-0", 2)
    game.token("SER", "A81-0-0")
    marks = game.now("TR").assigned
    assert "H84" not in marks and marks["A81"] == ("SER",)
    assert [each.hexes for each in game.now("SER").abilities] == [("A81",)]


# Florida


def florida(*trains: str) -> Exported:
    game = started("18FL", "FECR", "SAL")
    return bought(game, "FECR", *trains)


def test_a_token_on_a_hex_is_a_mark_and_used_up() -> None:
    game = florida()
    game.lay("FECR", "I28", "58-0", 0)
    game.add("hex_token", "FECR", hex="I28", cost=20)
    now = game.replayed().to_build("FECR")
    assert now.assigned == {"I28": ("FECR",)} and now.left == (20, 20)
    assert set(now.tokens) == {"LN", "Plant", "SR", "SAL", "ACL", "FECR"}
    game.add("hex_token", "FECR", hex="Z9", cost=20)
    assert game.notes() == ["hex_token: there is no hex Z9"]
    game = started("1889", "AR")
    game.add("hex_token", "AR", hex="K8", cost=20)
    assert game.notes() == ["hex_token: nothing is known about tokens on hexes"]


def test_a_token_of_a_private_stands_beside_the_places() -> None:
    game = florida()
    game.add("place_token", "TC", by="company", city="K28-0-0", slot=0, tokener="SAL")
    now = game.now("SAL")
    assert now.slots == {"K28": 2} and now.tokens["SAL"] == ("B23.0", "K28")


def test_the_marker_of_a_player_s_private_goes_to_the_company_on_turn() -> None:
    game = florida("2-0")
    game.assign("POSC", "B23")
    game.lay("SAL", "C24", "58-0", 0)
    assert game.now("SAL").markers == ("POSC",) and game.now("FECR").markers == ()


def test_a_hurricane_clears_hexes_and_gives_tokens_back() -> None:
    game = florida()
    game.lay("FECR", "M26", "8-0", 1)
    game.lay("FECR", "M24", "58-0", 4)
    game.add("hex_token", "FECR", hex="M24", cost=20)
    bought(game, "FECR", *some((2, 5), (3, 4), (4, 3), (5, 2)))
    game.buy("FECR", "6-0", "3E")
    now = game.replayed().to_build("FECR")
    assert now.tiles == {} and now.assigned == {} and now.left == (20, 20, 20)


# Mississippi and Missouri


def test_companies_choose_marks_and_markers() -> None:
    game = started("1850", "NP", "KATY")
    game.private("MRC", "NP")
    game.add("choose", "KATY", choice="Place Edge Token")
    game.add("choose", "KATY", choice="Buy Mesabi Token")
    game.add("choose", "KATY", choice="anything else")
    assert game.now("NP").markers == game.now("KATY").markers == ("mesabi",)
    assert game.now("NP").assigned == {"M2": ("KATY",)}


def test_what_a_director_buys_back_ends_no_set() -> None:
    for title in ("1850", "1870"):
        game = started(title, "MP", "GN" if title == "1850" else "FW")
        game.lay("MP", "K12", "8-0", 0)
        game.add("sell_shares", 1, shares=["MP_3"], percent=10)
        game.buy("MP", "2-0")
        game.add("buy_shares", 2, shares=["MP_3"], percent=10)
        game.add("pass", "MP")
        assert game.replayed().clock.label == "OR 1.1" and game.replayed().clock.operating
        game.add("buy_shares", 2, shares=["MP_4"], percent=10)
        assert not game.replayed().clock.operating


# Companies that end


def test_a_company_that_is_started_again_has_ended_before() -> None:
    game = started("1870", "MP", "FW")
    bought(game, "MP", "2-0")
    bought(game, "FW", "2-1")
    game.stock_round()
    sale = game.add("sell_shares", 1, shares=["FW_0", "FW_1"], percent=30)
    again = game.par("FW")
    played = replay(game.export())
    seen = {step.id: bool(played.ground.placed("FW")) for step in played.moments()}
    assert seen[sale] and not seen[again]
    assert game.trains("FW") == [] and "2-1" not in game.replayed().depot.pool


def test_a_company_that_still_sold_a_train_ended_in_the_turn_it_missed() -> None:
    game = started("1870", "MP", "FW")
    bought(game, "MP", "2-0")
    bought(game, "FW", "2-1")
    game.lay("MP", "K12", "8-0", 0)
    sold = game.buy("MP", "2-1")
    game.lay("MP", "K14", "8-1", 0)
    game.run("MP")
    last = game.lay("MP", "L13", "8-2", 0)
    played = replay(game.export())
    seen = {step.id: bool(played.ground.placed("FW")) for step in played.moments()}
    assert seen[sold] and not seen[last]
