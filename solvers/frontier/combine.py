"""Exhaustive packing of listed routes, by branch and bound on losses.

The score of a plan is the bound less its losses: the reduced costs of its routes, the prices of
rows that it leaves unused, and the duals of trains that stay idle. The search branches on a row:
which route uses it, if any. The dearest row comes first, since a plan that leaves it unused loses
its whole price at once.
"""

from __future__ import annotations

import numpy as np

from solvers.clock import Clock
from solvers.errors import TooLarge
from solvers.frontier.cuts import Tightening
from solvers.frontier.pool import Bools, Ints, to_words

_BLOCK = 200_000
"""Pairs of routes compared in one block of memory."""


class Combination:
    """One search; offers every wanted plan to ``kept``."""

    def __init__(self, tight: Tightening, clock: Clock, max_nodes: int | None = None) -> None:
        order = np.argsort(-tight.pool.score, kind="stable")
        self.pool = tight.pool.take(order)
        self.loss = tight.loss[order]
        self.uses = tight.uses[order]
        self.words = to_words(self.pool.uses)
        self.tight = tight
        self.kept = tight.kept
        self.clock = clock
        self.max_nodes = max_nodes
        self.nodes = 0
        self.types = len(tight.idle)

    def run(self) -> None:
        """Search everything. Raises :class:`TooLarge` after ``max_nodes`` nodes."""
        tight = self.tight
        everything = np.arange(len(self.pool))
        self._search(everything, tight.model.trains.copy(), tight.supply, 0, 0, [])

    def _search(
        self, routes: Ints, left: Ints, room: Ints, lost: int, score: int, plan: list[int]
    ) -> None:
        """Extend a partial plan; ``routes`` are those it could still take, best score first.

        ``room`` is the supply of each row that is neither used nor counted as lost.
        """
        self.nodes += 1
        if self.max_nodes is not None and self.nodes > self.max_nodes:
            raise TooLarge("too many combinations of routes")
        self.clock.check()
        # Each route dropped may leave a row without users, whose price is then lost, too: this
        # goes on until nothing more falls away.
        while True:
            kinds = self.pool.train[routes]
            kept, lost, room = self._hopeful(routes, kinds, left, room, lost, score)
            if kept is None:
                return
            if kept.all():
                break
            routes = routes[kept]
        trains = int(left.sum())
        if trains == 1 or not len(routes):
            for route in routes:
                if score + self.pool.score[route] < self.tight.floor:
                    break
                self.kept.offer(self.pool, [*plan, int(route)])
            return
        if trains == 2:
            self._pairs(routes, left, score, plan)
            return
        row, forced = self._row(routes, room, lost)
        on = self.uses[routes, row] > 0
        rest = routes[~on]
        room = room.copy()
        room[row] = 0
        for route in routes[on]:
            now = left.copy()
            now[self.pool.train[route]] -= 1
            free = ~(self.words[rest] & self.words[route]).any(axis=1)
            if not now.all():
                free &= now[self.pool.train[rest]] > 0
            total = score + int(self.pool.score[route])
            more = [*plan, int(route)]
            if total >= self.tight.floor:
                self.kept.offer(self.pool, more)
            self._search(
                rest[free],
                now,
                np.maximum(room - self.uses[route], 0),
                lost + int(self.loss[route]),
                total,
                more,
            )
        # The other case: no route of the plan uses the row, and its price is lost.
        if not forced:
            self._search(rest, left, room, lost + int(self.tight.prices[row]), score, plan)

    def _hopeful(
        self, routes: Ints, kinds: Ints, left: Ints, room: Ints, lost: int, score: int
    ) -> tuple[Bools | None, int, Ints]:
        """Mask of routes that an improving plan could still take; ``None`` if there is no plan.

        Two upper bounds on a plan's score decide. The first is the bound less losses that cannot
        be avoided: of each train left, its least loss or the loss of staying idle; of each row,
        its price if no route left uses it. The second gives every train left its best route.
        """
        tight = self.tight
        dead = (room > 0) & ~self.uses[routes].any(axis=0)
        if dead.any():
            lost += int(tight.prices[dead] @ room[dead])
            room = np.where(dead, 0, room)
        least = tight.idle.copy()
        most = np.zeros(self.types, np.int64)
        for kind in np.flatnonzero(left):
            own = routes[kinds == kind]
            if len(own):
                least[kind] = min(least[kind], int(self.loss[own].min()))
                most[kind] = max(0, int(self.pool.score[own[0]]))
        spare = tight.bound - tight.floor - lost - int(left @ least)
        over = score + int(left @ most) - tight.floor
        if spare < 0 or over < 0:
            return None, lost, room
        good = self.loss[routes] - least[kinds] <= spare
        good &= most[kinds] - self.pool.score[routes] <= over
        return good, lost, room

    def _row(self, routes: Ints, room: Ints, lost: int) -> tuple[int, bool]:
        """Return the row to branch on, and whether every wanted plan must use it."""
        prices, single = self.tight.prices, self.tight.supply == 1
        count = np.count_nonzero(self.uses[routes], axis=0) * single
        spare = self.tight.bound - self.tight.floor - lost
        # A row whose price exceeds what may still be lost is used by every wanted plan.
        forced = single & (room > 0) & (prices > spare)
        if forced.any():
            rows = np.flatnonzero(forced)
            return int(rows[count[rows].argmin()]), True
        rows = np.flatnonzero(count > 0)
        return int(rows[np.lexsort((count[rows], -prices[rows]))[0]]), False

    def _pairs(self, routes: Ints, left: Ints, score: int, plan: list[int]) -> None:
        """Offer every wanted pair of routes for the last two trains, and every single one."""
        for route in routes:
            if score + self.pool.score[route] < self.tight.floor:
                break
            self.kept.offer(self.pool, [*plan, int(route)])
        kinds = np.flatnonzero(left)
        ones = routes[self.pool.train[routes] == kinds[0]]
        others = routes[self.pool.train[routes] == kinds[-1]]
        if len(ones) > len(others):
            ones, others = others, ones
        if not len(ones):
            return
        scores = self.pool.score[others]
        size = max(1, _BLOCK // len(others))
        for at in range(0, len(ones), size):
            self.clock.check()
            block = ones[at : at + size]
            need = self.tight.floor - score - int(self.pool.score[block[0]])
            some = others[: int(np.searchsorted(-scores, -need, side="right"))]
            clash = np.zeros((len(block), len(some)), np.bool_)
            for word in range(self.words.shape[1]):
                clash |= (self.words[block, word][:, None] & self.words[some, word]) != 0
            total = self.pool.score[block][:, None] + self.pool.score[some]
            good = ~clash & (total >= self.tight.floor - score)
            if len(kinds) == 1:
                good &= block[:, None] < some
            best = np.argsort(-total[good], kind="stable")[: self.kept.keep]
            for one, two in np.argwhere(good)[best]:
                if score + total[one, two] < self.tight.floor:
                    break
                self.kept.offer(self.pool, [*plan, int(block[one]), int(some[two])])
