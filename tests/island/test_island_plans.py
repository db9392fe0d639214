"""Island Rails: delivery plans against every plan there is, on tiny boards."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, pairwise
from typing import Any

import pytest
from hypothesis import HealthCheck, given, reject, settings
from hypothesis import strategies as st
from island_boards import board, card, links, position
from island_everything import STANDARD, Everything, Rules
from island_lines import TooMany
from island_random import SMALL
from thorough import THOROUGH

from bestrun import api
from mapdata.island.read import read_position
from solvers.clock import Clock
from solvers.island.boards.generate import generate
from solvers.island.deliveries.aim import Aim
from solvers.island.deliveries.search import Search

GOODS = ("coal", "fish")
LAND = ("plain", "mountain", "alpine", "small", "large")


pytestmark = pytest.mark.usefixtures("small_rails")


@st.composite
def tiny(draw: st.DrawFn) -> dict[str, Any]:
    """Draw a position with four or five points, up to five links and one or two cards."""
    names = [f"n{number}" for number in range(draw(st.integers(3, 5)))]
    kinds = ["large", "small", *(draw(st.sampled_from(LAND)) for _ in names[2:])]
    order = draw(st.permutations(names))
    chosen = {(order[draw(st.integers(0, n - 1))], order[n]) for n in range(1, len(names))} | set(
        draw(st.lists(st.sampled_from(list(combinations(names, 2))), max_size=1))
    )
    ways = sorted({"-".join(sorted(ends)) for ends in chosen})
    rivers = draw(st.lists(st.sampled_from(ways), max_size=1))
    towns = [n for n, kind in zip(names, kinds, strict=True) if kind in ("small", "large")]
    goods = {town: draw(st.sampled_from(["", *GOODS])) for town in towns}
    goods[towns[0]] = draw(st.sampled_from(("coal", "coal fish")))
    goods[towns[1]] = "fish"
    points = " ".join(f"{kind}:{name}" for kind, name in zip(kinds, names, strict=True))
    made = board(points, " ".join(ways), " ".join(rivers), **goods)
    offers = st.sampled_from(
        [f"{good}:{town}" for good in GOODS for town in towns if good not in goods[town]]
    )
    hand = draw(st.lists(st.lists(offers, min_size=1, max_size=2), min_size=1, max_size=2))
    network: list[str] = []
    for way in draw(st.permutations(ways * 2))[: draw(st.integers(0, 10))]:
        if way not in network and {names[0], *"-".join(network).split("-")} & set(way.split("-")):
            network.append(way)
    return position(
        made,
        "deliveries",
        network=links(" ".join(network)),
        at=names[0],
        money=draw(st.integers(3, 11)),
        cards=[card(*each) for each in hand],
        horizon=3,
        aim=draw(st.sampled_from(("money", "income"))),
    )


@st.composite
def archipelago(draw: st.DrawFn, widths: list[int]) -> dict[str, Any]:
    """Draw a large town with a port, one or two islands with a town each, and sea between."""
    two = draw(st.booleans())
    middle = draw(st.sampled_from(["plain", "mountain", ""]))
    points = ["large:L", "port:P", "small:T", "port:Q"]
    ways = []
    if middle:
        points.append(f"{middle}:m")
        ways += ["L-m", "m-P"]
    else:
        ways.append("L-P")
    if draw(st.booleans()):
        points.append("plain:w")
        ways += ["Q-w", "w-T"]
    else:
        ways.append("Q-T")
    ends = ["P", "Q"]
    if two:
        points += ["port:R", "small:U"]
        ways.append("R-U")
        ends.append("R")
    if draw(st.booleans()):
        points.append("port:S")
        ways.append(draw(st.sampled_from(["S-T", "S-L"])))
        ends.append("S")
    for number, (a, b) in enumerate(combinations(ends, 2)):
        length = draw(st.sampled_from(widths if a == "P" else [0, *widths[:-1]]))
        chain = [a, *(f"s{number}x{n}" for n in range(length)), b]
        if length:
            points += [f"sea:{name}" for name in chain[1:-1]]
            ways += [f"{x}-{y}" for x, y in pairwise(chain)]
    towns = ["L", "T", "U"] if two else ["L", "T"]
    goods = {"L": "coal", "T": "fish"} | ({"U": draw(st.sampled_from(["", "coal"]))} if two else {})
    made = board(" ".join(points), " ".join(ways), "", **goods)
    offers = [f"{g}:{t}" for g in ("coal", "fish") for t in towns if g not in goods[t].split()]
    hand = draw(st.lists(st.sampled_from(offers), min_size=1, max_size=2))
    land = [way for way in ways if "s" not in way]
    built = [way for way in land if draw(st.integers(0, 2)) == 0] if draw(st.booleans()) else []
    starts = {end for way in built for end in way.split("-") if end.isupper()} or {"L"}
    return position(
        made,
        "deliveries",
        network=links(" ".join(built)),
        at=draw(st.sampled_from(sorted(starts))),
        money=draw(st.integers(4, 17)),
        cards=[card(each) for each in hand],
        horizon=draw(st.integers(4, 6)),
        aim=draw(st.sampled_from(("money", "income"))),
    )


def assert_best(data: dict[str, Any], rules: Rules = STANDARD) -> None:
    try:
        best = Everything(data, rules).run()
    except TooMany:
        reject()
    answer = api.solve(data, time_limit=20).deliveries
    assert answer.value <= best <= answer.bound
    assert rules is SMALL or answer.proven


quickly = settings(
    max_examples=100 if THOROUGH else 20,
    deadline=None,
    suppress_health_check=[HealthCheck.filter_too_much],
)


@quickly
@given(tiny())
def test_no_plan_of_all_is_better(data: dict[str, Any]) -> None:
    assert_best(data)


@quickly
@given(archipelago([1, 4, 8, 9]))
def test_no_plan_over_sea_is_better(data: dict[str, Any]) -> None:
    assert_best(data)


@quickly
@given(archipelago([1, 2, 3]))
def test_no_plan_of_many_turns_with_upgrades_is_better(data: dict[str, Any]) -> None:
    assert_best(data | {"title": "small-rails"}, SMALL)


def sea(a: str, b: str, steps: int) -> str:
    """Return a way over sea of so many steps, its points named after its ends."""
    return "-".join([a, *(f"s{a}{b}{number}" for number in range(1, steps)), b])


def three_islands(**more: Any) -> dict[str, Any]:
    """Return a position at Q; P and R are islands to its left and right."""
    seas = [sea("P", "Q", 10), sea("Q", "R", 9), sea("P", "R", 5)]
    wet = ",".join(dict.fromkeys(n for way in seas for n in way.split("-") if n[0] == "s"))
    made = board(
        f"large:L plain:m port:P,Q,R small:T,U sea:{wet}",
        " ".join(["L-m-P", "Q-T", "R-U", *seas]),
        L="coal",
        T="fish",
    )
    network = links("m-P Q-T")
    return position(made, "deliveries", network=network, at="Q", aim="income") | more


def test_an_island_opened_in_passing_saves_a_turn_at_the_very_end() -> None:
    # Over R the train is in P as soon as directly, and R-U can be built before it comes again.
    cards = [card("coal:U"), card("fish:L")]
    answer = api.solve(three_islands(cards=cards, money=15, horizon=4)).deliveries
    assert answer.proven
    assert answer.plan.income == 23
    assert len(answer.plan.turns) == 4
    sails = [
        [each for each in turn.actions if type(each).__name__ == "Sail"]
        for turn in answer.plan.turns
    ]
    assert [len(each) for each in sails] == [0, 1, 1, 1]


def test_an_upgrade_leaves_no_room_for_lines_in_its_turn() -> None:
    # A B-9 saves a turn, but bought in the first it would cost one.
    way = "-".join(["L", *(f"p{number}" for number in range(1, 20)), "T"])
    made = board(f"large:L plain:{','.join(way.split('-')[1:-1])} small:T", way, L="coal")
    data = position(
        made, "deliveries", at="L", money=60, cards=[card("coal:T")], aim="income", horizon=8
    )
    answer = api.solve(data).deliveries
    assert answer.proven
    kinds = [{type(each).__name__ for each in turn.actions} for turn in answer.plan.turns]
    assert ["Upgrade" in each for each in kinds] == [False, True, False, False]
    assert ["Build" in each for each in kinds] == [True, False, True, False]


def test_a_train_off_its_network_is_joined_at_full_price() -> None:
    # From p the line into L costs 5, not the 1 that p would cost from L.
    made = board("large:L plain:p,q small:T", "L-p-q-T", T="coal")
    data = position(
        made, "deliveries", network=links("q-p"), at="L", money=7, cards=[card("coal:L")]
    )
    assert api.solve(data).deliveries.plan is None
    answer = api.solve(data | {"money": 8, "aim": "income"}).deliveries
    assert answer.proven
    assert answer.plan.money[-1] == 3


def test_a_train_off_its_network_is_joined_by_a_line_it_does_not_use() -> None:
    made = board("large:L plain:p,q small:T", "L-p-q L-T", L="coal")
    data = position(
        made, "deliveries", network=links("p-q"), at="L", money=8, cards=[card("coal:T")]
    )
    answer = api.solve(data | {"aim": "income"}).deliveries
    assert answer.proven
    assert answer.plan.money == (0, 1)
    assert api.solve(data | {"aim": "income", "money": 7}).deliveries.plan is None


def test_a_hired_ship_is_lost_to_a_train_that_leaves_it_by_land() -> None:
    way = sea("P", "Q", 5)
    wet = ",".join(way.split("-")[1:-1])
    made = board(f"large:L port:P,Q small:T sea:{wet}", f"L-P Q-T {way}", L="coal")
    data = position(made, "deliveries", network=links("L-P Q-T"), at="P", aboard=True)
    answer = api.solve(data | {"cards": [card("coal:T")], "money": 5}).deliveries
    assert answer.proven
    assert answer.plan.money == (3, 11)


def test_an_order_is_taken_down_to_a_plan_at_once_and_what_is_not_gone_into_waits() -> None:
    # From A the train may sail from either port of its island to either one of the other.
    made = board(
        "large:A port:P,R,Q,U small:Z,Y sea:s,t",
        "A-P A-R Q-Z U-Z Z-Y P-s-Q R-t-U s-t",
        A="coal",
        Y="fish",
    )
    data = position(made, "deliveries", at="A", money=20, cards=[card("coal:Y")], aim="income")
    asked = read_position(data, lambda name: {}, generate)
    search = Search(asked, Aim.of(asked), Clock(60))
    part = next(each for each in search.parts if not (each.open or each.calendar.cost))
    search.beam([(part, root) for root in part.growth.roots()])
    assert search.plan is not None
    assert len(search.items.orders) > 1


def visited(data: dict[str, Any]) -> set[str]:
    """Return the orders that are begun without leaving goods: letters of places, `!` delivers."""
    asked = read_position(data, lambda name: {}, generate)
    search = Search(asked, Aim.of(asked), Clock(60))
    growth = next(each for each in search.parts if not each.open).growth
    labels, found = growth.roots(), set[str]()
    while labels:
        for each in labels:
            marks = (asked.board.label(v.point) + "!" * v.deliver for v in each.visits)
            found.add(" ".join(marks))
        labels = [longer for each in labels for longer in growth.grown(each, Fraction(-1))]
    return found


def test_goods_are_loaded_as_late_and_delivered_as_soon_as_the_train_is_there() -> None:
    made = board("large:A small:B,Z", "A-B-Z", A="coal", B="coal fish", Z="")
    data = position(made, "deliveries", at="A", network=links("A-B-Z"), money=9)
    data["cards"] = [card("coal:Z"), card("fish:Z")]
    orders = visited(data)
    assert {"A Z!", "A Z! B Z!", "B B Z! Z!"} <= orders
    assert not [each for each in orders if each.startswith("A B") or "Z! B! Z" in each]
    assert "A B Z! Z!" in visited(data | {"stock": {"coal": 1}})
    data["cards"] = [card("coal:Z"), card("fish:A")]
    assert "B B Z! A!" in visited(data)
    made = board("large:A small:B,Z", "A-B-Z", A="coal", B="", Z="fish")
    data |= {"board": made, "cards": [card("coal:B"), card("fish:B")]}
    assert "A Z B! B!" in visited(data)
    data["cards"] = [card("coal:Z"), card("fish:B")]
    orders = visited(data)
    assert "A Z! Z B!" in orders
    assert not [each for each in orders if each.startswith("A Z B!")]


@pytest.mark.parametrize("stock, gain", [(0, 0), (1, 3), (2, 6)])
def test_no_more_goods_are_loaded_than_there_are(stock: int, gain: int) -> None:
    # Two pieces of coal are wanted at once, and the train has the time to go there once.
    made = board("large:A plain:p,q small:Z", "A-p-q-Z", A="coal")
    data = position(made, "deliveries", at="A", network=links("A-p-q-Z"), money=2, aim="total")
    data |= {"cards": [card("coal:Z"), card("coal:Z")], "horizon": 1, "stock": {"coal": stock}}
    answer = api.solve(data).deliveries
    assert answer.proven
    assert answer.value == gain


@pytest.mark.parametrize("turns, gain", [(1, 0), (2, 1)])
def test_a_good_that_lies_in_a_town_is_gone_after_its_turns(turns: int, gain: int) -> None:
    # The train comes to B in its second turn, and back to A with one piece of fish, not two.
    way = "A-p-q-r-s-t-u-B"
    made = board("large:A,Z plain:p,q,r,s,t,u small:B", f"{way} A-Z", Z="fish")
    data = position(made, "deliveries", at="A", network=links(way), money=2, aim="total")
    data |= {"cards": [card("fish:A"), card("fish:A")], "horizon": 4}
    data["lying"] = [{"good": "fish", "town": "B", "turns": turns}]
    answer = api.solve(data).deliveries
    assert answer.proven
    assert answer.value == gain
