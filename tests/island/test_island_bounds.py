"""Island Rails: what orders cost and how long they take at least, before a plan is made of them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from island_boards import board, card, links, position
from island_everything import Everything
from island_random import drawn

from bestrun import api
from mapdata.island.figures import figures
from mapdata.island.read import read_position
from solvers.clock import Clock
from solvers.island.boards.generate import generate
from solvers.island.deliveries.aim import Aim
from solvers.island.deliveries.calendar import bounding_calendars, returning_calendars
from solvers.island.deliveries.order import Order
from solvers.island.deliveries.route import DeliveryRoute
from solvers.island.deliveries.search import Search
from solvers.island.deliveries.subproblem import Subproblem

NONE = Fraction(-1)
"""A value that every plan beats."""


def searched(data: dict[str, Any]) -> tuple[Search, Subproblem]:
    """Return a search, and its subproblem for the train as it is and nothing bought."""
    asked = read_position(data, lambda name: {}, generate)
    search = Search(asked, Aim.of(asked), Clock(60))
    return search, next(each for each in search.parts if not each.calendar.cost)


# From A, where two goods are, a line of ten points leads to Z by B; C with a third is off it.
LINE = "A-p-q-B-r-s-t-u-v-w-Z B-m-n-C"


def line() -> dict[str, Any]:
    made = board("large:A small:B,C,Z plain:p,q,r,s,t,u,v,w,m,n", LINE, A="coal fish", C="gold")
    data = position(made, "deliveries", at="A", network=links(LINE), money=2, aim="total")
    return data | {"cards": [card("coal:Z"), card("fish:Z"), card("gold:Z")]}


def test_all_that_is_loaded_must_be_delivered() -> None:
    # From A to Z are ten points; what lies in C is out of reach in twelve.
    search, part = searched(line() | {"horizon": 2})
    (coal,) = (job for job in part.question.jobs if job.good == "coal")
    earn, start = part.growth.earn, search.position.board.of_kind("large")[0]
    loaded, nothing = (earn.states.code(some) for some in ([coal], []))
    assert earn.gains(start, loaded, 10) >= 12 * coal.pay
    assert earn.gains(start, loaded, 9) < 0
    assert earn.gains(start, nothing, 9) == 0


def test_trains_that_are_exchanged_are_never_large_and_fast_at_once() -> None:
    kinds = {each.choice: each for each in bounding_calendars(figures(), "A", 12)}
    costs = {choice: each.cost for choice, each in kinds.items()}
    both = ((2, 9), (3, 6))
    assert costs == {((2, 6),): 0, ((3, 6),): 20, ((2, 9),): 20, both: 25, ((3, 9),): 40}
    assert [kinds[both].speed(load) for load in range(4)] == [9, 9, 9, 6]
    again = {each.choice: each.cost for each in returning_calendars(figures(), "A", 12)}
    assert again == {both: 30, ((3, 9),): 50}


def test_upgrades_and_exchanges_take_their_turns() -> None:
    least = {each.choice: each.least for each in bounding_calendars(figures(), "B-6", 12)}
    both = ((2, 9), (3, 6))
    assert least == {((3, 6),): 1, both: 2, ((3, 9),): 2}
    # B-6 in the first turn, B-9 in the second one, B-6 again in the third one.
    again = {each.choice: each.least for each in returning_calendars(figures(), "B-6", 12)}
    assert again == {both: 3, ((3, 9),): 4}
    first = {each.choice: each.least for each in returning_calendars(figures(), "A", 12)}
    assert first == {both: 4, ((3, 9),): 5}


def test_a_train_with_too_many_goods_for_the_fast_one_begins_in_a_turn_of_the_slow_one() -> None:
    kinds = {each.choice: each for each in bounding_calendars(figures(), "B-6", 12)}
    fast = kinds[(2, 9), (3, 6)]
    slow = fast.slowed(6)
    # The first turn has six points; eight points into the third one six are gone.
    assert slow.seen_from(fast, 6 + 9 + 8) == 3 * 6
    assert slow.seen_from(fast, 6 + 9 + 4) == 2 * 6 + 4
    assert fast.seen_from(slow, 2 * 6 + 4) == 6 + 9 + 4
    assert fast.seen_from(slow, slow.ends[-1] + 1) == fast.ends[-1] + 1


def test_the_port_where_a_train_lands_is_joined_to_where_it_goes() -> None:
    # Q is near P but not joined to T; R is joined, and two turns away.
    far = "-".join(f"s{number}" for number in range(12))
    made = board(
        f"large:L port:P,Q,R small:T plain:a,b sea:w,{far.replace('-', ',')}",
        f"L-P P-w-Q Q-a-b-T R-T P-{far}-R",
        L="coal",
    )
    data = position(made, "deliveries", at="L", network=links("L-P R-T"), money=9)
    _, part = searched(data | {"cards": [card("coal:T")]})
    routes = part.routes
    (root,) = part.growth.roots()
    (loaded,) = part.growth.grown(root, NONE)
    orders = [part.growth.order(each) for each in part.growth.grown(loaded, NONE)]
    growing, whole = [routes.beginning(each) for each in orders if each], set[tuple[int, int]]()
    while growing:
        for longer in routes.longer(growing.pop()):
            if isinstance(longer, DeliveryRoute):
                whole.add((longer.turn, longer.cost))
            elif longer.turn <= 3:
                growing.append(longer)
    # By R it costs the hire alone; by Q the lines as well, and Q itself if they lead there from T.
    assert {(3, 2), (3, 2 + 1 + 1 + 1), (2, 2 + 1 + 1 + 2)} == whole


def test_what_comes_of_trains_that_are_exchanged_back_is_never_lost() -> None:
    search, _ = searched(line() | {"horizon": 8, "train": "B-9", "money": 40})
    part = next(each for each in search.parts if each.open)
    labels, orders = part.growth.roots(), list[Order]()
    while not orders:
        labels = [longer for each in labels for longer in part.growth.grown(each, Fraction(0))]
        orders = [order for each in labels if (order := part.growth.order(each))]
    for order in orders:
        search.push(order, part)
    before = len(search.items.orders)
    search.dive()
    assert len(search.items.orders) == before


def overseas() -> dict[str, Any]:
    """Return a position with three goods in A for Z, two turns away by ship."""
    made = board("large:A port:P,Q small:Z sea:v,w", "A-P P-v-w-Q Q-Z", A="coal fish gold")
    data = position(made, "deliveries", at="A", network=links("A-P Q-Z"), money=20, aim="total")
    return data | {"cards": [card("coal:Z"), card("fish:Z"), card("gold:Z")], "horizon": 9}


@pytest.mark.usefixtures("small_rails")
def test_a_plan_buys_a_ship_where_that_is_best() -> None:
    data, rules = drawn(58, "purchase")
    answer = api.solve(data)
    bought = [
        each["ship"]
        for turn in answer.to_dict()["turns"]
        for each in turn["actions"]
        if each["do"] == "buy"
    ]
    assert bought == ["ferry", "clipper"]
    assert answer.deliveries.proven
    assert answer.deliveries.value == Everything(data, rules).run() == Fraction(3, 2)
