"""The best plans met so far, and the bound that holds for all."""

from __future__ import annotations

import heapq
from collections.abc import Sequence

from solvers.frontier.pool import RoutePool

Chosen = frozenset[tuple[int, bytes]]
"""A plan: types of train with the sections of their routes."""


class Kept:
    """The ``keep`` best plans, and a score that no plan exceeds."""

    def __init__(self, keep: int) -> None:
        self.keep = keep
        self.plans: dict[Chosen, int] = {frozenset(): 0}
        self.bound: int | None = None
        self.best = 0
        self._revenue, self._unit = 0, 1
        self._met = 0
        self._worst: list[tuple[int, int, Chosen]] = [(0, 0, frozenset())]
        """The plans as a heap: of the worst the oldest goes first."""

    @property
    def floor(self) -> int:
        """Lower bound on the score of plans still wanted."""
        if len(self.plans) < self.keep:
            return 0
        worst = self._worst[0][0]
        if not self._revenue:
            return worst + 1
        # A plan scores more than one unit of revenue less than it earns, and revenues are
        # multiples of ``_unit``: whatever earns more than the worst plan scores at least this.
        earned = -(-worst // self._revenue)
        return self._revenue * (earned + self._unit - 1) + 1

    def want_more_revenue(self, weight: int, unit: int) -> None:
        """From now on want only plans that earn more, not shorter ones that earn the same.

        ``weight`` is what one of revenue scores; every revenue is a multiple of ``unit``.
        """
        self._revenue, self._unit = weight, unit

    def offer(self, pool: RoutePool, routes: Sequence[int]) -> None:
        """Keep a plan if it is among the best."""
        score = int(sum(pool.score[route] for route in routes))
        if score < self.floor:
            return
        plan = frozenset(pool.key(route) for route in routes)
        if plan in self.plans:
            return
        self.plans[plan] = score
        self.best = max(self.best, score)
        self._met += 1
        heapq.heappush(self._worst, (score, self._met, plan))
        if len(self.plans) > self.keep:
            del self.plans[heapq.heappop(self._worst)[2]]

    def lower_bound(self, bound: int) -> None:
        """Take note of a score that no plan exceeds."""
        if self.bound is None or bound < self.bound:
            self.bound = bound
