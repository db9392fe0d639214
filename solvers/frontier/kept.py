"""The best plans found so far, and the upper bound on all plans."""

from __future__ import annotations

import heapq
from collections.abc import Sequence

import numpy as np

from solvers.frontier.pool import RoutePool

Chosen = frozenset[tuple[int, bytes]]
"""A plan: types of train with the sections of their routes."""


class Kept:
    """The ``keep`` best plans so far, and an upper bound on the score of any plan."""

    def __init__(self, keep: int) -> None:
        self.keep = keep
        self.plans: dict[Chosen, int] = {frozenset(): 0}
        self.bound: int | None = None
        self.best = 0
        self.routes: RoutePool | None = None
        """The routes of the best plan."""
        self._revenue, self._unit = 0, 1
        self._met = 0
        self._worst: list[tuple[int, int, Chosen]] = [(0, 0, frozenset())]
        """The plans as a heap with the worst on top; of equally bad ones, the oldest."""

    @property
    def floor(self) -> int:
        """Lower bound on the score of plans still wanted."""
        if len(self.plans) < self.keep:
            return 0
        worst = self._worst[0][0]
        if not self._revenue:
            return worst + 1
        # The score of a plan is less than one unit of revenue below its revenue, and revenues
        # are multiples of ``_unit``: any plan that earns more than the worst scores at least this.
        earned = -(-worst // self._revenue)
        return self._revenue * (earned + self._unit - 1) + 1

    def want_more_revenue(self, weight: int, unit: int) -> None:
        """From now on want only plans that earn more, not shorter ones that earn the same.

        ``weight`` is the score of one unit of revenue; every revenue is a multiple of ``unit``.
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
        if score > self.best:
            self.best = score
            self.routes = pool.take(np.array(routes))
        self._met += 1
        heapq.heappush(self._worst, (score, self._met, plan))
        if len(self.plans) > self.keep:
            del self.plans[heapq.heappop(self._worst)[2]]

    def lower_bound(self, bound: int) -> None:
        """Record an upper bound on the score of any plan."""
        if self.bound is None or bound < self.bound:
            self.bound = bound
