"""Values, letters, costs and names in the free places of their hexes."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache

import numpy as np
from matplotlib.axes import Axes
from shapely import box

from hexgraph.board import Board
from plots.hexes import HexView, sealed_bar
from plots.icons import icon
from plots.labels import Label, Room, draw_labels
from plots.paint import paint
from plots.stops import body

RING = 0.17
"""Room around stops that is kept free for the rings of two runs."""

_BREAKS = (" & ", " - ", "/", "-", " ")


@dataclass
class Texts:
    """All labels of a board's hexes, by what they are."""

    values: list[Label] = field(default_factory=list)
    letters: list[Label] = field(default_factory=list)
    costs: list[tuple[Label, str]] = field(default_factory=list)
    """With the name of the terrain."""
    names: list[Label] = field(default_factory=list)

    def all(self) -> list[Label]:
        """Return every label."""
        return [*self.values, *self.letters, *(label for label, _ in self.costs), *self.names]


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


def cover_hexes(board: Board, views: Iterable[HexView], room: Room) -> None:
    """Tell ``room`` what text should not cover: track, stops with their rings, bars."""
    for view in views:
        room.cover(view.bed, 5.0)
        for edge in board.title.hexes[view.id].printed.sealed:
            room.cover(sealed_bar(view, edge), 4.0)
        for index, spot in enumerate(view.spots):
            if spot.shape != "area":
                room.cover(body(view, index).buffer(RING, quad_segs=4), 14.0)


def write_hexes(board: Board, views: Sequence[HexView], room: Room, skip: frozenset[str]) -> Texts:
    """Place the text of all hexes, what matters most first; ``skip`` have panels instead."""
    texts = Texts()
    for view in views:
        for index in range(len(view.spots)):
            if view.id not in skip:
                _place_value(board, view, index, room, texts)
    for view in views:
        if view.id not in skip:
            _place_letters(board, view, room, texts)
    for view in views:
        _place_cost(board, view, room, texts)
    named = [view for view in views if view.id not in skip and board.title.hexes[view.id].name]
    for view in sorted(named, key=lambda view: -view.bed.area):
        _place_name(board.title.hexes[view.id].name or "", view, room, texts)
    return texts


@cache
def _star() -> tuple[tuple[float, float], ...]:
    """Return spots all over a hex around (0, 0)."""
    reaches = ((0.0, 1), (0.3, 12), (0.42, 12), (0.52, 24), (0.62, 24), (0.71, 24))
    return tuple(
        (reach * math.cos(math.tau * turn / count), reach * math.sin(math.tau * turn / count))
        for reach, count in reaches
        for turn in range(count)
    )


def _spots(view: HexView) -> list[tuple[float, float]]:
    return [(view.x + x, view.y + y) for x, y in _star()]


def _put(
    label: Label,
    view: HexView,
    room: Room,
    near: tuple[float, float],
    pull: float,
) -> Label:
    """Place a short text inside its hex, near a point; it is always placed."""
    spots = _spots(view)
    dislike = [pull * math.hypot(x - near[0], y - near[1]) for x, y in spots]
    for share in (1.0, 0.85, 0.7, 0.55):
        label = replace(label, size=label.size * share, margin=label.margin * share)
        found = room.best([label.box_at_origin], spots, dislike, home=view.outline, outside=20)
        if found is not None:
            break
    x, y, _ = found or (view.x, view.y, 0.0)
    placed = label.moved(x, y)
    room.take(placed.box)
    return placed


def _place_value(board: Board, view: HexView, index: int, room: Room, texts: Texts) -> None:
    stop, place = view.face.stops[index], view.places[index]
    value = stop.value(board.phase.stage)
    if value:
        label = Label((str(value),), 0, 0, 0.19, bold=True, margin=0.06)
        texts.values.append(_put(label, view, room, (place.x, place.y), 0.5))


def _place_letters(board: Board, view: HexView, room: Room, texts: Texts) -> None:
    printed = board.title.hexes[view.id].printed
    laid = [tile.label for tile, _ in view.face.layers]
    letters, colour = (laid[0] if laid else printed.label), "#111111"
    if not laid and printed.label is None and printed.label_from:
        letters, colour = next(filter(None, printed.label_from.values()), None), "#8a8a8a"
    if letters:
        label = Label((letters,), 0, 0, 0.27, bold=True, colour=colour, margin=0.05)
        texts.letters.append(_put(label, view, room, (view.x, view.y), 0.1))


def _place_cost(board: Board, view: HexView, room: Room, texts: Texts) -> None:
    printed = board.title.hexes[view.id].printed
    laid = [tile for tile, _ in view.face.layers]
    cost = (laid[0] if laid else printed).cost
    terrain = (laid[0] if laid else printed).terrain
    if cost:
        before = 0.24 if terrain else 0.0
        label = Label((str(cost),), 0, 0, 0.18, margin=0.03, before=before, colour="#4b4b4b")
        placed = _put(label, view, room, (view.x, view.y), 0.1)
        texts.costs.append((placed, terrain[0] if terrain else ""))


def _place_name(name: str, view: HexView, room: Room, texts: Texts) -> None:
    """Place a name in its hex where it covers least; it may reach a little beyond."""
    spots = [
        (view.x + float(x), view.y + float(y))
        for x in np.linspace(-0.9, 0.9, 13)
        for y in np.linspace(-0.9, 0.9, 19)
    ]
    dislike = [0.08 * math.hypot(x - view.x, y - view.y) for x, y in spots]
    options = [
        (smaller + more, Label(lines, 0, 0, size, margin=0.02))
        for size, smaller in ((0.19, 0.0), (0.17, 0.15), (0.15, 0.4), (0.13, 1.5))
        for more, lines in broken(name)
    ]
    best: tuple[float, Label] | None = None
    for penalty, label in sorted(options, key=lambda option: option[0]):
        if best is not None and penalty >= best[0]:
            break
        found = room.best(
            [label.box_at_origin], spots, dislike, home=view.outline, outside=1.6, touchy=3
        )
        if found is not None and (best is None or found[2] + penalty < best[0]):
            best = found[2] + penalty, label.moved(found[0], found[1])
    if best is not None:
        room.take(best[1].box)
        texts.names.append(best[1])


def draw_texts(ax: Axes, texts: Texts) -> Axes:
    """Write all text of the hexes; values stand in white badges."""
    plates = [box(*label.box).buffer(-0.05).buffer(0.04) for label in texts.values]
    paint(ax, plates, "#ffffff", edge="#333333", width=0.018, zorder=10)
    symbols = [
        icon(terrain, label.box[0] + 0.03 + 0.1, label.y, 0.22) for label, terrain in texts.costs
    ]
    tints = {"mountain": "#8a6d4f", "swamp": "#4e7d5b"}
    colours = [
        tints.get(terrain, "#3d7fb0")
        for (_, terrain), symbol in zip(texts.costs, symbols, strict=True)
        if symbol is not None
    ]
    paint(ax, [symbol for symbol in symbols if symbol is not None], colours, zorder=10)
    return draw_labels(ax, texts.all())
