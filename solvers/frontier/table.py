"""Exact pricing on the state graph: a backward dynamic program, then a forward search along it.

The table has, for every state and place of the counters, the most that can still be earned from
there. It gives the best route at once. It is also a perfect upper bound for the forward search:
partial paths are extended all together, and none of them is a dead end.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from solvers.frontier.arcs import ArcTable
from solvers.frontier.axes import NEVER, AxisTable
from solvers.frontier.graph import StateGraph, Transitions
from solvers.frontier.ledger import Ledger
from solvers.frontier.plan_rows import PlanRows
from solvers.frontier.pool import Bits, Bools, Ints, to_words
from solvers.frontier.pricing import Priced

_THIN_EVERY = 4
_THIN_FROM = 400
_THIN_NEAR = 24
"""Every ``_THIN_EVERY`` steps, if there are ``_THIN_FROM`` partial paths or more, each is
compared with ``_THIN_NEAR`` others that may dominate it."""


class _Front(NamedTuple):
    """Partial paths: their states, places, earnings, sections, rows used, prices, upper bounds.

    A path that can have been paid in several ways has an entry for each place on the axes that
    it may have reached. These stand side by side with the same number in ``path``.
    """

    rows: Ints
    places: Ints
    earned: Ints
    sections: Bits
    uses: Bits
    paid: Ints
    hopes: Ints
    path: Ints

    def take(self, which: Ints | Bools) -> _Front:
        return _Front._make([part[which] for part in self])

    def best(self) -> tuple[Ints, Ints]:
        """Start of each path among all, and its upper bound."""
        first = _changes(self.path)
        return first, np.maximum.reduceat(self.hopes, first)


class Tabled:
    """A train on a state graph: exact, however many routes there are."""

    def __init__(
        self, graph: StateGraph, ledger: Ledger, rows: PlanRows, claims: Sequence[int] = ()
    ) -> None:
        self.graph = graph
        self.ledger = ledger
        self.claims = list(claims)
        """Columns beyond the sections that all its routes use."""
        self.arcs = ArcTable(graph, ledger)
        self.section_words = to_words(np.eye(rows.columns, dtype=np.bool_))
        self.shared = np.zeros((rows.columns, len(rows)), np.int64)
        self.shared[:, : len(rows.shared)] = rows.shared.T
        self.row_words = to_words(self.shared[:, : rows.plain] > 0)
        uses = [self._used(rows, move) for step in graph.steps for move in step.moves]
        self.uses = np.array(uses, np.int64).reshape(-1, len(rows))
        self.words = to_words(self.uses[:, : rows.plain] > 0)
        self.taken = np.zeros((len(uses), self.section_words.shape[1]), np.uint64)
        """The section that each move takes, if any: moves of all steps are numbered."""
        for at, move in enumerate(move for step in graph.steps for move in step.moves):
            if move.section is not None:
                self.taken[at] = self.section_words[move.section]
        self.prices = np.zeros(len(rows), np.int64)
        self.paid = np.zeros(len(self.uses), np.int64)
        self.tables: list[AxisTable] = []

    def _used(self, rows: PlanRows, move: Transitions) -> Ints:
        """Resources of a move: rows of its section, stops it runs through, cuts."""
        if move.section is None:
            return np.zeros(len(rows), np.int64)
        used: Ints = self.shared[move.section].copy()
        first = len(rows.shared)
        used[[first + rows.passed.index(stop) for stop in move.inner if stop in rows.passed]] = 1
        for cut in move.cuts:
            used[rows.plain + cut] += 1
        return used

    @property
    def unit(self) -> int:
        """See :attr:`solvers.frontier.pricing.Pricer.unit`."""
        return self.ledger.unit

    def price(self, prices: Ints) -> int:
        """See :meth:`solvers.frontier.pricing.Pricer.price`."""
        if not self.tables or not np.array_equal(prices, self.prices):
            self.prices, self.paid = prices, self.uses @ prices
            self.tables = []  # the old ones go first: two sets of large tables are too many
            self.tables = self.arcs.back(self.paid)
        first = self.tables[0][self.graph.starts, 0]
        claims = int((self.shared[self.claims] @ prices).sum())
        return int(first.max(initial=NEVER)) - self.ledger.scale.train - claims

    def best(self, most: int, least: int = NEVER, *, thin: bool = False) -> Priced:
        """See :meth:`solvers.frontier.pricing.Pricer.best`.

        When there are too many partial paths, those with the lowest bounds are dropped, and
        ``least`` rises above them.
        """
        train = self.ledger.scale.train
        least = max(least, NEVER // 2) + train
        front = self._start()
        scores, sections = [front.hopes[:0]], [front.sections[:0]]
        ended = 0
        for at in range(len(self.graph.steps)):
            front = self._grow(at, front, least)
            if not len(front.rows):
                break
            done = front.rows == 0
            if done.any():
                first, hopes = (ends := front.take(done)).best()
                scores.append(hopes)
                sections.append(ends.sections[first])
                ended += len(hopes)
                front = front.take(~done)
            if thin and at % _THIN_EVERY == 0 and len(front.rows) > _THIN_FROM:
                front = front.take(_unbeaten(front))
            if ended + len(front.rows) <= most:
                continue
            hopes = front.best()[1] if self.arcs.choices else front.hopes
            if ended + len(hopes) > most:
                known = np.concatenate(scores)
                hopes = np.concatenate([known, hopes])
                # ``most`` routes are wanted: below the bound of that number none is among them.
                least = max(least, int(np.partition(hopes, -most)[-most]) + 1)
                scores = [known[known >= least]]
                sections = [np.concatenate(sections)[known >= least]]
                ended = len(scores[0])
                front = front.take(front.hopes >= least)
        return Priced(np.concatenate(scores) - train, np.concatenate(sections), least - train)

    def _start(self) -> _Front:
        rows = self.graph.starts
        count = len(rows)
        nothing = np.zeros(count, np.int64)
        sections = np.zeros((count, self.section_words.shape[1]), np.uint64)
        uses = np.zeros((count, self.row_words.shape[1]), np.uint64)
        front = _Front(rows, nothing, nothing, sections, uses, nothing, nothing, np.arange(count))
        for claim in self.claims:
            front = self._claimed(front, claim)
        return front

    def _claimed(self, front: _Front, claim: int) -> _Front:
        """Return partial paths after they have paid for a claim."""
        price = int(self.shared[claim] @ self.prices)
        return front._replace(
            earned=front.earned - price,
            sections=front.sections | self.section_words[claim],
            uses=front.uses | self.row_words[claim],
            paid=front.paid + price,
        )

    def _grow(self, at: int, front: _Front, least: int) -> _Front:
        """Extend all partial paths by one step, as far as their bounds reach ``least``."""
        layer, after = self.arcs.layers[at], self.tables[at + 1].ravel()
        begin = layer.begin[front.rows]
        count = layer.begin[front.rows + 1] - begin
        begin -= np.cumsum(count) - count
        who = np.repeat(np.arange(len(count)), count)
        arc = np.arange(len(who)) + begin[who]
        move = layer.move[arc]
        places = self.arcs.shifted[layer.shift[arc], front.places[who]]
        earned = front.earned[who] + (layer.score[arc] - self.paid[move])
        # The table is exact, so each hope is reached by some route: no dead end is extended.
        hopes = earned + after[layer.target[arc] + places]
        good = (hopes >= least).nonzero()[0]
        if len(good) < len(who):
            who, arc, move, places = who[good], arc[good], move[good], places[good]
            earned, hopes = earned[good], hopes[good]
        path = front.path[who]
        if not self.arcs.choices:
            path = np.arange(len(who))
        elif len(count) and count.max() > 1:
            path = path * len(self.paid) + move
            order, first, path = _merged(path, places, self.arcs.places)
            earned = np.maximum.reduceat(earned[order], first)
            hopes = np.maximum.reduceat(hopes[order], first)
            some = order[first]
            who, arc, move, places = who[some], arc[some], move[some], places[some]
        return _Front(
            layer.row[arc],
            places,
            earned,
            front.sections[who] | self.taken[move],
            front.uses[who] | self.words[move],
            front.paid[who] + self.paid[move],
            hopes,
            path,
        )


def _merged(paths: Ints, places: Ints, count: int) -> tuple[Ints, Ints, Ints]:
    """Group partial paths by path and place: an order, the start of each group, new path numbers.

    Two entries of a group differ only in what they have earned, so the best of them is enough.
    """
    both = paths * count + places
    order = np.argsort(both)
    first = _changes(both[order])
    paths = paths[order[first]]
    number = np.zeros(len(paths), np.int64)
    number[_changes(paths)[1:]] = 1
    return order, first, np.cumsum(number)


def _changes(values: Ints) -> Ints:
    """Indexes at which a new value begins."""
    new = np.ones(len(values), np.bool_)
    np.not_equal(values[1:], values[:-1], out=new[1:])
    return new.nonzero()[0]


def _unbeaten(front: _Front) -> Ints:
    """Return partial paths without dominated ones.

    A path is dominated by one in the same state and place that has earned as much and uses a
    subset of its rows: every continuation of the first fits the second. Each is compared with
    some neighbours only, in order of earnings: dropping most of the dominated ones is enough.
    """
    order = np.lexsort((-front.earned - front.paid, front.places, front.rows))
    rows, places, uses = front.rows[order], front.places[order], front.uses[order]
    kept = np.ones(len(order), np.bool_)
    for far in range(1, min(_THIN_NEAR, len(order) - 1) + 1):
        beaten = (rows[:-far] == rows[far:]) & (places[:-far] == places[far:])
        beaten &= kept[:-far] & kept[far:]
        for word in uses.T:
            beaten &= (word[:-far] & ~word[far:]) == 0
        kept[far:] &= ~beaten
    return np.sort(order[kept])
