"""Dual ascent: a bound on the cheapest tree, and which arcs can matter at all.

Wong's method. Every set of points that contains a town but no start must be entered. Each
such cut may raise its price as long as no arc is asked for more than its cost; the prices
add up to a bound, and what is left of an arc's cost tells how much worse a tree with it is.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass

from hexgraph.search import cheapest, reached
from solvers.island.rules.ground import Arc


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
