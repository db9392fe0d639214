"""Lower bounds on the cost of joining towns, which may be added up over several towns.

Wong's dual ascent: around each town a moat grows, one million at a time, until it meets a point
at which lines may begin. (That a line may begin in the town itself is for the caller to think
of.) Every tree that joins the town crosses its moat; what one moat takes of a
line is no longer there for another, so that the prices of several towns may be added up.
"""

from __future__ import annotations

from collections.abc import Iterable, Set
from typing import TYPE_CHECKING

from hexgraph.search import reached

if TYPE_CHECKING:
    from solvers.island.deliveries.world import World

MoatLine = tuple[int, int]
"""A line by its direction."""


class Moats:
    """The moats of some towns: ``price`` of each, and ``taken``, what they take of each line."""

    def __init__(self, world: World, towns: Iterable[int], begins: Set[int]) -> None:
        self._left: dict[int, dict[int, int]] = {}
        """Into each point, what is left of the cost of a line from each neighbour."""
        for tail in range(len(world.board.points)):
            for head, cost in world.lines_from(tail):
                self._left.setdefault(head, {})[tail] = cost
        self.price = dict.fromkeys(sorted(towns), 0)
        self.taken: dict[MoatLine, int] = {}
        growing = list(self.price)
        while growing:
            growing = [town for town in growing if self._grow(town, begins)]

    def _grow(self, town: int, begins: Set[int]) -> bool:
        """Let the moat of a town grow by a million, if it can."""
        inside = reached([town], self._for_nothing)
        if not begins.isdisjoint(inside.keys() - {town}):
            return False
        entering = [
            (tail, head)
            for head in inside
            for tail in self._left.get(head, ())
            if tail not in inside
        ]
        if not entering:
            return False
        for tail, head in entering:
            self._left[head][tail] -= 1
            self.taken[tail, head] = self.taken.get((tail, head), 0) + 1
        self.price[town] += 1
        return True

    def _for_nothing(self, head: int) -> list[int]:
        return [tail for tail, cost in self._left.get(head, {}).items() if not cost]
