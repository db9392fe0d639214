"""Closed outlines: boxes with round corners, rims around points, several hexes together."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from itertools import pairwise

from hexgraph.lattice import centre, corners, neighbour
from hexgraph.search import pieces
from mapdata.title import Layout
from plots.curves import arc
from plots.drawing import XY, Box, Outline, OutlineStep, polygon


def round_hull(points: Sequence[XY], radius: float) -> Outline:
    """Return the line at a distance around points: a circle, a capsule, a round polygon.

    The points are corners of a convex figure, counter-clockwise.
    """
    count = len(points)
    if count == 1:
        circle = arc(points[0], radius, 0.0, math.tau)
        return Outline(circle.start, circle.outline().steps, True)
    start: XY | None = None
    steps: list[OutlineStep] = []
    for at in range(count):
        before, here, after = points[at - 1], points[at], points[(at + 1) % count]
        first = math.atan2(here[1] - before[1], here[0] - before[0]) - math.pi / 2
        last = math.atan2(after[1] - here[1], after[0] - here[0]) - math.pi / 2
        corner = arc(here, radius, first, (last - first) % math.tau)
        if start is None:
            start = corner.start
        else:
            steps.append(corner.start)
        steps += corner.outline().steps
    assert start is not None
    return Outline(start, tuple(steps), True)


def round_box(box: Box, radius: float) -> Outline:
    """Return a box whose corners are round."""
    left, low, right, top = box
    left, low, right, top = left + radius, low + radius, right - radius, top - radius
    return round_hull([(left, low), (right, low), (right, top), (left, top)], radius)


def square(at: XY, half: float) -> tuple[XY, ...]:
    """Return the corners of a square around a point, counter-clockwise."""
    x, y = at
    return (x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)


def beside(points: Sequence[XY], aside: float) -> list[XY]:
    """Return a way of straight lines moved to its left by ``aside`` (negative: to its right).

    Corners stay corners; where a way turns back on itself it goes straight around the end.
    """
    normals = []
    for (x, y), (x2, y2) in pairwise(points):
        length = math.hypot(x2 - x, y2 - y) or 1.0
        normals.append(((y - y2) / length, (x2 - x) / length))
    found: list[XY] = []
    for at, (x, y) in enumerate(points):
        one, two = normals[max(at - 1, 0)], normals[min(at, len(normals) - 1)]
        share = 1 + one[0] * two[0] + one[1] * two[1]
        if share < 0.2:
            found += [(x + aside * nx, y + aside * ny) for nx, ny in (one, two)]
        else:
            nx, ny = (one[0] + two[0]) / share, (one[1] + two[1]) / share
            found.append((x + aside * nx, y + aside * ny))
    return found


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
