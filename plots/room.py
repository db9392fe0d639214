"""Where there is room for text: what it would cover has a price, and text never meets text."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from functools import cache

from plots.drawing import XY, Box
from plots.labels import apart

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
