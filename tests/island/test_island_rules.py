"""Island Rails: the rules of building, one by one."""

from __future__ import annotations

import pytest
from island_boards import board, card, links, position
from island_judged import codes, judged

from bestrun import api
from mapdata.errors import InputError


@pytest.mark.parametrize(
    ("kind", "cost"),
    [
        ("plain", 1),
        ("mountain", 2),
        ("alpine", 5),
        ("port", 2),
        ("small", 3),
        ("medium", 3),
        ("large", 5),
        ("sea", 10),
    ],
)
def test_what_it_costs_to_join_a_point(kind: str, cost: int) -> None:
    made = board(f"large:A {kind}:x small:Z", "A-x-Z")
    data = position(made, "track", connect=["A", "Z"], bridges=True)
    assert judged(data, f"build: A-x-Z cost {cost + 3}")["verdict"] == "best"
    assert codes(data, f"build: A-x-Z cost {cost + 2}") == ["stated-cost"]


def test_a_line_over_a_river_costs_two_more_and_a_way_round_may_be_cheaper() -> None:
    made = board("large:A plain:x,y small:Z", "A-Z A-x-Z", "A-Z")
    data = position(made, "track", connect=["Z"])
    assert judged(data, "build: A-Z cost 5")["verdict"] == "improvable"
    assert judged(data, "build: A-x-Z cost 4")["verdict"] == "best"


def test_at_most_twenty_a_turn() -> None:
    made = board("large:A,B,C,D,E,F", "A-B-C-D-E-F")
    data = position(made, "track", connect=["F"])
    assert codes(data, "build: A-B-C-D-E-F cost 25") == ["limit"]
    assert codes(data, "turn 1", "build: A-B-C-D-E cost 20", "turn 2", "build: E-F cost 5") == []


def test_at_most_two_lines_out_of_a_large_town_in_a_turn() -> None:
    made = board("large:A small:B,C,D", "A-B A-C A-D")
    data = position(made, "track", connect=["A", "B", "C", "D"])
    assert codes(data, "build: A-B", "build: A-C", "build: A-D") == ["large-lines"]
    two_turns = ("turn 1", "build: A-B", "build: A-C", "turn 2", "build: A-D")
    assert judged(data, *two_turns)["verdict"] == "best"
    assert len(api.solve(data).to_dict()["turns"]) == 2


def test_the_first_line_starts_at_a_large_town() -> None:
    made = board("small:B,C plain:x large:A", "A-x-B-C")
    data = position(made, "track", connect=["B", "C"])
    assert codes(data, "build: B-C cost 3") == ["first-line"]
    answer = api.solve(data).to_dict()
    assert (answer["cost"], answer["links"][0]) == (7, ["A", "x"])


def test_lines_begin_at_the_network() -> None:
    made = board("large:A,B small:C,D", "A-C-D-B")
    data = position(made, "track", connect=["D"], network=links("A-C"))
    assert codes(data, "build: B-D cost 3") == ["not-joined"]
    assert judged(data, "build: C-D cost 3")["verdict"] == "best"


def test_two_points_are_joined_by_one_line_at_most() -> None:
    made = board("large:A plain:x medium:Z", "A-Z A-x-Z")
    data = position(made, "track", connect=["Z"], others={"Red": links("A-Z")})
    assert "taken" in codes(data, "build: A-Z cost 3")
    assert api.solve(data).to_dict()["cost"] == 4


@pytest.mark.parametrize(("kind", "guests"), [("small", 2), ("port", 2), ("medium", 3)])
def test_a_town_takes_so_many_players(kind: str, guests: int) -> None:
    ways = "A-p-Z A-q-Z A-r-Z A-s-Z"
    made = board(f"large:A plain:p,q,r,s {kind}:Z", ways)
    others = {f"P{each}": links(f"{each}-Z") for each in "pqr"[:guests]}
    data = position(made, "track", connect=["Z"], others=others, players=5)
    assert codes(data, "build: A-s-Z") == ["town-full"]
    answer = api.solve(data).to_dict()
    assert (answer["cost"], answer["links"]) == (None, [])
    less = dict(list(others.items())[1:])
    assert codes({**data, "others": less}, "build: A-s-Z") == []


def test_nobody_is_walled_off_while_a_place_is_free() -> None:
    made = board("large:A plain:x small:Z,Y", "A-Z A-x-Z Z-Y x-Y")
    data = position(made, "track", connect=["Y", "Z"], network=links("A-x-Z"), players=2)
    alone = {**data, "players": 1}
    both = ("build: Z-A", "build: Z-Y")
    assert "walled-off" in codes(data, *both)
    assert codes(alone, *both) == []


def test_who_joins_a_town_by_its_last_way_shuts_nobody_out() -> None:
    # A medium town takes three; Red has drawn two of its three ways, and there is one for you.
    made = board("large:A plain:p,q,r medium:Z", "A-p-Z A-q-Z A-r-Z")
    others = {"Red": links("p-Z q-Z")}
    data = position(made, "track", connect=["Z"], others=others, players=3)
    assert judged(data, "build: A-r-Z cost 4")["verdict"] == "best"
    answer = api.solve(data).to_dict()
    assert (answer["cost"], answer["proven"]) == (4, True)


def test_one_way_is_left_for_all_who_may_still_come() -> None:
    # "The way" is what must be left: not one for each of the three who are missing.
    made = board("large:A plain:p,q,r,t medium:Z", "A-p-Z A-q-Z A-r-Z A-t")
    data = position(made, "track", connect=["Z"], players=4)
    two, last = ("build: A-p-Z", "build: A-q-Z"), ("build: A-r", "build: r-Z")
    assert codes(data, *two) == []
    assert codes(data, "turn 1", *two, "turn 2", *last) == ["walled-off"]
    full = {"Red": links("p-Z")} | {"Blue": links("q-Z")}
    full_data = position(made, "track", connect=["Z"], players=4, others=full)
    assert codes(full_data, "build: A-r-Z") == []


def test_the_sea_is_bridged_only_if_asked() -> None:
    made = board("large:A sea:s small:Z", "A-s-Z")
    data = position(made, "track", connect=["Z"])
    assert set(codes(data, "build: A-s-Z cost 13")) == {"sea"}
    assert api.solve(data).to_dict()["cost"] is None
    assert api.solve({**data, "bridges": True}).to_dict()["cost"] == 13


def test_a_turn_is_paid_for_with_money_in_hand() -> None:
    made = board("large:A,B", "A-B")
    data = position(made, "track", connect=["A", "B"])
    assert codes({**data, "money": 4}, "build: A-B cost 5") == ["money"]
    assert codes({**data, "money": 5}, "build: A-B cost 5") == []


def test_a_line_between_own_points_costs_what_it_joins() -> None:
    made = board("large:A plain:x small:Z", "A-x-Z A-Z", "A-Z")
    data = position(made, "track", connect=["A", "Z"], network=links("A-x-Z"))
    assert judged(data, "build: Z-A cost 7")["cost"] == 7
    assert judged(data, "build: A-Z cost 5")["cost"] == 5
    assert codes(data, "build: Z-A cost 5") == ["stated-cost"]


def test_a_large_town_is_one_mark_whatever_lies_inside() -> None:
    # Its hexagon is one mark of the rulebook's table: a step leads in, the next one out.
    points = [
        {"id": "w", "x": 0, "y": 0, "kind": "small", "name": "W", "goods": ["coal"]},
        *({"id": f"m{n}", "x": n, "y": 0, "kind": "large", "name": "Mid"} for n in (1, 2, 3)),
        {"id": "e", "x": 4, "y": 0, "kind": "small", "name": "E"},
    ]
    ways = [["w", "m1"], ["m1", "m2"], ["m2", "m3"], ["m3", "e"]]
    made = {"points": points, "links": ways}
    data = position(made, "deliveries", network=[["w", "m1"], ["m3", "e"]], at="W")
    data |= {"cards": [card("coal:E")]}
    answer = judged(data, "load: coal", "move: w-m1-m2-m3-e", "deliver: coal to E pay 2")
    assert (answer["verdict"], answer["problems"]) == ("best", [])
    slow = judged(data | {"load": ["coal"]}, "move: W-Mid-E", "deliver: coal to E pay 2")
    assert slow["verdict"] == "best"
    with pytest.raises(InputError, match="within a large town"):
        judged(data, "build: m1-m2 cost 0")


def test_points_that_are_no_neighbours_are_not_joined() -> None:
    made = board("large:A plain:x small:Z", "A-x-Z")
    assert "no-link" in codes(position(made, "track", connect=["Z"]), "build: A-Z cost 3")


def test_a_track_with_ferries_goes_on_where_the_ship_lands() -> None:
    made = board("large:A plain:x port:P,Q sea:s small:Z", "A-P-s-Q-Z A-x-P")
    data = position(made, "track", connect=["Z"], ferries=True)
    claim = (
        *("turn 1", "build: A-P cost 2"),
        *("turn 2", "move: A-P", "hire: ferry cost 2"),
        *("turn 3", "sail: P-s-Q", "build: Q-Z cost 3"),
    )
    answer = judged(data, *claim)
    assert (answer["verdict"], answer["cost"]) == ("best", 7)
    assert "no-ship" in codes(data, "build: A-P", "sail: P-s-Q", "build: Q-Z")
    solved = api.solve(data).to_dict()
    assert (solved["cost"], len(solved["turns"])) == (7, 3)
    with pytest.raises(InputError, match="with ferries"):
        codes({**data, "ferries": False}, *claim)


def test_a_sail_starts_where_the_train_is() -> None:
    # The train has 12 points to go to its port: two turns, then the ship, then the line.
    road = "-".join(["A", *(f"p{n}" for n in range(1, 12)), "P"])
    made = board(
        f"large:A plain:{','.join(road.split('-')[1:-1])} port:P,Q sea:s small:Z",
        f"{road} P-s-Q-Z",
    )
    given = {"connect": ["Z"], "ferries": True, "network": links(road)}
    data = position(made, "track", at="A", **given)
    answer = api.solve(data).to_dict()
    kinds = [[action["do"] for action in turn["actions"]] for turn in answer["turns"]]
    assert kinds == [["move"], ["move", "hire"], ["sail", "build"]]
    assert (answer["cost"], answer["proven"]) == (5, True)
    assert codes(data, "sail: P-s-Q", "build: Q-Z cost 3")[0] == "not-there"
    aboard = api.solve(data | {"at": "P", "aboard": True}).to_dict()
    assert (aboard["cost"], len(aboard["turns"]), aboard["fewest_turns"]) == (3, 1, True)
    own = api.solve(data | {"at": "P", "own_ship": {"kind": "ferry", "at": "P"}}).to_dict()
    assert (own["cost"], own["hire"], len(own["turns"])) == (3, 0, 1)


def test_a_bridge_is_a_way_in_where_there_are_bridges() -> None:
    # Q has one way by land and one by sea. Who came over the sea may not take the other one.
    made = board("large:A plain:x port:P,Q sea:s small:Z", "A-P-s-Q-Z A-x-P")
    data = position(made, "track", connect=["Z"], players=2, bridges=True, network=links("A-P"))
    assert codes(data, "build: P-s-Q", "build: Q-Z") == ["walled-off"]
    answer = api.solve(data).to_dict()
    assert (answer["cost"], answer["proven"]) == (None, True)
    assert api.solve(data | {"players": 1}).to_dict()["cost"] == 15
    # P keeps its way by sea for the others, so that both of its ways by land may be taken.
    coast = board("large:A,B port:P sea:s", "A-P-B P-s")
    joined = position(coast, "track", connect=["A", "B"], players=2)
    assert api.solve(joined).to_dict()["cost"] is None
    assert api.solve(joined | {"bridges": True}).to_dict()["cost"] == 7


def test_money_is_no_part_of_a_track() -> None:
    made = board("large:A small:Z", "A-Z")
    data = position(made, "track", connect=["A", "Z"])
    with pytest.raises(InputError, match="states no money"):
        api.check(data, "build: A-Z\nmoney: 27")
