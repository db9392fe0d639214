"""The best of many moves without solving all of them: best first, by what each could earn.

A move stands in the queue with a bound on its revenue. Whatever comes to the head with its
true revenue is the next best of all; whatever comes there with a bound is solved, and goes
back to its place. So nothing is solved that cannot be among the best.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from bestrun.operating.builder import Lay
from bestrun.operating.worth import Key, Worth
from hexgraph.face import StopKey

MovePart: TypeAlias = str
"""A part of a move, named so that moves can be compared part by part."""


@dataclass(frozen=True)
class CompanyMove:
    """Something a company can do: a lay, a marker, a train, or several of them.

    ``alike`` are other lays on the same hex after which the same trains can run.
    """

    lay: Lay | None = None
    alike: tuple[Lay, ...] = ()
    marker: StopKey | None = None
    train: str | None = None
    cost: int = 0

    @property
    def parts(self) -> frozenset[MovePart]:
        """Return the parts of which it consists."""
        named = []
        if self.lay is not None:
            named.append(f"lay {self.lay.hex} {self.lay.code}")
        if self.marker is not None:
            named.append(f"marker {self.marker}")
        if self.train is not None:
            named.append(f"train {self.train}")
        return frozenset(named)


@dataclass(frozen=True)
class Option:
    """A move with the network it leads to, or a family of moves below one bound.

    The network of a family is one within which those of all its moves lie; ``open`` gives
    them. Its own ``move`` is what they have in common, at the least cost of any.
    """

    move: CompanyMove
    key: Key
    open: Callable[[], list[Option]] | None = None

    @property
    def single(self) -> bool:
        """Return whether it is one move of one part."""
        return self.open is None and len(self.move.parts) == 1


@dataclass(order=True)
class _Entry:
    """A place in the queue: more revenue first, then lower cost, then fewer parts."""

    revenue: int
    cost: int
    parts: int
    number: int
    exact: bool = field(compare=False)
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
    base
        The revenue without any move.
    """

    def __init__(self, worth: Worth, options: list[Option], base: int) -> None:
        self.worth = worth
        self._queue: list[_Entry] = []
        self._count = 0
        self._seen: dict[frozenset[MovePart], int] = {frozenset(): base}
        for option in options:
            self._put(option)

    def best(self) -> Iterator[Ranked]:
        """Yield the moves; stops as :meth:`Worth.solve` does when there is no more time."""
        worth = self.worth
        while self._queue:
            entry = heapq.heappop(self._queue)
            option = entry.option
            if entry.exact:
                ranked = self._ranked(option, -entry.revenue)
                if ranked is not None:
                    yield ranked
                continue
            batch = [entry]
            try:
                worth.compare(option.key)
                if worth.bound(option.key) < -entry.revenue:
                    continue
                if worth.solved(option.key):
                    if option.open is not None:
                        members = option.open()
                        batch.clear()
                        for member in members:
                            self._put(member, -entry.revenue)
                    continue
                while self._queue and len(batch) < worth.at_once and not self._queue[0].exact:
                    batch.append(heapq.heappop(self._queue))
                worth.solve([each.option.key for each in batch])
            finally:
                for each in batch:
                    self._put(each.option, -each.revenue)

    def so_far(self) -> list[Ranked]:
        """Return the moves that are solved and not yet ranked, the best of them first."""
        solved = [
            (entry.option, known.result.revenue)
            for entry in self._queue
            if entry.option.open is None and (known := self.worth.solved(entry.option.key))
        ]
        solved.sort(key=lambda each: (-each[1], each[0].move.cost, len(each[0].move.parts)))
        ranked = [self._ranked(option, revenue) for option, revenue in solved]
        return [each for each in ranked if each is not None]

    @property
    def bound(self) -> int:
        """Return the most that a move not yet ranked can lead to."""
        return max((-entry.revenue for entry in self._queue), default=0)

    def _put(self, option: Option, limit: int | None = None) -> None:
        bound = self.worth.bound(option.key)
        if limit is not None:
            bound = min(bound, limit)
        move = option.move
        exact = self.worth.solved(option.key) is not None and option.open is None
        entry = _Entry(-bound, move.cost, len(move.parts), self._count, exact, option)
        heapq.heappush(self._queue, entry)
        self._count += 1

    def _ranked(self, option: Option, revenue: int) -> Ranked | None:
        """Return a move with what it leads to, unless some part of it is good for nothing."""
        parts = option.move.parts
        self._seen[parts] = revenue
        if len(parts) > 1 and any(self._seen.get(parts - {p}, -1) >= revenue for p in parts):
            return None
        return Ranked(option.move, option.key, revenue)
