"""A position of Chicago Express as it is drawn: figures of its hexes, houses, locomotives."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property

from hexgraph.lattice import centre
from mapdata.chicago import HOUSED, BoardHex, ChicagoTitle
from mapdata.title import Company, Layout
from plots.drawing import XY, Group, Ink, Item, Part, Shape, Window
from plots.icons import icon
from plots.labels import Label, written
from plots.outlines import round_box

COST, HOUSE = "#b3261e", "#8c2f1b"
_CHIPS = -0.56
"""Distance of a hex's figures below its middle."""


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


def _chips(view: ChicagoView, each: BoardHex) -> list[_Chip]:
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


def figures(view: ChicagoView) -> list[Item]:
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


LAYOUT: Layout = "flat"


PLATE = 0.53
"""Width of what stands for a locomotive where three or more are in one hex."""


@dataclass(frozen=True)
class HexMark:
    """A hex to be built or developed: its text, in the colour of its action."""

    hex: str
    text: str
    colour: str
    house: bool = False


@dataclass(frozen=True, eq=False)
class ChicagoView:
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
        """The middle of each hex."""
        return {each.id: centre(LAYOUT, each.xy) for each in self.hexes}

    @cached_property
    def window(self) -> Window:
        """The window of the picture: left, bottom, width, height."""
        xs, ys = zip(*self.middles.values(), strict=True)
        left, low = min(xs) - 1.15, min(ys) - 1.02
        return left, low, max(xs) + 1.15 - left, max(ys) + 1.02 - low

    def company(self, name: str) -> Company:
        """Return a company as other pictures know it."""
        each = self.title.companies[name]
        return Company(id=name, name=each.name, colour=each.colour, text_colour=each.text_colour)

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
                spots, width = standing(len(names))
                x, y = self.middles[hex_id]
                for name, (dx, dy) in zip(names, spots, strict=True):
                    found[hex_id, name] = (x + dx, y + dy), width
        return found


def standing(count: int) -> tuple[list[XY], float]:
    """Centres of ``count`` locomotives in a hex, and the width of each."""
    if count == 1:
        return [(0.0, 0.0)], 0.78
    if count == 2:
        return [(-0.37, 0.0), (0.4, 0.0)], 0.62
    if count == 3:
        return [(-0.56, 0.0), (0.0, 0.0), (0.56, 0.0)], PLATE
    first = (count + 1) // 2
    rows = [(first, 0.19), (count - first, -0.17)]
    step = min(0.56, 1.72 / first)
    spots = [((at - (many - 1) / 2) * step, y) for many, y in rows for at in range(many)]
    return spots, min(PLATE, step - 0.03)
