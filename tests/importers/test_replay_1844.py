"""1844 replayed: what its actions, its clock and its events do to a position."""

from __future__ import annotations

import pytest
from exported import Exported, acted

from bestrun.importers import position_now
from mapdata.errors import InputError
from mapdata.titles import load

SUPPLY = [
    f"{pile}-{copy}"
    for pile, count in (("2", 13), ("3", 9), ("4", 6), ("5", 6), ("6", 4), ("8E", 20))
    for copy in range(count)
    if f"{pile}-{copy}" not in ("5-1", "5-2")
]


def sell_until(game: Exported, last: str, company: str = "AB") -> None:
    """Let one company buy the supply up to and with ``last``, in its turn."""
    for train in SUPPLY[: SUPPLY.index(last) + 1]:
        game.buy(company, train, train.rpartition("-")[0])


def first_unsold(game: Exported) -> str:
    return game.replayed().depot.supply[0]


def rounds(game: Exported) -> list[tuple[str, str]]:
    return [(run.company, run.round) for run in game.runs()]


# Home tokens


def test_the_home_token_comes_with_the_first_turn_not_with_the_start() -> None:
    game = Exported()
    game.par("GB")
    game.par("AB")
    game.passes("AB")
    assert game.tokens("GB") == []
    game.passes("GB")
    assert game.tokens("GB") == ["G18"]


def test_a_home_among_two_stations_is_the_one_kept() -> None:
    game = Exported()
    game.passes("JS")
    game.passes("STB")
    assert game.tokens("JS") == ["I4.0"]
    assert game.tokens("STB") == ["D15.0"]


def test_a_late_home_moves_with_its_station() -> None:
    game = Exported()
    game.passes("AB")
    game.lay("AB", "I4", "901-0", 1)
    game.passes("JS")
    assert game.tokens("JS") == ["I4.0"]
    game.lay("JS", "I4", "902-0", 4)
    assert game.tokens("JS") == ["I4"]


def test_a_late_home_lies_beside_others_when_two_stations_have_become_one() -> None:
    game = Exported()
    game.passes("AB")
    game.token("AB", "D15-0-1")
    assert game.tokens("AB") == ["D15.1", "D25"]
    game.lay("AB", "D15", "14-0", 1)
    game.passes("STB")
    assert game.tokens("AB") == ["D15", "D25"]
    assert game.tokens("STB") == ["D15"]


def test_a_company_without_trains_or_runs_still_has_its_home() -> None:
    game = Exported()
    game.turn("GB")
    game.turn("NOB", ("2-0", "2"))
    assert game.now("NOB").tokens == {"GB": ("G18",), "NOB": ("D19",)}


# Tiles and tokens


def test_tokens_of_an_oo_tile_follow_their_track_when_indexes_swap() -> None:
    game = Exported()
    game.passes("MOB")
    game.lay("MOB", "G8", "59-0", 0)
    game.token("MOB", "59-0-0")
    assert game.tokens("MOB") == ["G8.0", "I6"]
    game.lay("MOB", "G8", "65-0", 4)
    assert game.tokens("MOB") == ["G8.1", "I6"]


def test_tokens_of_an_oo_tile_keep_their_index_where_the_track_does() -> None:
    game = Exported()
    game.passes("MOB")
    game.lay("MOB", "G8", "59-0", 0)
    game.token("MOB", "59-0-0")
    game.lay("MOB", "G8", "65-0", 0)
    assert game.tokens("MOB") == ["G8.0", "I6"]


def test_a_city_is_found_by_the_tile_that_lies_there_now() -> None:
    game = Exported()
    game.passes("SCB")
    game.lay("SCB", "C12", "6-0", 0)
    game.lay("SCB", "C12", "15-0", 0)
    game.lay("SCB", "D13", "6-0", 0)
    game.token("SCB", "6-0-0")
    assert game.tokens("SCB") == ["C12", "D13"]


def test_the_tokener_may_be_another_than_who_acts() -> None:
    game = Exported()
    game.passes("SCB")
    game.add("place_token", "SCB", city="D13-0-0", slot=0, tokener="GB")
    assert game.tokens("GB") == ["D13"]


def test_mountain_panels_have_no_rotation() -> None:
    game = Exported()
    game.add("lay_tile", "B1", hex="L23", tile="XM3-0", rotation=4)
    assert game.now("GB").tiles == {"L23": "XM3"}


@pytest.mark.parametrize("furka_first", [True, False])
def test_a_tunnel_lies_above_furka_oberalp_whichever_came_first(furka_first: bool) -> None:
    game = Exported()
    moves = [
        lambda: game.add("choose_ability", "P4", choice="Place tile"),
        lambda: game.add("lay_tile", "T1", hex="H19", tile="X78-0", rotation=3),
    ]
    for move in moves if furka_first else moves[::-1]:
        move()
    assert game.now("GB").tiles == {
        "H17": "OP3:0",
        "H19": "OP2:0+X78:3",
        "H21": "OP2:0",
        "H23": "OP2:0",
        "I16": "OP1:0",
    }


@pytest.mark.parametrize(("tile", "given", "written"), [("X79", 5, "X79:2"), ("X78", 5, "X78:5")])
def test_a_straight_tunnel_looks_the_same_after_half_a_turn(tile, given, written) -> None:
    game = Exported()
    game.add("lay_tile", "T2", hex="J9", tile=f"{tile}-0", rotation=given)
    assert game.now("GB").tiles == {"J9": written}


def test_furka_oberalp_comes_with_the_first_5_at_the_latest() -> None:
    game = Exported()
    game.passes("AB")
    sell_until(game, "4-5")
    assert "H17" not in game.now("AB").tiles
    game.buy("AB", "5-0", "5H")
    assert game.now("AB").tiles["H17"] == "OP3:0"


def test_furka_oberalp_is_laid_once() -> None:
    game = Exported()
    game.add("choose_ability", "P4", choice="Place tile")
    game.passes("AB")
    sell_until(game, "5-0")
    assert game.now("AB").tiles["H17"] == "OP3:0"


def test_a_station_without_track_keeps_its_index() -> None:
    game = Exported()
    game.passes("AB")
    game.token("AB", "C20-0-1")
    game.lay("AB", "C20", "59-0", 0)
    assert game.tokens("AB") == ["C20.1", "D25"]


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


# EVA


def test_eva_is_given_by_a_private() -> None:
    game = Exported()
    game.passes("JN")
    game.add("choose_ability", "P7", choice="JN")
    assert game.trains("JN") == ["5H"]
    assert game.now("JN").phase == "1"


def test_eva_is_given_late_and_a_discard_follows() -> None:
    game = Exported()
    game.turn("JN", ("2-0", "2H"), ("2-1", "2H"))
    game.run("JN")
    game.add("choose_ability", "P7", choice="JN")
    game.discard("JN", "2-0")
    assert game.trains("JN") == ["2H", "5H"]


def test_eva_can_be_sold_on_but_not_given_twice() -> None:
    game = Exported()
    game.passes("JN")
    game.add("choose_ability", "P7", choice="JN")
    game.passes("VZ")
    game.buy("VZ", "5-1")
    assert (game.trains("JN"), game.trains("VZ")) == ([], ["5H"])
    game.add("choose_ability", "P7", choice="JN")
    assert game.trains("VZ") == ["5H"]
    assert game.notes() == ["choose_ability: train 5-1 has been given away already"]


def test_eva_of_an_old_company_passes_to_the_sbb() -> None:
    game = Exported()
    game.passes("NOB")
    game.add("choose_ability", "P7", choice="NOB")
    game.passes("AB")
    sell_until(game, "5-0")
    game.stock_round()
    assert game.trains("SBB") == ["5H", "5H"]


# The SBB


def buys(game: Exported, company: str, first: str, last: str) -> None:
    """Let a company buy a stretch of the supply in a turn of its own."""
    stretch = SUPPLY[SUPPLY.index(first) : SUPPLY.index(last) + 1]
    game.turn(company, *((train, train[0]) for train in stretch))


def before_sbb(game: Exported) -> None:
    """NOB has a 3 and GB a 4, both a token in Stans; SCB has nothing. BLS buys a 5."""
    buys(game, "AB", "2-0", "2-12")
    game.passes("NOB")
    game.token("NOB", "G18-0-0")
    game.buy("NOB", "3-0", "3")
    buys(game, "STB", "3-1", "3-8")
    game.passes("SCB")
    buys(game, "GB", "4-0", "4-0")
    buys(game, "BLS", "4-1", "5-0")


def test_the_sbb_forms_at_the_end_of_the_round_not_at_once() -> None:
    game = Exported()
    before_sbb(game)
    assert game.tokens("SBB") == []
    assert game.trains("NOB") == ["3H"]
    game.stock_round()
    assert game.trains("NOB") == []
    assert game.tokens("NOB") == []
    assert game.trains("SBB") == ["5H", "3H", "4"]
    with pytest.raises(InputError, match=r"NOB .* any more: SBB has taken them over"):
        position_now(game.export(), "NOB")


def test_companies_still_to_come_operate_as_themselves() -> None:
    game = Exported()
    before_sbb(game)
    game.passes("VSB")
    game.run("VSB")
    assert game.runs()[-1].position.tokens["VSB"] == ("C24",)
    game.stock_round()
    assert "C24" in game.tokens("SBB")


def test_of_two_tokens_in_one_city_one_stays() -> None:
    game = Exported()
    before_sbb(game)
    game.stock_round()
    assert game.tokens("SBB") == ["C12", "D19", "G18"]


def test_of_two_stations_in_one_hex_the_sbb_gives_one_up() -> None:
    game = Exported()
    before_sbb(game)
    game.passes("JS")
    game.passes("VSB")
    game.token("VSB", "I4-0-1")
    game.stock_round()
    assert [each for each in game.tokens("SBB") if each.startswith("I4")] == ["I4.0", "I4.1"]
    game.add("remove_token", "SBB", city="I4-0-0", slot=0)
    assert [each for each in game.tokens("SBB") if each.startswith("I4")] == ["I4.1"]
    assert game.notes() == []


def test_a_discard_by_the_sbb_proves_that_it_has_formed() -> None:
    game = Exported()
    before_sbb(game)
    game.discard("SBB", "5-2")
    assert game.trains("SBB") == ["3H", "4"]
    game.stock_round()
    assert game.trains("SBB") == ["3H", "4"]
    assert first_unsold(game) == "5-4"


def test_the_sbb_begins_a_new_round_when_it_is_first() -> None:
    game = Exported()
    game.passes("AB")
    sell_until(game, "4-0")
    game.stock_round()
    before = SUPPLY.index("4-2")
    game.passes("NOB")
    game.passes("AB")
    for train in SUPPLY[before : SUPPLY.index("5-0") + 1]:
        game.buy("AB", train, train[0])
    game.passes("SBB")
    game.run("SBB")
    game.passes("AB")
    game.run("AB")
    assert game.notes() == []
    assert rounds(game) == [("SBB", "OR 2.2"), ("AB", "OR 2.2")]


def test_if_the_first_5_has_not_been_bought_the_export_took_it() -> None:
    game = Exported()
    game.turn("NOB")
    game.passes("AB")
    sell_until(game, "4-5")
    game.discard("SBB", "5-2")
    assert game.now("SBB").phase == "5"
    assert game.tokens("SBB") == ["D19"]
    assert first_unsold(game) == "5-3"
    game.stock_round()
    assert first_unsold(game) == "5-3"
    assert game.notes() == []


def test_an_exported_5_forms_the_sbb_before_the_stock_round() -> None:
    game = Exported()
    game.passes("NOB")
    game.passes("AB")
    sell_until(game, "4-5")
    game.stock_round()
    assert game.tokens("SBB") == ["D19"]
    assert game.trains("SBB") == ["5H"]


def test_without_any_old_company_the_sbb_has_no_token() -> None:
    game = Exported()
    game.passes("AB")
    sell_until(game, "5-0")
    game.stock_round()
    assert game.tokens("SBB") == []
    assert game.trains("SBB") == ["5H"]


def test_places_kept_for_old_companies_lapse() -> None:
    game = Exported()
    game.passes("AB")
    sell_until(game, "5-0")
    game.stock_round()
    game.passes("JS")
    assert game.tokens("JS") == []


def test_a_sbb_that_cannot_be_is_told() -> None:
    game = Exported()
    game.turn("NOB", ("2-0", "2"))
    game.discard("SBB", "5-2")
    assert game.notes() == [
        "discard_train: SBB acts before it can have been formed",
        "discard_train: no company holds the train 5-2",
    ]


# Actions that make no sense


@pytest.mark.parametrize(
    ("kind", "fields", "told"),
    [
        ("lay_tile", {"hex": "Z9", "tile": "6-0", "rotation": 0}, "there is no hex Z9"),
        ("lay_tile", {"hex": "G18", "tile": "999-0", "rotation": 0}, "there is no tile 999-0"),
        ("lay_tile", {"hex": "G18", "tile": "6", "rotation": 0}, "there is no tile 6"),
        ("lay_tile", {"hex": "G18", "tile": "6-0"}, "no rotation is given"),
        ("lay_tile", {}, "there is no hex "),
        ("place_token", {"city": "99-0-0"}, "the board has no city 99-0-0"),
        ("place_token", {"city": "G18-0-1"}, "the board has no city G18-0-1"),
        ("place_token", {"city": "G18-0-0"}, "GB has a token in G18 already"),
        ("place_token", {"city": "D19-0-0", "tokener": "XY"}, "there is no company XY"),
        ("place_token", {"city": "x"}, "the board has no city x"),
        ("remove_token", {"city": "D19-0-0"}, "GB has no token in D19"),
        ("buy_train", {"train": "9-0"}, "there is no train 9-0 to be had"),
        ("buy_train", {"train": "5-1"}, "there is no train 5-1 to be had"),
        ("buy_train", {"train": "2-0", "variant": "3"}, "train 2-0 has no side 3"),
        ("discard_train", {"train": "2-0"}, "no company holds the train 2-0"),
    ],
)
def test_an_action_that_cannot_be_followed_is_told_and_changes_nothing(kind, fields, told) -> None:
    game = Exported()
    game.passes("GB")
    before = game.now("GB")
    game.add(kind, "GB", **fields)
    assert game.notes() == [f"{kind}: {told}"]
    assert game.now("GB") == before


def test_the_supply_of_the_tests_is_that_of_the_title() -> None:
    assert sum(train.count or 0 for train in load("1844").trains.values()) == len(SUPPLY)
