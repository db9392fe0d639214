"""Steiner trees in directed graphs: exact by dynamic programming, bounded by dual ascent.

Dreyfus and Wagner's dynamic programme: ``best(S)[v]`` is the cost of the cheapest tree that begins
at v and reaches all of S. Either v lies on the way to a branching point, or S is split in two
there. With all distances known, one step is a handful of array operations, so that ten towns take
less than a second. It knows nothing of room at the towns; :func:`solve_by_table` branches on that.

Wong's dual ascent: every set of points that contains a town but no start must be entered. Each such
cut may raise its price as long as no arc is asked for more than its cost. The prices add up to a
lower bound, and the residual cost of an arc tells how much worse a tree with it is.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import count
from typing import TYPE_CHECKING, Any

from hexgraph.search import cheapest, reached
from solvers.island.rules.ground import Arc
from solvers.island.track.problem import Tree, TreeProblem, outward, overloaded

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


@dataclass(frozen=True)
class Ascent:
    """A bound, what is left of each arc's cost, and the cuts that were priced."""

    bound: int
    left: tuple[int, ...]
    cuts: tuple[tuple[int, ...], ...]
    """Arcs by their number: one of each cut is in every tree."""


def ascend(size: int, arcs: tuple[Arc, ...], root: int, towns: frozenset[int]) -> Ascent | None:
    """Raise the prices of cuts until every town is reached for nothing more.

    Returns nothing if some town cannot be reached at all.
    """
    left = [cost for _, _, cost in arcs]
    into: list[list[int]] = [[] for _ in range(size)]
    for number, (_, head, _) in enumerate(arcs):
        into[head].append(number)
    bound = 0
    cuts: list[tuple[int, ...]] = []
    queue = [(0, town) for town in sorted(towns)]
    while queue:
        size_before, town = heapq.heappop(queue)
        inside = _free_side(town, arcs, left, into)
        if root in inside:
            continue
        cut = [n for v in sorted(inside) for n in into[v] if arcs[n][0] not in inside]
        if queue and len(cut) > size_before and len(cut) > queue[0][0]:
            heapq.heappush(queue, (len(cut), town))
            continue
        if not cut:
            return None
        step = min(left[number] for number in cut)
        for number in cut:
            left[number] -= step
        bound += step
        cuts.append(tuple(cut))
        heapq.heappush(queue, (len(cut), town))
    return Ascent(bound, tuple(left), tuple(cuts))


def _free_side(
    town: int, arcs: tuple[Arc, ...], left: list[int], into: list[list[int]]
) -> set[int]:
    """Return the points from which ``town`` is reached by arcs with nothing left."""
    return set(
        reached([town], lambda head: [arcs[each][0] for each in into[head] if left[each] == 0])
    )


def worth_keeping(
    size: int, arcs: tuple[Arc, ...], root: int, towns: frozenset[int], ascent: Ascent, best: int
) -> list[int]:
    """Return the arcs that a tree of cost ``best`` or less can have.

    A tree with the arc (u, v) has a way from the root to u and one from v to a town; what
    is left of the costs on them comes on top of the bound.
    """
    forth: list[list[tuple[int, int]]] = [[] for _ in range(size)]
    back: list[list[tuple[int, int]]] = [[] for _ in range(size)]
    for number, (tail, head, _) in enumerate(arcs):
        forth[tail].append((head, ascent.left[number]))
        back[head].append((tail, ascent.left[number]))
    from_root = cheapest({root: 0}, lambda here: forth[here])
    to_town = cheapest(dict.fromkeys(towns, 0), lambda here: back[here])
    room = best - ascent.bound
    far = room + 1
    return [
        number
        for number, (tail, head, _) in enumerate(arcs)
        if from_root.get(tail, far) + ascent.left[number] + to_town.get(head, far) <= room
    ]


MOST_TOWNS = 11
"""The work grows threefold with each town; above this the other method is faster."""


def solve_by_table(problem: TreeProblem) -> Tree | None:
    """Return a cheapest tree, or nothing if there is none.

    The dynamic programme knows nothing of room. If its tree uses too many lines at a
    point, every allowed tree does without one of them: each is forbidden in turn, and the
    cheapest of these problems is looked at next, until a tree fits.
    """
    ticket = count()
    first = _unlimited(problem)
    queue = [(first[0], next(ticket), problem, first[1])] if first else []
    while queue:
        cost, _, at_hand, arcs = heapq.heappop(queue)
        lines = overloaded(at_hand, arcs)
        if not lines:
            return Tree(arcs, cost, cost)
        for line in lines:
            without = tuple(arc for arc in at_hand.arcs if set(arc[:2]) != set(line[:2]))
            rest = replace(at_hand, arcs=without)
            answer = _unlimited(rest)
            if answer:
                heapq.heappush(queue, (answer[0], next(ticket), rest, answer[1]))
    return None


def _unlimited(problem: TreeProblem) -> tuple[int, tuple[Arc, ...]] | None:
    size, arcs = problem.size, list(problem.arcs)
    if problem.joined:
        arcs += [(size, start, 0) for start in problem.starts]
    trees = SteinerTrees(size + 1, arcs)
    roots = (size,) if problem.joined else problem.starts
    costs = trees.costs(problem.towns)
    root = min(roots, key=lambda each: (costs[each], each), default=None)
    if root is None or costs[root] >= FAR:
        return None
    price = {(tail, head): cost for tail, head, cost in problem.arcs}
    found = [(t, h, price[t, h]) for t, h in trees.tree(root, problem.towns) if t != size]
    starts = problem.starts if problem.joined else (root,)
    return int(costs[root]), outward(starts, found)
