"""Every set of hexes that can be built, each looked at once: for one action, and as a check."""

from __future__ import annotations

from solvers.chicago.growth import Grown, Growth, Rank
from solvers.clock import Clock
from solvers.errors import TooLarge

MOST_SETS = 3_000_000
"""Sets after which the enumeration gives up; one action has some thousand."""


def solve_exhaustive(growth: Growth, clock: Clock) -> Grown:
    """Return a best set of hexes, found by trying all of them."""
    search = _Search(growth, clock)
    try:
        search.grow((), [each for each, near in enumerate(growth.touching) if near], 0, 0)
    except TimeoutError:
        most = sum(sorted(growth.income)[-growth.limit :]) if growth.limit else 0
        return Grown(frozenset(search.best), most, finished=False)
    return Grown(frozenset(search.best), search.rank[0])


class _Search:
    """Sets grow hex by hex; a hex that was passed over does not come back.

    So every connected set is reached in exactly one way: at each step the first hex of the
    rim is taken, or struck out for good.
    """

    def __init__(self, growth: Growth, clock: Clock) -> None:
        self.growth, self.clock = growth, clock
        self.best: tuple[int, ...] = ()
        self.rank: Rank = (0, 0, 0)
        self.seen = {each for each, near in enumerate(growth.touching) if near}
        self.sets = 0

    def grow(self, chosen: tuple[int, ...], rim: list[int], cost: int, income: int) -> None:
        """Try every set that has ``chosen`` and, beside it, hexes of ``rim`` or beyond."""
        growth = self.growth
        if len(chosen) == growth.limit:
            return
        for at, each in enumerate(rim):
            spent = cost + growth.cost[each]
            if spent > growth.treasury:
                continue
            self._count()
            wider = (*chosen, each)
            earned = income + growth.income[each]
            rank = earned, -spent, -len(wider)
            if rank > self.rank:
                self.rank, self.best = rank, wider
            new = [other for other in growth.near[each] if other not in self.seen]
            self.seen.update(new)
            self.grow(wider, rim[at + 1 :] + new, spent, earned)
            self.seen.difference_update(new)

    def _count(self) -> None:
        self.sets += 1
        if self.sets > MOST_SETS:
            raise TooLarge(f"more than {MOST_SETS} sets of hexes can be built")
        if not self.sets % 1000:
            self.clock.check()
