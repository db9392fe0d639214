"""Island Rails: where a plan begins, with the train in any large town, at sea, or out of reach."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from island_boards import board, card, links, position
from island_compare import compare
from island_everything import Everything
from island_random import beginnings

from bestrun import api

pytestmark = pytest.mark.usefixtures("small_rails")


def by_trying(data: dict[str, Any]) -> Any:
    return max(Everything(data | {"at": at}, most=500_000).run() for at in beginnings(data))


def test_what_is_had_where_the_train_begins_is_delivered_there_at_once() -> None:
    made = board("large:B,H plain:d", "B-d-H", B="coal", H="gold")
    data = position(made, "deliveries", cards=[card("gold:H")], horizon=2, money=30)
    answer = api.solve(data | {"aim": "total"}, time_limit=60).deliveries
    assert answer.proven
    assert answer.value == 1


def test_a_train_that_may_begin_in_any_large_town_begins_in_the_best_one() -> None:
    # Each of the two has one way in, so that what it costs to join one depends on the beginning.
    ways = "A-s-B s-t-u-v-w"
    made = board("plain:s,t,u,w mountain:v large:A,B", ways, A="gold coal", B="iron textiles")
    cards = [card("textiles:A"), card("textiles:A"), card("iron:A"), card("textiles:A")]
    data = position(made, "deliveries", cards=cards, horizon=6, money=12, aim="money")
    values = {}
    for at in ("A", "B"):
        answer = api.solve(data | {"at": at}, time_limit=60).deliveries
        assert answer.proven
        values[at] = answer.value
    answer = api.solve(data, time_limit=60).deliveries
    assert answer.proven
    assert answer.value == values["B"] > values["A"]


def test_the_first_line_begins_where_the_train_was_put() -> None:
    # A line at Q, which the train would reach by another player's line and a ship, would pay.
    made = board("large:P,Q plain:m port:h,k sea:s", "P-m-h-s-k-Q", P="gold", Q="coal")
    data = position(made, "deliveries", at="P", others={"Red": links("P-m-h")}, money=12)
    data |= {"cards": [card("gold:Q")], "load": ["gold"], "horizon": 3, "aim": "total"}
    answer = api.solve(data, time_limit=60)
    assert answer.deliveries.value == by_trying(data) == 0
    early = "turn 1\nmove: P-m-h\nhire: ferry\nbuild: Q-k\nturn 2\nsail: h-s-k"
    judged = api.check(data, early, time_limit=60)
    assert [fault["code"] for fault in judged.problems] == ["first-line"]


def test_no_train_moves_in_the_first_round() -> None:
    made = board("large:A small:B plain:p", "A-p-B", A="coal", B="fish")
    data = position(made, "deliveries", at="A", others={"Red": links("A-p-B")}, money=9)
    data |= {"cards": [card("coal:B")], "horizon": 3, "aim": "income"}
    assert api.solve(data, time_limit=60).deliveries.value == by_trying(data) == 2
    later = api.solve(data | {"round": 1}, time_limit=60).deliveries
    assert later.value == by_trying(data | {"round": 1}) == 1


def test_a_ship_lands_where_no_other_island_has_a_port() -> None:
    made = board("sea:s port:b large:C,F", "s-b-C-F", C="coal", F="gold")
    data = position(made, "deliveries", at="s", aboard=True, network=links("b-C-F"), money=10)
    data |= {"cards": [card("coal:F")], "horizon": 3, "aim": "money"}
    answer = api.solve(data, time_limit=60).deliveries
    assert answer.proven
    assert answer.value == by_trying(data) == 1


def test_the_first_line_begins_in_a_large_town_while_the_train_is_at_sea() -> None:
    assert compare(34, "at sea")


def test_a_ship_opens_an_island_in_the_turn_in_which_lines_are_built_elsewhere() -> None:
    assert compare(70, "at sea")["proven"]


@pytest.mark.parametrize("towns", [["G", "C"], ["C", "G"]])
def test_a_track_begins_at_the_end_from_which_its_lines_are_not_too_dear(
    towns: list[str], small_rails: Path
) -> None:
    # Over the river into the mountains is 7, more than a turn allows; out of them it is 5.
    figures = 'name = "Dear"\nbase = "island-rails"\n[build]\nlarge = 3\nlimit = 5\n'
    (small_rails / "dear-rails").mkdir(exist_ok=True)
    (small_rails / "dear-rails" / "title.toml").write_text(figures)
    made = board("large:G,C alpine:e", "G-e-C", "G-e")
    data = position(made, "track", connect=towns) | {"title": "dear-rails"}
    for method in "table", "model":
        answer = api.solve(data, method=method, time_limit=60)
        assert (answer.cost, answer.proven) == (10, True)
    judged = api.check(data, "turn 1\nbuild: C-e\nturn 2\nbuild: e-G", time_limit=60)
    assert judged.verdict == "best"


def test_ships_that_are_allowed_do_not_make_a_track_dearer() -> None:
    # The train is in B, where the first line begins.
    made = board("large:A,B port:P,Q sea:s small:T", "A-B A-P P-s-Q Q-T")
    data = position(made, "track", connect=["P", "A"], at="B")
    for ferries in False, True:
        answer = api.solve(data | {"ferries": ferries}, time_limit=60)
        assert (answer.cost, answer.proven) == (7, True)
        judged = api.check(data | {"ferries": ferries}, "build: B-A-P cost 7", time_limit=60)
        assert judged.verdict == "best"
    over_sea = data | {"connect": ["A", "T"], "ferries": True}
    from_b = api.solve(over_sea, time_limit=60).to_dict()
    assert from_b["proven"]
    assert any(each["do"] == "sail" for turn in from_b["turns"] for each in turn["actions"])


@pytest.mark.parametrize("others", [{}, {"Red": [["A", "b"]]}])
def test_nobody_wins_if_no_line_can_lead_to_a_large_town(others: dict[str, Any]) -> None:
    made = board("large:A,C plain:b port:P", "b-C-P A-b" if others else "b-C-P", A="gold")
    data = position(made, "deliveries", aim="win", money=300, network=links("b-C-P"), at="C")
    answer = api.solve(data | {"cards": [], "horizon": 5, "others": others}, time_limit=60)
    assert answer.deliveries.plan is None
    assert answer.deliveries.proven


def test_what_is_joined_already_takes_no_turn_though_a_ship_is_ready() -> None:
    made = board("large:L port:P,Q small:T sea:s", "L-P P-s-Q Q-T")
    data = position(made, "track", connect=["P", "T", "Q"], network=links("Q-T"), at="P")
    answer = api.solve(data | {"ferries": True, "aboard": True}, time_limit=60).to_dict()
    assert (answer["cost"], answer["turns"], answer["fewest_turns"]) == (0, [], True)
