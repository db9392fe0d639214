"""1824 and 1858 in exported games: railways that are exchanged, formed, and wounded trains."""

from __future__ import annotations

from exported import Exported, bought, some

# 1824


def austria(*companies: str) -> Exported:
    """A player has bought companies, each of which has passed a turn."""
    game = Exported("1824", players=4)
    for company in companies:
        game.add("buy_company", 1, company=company, price=120)
    game.stock_round()
    for company in companies:
        game.add("pass", company)
    return game


def test_a_coal_railway_has_a_train_at_once() -> None:
    game = austria("MLB", "EPP")
    assert game.replayed().depot.held == {"MLB": ["1g-0"], "EPP": ["1g-1"]}
    assert game.replayed().director("EPP") == 1


def test_a_coal_railway_is_exchanged_and_its_token_blocks() -> None:
    game = austria("EOD")
    game.add("special_buy", 1, description="EOD")
    assert game.tokens("EOD") == [] and game.tokens("B") == ["A12"]
    assert game.trains("MS") == ["1g"] and game.replayed().director("MS") == 1
    game.add("special_buy", 1, description="a hat")
    assert game.notes() == ["special_buy: nothing is known about a hat"]


def test_state_railways_are_formed_after_the_round() -> None:
    game = austria("SD2", "SD3")
    bought(game, "SD2", *some((2, 9), (3, 7)), "4-0")
    assert game.tokens("SD") == [] and game.tokens("SD2") == ["G10"]
    game.stock_round()
    game.add("pass", "SD")
    assert game.tokens("SD") == ["E12.0", "G10", "G4"] and game.tokens("SD2") == []


def test_the_cheapest_train_that_carries_no_goods_leaves_after_a_set() -> None:
    game = austria("MLB", "SD2")
    game.stock_round()
    game.add("pass", "SD2")
    assert game.replayed().depot.supply[0] == "2-1"


def test_one_of_two_tokens_in_vienna_is_given_back() -> None:
    for choice, token in (("Return one token", "E12.2"), ("Return the other token", "E12.1")):
        game = austria("KK1", "KK2")
        bought(game, "KK1", *some((2, 9), (3, 7), (4, 4), (5, 3)), "6-0")
        game.stock_round()
        game.add("choose", 1, choice=choice)
        assert game.tokens("KK") == [token]


# 1858


def spain(*privates: str) -> Exported:
    game = Exported("1858", players=4)
    for private in privates:
        game.add("bid", 1, company=private, price=100)
    game.stock_round()
    for private in privates:
        game.add("pass", private, by="minor")
    game.stock_round()
    return game


def exchanged(game: Exported, private: str, share: str, percent: int = 20) -> int:
    return game.add("buy_shares", private, by="minor", shares=[share], percent=percent)


def test_a_private_railway_has_no_token_and_starts_a_company() -> None:
    game = spain("C&S", "C&M")
    assert game.now("C&S").tokens == {}
    exchanged(game, "C&S", "A_0", 40)
    game.token("A", "E18-0-0")
    assert game.tokens("A") == ["E18"] and game.replayed().director("A") == 1
    exchanged(game, "C&M", "A_1")
    game.token("A", "G18-0-0")
    played = game.replayed()
    assert game.tokens("A") == ["E18", "G18"] and not played.clock.operating
    assert game.now("A").privates == ("C&M",)
    game.run("A")
    game.add("dividend", "A")
    assert game.now("A").privates == ()


def test_a_share_from_the_market_brings_no_private() -> None:
    game = spain("C&S", "C&M")
    exchanged(game, "C&S", "A_0", 40)
    game.shares(1, "A_1")
    game.add("sell_shares", 1, shares=["A_1"], percent=20)
    exchanged(game, "C&M", "A_1")
    assert game.now("A").privates == () and game.replayed().taken == ""


def test_all_privates_end_in_a_round_of_their_own() -> None:
    game = spain("C&S", "C&M")
    exchanged(game, "C&S", "A_0", 40)
    game.token("A", "E18-0-0")
    game.stock_round()
    game.run("A")
    game.add("choose", "C&M", by="minor", choice={"from": "treasury", "corporation": "A"})
    game.token("A", "G18-0-0")
    assert game.tokens("A") == ["E18", "G18"] and game.now("A").privates == ()
    assert game.replayed().clock.round_number == 1


def wounded(*trains: str) -> Exported:
    game = spain("C&S")
    exchanged(game, "C&S", "A_0", 40)
    game.token("A", "E18-0-0")
    return bought(game, "A", *trains)


def test_trains_are_wounded_and_rust_late() -> None:
    game = wounded("2H-0", *some(("4H", 1)))
    assert game.now("A").wounded == ()
    assert wounded("2H-0", "6H-0").now("A").wounded == ("2H",)
    game = wounded("6H-0", *some(("7E", 4)))
    assert game.now("A").wounded == ("6H",)
    game.buy("A", "7E-4")
    assert "6H" not in game.trains("A")
