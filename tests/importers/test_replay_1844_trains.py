"""1844 replayed: trains, phases and rounds."""

from __future__ import annotations

import pytest
from exported import Exported, acted
from games_1844 import SUPPLY, first_unsold, rounds, sell_until

# Trains and phases


@pytest.mark.parametrize(
    ("last", "phase", "sides"),
    [
        ("2-12", "2", ["2", "2H"]),
        ("3-0", "3", ["2H", "3"]),
        ("3-8", "3", ["2H", "3", "3H"]),
        ("4-0", "4", ["3H", "4"]),
        ("5-0", "5", ["3H", "4", "4H", "5"]),
        ("6-0", "6", ["4H", "5", "5H", "6"]),
        ("8E-0", "7", ["5H", "6", "6H", "8E"]),
        ("8E-1", "7", ["5H", "6", "6H", "8E", "8H"]),
    ],
)
def test_the_first_of_a_type_starts_its_phase(last: str, phase: str, sides: list[str]) -> None:
    """AB buys everything, the first of each type as it is, the others as H trains."""
    game = Exported()
    game.passes("AB")
    for train in SUPPLY[: SUPPLY.index(last) + 1]:
        pile, copy = train.split("-")
        game.buy("AB", train, pile if copy == "0" else f"{pile[0]}H")
    assert game.notes() == []
    assert game.now("AB").phase == phase
    assert list(dict.fromkeys(game.trains("AB"))) == sides


def test_a_train_keeps_its_name_between_companies_unless_a_side_is_chosen() -> None:
    game = Exported()
    game.turn("AB", ("2-0", "2H"))
    game.turn("STB")
    game.buy("STB", "2-0")
    assert (game.trains("AB"), game.trains("STB")) == ([], ["2H"])
    game.buy("AB", "2-0", "2")
    assert (game.trains("AB"), game.trains("STB")) == (["2"], [])


def test_a_purchase_between_companies_starts_no_phase() -> None:
    game = Exported()
    game.turn("AB", ("2-0", "2"))
    game.turn("STB")
    game.buy("STB", "2-0")
    assert game.now("AB").phase == "2"
    assert first_unsold(game) == "2-1"


def test_a_discarded_train_is_out_of_the_game_whoever_discards() -> None:
    game = Exported()
    game.turn("AB", ("2-0", "2"), ("2-1", "2H"))
    game.discard("AB", "2-0")
    assert game.trains("AB") == ["2H"]
    game.buy("AB", "2-0")
    assert game.trains("AB") == ["2H"]
    assert game.notes() == ["buy_train: there is no train 2-0 to be had"]


def test_a_train_out_of_order_shows_that_those_before_it_have_gone() -> None:
    game = Exported()
    game.turn("AB", ("2-0", "2"), ("2-2", "2"))
    assert game.notes() == ["buy_train: train 2-2 is sold, but 2-1 has not been seen to go"]
    assert first_unsold(game) == "2-3"


# The export of trains


def test_a_train_is_exported_at_the_end_of_the_set() -> None:
    game = Exported()
    game.turn("AB", ("2-0", "2"))
    assert first_unsold(game) == "2-1"
    game.stock_round()
    assert first_unsold(game) == "2-2"


def test_a_stock_round_of_many_actions_exports_once() -> None:
    game = Exported()
    game.turn("AB", ("2-0", "2"))
    for _ in range(3):
        game.stock_round()
    game.par("JS")
    assert first_unsold(game) == "2-2"


def test_nothing_is_exported_before_phase_2() -> None:
    game = Exported()
    game.turn("AB")
    game.stock_round()
    assert first_unsold(game) == "2-0"


def test_nothing_is_exported_in_the_opening() -> None:
    game = Exported()
    game.add("bid", 1, company="P1", price=20)
    game.add("pass", 2)
    game.par("AB")
    game.turn("AB", ("2-0", "2"))
    assert first_unsold(game) == "2-1"


def test_a_players_pass_inside_a_companys_action_ends_the_set() -> None:
    game = Exported()
    game.passes("AB")
    game.add("buy_train", "AB", acted("pass", 2), train="2-0", price=90, variant="2")
    assert first_unsold(game) == "2-2"


@pytest.mark.parametrize("kind", ["sell_shares", "program_share_pass", "program_buy_shares"])
def test_selling_shares_and_programmes_are_no_stock_round(kind: str) -> None:
    game = Exported()
    game.turn("AB", ("2-0", "2"))
    game.add(kind, 1, shares=["AB_1"])
    assert first_unsold(game) == "2-1"


@pytest.mark.parametrize("kind", ["buy_shares", "buy_company", "payoff_player_debt"])
def test_other_actions_of_players_are_a_stock_round(kind: str) -> None:
    game = Exported()
    game.turn("AB", ("2-0", "2"))
    game.add(kind, 1)
    assert first_unsold(game) == "2-2"


def test_an_export_can_start_a_phase() -> None:
    game = Exported()
    game.passes("AB")
    sell_until(game, "2-12")
    game.stock_round()
    assert game.now("AB").phase == "3"
    assert set(game.trains("AB")) == {"2H"}
    assert first_unsold(game) == "3-1"


def test_an_export_passes_over_trains_that_are_never_sold() -> None:
    game = Exported()
    game.passes("AB")
    sell_until(game, "5-0")
    game.stock_round()
    assert first_unsold(game) == "5-4"


# Rounds


def in_phase_3(game: Exported) -> None:
    """Two operating rounds a set."""
    game.passes("AB")
    sell_until(game, "3-0")
    game.passes("STB")
    game.stock_round()


def test_a_company_that_had_its_turn_begins_a_new_round() -> None:
    game = Exported()
    in_phase_3(game)
    for company in ("AB", "STB", "AB", "STB"):
        game.passes(company)
        game.run(company)
    named = [("AB", "OR 2.1"), ("STB", "OR 2.1"), ("AB", "OR 2.2"), ("STB", "OR 2.2")]
    assert rounds(game) == named
    assert first_unsold(game) == "3-2"


def test_the_last_company_can_be_first_again() -> None:
    game = Exported()
    in_phase_3(game)
    game.passes("STB")
    game.passes("AB")
    game.run("AB")
    game.lay("AB", "C24", "57-0", 5)
    game.run("AB")
    assert rounds(game) == [("AB", "OR 2.1"), ("AB", "OR 2.2")]


def test_several_trains_are_bought_in_one_turn() -> None:
    game = Exported()
    in_phase_3(game)
    game.turn("AB", ("3-2", "3"), ("3-3", "3"))
    game.passes("STB")
    game.run("STB")
    assert rounds(game) == [("STB", "OR 2.1")]


def test_a_third_automatic_pass_is_a_new_turn() -> None:
    game = Exported()
    in_phase_3(game)
    game.passes("STB")
    game.passes("AB")
    game.passes("AB")
    game.run("AB")
    assert rounds(game) == [("AB", "OR 2.2")]


def test_a_pass_alone_is_no_new_turn() -> None:
    game = Exported()
    in_phase_3(game)
    game.passes("STB")
    game.passes("AB")
    for _ in range(3):
        game.add("pass", "AB")
    game.run("AB")
    assert rounds(game) == [("AB", "OR 2.1")]


def test_others_acting_in_a_turn_do_not_end_it() -> None:
    game = Exported()
    in_phase_3(game)
    game.turn("STB", ("3-2", "3"))
    game.turn("AB")
    game.discard("STB", "3-2")
    game.add("sell_shares", 1, shares=["STB_1"])
    game.add("lay_tile", "T1", hex="J9", tile="X79-0", rotation=0)
    game.run("AB")
    assert rounds(game) == [("AB", "OR 2.1")]


def test_a_stock_round_without_a_trace_is_told_by_the_number_of_rounds() -> None:
    game = Exported()
    in_phase_3(game)
    for _ in range(3):
        for company in ("AB", "STB"):
            game.passes(company)
            game.run(company)
    assert [round_ for _, round_ in rounds(game)][::2] == ["OR 2.1", "OR 2.2", "OR 3.1"]
    assert first_unsold(game) == "3-3"
