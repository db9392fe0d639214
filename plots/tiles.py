"""Tiles: one alone, as pickers show it, and a chart of many."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hexgraph.face import Face
from mapdata.title import Layout, Title
from plots.drawing import Drawing, Group, Item, Window, group
from plots.hexes import hex_part, look_of
from plots.labels import Label, fitted, written
from plots.names import hex_texts, text_part
from plots.picture import left, wrapped
from plots.shown import NOTHING, Shown
from plots.stops import stop_items

_WINDOWS: dict[Layout, Window] = {
    "pointy": (-0.88, -1.02, 1.76, 2.04),
    "flat": (-1.02, -0.88, 2.04, 1.76),
}


def tile_items(title: Title, face: Face, stage: str, shown: Shown | None = None) -> list[Item]:
    """Return a face around (0, 0): the hex, its track, stops and figures."""
    look = look_of(title, face)
    texts = hex_texts(title, look, stage, shown or NOTHING)
    stops = [
        item
        for spot, place in zip(look.spots, look.places, strict=True)
        for item in stop_items(spot, place, ())
    ]
    return [
        Group(hex_part(title.layout, look.colour)),
        Group(look.track()),
        *stops,
        Group(text_part(texts)),
    ]


def tile_drawing(
    title: Title, face: Face, stage: str, shown: Shown | None = None, inches: float = 0.5
) -> Drawing:
    """Return one tile as a picture of its own.

    ``face`` is a tile that lies on a hex (``hexgraph.laid.laid_face``) or on none
    (``hexgraph.upgrades.bare_face``).
    """
    names = "+".join(tile.name for tile, _ in face.layers)
    items = group(tile_items(title, face, stage, shown), ("tile", names))
    return Drawing(_WINDOWS[title.layout], (items,), inches, alt=f"tile {names}")


@dataclass(frozen=True)
class TileSample:
    """A tile in a chart: how it lies, what is written over and under it."""

    face: Face
    number: str
    under: tuple[str, ...]


@dataclass(frozen=True)
class Section:
    """Tiles under one heading."""

    heading: str
    samples: tuple[TileSample, ...]


_COLUMNS = 8
_STEP = 2.3
_MARGIN = 0.3
_SMALL, _LINE = 0.2, 0.27
_INCHES = 0.55


def chart(title: Title, heading: str, sections: Sequence[Section], stage: str) -> Drawing:
    """Return tiles in rows, section by section, in the order given."""
    _, low, _, high = _WINDOWS[title.layout]
    items: list[Item] = list(written([left(heading, _MARGIN, -0.45, 0.4, bold=True)]))
    most = max((len(section.samples) for section in sections), default=1)
    columns = min(max(most, 3), _COLUMNS)
    y = -0.9
    for section in sections:
        items += written([left(section.heading, _MARGIN, y - 0.25, 0.28, bold=True)])
        y -= 0.6
        for first in range(0, len(section.samples), columns):
            row = section.samples[first : first + columns]
            texts = [_wrapped(sample) for sample in row]
            for at, (sample, lines) in enumerate(zip(row, texts, strict=True)):
                x = _MARGIN + _STEP * (at + 0.5)
                middle = y - _LINE - high / 2
                number = fitted(Label((sample.number,), x, y - 0.1, 0.24, bold=True), _STEP - 0.1)
                items += written([number])
                names = "+".join(tile.name for tile, _ in sample.face.layers)
                inside = tile_items(title, sample.face, stage)
                items.append(group(inside, ("tile", names), at=(x, middle)))
                below = [
                    Label((line,), x, middle + low - 0.12 - _LINE * (row + 0.5), _SMALL)
                    for row, line in enumerate(lines)
                ]
                items += written(below)
            y -= high + _LINE + 0.35 + _LINE * max(map(len, texts))
    width = 2 * _MARGIN + _STEP * columns
    return Drawing((0.0, y, width, -y), tuple(items), _INCHES, alt=heading)


def _wrapped(sample: TileSample) -> list[str]:
    return [line for text in sample.under for line in wrapped(text, _STEP - 0.15, _SMALL)]
