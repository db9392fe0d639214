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

from mapdata.errors import InputError
from mapdata.island.board import IslandBoard, PointPair
from plots import palette
from plots.drawing import (
    INK,
    XY,
    Disc,
    Ink,
    Item,
    Outline,
    Shape,
    Window,
    group,
    line,
    polygon,
    rectangle,
)
from plots.icons import icon
from plots.outlines import beside, square

LARGEST = 300
"""Links across. A board has some forty; what is larger has a mistake in it."""

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
    links: Collection[PointPair]
    turn: int = 0


@dataclass(frozen=True)
class DrawnLeg:
    """A way of the train within a turn, point by point, by land or by sea.

    Where a turn has several crossings each has a ``letter``.
    """

    path: tuple[int, ...]
    turn: int
    letter: str = ""


@dataclass(frozen=True)
class TownMark:
    """What happens in a town: words in the colour of their turn."""

    point: int
    text: str
    turn: int


@dataclass(frozen=True, eq=False)
class IslandView:
    """A position as it is drawn: a board, lines on it, and what a plan adds.

    ``train`` is where the train stands; ``wanted`` are towns that are to be joined or served;
    ``named`` points without a name that words speak of; ``shown`` the points to be seen, or
    none for all.
    """

    board: IslandBoard
    lines: Sequence[Lines] = ()
    new: Sequence[Lines] = ()
    legs: Sequence[DrawnLeg] = ()
    marks: Sequence[TownMark] = ()
    train: int | None = None
    wanted: Collection[int] = ()
    named: Collection[int] = ()
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

    @cached_property
    def island_of(self) -> dict[int, int]:
        """Which island each point of land lies on."""
        found: dict[int, int] = {}
        for start in range(len(self.board.points)):
            if start in found or self.board.sea(start):
                continue
            wave = [start]
            found[start] = start
            for point in wave:
                for other in self.board.neighbours[point]:
                    if other not in found and not self.board.sea(other):
                        found[other] = start
                        wave.append(other)
        return found

    @cached_property
    def _land_near(self) -> dict[tuple[int, int], list[int]]:
        """The points of land by the square they lie in."""
        found: dict[tuple[int, int], list[int]] = {}
        for point in self.island_of:
            x, y = self.at[point]
            found.setdefault((round(x), round(y)), []).append(point)
        return found

    def land_at(self, x: float, y: float) -> int | None:
        """Return the island under a place, or ``None`` at sea."""
        for column in range(round(x) - 1, round(x) + 2):
            for row in range(round(y) - 1, round(y) + 2):
                for point in self._land_near.get((column, row), ()):
                    reach = self.size(point) + 0.5 if self.board.kind(point) == "large" else 0.6
                    if math.dist(self.at[point], (x, y)) < reach:
                        return self.island_of[point]
        return None

    def in_sight(self, links: Iterable[PointPair]) -> list[PointPair]:
        """Return the links of which both ends are in sight, in a steady order."""
        return [link for link in sorted(links) if self.visible.issuperset(link)]

    def line(self, path: Sequence[int]) -> Outline:
        """Return the way over some points."""
        return line(*(self.at[each] for each in path))


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
    """Return where the train goes: beside the line on its right, an arrow at each end.

    Who goes the same way again goes further outside.
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
