"""1822 and its kin in exported games: boxes, acquisitions, destination tokens, cars."""

from __future__ import annotations

from exported import Exported, some

from bestrun.importers.bid_boxes import BoxesTable, MinorStack, listed, minor_stack
from bestrun.importers.lots import Lots


def bidding(*minors: str, title: str = "1822", seed: int = 6) -> Exported:
    """A game in which the first players have won minors out of the boxes."""
    game = Exported(title, players=4, seed=seed)
    for player, minor in enumerate(minors, 1):
        game.add("bid", player, company=f"M{minor}", price=100)
    return game


def boxes(game: Exported) -> list[str]:
    return game.replayed().stack.in_boxes()


def flipped(game: Exported, company: str, train: str) -> int:
    return game.add("buy_train", company, train=train, variant="2", exchange=train, price=80)


# Boxes


def test_cards_are_listed_one_by_one() -> None:
    assert listed(["P2-4", "C1", "MA"]) == ["P2", "P3", "P4", "C1", "MA"]


def test_a_stack_is_shuffled_with_all_cards_and_begins_with_the_named_one() -> None:
    table = BoxesTable(("P1-2", "M1-6"), ("M4",))
    stack = minor_stack(table, Lots(7))
    assert stack.cards[0] == "4" and sorted(stack.cards) == ["1", "2", "3", "4", "5", "6"]


def test_a_card_is_moved_behind_the_boxes_or_to_the_bottom() -> None:
    stack = MinorStack(["a", "b", "c", "d", "e"], 2, ["a", "b"])
    stack.move("e", top=True)
    assert stack.cards == ["a", "b", "e", "c", "d"]
    stack.move("c", top=False)
    assert stack.cards == ["a", "b", "e", "d", "c"]


def test_the_first_box_of_a_game_is_the_same_in_all() -> None:
    for seed in (1, 6):
        assert boxes(Exported("1822", players=4, seed=seed))[0] == "24"


def test_a_bid_for_a_card_in_no_box_is_not_followed() -> None:
    shown = boxes(Exported("1822", players=4, seed=5))
    other = next(str(each) for each in range(1, 25) if str(each) not in shown)
    assert bidding(other, seed=5).notes() == [f"bid: minor {other} is in no bidding box"]
    assert bidding(*shown, seed=5).notes() == []


def test_minors_without_a_bid_let_trains_leave() -> None:
    """One L for each, one more and the minor itself if it lies in the first box."""
    shown = boxes(Exported("1822", players=4, seed=5))
    game = bidding(*shown[1:], seed=5)
    game.lay(shown[1], "A1", "8-0")
    depot = game.replayed().depot
    assert depot.supply[0] == "L-2" and shown[0] in game.replayed().closed
    game = bidding(*shown[:3], seed=5)
    game.lay(shown[1], "A1", "8-0")
    assert game.replayed().depot.supply[0] == "L-1" and shown[3] in boxes(game)


def test_a_train_that_leaves_begins_its_phase() -> None:
    game = bidding("24")
    game.add("pass", "24")
    for train in some(("L", 22))[4:]:
        game.buy("24", train, "L")
    game.stock_round()
    game.add("pass", "24")
    assert game.now("24").phase == "3" and game.trains("24") == []


# Trains


def test_the_first_train_that_is_flipped_begins_a_phase() -> None:
    game = bidding("24")
    game.buy("24", "L-3", "L")
    assert game.now("24").phase == "1"
    flipped(game, "24", "L-3")
    assert game.now("24").phase == "2" and game.trains("24") == ["2"]


def test_a_first_train_that_somebody_has_stands_for_the_next_one() -> None:
    """As older exports write it; three minors were not bid for."""
    game = bidding("24")
    game.buy("24", "L-0", "L")
    depot = game.replayed().depot
    assert depot.held["24"] == ["L-3"]


def test_a_new_minor_buys_before_it_lays_track() -> None:
    game = bidding("24", "6")
    game.buy("24", "L-2", "L")
    game.lay("24", "D35", "57-0", 2)
    game.run("24")
    game.lay("6", "G16", "5-0", 3)
    assert game.replayed().clock.label == "OR 1.1"


def test_trains_of_privates_come_to_a_company_that_is_full() -> None:
    game = bidding("24")
    game.add("pass", "24")
    for train in some(("L", 5))[3:]:
        game.buy("24", train, "L")
    game.add("acquire_company", "24", company="P19")
    assert game.trains("24") == ["L", "L", "LP"] and game.now("24").privates == ()
    game.run("24")
    assert game.runs()[-1].problems == ()
    game.discard("24", "LP-0")
    assert "LP-0" not in game.replayed().depot.pool


def test_a_car_makes_another_train_of_one_until_it_has_run() -> None:
    game = bidding("24")
    game.buy("24", "L-3", "L")
    flipped(game, "24", "L-3")
    game.lay("24", "D35", "57-0", 2)
    game.add("acquire_company", "24", company="P13")
    assert game.trains("24") == ["2"]
    game.add("choose", "24", choice="0")
    assert game.trains("24") == ["2+"]
    game.run("24")
    assert game.trains("24") == ["2"] and game.runs()[-1].position.trains == ("2+",)
    game.add("choose", "24", choice="1")
    assert game.notes() == ["choose: 24 has no train 1 to couple a car to"]


# Tokens


def majors(*companies: str) -> Exported:
    game = bidding("24", "6")
    game.add("pass", "24")
    for company in companies:
        game.par(company)
    game.stock_round()
    for company in companies:
        game.add("pass", company)
    return game


def test_a_company_may_begin_with_its_destination_token() -> None:
    game = majors("LNWR", "MR")
    assert game.tokens("LNWR") == ["I22", "M38.3"] and game.tokens("MR") == ["J29"]
    assert game.now("LNWR").destination == {"home": "M38.3", "token": "I22"}
    assert game.now("MR").destination == {}


def test_a_destination_token_adds_a_place_only_where_none_is_free() -> None:
    game = majors("MR", "NER")
    game.add("hex_token", "MR", hex="L19")
    assert game.now("MR").slots == {"L19": 2} and game.tokens("MR") == ["J29", "L19"]
    game.lay("NER", "L19", "5-0", 0)
    assert game.now("MR").slots == {"L19": 2}
    game.buy("NER", "3-0")
    game.lay("NER", "L19", "15-0", 0)
    assert game.now("MR").slots == {}
    game.add("hex_token", "MR", hex="L19")
    assert game.notes()[-1] == "hex_token: MR has no destination token to place"


def test_a_token_in_the_city_of_the_destination_goes_back() -> None:
    game = majors("LYR")
    game.token("LYR", "I22-0-0")
    assert game.replayed().left("LYR") is None
    game.add("hex_token", "LYR", hex="I22")
    assert game.tokens("LYR") == ["G22", "I22"] and game.replayed().left("LYR") == (100,)


def test_an_acquired_minor_leaves_train_and_token() -> None:
    game = majors("MR")
    game.buy("6", "3-0")
    game.add("pass", "MR")
    game.add("merge", "MR", corporation="6")
    game.add("choose", "MR", choice="two_shares")
    game.add("choose", "MR", choice="replace")
    assert game.tokens("6") == [] and game.tokens("MR") == ["G16", "J29"]
    assert game.trains("MR") == ["3"] and game.replayed().left("MR") == (100,)
    assert game.replayed().shares.held["MR"] == {1: 20, 2: 20}


def test_a_kept_token_is_exchanged_for_one_to_place() -> None:
    for choice, tokens, left in (("exchange", ["J29"], (100, 100)), ("remove", ["J29"], (100,))):
        game = majors("MR")
        game.add("merge", "MR", corporation="6")
        game.add("choose", "MR", choice="money")
        game.add("choose", "MR", choice=choice)
        assert game.tokens("MR") == tokens and game.replayed().left("MR") == left


def test_a_minor_out_of_the_boxes_leaves_its_home() -> None:
    game = majors("MR")
    minor = next(each for each in boxes(game) if each != "14")
    home = game.replayed().title.companies[minor].homes[0]
    game.add("merge", "MR", corporation=minor)
    game.add("choose", "MR", choice="money")
    game.add("choose", "MR", choice="replace")
    assert game.tokens("MR") == sorted([home, "J29"]) and minor not in boxes(game)


def test_a_minor_that_chooses_its_home_gets_a_place_of_its_own() -> None:
    seed = next(each for each in range(60) if "14" in boxes(bidding(seed=each)))
    game = bidding("24", "14", seed=seed)
    game.token("14", "M38-0-2", 1)
    game.lay("14", "L37", "8-0", 0)
    assert game.tokens("14") == ["M38.2"] and game.now("14").slots == {"M38.2": 2}


# Privates


def test_an_upgrade_or_a_minor_s_lay_uses_up_two() -> None:
    game = majors("MR")
    game.add("acquire_company", "MR", company="P12")
    game.add("lay_tile", "P12", by="company", hex="J27", tile="8-0", rotation=0)
    assert game.now("MR").privates == ("P12",)
    game.add("lay_tile", "P12", by="company", hex="J25", tile="8-1", rotation=0)
    assert game.now("MR").privates == ()
    game = majors("MR")
    game.add("acquire_company", "6", company="P12")
    game.add("lay_tile", "P12", by="company", hex="G14", tile="8-0", rotation=0)
    assert game.now("6").privates == ()


def test_a_private_is_given_up_for_a_kept_token() -> None:
    game = majors("MR")
    game.add("acquire_company", "MR", company="P18")
    game.add("choose_ability", "P18", by="company", choice="exchange")
    assert game.now("MR").privates == () and game.replayed().left("MR") == (100, 100)


def test_a_private_moves_a_card() -> None:
    game = majors("MR")
    last = game.replayed().stack.cards[-1]
    game.add("acquire_company", "MR", company="P17")
    game.add("choose_ability", "P17", by="company", choice=f"M{last}_top")
    assert game.replayed().stack.cards[4] == last and game.now("MR").privates == ()
