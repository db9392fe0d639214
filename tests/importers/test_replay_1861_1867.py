"""Companies of 1861 and 1867 in exported games: minors that merge, the national company."""

from __future__ import annotations

from exported import Exported, bought, some

from bestrun.importers import replay
from bestrun.importers.title_1867 import Replay1867


def canada() -> Exported:
    """Two minors with a 2 each, CA in Trois-Rivières and AE in Ottawa."""
    game = Exported("1867", players=4)
    game.add("bid", 1, corporation="CA", price=100)
    game.token("CA", "M9-0-0")
    game.add("bid", 2, corporation="AE", price=100)
    game.token("AE", "J12-0-0")
    game.stock_round()
    bought(game, "CA", "2-0")
    bought(game, "AE", "2-1")
    return game


def test_neutral_tokens_lie_there_until_the_first_3() -> None:
    game = canada()
    assert game.now("CA").neutral == ("D2", "L12.2")
    assert game.now("CA").tokens["CN"] == ("D2", "L12.2", "F16.0")
    for train in some((2, 10), (3, 1))[2:]:
        game.buy("AE", train)
    assert game.now("CA").neutral == () and game.now("CA").tokens["CN"] == ("F16.0",)


def test_a_minor_becomes_a_major_with_all_it_has() -> None:
    game = canada()
    game.private("QB", "CA")
    game.add("convert", "CA")
    game.add("merge", "CA", corporation="CNR")
    assert game.tokens("CNR") == ["M9"] and game.tokens("CA") == []
    assert game.trains("CNR") == ["2"]
    (right,) = game.now("CNR").abilities
    assert (right.type, right.hexes) == ("hex_bonus", ("O7",))
    assert game.replayed().director("CNR") == 1


def test_minors_merge_into_the_major_that_is_named_last() -> None:
    game = canada()
    game.add("merge", "CA", corporation="AE")
    game.add("pass", "CA")
    game.add("merge", "CA", corporation="CPR")
    assert game.tokens("CPR") == ["J12", "M9"]
    assert game.trains("CPR") == ["2", "2"]
    assert game.tokens("CA") == game.tokens("AE") == []


def test_a_minor_without_a_train_is_nationalised() -> None:
    """The first 4 scraps its 2; the national company's token takes the place of its own."""
    game = canada()
    for train in some((2, 10), (3, 7), (4, 1))[2:]:
        game.buy("AE", train)
    assert game.tokens("CA") == [] and game.tokens("CN") == ["F16.0", "M9"]
    assert game.tokens("AE") == ["J12"], "it has bought trains"


def test_trains_leave_after_every_round_of_some_phases() -> None:
    game = canada()
    for train in some((2, 10), (3, 7), (4, 1))[2:]:
        game.buy("AE", train)
    game.lay("AE", "J12", "202-0", 1)
    assert game.replayed().depot.supply[0] == "4-2" and game.notes() == []


def test_a_major_may_be_taken_over_by_choice() -> None:
    game = canada()
    game.add("convert", "CA")
    game.add("merge", "CA", corporation="CNR")
    game.add("choose", "CNR", choice="nationalize")
    assert game.tokens("CNR") == [] and "M9" in game.tokens("CN")


def test_the_national_company_keeps_a_token_for_its_city() -> None:
    """Eight tokens: one lies in Toronto, one is kept for Montreal."""
    game = replay(canada().export())
    for _ in game.moments():
        pass
    cities = ("D8", "F8", "E13", "E15", "C17", "I15", "N12")
    for hex_id in cities:
        game.ground.place("BO", game.ground.cities(hex_id)[0])
    assert isinstance(game, Replay1867)
    game.nationalise("BO")
    placed = game.ground.tokens_written()["CN"]
    assert sum(each in cities for each in placed) == 6
    assert "BO" not in game.ground.tokens_written()


def test_the_russian_state_runs_with_what_it_took_over() -> None:
    game = Exported("1861", players=3)
    game.add("bid", 1, corporation="RO", price=100)
    game.add("bid", 2, corporation="KR", price=100)
    game.stock_round()
    assert game.tokens("RO") == ["B4"] and game.tokens("KR") == ["G15"]
    bought(game, "RO", "2-0")
    bought(game, "KR", *some((2, 10), (3, 7), (4, 1))[1:])
    assert game.tokens("RO") == [] and game.tokens("RSR") == ["B4"]
    game.lay("KR", "G15", "202-0", 1)
    assert game.tokens("RSR") == ["B4", "E1.1"], "its home, when it first operates"
    assert game.trains("RSR") == ["4"], "it must own a train"
    assert game.notes() == []
