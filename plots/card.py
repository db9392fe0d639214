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
_SIZES = ((17, 26, 5), (15, 22, 6), (13, 19, 7))
"""Letters, height of a line and lines of the runs: the first in which they have room."""
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
    rows = [half.panel.legend.rows for half in halves]
    size, high, most = next((each for each in _SIZES if _fit(rows, each, width)), _SIZES[-1])
    texts = [_lines(each, size, most, width) for each in rows]
    deep = max(map(len, texts)) * high
    for at, (half, text) in enumerate(zip(halves, texts, strict=True)):
        left = _MARGIN + at * (width + _MARGIN)
        items += _half(half, left, width, deep)
        items += [
            group(line_, at=(left, _MARGIN + deep - number * high))
            for number, line_ in enumerate(text, 1)
        ]
    alt = f"{heading}, {facts}: " + ", ".join(f"{half.caption} {half.figure}" for half in halves)
    return Drawing((0, 0, WIDTH, HEIGHT), tuple(items), inches=1 / 120, alt=alt)


def card_png(drawing: Drawing) -> bytes:
    """A card as a PNG of its size, painted twice as large: small letters stay whole."""
    from PIL import Image

    from plots.paint import png

    large = Image.open(io.BytesIO(png(drawing, dpi=240)))
    file = io.BytesIO()
    large.reduce(2).save(file, "PNG", optimize=True)
    return file.getvalue()


def _half(half: CardHalf, left: float, width: float, below: float) -> Iterator[Item]:
    """Yield a caption, and the board as large as there is room for above the runs."""
    top = HEIGHT - _HEAD
    yield Words(half.caption, left, top - 32, 24, colour=_GREY, align="left")
    x = left + text_width(half.caption) * 24 + 12
    yield Words(half.figure, x, top - 32, 30, True, half.colour, "left")
    low = _MARGIN + below
    height = top - _CAPTION - low
    window = half.panel.scene.window
    scale = min(width / window[2], height / window[3])
    x = left + (width - window[2] * scale) / 2 - window[0] * scale
    y = low + (height - window[3] * scale) / 2 - window[1] * scale
    yield Group(Part(tuple(half.panel.items())), x, y, scale, clip=window)


def _fit(
    halves: Sequence[Sequence[LegendRow]], letters: tuple[int, int, int], width: float
) -> bool:
    """Whether all runs of both sides can be told in letters of a size."""
    size, _, most = letters
    return all(sum(len(_words(row, size, width)) for row in rows) <= most for rows in halves)


def _lines(rows: Sequence[LegendRow], size: int, most: int, width: float) -> list[list[Item]]:
    """The runs line by line; those that need several share what room there is."""
    shown = rows if len(rows) <= most else rows[: most - 1]
    needed = [len(_words(row, size, width)) for row in shown]
    given = [1] * len(shown)
    while sum(given) < min(most, sum(needed)):
        short = [at for at, number in enumerate(given) if number < needed[at]]
        given[min(short, key=given.__getitem__)] += 1
    found: list[list[Item]] = []
    for row, number in zip(shown, given, strict=True):
        found += _row(row, number, size, width)
    if len(shown) < len(rows):
        more = f"and {len(rows) - len(shown)} more"
        found.append([Words(more, 0, 0, size, colour=_GREY, align="left")])
    return found


def _indent(row: LegendRow, size: int) -> float:
    """The place where the route of a run begins: after its colour, train and revenue."""
    return 54 + text_width(f"{row.train}: {row.total}", bold=True) * size


def _words(row: LegendRow, size: int, width: float) -> list[str]:
    return wrapped(row.text, width - _indent(row, size), size)


def _row(row: LegendRow, most: int, size: int, width: float) -> list[list[Item]]:
    """A run on some lines: its colour, train and revenue, then what each stop pays."""
    colour, dash = palette.train_colour(row.number - 1), palette.train_dash(row.number - 1, 8)
    swatch = Shape((line((0, 6), (34, 6)),), Ink(rim=colour, width=8, dash=dash))
    x = _indent(row, size)
    words = _words(row, size, width)
    if len(words) > most:
        words = [*words[: most - 1], " ".join(words[most - 1 :])]
    first: list[Item] = [swatch, Words(f"{row.train}: {row.total}", 44, 0, size, True, INK, "left")]
    lines = [[Words(_cut(text, width - x, size), x, 0, size, align="left")] for text in words]
    return [[*first, *lines[0]], *(list[Item](each) for each in lines[1:])]


def _cut(text: str, room: float, size: float, *, bold: bool = False) -> str:
    """A text cut to the room there is, with three dots if it is cut."""
    if text_width(text, bold) * size <= room:
        return text
    while text and text_width(f"{text}…", bold) * size > room:
        text = text[:-1]
    return f"{text.rstrip(' –')}…"
