"""Rules of exported games that titles share: homes, trains, phases."""

from __future__ import annotations

import pytest
from exported import Exported, bought, started

from bestrun.importers import replay

# Homes


def test_homes_are_placed_at_the_start_of_the_round_for_all_that_act_in_it() -> None:
    game = started("1889", "AR", "IR", "SR")
    game.add("pass", "AR")
    assert list(game.now("AR").tokens) == ["AR"]
    game.add("pass", "IR")
    played = replay(game.export())
    first = next(step for step in played.moments() if step.company == "AR")
    assert first.action.type == "pass"
    assert list(played.ground.tokens_written()) == ["AR", "IR"]


def test_homes_of_floated_companies_are_there_though_the_game_breaks_off() -> None:
    game = Exported("1889")
    game.par("IR")
    game.shares(2, "IR_1", "IR_2", "IR_3")
    game.par("AR")
    game.add("pass", "AR")
    assert sorted(game.now("AR").tokens) == ["AR", "IR"]


def test_a_home_with_two_cities_is_any_of_them_before_there_is_track() -> None:
    game = started("1830", "ERIE")
    game.add("pass", "ERIE")
    assert game.tokens("ERIE") == ["E11.0"]
    game.lay("ERIE", "E11", "59-0", 0)
    game.token("ERIE", "59-0-1")
    assert game.tokens("ERIE") == ["E11.1"]


def test_a_home_with_track_is_chosen() -> None:
    game = started("1830", "PRR", "ERIE")
    game.lay("PRR", "E11", "59-0", 0)
    game.token("ERIE", "59-0-1")
    game.add("pass", "ERIE")
    assert game.tokens("ERIE") == ["E11.1"]
    assert game.notes() == ["lay_tile: tile 59 is green, which phase 2 does not have"]


def test_a_home_may_be_chosen_before_there_is_track() -> None:
    game = started("18NL", "NZO")
    game.token("NZO", "H13-0-1")
    game.add("pass", "NZO")
    assert game.tokens("NZO") == ["H13.1"]


def test_an_optional_rule_moves_a_home() -> None:
    for rules, home in (((), "H4"), (("new_georgia_florida_home",), "G3")):
        game = Exported("18GA", *rules)
        game.par("G&F")
        game.stock_round()
        game.add("pass", "G&F")
        assert game.tokens("G&F") == [home]


def test_tokens_that_lie_on_the_board_from_the_start() -> None:
    game = started("18GA", "CoG")
    game.add("pass", "CoG")
    now = game.now("CoG")
    assert now.tokens["N"] == ("E1", "J4") and now.neutral == ("E1", "J4")
    assert now.tokens["ACL"] == ("J12",)


# Trains


def test_a_train_that_is_sold_beside_the_others_skips_none() -> None:
    game = started("1830", "PRR")
    every = [f"{n}-{i}" for n, k in ((2, 6), (3, 5), (4, 4), (5, 3), (6, 1)) for i in range(k)]
    bought(game, "PRR", *every, "D-0")
    assert game.notes() == []
    assert game.now("PRR").phase == "D"
    assert "6-1" in game.replayed().depot.supply


def test_a_train_traded_in_goes_to_the_pool_and_is_scrapped_there() -> None:
    game = started("1830", "PRR", "NYC")
    every = [f"{n}-{i}" for n, k in ((2, 6), (3, 5), (4, 4), (5, 3), (6, 1)) for i in range(k)]
    bought(game, "PRR", *every)
    game.add("buy_train", "PRR", train="D-0", price=800, exchange="5-0")
    assert game.trains("PRR") == ["5", "5", "6", "D"]
    game.add("pass", "NYC")
    game.buy("NYC", "5-0")
    assert game.trains("NYC") == ["5"] and game.notes() == []


def test_an_obsolete_train_runs_once_more() -> None:
    game = started("18AL", "L&N", "M&O")
    every = [f"{n}-{i}" for n, k in ((2, 5), (3, 4), (4, 3), (5, 2), (6, 1)) for i in range(k)]
    bought(game, "L&N", *every)
    bought(game, "M&O", "4-0", "7-0")
    assert game.trains("L&N") == ["4", "4", "5", "5", "6"]
    game.add("pass", "L&N")
    game.run("L&N")
    assert game.runs()[-1].position.trains == ("4", "4", "5", "5", "6")
    assert game.trains("L&N") == ["5", "5", "6"]
    assert game.trains("M&O") == ["4", "7"], "it has not run since"


def test_an_obsolete_train_goes_without_a_run_too() -> None:
    game = started("18AL", "L&N", "M&O")
    every = [f"{n}-{i}" for n, k in ((2, 5), (3, 4), (4, 3), (5, 2), (6, 1)) for i in range(k)]
    bought(game, "L&N", *every)
    bought(game, "M&O", "7-0")
    game.add("pass", "L&N")
    game.add("pass", "M&O")
    assert game.trains("L&N") == ["5", "5", "6"]


@pytest.mark.parametrize(("rules", "left"), [((), ["5"]), (("soft_rust_4t",), ["4", "5"])])
def test_an_optional_rule_changes_what_ends_a_train(
    rules: tuple[str, ...], left: list[str]
) -> None:
    game = Exported("18GA", *rules)
    game.par("CoG")
    game.par("GA")
    game.stock_round()
    bought(game, "CoG", *(f"{n}-{i}" for n, k in ((2, 5), (3, 4), (4, 2)) for i in range(k)))
    bought(game, "GA", "4-2", "5-0", "5-1", "6-0", "6-1", "8-0")
    for train in ("5-1", "6-0", "6-1", "8-0"):
        game.discard("GA", train)
    assert game.trains("GA") == left


def test_a_train_that_ran_cannot_run_for_its_buyer_in_the_same_turn() -> None:
    game = started("1846", "NYC")
    game.add("pass", "MS", by="minor")
    game.add("run_routes", "MS", by="minor", routes=[{"train": "2-0", "connections": []}])
    game.add("pass", "NYC")
    game.private("MS", "NYC")
    assert game.trains("NYC") == []
    assert game.tokens("NYC") == ["C15", "D20"]
    game.add("dividend", "NYC")
    game.add("pass", "NYC", by="player")
    game.stock_round()
    game.lay("NYC", "E19", "9-0", 0)
    assert game.trains("NYC") == ["2"]


def test_trains_are_sold_abroad_after_a_set_as_far_as_the_title_says() -> None:
    game = started("18Chesapeake", "PRR")
    bought(game, "PRR", "2-0")
    game.stock_round()
    bought(game, "PRR")
    depot = game.replayed().depot
    assert depot.supply[0] == "2-2" and "2-1" in depot.gone


def test_all_of_a_type_may_leave_after_a_round() -> None:
    game = Exported("1817", players=4)
    game.add("bid", 1, corporation="A&S", price=100)
    game.token("A&S", "F19-0-0")
    game.stock_round()
    bought(game, "A&S", "2-0")
    game.add("pass", 1)
    game.stock_round()
    game.lay("A&S", "F19", "5-0", 4)
    game.buy("A&S", "2+-0")
    assert game.notes() == []
    assert game.trains("A&S") == ["2", "2+"]


def test_numbers_of_trains_go_by_the_players() -> None:
    for players, twos in ((3, 7), (4, 8), (5, 9)):
        supply = replay(Exported("1846", players=players, seed=1).export()).depot
        assert sum(name == "2" for name in supply.names.values()) == twos


# Phases and their events


def test_the_clock_brings_phases_and_scraps_trains() -> None:
    game = started("18MS", "GMO", "IC")
    bought(game, "GMO", "2+-0")
    bought(game, "IC", "2+-1")
    assert game.now("GMO").phase == "2"
    for number in range(2, 6):
        if number % 2:
            game.stock_round()
        game.lay("GMO", "H6", "57-0", 0)
        assert game.now("GMO").phase == "3"
        assert game.trains("GMO") == ([] if number == 5 else ["2+"]), number
        game.lay("IC", "H6", "57-0", 0)


def test_privates_close_with_a_train_and_some_with_that_of_a_company() -> None:
    game = started("1830", "B&O", "PRR")
    game.add("pass", "PRR")
    game.private("SV", "PRR")
    every = [f"{n}-{i}" for n, k in ((2, 6), (3, 5), (4, 4)) for i in range(k)]
    for train in every:
        game.buy("PRR", train)
    assert game.now("PRR").privates == ("SV",)
    game.buy("PRR", "5-0")
    assert game.now("PRR").privates == ()


def test_a_private_that_never_closes_stays_with_its_company() -> None:
    game = started("1846", "NYC")
    game.add("pass", "NYC")
    game.private("MAIL", "NYC")
    game.private("MPC", "NYC")
    game.assign("MPC", "I1")
    now = game.now("NYC")
    assert (now.privates, now.markers, now.assigned) == (
        ("MAIL", "MPC"),
        ("MPC",),
        {"I1": ("MPC",)},
    )
    every = [f"{n}-{i}" for n, k in ((2, 9), (4, 6), (5, 5)) for i in range(k)]
    for train in every[2:]:
        game.buy("NYC", train)
    assert game.now("NYC").privates == ("MAIL",)
    assert game.now("NYC").markers == ("MPC",)
    game.buy("NYC", "6-0")
    assert game.now("NYC").markers == () and game.now("NYC").assigned == {}


def test_a_company_takes_a_marker_from_whoever_had_it() -> None:
    game = started("1846", "NYC", "PRR")
    game.add("pass", "NYC")
    game.assign("SC", "D14")
    game.assign("SC", "NYC", "corporation")
    game.assign("SC", "B8")
    game.assign("SC", "PRR", "corporation")
    assert game.now("NYC").markers == () and game.now("PRR").markers == ("SC",)
    assert game.now("PRR").assigned == {"B8": ("SC",)}


# Optional rules with a folder of their own


@pytest.mark.parametrize(
    ("title", "rules", "folder"),
    [
        ("1889", (), "1889"),
        ("1889", ("beginner_game",), "1889-beginner"),
        ("1856", ("eight_train_variant", "alternate_destinations"), "1856-8"),
        ("1817", ("modern_trains", "five_shorts"), "1817-modern"),
        ("18AL", ("LN_home_city_moved",), "18AL-decatur"),
        ("18AL", ("unlimited_4d",), "18AL"),
    ],
)
def test_an_optional_rule_chooses_the_folder(
    title: str, rules: tuple[str, ...], folder: str
) -> None:
    assert replay(Exported(title, *rules).export()).title.id == folder


def test_the_beginners_game_has_tiles_of_its_own() -> None:
    game = Exported("1889", "beginner_game")
    game.par("AR")
    game.stock_round()
    game.lay("AR", "K8", "Beg6-0", 1)
    assert game.now("AR").tiles == {"K8": "Beg6:1"}
    assert game.notes() == []


def test_an_8_train_ends_the_4_trains_where_there_are_no_diesels() -> None:
    game = Exported("1856", "eight_train_variant")
    game.par("GT")
    game.par("GW")
    game.stock_round()
    early = ((2, 6), (3, 5), (4, 4), (5, 3), (6, 1))
    bought(game, "GT", *(f"{name}-{copy}" for name, many in early for copy in range(many)))
    bought(game, "GW", "8-0")
    assert game.trains("GT") == ["5", "5", "5", "6"]
    assert game.now("GW").phase == "8"


def test_a_home_in_decatur_leaves_nashville_off_the_board() -> None:
    game = Exported("18AL", "LN_home_city_moved")
    game.par("L&N")
    game.stock_round()
    game.add("pass", "L&N")
    assert game.tokens("L&N") == ["C4"]
    assert [stop.kind for stop in replay(game.export()).title.hexes["A4"].printed.stops] == [
        "offboard"
    ]


def test_older_exports_call_the_last_train_of_a_kind_otherwise() -> None:
    game = started("1856", "GT")
    bought(game, "GT", *(f"2-{copy}" for copy in range(5)))
    game.add("buy_train", "GT", train="2'-0", price=1, variant="2'")
    assert game.trains("GT") == ["2"] * 6
    assert game.notes() == []


def test_a_private_can_be_closed_by_its_owner() -> None:
    game = started("1830", "PRR")
    game.add("bid", 1, company="CS", price=45)
    game.add("pass", "PRR")
    shut = replay(game.export())
    list(shut.moments())
    assert "B20" in shut.to_build("PRR").blocked
    game.add("manual_close_company", "CS", by="company")
    game.add("pass", "PRR")
    open_again = replay(game.export())
    list(open_again.moments())
    assert "B20" not in open_again.to_build("PRR").blocked


def test_an_action_of_a_kind_that_nothing_is_known_about_is_noted() -> None:
    game = started("1830", "PRR")
    game.add("take_loan", "PRR", loan=1)
    assert game.notes() == []
    game.add("swap_train", "PRR", train="2-0")
    assert game.notes() == ["swap_train: nothing is known about actions of this kind"]
