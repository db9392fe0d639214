"""Solvers against brute force on random networks."""

from __future__ import annotations

from typing import Any

import pytest
from boards import turn_of
from brute import Route, TooMany, total
from hypothesis import event, example, given
from hypothesis import strategies as st
from random_positions import (
    Position,
    brute_of,
    examples,
    positions,
    skipping,
)

from bestrun.turn import Turn
from solvers.judge import judge
from solvers.methods import METHODS, NATIVE, solve
from solvers.plan import rank

OWN = [method for method in METHODS if method not in NATIVE]


def best_of(turn: Turn) -> list[Route] | None:
    """Return the best plan by brute force, or nothing if the board is too large for it."""
    try:
        return brute_of(turn).best(turn.position.trains)
    except TooMany:
        event("too large for brute force")
        return None


def agrees(position: Position, method: str) -> None:
    """Assert that a method finds what brute force finds: revenue, fewest trains, shortest way."""
    turn = turn_of(position)
    expected = best_of(turn)
    if expected is None:
        return
    problem = turn.problem()
    result = solve(problem, method)
    assert result.proven
    assert result.revenue == total(expected)
    crossed = sum(route.way.crossed for route in expected)
    assert rank(problem, result.plan.runs) == (total(expected), 0, -len(expected), -crossed)
    assert judge(problem, result.plan.runs) == []


# -- the best plan -------------------------------------------------------------------------

TUNNEL_BESIDE_TRACK = {
    "title": "1844",
    "phase": "7",
    "company": "SCB",
    "trains": ["6H", "8E", "8E"],
    "tiles": {"L9": "45:1", "K10": "915:5", "K8": "204:2", "J9": "OP1:0+X78:3", "I10": "87:5"}
    | {"J11": "204:4", "L7": "39:2", "L11": "87:1", "L13": "XM1", "I14": "XM2", "J7": "16:2"},
    "tokens": {"SCB": ["K10"]},
}


@pytest.mark.parametrize("method", OWN)
@given(position=positions())
@example(position=TUNNEL_BESIDE_TRACK)
@examples(150)
def test_every_method_finds_what_brute_force_finds(position: Position, method: str) -> None:
    agrees(position, method)


@pytest.mark.parametrize("method", NATIVE)
@given(position=positions())
@example(position=TUNNEL_BESIDE_TRACK)
@examples(25)
def test_native_solvers_find_what_brute_force_finds(position: Position, method: str) -> None:
    agrees(position, method)


@given(position=positions(titles=("1844",), largest=14), trains=st.integers(1, 3))
@examples(60)
def test_trains_that_skip_stops_agree_with_brute_force(position: Position, trains: int) -> None:
    agrees(skipping(position, trains), "auto")


# -- other plans, preferences, the same answer each time ---------------------------------------


@pytest.mark.parametrize("method", OWN)
@given(position=positions(largest=9), count=st.integers(1, 8))
@examples(60)
def test_alternatives_are_the_next_best_plans(position: Position, count: int, method: str) -> None:
    turn = turn_of(position)
    try:
        plans = brute_of(turn, 3000).plans(position["trains"], 20_000)
    except TooMany:
        return
    problem = turn.problem()
    result = solve(problem, method, alternatives=count, every=True)
    found = [result.plan, *result.others]
    assert [plan.revenue for plan in found] == [total(plan) for plan in plans[: 1 + count]]
    assert all(judge(problem, plan.runs) == [] for plan in found)
    assert len(set(found)) == len(found)


@pytest.mark.parametrize("method", OWN)
@given(position=positions(), pick=st.integers(0, 100))
@examples(60)
def test_a_preferred_place_never_lowers_the_total(
    position: Position, pick: int, method: str
) -> None:
    turn = turn_of(position)
    stops = turn.network.stops
    tunnels = sorted({hex_id for link in turn.network.links for _, hex_id in link.marks})
    places = [stop.id for stop in stops] + tunnels
    if not places:
        return
    place = places[pick % len(places)]
    plain, wishing = turn.problem(), turn.problem([place])
    without, result = solve(plain, "routes"), solve(wishing, method)
    assert result.revenue == without.revenue

    def liked(plan: Any) -> int:
        return sum(wishing.preference(run) for run in plan.runs)

    assert liked(result.plan) >= liked(without.plan)
    for other in solve(plain, "routes", alternatives=10, every=True).others:
        if other.revenue == result.revenue:
            assert liked(result.plan) >= liked(other)


@pytest.mark.parametrize("method", METHODS)
@given(position=positions(largest=10))
@examples(12)
def test_the_same_position_gives_the_same_plan(position: Position, method: str) -> None:
    first = solve(turn_of(position).problem(), method)
    again = solve(turn_of(position).problem(), method)
    assert first.plan == again.plan


@given(position=positions(largest=10), limit=st.sampled_from([0.0, 0.0005, 0.01]))
@examples(40)
def test_a_time_limit_leaves_a_bound_that_holds(position: Position, limit: float) -> None:
    problem = turn_of(position).problem()
    truth = solve(problem, "routes").revenue
    for method in OWN:
        result = solve(problem, method, time_limit=limit)
        assert result.revenue <= truth <= result.bound
        assert result.proven == (result.revenue == result.bound)
