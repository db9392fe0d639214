"""Island Rails: the rules of moving, delivering and ships, one by one."""

from __future__ import annotations

from typing import Any

from island_boards import board, card, links, position
from island_judged import codes, judged

ROAD = board(
    "large:A plain:p1,p2,p3,p4,p5,p6 small:Z", "A-p1-p2-p3-p4-p5-p6-Z", A="coal gold", Z="fish"
)


ALONG = "A-p1-p2-p3-p4-p5-p6-Z"


def road(**more: Any) -> dict[str, Any]:
    given = {"network": links(ALONG), "at": "A", "cards": [card("coal:Z")], "horizon": 4}
    return position(ROAD, "deliveries", **(given | more))


def test_a_delivery_as_it_should_be() -> None:
    lines = ("turn 1", "load: coal", "move: A-p1-p2-p3-p4-p5-p6", "turn 2", "move: p6-Z")
    answer = judged(road(), *lines, "deliver: coal to Z pay 7", "money: 37")
    assert (answer["verdict"], answer["pay"], answer["cost"]) == ("best", 7, 0)


def test_a_train_goes_as_far_as_its_speed() -> None:
    lines = ("load: coal", f"move: {ALONG}", "deliver: coal to Z pay 7")
    assert codes(road(), *lines) == ["too-far"]
    assert codes(road(train="B-9"), *lines) == []


def test_a_train_goes_over_lines_only() -> None:
    assert "no-track" in codes(road(network=links("A-p1")), "move: A-p1-p2")


def test_goods_are_loaded_where_they_are_offered() -> None:
    assert codes(road(), "load: fish") == ["no-source"]


def test_goods_left_in_a_town_lie_there_for_four_rounds() -> None:
    data = road(network=links("A-Z"), at="Z", load=["coal"], cards=[card("gold:Z")])
    data["board"] = board("large:A small:Z", "A-Z", A="coal gold", Z="fish")
    left = ("turn 1", "drop: coal")
    assert codes(data, *left, "turn 2", "load: coal") == []
    assert codes(data, *left, "turn 2", "turn 3", "turn 4", "load: coal") == []
    late = ("turn 2", "turn 3", "turn 4", "turn 5", "load: coal")
    assert codes(data | {"horizon": 5}, *left, *late) == ["no-source"]
    assert codes(data, *left, "load: coal", "load: coal") == ["no-source"]


def test_goods_that_somebody_left_are_for_anyone() -> None:
    data = road(at="Z", lying=[{"good": "coal", "town": "Z", "turns": 2}])
    assert codes(data, "load: coal") == []
    assert codes(data, "turn 1", "turn 2", "load: coal") == []
    assert codes(data, "turn 1", "turn 2", "turn 3", "load: coal") == ["no-source"]


def test_a_good_comes_from_a_stock_that_may_be_empty() -> None:
    data = road(stock={"coal": 1})
    assert codes(data, "load: coal") == []
    assert codes(data, "load: coal", "load: coal") == ["no-source"]
    back = ("load: coal", "drop: coal", "load: coal", "load: coal")
    assert codes(data, *back) == ["no-source"]


def test_a_train_carries_no_more_than_its_places() -> None:
    assert codes(road(), "load: coal", "load: gold", "load: coal") == ["full"]
    assert codes(road(train="B-6"), "load: coal", "load: gold", "load: coal") == []


def test_what_is_delivered_is_on_the_train() -> None:
    assert codes(road(at="Z"), "deliver: coal to Z pay 7") == ["not-loaded"]
    assert codes(road(at="Z", load=["coal"]), "deliver: coal to Z pay 7") == []


def test_a_delivery_is_made_in_its_town() -> None:
    found = codes(road(load=["coal"]), "deliver: coal to Z pay 7")
    assert set(found) == {"wrong-town", "no-contract"}


def test_the_pay_is_what_the_distance_says() -> None:
    answer = judged(road(at="Z", load=["coal"]), "deliver: coal to Z pay 8")
    assert answer["verdict"] == "misstated"
    assert [problem["code"] for problem in answer["problems"]] == ["stated-pay"]


def test_one_delivery_a_card() -> None:
    data = road(at="Z", load=["coal", "gold"], cards=[card("coal:Z", "gold:Z")])
    assert codes(data, "deliver: coal to Z", "deliver: gold to Z") == ["no-contract"]
    data["cards"] = [card("coal:Z"), card("gold:Z")]
    assert codes(data, "deliver: coal to Z", "deliver: gold to Z") == []


def test_building_comes_after_moving() -> None:
    data = road(network=links("A-p1"))
    assert codes(data, "build: p1-p2 cost 1", "move: A-p1") == ["order"]
    assert codes(data, "move: A-p1", "build: p1-p2 cost 1") == []


def test_the_horizon_is_kept() -> None:
    lines = [line for turn in range(1, 6) for line in (f"turn {turn}", "load: coal", "drop: coal")]
    assert codes(road(), *lines) == ["too-many-turns"]


def test_another_network_costs_two_a_turn() -> None:
    data = road(network=[], others={"Red": links(ALONG)})
    lines = (
        "turn 1",
        "move: A-p1-p2-p3",
        "move: p3-p4",
        "money: 28",
        "turn 2",
        "move: p4-p5",
        "money: 26",
    )
    assert codes(data, *lines) == []


def test_upgrades_go_one_step() -> None:
    assert codes(road(), "upgrade: B-9 cost 20") == []
    assert codes(road(), "upgrade: C-9 cost 20") == ["no-upgrade"]
    assert codes(road(train="B-6"), "upgrade: B-9 cost 5") == []
    assert "limit" in codes(
        road(network=links("A-p1")), "upgrade: B-9 cost 20", "build: p1-p2 cost 1"
    )


STRAIT = board(
    "large:A port:P,Q sea:s1,s2,s3,s4,s5,s6,s7,s8,s9 small:Z",
    "A-P-s1-s2-s3-s4-s5-s6-s7-s8-s9-Q-Z",
    A="coal",
)


OVER = "P-s1-s2-s3-s4-s5-s6-s7-s8-s9"


def strait(**more: Any) -> dict[str, Any]:
    given = {"network": links("A-P Q-Z"), "at": "P", "load": ["coal"], "cards": [card("coal:Z")]}
    return position(STRAIT, "deliveries", **(given | more))


def test_a_crossing_is_hired_in_one_turn_and_sailed_in_the_next() -> None:
    lines = ["turn 1", "hire: ferry cost 2", "turn 2", f"sail: {OVER}", "turn 3", "sail: s9-Q"]
    answer = judged(strait(), *lines, "move: Q-Z", "deliver: coal to Z pay 13", "money: 41")
    assert (answer["verdict"], answer["problems"]) == ("best", [])


def test_a_ship_that_was_hired_this_turn_does_not_sail_yet() -> None:
    assert "no-ship" in codes(strait(), "hire: ferry cost 2", "sail: P-s1")


def test_a_ship_has_its_range() -> None:
    assert codes(strait(aboard=True), f"sail: {OVER}-Q") == ["ship-range"]
    assert codes(strait(aboard=True, ship="clipper"), f"sail: {OVER}-Q") == []


def test_ships_are_hired_in_ports() -> None:
    assert codes(strait(at="A"), "hire: ferry cost 2") == ["no-port"]


def test_a_good_goes_overboard_when_there_is_less_room() -> None:
    # The last one loaded, unless the player names another.
    made = board("large:A plain:p small:Z", "A-p-Z", A="coal fish gold")
    data = position(made, "deliveries", at="A", network=links("A-p-Z"), train="B-6", money=30)
    data |= {"cards": [card("coal:Z"), card("fish:Z"), card("gold:Z")]}
    loads = ("load: coal", "load: fish", "load: gold")
    after = ("turn 2", "move: A-p-Z", "deliver: fish to Z", "deliver: gold to Z")
    assert codes(data, *loads, "upgrade: B-9 cost 5", *after) == ["not-loaded"]
    assert codes(data, *loads, "upgrade: B-9 cost 5 lose coal", *after) == []
    assert codes(data, *loads[:2], "upgrade: B-9 lose coal") == ["not-loaded"]
    assert codes(data, *loads, "upgrade: C-9 lose coal") == ["not-loaded"]
