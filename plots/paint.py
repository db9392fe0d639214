"""The painter that uses matplotlib: PNG, PDF and the users' own figures.

A drawing is painted straight into a renderer: line widths and letters are in units of the
drawing, whatever size its axes have in the end. Where a renderer only has pixels, text is
filled outlines, which is faster and no less sharp.
"""

from __future__ import annotations

import io
from collections.abc import Iterable
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

import matplotlib as mpl
import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.colors import to_rgba
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.path import Path
from matplotlib.transforms import Affine2D, Bbox

from plots.drawing import XY, Disc, Drawing, Group, Ink, Item, Outline, Words
from plots.metrics import text_width

if TYPE_CHECKING:
    from matplotlib.axes import Axes

FAMILY = "DejaVu Sans"
DPI = 120
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


def png(drawing: Drawing, dpi: float = DPI) -> bytes:
    """Return a drawing as a PNG file, without a figure around it."""
    from matplotlib.backends.backend_agg import RendererAgg
    from PIL import Image

    width, height = (round(inches * dpi) for inches in drawing.size)
    agg: Any = RendererAgg
    renderer = agg(width, height, dpi)
    left, low, wide, _ = drawing.window
    paper = Ink(fill="#ffffff")
    scale = width / wide
    brush = _Brush(renderer, Bbox.from_bounds(0, 0, width, height))
    brush.fill(Path.unit_rectangle(), paper, (max(width, height), 0.0, 0.0))
    brush.paint(drawing.items, (scale, -left * scale, -low * scale))
    image = Image.frombuffer("RGBA", (width, height), renderer.buffer_rgba(), "raw", "RGBA", 0, 1)
    file = io.BytesIO()
    image.convert("RGB").save(file, "PNG", compress_level=4, dpi=(dpi, dpi))
    return file.getvalue()


class DrawingArtist(Artist):
    """A whole drawing on an axes."""

    def __init__(self, drawing: Drawing) -> None:
        super().__init__()
        self.drawing = drawing

    def draw(self, renderer: Any) -> None:
        """Paint everything, first things first."""
        assert self.axes is not None
        (x, y), (right, _) = self.axes.transData.transform([(0.0, 0.0), (1.0, 0.0)])
        renderer.open_group("drawing")
        brush = _Brush(renderer, self.axes.bbox)
        brush.paint(self.drawing.items, (float(right - x), float(x), float(y)))
        renderer.close_group("drawing")
        self.stale = False


PixelPlace = tuple[float, float, float]
"""Pixels of a unit, and the pixel at (0, 0)."""


class _Brush:
    """Paints items through a renderer."""

    def __init__(self, renderer: Any, clip: Any) -> None:
        self._renderer = renderer
        self._clip = clip
        self._point = renderer.points_to_pixels(1.0)
        self._pixels = hasattr(renderer, "buffer_rgba")

    def paint(self, items: Iterable[Item], place: PixelPlace) -> None:
        """Paint items that lie at ``place``."""
        scale, x, y = place
        for item in items:
            if isinstance(item, Group):
                self._group(item, place)
            elif isinstance(item, Words):
                self._write(item, place)
            elif isinstance(item, Disc):
                here = item.radius * scale, x + item.x * scale, y + item.y * scale
                self.fill(Path.unit_circle(), item.ink, here, scale)
            else:
                self.fill(_path(item.outlines), item.ink, place)

    def _group(self, group: Group, place: PixelPlace) -> None:
        scale, x, y = place
        here = scale * group.scale, x + group.x * scale, y + group.y * scale
        outer = self._clip
        if group.clip is not None:
            left, low, width, height = (each * here[0] for each in group.clip)
            seen = Bbox.from_bounds(left + here[1], low + here[2], width, height)
            self._clip = Bbox.intersection(outer, seen) or Bbox.null()
        self.paint(group.part.items, here)
        self._clip = outer

    def fill(self, path: Path, ink: Ink, place: PixelPlace, unit: float | None = None) -> None:
        """Paint a path; ``unit`` is how many pixels wide a line of width 1 is."""
        pen = self._renderer.new_gc()
        pen.set_clip_rectangle(self._clip)
        wide = (unit or place[0]) / self._point
        rimmed = ink.rim != "none" and ink.width > 0
        pen.set_linewidth(ink.width * wide if rimmed else 0.0)
        if rimmed:
            pen.set_foreground(_rgba(ink.rim, ink.opacity), isRGBA=True)
            pen.set_joinstyle("round")
            pen.set_capstyle("round" if ink.round else "butt")
            if ink.dash:
                pen.set_dashes(0.0, [each * wide for each in ink.dash])
        fill = None if ink.fill == "none" else _rgba(ink.fill, ink.opacity)
        self._renderer.draw_path(pen, path, _affine(place), fill)
        pen.restore()

    def _write(self, words: Words, place: PixelPlace) -> None:
        scale, x, y = place
        start = words.x - _SHIFT[words.align] * text_width(words.text, words.bold) * words.size
        size = words.size * scale
        here = size, x + start * scale, y + words.y * scale
        if self._pixels:
            self.fill(_letters(words.text, words.bold), Ink(fill=words.colour), here)
            return
        pen = self._renderer.new_gc()
        pen.set_clip_rectangle(self._clip)
        pen.set_foreground(_rgba(words.colour, 1.0), isRGBA=True)
        font = _font(words.bold, round(size / self._point, 3))
        down = here[2]
        if self._renderer.flipy():
            down = self._renderer.get_canvas_width_height()[1] - down
        self._renderer.draw_text(pen, here[1], down, words.text, font, 0.0, ismath=False)
        pen.restore()


def _affine(place: PixelPlace) -> Affine2D:
    scale, x, y = place
    return Affine2D.from_values(scale, 0.0, 0.0, scale, x, y)


@lru_cache(maxsize=256)
def _rgba(colour: str, opacity: float) -> tuple[float, float, float, float]:
    rgba: tuple[float, float, float, float] = to_rgba(colour, opacity)
    return rgba


@lru_cache(maxsize=256)
def _font(bold: bool, size: float) -> FontProperties:
    return FontProperties(family=FAMILY, weight="bold" if bold else "normal", size=size)


@cache
def _letter(letter: str, bold: bool) -> tuple[np.ndarray, np.ndarray]:
    """Return points and codes of the outline of one letter of size 1; none of a space."""
    from matplotlib.textpath import text_to_path

    points, codes = text_to_path.get_text_path(_font(bold, 100.0), letter)
    return np.reshape(points, (-1, 2)) / text_to_path.FONT_SCALE, np.asarray(codes, np.uint8)


@lru_cache(maxsize=4096)
def _letters(text: str, bold: bool) -> Path:
    """Return the outline of a text of size 1, letters as far apart as the table has them."""
    at, points, codes = 0.0, [np.empty((0, 2))], [np.empty(0, np.uint8)]
    for letter in text:
        outline, kinds = _letter(letter, bold)
        points.append(outline + np.array((at, 0.0)))
        codes.append(kinds)
        at += text_width(letter, bold)
    return Path(np.concatenate(points), np.concatenate(codes))


def _path(outlines: Iterable[Outline]) -> Path:
    """Return outlines as one path."""
    points: list[XY] = []
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


PAPER = "#ffffff"

STYLE: dict[Any, Any] = {
    "svg.fonttype": "none",
    "svg.hashsalt": "bestrun",
    "pdf.fonttype": 42,
    "font.family": ["sans-serif"],
    "font.sans-serif": [FAMILY, "Verdana", "Arial", "Helvetica"],
}
"""Settings that hold while a picture is written: text as text, the same bytes every time."""


class Picture(Figure):
    """A figure that is written with :data:`STYLE` whatever the user's own settings are."""

    def savefig(self, fname: Any, **options: Any) -> None:
        """Write the picture; as :meth:`matplotlib.figure.Figure.savefig`."""
        kind = str(options.get("format") or str(fname).rpartition(".")[2]).lower()
        if kind in ("svg", "pdf"):
            undated = "Date" if kind == "svg" else "CreationDate"
            options.setdefault("metadata", {undated: None})
        with mpl.rc_context(STYLE):
            super().savefig(fname, **options)


def new_picture(width: float, height: float) -> Picture:
    """Return an empty picture; its size is in inches."""
    return Picture(figsize=(width, height), dpi=DPI, facecolor=PAPER)


def add_axes(
    picture: Figure,
    inches: tuple[float, float, float, float],
    window: tuple[float, float, float, float],
) -> Axes:
    """Add bare axes: ``inches`` from the left and bottom, showing ``window``.

    Both are ``(left, bottom, width, height)``, ``window`` in the units of the drawing.
    """
    whole_width, whole_height = picture.get_size_inches()
    left, bottom, width, height = inches
    ax = picture.add_axes(
        (left / whole_width, bottom / whole_height, width / whole_width, height / whole_height)
    )
    show(ax, window)
    return ax


def show(ax: Axes, window: tuple[float, float, float, float]) -> None:
    """Let bare ``ax`` show ``window`` (left, bottom, width, height), not distorted."""
    left, bottom, width, height = window
    ax.set_axis_off()
    ax.set_xlim(left, left + width)
    ax.set_ylim(bottom, bottom + height)
    ax.set_aspect("equal")
    ax.apply_aspect()
