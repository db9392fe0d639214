"""Stops as they are drawn: cities with places for markers, towns, passes, ports."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache

from msgspec.structs import replace

from mapdata.title import Company, Title
from plots import palette
from plots.drawing import XY, Disc, Group, Ink, Item, Outline, Part, Shape
from plots.icons import icon
from plots.labels import Label, fitted, written
from plots.metrics import text_width
from plots.outlines import round_hull
from plots.places import RADIUS, StopPlace, StopShape

MARKER = 0.235
_DARK = "#222222"


def slot_radius(spot: StopShape) -> float:
    """Radius of each marker place: smaller where there are many."""
    radius = RADIUS[spot.form]
    return radius if spot.slots < 3 else radius * (0.94 if spot.slots == 3 else 0.83)


@cache
def slot_offsets(spot: StopShape) -> tuple[XY, ...]:
    """Offsets of marker places around the centre of their stop."""
    step = slot_radius(spot)
    if spot.slots <= 1:
        return ((0.0, 0.0),)
    if spot.slots == 2:
        x, y = step * math.cos(spot.tilt), step * math.sin(spot.tilt)
        return ((-x, -y), (x, y))
    if spot.slots == 4:
        return ((-step, step), (step, step), (-step, -step), (step, -step))
    reach = step / math.sin(math.pi / spot.slots)
    turns = [math.pi / 2 - math.tau * slot / spot.slots for slot in range(spot.slots)]
    return tuple((reach * math.cos(turn), reach * math.sin(turn)) for turn in turns)


@cache
def _hull(spot: StopShape, way: float | None) -> tuple[tuple[XY, ...], float]:
    """The corners of a stop's outline, counter-clockwise, and its radius around them."""
    middles = sorted(slot_offsets(spot), key=lambda at: math.atan2(at[1], at[0]))
    if spot.form == "city":
        return tuple(middles), slot_radius(spot)
    if spot.form == "pass":
        inner = slot_radius(spot) - 0.07
        left, right = min(x for x, _ in middles) - inner, max(x for x, _ in middles) + inner
        low, top = min(y for _, y in middles) - inner, max(y for _, y in middles) + inner
        return ((left, low), (right, low), (right, top), (left, top)), 0.07
    return ((0.0, 0.0),), RADIUS[spot.form]


def rim_of(spot: StopShape, place: StopPlace, beyond: float = 0.0) -> Outline:
    """Return the outline of a stop's shape; with ``beyond`` a ring at that distance around it."""
    points, radius = _hull(spot, place.way)
    return round_hull([(place.x + x, place.y + y) for x, y in points], radius + beyond)


def body_points(spot: StopShape, place: StopPlace) -> tuple[list[XY], float]:
    """Return points and a radius that together cover a stop's shape."""
    points, radius = _hull(spot, place.way)
    middle = (place.x, place.y)
    around = [(place.x + x, place.y + y) for x, y in points]
    if spot.slots > 1:
        count = len(around)
        around += [
            ((around[at][0] + around[at - 1][0]) / 2, (around[at][1] + around[at - 1][1]) / 2)
            for at in range(count)
        ]
    return [middle, *around], radius


@cache
def stop_part(spot: StopShape, way: float | None) -> Part:
    """Return a stop around its own middle; an area has its panel instead."""
    middle = StopPlace(0.0, 0.0, way)
    items: list[Item | None] = []
    if spot.form == "city":
        if spot.slots > 1:
            items.append(
                Shape((rim_of(spot, middle),), Ink(fill="#ffffff", rim=_DARK, width=0.035))
            )
            slot = Ink(fill="#ffffff", rim="#777777", width=0.018)
            inner = slot_radius(spot) - 0.02
            items += [Disc(x, y, inner, slot) for x, y in slot_offsets(spot)]
        else:
            items.append(Disc(0, 0, slot_radius(spot), Ink(fill="#ffffff", rim=_DARK, width=0.035)))
    elif spot.form == "pass":
        look = Ink(fill="#efe3d0", rim="#5a4632", width=0.035)
        items.append(Shape((rim_of(spot, middle),), look))
        items += [icon("mountain", x, y, 0.32, "#7a624a") for x, y in slot_offsets(spot)]
    elif spot.form == "port":
        items.append(Disc(0, 0, RADIUS["port"], Ink(fill="#e3f1fa", rim="#1d4f7a", width=0.03)))
        items.append(icon("anchor", 0, 0, 0.3, "#1d4f7a"))
    elif spot.form in ("town", "halt"):
        look = Ink(fill=_DARK, rim="#ffffff", width=0.022)
        if spot.form == "halt":
            look = Ink(fill="#ffffff", rim=_DARK, width=0.04)
        if way is None:
            items.append(Disc(0, 0, RADIUS["town"], look))
        else:
            items.append(Shape((_bar(way),), look))
    return Part(tuple(each for each in items if each is not None))


def _bar(way: float) -> Outline:
    """Return the bar of a town across its track."""
    cos, sin = math.cos(way), math.sin(way)
    corners = ((-0.05, -0.17), (0.05, -0.17), (0.05, 0.17), (-0.05, 0.17))
    turned = [(x * cos - y * sin, x * sin + y * cos) for x, y in corners]
    return Outline(turned[0], tuple(turned[1:]), True)


def stop_items(
    spot: StopShape, place: StopPlace, companies: Sequence[Company], homes: Sequence[Company] = ()
) -> list[Item]:
    """Return a stop in its place with the markers that stand there, and whose home it is."""
    items: list[Item] = [Group(stop_part(spot, place.way), place.x, place.y)]
    slots = slot_offsets(spot)
    size = MARKER * (slot_radius(spot) / RADIUS[spot.form] if spot.form != "area" else 1.0)
    for company, (x, y) in zip(companies, slots, strict=False):
        items.append(marker_disc(company, (place.x + x, place.y + y), size))
    for company, (x, y) in zip(homes, slots[len(companies) :], strict=False):
        kept = _home(company.id, company.colour)
        items.append(Group(kept, place.x + x, place.y + y, size / MARKER))
    return items


@cache
def _home(name: str, colour: str) -> Part:
    """Return the letters of a company in a place that is kept for it."""
    pale = palette.mixed(colour, "#ffffff", 0.35)
    ring = Disc(0, 0, MARKER - 0.03, Ink(rim=pale, width=0.03, dash=(0.07, 0.05)))
    return Part((ring, *written([_letters(name, palette.mixed(colour, "#000000", 0.2))])))


@cache
def companies_of(title: Title) -> dict[str, Company]:
    """Return the companies of a title; those without a colour get one."""
    found = dict(title.companies)
    grey = [each for each in found.values() if each.colour == NEUTRAL.colour]
    for at, company in enumerate(grey):
        lent = palette.TRAINS[at % len(palette.TRAINS)]
        found[company.id] = replace(company, colour=lent, text_colour="#ffffff")
    return found


NEUTRAL = Company(id="N", name="neutral", kind="", text_colour="#ffffff")
"""The sign of a marker that belongs to nobody."""


def marker_disc(company: Company, at: XY, radius: float = MARKER) -> Group:
    """Return one marker."""
    part = _token(company.id, company.colour, company.text_colour)
    return Group(part, at[0], at[1], radius / MARKER, (("marker", company.id),))


@cache
def _token(name: str, colour: str, text_colour: str) -> Part:
    disc = Disc(0, 0, MARKER, Ink(fill=colour, rim="#111111", width=0.02))
    return Part((disc, *written([_letters(name, text_colour)])))


def _letters(name: str, colour: str) -> Label:
    """Return a company's letters, on two lines if they would be too small on one."""
    wide = MARKER * 1.75
    lines: tuple[str, ...] = (name,)
    if len(name) > 3 and text_width(name, bold=True) * MARKER * 0.8 > wide:
        half = (len(name) + 1) // 2
        lines = (name[:half], name[half:])
        wide = MARKER * 1.5
    size = MARKER * (0.95 if len(lines) == 1 else 0.8)
    return fitted(Label(lines, 0, 0, size, bold=True, colour=colour, margin=0), wide)
