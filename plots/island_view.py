"""A position of Island Rails as it is drawn: what is seen, and where it lies.

Units are links: neighbouring points lie about 1 apart, whatever a board file measures in.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from statistics import median

from hexgraph.search import pieces
from mapdata.errors import InputError
from mapdata.island.board import IslandBoard, PointPair
from plots.drawing import XY, Outline, Window, line

LARGEST = 300
"""Links across. A board has some forty; what is larger has a mistake in it."""


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
    """The events in a town: words in the colour of their turn."""

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
        """The place of each point; rows are as far apart as in the lattice."""
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
        """The window of the picture: left, bottom, width, height."""
        xs, ys = zip(*(self.at[each] for each in self.points), strict=True)
        rim = 1.3
        left, low = min(xs) - rim, min(ys) - rim
        if max(max(xs) - left, max(ys) - low) > LARGEST:
            raise InputError("the board is too wide to be drawn: give the points x and y", "points")
        return left, low, max(xs) + rim - left, max(ys) + rim - low

    def size(self, point: int) -> float:
        """Points that belong to a large town."""
        lengths = [math.dist(self.at[point], self.at[n]) for n in self.board.neighbours[point]]
        return min(lengths, default=1.0) / math.sqrt(3)

    def of_kind(self, *kinds: str) -> list[int]:
        """Return the points in sight of these kinds."""
        return [each for each in self.points if self.board.kind(each) in kinds]

    @cached_property
    def island_of(self) -> dict[int, int]:
        """The island of each point of land."""
        dry = [each for each in range(len(self.board.points)) if not self.board.sea(each)]
        islands = pieces(dry, self.board.neighbours.__getitem__)
        return {point: island[0] for island in islands for point in island}

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
