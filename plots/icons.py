"""Small symbols as shapes: terrain, passes, ports, houses, locomotives."""

from __future__ import annotations

import math
from functools import cache

import shapely
from shapely import LineString, Point, Polygon, affinity, box
from shapely.geometry.base import BaseGeometry


def icon(name: str, x: float, y: float, size: float) -> BaseGeometry | None:
    """Return the symbol ``name`` centred on a point, or ``None`` if there is none."""
    shape = _ICONS.get(name)
    if shape is None:
        return None
    return affinity.translate(affinity.scale(shape(), size, size, origin=(0, 0)), x, y)


@cache
def _mountain() -> BaseGeometry:
    back = Polygon([(-0.02, -0.36), (0.22, 0.16), (0.5, -0.36)])
    front = Polygon([(-0.5, -0.36), (-0.12, 0.42), (0.24, -0.36)])
    return shapely.union_all([back.difference(front.buffer(0.07)), front])


@cache
def _waves() -> BaseGeometry:
    rows = []
    for low in (-0.26, 0.0, 0.26):
        points = [
            (step / 24 - 0.5, low + 0.09 * math.sin(step / 24 * 2 * math.tau)) for step in range(25)
        ]
        rows.append(LineString(points).buffer(0.05))
    return shapely.union_all(rows)


@cache
def _reeds() -> BaseGeometry:
    stalks = [LineString([(x / 3, -0.3), (x * 0.5, top)]) for x, top in _REEDS]
    ground = LineString([(-0.5, -0.32), (0.5, -0.32)])
    return shapely.union_all([line.buffer(0.05) for line in (*stalks, ground)])


_REEDS = ((-0.9, 0.1), (-0.4, 0.34), (0.0, 0.44), (0.4, 0.34), (0.9, 0.1))


@cache
def _anchor() -> BaseGeometry:
    eye = Point(0, 0.38).buffer(0.13).difference(Point(0, 0.38).buffer(0.06))
    shank = LineString([(0, 0.27), (0, -0.46)])
    stock = LineString([(-0.22, 0.14), (0.22, 0.14)])
    angles = [math.radians(200 + 140 * step / 16) for step in range(17)]
    arms = LineString([(0.42 * math.cos(a), -0.02 + 0.44 * math.sin(a)) for a in angles])
    left = Polygon([(-0.52, -0.2), (-0.26, -0.16), (-0.46, 0.06)])
    lines = [line.buffer(0.055) for line in (shank, stock, arms)]
    return shapely.union_all([eye, *lines, left, affinity.scale(left, -1, 1, origin=(0, 0))])


@cache
def _tree() -> BaseGeometry:
    crowns = [Polygon([(-w, low), (0, low + 0.42), (w, low)]) for w, low in _CROWNS]
    return shapely.union_all([*crowns, box(-0.06, -0.5, 0.06, -0.2)])


_CROWNS = ((0.34, -0.3), (0.27, -0.08), (0.19, 0.12))


@cache
def _house() -> BaseGeometry:
    return Polygon([(-0.36, -0.4), (-0.36, 0.06), (0, 0.44), (0.36, 0.06), (0.36, -0.4)])


@cache
def _locomotive() -> BaseGeometry:
    """A steam engine heading west, one wide, with a long boiler that letters fit on."""
    boiler = box(-0.5, -0.16, 0.3, 0.2)
    cab = Polygon(
        [(0.2, -0.16), (0.2, 0.34), (0.14, 0.42), (0.5, 0.42), (0.46, 0.34), (0.46, -0.16)]
    )
    chimney = Polygon([(-0.4, 0.15), (-0.44, 0.42), (-0.22, 0.42), (-0.26, 0.15)])
    wheels = [Point(x, -0.2).buffer(0.12) for x in (-0.34, -0.04, 0.28)]
    cow_catcher = Polygon([(-0.5, -0.05), (-0.5, -0.16), (-0.62, -0.28), (-0.42, -0.28)])
    return shapely.union_all([boiler, cab, chimney, cow_catcher, *wheels])


_ICONS = {
    "mountain": _mountain,
    "river": _waves,
    "water": _waves,
    "swamp": _reeds,
    "anchor": _anchor,
    "tree": _tree,
    "house": _house,
    "locomotive": _locomotive,
}
