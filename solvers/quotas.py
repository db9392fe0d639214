"""Quotas: at most a number of runs of a plan visit a place. Solved by cases, with any method.

A plan keeps a quota of ``n`` exactly if all its trains but ``n`` stay away from the place. So the
best plan is the best of all cases in which some trains are barred there, one case for every
choice of them. They are only asked where the best plan without quotas breaks one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

from msgspec.structs import replace

from solvers.clock import Clock
from solvers.judge import plan_rules
from solvers.plan import Found, Plan, make_plan
from solvers.problem import Problem, Train


def find_within(
    method: Callable[[Problem, Clock, int], Found], problem: Problem, clock: Clock, keep: int
) -> Found:
    """The best plans that keep the quotas, and a bound."""
    plans, bound = method(problem, clock, keep)
    if all(keeps_quotas(problem, plan) for plan in plans):
        return plans, bound
    found: dict[frozenset[tuple[object, ...]], Plan] = {}
    most = 0
    for case in _cases(problem):
        some, above = method(replace(problem, trains=case), clock, keep)
        most = max(most, above)
        original = dict(zip(case, problem.trains, strict=True))
        for plan in some:
            runs = [replace(run, train=original[run.train]) for run in plan.runs]
            key = frozenset((run.train.name, *run.way, run.paid, run.once) for run in runs)
            found.setdefault(key, make_plan(problem, runs))
    best = sorted(found.values(), key=lambda plan: -plan.total)
    return best[:keep], min(bound, most)


def keeps_quotas(problem: Problem, plan: Plan) -> bool:
    """Whether a plan that breaks no other rule breaks no rule of the whole plan."""
    return not problem.quotas or not any(plan_rules(problem, plan.runs))


def _cases(problem: Problem) -> Iterator[tuple[Train, ...]]:
    """Yield the trains of each case, in their order; equal trains are interchangeable."""
    cases: list[Sequence[Train]] = [problem.trains]
    for stops, number in problem.quotas:
        visiting = [set(each) for each in combinations(range(len(problem.trains)), number)]
        cases = [
            [
                train if at in near else replace(train, barred=train.barred | stops)
                for at, train in enumerate(trains)
            ]
            for trains in cases
            for near in visiting
        ]
    seen: set[frozenset[tuple[Train, int]]] = set()
    for trains in cases:
        fleet = frozenset(Counter(trains).items())
        if fleet not in seen:
            seen.add(fleet)
            yield tuple(trains)
