"""Plans and results: what solvers return."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from solvers.problem import Problem, Run

Rank = tuple[int, int, int, int]
"""Revenue, preferred places visited, minus trains used, minus hexsides crossed."""


class Plan(Struct, frozen=True):
    """Runs for some of the trains, sharing no track, with their total revenue."""

    runs: tuple[Run, ...]
    revenue: int


Found = tuple[list[Plan], int]
"""The best plans, best first, and the revenue that no plan exceeds."""


class BestPlan(Struct, frozen=True):
    """The best plan found and what is known about better ones.

    ``bound`` is a revenue that no plan exceeds; ``proven`` says that it is reached.
    ``others`` are the next best plans, best first, if they were asked for. ``interrupted``
    says that Ctrl-C ended the search.
    """

    plan: Plan
    bound: int
    method: str
    seconds: float
    others: tuple[Plan, ...] = ()
    interrupted: bool = False

    @property
    def proven(self) -> bool:
        """Return whether no plan can earn more."""
        return self.plan.revenue >= self.bound

    @property
    def revenue(self) -> int:
        """Return the revenue of the best plan."""
        return self.plan.revenue


def make_plan(problem: Problem, runs: Iterable[Run]) -> Plan:
    """Return the plan of ``runs``, in the order of the trains and then of the stops."""
    earned = [(facing(run), problem.earnings(run).total) for run in runs]
    earned.sort(key=lambda each: (problem.trains.index(each[0].train), -each[1], *each[0].way))
    return Plan(
        tuple([run for run, _ in earned]), revenue_of(problem, [each for _, each in earned])
    )


def revenue_of(problem: Problem, totals: Sequence[int]) -> int:
    """Return what runs that earn ``totals`` bring together.

    If some trains must stay idle but run, those that earn least are paid nothing.
    """
    if not problem.idle:
        return sum(totals)
    return sum(sorted(totals, reverse=True)[: max(0, len(problem.trains) - problem.idle)])


def facing(run: Run) -> Run:
    """Return the run told from its smaller end, so that equal runs look equal."""
    if run.stops[0] <= run.stops[-1]:
        return run
    return Run(run.train, run.stops[::-1], run.links[::-1], run.paid[::-1], run.once)


def rank(problem: Problem, runs: Iterable[Run]) -> Rank:
    """Return what makes one plan better than another: a sum over its runs.

    More revenue first; among equals what visits preferred places, then fewer trains, then
    the shorter way.
    """
    revenue = liked = trains = length = 0
    for run in runs:
        revenue += problem.earnings(run).total
        liked += problem.preference(run)
        trains += 1
        length += problem.hexsides(run.links)
    return revenue, liked, -trains, -length
