"""A good plan soon, and a simple upper bound: both hold on every board."""

from __future__ import annotations

import json
from typing import Any

import pytest
from boards import turn_of
from material import real_cases
from msgspec.structs import replace
from networks import random_problem
from ruled import random_game
from thorough import for_every

from bestrun.benchmark import BENCH
from solvers import methods
from solvers.bound import optimistic
from solvers.clock import Clock
from solvers.errors import TooLarge
from solvers.judge import judge
from solvers.methods import solve
from solvers.plan import Plan
from solvers.problem import Problem
from solvers.quick import quick_plan

AGES = 600.0


def open_case(name: str) -> tuple[Problem, int]:
    cases = json.loads((BENCH / "open.json").read_text())
    (case,) = [case for case in cases if case["id"] == name]
    return turn_of(case["position"]).problem(), case["optimum"]


def quick(problem: Problem, seconds: float = AGES) -> Plan:
    return quick_plan(problem, methods._pack_some, seconds)


@for_every("seed", range(200))
def test_no_plan_earns_more_than_the_simple_bound(seed: int) -> None:
    """Under any rules: bonuses, stops that only end a route, trains that share what leads in."""
    problem = random_game(seed).problem
    shared = replace(problem, shared_track=True)
    for each in (problem, shared, random_problem(seed)):
        assert solve(each, "routes").total <= optimistic(each) + each.beside


@pytest.mark.parametrize("name", ["1844-a", "1841-a", "1841-lite-a"])
def test_no_real_turn_earns_more_than_the_simple_bound(name: str) -> None:
    for case in real_cases(name):
        assert case["optimum"] <= optimistic(turn_of(case["position"]).problem())


def test_trains_that_share_the_ways_into_stops_are_bounded_together() -> None:
    """Two Ds alone could each run everywhere."""
    problem, best = open_case("1830 late D,D,6,5")
    assert best <= optimistic(problem) <= 1.1 * best


@for_every("seed", range(60))
def test_a_quick_plan_is_a_plan_and_never_better_than_the_best(seed: int) -> None:
    problem = random_game(seed).problem
    if seed % 3 == 0:
        problem = replace(problem, shared_track=True)
    plan = quick(problem)
    assert judge(problem, plan.runs) == []
    best = solve(problem, "routes").total - problem.beside
    assert plan.total <= best
    assert plan.total > 0 or best <= 0 or problem.connect or problem.seat


@pytest.mark.parametrize("name", ["1830 late D,D,6,5", "1844 large 8E,8E,8E,8E 1"])
def test_a_quick_plan_comes_near_the_best(name: str) -> None:
    problem, best = open_case(name)
    assert 0.97 * best <= quick(problem).total <= best


def test_without_time_there_is_no_plan() -> None:
    assert quick(open_case("1830 late D,D,6,5")[0], 0.0).runs == ()


def test_where_no_method_is_left_the_quick_plan_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    """Too large for the frontier, and the process of CP-SAT dies: a good plan, and a bound."""

    def refuse(*_: Any) -> Any:
        raise TooLarge("no")

    monkeypatch.setattr(methods, "solve_frontier", refuse)
    monkeypatch.setattr(methods, "_by_cpsat", lambda problem, clock, keep, known: known)
    problem, best = open_case("1830 late D,D,6,5")
    result = solve(problem)
    assert 0.97 * best <= result.total <= best <= result.bound <= 1.1 * best


def test_a_short_time_limit_goes_into_a_good_plan_first(monkeypatch: pytest.MonkeyPatch) -> None:
    def late(*_: Any) -> Any:
        raise TimeoutError

    monkeypatch.setattr(methods, "solve_frontier", late)
    monkeypatch.setattr(Clock, "left", property(lambda _: 1.0))
    problem, best = open_case("1830 late D,D,6,5")
    result = solve(problem, time_limit=1.0)
    assert 0.97 * best <= result.total <= best
