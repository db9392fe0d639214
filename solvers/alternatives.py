"""The next best plans: those that differ from better ones in what they earn or visit.

Many plans are the best one with a run shortened, a train idle, or other track between the
same stops. They are of no interest to a player and are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from solvers.clock import Clock
from solvers.errors import TooLarge
from solvers.plan import Found, Plan
from solvers.problem import Problem, Run

GROWTH = 4
"""How many times more plans are listed where too few of them differ."""

MOST = 256
"""How many times more plans than are wanted are listed at most."""


def different_plans(
    problem: Problem, find: Callable[[int], Found], wanted: int, clock: Clock
) -> Found:
    """Return the ``wanted`` best plans that differ, and the bound.

    ``find`` returns the best plans, as many as it is told, best first. It is asked for more
    until enough of them differ, there are no more, or the time is over.
    """
    keep = wanted
    listed, bound = find(keep)
    best = different(problem, listed)
    while len(best) < wanted and len(listed) == keep < wanted * MOST and clock.left != 0:
        keep *= GROWTH
        try:
            listed, newer = find(keep)
        except TooLarge:
            break
        found, bound = different(problem, listed), min(bound, newer)
        best = max(best, found, key=lambda plans: (plans[0].revenue, len(plans)))
    return best[:wanted], bound


def different(problem: Problem, plans: Sequence[Plan]) -> list[Plan]:
    """Return the plans that show something new compared to all plans before them."""
    kept: list[Plan] = []
    for plan in plans:
        if not any(shows_nothing_new(problem, plan, better) for better in kept):
            kept.append(plan)
    return kept


def shows_nothing_new(problem: Problem, plan: Plan, better: Plan) -> bool:
    """Return whether each run of ``plan`` is one of ``better`` or less than it.

    Less means: no stop that the other is not paid for, and no more revenue.
    """

    def less(run: Run, other: Run) -> bool:
        earned = problem.earnings(run).total, problem.earnings(other).total
        return set(run.paid) <= set(other.paid) and earned[0] <= earned[1]

    def matched(runs: Sequence[Run], others: Sequence[Run]) -> bool:
        if not runs:
            return True
        return any(
            less(runs[0], other) and matched(runs[1:], [*others[:at], *others[at + 1 :]])
            for at, other in enumerate(others)
        )

    return len(plan.runs) <= len(better.runs) and matched(plan.runs, better.runs)
