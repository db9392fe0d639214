"""Plans and results: what solvers return."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from msgspec import Struct

from solvers.problem import Earnings, Problem, Run

Rank = tuple[int, int, int, int]
"""Revenue, preferred places visited, minus trains used, minus hexsides crossed."""


class Plan(Struct, frozen=True):
    """Runs for some of the trains, sharing no track, with their total revenue.

    ``subsidy`` is what goes to the treasury beside it.
    """

    runs: tuple[Run, ...]
    revenue: int
    subsidy: int = 0

    @property
    def total(self) -> int:
        """Return revenue and subsidy together, which methods maximise."""
        return self.revenue + self.subsidy


RunAim = Literal["total", "dividend"]
"""Revenue and subsidy together, or the revenue alone, which is paid out."""

Found = tuple[list[Plan], int]
"""The best plans, best first, and an upper bound on any plan."""


class BestPlan(Struct, frozen=True):
    """The best plan found, with an upper bound on any plan.

    ``bound`` is what no plan exceeds; ``proven`` says that it is reached.
    ``others`` are the next best plans, best first, if they were asked for. ``interrupted``
    says that Ctrl-C ended the search.
    """

    plan: Plan
    bound: int
    method: str
    seconds: float
    others: tuple[Plan, ...] = ()
    interrupted: bool = False
    without: tuple[str, ...] = ()
    """Rules that could matter and are not modelled; if there are any, nothing is proven."""
    aim: RunAim = "total"
    """The figure that ``bound`` limits."""

    @property
    def proven(self) -> bool:
        """Whether no plan can earn more."""
        return self.aimed >= self.bound and not self.without

    @property
    def total(self) -> int:
        """Revenue and subsidy of the best plan."""
        return self.plan.total

    @property
    def aimed(self) -> int:
        """The part of it that the aim counts."""
        return aimed(self.aim, self.plan.revenue, self.plan.subsidy)

    @property
    def revenue(self) -> int:
        """Return the revenue of the best plan."""
        return self.plan.revenue


def aimed(aim: RunAim, revenue: int, subsidy: int) -> int:
    """Amount that counts for an aim."""
    return revenue if aim == "dividend" else revenue + subsidy


def better(one: Found, two: Found) -> Found:
    """The better plans of two searches, with the lower of their upper bounds."""
    plans = max(two[0], one[0], key=lambda plans: plans[0].total)
    # Both bounds hold, so the lower one does; a plan is never above a bound that holds.
    return plans, max(plans[0].total, min(one[1], two[1]))


def make_plan(problem: Problem, runs: Iterable[Run]) -> Plan:
    """Return the plan of ``runs``, in the order of the trains and then of the stops."""
    earned = [(facing(run), problem.earnings(run)) for run in runs]
    trains = problem.trains
    earned.sort(key=lambda each: (trains.index(each[0].train), -each[1].total, *each[0].way))
    revenue, subsidy = earned_by(problem, [each for _, each in earned])
    return Plan(tuple([run for run, _ in earned]), revenue, subsidy)


def earned_by(problem: Problem, earned: Sequence[Earnings]) -> tuple[int, int]:
    """Return the revenue of runs together, and their subsidy.

    If some trains must stay idle but run, those that earn least are paid nothing.
    """
    if problem.idle:
        ranked = sorted(earned, key=lambda each: -each.total)
        earned = ranked[: max(0, len(problem.trains) - problem.idle)]
    return sum([each.revenue for each in earned]), sum([each.subsidy for each in earned])


def facing(run: Run) -> Run:
    """Return the run in its canonical direction, so that equal runs look equal."""
    if run.stops[0] <= run.stops[-1]:
        return run
    return Run(run.train, run.stops[::-1], run.links[::-1], run.paid[::-1], run.once)


def rank(problem: Problem, runs: Iterable[Run]) -> Rank:
    """Score that orders plans: a sum over the runs.

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
