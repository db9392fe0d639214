"""Values, letters, costs and names in the free places of their own hexes.

All text of a hex stays on it: names are broken into lines, made smaller and at last
abbreviated. So the text of a hex depends on nothing but the hex, and is laid out once.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import groupby
from typing import Literal

from hexgraph.face import Face
from hexgraph.lattice import edge_middle
from mapdata.title import Layout, Title
from plots.borders import PLATE, borders_of, stub
from plots.chips import chip_items, chip_label
from plots.drawing import XY, Box, Ink, Item, Part, Shape
from plots.hexes import Look, inside_hex, side
from plots.icons import icon
from plots.labels import Label, written
from plots.outlines import round_box
from plots.room import BEYOND, Room, TextSpot, grid
from plots.shown import Shown
from plots.stops import body_points
from plots.track import CASING

RING = 0.17
"""Room around stops that is kept free for the rings of runs."""

_GRAIN = 0.055
_BOUNDS: Box = (-1.045, -1.045, 1.045, 1.045)
_BREAKS = (" & ", " - ", "/", "-", " ")
_CRAMPED = 0.8
"""A cost of text at which another order is tried."""
_WORD = re.compile(r"\w{7,}")
_SIZES = ((0.19, 0.0), (0.17, 0.15), (0.15, 0.4), (0.13, 1.0), (0.115, 2.0), (0.1, 3.0))


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
    """What is printed or lies there beside track and stops, with its name."""

    def all(self) -> list[Label]:
        """Return every label."""
        costs = [label for label, _ in self.costs]
        chips = [label for label, _ in self.chips]
        return [*self.values, *self.letters, *costs, *self.names, *self.remarks, *chips]


@cache
def _bare(layout: Layout) -> list[list[float]]:
    return grid(_BOUNDS, _GRAIN, lambda x, y: inside_hex(layout, x, y, 0.055))


def hex_room(title: Title, look: Look) -> Room:
    """Return where text may stand on a hex: not on track, stops, their rings and bars."""
    room = Room(_BOUNDS, _GRAIN, [line.copy() for line in _bare(look.layout)])
    for curve in look.curves:
        room.cover(curve.samples, CASING / 2 + 0.02, 6.0)
    here = title.hexes.get(look.face.hex)
    for edge in here.printed.sealed if here else ():
        room.cover(_between(*side(look.layout, edge, 0.86)), 0.07, 8.0)
    for edge, border in borders_of(title).get(look.face.hex, {}).items():
        room.cover(_between(*side(look.layout, edge, 0.86)), 0.06, 6.0)
        if border.cost:
            room.cover([edge_middle(look.layout, (0, 0), edge)], PLATE, 20.0)
    for edge in here.printed.stubs if here and not look.face.layers else ():
        room.cover(_between(*stub(look.layout, edge)), 0.08, 6.0)
    for spot, place in zip(look.spots, look.places, strict=True):
        if spot.form != "area":
            points, radius = body_points(spot, place)
            room.cover(points, radius + RING, 4.0)
            room.cover(points, radius + 0.03, 25.0)
    return room


def _between(one: XY, two: XY) -> list[XY]:
    """Return points close together on a straight line."""
    (x, y), (x2, y2) = one, two
    return [(x + (x2 - x) * step / 12, y + (y2 - y) * step / 12) for step in range(13)]


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
        pen = _HexPen(hex_room(title, look))
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
    pen = _HexPen(hex_room(title, look))
    name = title.hexes[face.hex].name or "" if face.hex else ""
    names = tuple(pen.name(name)) if order == "name first" else ()
    values = tuple(_values(look, stage, pen))
    names = names or tuple(pen.name(name))
    letters = tuple(_letters(title, face, pen))
    costs = tuple(_costs(title, face, pen))
    chips = tuple(_chips(title, face, marks, pen))
    remarks = tuple(_remarks(face, shown, pen))
    return pen.cost, Texts(values, letters, costs, names, remarks, chips)


@cache
def _spread() -> tuple[XY, ...]:
    """Return spots all over a hex around (0, 0)."""
    return tuple((column * 0.15, row * 0.115) for column in range(-5, 6) for row in range(-7, 8))


@lru_cache(maxsize=4096)
def _spots(near: XY, pull: float) -> tuple[TextSpot, ...]:
    """Return spots all over a hex, those near a point first."""
    found = [(x, y, pull * math.hypot(x - near[0], y - near[1])) for x, y in _spread()]
    return tuple(sorted(found, key=lambda spot: spot[2]))


class _HexPen:
    """Writes on a hex where there is room, and counts what that costs."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.cost = 0.0

    def put(self, label: Label, spots: tuple[TextSpot, ...]) -> Label:
        """Place a short text; it is always placed."""
        best: tuple[float, Label] | None = None
        for share, smaller in ((1.0, 0.0), (0.85, 0.6), (0.7, 1.5), (0.55, 3.0)):
            if best is not None and smaller >= best[0]:
                break
            tried = replace(label, size=label.size * share, margin=label.margin * share)
            found = self.room.best([tried.box], spots, touchy=2.5)
            if found is not None and (best is None or found[2] + smaller < best[0]):
                best = found[2] + smaller, tried.moved(found[0], found[1])
        return self._written(*(best or (BEYOND, label)))

    def name(self, name: str) -> Iterator[Label]:
        """Yield a name where it covers least, as large as there is room for."""
        if not name:
            return
        short = [*broken(abbreviated(name)), *_initials(name)]
        options = [
            (smaller + more, Label(lines, 0, 0, size, margin=0.02))
            for size, smaller in _SIZES
            for more, lines in (*broken(name), *((1.2 + more, lines) for more, lines in short))
        ]
        best: tuple[float, Label] | None = None
        for penalty, label in sorted(options, key=lambda option: option[0]):
            if best is not None and penalty >= best[0]:
                break
            found = self.room.best([label.box], _spots((0.0, 0.0), 0.08), touchy=8)
            if found is not None and (best is None or found[2] + penalty < best[0]):
                best = found[2] + penalty, label.moved(found[0], found[1])
        if best is not None:
            yield self._written(*best)

    def _written(self, cost: float, label: Label) -> Label:
        self.cost += cost
        self.room.take(label.box)
        return label


def _values(look: Look, stage: str, pen: _HexPen) -> Iterator[Label]:
    """Yield what stops pay now; stops of one kind that pay the same share one figure."""
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
        spots = _spots((round(middle[0], 3), round(middle[1], 3)), 0.5)
        yield pen.put(label, tuple(_nearer(spots, own, others)) or spots)


def _nearer(spots: tuple[TextSpot, ...], own: list[XY], others: list[XY]) -> Iterator[TextSpot]:
    """Yield the spots that are nearer to one of some points than to any other point."""
    for x, y, dislike in spots:
        near = min(math.dist((x, y), at) for at in own)
        if all(math.dist((x, y), at) > near + 0.1 for at in others):
            yield x, y, dislike


def _letters(title: Title, face: Face, pen: _HexPen) -> Iterator[Label]:
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
        yield pen.put(label, _spots((0.0, 0.0), 0.1))


def _costs(title: Title, face: Face, pen: _HexPen) -> Iterator[tuple[Label, str]]:
    tile = face.layers[0][0] if face.layers else title.hexes[face.hex].printed
    cost = tile.cost
    if cost:
        before = 0.24 if tile.terrain else 0.0
        label = Label((str(cost),), 0, 0, 0.18, margin=0.03, before=before, colour="#4b4b4b")
        placed = pen.put(label, _spots((0.0, 0.0), 0.1))
        yield placed, tile.terrain[0] if tile.terrain else ""


def broken(name: str) -> list[tuple[float, tuple[str, ...]]]:
    """Return ``name`` on one line and on two, each with how much it is disliked."""
    options: list[tuple[float, tuple[str, ...]]] = [(0.0, (name,))]
    for mark in _BREAKS:
        halves = [at for at in range(len(name)) if name.startswith(mark, at)]
        if halves:
            at = min(halves, key=lambda at: abs(at + len(mark) / 2 - len(name) / 2))
            end = at + len(mark.rstrip())
            options.append((0.12, (name[:end].strip(), name[end:].strip())))
            break
    return options


def abbreviated(name: str) -> str:
    """Return ``name`` with its long words cut short after a consonant: ``Schaff.``."""
    short = name.replace(" & ", "/").replace(" - ", "/")
    return _WORD.sub(lambda word: _cut(word[0]), short)


def _initials(name: str) -> list[tuple[float, tuple[str, ...]]]:
    """Return the letters that the words of a name begin with, for want of any room."""
    words = [word for word in re.split(r"\W+", name) if word[:1].isupper()]
    return [(4.0, ("".join(f"{word[0]}." for word in words),))] if len(words) > 1 else []


def _cut(word: str) -> str:
    at = 6 if len(word) > 8 else 5
    while at > 3 and word[at - 1].lower() in "aeiouyäöüéèê":
        at -= 1
    return f"{word[:at]}."


def _chips(
    title: Title, face: Face, marks: tuple[str, ...], pen: _HexPen
) -> Iterator[tuple[Label, str]]:
    """Yield what is printed on a hex, until a tile lies there, and what was put on it."""
    place = title.hexes.get(face.hex)
    printed = place.printed.icons if place and not face.layers else ()
    for name in (*printed, *marks):
        yield pen.put(chip_label(name), _spots((0.0, -0.5), 0.1)), name


def _remarks(face: Face, shown: Shown, pen: _HexPen) -> Iterator[Label]:
    texts = []
    if shown.ids:
        texts.append(face.hex)
    if shown.numbers and face.layers:
        texts.append(" ".join(tile.name for tile, _ in face.layers))
    for text in texts:
        label = Label((text,), 0, 0, 0.13, colour="#5f5f5f", margin=0.02)
        yield pen.put(label, _spots((0.0, -0.7), 0.1))


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
