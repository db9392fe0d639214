"""The figures of a hex of Chicago Express: cost, income, what a house adds; the house itself."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from mapdata.chicago import HOUSED, BoardHex
from plots.chicago_view import ChicagoView
from plots.drawing import Group, Ink, Item, Part, Shape
from plots.icons import icon
from plots.labels import Label, written
from plots.outlines import round_box

COST, HOUSE = "#b3261e", "#8c2f1b"
_CHIPS = -0.56
"""How far under the middle of a hex its figures stand."""


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
