"""18CZ in exported games: cards of three sides, companies that are bought, two players."""

from __future__ import annotations

from exported import Exported, some, started


def bohemia(*companies: str, players: int = 4) -> Exported:
    game = started("18CZ", *companies, players=players)
    for company in companies:
        game.add("pass", company)
    return game


def test_two_players_have_a_board_of_their_own() -> None:
    assert bohemia("EKJ").replayed().title.id == "18CZ"
    assert Exported("18CZ", players=2, seed=1616278041).replayed().title.id == "18CZ2"


def test_a_company_runs_its_kind_of_train_alone() -> None:
    game = started("18CZ", "ATE", "EKJ")
    for card in some(("2a", 5)):
        game.buy("EKJ", card)
    game.buy("EKJ", "2b-0", "2b")
    game.buy("ATE", "2b-1", "2+2b")
    game.add("buy_train", "ATE", train="2a-0", price=1)
    assert game.trains("ATE") == ["2+2b"] and game.trains("EKJ") == [*["2a"] * 4, "2b"]
    game.add("swap_train", "ATE", train="2a-0")
    assert game.notes() == []
    game.add("swap_train", "ATE", train="2a-1")
    assert game.notes() == ["swap_train: ATE has no train 2a-1"]


def test_a_card_ends_others_under_the_side_that_is_bought() -> None:
    """A 3+3e ends no 2a; a 4e does, and a card that leaves counts as all of its sides."""
    cards = some(("2a", 5), ("2b", 4), ("3c", 4), ("3d", 4))
    for side, left in (("3+3e", 5), ("4e", 0)):
        game = started("18CZ", "ATE", "EKJ")
        for card in cards:
            game.buy("EKJ", card)
        game.buy("ATE", "4e-0", side)
        assert game.trains("EKJ").count("2a") == left, side
    game = started("18CZ", "ATE", "EKJ")
    for card in cards:
        game.buy("EKJ", card)
    game.stock_round()
    game.add("pass", "EKJ")
    assert game.trains("EKJ").count("2a") == 0


def test_rounds_of_a_set_are_fixed() -> None:
    game = bohemia("EKJ")
    for _ in range(4):
        game.stock_round()
        game.add("pass", "EKJ")
    game.run("EKJ")
    game.run("EKJ")
    assert game.replayed().clock.label == "OR 5.2"


def test_a_large_company_lays_its_home() -> None:
    game = started("18CZ", "SX")
    game.lay("SX", "A8", "8896-0", 4)
    assert game.tokens("SX") == ["A8"]


def test_a_company_that_is_bought_leaves_token_and_trains() -> None:
    game = bohemia("BTE", "EKJ")
    game.buy("EKJ", "2a-0")
    game.private("S1", "EKJ")
    game.add("buy_corporation", "BTE", corporation="EKJ", price=50)
    assert game.tokens("BTE") == ["D3", "D5"] and game.tokens("EKJ") == []
    assert game.now("BTE").privates == ("S1",)
    game.add("remove_token", "BTE", city="D5-0-0", slot=0)
    game.add("sell_company", "BTE", company="S1")
    assert game.tokens("BTE") == ["D3"] and game.now("BTE").privates == ()
    game.add("remove_token", "BTE", city="D5-0-0", slot=0)
    game.add("buy_corporation", "BTE", corporation="XY", price=50)
    assert [each.partition(":")[0] for each in game.notes()] == [
        "remove_token",
        "buy_corporation",
    ]


def test_the_third_of_two_players_gets_companies_by_lot_and_new_trains() -> None:
    game = Exported("18CZ", players=2, seed=1616278041)
    (small,) = game.replayed().third
    assert game.trains(small) == ["2a"]
    mine = next(each for each in ("EKJ", "VBW", "BCB") if each != small)
    game.par(mine)
    game.stock_round()
    for card in some(("2a", 5))[1:]:
        game.buy(mine, card)
    game.buy(mine, "2b-0")
    medium = game.replayed().third[1]
    assert game.trains(medium) == ["2+2b"]
    game.stock_round()
    game.add("pass", mine)
    assert game.trains(small) == ["2b"] and game.trains(medium) == ["2+2b"]
