"""Trains that pay every stop they visit, without limit: all methods and brute force agree."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from networks import all_plans, random_problem, score
from thorough import for_every, one_in

from solvers.clock import Clock
from solvers.frontier import model
from solvers.methods import solve, solve_circuit, solve_frontier, solve_mip
from solvers.pack import scale_for
from solvers.plan import Plan
from solvers.problem import Problem, Train


def without_limit(train: Train) -> Train:
    """Return the train as it would be with a place for every stop."""
    return replace(
        train, name="D", visits=(), pays=(), hexes=None, may_skip=False, must_pay=frozenset()
    )


def unlimited(seed: int, **size: int) -> Problem:
    """Return a random problem, all or all but one of its trains without limit."""
    problem = random_problem(seed, **size)
    limited = problem.trains[: seed % 2]
    free = [without_limit(train) for train in problem.trains[seed % 2 :] or problem.trains[:1]]
    return replace(problem, trains=(*limited, *free))


def worth(problem: Problem, plan: Plan) -> int:
    scale = scale_for(problem)
    return sum(score(problem, scale, run) for run in plan.runs)


@for_every("seed", one_in(3, range(2000, 2150)))
def test_they_run_as_by_brute_force(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    problem = unlimited(seed)
    best = all_plans(problem)[0]
    for method in ("auto", "routes"):
        result = solve(problem, method)
        assert result.proven
        assert worth(problem, result.plan) == best, method
    monkeypatch.setattr(model, "FEW_STEPS", 0)
    (plan,), bound = solve_frontier(problem, Clock())
    assert (worth(problem, plan), bound) == (best, plan.revenue)


@for_every("seed", one_in(3, range(3000, 3025)))
def test_all_methods_agree(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    problem = unlimited(seed, stops=9, links=15)
    monkeypatch.setattr(model, "FEW_STEPS", 0)
    found = [solve(problem), solve(problem, "routes"), solve(problem, "frontier")]
    assert all(result.proven for result in found)
    revenues = {result.revenue for result in found}
    for method in (solve_circuit, solve_mip):
        (plan,), bound = method(problem, Clock())
        revenues |= {plan.revenue, bound}
    assert len(revenues) == 1
