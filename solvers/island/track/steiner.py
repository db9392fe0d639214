"""The cheapest tree of lines from a root to some points, by dynamic programming.

Dreyfus and Wagner's method for directed arcs. ``best(S)[v]`` is the cost of the cheapest
tree that begins at v and reaches all of S: either v lies on the way to a branching point,
or S is split in two there. With all distances known, one step of the method is a handful of
array operations, so that ten towns take less than a second.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Array = npt.NDArray[np.int32]

FAR = 10**7
"""More than any tree costs, and small enough to be added up."""


class SteinerTrees:
    """Cheapest trees in one set of arcs; what was found is kept for the next question.

    Parameters
    ----------
    size
        The number of points, which are numbered from 0.
    arcs
        Tail, head and cost of every arc; costs are whole and not negative.
    """

    def __init__(self, size: int, arcs: Iterable[tuple[int, int, int]]) -> None:
        import numpy as np

        self.size = size
        step = np.full((size, size), FAR, np.int32)
        for tail, head, cost in arcs:
            step[tail, head] = min(step[tail, head], cost)
        np.fill_diagonal(step, 0)
        self._step = step
        self.distance = _all_distances(step)
        self._best: dict[frozenset[int], Array] = {}
        self._split: dict[frozenset[int], Array] = {}

    def costs(self, towns: Iterable[int]) -> Array:
        """Return, for every point as a root, the cost of the cheapest tree to ``towns``."""
        return self._tree(frozenset(towns))

    def tree(self, root: int, towns: Iterable[int]) -> list[tuple[int, int]]:
        """Return the arcs of a cheapest tree."""
        arcs: dict[tuple[int, int], None] = {}
        self._trace(root, frozenset(towns), arcs)
        return list(arcs)

    def _tree(self, towns: frozenset[int]) -> Array:
        import numpy as np

        if towns not in self._best:
            if len(towns) <= 1:
                column: Any = self.distance[:, min(towns)] if towns else np.zeros(self.size, int)
                self._best[towns] = column.astype(np.int32)
            else:
                ways = self.distance + self._branching(towns)
                self._best[towns] = ways.min(axis=1)
        return self._best[towns]

    def _branching(self, towns: frozenset[int]) -> Array:
        """Return the cost of trees that split at their root."""
        import numpy as np

        if towns not in self._split:
            best = np.full(self.size, FAR, np.int32)
            for part in _halves(towns):
                np.minimum(best, self._tree(part) + self._tree(towns - part), out=best)
            self._split[towns] = best
        return self._split[towns]

    def _trace(self, root: int, towns: frozenset[int], arcs: dict[tuple[int, int], None]) -> None:
        import numpy as np

        if len(towns) == 1:
            self._walk(root, min(towns), arcs)
        elif towns:
            split = self._branching(towns)
            fork = int(np.argmin(self.distance[root] + split))
            self._walk(root, fork, arcs)
            for part in _halves(towns):
                if self._tree(part)[fork] + self._tree(towns - part)[fork] == split[fork]:
                    self._trace(fork, part, arcs)
                    self._trace(fork, towns - part, arcs)
                    return

    def _walk(self, start: int, end: int, arcs: dict[tuple[int, int], None]) -> None:
        for arc in self.way(start, end):
            arcs[arc] = None

    def way(self, start: int, end: int) -> list[tuple[int, int]]:
        """Return the arcs of a cheapest way from one point to another.

        Found backwards; among free arcs the count of arcs decides, or it would run round.
        """
        before = _fewest_arcs(self._step, self.distance, start, end)
        way = []
        while end != start:
            way.append((before[end], end))
            end = before[end]
        return way[::-1]


def _all_distances(step: Array) -> Array:
    import numpy as np

    distance = step.copy()
    for middle in range(len(step)):
        np.minimum(distance, distance[:, middle, None] + distance[None, middle, :], out=distance)
    return distance


def _fewest_arcs(step: Array, distance: Array, start: int, end: int) -> dict[int, int]:
    """Return each point's predecessor on cheapest ways to ``end``, nearest points first."""
    import numpy as np

    total = distance[start, end]
    before = {start: start}
    layer = [start]
    while end not in before:
        found = []
        for here in layer:
            fits = distance[start, here] + step[here] + distance[:, end] == total
            for there in np.flatnonzero(fits & (step[here] < FAR)):
                if int(there) not in before:
                    before[int(there)] = here
                    found.append(int(there))
        layer = found
    return before


def _halves(towns: frozenset[int]) -> list[frozenset[int]]:
    """Return every way to split a set in two, by the part without its largest member."""
    rest = sorted(towns, reverse=True)[1:]
    parts: list[tuple[int, ...]] = [()]
    for town in rest:
        parts += [(*part, town) for part in parts]
    return [frozenset(part) for part in parts if part]
