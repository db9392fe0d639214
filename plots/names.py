"""Values, letters, costs and names in the free places of their own hexes.

All text of a hex stays on it: names are broken into lines, made smaller and at last
abbreviated. So the text of a hex depends on nothing but the hex, and is laid out once.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import Literal

from hexgraph.face import Face
from mapdata.title import Title
from plots.drawing import XY, Box, Ink, Item, Part, Shape
from plots.hexes import Look
from plots.icons import chip_items, chip_label, icon
from plots.labels import Label, written
from plots.outlines import round_box
from plots.room import HexPen, TextSpot, hex_room, spots_near
from plots.shown import Shown

_CRAMPED = 0.8
"""A cost of text at which another order is tried."""


@dataclass(frozen=True, eq=False)
class Texts:
    """The text of a hex around (0, 0), by what it is."""

    values: tuple[Label, ...] = ()
    letters: tuple[Label, ...] = ()
    costs: tuple[tuple[Label, str], ...] = ()
    """With the name of the terrain."""
    names: tuple[Label, ...] = ()
    remarks: tuple[Label, ...] = ()
    """Tile numbers and coordinates."""
    chips: tuple[tuple[Label, str], ...] = ()
    """Things printed or lying on a hex beside track and stops, each with its name."""

    def all(self) -> list[Label]:
        """Return every label."""
        costs = [label for label, _ in self.costs]
        chips = [label for label, _ in self.chips]
        return [*self.values, *self.letters, *costs, *self.names, *self.remarks, *chips]


@lru_cache(maxsize=16384)
def hex_texts(
    title: Title,
    look: Look,
    stage: str,
    shown: Shown,
    panel: tuple[Box, ...] | None = None,
    marks: tuple[str, ...] = (),
) -> Texts:
    """Return the text of a hex, what matters most placed first.

    Parameters
    ----------
    panel
        Where a panel tells its values and its name, if there is one.
    marks
        What lies on the hex beside tiles and markers of companies.
    """
    face = look.face
    if panel is not None:
        pen = HexPen(hex_room(title, look))
        pen.room.taken += panel
        costs = tuple(_costs(title, face, pen))
        chips = tuple(_chips(title, face, marks, pen))
        remarks = tuple(_remarks(face, shown, pen))
        return Texts(costs=costs, remarks=remarks, chips=chips)
    cost, texts = _arranged(title, look, stage, shown, marks, "values first")
    if cost > _CRAMPED and texts.names:
        other, again = _arranged(title, look, stage, shown, marks, "name first")
        texts = again if other < cost else texts
    return texts


def _arranged(
    title: Title,
    look: Look,
    stage: str,
    shown: Shown,
    marks: tuple[str, ...],
    order: Literal["values first", "name first"],
) -> tuple[float, Texts]:
    """Return the text of a hex, placed in an order, and what it costs."""
    face = look.face
    pen = HexPen(hex_room(title, look))
    name = title.hexes[face.hex].name or "" if face.hex else ""
    names = tuple(pen.name(name)) if order == "name first" else ()
    values = tuple(_values(look, stage, pen))
    names = names or tuple(pen.name(name))
    letters = tuple(_letters(title, face, pen))
    costs = tuple(_costs(title, face, pen))
    chips = tuple(_chips(title, face, marks, pen))
    every = tuple(_every_figure(look, values, pen))
    remarks = tuple(_remarks(face, shown, pen))
    return pen.cost, Texts(values, letters, costs, names, (*every, *remarks), chips)


def _values(look: Look, stage: str, pen: HexPen) -> Iterator[Label]:
    """Values of stops now; equal stops of one kind share one figure."""
    stops = [
        (spot.form, stop.value(stage), (place.x, place.y))
        for spot, stop, place in zip(look.spots, look.face.stops, look.places, strict=True)
    ]
    for (_, value), alike in groupby(sorted(stops), key=lambda stop: stop[:2]):
        if not value:
            continue
        own = [at for _, _, at in alike]
        others = [at for _, _, at in stops if at not in own]
        label = Label((str(value),), 0, 0, 0.19, bold=True, margin=0.06)
        middle = sum(x for x, _ in own) / len(own), sum(y for _, y in own) / len(own)
        spots = spots_near((round(middle[0], 3), round(middle[1], 3)), 0.5)
        yield pen.put(label, tuple(_nearer(spots, own, others)) or spots)


def _every_figure(look: Look, values: tuple[Label, ...], pen: HexPen) -> Iterator[Label]:
    """All figures of stops whose value changes, small beside what they are worth now."""
    shown = {}
    for stop in look.face.stops:
        figures = list(dict.fromkeys(stop.values.values()))
        special = [f"{name[0].upper()}{figure}" for name, figure in stop.figures.items()]
        if len(figures) + len(special) > 1:
            shown[" ".join([*map(str, figures), *special])] = figures
    for text, figures in shown.items():
        label = Label((text,), 0, 0, 0.12, colour="#333333", margin=0.02)
        own = [each for each in values if int(each.lines[0]) in figures]
        x, y = (own[0].x, own[0].y) if own else (0.0, 0.0)
        yield pen.put(label, spots_near((round(x, 3), round(y - 0.2, 3)), 0.4))


def _nearer(spots: tuple[TextSpot, ...], own: list[XY], others: list[XY]) -> Iterator[TextSpot]:
    """Yield the spots that are nearer to one of some points than to any other point."""
    for x, y, dislike in spots:
        near = min(math.dist((x, y), at) for at in own)
        if all(math.dist((x, y), at) > near + 0.1 for at in others):
            yield x, y, dislike


def _letters(title: Title, face: Face, pen: HexPen) -> Iterator[Label]:
    letters, colour = None, "#111111"
    if face.layers:
        letters = face.layers[0][0].label
    else:
        printed = title.hexes[face.hex].printed
        letters = printed.label
        if letters is None and printed.label_from:
            letters, colour = next(filter(None, printed.label_from.values()), None), "#8a8a8a"
    if letters:
        label = Label((letters,), 0, 0, 0.27, bold=True, colour=colour, margin=0.05)
        yield pen.put(label, spots_near((0.0, 0.0), 0.1))


def _costs(title: Title, face: Face, pen: HexPen) -> Iterator[tuple[Label, str]]:
    tile = face.layers[0][0] if face.layers else title.hexes[face.hex].printed
    cost = tile.cost
    if cost:
        before = 0.24 if tile.terrain else 0.0
        label = Label((str(cost),), 0, 0, 0.18, margin=0.03, before=before, colour="#4b4b4b")
        placed = pen.put(label, spots_near((0.0, 0.0), 0.1))
        yield placed, tile.terrain[0] if tile.terrain else ""


def _chips(
    title: Title, face: Face, marks: tuple[str, ...], pen: HexPen
) -> Iterator[tuple[Label, str]]:
    """Names on a hex: printed ones until a tile lies there, and markers put on it."""
    place = title.hexes.get(face.hex)
    printed = place.printed.icons if place and not face.layers else ()
    for name in (*printed, *marks):
        yield pen.put(chip_label(name), spots_near((0.0, -0.5), 0.1)), name


def _remarks(face: Face, shown: Shown, pen: HexPen) -> Iterator[Label]:
    texts = []
    if shown.ids:
        texts.append(face.hex)
    if shown.numbers and face.layers:
        texts.append(" ".join(tile.name for tile, _ in face.layers))
    for text in texts:
        label = Label((text,), 0, 0, 0.13, colour="#5f5f5f", margin=0.02)
        yield pen.put(label, spots_near((0.0, -0.7), 0.1))


_TINTS = {"mountain": "#8a6d4f", "swamp": "#4e7d5b", "desert": "#c08a2d"}


@lru_cache(maxsize=16384)
def text_part(texts: Texts) -> Part:
    """Return the text of a hex as it is painted; values stand in white badges."""
    items: list[Item] = []
    plate = Ink(fill="#ffffff", rim="#333333", width=0.018)
    for label in texts.values:
        left, low, right, top = label.box
        box = left + 0.01, low + 0.01, right - 0.01, top - 0.01
        items.append(Shape((round_box(box, 0.04),), plate))
    for label, terrain in texts.costs:
        tint = _TINTS.get(terrain, "#3d7fb0")
        symbol = icon(terrain, label.box[0] + 0.03 + 0.1, label.y, 0.22, tint)
        if symbol is not None:
            items.append(symbol)
    for label, name in texts.chips:
        items += chip_items(label, name)
    words = [each for each in written(texts.all()) if each.text]
    return Part((*items, *words))
