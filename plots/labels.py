"""Text with a known box, and places for it where it hides nothing.

A label knows its size in board units, so that whether two labels overlap is a question of
geometry and not of rendering.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

import numpy as np
import shapely
from matplotlib.axes import Axes
from matplotlib.font_manager import FontProperties
from matplotlib.textpath import text_to_path
from shapely.geometry.base import BaseGeometry

from plots.figure import FAMILY, INK, points_per_unit

Box = tuple[float, float, float, float]
"""Left, bottom, right, top."""

_CAPITAL = 0.73
_DESCENT = 0.22
_ABOVE = 0.10
_LEADING = 1.16
_GRAIN = 0.04
_SAMPLES = np.array([(x / 6, y / 3) for x in range(7) for y in range(4)])
_LOW = frozenset("gjpqy,;()Q&ç")
_HIGH = frozenset("ÀÁÈÉÌÍÒÓÙÚÄÖÜÂÊÎÔÛ()|")


@dataclass(frozen=True)
class Label:
    """One or more lines of text, centred on a point; sizes are in board units."""

    lines: tuple[str, ...]
    x: float
    y: float
    size: float
    bold: bool = False
    colour: str = INK
    margin: float = 0.03
    before: float = 0.0
    """Room kept free in front of the text, for a symbol."""
    align: Literal["left", "center", "right"] = "center"
    """Which end of the text stands exactly where its box has it."""

    @property
    def width(self) -> float:
        """Return the width of the longest line, with what is kept free before it."""
        longest = max(text_width(line, self.bold) for line in self.lines)
        return longest * self.size + self.before

    @property
    def box(self) -> Box:
        """Return the box that the text fills, with its margin."""
        half = self.width / 2 + self.margin
        first, last = self.baselines[0], self.baselines[-1]
        top = first + (_CAPITAL + _ABOVE * bool(_HIGH & set(self.lines[0]))) * self.size
        low = last - _DESCENT * self.size * bool(_LOW & set(self.lines[-1]))
        return self.x - half, low - self.margin, self.x + half, top + self.margin

    @property
    def baselines(self) -> tuple[float, ...]:
        """Return the height of each line: capitals are centred, not descenders."""
        step = _LEADING * self.size
        first = self.y + (len(self.lines) - 1) * step / 2 - _CAPITAL / 2 * self.size
        return tuple(first - line * step for line in range(len(self.lines)))

    @property
    def anchor(self) -> float:
        """Return where the text is hung up, by its ``align``."""
        inner = (self.width - self.before) / 2
        shift = {"left": -inner, "center": 0.0, "right": inner}[self.align]
        return self.x + self.before / 2 + shift

    @property
    def box_at_origin(self) -> Box:
        """Return the box as it lies when the text is centred on (0, 0)."""
        return self.moved(0.0, 0.0).box

    def moved(self, x: float, y: float) -> Label:
        """Return the same text at another place."""
        return replace(self, x=x, y=y)


@lru_cache(maxsize=4096)
def text_width(text: str, bold: bool = False) -> float:
    """Return how wide ``text`` is at size 1."""
    font = FontProperties(family=FAMILY, weight="bold" if bold else "normal", size=100)
    width, _, _ = text_to_path.get_text_width_height_descent(text, font, ismath=False)
    return float(width) / 100


def fitted(label: Label, width: float) -> Label:
    """Return ``label`` made smaller, if it must be, to be no wider than ``width``."""
    return label if label.width <= width else replace(label, size=label.size * width / label.width)


class Room:
    """What is on a picture already, and where there is room for more text.

    Text never overlaps text: boxes that are taken stay free of others. Covering anything
    else (track, stops) has a price, kept on a fine grid over ``window`` (left, bottom,
    width, height), so that a thousand places can be compared at once.
    """

    def __init__(self, window: tuple[float, float, float, float]) -> None:
        left, low, width, height = window
        self._window = left, low, left + width, low + height
        self._origin = np.array([left, low]) - 1.0
        shape = tuple(int(each / _GRAIN) + 1 for each in (width + 2.0, height + 2.0))
        self._price = np.zeros(shape)
        self._sums: np.ndarray | None = None
        self._taken = np.empty((0, 4))

    def cover(self, shape: BaseGeometry, price: float) -> None:
        """Set the price of covering ``shape`` with text."""
        if shape.is_empty:
            return
        left, low, right, top = shape.bounds
        (first_x, first_y), (last_x, last_y) = self._cell(left, low), self._cell(right, top)
        xs, ys = np.meshgrid(
            self._origin[0] + (np.arange(first_x, last_x + 1) + 0.5) * _GRAIN,
            self._origin[1] + (np.arange(first_y, last_y + 1) + 0.5) * _GRAIN,
            indexing="ij",
        )
        shapely.prepare(shape)
        prices = np.where(shapely.contains_xy(shape, xs, ys), price, 0.0)
        part = self._price[first_x : last_x + 1, first_y : last_y + 1]
        np.maximum(part, prices, out=part)
        self._sums = None

    def _cell(self, x: float, y: float) -> tuple[int, int]:
        column, row = ((np.array([x, y]) - self._origin) / _GRAIN).astype(int)
        return min(max(column, 0), self._price.shape[0] - 1), min(
            max(row, 0), self._price.shape[1] - 1
        )

    def _prices(self, boxes: np.ndarray) -> np.ndarray:
        """Return the mean price of what each of ``boxes`` covers."""
        if self._sums is None:
            self._sums = np.pad(self._price.cumsum(axis=0).cumsum(axis=1), ((1, 0), (1, 0)))
        cells = ((boxes.reshape(-1, 2, 2) - self._origin) / _GRAIN).round().astype(int)
        limit = np.array(self._price.shape)
        (x0, y0), (x1, y1) = (np.clip(cells[:, end], 0, limit).T for end in (0, 1))
        x1, y1 = np.maximum(x1, x0 + 1), np.maximum(y1, y0 + 1)
        x1, y1 = np.minimum(x1, limit[0]), np.minimum(y1, limit[1])
        sums = self._sums
        total = sums[x1, y1] - sums[x0, y1] - sums[x1, y0] + sums[x0, y0]
        return np.asarray(total / np.maximum((x1 - x0) * (y1 - y0), 1))

    def take(self, box: Box) -> None:
        """Note that ``box`` is taken by text."""
        self._taken = np.vstack([self._taken, box])

    def free(self, boxes: np.ndarray) -> np.ndarray:
        """Return for each of ``boxes`` whether it is in the picture and touches no text."""
        left, low, right, top = (boxes[:, at, None] for at in range(4))
        taken = self._taken.T
        apart = (right <= taken[0]) | (left >= taken[2]) | (top <= taken[1]) | (low >= taken[3])
        first_x, first_y, last_x, last_y = self._window
        inside = (left > first_x) & (low > first_y) & (right < last_x) & (top < last_y)
        return np.asarray(apart.all(axis=1) & inside[:, 0])

    def is_free(self, box: Box) -> bool:
        """Return whether ``box`` touches no text."""
        return bool(self.free(np.array([box]))[0])

    def best(
        self,
        parts: Sequence[Box],
        spots: Sequence[tuple[float, float]],
        dislike: Sequence[float],
        *,
        home: BaseGeometry,
        outside: float,
        touchy: float = 1.0,
    ) -> tuple[float, float, float] | None:
        """Return the best of ``spots`` for some text, and its cost; nothing is taken yet.

        Parameters
        ----------
        parts
            The boxes of what is to be placed, as they lie around (0, 0).
        spots
            Where (0, 0) may come to lie.
        dislike
            A cost of each spot itself.
        home, outside
            Where the text belongs, and the price of lying beyond.
        touchy
            How many times the price of what is covered counts. The part that covers most
            decides, so that a large block does not get away with one spoilt line.
        """
        at = np.asarray(spots, dtype=float).reshape(-1, 2)
        moved = [np.hstack([at, at]) + part for part in parts]
        free = np.logical_and.reduce([self.free(boxes) for boxes in moved])
        if not free.any():
            return None
        at, moved = at[free], [boxes[free] for boxes in moved]
        costs = np.asarray(dislike, dtype=float)[free]
        costs += touchy * np.maximum.reduce([self._prices(boxes) for boxes in moved])
        costs += outside * np.maximum.reduce([_share_beyond(home, boxes) for boxes in moved])
        first = int(np.argmin(costs))
        return float(at[first, 0]), float(at[first, 1]), float(costs[first])


def _share_beyond(home: BaseGeometry, boxes: np.ndarray) -> np.ndarray:
    """Return how much of each box lies outside ``home``, by points spread over it."""
    samples = boxes[:, None, :2] + _SAMPLES * (boxes[:, None, 2:] - boxes[:, None, :2])
    shapely.prepare(home)
    within = shapely.contains_xy(home, samples[..., 0], samples[..., 1])
    return np.asarray(1 - within.mean(axis=1))


def draw_labels(ax: Axes, labels: Iterable[Label], zorder: float = 20) -> Axes:
    """Write ``labels`` on ``ax``; the limits of ``ax`` must be set before."""
    scale = points_per_unit(ax)
    for label in labels:
        for line, height in zip(label.lines, label.baselines, strict=True):
            ax.text(
                label.anchor,
                height,
                line,
                size=label.size * scale,
                family=FAMILY,
                weight="bold" if label.bold else "normal",
                color=label.colour,
                ha=label.align,
                va="baseline",
                zorder=zorder,
                clip_on=False,
                parse_math=False,
            )
    return ax
