"""Exact pricing on the state graph: one table back, and forward along it.

The table has for every state, marker paid or not, and count, the most that can still be
earned from there. With it the best route is known at once, and beginnings of paths can be
followed forward, all at once, none of them in vain: the table tells what each can come to.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np

from solvers.frontier.axes import NEVER, AxisTable, pull, push
from solvers.frontier.graph import StateGraph, Transitions
from solvers.frontier.ledger import Ledger
from solvers.frontier.pool import Bits, Bools, Ints, to_words
from solvers.frontier.pricing import Charges, Priced

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


@dataclass(frozen=True, eq=False)
class _Touched:
    """Cuts that a section has to do with: their rows, and what they cost."""

    masks: Bits
    costs: Ints

    def charge(self, before: Bits, after: Bits) -> Ints:
        """Return what beginnings of paths pay that have come to belong to cuts."""
        belonged = np.bitwise_count(before[:, None] & self.masks).sum(axis=2) >= 2
        belong = np.bitwise_count(after[:, None] & self.masks).sum(axis=2) >= 2
        charge: Ints = (belong & ~belonged) @ self.costs
        return charge


def _touched(charges: Charges, incidence: Ints) -> dict[int, _Touched]:
    """Return for each section the cuts with one of its rows, if there are any."""
    if not charges.cuts:
        return {}
    rows = np.zeros((len(charges.cuts), len(incidence)), np.bool_)
    for at, cut in enumerate(charges.cuts):
        rows[at, list(cut)] = charges.of_cuts[at] > 0
    masks = to_words(rows)
    touches = rows @ incidence > 0
    return {
        column: _Touched(masks[touches[:, column]], charges.of_cuts[touches[:, column]])
        for column in np.flatnonzero(touches.any(axis=0)).tolist()
    }


class Tabled:
    """A train on a state graph: exact, however many routes there are."""

    def __init__(
        self, graph: StateGraph, ledger: Ledger, incidence: Ints, claims: Sequence[int] = ()
    ) -> None:
        self.graph = graph
        self.ledger = ledger
        self.claims = list(claims)
        """Columns of the incidence beyond the sections that all its routes use."""
        self.accepted = ledger.accepted()
        columns = incidence.shape[1]
        self.section_words = to_words(np.eye(columns, dtype=np.bool_))
        self.row_words = to_words(incidence.T > 0)
        self.incidence = incidence
        self.charges = Charges(np.zeros(columns, np.int64))
        self.touched: dict[int, _Touched] = {}
        self.tables: list[AxisTable] = []

    def price(self, charges: Charges) -> int:
        """See :meth:`solvers.frontier.pricing.Pricer.price`.

        The table knows nothing of cuts. Beginnings of paths pay for them as they meet them.
        """
        same = self.tables and np.array_equal(charges.sections, self.charges.sections)
        self.charges = charges
        self.touched = _touched(charges, self.incidence)
        if same:
            return self._best()
        accepted, axes = self.accepted, self.ledger.axes
        table: AxisTable = np.broadcast_to(accepted, (1, *accepted.shape))
        tables = [table]
        for at in reversed(range(len(self.graph.steps))):
            step, ways = self.graph.steps[at], self.ledger.ways[at]
            before = np.full((step.rows + 1, *accepted.shape), NEVER, np.int64)
            before[0] = accepted
            for number, (move, options) in enumerate(zip(step.moves, ways, strict=True)):
                if options:
                    bonus = self.ledger.bonus[at][number]
                    gained = self._add(pull(table[move.target], options, axes), move, bonus)
                    before[move.source] = np.maximum(before[move.source], gained)
            table = before
            tables.append(table)
        self.tables = tables[::-1]
        return self._best()

    def _best(self) -> int:
        first = self.tables[0][(self.graph.starts, *[0] * self.accepted.ndim)]
        claims = int(self.charges.sections[self.claims].sum())
        return int(first.max(initial=NEVER)) - self.ledger.scale.train - claims

    def _add(self, gained: AxisTable, move: Transitions, bonus: Ints | None) -> AxisTable:
        """Add to what a move gains its price and what its ends earn."""
        if move.section is not None:
            gained -= self.charges.sections[move.section]
        if bonus is not None:
            gained += _broad(bonus, gained)
        return gained

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
        charge = np.full(len(front.rows), self.charges.sections[claim])
        if claim in self.touched:
            charge += self.touched[claim].charge(front.uses, uses)
        return _charged(
            replace(front, sections=front.sections | self.section_words[claim], uses=uses), charge
        )

    def _grow(self, at: int, front: _Front, least: int) -> list[_Front]:
        """Make every move of a step that can lead to ``least``."""
        step, after = self.graph.steps[at], self.tables[at + 1]
        grown = []
        places = step.places[:, front.rows]
        ledger = self.ledger
        parts = zip(step.moves, ledger.ways[at], ledger.bonus[at], places, strict=True)
        for move, options, bonus, place in parts:
            here = (place >= 0).nonzero()[0]
            if not len(here) or not options:
                continue
            which = place[here]
            target = move.target[which]
            gained = push(front.earned[here], options, ledger.axes)
            gained = self._add(gained, move, None if bonus is None else bonus[which])
            hopes = (gained + after[target]).reshape(len(here), -1).max(axis=1)
            good = (hopes >= least).nonzero()[0]
            if not len(good):
                continue
            if len(good) < len(here):
                here, target, gained, hopes = here[good], target[good], gained[good], hopes[good]
            sections, uses, paid = front.sections[here], front.uses[here], front.paid[here]
            if move.section is not None:
                sections |= self.section_words[move.section]
                uses |= self.row_words[move.section]
                paid += self.charges.sections[move.section]
            made = _Front(target, gained, sections, uses, paid, hopes)
            if move.section in self.touched:
                charge = self.touched[move.section].charge(front.uses[here], uses)
                made = _charged(made, charge)
                made = made.take(made.hopes >= least)
            grown.append(made)
        return grown


def _broad(figures: Ints, table: AxisTable) -> Ints:
    """Return one figure a row so that it adds to everything in the row."""
    return figures.reshape(-1, *[1] * (table.ndim - 1))


def _charged(front: _Front, charge: Ints) -> _Front:
    return replace(
        front,
        earned=front.earned - _broad(charge, front.earned),
        paid=front.paid + charge,
        hopes=front.hopes - charge,
    )


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
