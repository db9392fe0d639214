"""Every method against brute force, over random trains, bonuses and rules."""

from __future__ import annotations

import pytest
from ruled import Brute, random_game

from solvers.clock import Clock
from solvers.errors import TooLarge
from solvers.judge import judge
from solvers.methods import NATIVE, solve, solve_frontier
from solvers.plan import Plan
from solvers.problem import Problem


def check(seed: int, method: str) -> None:
    game = random_game(seed)
    brute, problem = Brute(game), game.problem
    result = solve(problem, method)
    types = {train.name: train for train in game.trains}
    assert result.proven
    for run in result.plan.runs:
        train = types[run.train.name]
        assert brute.legal(run, train)
        way = next(way for way in brute.ways if set(way.links) == set(run.links))
        assert problem.earnings(run).total == brute.earned(train, way, run.paid, run.once)
    assert judge(problem, result.plan.runs) == []
    assert result.revenue == brute.best()


@pytest.mark.parametrize("seed", range(300))
def test_listing_routes_finds_what_brute_force_finds(seed: int) -> None:
    check(seed, "routes")


def native(problem: Problem, method: str) -> Plan:
    """Return the plan of a solver in native code, run in this process."""
    plans, bound = NATIVE[method](problem, Clock(), 1)
    assert plans[0].revenue == bound
    return plans[0]


@pytest.mark.parametrize("seed", range(120))
@pytest.mark.parametrize("method", ["circuit", "mixed", "mip"])
def test_native_solvers_find_what_listing_finds(seed: int, method: str) -> None:
    problem = random_game(seed).problem
    try:
        plan = native(problem, method)
    except TooLarge:
        pytest.skip("it says that it cannot hold this")
    assert judge(problem, plan.runs) == []
    assert plan.revenue == solve(problem, "routes").revenue


@pytest.mark.parametrize("seed", range(300))
def test_the_frontier_finds_what_listing_finds(seed: int) -> None:
    """With a table for every train, however few its routes are."""
    problem = random_game(seed).problem
    try:
        (plan,), bound = solve_frontier(problem, Clock(), 1, dict.fromkeys(problem.fleet))
    except TooLarge:
        pytest.skip("it says that it cannot hold this")
    assert judge(problem, plan.runs) == []
    assert plan.revenue == bound == solve(problem, "routes").revenue
