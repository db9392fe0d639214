"""Moves that lead to the same runs are one row: the cheapest of them, and its variants."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from bestrun.operating.carried import carried
from bestrun.operating.ranking import CompanyMove, Ranked
from bestrun.operating.worth import Worth
from solvers.plan import Plan
from solvers.problem import Problem


@dataclass
class AdviceRow:
    """The first of some moves, and the others after which the same runs are the best."""

    ranked: Ranked
    variants: list[CompanyMove] = field(default_factory=list)


@dataclass
class AdviceRows:
    """The best rows, at most ``top`` of them; ``all`` are those found so far."""

    worth: Worth
    top: int
    all: list[AdviceRow] = field(default_factory=list)

    def fill(self, moves: Iterable[Ranked]) -> None:
        """Take moves, the best first, for as long as they belong to a row."""
        for ranked in moves:
            if len(self.all) >= self.top and ranked.revenue < self.all[-1].ranked.revenue:
                return
            self._take(ranked)

    def _take(self, ranked: Ranked) -> None:
        for row in self.all:
            if row.ranked.revenue == ranked.revenue and self._same_runs(row.ranked, ranked):
                row.variants.append(ranked.move)
                return
        if len(self.all) < self.top:
            self.all.append(AdviceRow(ranked))

    def _same_runs(self, one: Ranked, two: Ranked) -> bool:
        """Whether the best runs after ``one`` are legal after ``two`` and earn as much."""
        if one.key == two.key:
            return True
        solved = self.worth.solved(one.key)
        assert solved is not None
        here, there = self.worth.landmarks(one.key), self.worth.landmarks(two.key)
        plan = carried(solved.result.plan, here, there)
        return plan is not None and _totals(plan, there.problem) == _totals(
            solved.result.plan, here.problem
        )


def _totals(plan: Plan, problem: Problem) -> list[tuple[str, int]]:
    """Return the trains that run and what each earns."""
    return sorted((run.train.name, problem.earnings(run).total) for run in plan.runs)
