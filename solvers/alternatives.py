"""The next best plans: those that differ from better ones in revenues or in stops visited.

Many plans are the best one with a run shortened, a train idle, or other track between the
same stops. They are of no interest to a player and are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from hexgraph.bits import ones
from solvers.clock import Clock
from solvers.errors import TooLarge
from solvers.plan import Found, Plan
from solvers.problem import Problem, Run

GROWTH = 4
"""Factor by which the list of plans grows if too few of them differ."""

MOST = 256
"""Upper limit on plans listed for each plan that is wanted."""

Mark = tuple[int, int]
"""A run as plans are compared: its paid stops as a bit mask, and its revenue."""


def different_plans(
    problem: Problem, find: Callable[[int], Found], wanted: int, clock: Clock
) -> Found:
    """Return the ``wanted`` best plans that differ, and the bound.

    ``find(number)`` returns that many plans, best first. It is called with larger numbers until
    enough of the plans differ, there are no more, or the time is over.
    """
    keep = wanted
    listed, bound = find(keep)
    best = different(problem, listed, wanted, clock)
    while len(best) < wanted and len(listed) == keep < wanted * MOST and clock.left != 0:
        keep *= GROWTH
        try:
            listed, newer = find(keep)
        except TooLarge:
            break
        found, bound = different(problem, listed, wanted, clock), min(bound, newer)
        best = max(best, found, key=lambda plans: (plans[0].total, len(plans)))
    return best, bound


def different(problem: Problem, plans: Sequence[Plan], wanted: int, clock: Clock) -> list[Plan]:
    """Return the first ``wanted`` plans that show something new compared to all before them.

    When the time is over, the plans compared by then are returned, and at least the best.
    """
    marks: dict[Run, Mark] = {}
    kept: list[Plan] = []
    shown = ShownRuns()
    for plan in plans:
        if kept and (len(kept) == wanted or clock.left == 0):
            break
        for run in plan.runs:
            if run not in marks:
                marks[run] = _mark(problem, run)
        if shown.add([marks[run] for run in plan.runs]):
            kept.append(plan)
    return kept


def _mark(problem: Problem, run: Run) -> Mark:
    return sum(1 << stop for stop in set(run.paid)), problem.earnings(run).total


class ShownRuns:
    """Plans kept so far, by their runs.

    A plan shows nothing new if its runs can be matched with different runs of one better plan that
    are paid for the same stops or more, and earn no less. Plans are numbered, and a set of plans is
    a bit mask. So one AND for each run finds the plans that have a match for every run by itself,
    and only these are compared in full.
    """

    def __init__(self) -> None:
        self._plans: list[list[Mark]] = []
        self._holders: dict[Mark, int] = {}
        self._paying: dict[int, dict[Mark, None]] = {}

    def add(self, runs: list[Mark]) -> bool:
        """Keep a plan if it shows something new; return whether it does."""
        if any(_matched(runs, self._plans[at]) for at in self._candidates(runs)):
            return False
        number = 1 << len(self._plans)
        self._plans.append(runs)
        for mark in runs:
            if mark not in self._holders:
                for stop in ones(mark[0]):
                    self._paying.setdefault(stop, {})[mark] = None
            self._holders[mark] = self._holders.get(mark, 0) | number
        return True

    def _candidates(self, runs: Sequence[Mark]) -> Iterator[int]:
        """Yield the plans that have a match for each run by itself."""
        plans = (1 << len(self._plans)) - 1
        for mark in set(runs):
            plans &= self._no_less(mark)
            if not plans:
                break
        return ones(plans)

    def _no_less(self, mark: Mark) -> int:
        """The plans with a run that is paid for all stops of ``mark`` and earns no less."""
        paid, revenue = mark
        lists = [list(self._paying.get(stop, ())) for stop in ones(paid)]
        plans = 0
        for other in min(lists, key=len, default=list(self._holders)):
            if other[1] >= revenue and other[0] & paid == paid:
                plans |= self._holders[other]
        return plans


def _matched(runs: Sequence[Mark], others: Sequence[Mark]) -> bool:
    """Whether the runs can all be matched with different runs of the other plan.

    Augmenting paths (Kuhn): trying all assignments would be exponential in the trains.
    """
    if len(runs) > len(others):
        return False
    given: dict[int, int] = {}

    def place(run: int, tried: set[int]) -> bool:
        paid, revenue = runs[run]
        for at, (other_paid, other_revenue) in enumerate(others):
            # ``other`` matches if it is paid for all stops of the run, and earns no less.
            if at in tried or other_revenue < revenue or other_paid & paid != paid:
                continue
            tried.add(at)
            if at not in given or place(given[at], tried):
                given[at] = run
                return True
        return False

    return all(place(run, set()) for run in range(len(runs)))
