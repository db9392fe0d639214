"""The board of Island Rails: land and sea, points by terrain, towns, rivers and lines.

Units are links: neighbouring points lie about 1 apart, whatever a board file measures in.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection
from itertools import pairwise

from mapdata.island.board import PointPair
from plots import palette
from plots.drawing import (
    INK,
    XY,
    Disc,
    Ink,
    Item,
    Outline,
    Shape,
    group,
    line,
    polygon,
    rectangle,
)
from plots.icons import icon
from plots.island_view import IslandView
from plots.outlines import beside, square

SEA, LAND, SHORE = "#dcebf5", "#f6f0dd", "#c9bd97"
RIVER, PORT = "#3d8fd1", "#1f5f99"
FILLS = {
    "plain": "#8d8266",
    "mountain": "#a9855a",
    "alpine": "#6b4a2b",
    "small": "#ffffff",
    "medium": "#f2c14e",
    "large": "#e58a75",
    "port": PORT,
    "sea": "#a8c8df",
}


def hexagon(middle: XY, radius: float, turned: float = 0.0) -> Outline:
    """Return a hexagon with a corner to the right, or turned by so many degrees."""
    angles = [math.radians(60 * side + turned) for side in range(6)]
    return polygon(
        (middle[0] + radius * math.cos(a), middle[1] + radius * math.sin(a)) for a in angles
    )


def land(view: IslandView) -> list[Item]:
    """Return the sea and the islands in it: a cell around every point of land."""
    left, low, width, height = view.window
    sea = Shape((rectangle((left, low, left + width, low + height)),), Ink(fill=SEA))
    cells = []
    for each in range(len(view.board.points)):
        if not view.board.sea(each):
            large = view.board.kind(each) == "large"
            radius = view.size(each) + 0.5 if large else 1 / math.sqrt(3)
            cells.append(hexagon(view.at[each], radius, 0 if large else 30))
    looks = (Ink(SHORE, SHORE, 0.3), Ink(LAND, LAND, 0.2))
    return [sea, *(Shape(tuple(cells), ink) for ink in looks if cells)]


def links(view: IslandView) -> list[Item]:
    """Return every link, faintly, those at sea more so, and rivers across theirs."""
    ways = sorted(view.board.links)
    wet = [link for link in ways if any(map(view.board.sea, link))]
    dry = [link for link in ways if not any(map(view.board.sea, link))]
    streams = [river(view.at[a], view.at[b]) for a, b in sorted(view.board.rivers)]
    shapes = (
        ([view.line(link) for link in wet], Ink(rim="#cbdfed", width=0.03)),
        ([view.line(link) for link in dry], Ink(rim="#e0d6b8", width=0.03)),
        (streams, Ink(rim=RIVER, width=0.12, round=True)),
    )
    return [Shape(tuple(lines), ink) for lines, ink in shapes if lines]


def river(a: XY, b: XY) -> Outline:
    """Return a stretch of river across a link, as long as to the middles of its triangles."""
    x, y = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
    dx, dy = ((a[1] - b[1]) / (2 * math.sqrt(3)), (b[0] - a[0]) / (2 * math.sqrt(3)))
    return line((x - dx, y - dy), (x + dx, y + dy))


RADIUS = {"plain": 0.065, "sea": 0.04, "small": 0.21, "port": 0.27}
TOWNS = ("large", "medium", "small", "port")


def glyph(kind: str, at: XY, size: float = 1.0, scale: float = 1.0) -> Item:
    """Return a point of a kind, painted; ``size`` is that of a large town."""
    x, y = at
    town = kind in TOWNS
    ink = Ink(FILLS[kind], INK if town else "none", 0.06 * scale if town else 0.0)
    if kind in ("mountain", "alpine"):
        half = (0.17 if kind == "mountain" else 0.22) * scale
        foot = y - 0.13 * scale
        peak = y + 1.6 * half - 0.1 * scale
        return Shape((polygon([(x - half, foot), (x + half, foot), (x, peak)]),), ink)
    if kind == "medium":
        return Shape((polygon(square(at, 0.23 * scale)),), ink)
    if kind == "large":
        return Shape((hexagon(at, size * scale),), ink)
    return Disc(x, y, RADIUS[kind] * scale, ink)


def points(view: IslandView, kinds: Collection[str]) -> list[Item]:
    """Return the points of some kinds: terrain, or towns by their size."""
    items: list[Item] = []
    left, low, width, height = view.window
    for each, (x, y) in enumerate(view.at):
        kind = view.board.kind(each)
        if kind in kinds and left - 1 < x < left + width + 1 and low - 1 < y < low + height + 1:
            shapes = [glyph(kind, view.at[each], view.size(each))]
            anchor = icon("anchor", x, y, 0.36, "#ffffff") if kind == "port" else None
            shapes += [anchor] if anchor is not None else []
            named = kind in TOWNS
            items += [group(shapes, ("point", str(each)))] if named else shapes
    return items


OWN = INK


OTHERS = ("#a3551f", "#6f7d1e", "#8a4f8f", "#b08a00", "#3f7f86")
"""The player's own lines are black; other players' keep clear of the colours of turns."""


def lines(view: IslandView) -> list[Item]:
    """Return the players' lines, and over them the new ones with a white core."""
    items: list[Item] = []
    for each in view.lines:
        ways = tuple(view.line(link) for link in view.in_sight(each.links))
        items += [Shape(ways, Ink(rim=each.colour, width=0.16, round=True))] if ways else []
    for each in view.new:
        ways = tuple(view.line(link) for link in view.in_sight(each.links))
        if ways:
            dash = palette.train_dash(each.turn - 1, 0.26)
            outer = Shape(ways, Ink(rim=each.colour, width=0.26, dash=dash, round=not dash))
            core = Shape(ways, Ink(rim="#ffffff", width=0.09, round=True))
            items.append(group([outer, core], ("run", str(each.turn))))
    return items


def legs(view: IslandView) -> list[Item]:
    """The train's way: beside the line on its right, an arrow at each end.

    A leg that runs over the same line again is drawn further outside.
    """
    items: list[Item] = []
    gone: Counter[PointPair] = Counter()
    for leg in view.legs:
        steps = list(pairwise(leg.path))
        if not view.visible.issuperset(leg.path) or not steps:
            continue
        before = max(gone[step] for step in steps)
        gone.update(steps)
        way = beside([view.at[each] for each in leg.path], -0.24 - 0.12 * before)
        colour = palette.train_colour(leg.turn - 1)
        dash = palette.train_dash(leg.turn - 1, 0.12)
        course = Shape((line(*way),), Ink(rim=colour, width=0.09, dash=dash, round=not dash))
        arrow = Shape((_arrow(way[-2], way[-1]),), Ink(fill=colour))
        items.append(group([course, arrow], ("run", str(leg.turn))))
    return items


def _arrow(start: XY, end: XY) -> Outline:
    """Return an arrowhead at the end of a way."""
    (x0, y0), (x1, y1) = start, end
    length = math.dist(start, end) or 1.0
    dx, dy = (x1 - x0) / length, (y1 - y0) / length
    back = x1 - 0.3 * dx, y1 - 0.3 * dy
    return polygon(
        [
            (x1 + 0.08 * dx, y1 + 0.08 * dy),
            (back[0] - 0.15 * dy, back[1] + 0.15 * dx),
            (back[0] + 0.15 * dy, back[1] - 0.15 * dx),
        ]
    )


def train(view: IslandView) -> list[Item]:
    """Return the train where it stands, and a ring around the towns that are wanted."""
    items: list[Item] = []
    for each in view.wanted:
        if each in view.visible:
            reach = view.size(each) if view.board.kind(each) == "large" else 0.3
            ring = Ink(rim=palette.WRONG, width=0.07)
            items.append(Disc(*view.at[each], reach + 0.14, ring))
    if view.train is not None and view.train in view.visible:
        x, y = view.at[view.train]
        shape = icon("locomotive", x, y + 0.1, 0.95, OWN, "#ffffff", 0.025)
        items += [shape] if shape is not None else []
    return items
