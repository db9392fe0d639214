"""The board of Island Rails: land and sea, points by terrain, towns, rivers and lines.

Units are links: neighbouring points lie about 1 apart, whatever a board file measures in.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from statistics import median

import shapely
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from shapely import LineString, Point, Polygon
from shapely.geometry.base import BaseGeometry

from mapdata.errors import InputError
from mapdata.island.board import Board, Link
from plots import palette
from plots.figure import INK, points_per_unit
from plots.icons import icon
from plots.paint import paint

LARGEST = 300
"""Links across. A board has some forty; what is larger has a mistake in it."""

XY = tuple[float, float]
Window = tuple[float, float, float, float]

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
OWN = INK
OTHERS = ("#a3551f", "#6f7d1e", "#8a4f8f", "#b08a00", "#3f7f86")
"""The player's own lines are black; other players' keep clear of the colours of turns."""


@dataclass(frozen=True)
class Lines:
    """The lines of a player, or of a turn (then with its number)."""

    name: str
    colour: str
    links: Collection[Link]
    turn: int = 0


@dataclass(frozen=True)
class Leg:
    """A way of the train within a turn, point by point, by land or by sea."""

    path: tuple[int, ...]
    turn: int


@dataclass(frozen=True)
class Mark:
    """What happens in a town: words in the colour of their turn."""

    point: int
    text: str
    turn: int


@dataclass(frozen=True, eq=False)
class IslandView:
    """A position as it is drawn: a board, lines on it, and what a plan adds.

    ``train`` is where the train stands; ``wanted`` are towns that are to be joined or served;
    ``shown`` the points to be seen, or none for all.
    """

    board: Board
    lines: Sequence[Lines] = ()
    new: Sequence[Lines] = ()
    legs: Sequence[Leg] = ()
    marks: Sequence[Mark] = ()
    train: int | None = None
    wanted: Collection[int] = ()
    shown: Collection[int] = field(default_factory=frozenset)

    @cached_property
    def at(self) -> tuple[XY, ...]:
        """Where each point lies; rows are as far apart as the lattice has them."""
        flat = [(each.x / 2, -each.y * math.sqrt(3) / 2) for each in self.board.points]
        lengths = [math.dist(flat[a], flat[b]) for a, b in self.board.links]
        unit = median(length for length in lengths if length) if any(lengths) else 1.0
        return tuple((x / unit, y / unit) for x, y in flat)

    @cached_property
    def points(self) -> tuple[int, ...]:
        """The points that the picture shows."""
        every = range(len(self.board.points))
        return tuple(each for each in every if not self.shown or each in self.shown)

    @cached_property
    def visible(self) -> frozenset[int]:
        """The same, to ask whether a point is among them."""
        return frozenset(self.points)

    @cached_property
    def window(self) -> Window:
        """What the picture shows: left, bottom, width, height."""
        xs, ys = zip(*(self.at[each] for each in self.points), strict=True)
        rim = 1.3
        left, low = min(xs) - rim, min(ys) - rim
        if max(max(xs) - left, max(ys) - low) > LARGEST:
            raise InputError("points lie too many links apart to be drawn: x and y?", "points")
        return left, low, max(xs) + rim - left, max(ys) + rim - low

    def size(self, point: int) -> float:
        """Return how far a large town reaches: to the points that are one with it."""
        lengths = [math.dist(self.at[point], self.at[n]) for n in self.board.neighbours[point]]
        return min(lengths, default=1.0) / math.sqrt(3)

    def of_kind(self, *kinds: str) -> list[int]:
        """Return the points in sight of these kinds."""
        return [each for each in self.points if self.board.kind(each) in kinds]

    def in_sight(self, links: Iterable[Link]) -> list[Link]:
        """Return the links of which both ends are in sight, in a steady order."""
        return [link for link in sorted(links) if self.visible.issuperset(link)]

    def line(self, path: Sequence[int]) -> LineString:
        """Return the way over some points."""
        return LineString([self.at[each] for each in path])


def hexagon(middle: XY, radius: float, turned: float = 0.0) -> Polygon:
    """Return a hexagon with a corner to the right, or turned by so many degrees."""
    angles = [math.radians(60 * side + turned) for side in range(6)]
    return Polygon(
        [(middle[0] + radius * math.cos(a), middle[1] + radius * math.sin(a)) for a in angles]
    )


def draw_land(ax: Axes, view: IslandView) -> Axes:
    """Draw the sea and the islands in it: a cell around every point of land."""
    left, low, width, height = view.window
    paint(ax, [shapely.box(left, low, left + width, low + height)], SEA, zorder=0)
    cells = []
    for each in view.points:
        if not view.board.sea(each):
            large = view.board.kind(each) == "large"
            radius = view.size(each) + 0.5 if large else 1 / math.sqrt(3)
            cells.append(hexagon(view.at[each], radius, 0 if large else 30))
    land = shapely.union_all(cells).buffer(0.1)
    return paint(ax, [land] if cells else [], LAND, edge=SHORE, width=0.05, zorder=0.5)


def draw_links(ax: Axes, view: IslandView) -> Axes:
    """Draw every link faintly, those at sea more so, and rivers across theirs."""
    scale = points_per_unit(ax)
    ways = view.in_sight(view.board.links)
    wet = [link for link in ways if any(map(view.board.sea, link))]
    dry = [link for link in ways if not any(map(view.board.sea, link))]
    for links, colour in ((wet, "#cbdfed"), (dry, "#e0d6b8")):
        ends = [[view.at[a], view.at[b]] for a, b in links]
        ax.add_collection(
            LineCollection(ends, colors=colour, linewidths=0.03 * scale, zorder=1), autolim=False
        )
    streams = [river(view.at[a], view.at[b]) for a, b in view.in_sight(view.board.rivers)]
    water = shapely.union_all([each.buffer(0.06) for each in streams])
    return paint(ax, [water] if streams else [], RIVER, zorder=1.5)


def river(a: XY, b: XY) -> LineString:
    """Return a stretch of river across a link, as long as to the middles of its triangles."""
    x, y = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
    dx, dy = ((a[1] - b[1]) / (2 * math.sqrt(3)), (b[0] - a[0]) / (2 * math.sqrt(3)))
    return LineString([(x - dx, y - dy), (x + dx, y + dy)])


def glyph(kind: str, at: XY, size: float = 1.0) -> BaseGeometry:
    """Return the shape of a point of a kind."""
    x, y = at
    if kind in ("mountain", "alpine"):
        half = 0.17 if kind == "mountain" else 0.22
        return Polygon([(x - half, y - 0.13), (x + half, y - 0.13), (x, y + 1.6 * half - 0.1)])
    if kind == "medium":
        return shapely.box(x - 0.23, y - 0.23, x + 0.23, y + 0.23)
    if kind == "large":
        return hexagon(at, size)
    radius = {"plain": 0.065, "sea": 0.04, "small": 0.21, "port": 0.27}[kind]
    return Point(x, y).buffer(radius, quad_segs=6)


def draw_points(ax: Axes, view: IslandView) -> Axes:
    """Draw the points by their terrain, towns by their size."""
    for kind in ("sea", "plain", "mountain", "alpine"):
        shapes = [glyph(kind, view.at[each]) for each in view.of_kind(kind)]
        paint(ax, shapes, FILLS[kind], zorder=4)
    for kind in ("small", "medium", "large", "port"):
        points = view.of_kind(kind)
        shapes = [glyph(kind, view.at[each], view.size(each)) for each in points]
        paint(ax, shapes, FILLS[kind], edge=INK, width=0.06, zorder=4 if kind == "large" else 7)
    anchors = [icon("anchor", *view.at[each], 0.36) for each in view.of_kind("port")]
    return paint(ax, [each for each in anchors if each is not None], "#ffffff", zorder=7.5)


def draw_lines(ax: Axes, view: IslandView) -> Axes:
    """Draw the players' lines, and over them the new ones with a white core."""
    for each in view.lines:
        shapes = [view.line(link).buffer(0.08) for link in view.in_sight(each.links)]
        paint(ax, shapes, each.colour, zorder=5)
    for each in view.new:
        links = view.in_sight(each.links)
        paint(ax, [view.line(link).buffer(0.13) for link in links], each.colour, zorder=5.5)
        paint(ax, [view.line(link).buffer(0.045) for link in links], "#ffffff", zorder=5.6)
    return ax


def draw_legs(ax: Axes, view: IslandView) -> Axes:
    """Draw where the train goes: beside the line on its right, an arrow at each end.

    Who goes the same way again goes further outside.
    """
    gone: Counter[Link] = Counter()
    for leg in view.legs:
        steps = list(pairwise(leg.path))
        if not view.visible.issuperset(leg.path) or not steps:
            continue
        before = max(gone[step] for step in steps)
        gone.update(steps)
        way = view.line(leg.path).offset_curve(-0.24 - 0.12 * before)
        parts = [part for part in shapely.get_parts(way) if part.length > 0.1]
        colour = palette.train_colour(leg.turn - 1)
        paint(ax, [part.buffer(0.045) for part in parts], colour, zorder=6)
        if parts:
            paint(ax, [_arrow(parts[-1])], colour, zorder=6)
    return ax


def _arrow(way: LineString) -> Polygon:
    """Return an arrowhead at the end of a way."""
    (x0, y0), (x1, y1) = way.coords[-2], way.coords[-1]
    length = math.dist((x0, y0), (x1, y1)) or 1.0
    dx, dy = (x1 - x0) / length, (y1 - y0) / length
    back = x1 - 0.3 * dx, y1 - 0.3 * dy
    return Polygon(
        [
            (x1 + 0.08 * dx, y1 + 0.08 * dy),
            (back[0] - 0.15 * dy, back[1] + 0.15 * dx),
            (back[0] + 0.15 * dy, back[1] - 0.15 * dx),
        ]
    )


def draw_train(ax: Axes, view: IslandView) -> Axes:
    """Draw the train where it stands, and a ring around the towns that are wanted."""
    rings = []
    for each in view.wanted:
        if each in view.visible:
            reach = view.size(each) if view.board.kind(each) == "large" else 0.3
            rings.append(Point(view.at[each]).buffer(reach + 0.14))
    paint(ax, rings, "none", edge=palette.WRONG, width=0.07, zorder=7.2)
    if view.train is None or view.train not in view.visible:
        return ax
    x, y = view.at[view.train]
    shape = icon("locomotive", x, y + 0.1, 0.95)
    return paint(ax, [shape] if shape else [], OWN, edge="#ffffff", width=0.05, zorder=8)
