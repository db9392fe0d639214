"""Costs that are left out at first: the best plans are those of all costs from the start."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace
from networks import random_problem
from thorough import for_every

from solvers import methods
from solvers.bonus import Sets
from solvers.clock import Clock
from solvers.costs import costs, with_costs_late
from solvers.errors import TooLarge
from solvers.frontier.ledger import Ledger
from solvers.frontier.states import state_graph
from solvers.judge import judge
from solvers.methods import solve, solve_frontier, solve_routes
from solvers.pack import scale_for
from solvers.plan import Found
from solvers.problem import Problem

PAIRS = 3


def costly(seed: int) -> Problem:
    """A problem that takes something off for some pairs of stops in one route."""
    rng = Random(seed)
    problem = random_problem(seed, stops=7, links=12)
    pairs = [rng.sample(range(len(problem.network.stops)), 2) for _ in range(PAIRS)]
    off = tuple(
        Sets("off", -rng.choice((10, 20, 60)), (((one, 0),), ((two, 0),))) for one, two in pairs
    )
    trains = {  # with costs a route cannot be cut back to where it is paid
        train: replace(train, bonuses=(*train.bonuses, *off), trims=False)
        for train in problem.fleet
    }
    names = (*problem.names, "off")
    return replace(problem, trains=tuple([trains[t] for t in problem.trains]), names=names)


@pytest.mark.parametrize("keep", [1, 4])
@for_every("seed", range(80))
def test_the_frontier_finds_what_it_finds_with_all_costs(
    seed: int, keep: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    problem = costly(seed)
    listed = dict.fromkeys(problem.fleet)
    try:
        plans, bound = solve_frontier(problem, Clock(), keep, listed)
    except TooLarge:
        pytest.skip("it says that it cannot hold this")
    monkeypatch.setattr(methods, "with_costs_late", lambda some, known, solve: solve(some, known))
    expected, _ = solve_frontier(problem, Clock(), keep, listed)
    assert [plan.total for plan in plans] == [plan.total for plan in expected]
    assert bound == expected[0].total == solve(problem, "routes").total
    assert all(judge(problem, plan.runs) == [] for plan in plans)


def test_a_cost_that_no_best_plan_pays_is_never_brought_in() -> None:
    """And each that is paid comes in: at most one more solution a cost."""
    asked: list[int] = []
    for seed in range(40):
        problem = costly(seed)

        def solved(some: Problem, _: object) -> Found:
            asked.append(sum(costs(bonus) for train in some.fleet for bonus in train.bonuses))
            return solve_routes(some, Clock())

        asked.clear()
        found = with_costs_late(problem, None, solved)
        assert found[0][0].total == found[1] == solve(problem, "routes").total
        assert asked[0] == 0
        assert len(asked) <= 1 + PAIRS


def test_what_can_also_earn_is_no_cost() -> None:
    assert costs(Sets("off", -10, (((0, 0),), ((1, 0),))))
    assert not costs(Sets("off", -10, (((0, 20),), ((1, 0),))))
    assert not costs(Sets("ends", -10, (((0, 0),), ((1, 0),)), ends=True))


def test_when_the_time_is_over_plan_and_bound_hold() -> None:
    """A solution without costs that is not proven: its plan counts with them."""
    problem = costly(3)
    best = solve(problem, "routes").total

    def late(some: Problem, _: object) -> Found:
        plans, bound = solve_routes(some, Clock())
        return plans, bound + 10

    (plan,), bound = with_costs_late(problem, None, late)
    assert plan.total <= best < bound


@for_every("seed", range(40))
def test_bonuses_for_one_set_share_what_is_kept_in_mind(seed: int) -> None:
    """East with west, and east with north: the best stop of the east is kept once."""
    rng = Random(seed)
    problem = random_problem(seed, stops=7, links=12)
    some = [(stop, 10 * rng.randint(0, 3)) for stop in rng.sample(range(7), 5)]
    east, west, north = tuple(some[:3]), tuple(some[3:4]), tuple(some[4:])
    both = (Sets("west", 20, (east, west)), Sets("north", 30, (east, north)))
    trains = {train: replace(train, bonuses=both, trims=False) for train in problem.fleet}
    names = ("west", "north")
    problem = replace(problem, trains=tuple([trains[t] for t in problem.trains]), names=names)
    graph = state_graph(problem)
    for train in problem.fleet:
        ledger = Ledger(problem, train, scale_for(problem), graph)
        met = [paid for paid in ledger.paid if paid.keys() == dict(east).keys()]
        assert len(met) == 1
    (plan,), bound = solve_frontier(problem, Clock(), 1, dict.fromkeys(problem.fleet))
    assert plan.total == bound == solve(problem, "routes").total
