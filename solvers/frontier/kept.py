"""The best plans met so far, and the bound that holds for all."""

from __future__ import annotations

from collections.abc import Sequence

from solvers.frontier.pool import Pool

Chosen = frozenset[tuple[int, bytes]]
"""A plan: types of train with the links of their routes."""


class Kept:
    """The ``keep`` best plans, and a score that no plan exceeds."""

    def __init__(self, keep: int) -> None:
        self.keep = keep
        self.plans: dict[Chosen, int] = {frozenset(): 0}
        self.bound: int | None = None

    @property
    def floor(self) -> int:
        """Return the least score at which a plan is still wanted."""
        return min(self.plans.values()) + 1 if len(self.plans) == self.keep else 0

    def offer(self, pool: Pool, routes: Sequence[int]) -> None:
        """Keep a plan if it is among the best."""
        score = int(sum(pool.score[route] for route in routes))
        if score < self.floor:
            return
        self.plans[frozenset(pool.key(route) for route in routes)] = score
        if len(self.plans) > self.keep:
            del self.plans[min(self.plans, key=lambda plan: self.plans[plan])]

    def lower_bound(self, bound: int) -> None:
        """Take note of a score that no plan exceeds."""
        if self.bound is None or bound < self.bound:
            self.bound = bound
