"""Text with a known box, and places for it where it hides nothing.

A label knows its size in board units, so that whether two labels overlap is a question of
geometry and not of rendering.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

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

    @property
    def width(self) -> float:
        """Return the width of the longest line."""
        return max(text_width(line, self.bold) for line in self.lines) * self.size

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
    """What is taken by text already: no box that is placed overlaps another."""

    def __init__(self) -> None:
        self._taken = np.empty((0, 4))

    def take(self, box: Box) -> None:
        """Note that ``box`` is taken."""
        self._taken = np.vstack([self._taken, box])

    def free(self, boxes: np.ndarray) -> np.ndarray:
        """Return for each of ``boxes`` whether it touches nothing taken."""
        left, low, right, top = (boxes[:, at, None] for at in range(4))
        taken = self._taken.T
        apart = (right <= taken[0]) | (left >= taken[2]) | (top <= taken[1]) | (low >= taken[3])
        return np.asarray(apart.all(axis=1))

    def place(
        self,
        label: Label,
        spots: Sequence[tuple[float, float]],
        avoid: Iterable[tuple[BaseGeometry, float]] = (),
        dislike: Sequence[float] | None = None,
    ) -> tuple[Label, float] | None:
        """Return ``label`` at the best of ``spots`` and its cost; nothing is taken yet.

        Parameters
        ----------
        label
            The text; where it stands now does not matter.
        spots
            Centres to try.
        avoid
            Shapes with the cost of covering them: the share of the box that is covered,
            times the weight, is added up.
        dislike
            A cost of each spot itself.
        """
        at = np.asarray(spots, dtype=float).reshape(-1, 2)
        left, low, right, top = label.moved(0, 0).box
        boxes = np.column_stack([at[:, 0] + left, at[:, 1] + low, at[:, 0] + right, at[:, 1] + top])
        costs = np.zeros(len(at)) if dislike is None else np.asarray(dislike, dtype=float).copy()
        shapes = shapely.box(*boxes.T)
        area = (right - left) * (top - low)
        for shape, weight in avoid:
            if not shape.is_empty:
                costs += weight * shapely.area(shapely.intersection(shapes, shape)) / area
        costs[~self.free(boxes)] = np.inf
        best = int(np.argmin(costs))
        if not np.isfinite(costs[best]):
            return None
        return label.moved(*at[best]), float(costs[best])


def draw_labels(ax: Axes, labels: Iterable[Label], zorder: float = 20) -> Axes:
    """Write ``labels`` on ``ax``; the limits of ``ax`` must be set before."""
    scale = points_per_unit(ax)
    for label in labels:
        for line, height in zip(label.lines, label.baselines, strict=True):
            ax.text(
                label.x,
                height,
                line,
                size=label.size * scale,
                family=FAMILY,
                weight="bold" if label.bold else "normal",
                color=label.colour,
                ha="center",
                va="baseline",
                zorder=zorder,
                clip_on=False,
                parse_math=False,
            )
    return ax
