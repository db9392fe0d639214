"""1822MX, 1822PNW and 1822CA in exported games: what differs from 1822."""

from __future__ import annotations

from exported import Exported
from test_replay_1822 import bidding, boxes


def won(title: str, wanted: str = "", seed: int = 1) -> Exported:
    """A game in which all minors of the boxes are won, with a wanted one among them."""
    while wanted and wanted not in boxes(Exported(title, players=4, seed=seed)):
        seed += 1
    return bidding(*boxes(Exported(title, players=4, seed=seed)), title=title, seed=seed)


# 1822MX


def test_the_national_railway_takes_over_what_nobody_wants() -> None:
    shown = boxes(Exported("1822MX", players=4, seed=1))
    game = bidding(*shown[1:], title="1822MX", seed=1)
    assert len(game.tokens("NDEM")) == 1
    game.add("pass", shown[1])
    home = game.replayed().title.companies[shown[0]].homes[0].partition(".")[0]
    assert home in {each.partition(".")[0] for each in game.tokens("NDEM")}
    assert game.trains("NDEM") == ["L", "L"]


def test_a_minor_comes_with_a_concession() -> None:
    game = won("1822MX")
    game.add("bid", 4, company="C1", price=100)
    game.add("pass", "18")
    assert game.tokens("18") == ["N25.1"] and game.replayed().director("18") == 4


def test_a_token_of_the_national_railway_is_sold() -> None:
    game = won("1822MX")
    game.par("MIR")
    game.stock_round()
    game.add("pass", "MIR")
    (stop,) = game.tokens("NDEM")
    hex_id, _, index = stop.partition(".")
    game.add("remove_token", "NDEM", city=f"{hex_id}-0-{index or 0}", slot=0)
    game.add("bid", "NDEM", price=50)
    game.add("merge", "NDEM", corporation="MIR")
    assert game.tokens("NDEM") == [] and stop in game.tokens("MIR") and game.notes() == []
    game.add("merge", "NDEM", corporation="MIR")
    assert game.notes() == ["merge: no token is being sold"]


def test_a_cube_lies_there_until_a_tile_does() -> None:
    game = won("1822MX")
    minor = boxes(Exported("1822MX", players=4, seed=1))[0]
    game.lay(minor, "K22", "BC-0")
    game.lay(minor, "K22", "BC-0")
    assert game.now(minor).cubes == {"K22": 2} and game.now(minor).tiles == {}
    game.lay(minor, "K22", "9-0", 1)
    assert game.now(minor).cubes == {}


# 1822PNW


def merging() -> tuple[Exported, str, str]:
    """Minor 8, which goes with SWW, and another one of the same player."""
    seed = next(each for each in range(99) if "8" in boxes(bidding(title="1822PNW", seed=each)))
    shown = boxes(Exported("1822PNW", players=4, seed=seed))
    other = next(each for each in shown if each not in ("8", "1", "5", "7", "17", "18", "20"))
    game = Exported("1822PNW", players=4, seed=seed)
    for minor in shown:
        game.add("bid", 1, company=f"M{minor}", price=100)
    for minor in ("8", other):
        game.run(minor)
    return game, other, game.tokens(other)[0]


def test_an_associate_and_another_minor_become_a_major() -> None:
    for token in ("replace", "exchange"):
        game, other, home = merging()
        game.add("merge", other, corporation="8")
        for choice in ("100", "4", token):
            game.add("choose", other, choice=choice)
        assert game.tokens("8") == game.tokens(other) == []
        assert game.tokens("SWW") == sorted(["H11", home] if token == "replace" else ["H11"])
        assert game.replayed().shares.held["SWW"] == {1: 40}


def test_a_minor_that_goes_with_nothing_merges_with_nothing() -> None:
    game, other, _ = merging()
    game.add("merge", other, corporation="21")
    assert game.notes() == [f"merge: neither {other} nor 21 goes with a major"]


def test_an_associate_becomes_the_major_of_its_player() -> None:
    game, _, _ = merging()
    game.par("SWW")
    game.add("choose", 1, choice="3")
    assert game.tokens("SWW") == ["H11"] and game.tokens("8") == []
    assert game.replayed().shares.held["SWW"] == {1: 30}


def test_a_private_makes_another_minor_an_associate() -> None:
    game, other, _ = merging()
    gone = next(each for each in ("1", "5", "7") if each not in game.replayed().stack.in_boxes())
    major = game.replayed().associates[gone]
    game.add("acquire_company", other, company="P20")
    game.add("choose", other, choice=gone)
    played = game.replayed()
    assert played.associates[other] == major and gone not in played.associates
    assert gone in played.closed and game.now(other).privates == ()


def test_a_major_that_is_started_ends_its_associate() -> None:
    game, _, _ = merging()
    waiting = next(each for each in ("1", "5", "7") if each in game.replayed().stack.cards)
    game.par(game.replayed().associates[waiting])
    assert waiting in game.replayed().closed


def test_forests_are_marked_and_the_mine_has_an_owner() -> None:
    game, other, home = merging()
    game.lay(other, "H7", "8-0", 0)
    assert game.now(other).assigned == {"H7": ("forest",)}
    game.add("acquire_company", other, company="P19")
    game.add("lay_tile", "P19", by="company", hex="H17", tile="PNW4-0", rotation=1)
    now = game.now("8")
    assert now.no_station == {"company": other, "stop": "H17"}
    assert sorted(now.tokens[other]) == sorted([home, "H17"])


# 1822CA


def test_a_route_is_shut_until_a_train_opens_it() -> None:
    game = won("1822CA")
    minor = boxes(Exported("1822CA", players=4, seed=1))[0]
    game.add("pass", minor)
    assert game.tokens("DD") == ["Q19", "Y27"]
    game.buy(minor, "3-0")
    assert game.tokens("DD") == []
    tiles = game.now(minor).tiles
    assert (tiles["Q19"], tiles["Y27"]) == ("DD-Q19:0", "DD-Y27:0")


def test_two_cars_are_asked_for_one_after_the_other() -> None:
    game = won("1822CA")
    game.par("GT")
    game.stock_round()
    game.add("pass", "GT")
    game.buy("GT", "3-0")
    game.buy("GT", "3-1")
    for private in ("P5", "P26"):
        game.add("acquire_company", "GT", company=private)
    for choices, trains in ((("1", "0"), ["3G", "3+6"]), (("None", "1"), ["3", "3G"])):
        again = Exported("1822CA", players=4, seed=1)
        again.data["actions"] = list(game.data["actions"])
        for choice in choices:
            again.add("choose", "GT", choice=choice)
        assert again.trains("GT") == trains and len(again.notes()) == len(game.notes())


def test_a_city_without_track_becomes_one_that_no_other_became() -> None:
    game = won("1822CA")
    game.par("CPR")
    game.stock_round()
    game.lay("CPR", "AF12", "M1-0", 0)
    assert game.tokens("CPR") == ["AF12.0", "C15"]


def test_the_sawmill_pays_all_or_its_owner() -> None:
    for choice, amount, company in (("open", 20, None), ("closed", 10, "GT")):
        game = won("1822CA")
        game.par("GT")
        game.stock_round()
        game.add("pass", "GT")
        game.add("acquire_company", "GT", company="P13")
        game.assign("P13", "D10")
        assert game.now("GT").premium is None
        game.add("choose", "GT", choice=choice)
        mill = game.now("GT").premium
        assert (mill.hex, mill.amount, mill.company) == ("D10", amount, company)


def test_an_acquisition_allows_another_tile_in_the_same_turn() -> None:
    game = won("1822CA", "6")
    game.par("GT")
    game.stock_round()
    game.lay("GT", "AC21", "T1-0", 0)
    game.add("merge", "GT", corporation="6")
    game.add("choose", "GT", choice="money")
    game.add("choose", "GT", choice="exchange")
    game.lay("GT", "AB20", "8-0", 0)
    assert game.replayed().clock.round_number == 1


def test_the_last_set_goes_on_where_no_player_acts_between() -> None:
    game = won("1822CA")
    minor = boxes(Exported("1822CA", players=4, seed=1))[0]
    for hex_id in ("AB20", "AB18", "AB16"):
        game.lay(minor, hex_id, "8-0", 0)
        game.run(minor)
    assert game.replayed().clock.label == "OR 1.3"
