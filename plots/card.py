"""A card to pass on: two boards side by side under a heading, of one size wherever it is shown."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from plots import palette
from plots.drawing import INK, Drawing, Group, Ink, Item, Part, Shape, Words, group, line, rectangle
from plots.metrics import text_width
from plots.picture import LegendRow, Panel, wrapped

WIDTH, HEIGHT = 1200, 630
"""Units of the drawing, each a pixel of the card."""

_MARGIN = 28
_HEAD = 96
_CAPTION = 44
_LINE = 26
_LINES = 5
"""Lines that a card has for the runs of each side."""
_SIZE = 17
_GREY = "#5a6068"


@dataclass(frozen=True)
class CardHalf:
    """One side of a card: what it shows, in large letters what it earns, and the board."""

    caption: str
    figure: str
    panel: Panel
    colour: str = INK


def draw_card(heading: str, facts: str, below: str, halves: tuple[CardHalf, CardHalf]) -> Drawing:
    """Draw a card; ``facts`` stand at the right of the heading, ``below`` under it."""
    paper = Shape((rectangle((0, 0, WIDTH, HEIGHT)),), Ink(fill="#ffffff"))
    room = WIDTH - 3 * _MARGIN - text_width(facts) * 20
    items: list[Item] = [
        paper,
        Words(_cut(heading, room, 34, bold=True), _MARGIN, HEIGHT - 52, 34, True, align="left"),
        Words(facts, WIDTH - _MARGIN, HEIGHT - 50, 20, colour=_GREY, align="right"),
        Words(_cut(below, WIDTH - 2 * _MARGIN, 20), _MARGIN, HEIGHT - 82, 20, False, _GREY, "left"),
    ]
    width = (WIDTH - 3 * _MARGIN) / 2
    texts = [_lines(half.panel.legend.rows, width) for half in halves]
    for at, (half, text) in enumerate(zip(halves, texts, strict=True)):
        items += _half(half, text, _MARGIN + at * (width + _MARGIN), width, max(map(len, texts)))
    alt = f"{heading}, {facts}: " + ", ".join(f"{half.caption} {half.figure}" for half in halves)
    return Drawing((0, 0, WIDTH, HEIGHT), tuple(items), inches=1 / 120, alt=alt)


def card_png(drawing: Drawing) -> bytes:
    """Return a card as a PNG of its size, painted twice as large: small letters stay whole."""
    from PIL import Image

    from plots.paint import png

    large = Image.open(io.BytesIO(png(drawing, dpi=240)))
    file = io.BytesIO()
    large.reduce(2).save(file, "PNG", optimize=True)
    return file.getvalue()


def _half(
    half: CardHalf, text: Sequence[Sequence[Item]], left: float, width: float, lines: int
) -> Iterator[Item]:
    """Yield a caption, the board as large as there is room for, and the runs at the bottom."""
    top = HEIGHT - _HEAD
    yield Words(half.caption, left, top - 32, 24, colour=_GREY, align="left")
    x = left + text_width(half.caption) * 24 + 12
    yield Words(half.figure, x, top - 32, 30, True, half.colour, "left")
    low = _MARGIN - 8 + lines * _LINE
    height = top - _CAPTION - low - 8
    window = half.panel.scene.window
    scale = min(width / window[2], height / window[3])
    x = left + (width - window[2] * scale) / 2 - window[0] * scale
    y = low + 8 + (height - window[3] * scale) / 2 - window[1] * scale
    yield Group(Part(tuple(half.panel.items())), x, y, scale, clip=window)
    for at, items in enumerate(text, 1):
        yield group(items, at=(left, low - at * _LINE + 8))


def _lines(rows: Sequence[LegendRow], width: float) -> list[list[Item]]:
    """Return the runs line by line, each on as many as there is room for."""
    each = max(1, _LINES // max(1, len(rows)))
    shown = rows if len(rows) <= _LINES else rows[: _LINES - 1]
    found: list[list[Item]] = []
    for row in shown:
        found += _row(row, each, width)
    if len(shown) < len(rows):
        more = f"and {len(rows) - len(shown)} more"
        found.append([Words(more, 0, 0, _SIZE, colour=_GREY, align="left")])
    return found


def _row(row: LegendRow, most: int, width: float) -> list[list[Item]]:
    """Return a run on some lines: its colour, train and revenue, then what each stop pays."""
    colour, dash = palette.train_colour(row.number - 1), palette.train_dash(row.number - 1, 8)
    swatch = Shape((line((0, 6), (34, 6)),), Ink(rim=colour, width=8, dash=dash))
    label = f"{row.train}: {row.total}"
    x = 44 + text_width(label, bold=True) * _SIZE + 10
    words = wrapped(row.text, width - x, _SIZE)
    if len(words) > most:
        words = [*words[: most - 1], " ".join(words[most - 1 :])]
    first: list[Item] = [swatch, Words(label, 44, 0, _SIZE, True, INK, "left")]
    lines = [[Words(_cut(text, width - x, _SIZE), x, 0, _SIZE, align="left")] for text in words]
    return [[*first, *lines[0]], *(list[Item](each) for each in lines[1:])]


def _cut(text: str, room: float, size: float, *, bold: bool = False) -> str:
    """Return as much of a text as there is room for, with three dots if that is not all."""
    if text_width(text, bold) * size <= room:
        return text
    while text and text_width(f"{text}…", bold) * size > room:
        text = text[:-1]
    return f"{text.rstrip(' –')}…"
