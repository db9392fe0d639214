"""Where there is room for text: what it would cover has a price, and text never meets text."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from functools import cache

from plots.drawing import XY, Box
from plots.labels import apart, placed

BEYOND = 400.0
"""The price of leaving the place that text belongs to; everything else is far cheaper."""

Spot = tuple[float, float, float]
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
        if box[0] < self._left or box[1] < self._low or box[2] > self._right or box[3] > self._top:
            return BEYOND
        sums = self._sums or self._add_up()
        grain = self._grain
        rows, columns = len(sums) - 1, len(sums[0]) - 1
        left = min(int((box[0] - self._left) / grain + 0.5), columns - 1)
        low = min(int((box[1] - self._low) / grain + 0.5), rows - 1)
        right = min(max(int((box[2] - self._left) / grain + 0.5), left + 1), columns)
        top = min(max(int((box[3] - self._low) / grain + 0.5), low + 1), rows)
        high, deep = sums[top], sums[low]
        total = high[right] - deep[right] - high[left] + deep[left]
        return total / ((right - left) * (top - low))

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

    def best(self, parts: Sequence[Box], spots: Sequence[Spot], touchy: float = 1.0) -> Spot | None:
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
        best: Spot | None = None
        for x, y, dislike in spots:
            if best is not None and dislike >= best[2]:
                break
            boxes = [placed(part, (x, y)) for part in parts]
            if all(apart(box, other) for box in boxes for other in self.taken):
                cost = dislike + touchy * max(map(self.price, boxes))
                if best is None or cost < best[2]:
                    best = x, y, cost
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
