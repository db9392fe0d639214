"""Room for text: what it would cover has a price, text never meets text, a pen writes on a hex."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache, lru_cache

from hexgraph.lattice import edge_middle
from mapdata.title import Layout, Title
from plots.borders import PLATE, borders_of, stub
from plots.drawing import XY, Box
from plots.hexes import Look, inside_hex, side
from plots.labels import Label, abbreviated, apart, broken, initials
from plots.stops import body_points
from plots.track import CASING

BEYOND = 400.0
"""The price of leaving the place that text belongs to; everything else is far cheaper."""

TextSpot = tuple[float, float, float]
"""A place for text, and how much it is disliked for itself."""


class Room:
    """A fine grid of prices over a place, and the boxes of text already there."""

    def __init__(self, bounds: Box, grain: float, prices: list[list[float]]) -> None:
        self._left, self._low, self._right, self._top = bounds
        self._grain = grain
        self._prices = prices
        self._sums: list[list[float]] = []
        self.taken: list[Box] = []

    def cover(self, points: Iterable[XY], radius: float, price: float) -> None:
        """Set the price of covering what is drawn around ``points``."""
        grain, prices = self._grain, self._prices
        stamp = _stamp(round(radius / grain, 2))
        rows, columns = len(prices), len(prices[0])
        for x, y in points:
            column, row = int((x - self._left) / grain), int((y - self._low) / grain)
            for up, first, last in stamp:
                here = row + up
                if 0 <= here < rows:
                    line = prices[here]
                    for at in range(max(column + first, 0), min(column + last + 1, columns)):
                        if line[at] < price:
                            line[at] = price
        self._sums = []

    def take(self, box: Box) -> None:
        """Note that ``box`` is taken by text."""
        self.taken.append(box)

    def price(self, box: Box) -> float:
        """Return the mean price of what a box covers."""
        left, low, right, top = box
        if left < self._left or low < self._low or right > self._right or top > self._top:
            return BEYOND
        sums = self._sums or self._add_up()
        finer = 1 / self._grain
        x, y = int((left - self._left) * finer + 0.5), int((low - self._low) * finer + 0.5)
        x2 = int((right - self._left) * finer + 0.5) or 1
        y2 = int((top - self._low) * finer + 0.5) or 1
        x, y = x - (x == x2), y - (y == y2)
        high, deep = sums[y2], sums[y]
        return (high[x2] - deep[x2] - high[x] + deep[x]) / ((x2 - x) * (y2 - y))

    def _add_up(self) -> list[list[float]]:
        """Return the sums of all prices to the left of and below each corner of the grid."""
        above = [0.0] * (len(self._prices[0]) + 1)
        sums = [above]
        for line in self._prices:
            total, found = 0.0, [0.0]
            for at, price in enumerate(line, 1):
                total += price
                found.append(total + above[at])
            sums.append(found)
            above = found
        self._sums = sums
        return sums

    def best(
        self, parts: Sequence[Box], spots: Sequence[TextSpot], touchy: float = 1.0
    ) -> TextSpot | None:
        """Return the best of ``spots`` for some text with its cost; nothing is taken yet.

        Parameters
        ----------
        parts
            The boxes of what is to be placed, as they lie around (0, 0).
        spots
            Where (0, 0) may come to lie, least disliked first.
        touchy
            How many times the price of what is covered counts. The part that covers most
            decides, so that a large block does not get away with one spoilt line.
        """
        best: TextSpot | None = None
        least, taken, price = math.inf, self.taken, self.price
        for x, y, dislike in spots:
            if dislike >= least:
                break
            cost = 0.0
            for left, low, right, top in parts:
                box = left + x, low + y, right + x, top + y
                if any(not apart(box, other) for other in taken):
                    cost = math.inf
                    break
                cost = max(cost, price(box))
            cost = dislike + touchy * cost
            if cost < least:
                best, least = (x, y, cost), cost
        return best


@cache
def _stamp(radius: float) -> tuple[tuple[int, int, int], ...]:
    """Return the cells of a disc, row by row: how far up, from where to where."""
    reach = int(radius)
    rows = []
    for up in range(-reach, reach + 1):
        half = int(math.sqrt(max(radius * radius - up * up, 0.0)))
        rows.append((up, -half, half))
    return tuple(rows)


def grid(bounds: Box, grain: float, inside: Callable[[float, float], bool]) -> list[list[float]]:
    """Return a grid that costs nothing inside a place and much beyond it."""
    left, low, right, top = bounds
    columns, rows = (math.ceil(each / grain) for each in (right - left, top - low))
    return [
        [
            0.0 if inside(left + (x + 0.5) * grain, low + (y + 0.5) * grain) else BEYOND
            for x in range(columns)
        ]
        for y in range(rows)
    ]


RING = 0.17
"""Room around stops that is kept free for the rings of runs."""


_GRAIN = 0.055


_BOUNDS: Box = (-1.045, -1.045, 1.045, 1.045)


_SIZES = ((0.19, 0.0), (0.17, 0.15), (0.15, 0.4), (0.13, 1.0), (0.115, 2.0), (0.1, 3.0))


@cache
def _bare(layout: Layout) -> list[list[float]]:
    return grid(_BOUNDS, _GRAIN, lambda x, y: inside_hex(layout, x, y, 0.055))


def hex_room(title: Title, look: Look) -> Room:
    """Free positions for text on a hex: clear of track, stops, rings and bars."""
    room = Room(_BOUNDS, _GRAIN, [line.copy() for line in _bare(look.layout)])
    for curve in look.curves:
        room.cover(curve.samples, CASING / 2 + 0.02, 6.0)
    here = title.hexes.get(look.face.hex)
    for edge in here.printed.sealed if here else ():
        room.cover(_between(*side(look.layout, edge, 0.86)), 0.07, 8.0)
    for edge, border in borders_of(title).get(look.face.hex, {}).items():
        room.cover(_between(*side(look.layout, edge, 0.86)), 0.06, 6.0)
        if border.cost:
            room.cover([edge_middle(look.layout, (0, 0), edge)], PLATE, 20.0)
    for edge in here.printed.stubs if here and not look.face.layers else ():
        room.cover(_between(*stub(look.layout, edge)), 0.08, 6.0)
    for spot, place in zip(look.spots, look.places, strict=True):
        if spot.form != "area":
            points, radius = body_points(spot, place)
            room.cover(points, radius + RING, 4.0)
            room.cover(points, radius + 0.03, 25.0)
    return room


def _between(one: XY, two: XY) -> list[XY]:
    """Return points close together on a straight line."""
    (x, y), (x2, y2) = one, two
    return [(x + (x2 - x) * step / 12, y + (y2 - y) * step / 12) for step in range(13)]


@cache
def _spread() -> tuple[XY, ...]:
    """Return spots all over a hex around (0, 0)."""
    return tuple((column * 0.15, row * 0.115) for column in range(-5, 6) for row in range(-7, 8))


@lru_cache(maxsize=4096)
def spots_near(near: XY, pull: float) -> tuple[TextSpot, ...]:
    """Return spots all over a hex, those near a point first."""
    found = [(x, y, pull * math.hypot(x - near[0], y - near[1])) for x, y in _spread()]
    return tuple(sorted(found, key=lambda spot: spot[2]))


class HexPen:
    """Writes on a hex where there is room, and counts what that costs."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.cost = 0.0

    def put(self, label: Label, spots: tuple[TextSpot, ...]) -> Label:
        """Place a short text; it is always placed."""
        best: tuple[float, Label] | None = None
        for share, smaller in ((1.0, 0.0), (0.85, 0.6), (0.7, 1.5), (0.55, 3.0)):
            if best is not None and smaller >= best[0]:
                break
            tried = replace(label, size=label.size * share, margin=label.margin * share)
            found = self.room.best([tried.box], spots, touchy=2.5)
            if found is not None and (best is None or found[2] + smaller < best[0]):
                best = found[2] + smaller, tried.moved(found[0], found[1])
        return self._written(*(best or (BEYOND, label)))

    def name(self, name: str) -> Iterator[Label]:
        """Yield a name where it covers least, as large as there is room for."""
        if not name:
            return
        short = [*broken(abbreviated(name)), *initials(name)]
        options = [
            (smaller + more, Label(lines, 0, 0, size, margin=0.02))
            for size, smaller in _SIZES
            for more, lines in (*broken(name), *((1.2 + more, lines) for more, lines in short))
        ]
        best: tuple[float, Label] | None = None
        for penalty, label in sorted(options, key=lambda option: option[0]):
            if best is not None and penalty >= best[0]:
                break
            found = self.room.best([label.box], spots_near((0.0, 0.0), 0.08), touchy=8)
            if found is not None and (best is None or found[2] + penalty < best[0]):
                best = found[2] + penalty, label.moved(found[0], found[1])
        if best is not None:
            yield self._written(*best)

    def _written(self, cost: float, label: Label) -> Label:
        self.cost += cost
        self.room.take(label.box)
        return label
