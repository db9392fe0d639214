"""The board of Chicago Express: terrain, figures, houses, locomotives and what is to be built."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from hexgraph.lattice import corners, neighbour
from hexgraph.search import before_each
from mapdata.chicago import ChicagoTitle
from plots import palette
from plots.chicago_view import LAYOUT, PLATE, ChicagoView, figures
from plots.drawing import XY, Group, Ink, Item, Outline, Part, Shape, group, line, polygon
from plots.faults import fault_items
from plots.icons import icon
from plots.labels import Label, fitted, written
from plots.outlines import round_box

TERRAIN = {
    "plain": "#f3ecd6",
    "forest": "#bcd8a6",
    "mountain": "#d2bea2",
    "city": "#e3e7ee",
    "industry": "#cdc3e0",
    "chicago": "#f2bfae",
    "start": "#ffffff",
}
"""Soft, so that figures and locomotives stand out."""

_SYMBOLS = {"forest": "tree", "mountain": "mountain"}


def _engine(at: XY, width: float, fill: str, rim: str, rim_width: float) -> list[Item]:
    """Return a locomotive, or a plain plate where there are too many to tell apart."""
    if width > PLATE:
        shape = icon("locomotive", *at, width, fill, rim, rim_width / 2)
        return [shape] if shape is not None else []
    half = width / 2
    box = at[0] - half, at[1] - 0.14, at[0] + half, at[1] + 0.14
    return [Shape((round_box(box, 0.06),), Ink(fill, rim, rim_width))]


def terrain(view: ChicagoView) -> list[Item]:
    """Return the hexes in the colours of their terrain, start hexes in their company's."""
    owners = {each.start: each.colour for each in view.title.companies.values()}
    items: list[Item] = []
    for each in view.hexes:
        fill = TERRAIN[each.kind]
        if each.kind == "start" and each.id in owners:
            fill = palette.mixed(owners[each.id], fill, 0.6)
        part = _ground(fill, _SYMBOLS.get(each.kind, ""))
        items.append(Group(part, *view.middles[each.id], of=(("hex", each.id),)))
    return items


@cache
def _ground(fill: str, symbol: str) -> Part:
    """Return a bare hex with the symbol of its terrain."""
    ink = Ink(fill=fill, rim=palette.mixed(fill, "#000000", 0.25), width=0.022)
    shape = icon(symbol, 0, 0, 0.95, palette.mixed(fill, "#000000", 0.1))
    hexagon = Shape((_outline(),), ink)
    return Part((hexagon,) if shape is None else (hexagon, shape))


def _outline(share: float = 1.0) -> Outline:
    """Return a hex around (0, 0), scaled by ``share``."""
    return polygon((x * share, y * share) for x, y in corners(LAYOUT, (0, 0)))


def names(view: ChicagoView) -> list[Item]:
    """Return the coordinate, and the name if there is one, at the top of each hex.

    The coordinate stands beside the middle, where a line to the next hex would cover it.
    """
    labels = []
    for each in view.hexes:
        x, y = view.middles[each.id]
        labels.append(Label((each.id,), x - 0.31, y + 0.69, 0.145, colour="#6a6a6a", margin=0))
        if each.name:
            labels.append(fitted(Label((each.name,), x, y + 0.5, 0.19, bold=True), 1.26))
    return list(written(labels))


def lines(view: ChicagoView) -> list[Item]:
    """Return each network as lines between locomotives: a tree out of the start hex."""
    items: list[Item] = []
    for name, hexes in view.networks.items():
        ways = tuple(
            line(view.places[one, name][0], view.places[two, name][0])
            for one, two in _tree(view.title, hexes)
            if (one, name) in view.places and (two, name) in view.places
        )
        if ways:
            colour = view.title.companies[name].colour
            items.append(Shape(ways, Ink(rim=colour, width=0.11, round=True, opacity=0.6)))
    return items


def _tree(title: ChicagoTitle, hexes: Sequence[str]) -> list[tuple[str, str]]:
    """Return pairs of neighbours that join all hexes, nearest to the first hex first."""
    at = {title.hexes[each].xy: each for each in hexes}

    def beside(here: str) -> list[str]:
        around = [neighbour(LAYOUT, title.hexes[here].xy, edge) for edge in range(6)]
        return [at[xy] for xy in around if xy in at]

    before = before_each(hexes[0], beside) if hexes else {}
    return [(one, two) for two, one in before.items() if one != two]


def locomotives(view: ChicagoView) -> list[Item]:
    """Return every locomotive in its company's colour, with the company's letters on it."""
    items: list[Item] = []
    for name, hexes in view.networks.items():
        company = view.company(name)
        for hex_id in hexes:
            if hex_id in view.middles:
                at, width = view.places[hex_id, name]
                engine = _engine(at, width, company.colour, "#111111", 0.016)
                letters = _letters(name, company.text_colour, at, width).words()
                inside = [*engine, *letters]
                items.append(group(inside, ("hex", hex_id), ("marker", name)))
    return items


def _letters(text: str, ink: str, at: XY, width: float) -> Label:
    middle = at[0] - 0.02 * width, at[1] + 0.02 * width
    size = 0.3 * width
    if width <= PLATE:
        middle, size = at, 0.19
    return fitted(Label((text,), *middle, size, True, ink, margin=0), 0.86 * width)


def marks(view: ChicagoView) -> list[Item]:
    """Marks of the builds proposed: a thick rim and a white locomotive, or a house."""
    items: list[Item] = []
    for mark in view.marks:
        if mark.hex not in view.middles:
            continue
        rim = Shape((_outline(0.94),), Ink(rim=mark.colour, width=0.1))
        items.append(group([rim], ("hex", mark.hex), at=view.middles[mark.hex]))
    for mark in view.marks:
        if mark.hex in view.middles:
            at, width = view.places[mark.hex, mark.text]
            if mark.house:
                shape = icon("house", *at, width, "#ffffff", mark.colour, 0.029 * width)
                items += [shape] if shape is not None else []
            else:
                items += _engine(at, width, "#ffffff", mark.colour, 0.058 * width)
            items += _letters(mark.text, mark.colour, at, width).words()
    wrong = [view.middles[each] for each in view.faults if each in view.middles]
    return [*items, *fault_items([(x + 0.64, y - 0.27) for x, y in wrong])]


def board_items(view: ChicagoView) -> list[Item]:
    """Return all of a position, the lowest first."""
    return [
        *terrain(view),
        *lines(view),
        *locomotives(view),
        *marks(view),
        *figures(view),
        *names(view),
    ]
