"""The board of Chicago Express: terrain, figures, houses, locomotives and what is to be built.

:func:`draw_chicago` returns a whole picture; the functions under it each draw one thing on
a given ``ax``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import shapely
from matplotlib.axes import Axes
from shapely import LineString, Polygon, box
from shapely.geometry.base import BaseGeometry

from hexgraph.lattice import Layout, centre, corners, neighbour
from mapdata.chicago import HOUSED, BoardHex, ChicagoTitle
from mapdata.title import Company
from plots import palette
from plots.faults import draw_faults
from plots.icons import icon
from plots.labels import Label, draw_labels, fitted
from plots.paint import paint

LAYOUT: Layout = "flat"

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
COST, HOUSE = "#b3261e", "#8c2f1b"
_CHIPS = -0.56
"""How far under the middle of a hex its figures stand."""

XY = tuple[float, float]
Window = tuple[float, float, float, float]


@dataclass(frozen=True)
class Mark:
    """A hex to be built or developed: its text, in the colour of its action."""

    hex: str
    text: str
    colour: str
    house: bool = False


@dataclass(frozen=True, eq=False)
class BoardView:
    """A position as it is drawn.

    ``networks`` are the hexes of each company, its start first; ``industry`` the value that
    holds at each industry; ``faults`` hexes where a claim breaks a rule; ``shown`` the hexes
    to be seen, or none for all.
    """

    title: ChicagoTitle
    networks: Mapping[str, Sequence[str]]
    houses: Collection[str]
    industry: Mapping[str, int]
    marks: Sequence[Mark] = ()
    faults: Sequence[str] = ()
    shown: Collection[str] = field(default_factory=frozenset)

    @cached_property
    def hexes(self) -> tuple[BoardHex, ...]:
        """The hexes that the picture shows."""
        every = self.title.hexes.values()
        return tuple(each for each in every if not self.shown or each.id in self.shown)

    @cached_property
    def middles(self) -> dict[str, XY]:
        """Where the middle of each hex lies."""
        return {each.id: centre(LAYOUT, each.xy) for each in self.hexes}

    @cached_property
    def outlines(self) -> dict[str, Polygon]:
        """The shape of each hex."""
        return {each.id: Polygon(corners(LAYOUT, each.xy)) for each in self.hexes}

    @cached_property
    def window(self) -> Window:
        """What the picture shows: left, bottom, width, height."""
        left, low, right, top = shapely.union_all(list(self.outlines.values())).bounds
        return left - 0.15, low - 0.15, right - left + 0.3, top - low + 0.3

    def company(self, name: str) -> Company:
        """Return a company as other pictures know it."""
        each = self.title.companies[name]
        return Company(name, each.name, "", colour=each.colour, text_colour=each.text_colour)

    @cached_property
    def places(self) -> dict[tuple[str, str], tuple[XY, float]]:
        """Middle and width of every locomotive, by hex and company; marks by their text."""
        here: dict[str, list[str]] = {}
        for name, hexes in self.networks.items():
            for hex_id in hexes:
                here.setdefault(hex_id, []).append(name)
        for mark in self.marks:
            here.setdefault(mark.hex, []).append(mark.text)
        found = {}
        for hex_id, names in here.items():
            if hex_id in self.middles:
                spots, width = _stand(len(names))
                x, y = self.middles[hex_id]
                for name, (dx, dy) in zip(names, spots, strict=True):
                    found[hex_id, name] = (x + dx, y + dy), width
        return found


def _stand(count: int) -> tuple[list[XY], float]:
    """Return where so many locomotives stand in a hex, and how wide each may be."""
    if count == 1:
        return [(0.0, 0.0)], 0.78
    if count == 2:
        return [(-0.37, 0.0), (0.4, 0.0)], 0.62
    first = (count + 1) // 2
    rows = [(first, 0.17), (count - first, -0.2)]
    step = 0.52
    spots = [((at - (many - 1) / 2) * step, y) for many, y in rows for at in range(many)]
    return spots, 0.44


def draw_terrain(ax: Axes, view: BoardView) -> Axes:
    """Draw the hexes in the colours of their terrain, start hexes in their company's."""
    owners = {each.start: each.colour for each in view.title.companies.values()}
    fills = []
    for each in view.hexes:
        fill = TERRAIN[each.kind]
        if each.kind == "start" and each.id in owners:
            fill = palette.mixed(owners[each.id], fill, 0.6)
        fills.append(fill)
    rims = [palette.mixed(fill, "#000000", 0.25) for fill in fills]
    paint(ax, view.outlines.values(), fills, edge=rims, width=0.022, zorder=1)
    symbols, tints = [], []
    for each, fill in zip(view.hexes, fills, strict=True):
        shape = icon(_SYMBOLS.get(each.kind, ""), *view.middles[each.id], 0.95)
        if shape is not None:
            symbols.append(shape)
            tints.append(palette.mixed(fill, "#000000", 0.1))
    return paint(ax, symbols, tints, zorder=1.2)


def draw_names(ax: Axes, view: BoardView) -> Axes:
    """Write the coordinate, and the name if there is one, at the top of each hex.

    The coordinate stands beside the middle, where a line to the next hex would cover it.
    """
    labels = []
    for each in view.hexes:
        x, y = view.middles[each.id]
        labels.append(Label((each.id,), x - 0.31, y + 0.69, 0.145, colour="#6a6a6a", margin=0))
        if each.name:
            labels.append(fitted(Label((each.name,), x, y + 0.5, 0.19, bold=True), 1.26))
    return draw_labels(ax, labels)


@dataclass(frozen=True)
class _Chip:
    """A figure on a small plate; ``house`` stands in front of what a house adds."""

    text: str
    fill: str
    ink: str
    house: str = ""

    @property
    def width(self) -> float:
        return 0.13 + 0.11 * len(self.text) + (0.22 if self.house else 0.0)


def _chips(view: BoardView, each: BoardHex) -> list[_Chip]:
    """Return the figures of a hex: cost, income, what a house adds; the house itself."""
    if each.kind == "start":
        return []
    chips = [_Chip(str(each.cost), COST, "#ffffff")]
    if each.kind == "industry":
        chips.append(_Chip(str(view.industry[view.title.industry_at[each.id]]), "#ffffff", "#111"))
    elif each.income:
        chips.append(_Chip(str(each.income), "#ffffff", "#111"))
    built = each.id in view.houses
    if each.kind in HOUSED and (built or each.develop):
        adds = f"+{each.develop}" if each.develop else ""
        chips.append(_Chip(adds, "#ffffff", "#111", house=HOUSE if built else "none"))
    return chips


def draw_figures(ax: Axes, view: BoardView) -> Axes:
    """Draw costs (red), incomes and houses (filled once they stand)."""
    plates: list[BaseGeometry] = []
    fills: list[str] = []
    houses: list[BaseGeometry] = []
    roofs: list[str] = []
    labels: list[Label] = []
    for each in view.hexes:
        x, y = view.middles[each.id]
        chips = _chips(view, each)
        left = x - (sum(chip.width for chip in chips) + 0.05 * (len(chips) - 1)) / 2
        for chip in chips:
            right = left + chip.width
            plates.append(box(left, y + _CHIPS - 0.13, right, y + _CHIPS + 0.13))
            fills.append(chip.fill)
            middle = (left + right) / 2
            if chip.house:
                at = left + 0.17 if chip.text else middle
                shape = icon("house", at, y + _CHIPS, 0.2)
                if shape is not None:
                    houses.append(shape)
                    roofs.append(chip.house)
                middle += 0.11
            if chip.text:
                text = (chip.text,)
                labels.append(Label(text, middle, y + _CHIPS, 0.18, True, chip.ink, margin=0))
            left = right + 0.05
    paint(ax, plates, fills, edge="#555555", width=0.012, zorder=9)
    paint(ax, houses, roofs, edge=HOUSE, width=0.022, zorder=9.5)
    return draw_labels(ax, labels)


def draw_lines(ax: Axes, view: BoardView) -> Axes:
    """Draw each network as lines between locomotives: a tree out of the start hex."""
    for name, hexes in view.networks.items():
        colour = view.title.companies[name].colour
        lines = [
            LineString([view.places[one, name][0], view.places[two, name][0]]).buffer(0.055)
            for one, two in _tree(view.title, hexes)
            if (one, name) in view.places and (two, name) in view.places
        ]
        paint(ax, lines, colour, alpha=0.6, zorder=3)
    return ax


def _tree(title: ChicagoTitle, hexes: Sequence[str]) -> Iterable[tuple[str, str]]:
    """Yield pairs of neighbours that join all hexes, nearest to the first hex first."""
    at = {title.hexes[each].xy: each for each in hexes}
    wave, seen = list(hexes[:1]), set(hexes[:1])
    for one in wave:
        for edge in range(6):
            two = at.get(neighbour(LAYOUT, title.hexes[one].xy, edge))
            if two is not None and two not in seen:
                seen.add(two)
                wave.append(two)
                yield one, two


def draw_locomotives(ax: Axes, view: BoardView) -> Axes:
    """Draw every locomotive in its company's colour, with the company's letters on it."""
    labels = []
    for name, hexes in view.networks.items():
        company = view.company(name)
        places = [view.places[hex_id, name] for hex_id in hexes if hex_id in view.middles]
        shapes = [icon("locomotive", *at, width) for at, width in places]
        engines = [shape for shape in shapes if shape is not None]
        paint(ax, engines, company.colour, edge="#111111", width=0.016, zorder=8)
        labels += [_letters(name, company.text_colour, at, width) for at, width in places]
    return draw_labels(ax, labels, zorder=8.5)


def _letters(text: str, ink: str, at: XY, width: float) -> Label:
    middle = at[0] - 0.02 * width, at[1] + 0.02 * width
    return fitted(Label((text,), *middle, 0.3 * width, True, ink, margin=0), 0.86 * width)


def draw_marks(ax: Axes, view: BoardView) -> Axes:
    """Draw what is to be built: a thick rim and a white locomotive, or a house."""
    labels = []
    for mark in view.marks:
        if mark.hex not in view.middles:
            continue
        rim = view.outlines[mark.hex].buffer(-0.05, join_style="mitre")
        paint(ax, [rim], "none", edge=mark.colour, width=0.1, zorder=7)
        at, width = view.places[mark.hex, mark.text]
        shape = icon("house" if mark.house else "locomotive", *at, width)
        if shape is not None:
            paint(ax, [shape], "#ffffff", edge=mark.colour, width=0.058 * width, zorder=8.2)
        labels.append(_letters(mark.text, mark.colour, at, width))
    wrong = [view.middles[each] for each in view.faults if each in view.middles]
    draw_faults(ax, [(x + 0.64, y - 0.27) for x, y in wrong])
    return draw_labels(ax, labels, zorder=8.6)


def draw_board(ax: Axes, view: BoardView) -> Axes:
    """Draw all of a position; the limits of ``ax`` must be set before."""
    draw_terrain(ax, view)
    draw_lines(ax, view)
    draw_locomotives(ax, view)
    draw_marks(ax, view)
    draw_figures(ax, view)
    return draw_names(ax, view)
