"""Cuts: what whole plans obey and mixtures of routes do not.

The linear program likes to run halves of routes: three routes of which any two clash over
a different hexside can each be run by half. A *cut* names an odd number of rows. Each route pays
for the pairs of them that it uses; since a plan uses no row twice and one is left over,
it has one pair of three rows, and two pairs of five. On the routes that are listed, such cuts
bring the bound down, often to a plan.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from solvers.clock import Clock
from solvers.frontier.interior import Floats
from solvers.frontier.kept import Kept
from solvers.frontier.model import Model
from solvers.frontier.pool import Bools, Counts, Cut, Ints, RoutePool, pairs_of, undominated
from solvers.frontier.simplex import Simplex

_ROUNDS = 8
_CUTS = 8
"""Cuts added in a round."""
_FEW = 1000
"""So few routes are combined at once."""
_MANY = 20_000
"""With more routes it takes too long to compare each with each."""
_START, _BATCH = 300, 60
"""Routes in the first linear program, and let in at a time."""
_SIZES = (3, 5)
"""Rows of a cut."""
_FAR = 0.5
"""Routes that lose more of the gap leave the linear program, until they are missed."""
_BROKEN, _NEARLY = 0.03, 0.35
"""Cuts that are broken by less are of no use; nearly broken ones may be part of others."""
_HEAVIEST = 3000
"""Sets of rows looked at, each of them as often as it can be made."""
_GROWING = 50
"""So many of the best are tried as parts of larger ones."""


class Tightening:
    """Routes that matter, their losses, and the bound on plans made of them.

    ``pool`` (least loss first) shrinks to the routes that a wanted plan can have. ``loss``
    is what each costs such a plan against the ``bound``, ``idle`` what it costs to leave a
    train idle, and ``prices`` what it costs to leave a row or a cut unused: for a plan a
    cut is a row.
    """

    def __init__(
        self, model: Model, pool: RoutePool, kept: Kept, floor: int, cuts: Sequence[Cut] = ()
    ) -> None:
        self.model = model
        self.pool = pool
        self.kept = kept
        self.least = floor
        self.cuts = list(cuts)
        self.pairs = pairs_of(pool.uses, self.cuts)
        self.ids = np.arange(len(pool))
        self.compared = kept.keep > 1
        self.unit = float(model.scale.revenue)
        self.rows = model.rows.plain
        self.linear = Simplex(np.concatenate([np.ones(self.rows), model.trains]))
        self.linear.add_rows(np.zeros((len(cuts), len(self.linear.ids))), _supply(cuts))
        self.loss = np.zeros(len(pool), np.int64)
        self.prices = np.zeros(self.rows + len(cuts), np.int64)
        self.idle = np.zeros(len(model.types), np.int64)
        self.bound = 0
        self.shares: tuple[Bools, Floats] = (np.zeros((self.rows, 0), np.bool_), np.zeros(0))

    @property
    def floor(self) -> int:
        """Return the least score of a plan worth looking for."""
        return max(self.least, self.kept.floor)

    @property
    def uses(self) -> Counts:
        """Matrix of the pool: use of each row and cut by each route."""
        return np.concatenate([self.pool.uses.view(np.int8), self.pairs], axis=1)

    @property
    def supply(self) -> Ints:
        """Right-hand side of each row and cut."""
        return np.concatenate([np.ones(self.rows), _supply(self.cuts)]).astype(np.int64)

    def run(self, clock: Clock, *, all_cuts: bool = False) -> None:
        """Add cuts until few routes are left, or no cut helps.

        With ``all_cuts`` all routes are kept: what the cuts are worth holds for all of them.
        """
        self._let_in(np.arange(min(_START, len(self.pool))))
        stalled = 0
        for _ in range(_ROUNDS):
            clock.check()
            before = self.bound
            self.solve()
            if self.bound < self.floor:
                return
            if not all_cuts:
                self.forget()
                if len(self.pool) <= _FEW:
                    return
            stalled = stalled + 1 if before - self.bound < 0.02 * (self.bound - self.floor) else 0
            if stalled == 4 or not self.cut():
                return
        self.solve()

    def _columns(self, which: Ints) -> Floats:
        pool = self.pool
        kinds = np.arange(len(self.model.types))[:, None] == pool.train[which]
        parts = [pool.uses[which].T, kinds, self.pairs[which].T]
        return np.concatenate(parts).astype(np.float64)

    def _let_in(self, which: Ints) -> None:
        values = self.pool.score[which] / self.unit
        self.linear.add_routes(self.ids[which], values, self._columns(which))

    def solve(self) -> None:
        """Bring the linear program and its bound up to date, and look for a plan in it."""
        types = len(self.model.types)
        while True:
            self.linear.let_in()
            prices = self.linear.prices
            whole = np.maximum(np.rint(prices * self.unit), 0).astype(np.int64)
            paid = self.pool.uses @ whole[: self.rows]
            paid += self.pairs @ whole[self.rows + types :]
            gain = self.pool.score - paid
            fair = prices[self.rows : self.rows + types] * self.unit
            missing = gain - fair[self.pool.train] > 0.01 * self.unit
            missing &= ~np.isin(self.ids, self.linear.ids)
            if not missing.any():
                break
            at = np.flatnonzero(missing)
            self._let_in(at[np.argsort(-gain[at], kind="stable")[:_BATCH]])
        self.idle = np.array(
            [gain[self.pool.train == kind].max(initial=0) for kind in range(types)], np.int64
        )
        self.prices = np.delete(whole, np.s_[self.rows : self.rows + types])
        self.bound = int(self.prices @ self.supply + self.model.trains @ self.idle)
        self.loss = self.idle[self.pool.train] - gain
        routes, shares = self._in_use()
        self.shares = self.pool.uses[routes].T, shares
        self._round()

    def _round(self) -> None:
        """Make a plan of the routes that are used most."""
        routes, shares = self._in_use()
        order = [int(routes[at]) for at in np.argsort(-shares, kind="stable")]
        used: Bools = np.zeros(self.rows, np.bool_)
        left = self.model.trains.copy()
        plan: list[int] = []
        rest = iter(order)
        while True:
            route = next(rest, None)
            if route is None:
                free = (left[self.pool.train] > 0) & ~self.pool.uses[:, used].any(axis=1)
                at = np.flatnonzero(free)
                if not len(at):
                    break
                route = int(at[self.pool.score[at].argmax()])
            if left[self.pool.train[route]] and not (self.pool.uses[route] & used).any():
                plan.append(route)
                used |= self.pool.uses[route]
                left[self.pool.train[route]] -= 1
        self.kept.offer(self.pool, plan)

    def forget(self) -> None:
        """Drop the routes that no wanted plan can have, or that it need not have."""
        good = self.loss <= self.bound - self.floor
        if not self.compared and good.sum() <= _MANY:
            self.compared = True
            at = np.flatnonzero(good)
            good[at] = undominated(self.pool.take(at))
        self.pool = self.pool.take(good)
        self.pairs, self.ids, self.loss = self.pairs[good], self.ids[good], self.loss[good]
        self.linear.drop(~np.isin(self.linear.ids, self.ids))

    def _in_use(self) -> tuple[Ints, Floats]:
        """Return the routes of the pool that the linear program uses, and their shares."""
        ids, shares = self.linear.shares()
        known = np.isin(ids, self.ids)
        return np.searchsorted(self.ids, ids[known]), shares[known]

    def cut(self) -> bool:
        """Add the cuts that the linear program breaks most; ``False`` if there are none."""
        found = separate(*self.shares, _CUTS)
        if not found:
            return False
        self.linear.drop(self.linear.waste > _FAR * (self.bound - self.floor) / self.unit)
        fixed = self.rows + len(self.model.types)
        binding = self.linear.drop_rows(fixed)[fixed:]
        fresh = pairs_of(self.pool.uses, found)
        self.pairs = np.concatenate([self.pairs[:, binding], fresh], axis=1)
        self.cuts = [cut for cut, bind in zip(self.cuts, binding, strict=True) if bind] + found
        place = np.searchsorted(self.ids, np.maximum(self.linear.ids, 0))
        place = np.minimum(place, len(self.ids) - 1)
        known = self.ids[place] == self.linear.ids
        self.linear.add_rows((fresh[place] * known[:, None]).T.astype(np.float64), _supply(found))
        self.linear.obey()
        return True

    def undecided(self) -> tuple[int, int] | None:
        """Return two rows of which it is least clear whether one route uses both."""
        uses, shares = self.shares
        together = (uses * shares) @ uses.T.astype(np.float64)
        doubt = np.triu(np.minimum(together, 1 - together), 1)
        one, two = np.unravel_index(int(doubt.argmax()), doubt.shape)
        return (int(one), int(two)) if doubt[one, two] > 0.01 else None


def separate(uses: Bools, shares: Floats, most: int) -> list[Cut]:
    """Return up to ``most`` cuts of each size that mixtures of routes break, the worst first.

    All cuts of three rows are tried, and cuts of five that have three of the best in them.

    Parameters
    ----------
    uses
        Rows by routes.
    shares
        How much of each route is run.
    """
    alike, first = np.unique(uses, axis=0, return_index=True)
    rows = first[alike.any(axis=1)]
    table = uses[rows].astype(np.float64)
    found: dict[bytes, Cut] = {}
    some = np.arange(len(rows))[:, None]
    for size in _SIZES:
        some, weight = _larger(some, table, shares, size // 2 - _NEARLY)
        broken = 0
        for cut in some[weight > size // 2 + _BROKEN]:
            look = (table[cut].sum(axis=0) // 2).tobytes()
            broken += look not in found
            found.setdefault(look, tuple(sorted(rows[cut].tolist())))
            if broken == most:
                break
        some = some[:_GROWING]
    return list(found.values())


def _larger(some: Ints, table: Floats, shares: Floats, least: float) -> tuple[Ints, Floats]:
    """Return sets of rows with two rows more, and how many pairs of each a mixture uses.

    The heaviest of those that use more than ``least`` are returned, best first. With two rows more,
    a route that has used an even number uses a pair more by both of them; one with an odd number by
    either.
    """
    used = table[some].sum(axis=1)
    odd = used % 2
    either = (odd * shares) @ table.T
    both = (((1 - 2 * odd) * shares)[:, None] * table).reshape(-1, len(shares)) @ table.T
    weight = both.reshape(len(some), len(table), len(table))
    weight += either[:, :, None] + either[:, None]
    weight += ((used // 2) @ shares)[:, None, None]
    which, every = np.arange(len(some)), np.arange(len(table))
    weight[:, every, every] = 0.0  # no row twice
    for member in some.T:
        weight[which, member] = weight[which, :, member] = 0.0
    flat = weight.ravel()
    place = np.flatnonzero(flat > least)
    if len(place) > _HEAVIEST:
        place = place[np.argpartition(-flat[place], _HEAVIEST)[:_HEAVIEST]]
    place = place[np.argsort(-flat[place], kind="stable")]
    at, one, two = np.unravel_index(place, weight.shape)
    sets = np.sort(np.column_stack([some[at], one, two]), axis=1)
    _, first = np.unique(sets @ len(table) ** np.arange(sets.shape[1]), return_index=True)
    first.sort()
    return sets[first], flat[place[first]]


def _supply(cuts: Sequence[Cut]) -> Floats:
    return np.array([len(cut) // 2 for cut in cuts], np.float64)
