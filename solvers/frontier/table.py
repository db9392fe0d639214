"""Exact pricing on the state graph: one table back, and forward along it.

The table has for every state, marker paid or not, and count, the most that can still be
earned from there. With it the best route is known at once, and beginnings of paths can be
followed forward, all at once, none of them in vain: the table tells what each can come to.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from solvers.frontier.arcs import ArcTable
from solvers.frontier.axes import NEVER, AxisTable, push
from solvers.frontier.graph import StateGraph, Transitions
from solvers.frontier.ledger import Ledger
from solvers.frontier.plan_rows import PlanRows
from solvers.frontier.pool import Bits, Bools, Ints, to_words
from solvers.frontier.pricing import Priced

_THIN_EVERY = 4
_THIN_FROM = 400
_THIN_NEAR = 24
"""Every few steps, once there are many, each beginning is compared with so many others."""


@dataclass(frozen=True, eq=False)
class _Front:
    """Beginnings of paths: where they stand, what they earned, used and paid, may come to."""

    rows: Ints
    earned: AxisTable
    sections: Bits
    uses: Bits
    paid: Ints
    hopes: Ints

    def take(self, which: Ints | Bools) -> _Front:
        return _Front(*(getattr(self, field.name)[which] for field in fields(self)))


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
        self.accepted = self.arcs.accepted
        self.section_words = to_words(np.eye(rows.columns, dtype=np.bool_))
        self.shared = np.zeros((rows.columns, len(rows)), np.int64)
        self.shared[:, : len(rows.shared)] = rows.shared.T
        self.row_words = to_words(self.shared[:, : rows.plain] > 0)
        uses = [self._used(rows, move) for step in graph.steps for move in step.moves]
        self.uses = np.array(uses, np.int64).reshape(-1, len(rows))
        self.words = to_words(self.uses[:, : rows.plain] > 0)
        self.first = np.cumsum([0, *[len(step.moves) for step in graph.steps]]).tolist()
        """Moves of all steps are numbered: the first of each step."""
        self.prices = np.zeros(len(rows), np.int64)
        self.paid = np.zeros(len(self.uses), np.int64)
        self.tables: list[AxisTable] = []

    def _used(self, rows: PlanRows, move: Transitions) -> Ints:
        """Return what a move uses up: rows of its section, stops that it runs through, cuts."""
        if move.section is None:
            return np.zeros(len(rows), np.int64)
        used: Ints = self.shared[move.section].copy()
        first = len(rows.shared)
        used[[first + rows.passed.index(stop) for stop in move.inner if stop in rows.passed]] = 1
        for cut in move.cuts:
            used[rows.plain + cut] += 1
        return used

    def price(self, prices: Ints) -> int:
        """See :meth:`solvers.frontier.pricing.Pricer.price`."""
        if not self.tables or not np.array_equal(prices, self.prices):
            self.prices, self.paid = prices, self.uses @ prices
            self.tables = self.arcs.back(self.paid)
        first = self.tables[0][self.graph.starts, 0]
        claims = int((self.shared[self.claims] @ prices).sum())
        return int(first.max(initial=NEVER)) - self.ledger.scale.train - claims

    def best(self, most: int, least: int = NEVER, *, thin: bool = False) -> Priced:
        """See :meth:`solvers.frontier.pricing.Pricer.best`.

        When there are too many beginnings, the least promising are given up, and ``least``
        rises above them.
        """
        train = self.ledger.scale.train
        least = max(least, NEVER // 2) + train
        front = self._start()
        scores, sections = [front.hopes[:0]], [front.sections[:0]]
        ended = 0
        for at in range(len(self.graph.steps)):
            grown = self._grow(at, front, least)
            if not grown:
                break
            front = _join(grown)
            done = front.rows == 0
            if done.any():
                scores.append(front.hopes[done])
                sections.append(front.sections[done])
                ended += len(scores[-1])
                front = front.take(~done)
            if thin and at % _THIN_EVERY == 0 and len(front.rows) > _THIN_FROM:
                front = front.take(_unbeaten(front))
            if ended + len(front.rows) > most:
                known = np.concatenate(scores)
                hopes = np.concatenate([known, front.hopes])
                least = max(least, int(np.partition(hopes, -most)[-most]) + 1)
                scores = [known[known >= least]]
                sections = [np.concatenate(sections)[known >= least]]
                ended = len(scores[0])
                front = front.take(front.hopes >= least)
        return Priced(np.concatenate(scores) - train, np.concatenate(sections), least - train)

    def _start(self) -> _Front:
        rows = self.graph.starts
        count = len(rows)
        earned: AxisTable = np.full((count, *self.accepted.shape), NEVER, np.int64)
        origin: tuple[Any, ...] = (slice(None), *[0] * self.accepted.ndim)
        earned[origin] = 0
        nothing = np.zeros(count, np.int64)
        sections = np.zeros((count, self.section_words.shape[1]), np.uint64)
        uses = np.zeros((count, self.row_words.shape[1]), np.uint64)
        front = _Front(rows, earned, sections, uses, nothing, nothing)
        for claim in self.claims:
            front = self._claimed(front, claim)
        return front

    def _claimed(self, front: _Front, claim: int) -> _Front:
        """Return beginnings of paths that have paid for a claim."""
        uses = front.uses | self.row_words[claim]
        price = int(self.shared[claim] @ self.prices)
        return _Front(
            front.rows,
            front.earned - price,
            front.sections | self.section_words[claim],
            uses,
            front.paid + price,
            front.hopes - price,
        )

    def _grow(self, at: int, front: _Front, least: int) -> list[_Front]:
        """Make every move of a step that can lead to ``least``."""
        step, after = self.graph.steps[at], self.tables[at + 1][:, :-1]
        grown = []
        places = step.places[:, front.rows]
        ledger = self.ledger
        parts = zip(step.moves, ledger.ways[at], ledger.bonus[at], places, strict=True)
        for number, (move, options, bonus, place) in enumerate(parts, self.first[at]):
            here = (place >= 0).nonzero()[0]
            if not len(here) or not options:
                continue
            which = place[here]
            target = move.target[which]
            gained = push(front.earned[here], options, ledger.axes)
            gained -= self.paid[number]
            if bonus is not None:
                gained += _broad(bonus[which], gained)
            hopes = (gained.reshape(len(here), -1) + after[target]).max(axis=1)
            good = (hopes >= least).nonzero()[0]
            if not len(good):
                continue
            if len(good) < len(here):
                here, target, gained, hopes = here[good], target[good], gained[good], hopes[good]
            sections, uses, paid = front.sections[here], front.uses[here], front.paid[here]
            if move.section is not None:
                sections |= self.section_words[move.section]
                uses |= self.words[number]
                paid += self.paid[number]
            grown.append(_Front(target, gained, sections, uses, paid, hopes))
        return grown


def _broad(figures: Ints, table: AxisTable) -> Ints:
    """Return one figure a row so that it adds to everything in the row."""
    return figures.reshape(-1, *[1] * (table.ndim - 1))


def _join(fronts: Sequence[_Front]) -> _Front:
    if len(fronts) == 1:
        return fronts[0]
    return _Front(
        *(np.concatenate([getattr(one, field.name) for one in fronts]) for field in fields(_Front))
    )


def _unbeaten(front: _Front) -> Ints:
    """Return beginnings without those that one in the same state beats with fewer rows.

    Whatever follows can follow either. Each is compared with some of its neighbours only,
    in order of what they may come to: it is enough to drop most of those beaten.
    """
    order = np.lexsort((-front.hopes - front.paid, front.rows))
    rows, uses = front.rows[order], front.uses[order]
    kept = np.ones(len(order), np.bool_)
    for far in range(1, min(_THIN_NEAR, len(order) - 1) + 1):
        pairs = (rows[:-far] == rows[far:]) & kept[:-far] & kept[far:]
        for word in uses.T:
            pairs &= (word[:-far] & ~word[far:]) == 0
        at = pairs.nonzero()[0]
        if len(at):
            one, two = order[at], order[at + far]
            more = front.paid[one] - front.paid[two]
            full = front.earned[one] + _broad(more, front.earned) >= front.earned[two]
            hopeless = front.earned[two] < NEVER // 2
            kept[at[(full | hopeless).reshape(len(at), -1).all(axis=1)] + far] = False
    return np.sort(order[kept])
