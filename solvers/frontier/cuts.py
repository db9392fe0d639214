"""Cuts: subset-row inequalities (Chvátal-Gomory cuts of rank one) that every plan satisfies.

The linear program likes fractions: three routes of which any two clash over a different hexside
can each be run by half. A *cut* names three or five rows. Add these rows up, halve, and round
down: since a plan uses no row twice, its routes use at most one pair of three rows, or two pairs
of five. A route counts for the whole pairs of rows that it uses. Such cuts lower the bound,
often to the score of a plan.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy

import numpy as np

from solvers.clock import Clock
from solvers.frontier.interior import Floats
from solvers.frontier.kept import Kept
from solvers.frontier.model import Model
from solvers.frontier.pool import Bools, Counts, Cut, Ints, RoutePool, paid, pairs_of, undominated
from solvers.frontier.simplex import Simplex

_ROUNDS = 8
_CUTS = 8
"""Cuts added in a round."""
_FEW = 1000
"""Up to this many routes are combined without further cuts."""
_MANY = 20_000
"""With more routes it takes too long to compare all pairs for dominance."""
_START, _BATCH = 300, 60
"""Routes in the first linear program, and routes added in one round of pricing."""
_SIZES = (3, 5)
"""Rows of a cut."""
_FAR = 0.5
"""Routes whose reduced cost exceeds this share of the gap leave the linear program for now."""
_BROKEN, _NEARLY = 0.03, 0.35
"""The least violation of a cut worth adding, and how far from violated one may be to be grown."""
_HEAVIEST = 3000
"""Sets of rows examined by separation, counted once for each way to make them."""
_GROWING = 50
"""Number of the best three-row sets that are grown to five rows."""


class Tightening:
    """The linear program over a pool of routes, tightened by cuts; and its bound.

    Attributes
    ----------
    pool
        Routes that a wanted plan can have, least loss first; it shrinks as the bound falls.
    loss
        The reduced cost of each route: how far below ``bound`` a plan with it must stay.
    idle
        The loss of leaving a train of each type idle.
    prices
        The loss of leaving each row unused; a cut counts as a row.
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
        self.begun = False
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
        """The least score of a plan that is still wanted."""
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

        With ``all_cuts`` no route is dropped, so that the prices of cuts hold for all of them.
        """
        if not self.begun:
            self.begun = True
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
        """Solve the linear program over the pool, update the bound, and round to a plan.

        The bound holds whatever the solver's rounding errors: it follows from whole prices by
        weak duality.
        """
        types = len(self.model.types)
        while True:
            self.linear.let_in()
            prices = self.linear.prices
            whole = np.maximum(np.rint(prices * self.unit), 0).astype(np.int64)
            gain = self.pool.score - paid(self.pool.uses, whole[: self.rows])
            gain -= paid(self.pairs, whole[self.rows + types :])
            fair = prices[self.rows : self.rows + types] * self.unit
            missing = gain - fair[self.pool.train] > 0.01 * self.unit
            missing &= ~np.isin(self.ids, self.linear.ids)
            if not missing.any():
                break
            at = np.flatnonzero(missing)
            self._let_in(at[np.argsort(-gain[at], kind="stable")[:_BATCH]])
        # Weak duality. At any prices a train earns at most its best reduced score, so that the
        # prices of all rows and one such score for each train bound every plan.
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
        """Round the solution to a plan: routes by their share, then by score, as they fit."""
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
        """Drop routes that lose more than the gap, and dominated ones.

        A plan with a route that loses more than the gap is worse than the plans wanted; a
        dominated route can be replaced in any plan by the one that dominates it.
        """
        good = self.loss <= self.bound - self.floor
        if not self.compared and good.sum() <= _MANY:
            self.compared = True
            at = np.flatnonzero(good)
            good[at] = undominated(self.pool.take(at))
        self.pool = self.pool.take(good)
        self.pairs, self.ids, self.loss = self.pairs[good], self.ids[good], self.loss[good]
        self.linear.drop(~np.isin(self.linear.ids, self.ids))

    def part(self, case: Bools) -> Tightening:
        """Return the subproblem with some of the routes; its linear program starts warm.

        Dominated routes have been dropped from all of them, which leaves a best plan in one part
        or another: the parts need no comparison of their own.
        """
        part = copy(self)
        part.pool = self.pool.take(case)
        part.pairs, part.ids, part.loss = self.pairs[case], self.ids[case], self.loss[case]
        part.linear = self.linear.without(self.ids[~case])
        return part

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
        # Columns far from the solution leave the program, and cuts that do not bind: the bound
        # stays valid without either, and what is missing comes back by its reduced cost.
        self.linear.drop(self.linear.waste > _FAR * (self.bound - self.floor) / self.unit)
        fixed = self.rows + len(self.model.types)
        binding = self.linear.drop_rows(fixed)[fixed:]
        fresh = pairs_of(self.pool.uses, found)
        self.pairs = np.concatenate([self.pairs[:, binding], fresh], axis=1)
        self.cuts = [cut for cut, bind in zip(self.cuts, binding, strict=True) if bind] + found
        # Routes that left the pool are in no wanted plan: they count 0 in new cuts, and the
        # program stays a relaxation.
        place = np.searchsorted(self.ids, np.maximum(self.linear.ids, 0))
        place = np.minimum(place, len(self.ids) - 1)
        known = self.ids[place] == self.linear.ids
        self.linear.add_rows((fresh[place] * known[:, None]).T.astype(np.float64), _supply(found))
        self.linear.obey()
        return True

    def undecided(self) -> tuple[int, int] | None:
        """Two rows to branch on: whether one route uses both is the most fractional.

        ``None`` if every pair of rows is used together by all of the solution or by none of it.
        """
        uses, shares = self.shares
        together = (uses * shares) @ uses.T.astype(np.float64)
        doubt = np.triu(np.minimum(together, 1 - together), 1)
        one, two = np.unravel_index(int(doubt.argmax()), doubt.shape)
        return (int(one), int(two)) if doubt[one, two] > 0.01 else None


def separate(uses: Bools, shares: Floats, most: int) -> list[Cut]:
    """Separation: up to ``most`` cuts of each size that a fractional solution violates most.

    All cuts of three rows are tried, and cuts of five that contain three of the best.

    Parameters
    ----------
    uses
        Matrix of rows by routes.
    shares
        The value of each route in the solution.
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
    """Return sets of rows grown by two rows, each with the pairs of rows that the solution uses.

    The heaviest sets above ``least`` are returned, best first. A route that uses an even number
    of the rows before gains a pair if it uses both new rows; one with an odd number gains a pair
    for either.
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
