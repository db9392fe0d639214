"""A whole picture of Island Rails: title, board, key of points and players, legend."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from mapdata.island.figures import Figures
from plots import palette
from plots.drawing import Disc, Drawing, Ink, Item, Shape, group, line
from plots.icons import icon
from plots.island import RIVER, glyph, land, legs, lines, links, points, train
from plots.island_labels import place_words, word_items
from plots.island_view import IslandView
from plots.labels import written
from plots.metrics import text_width
from plots.picture import LINE, MARGIN, SIZE, Legend, board_above, left, right

_SCALE = 0.4
"""Inches between neighbouring points: goods can be read on paper."""
_NARROWEST = 7.0
_HEAD = 0.5
_GREY = "#555555"
_KEY_GLYPH = 0.42
"""Inches a unit in the key."""


@dataclass(frozen=True, eq=False)
class IslandPanel:
    """A board and what is told under it."""

    view: IslandView
    legend: Legend = field(default_factory=Legend)

    @property
    def width(self) -> float:
        """Width in inches."""
        return max(self.view.window[2] * _SCALE, _NARROWEST)

    @property
    def height(self) -> float:
        """Height in inches, legend included."""
        return self.view.window[3] * _SCALE + self.legend.height(self.width)


def draw_island(panels: Sequence[IslandPanel], plan: Figures, title: str, fact: str) -> Drawing:
    """Return a picture: title line, boards side by side with their legends, key."""
    wide = sum(panel.width for panel in panels)
    rows = _key_rows(plan, panels[0].view, wide)
    strip = LINE * 1.3 * len(rows) + MARGIN
    high = _HEAD + max(panel.height for panel in panels) + strip
    words = [left(title, MARGIN, -0.28, 0.19, bold=True)]
    if fact:
        words.append(right(fact, wide - MARGIN, -0.28, 0.16, colour=_GREY))
    items: list[Item] = [group(written(words), at=(0.0, high))]
    x = 0.0
    for panel in panels:
        board, window = board_items(panel.view), panel.view.window
        corner = x, high - _HEAD
        items += board_above(board, panel.legend, window, corner, panel.width, _SCALE)
        x += panel.width
    items.append(group(key_items(rows), at=(0.0, strip)))
    return Drawing((0.0, 0.0, wide, high), tuple(items), alt=f"{title}, {fact}")


def board_items(view: IslandView) -> list[Item]:
    """Return all of a position, the lowest first."""
    return [
        *land(view),
        *links(view),
        *points(view, ("sea", "plain", "mountain", "alpine", "large")),
        *lines(view),
        *legs(view),
        *points(view, ("small", "medium", "port")),
        *train(view),
        *word_items(place_words(view)),
    ]


_KeyEntry = tuple[str, str]
"""An entry of the key: a kind of point, ``river``, or the colour of a line; and its words."""


def _key_rows(plan: Figures, view: IslandView, width: float) -> list[list[_KeyEntry]]:
    """Return the key in rows that fit: points with what joining them costs, and players."""
    build = plan.build
    entries: list[_KeyEntry] = [
        (kind, f"{words} {getattr(build, kind)}") for kind, words in _KINDS.items()
    ]
    entries += [("river", f"river +{build.river}")]
    entries += [(each.colour, each.name) for each in view.lines if each.links]
    entries += [("ring", "town to be joined")] if view.wanted else []
    rows: list[list[_KeyEntry]] = [[]]
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


def key_items(rows: Sequence[Sequence[_KeyEntry]]) -> list[Item]:
    """Legend of shapes and colours; units are inches, the top is at 0."""
    labels = []
    samples: list[Item] = []
    for number, row in enumerate(rows):
        x, y = MARGIN, -LINE * (0.8 + 1.3 * number)
        for what, words in row:
            samples += _sample(what, x + 0.2, y)
            labels.append(left(words, x + 0.42, y, colour=_GREY))
            x += _wide(words)
    return [*samples, *written(labels)]


def _sample(what: str, x: float, y: float) -> list[Item]:
    if what == "ring":
        return [Disc(x, y, 0.1, Ink(rim=palette.WRONG, width=0.03))]
    if what not in _KINDS:
        colour = RIVER if what == "river" else what
        stroke = line((x - 0.14, y), (x + 0.14, y))
        return [Shape((stroke,), Ink(rim=colour, width=0.07, round=True))]
    anchor = icon("anchor", x, y, 0.36 * _KEY_GLYPH, "#ffffff") if what == "port" else None
    shape = glyph(what, (x, y), 0.36, _KEY_GLYPH)
    return [shape] if anchor is None else [shape, anchor]
