"""The best of many moves without solving all of them: best first, by what each could earn.

A move waits in a priority queue with an upper bound on its revenue. If the head of the queue has
its exact revenue, it is the next best of all; if it has a bound only, it is solved and put back.
So no move is solved that cannot be among the best.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import chain, combinations
from typing import TypeAlias

from bestrun.operating.builder import Lay
from bestrun.operating.catalogue import Key
from bestrun.operating.worth import Worth
from hexgraph.face import StopKey

MovePart: TypeAlias = str
"""A part of a move, named so that moves can be compared part by part."""


@dataclass(frozen=True)
class CompanyMove:
    """Something a company can do: a lay, a marker, a train, or several of them.

    ``alike`` are other lays on the same hex after which the same trains can run, ``further``
    lays that the turn allows after ``lay``.
    """

    lay: Lay | None = None
    alike: tuple[Lay, ...] = ()
    marker: StopKey | None = None
    train: str | None = None
    cost: int = 0
    further: tuple[Lay, ...] = ()

    @property
    def lays(self) -> tuple[Lay, ...]:
        """Return its lays, in the order in which they are made."""
        return () if self.lay is None else (self.lay, *self.further)

    @property
    def parts(self) -> frozenset[MovePart]:
        """Return the parts of which it consists."""
        named = [f"lay {lay.hex} {lay.code}" for lay in self.lays]
        if self.marker is not None:
            named.append(f"marker {self.marker}")
        if self.train is not None:
            named.append(f"train {self.train}")
        return frozenset(named)


MoveOrder: TypeAlias = tuple[int, ...]
"""Sort key of a move among equally good ones: the order of the board."""


@dataclass(frozen=True)
class Option:
    """A move with the network it leads to, or a family of moves below one bound.

    The network of a family contains those of all its moves; ``open`` yields these. Its own ``move``
    is their common part, at the least cost of any, and ``further`` the number of parts that each of
    them has beyond that. ``joins`` is the number of networks that its own is joined from.
    """

    move: CompanyMove
    key: Key
    order: MoveOrder = ()
    open: Callable[[], list[Option]] | None = None
    further: int = 0
    joins: int = 0


@dataclass(order=True)
class _Entry:
    """A place in the queue: more revenue first, then lower cost, then fewer parts."""

    revenue: int
    cost: int
    parts: int
    exact: bool
    order: MoveOrder
    number: int
    option: Option = field(compare=False)


@dataclass(frozen=True)
class Ranked:
    """A move with the revenue of the best runs after it."""

    move: CompanyMove
    key: Key
    revenue: int


class Ranking:
    """Moves, the best first; and if there was no time for all, the ranking so far.

    A move of several parts is left out if it earns no more than without one of them.

    Parameters
    ----------
    seen
        What is known of moves already: their parts, and the revenue after them.
    """

    def __init__(self, worth: Worth, options: list[Option], seen: dict[frozenset[MovePart], int]):
        self.worth = worth
        self._queue: list[_Entry] = []
        self._count = 0
        self._seen = dict(seen)
        for option in options:
            self._put(option)

    def best(self) -> Iterator[Ranked]:
        """Yield the moves; stops as :meth:`Worth.solve` does when there is no more time."""
        worth = self.worth
        while self._queue:
            entry = heapq.heappop(self._queue)
            option = entry.option
            if self._useless(option, -entry.revenue):
                continue
            if entry.exact:
                self._see(option.move, -entry.revenue)
                yield Ranked(option.move, option.key, -entry.revenue)
                continue
            batch = [entry]
            try:
                worth.compare(option.key)
                if worth.bound(option.key) < -entry.revenue:
                    continue
                if worth.solved(option.key) or worth.sooner_apart(option.key, option.joins):
                    if option.open is not None:
                        members = option.open()
                        batch.clear()
                        for member in members:
                            self._put(member, -entry.revenue)
                    continue
                together = worth.at_once(1 + sum(not each.exact for each in self._queue))
                while self._queue and len(batch) < together and not self._queue[0].exact:
                    batch.append(heapq.heappop(self._queue))
                worth.solve([each.option.key for each in batch])
            finally:
                for each in batch:
                    self._put(each.option, -each.revenue)

    def so_far(self) -> list[Ranked]:
        """Return the moves that are solved and not yet ranked, the best of them first."""
        solved = [
            (known.result.total, entry.option)
            for entry in self._queue
            if entry.option.open is None and (known := self.worth.solved(entry.option.key))
        ]
        solved.sort(key=lambda each: _place(each[0], each[1]))
        found = []
        for revenue, option in solved:
            if not self._useless(option, revenue):
                self._see(option.move, revenue)
                found.append(Ranked(option.move, option.key, revenue))
        return found

    @property
    def bound(self) -> int:
        """Return the most that a move not yet ranked can lead to."""
        return max((-entry.revenue for entry in self._queue), default=0)

    def _see(self, move: CompanyMove, revenue: int) -> None:
        """Remember what a move leads to; with each of the lays alike it is the same."""
        for lay in (move.lay, *move.alike):
            self._seen[replace(move, lay=lay).parts] = revenue

    def _put(self, option: Option, limit: int | None = None) -> None:
        bound = self.worth.bound(option.key)
        if limit is not None:
            bound = min(bound, limit)
        exact = self.worth.solved(option.key) is not None and option.open is None
        revenue, cost, parts, order = _place(bound, option)
        heapq.heappush(self._queue, _Entry(revenue, cost, parts, exact, order, self._count, option))
        self._count += 1

    def _useless(self, option: Option, revenue: int) -> bool:
        """Whether fewer parts of a move lead to as much as ``revenue``.

        Those cost no more, and so were ranked before.
        """
        parts, further = option.move.parts, option.further
        if len(parts) + further < 2:
            return False
        sizes = range(len(parts) + bool(further))
        some = chain.from_iterable(combinations(parts, size) for size in sizes)
        return any(self._seen.get(frozenset(fewer), -1) >= revenue for fewer in some)


def _place(revenue: int, option: Option) -> tuple[int, int, int, MoveOrder]:
    return -revenue, option.move.cost, len(option.move.parts) + option.further, option.order
