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

Part: TypeAlias = str
"""A part of a move, named so that moves can be compared part by part."""


@dataclass(frozen=True)
class Move:
    """Something a company can do: a lay, a marker, a train, or several of them.

    ``alike`` are other lays on the same hex after which the same trains can run.
    """

    lay: Lay | None = None
    alike: tuple[Lay, ...] = ()
    marker: StopKey | None = None
    train: str | None = None
    cost: int = 0

    @property
    def parts(self) -> frozenset[Part]:
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

    move: Move
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

    move: Move
    key: Key
    revenue: int


def best_moves(worth: Worth, options: list[Option], base: int) -> Iterator[Ranked]:
    """Yield the moves, the best first.

    A move of several parts is left out if it earns no more than without one of them.

    Parameters
    ----------
    base
        The revenue without any move.
    """
    queue: list[_Entry] = []
    count = 0

    def put(option: Option, limit: int | None = None) -> None:
        nonlocal count
        known = worth.solved(option.key)
        bound = worth.bound(option.key)
        if limit is not None:
            bound = min(bound, limit)
        move = option.move
        exact = known is not None and option.open is None
        entry = _Entry(-bound, move.cost, len(move.parts), count, exact, option)
        heapq.heappush(queue, entry)
        count += 1

    for option in options:
        put(option)
    seen: dict[frozenset[Part], int] = {frozenset(): base}
    while queue:
        entry = heapq.heappop(queue)
        option = entry.option
        if entry.exact:
            revenue = -entry.revenue
            parts = option.move.parts
            seen[parts] = revenue
            if len(parts) == 1 or all(seen.get(parts - {p}, -1) < revenue for p in parts):
                yield Ranked(option.move, option.key, revenue)
            continue
        worth.compare(option.key)
        if worth.bound(option.key) < -entry.revenue:
            put(option)
            continue
        if worth.solved(option.key):
            for member in [option] if option.open is None else option.open():
                put(member, -entry.revenue)
            continue
        batch = [entry]
        while queue and len(batch) < worth.at_once and not queue[0].exact:
            batch.append(heapq.heappop(queue))
        worth.solve([each.option.key for each in batch])
        for each in batch:
            put(each.option, -each.revenue)
