"""Hexes put together: the outline of several, and which of them lie side by side."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import lru_cache

from hexgraph.lattice import centre, corners, neighbour
from hexgraph.search import pieces
from mapdata.title import Layout
from plots.drawing import XY, Outline, polygon

GridCell = tuple[int, int]
"""A hex by its doubled coordinates."""


def connected(layout: Layout, cells: Iterable[GridCell]) -> list[tuple[GridCell, ...]]:
    """Return the connected groups of cells, in the order of their first cells."""
    return pieces(cells, lambda cell: [neighbour(layout, cell, edge) for edge in range(6)])


@lru_cache(maxsize=512)
def outline_of(layout: Layout, cells: frozenset[GridCell]) -> tuple[Outline, ...]:
    """Return the rim around hexes: one outline, and one more for each hole."""
    after: dict[XY, list[XY]] = {}
    for cell in sorted(cells):
        around = [_rounded(point) for point in corners(layout, cell)]
        for edge in range(6):
            if neighbour(layout, cell, edge) not in cells:
                after.setdefault(around[edge], []).append(around[(edge + 1) % 6])
    rims = []
    while after:
        start = next(iter(after))
        ring = [start]
        while True:
            ends = after[ring[-1]]
            following = ends.pop()
            if not ends:
                del after[ring[-1]]
            if following == start:
                break
            ring.append(following)
        rims.append(polygon(ring))
    return tuple(rims)


def _rounded(point: XY) -> XY:
    return round(point[0], 6), round(point[1], 6)


def middle_of(layout: Layout, cells: Collection[GridCell]) -> XY:
    """Return the mean of the middles of hexes."""
    at = [centre(layout, cell) for cell in cells]
    return sum(x for x, _ in at) / len(at), sum(y for _, y in at) / len(at)
