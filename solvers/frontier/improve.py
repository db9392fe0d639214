"""Local search: two trains of the best plan are routed anew on the track that the others leave.

The best routes of a list are often nearly equal, so that plans made of them are poor where much
track joins. Here the state graph lists routes that keep off the track of the others. A plan found
proves nothing; it only raises the floor.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, cycle

import numpy as np

from solvers.clock import Clock
from solvers.frontier.axes import NEVER
from solvers.frontier.kept import Kept
from solvers.frontier.model import Model, Prices
from solvers.frontier.pool import Bools, Ints, RoutePool, join

_ROUTES = 300
"""Routes of each train of a pair that are combined."""


def improve(model: Model, prices: Prices, kept: Kept, clock: Clock, forbidding: int) -> None:
    """Improve the best plan until no pair of its trains improves at these prices.

    ``forbidding`` is a price above the revenue of any route.
    """
    if kept.routes is None:
        return
    plan = [kept.routes.take(np.array([at])) for at in range(len(kept.routes))]
    search = _Search(model, prices.rows, forbidding)
    failed = 0
    pairs = list(combinations(range(len(plan)), 2))
    for pair in cycle(pairs):
        clock.check()
        if prices.bound < kept.floor or failed == len(pairs):
            return
        failed += 1
        if search.rerun(plan, pair):
            kept.offer(join(plan), list(range(len(plan))))
            failed = 1


class _Search:
    """Routes beside those of a plan, at fixed prices."""

    def __init__(self, model: Model, prices: Ints, forbidding: int) -> None:
        self.model = model
        self.prices = prices
        self.forbidding = forbidding

    def rerun(self, plan: list[RoutePool], pair: tuple[int, int]) -> bool:
        """Route two trains of a plan anew; whether the plan improved."""
        one, two = pair
        others = [route for at, route in enumerate(plan) if at not in pair]
        kinds = [int(plan[at].train[0]) for at in pair]
        lists = {kind: self._fitting(kind, others, _ROUTES) for kind in kinds}
        firsts, seconds = (lists[kind] for kind in kinds)
        clash = firsts.uses.astype(np.float32) @ seconds.uses.T.astype(np.float32) > 0
        total = np.where(clash, NEVER, firsts.score[:, None] + seconds.score)
        if total.max(initial=NEVER) <= plan[one].score[0] + plan[two].score[0]:
            return False
        first, second = divmod(int(total.argmax()), total.shape[1])
        plan[one], plan[two] = firsts.take(np.array([first])), seconds.take(np.array([second]))
        return True

    def _fitting(self, kind: int, others: Sequence[RoutePool], most: int) -> RoutePool:
        """Return routes disjoint from the others, by score less prices, highest first."""
        used: Bools = np.zeros(self.model.rows.plain, np.bool_)
        for route in others:
            used |= route.uses[0]
        rows = self.prices.copy()
        rows[: len(used)][used] = self.forbidding
        prices = Prices(rows, self.model.rows.cuts, np.zeros(0, np.int64), 0)
        pool, _ = self.model.routes(kind, most, NEVER, prices, thin=True)
        pool = pool.take(np.flatnonzero(~(pool.uses & used).any(axis=1)))
        return pool.take(np.argsort(prices.paid(pool) - pool.score, kind="stable"))
