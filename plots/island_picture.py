"""A whole picture of Island Rails: title, board, key of points and players, legend."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from matplotlib.axes import Axes
from shapely import LineString, affinity

from mapdata.island.figures import Figures
from plots.figure import INK, Picture, add_axes, new_picture
from plots.icons import icon
from plots.island import (
    FILLS,
    RIVER,
    IslandView,
    Lines,
    draw_land,
    draw_legs,
    draw_lines,
    draw_links,
    draw_points,
    draw_train,
    glyph,
)
from plots.island_labels import draw_words, place_words
from plots.labels import draw_labels, text_width
from plots.legend import LINE, MARGIN, SIZE, Legend, add_board, left, right
from plots.paint import paint

_SCALE = 0.4
"""Inches between neighbouring points: goods can be read on paper."""
_NARROWEST = 7.0
_HEAD = 0.5
_GREY = "#555555"
_KEY_GLYPH = 0.42
"""Inches a unit in the key."""


@dataclass(frozen=True, eq=False)
class Panel:
    """A board and what is told under it."""

    view: IslandView
    legend: Legend = field(default_factory=Legend)

    @property
    def width(self) -> float:
        """Return how many inches it is wide."""
        return max(self.view.window[2] * _SCALE, _NARROWEST)

    @property
    def height(self) -> float:
        """Return how many inches it needs, legend included."""
        return self.view.window[3] * _SCALE + self.legend.height(self.width)


def draw_island(panels: Sequence[Panel], plan: Figures, title: str, fact: str) -> Picture:
    """Return a picture: title line, boards side by side with their legends, key."""
    wide = sum(panel.width for panel in panels)
    rows = _key_rows(plan, panels[0].view.lines, wide)
    strip = LINE * 1.3 * len(rows) + MARGIN
    high = _HEAD + max(panel.height for panel in panels) + strip
    picture = new_picture(wide, high)
    top = add_axes(picture, (0, high - _HEAD, wide, _HEAD), (0, -_HEAD, wide, _HEAD))
    words = [left(title, MARGIN, -0.28, 0.19, bold=True)]
    if fact:
        words.append(right(fact, wide - MARGIN, -0.28, 0.16, colour=_GREY))
    draw_labels(top, words)
    x = 0.0
    for panel in panels:
        window, corner = panel.view.window, (x, high - _HEAD)
        draw_board(
            add_board(picture, panel.legend, window, corner, panel.width, _SCALE), panel.view
        )
        x += panel.width
    draw_key(add_axes(picture, (0, 0, wide, strip), (0, -strip, wide, strip)), rows)
    return picture


def draw_board(ax: Axes, view: IslandView) -> Axes:
    """Draw all of a position; the limits of ``ax`` must be set before."""
    draw_land(ax, view)
    draw_links(ax, view)
    draw_points(ax, view)
    draw_lines(ax, view)
    draw_legs(ax, view)
    draw_train(ax, view)
    return draw_words(ax, place_words(view))


_Entry = tuple[str, str]
"""What is shown (a kind of point, ``river``, or a colour for a line), and its words."""


def _key_rows(plan: Figures, lines: Sequence[Lines], width: float) -> list[list[_Entry]]:
    """Return the key in rows that fit: points with what joining them costs, and players."""
    build = plan.build
    entries: list[_Entry] = [
        (kind, f"{words} {getattr(build, kind)}") for kind, words in _KINDS.items()
    ]
    entries += [("river", f"river +{build.river}")]
    entries += [(each.colour, each.name) for each in lines if each.links]
    rows: list[list[_Entry]] = [[]]
    used = MARGIN
    for entry in entries:
        need = _wide(entry[1])
        if rows[-1] and used + need > width:
            rows.append([])
            used = MARGIN
        rows[-1].append(entry)
        used += need
    return rows


_KINDS = {
    "plain": "plain",
    "mountain": "mountain",
    "alpine": "alpine",
    "small": "small town",
    "medium": "medium town",
    "large": "large town",
    "port": "port",
    "sea": "sea",
}


def _wide(words: str) -> float:
    return 0.5 + text_width(words) * SIZE + 0.22


def draw_key(ax: Axes, rows: Sequence[Sequence[_Entry]]) -> Axes:
    """Say what the shapes and colours mean; the units of ``ax`` are inches, its top is 0."""
    labels = []
    for number, row in enumerate(rows):
        x, y = MARGIN, -LINE * (0.8 + 1.3 * number)
        for what, words in row:
            _draw_sample(ax, what, x + 0.2, y)
            labels.append(left(words, x + 0.42, y, colour=_GREY))
            x += _wide(words)
    return draw_labels(ax, labels)


def _draw_sample(ax: Axes, what: str, x: float, y: float) -> None:
    if what not in _KINDS:
        colour = RIVER if what == "river" else what
        paint(ax, [LineString([(x - 0.14, y), (x + 0.14, y)]).buffer(0.035)], colour, zorder=5)
        return
    shape = affinity.scale(glyph(what, (0, 0), 0.36), _KEY_GLYPH, _KEY_GLYPH, origin=(0, 0))
    town = what in ("small", "medium", "large", "port")
    rim = INK if town else "none"
    shape = affinity.translate(shape, x, y)
    paint(ax, [shape], FILLS[what], edge=rim, width=0.02 if town else 0, zorder=5)
    anchor = icon("anchor", x, y, 0.36 * _KEY_GLYPH) if what == "port" else None
    if anchor is not None:
        paint(ax, [anchor], "#ffffff", zorder=6)
