"""The hex lattice under every board: neighbours, coordinates and where things are drawn.

Hexes have *doubled* coordinates: on a pointy board the hexes of one row are two apart in
x, on a flat board the hexes of one column are two apart in y, so that every hex has whole
coordinates and all six neighbours have fixed offsets. Edges are numbered clockwise; edge 0
is the lower left side of a pointy hex and the bottom side of a flat one. The side of a
hex has length 1 and y grows upward in drawings.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mapdata.title import Layout

XY = tuple[int, int]
Point = tuple[float, float]

OFFSETS: dict[Layout, tuple[XY, ...]] = {
    "pointy": ((-1, 1), (-2, 0), (-1, -1), (1, -1), (2, 0), (1, 1)),
    "flat": ((0, 2), (-1, 1), (-1, -1), (0, -2), (1, -1), (1, 1)),
}

_FIRST_EDGE_ANGLE: dict[Layout, int] = {"pointy": 240, "flat": 270}


def neighbour(layout: Layout, xy: XY, edge: int) -> XY:
    """Return the coordinates of the hex across ``edge``."""
    dx, dy = OFFSETS[layout][edge % 6]
    return xy[0] + dx, xy[1] + dy


def opposite(edge: int) -> int:
    """Return the number that the hex across ``edge`` gives to the same hexside."""
    return (edge + 3) % 6


def distance(layout: Layout, one: XY, two: XY) -> int:
    """Distance between two hexes in steps."""
    across, down = abs(one[0] - two[0]), abs(one[1] - two[1])
    if layout == "pointy":
        return down + max(0, (across - down) // 2)
    return across + max(0, (down - across) // 2)


def axes(layout: Layout, xy: XY) -> tuple[int, int, int]:
    """Coordinates along the three axes of the lattice: distances are the most of the three."""
    x, y = xy
    one, two = ((x - y) // 2, y) if layout == "pointy" else (x, (y - x) // 2)
    return one, two, -one - two


def centre(layout: Layout, xy: XY) -> Point:
    """Centre of a hex in board units."""
    x, y = xy
    if layout == "pointy":
        return x * math.sqrt(3) / 2, -1.5 * y
    return 1.5 * x, -y * math.sqrt(3) / 2


def direction(layout: Layout, edge: float) -> Point:
    """Return the unit vector from the middle of a hex towards ``edge``.

    Half edges point at corners: 0.5 lies between edges 0 and 1.
    """
    angle = math.radians(_FIRST_EDGE_ANGLE[layout] - 60 * edge)
    return math.cos(angle), math.sin(angle)


def edge_middle(layout: Layout, xy: XY, edge: int) -> Point:
    """Middle of a hexside in board units."""
    (x, y), (dx, dy) = centre(layout, xy), direction(layout, edge)
    reach = math.sqrt(3) / 2
    return x + dx * reach, y + dy * reach


def corners(layout: Layout, xy: XY) -> tuple[Point, ...]:
    """Return the six corners of a hex; corner i lies between edges i - 1 and i."""
    x, y = centre(layout, xy)
    ways = [direction(layout, edge - 0.5) for edge in range(6)]
    return tuple((x + dx, y + dy) for dx, dy in ways)
