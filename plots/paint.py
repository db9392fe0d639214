"""The painter that draws on a matplotlib ``ax``: PNG, PDF and the users' own figures.

A drawing is one artist, which paints straight into the renderer when its figure is drawn:
line widths and letters are in units of the drawing, whatever size its axes have then.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.colors import to_rgba
from matplotlib.font_manager import FontProperties
from matplotlib.path import Path
from matplotlib.transforms import Affine2D, Bbox, Transform

from plots.drawing import Disc, Drawing, Group, Ink, Item, Outline, Words
from plots.figure import FAMILY, Picture, add_axes, new_picture, show
from plots.metrics import text_width

_SHIFT = {"left": 0.0, "center": 0.5, "right": 1.0}
_CODES = {2: [Path.LINETO], 6: [Path.CURVE4] * 3}


def paint(ax: Axes, drawing: Drawing) -> Axes:
    """Put a drawing on ``ax`` and let it show the drawing's window."""
    show(ax, drawing.window)
    ax.add_artist(DrawingArtist(drawing))
    return ax


def picture(drawing: Drawing) -> Picture:
    """Return a drawing as a matplotlib figure of its own size."""
    width, height = drawing.size
    done = new_picture(width, height)
    paint(add_axes(done, (0, 0, width, height), drawing.window), drawing)
    return done


class DrawingArtist(Artist):
    """A whole drawing on an axes."""

    def __init__(self, drawing: Drawing) -> None:
        super().__init__()
        self.drawing = drawing

    def draw(self, renderer: Any) -> None:
        """Paint everything, first things first."""
        assert self.axes is not None
        renderer.open_group("drawing")
        _Brush(renderer, self.axes).paint(self.drawing.items, self.axes.transData, 1.0)
        renderer.close_group("drawing")
        self.stale = False


class _Brush:
    """Paints items through a renderer."""

    def __init__(self, renderer: Any, ax: Any) -> None:
        self._renderer = renderer
        self._clip = ax.bbox
        (left, _), (right, _) = ax.transData.transform([(0.0, 0.0), (1.0, 0.0)])
        self._points = float(right - left) / renderer.points_to_pixels(1.0)
        self._height = renderer.get_canvas_width_height()[1] if renderer.flipy() else None

    def paint(self, items: Iterable[Item], place: Transform, scale: float) -> None:
        """Paint items that lie at ``place``, ``scale`` times their size."""
        for item in items:
            if isinstance(item, Group):
                moved = Affine2D().scale(item.scale).translate(item.x, item.y) + place
                outer = self._clip
                if item.clip is not None:
                    seen = Bbox.from_bounds(*item.clip).transformed(moved)
                    self._clip = Bbox.intersection(outer, seen) or Bbox.null()
                self.paint(item.part.items, moved, scale * item.scale)
                self._clip = outer
            elif isinstance(item, Words):
                self._write(item, place, scale)
            elif isinstance(item, Disc):
                round_ = Affine2D().scale(item.radius).translate(item.x, item.y)
                self._fill(Path.unit_circle(), item.ink, round_ + place, scale)
            else:
                self._fill(_path(item.outlines), item.ink, place, scale)

    def _fill(self, path: Path, ink: Ink, place: Transform, scale: float) -> None:
        pen = self._renderer.new_gc()
        pen.set_clip_rectangle(self._clip)
        unit = self._points * scale
        rimmed = ink.rim != "none" and ink.width > 0
        pen.set_linewidth(ink.width * unit if rimmed else 0.0)
        if rimmed:
            pen.set_foreground(_rgba(ink.rim, ink.opacity), isRGBA=True)
            pen.set_joinstyle("round")
            pen.set_capstyle("round" if ink.round else "butt")
            if ink.dash:
                pen.set_dashes(0.0, [each * unit for each in ink.dash])
        fill = None if ink.fill == "none" else _rgba(ink.fill, ink.opacity)
        self._renderer.draw_path(pen, path, place, fill)
        pen.restore()

    def _write(self, words: Words, place: Transform, scale: float) -> None:
        start = words.x - _SHIFT[words.align] * text_width(words.text, words.bold) * words.size
        x, y = place.transform((start, words.y))
        pen = self._renderer.new_gc()
        pen.set_clip_rectangle(self._clip)
        pen.set_foreground(_rgba(words.colour, 1.0), isRGBA=True)
        font = _font(words.bold, round(words.size * scale * self._points, 3))
        down = y if self._height is None else self._height - y
        self._renderer.draw_text(pen, x, down, words.text, font, 0.0, ismath=False)
        pen.restore()


@lru_cache(maxsize=256)
def _rgba(colour: str, opacity: float) -> tuple[float, float, float, float]:
    rgba: tuple[float, float, float, float] = to_rgba(colour, opacity)
    return rgba


@lru_cache(maxsize=256)
def _font(bold: bool, size: float) -> FontProperties:
    return FontProperties(family=FAMILY, weight="bold" if bold else "normal", size=size)


def _path(outlines: Iterable[Outline]) -> Path:
    """Return outlines as one path."""
    points: list[tuple[float, float]] = []
    codes: list[Any] = []
    for each in outlines:
        points.append(each.start)
        codes.append(Path.MOVETO)
        for step in each.steps:
            points += zip(step[::2], step[1::2], strict=True)
            codes += _CODES[len(step)]
        if each.closed:
            points.append(each.start)
            codes.append(Path.CLOSEPOLY)
    return Path(np.array(points), codes)
