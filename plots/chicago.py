"""The board of Chicago Express: terrain, figures, houses, locomotives and what is to be built."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property

from hexgraph.lattice import centre, corners, neighbour
from mapdata.chicago import HOUSED, BoardHex, ChicagoTitle
from mapdata.title import Company, Layout
from plots import palette
from plots.drawing import XY, Group, Ink, Item, Outline, Part, Shape, Window, group, line, polygon
from plots.faults import fault_items
from plots.icons import icon
from plots.labels import Label, fitted, written
from plots.outlines import round_box

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
_PLATE = 0.53
"""Width of what stands for a locomotive where three or more are in one hex."""
_CHIPS = -0.56
"""How far under the middle of a hex its figures stand."""


@dataclass(frozen=True)
class HexMark:
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
    marks: Sequence[HexMark] = ()
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
    def window(self) -> Window:
        """What the picture shows: left, bottom, width, height."""
        xs, ys = zip(*self.middles.values(), strict=True)
        left, low = min(xs) - 1.15, min(ys) - 1.02
        return left, low, max(xs) + 1.15 - left, max(ys) + 1.02 - low

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
    if count == 3:
        return [(-0.56, 0.0), (0.0, 0.0), (0.56, 0.0)], _PLATE
    first = (count + 1) // 2
    rows = [(first, 0.19), (count - first, -0.17)]
    step = min(0.56, 1.72 / first)
    spots = [((at - (many - 1) / 2) * step, y) for many, y in rows for at in range(many)]
    return spots, min(_PLATE, step - 0.03)


def _engine(at: XY, width: float, fill: str, rim: str, rim_width: float) -> list[Item]:
    """Return a locomotive, or a plain plate where there are too many to tell apart."""
    if width > _PLATE:
        shape = icon("locomotive", *at, width, fill, rim, rim_width / 2)
        return [shape] if shape is not None else []
    half = width / 2
    box = at[0] - half, at[1] - 0.14, at[0] + half, at[1] + 0.14
    return [Shape((round_box(box, 0.06),), Ink(fill, rim, rim_width))]


def terrain(view: BoardView) -> list[Item]:
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
    """Return a hex around (0, 0), or one so much of its size."""
    return polygon((x * share, y * share) for x, y in corners(LAYOUT, (0, 0)))


def names(view: BoardView) -> list[Item]:
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


def figures(view: BoardView) -> list[Item]:
    """Return costs (red), incomes and houses (filled once they stand)."""
    items: list[Item] = []
    for each in view.hexes:
        chips = _chips(view, each)
        if chips:
            part = _figures(tuple(chips))
            items.append(Group(part, *view.middles[each.id], of=(("hex", each.id),)))
    return items


@cache
def _figures(chips: tuple[_Chip, ...]) -> Part:
    """Return the figures of a hex side by side under its middle."""
    items: list[Item] = []
    labels: list[Label] = []
    left = -(sum(chip.width for chip in chips) + 0.05 * (len(chips) - 1)) / 2
    for chip in chips:
        right = left + chip.width
        plate = Ink(fill=chip.fill, rim="#555555", width=0.012)
        items.append(Shape((round_box((left, _CHIPS - 0.13, right, _CHIPS + 0.13), 0.02),), plate))
        middle = (left + right) / 2
        if chip.house:
            at = left + 0.17 if chip.text else middle
            inside = "#ffffff" if chip.house == "none" else chip.house
            house = icon("house", at, _CHIPS, 0.2, inside, HOUSE, 0.011)
            items += [house] if house is not None else []
            middle += 0.11
        if chip.text:
            labels.append(Label((chip.text,), middle, _CHIPS, 0.18, True, chip.ink, margin=0))
        left = right + 0.05
    return Part((*items, *written(labels)))


def lines(view: BoardView) -> list[Item]:
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


def locomotives(view: BoardView) -> list[Item]:
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
    if width <= _PLATE:
        middle, size = at, 0.19
    return fitted(Label((text,), *middle, size, True, ink, margin=0), 0.86 * width)


def marks(view: BoardView) -> list[Item]:
    """Return what is to be built: a thick rim and a white locomotive, or a house."""
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


def board_items(view: BoardView) -> list[Item]:
    """Return all of a position, the lowest first."""
    return [
        *terrain(view),
        *lines(view),
        *locomotives(view),
        *marks(view),
        *figures(view),
        *names(view),
    ]
