"""Stops as they are drawn: cities with places for markers, towns, passes, ports."""

from __future__ import annotations

import math
from collections.abc import Iterable

import shapely
from matplotlib.axes import Axes
from shapely import Point, box
from shapely.affinity import rotate
from shapely.geometry.base import BaseGeometry

from hexgraph.board import Board
from mapdata.title import Company
from plots.hexes import HexView
from plots.icons import icon
from plots.labels import Label, draw_labels, fitted, text_width
from plots.paint import paint
from plots.places import RADIUS

TOKEN = 0.235
_CITY, _PASS = RADIUS["city"], RADIUS["pass"]


def slot_middles(view: HexView, index: int) -> list[tuple[float, float]]:
    """Return the middle of each place for a marker of a stop."""
    spot, place = view.spots[index], view.places[index]
    step = RADIUS[spot.shape]
    if spot.slots == 1:
        ring = [(0.0, 0.0)]
    elif spot.slots == 2:
        ring = [(-step, 0.0), (step, 0.0)]
    elif spot.slots == 4:
        ring = [(-step, step), (step, step), (-step, -step), (step, -step)]
    else:
        reach = step / math.sin(math.pi / spot.slots)
        turns = [math.pi / 2 - math.tau * slot / spot.slots for slot in range(spot.slots)]
        ring = [(reach * math.cos(turn), reach * math.sin(turn)) for turn in turns]
    return [(place.x + x, place.y + y) for x, y in ring]


def body(view: HexView, index: int) -> BaseGeometry:
    """Return the shape of a stop, round which a ring is drawn when it pays."""
    spot, place = view.spots[index], view.places[index]
    if spot.shape == "city":
        circles = [Point(at).buffer(_CITY) for at in slot_middles(view, index)]
        return shapely.union_all(circles).convex_hull
    if spot.shape == "pass":
        squares = [_square(at, _PASS) for at in slot_middles(view, index)]
        return shapely.union_all(squares).convex_hull
    if spot.shape == "town" and place.way is not None:
        bar = box(place.x - 0.05, place.y - 0.17, place.x + 0.05, place.y + 0.17)
        return rotate(bar, place.way, origin=(place.x, place.y), use_radians=True)
    return Point(place.x, place.y).buffer(RADIUS[spot.shape])


def _square(at: tuple[float, float], half: float) -> BaseGeometry:
    inner = half - 0.07
    return box(at[0] - inner, at[1] - inner, at[0] + inner, at[1] + inner).buffer(0.07)


def draw_stops(ax: Axes, views: Iterable[HexView]) -> Axes:
    """Draw the stops themselves; areas are drawn with their panels."""
    stops = [(view, index) for view in views for index in range(len(view.spots))]
    found: dict[str, list[BaseGeometry]] = {"city": [], "pass": [], "town": [], "port": []}
    slots: list[BaseGeometry] = []
    peaks: list[BaseGeometry | None] = []
    anchors: list[BaseGeometry | None] = []
    for view, index in stops:
        shape, place = view.spots[index].shape, view.places[index]
        if shape == "area":
            continue
        found[shape].append(body(view, index))
        if shape == "city":
            slots += [Point(at).buffer(_CITY - 0.02) for at in slot_middles(view, index)]
        elif shape == "pass":
            peaks += [icon("mountain", x, y, 0.32) for x, y in slot_middles(view, index)]
        elif shape == "port":
            anchors.append(icon("anchor", place.x, place.y, 0.3))
    ink = "#222222"
    paint(ax, found["city"], "#ffffff", edge=ink, width=0.035, zorder=5)
    paint(ax, slots, "#ffffff", edge="#777777", width=0.018, zorder=5.1)
    paint(ax, found["pass"], "#efe3d0", edge="#5a4632", width=0.035, zorder=5)
    paint(ax, [each for each in peaks if each], "#7a624a", zorder=5.1)
    paint(ax, found["port"], "#e3f1fa", edge="#1d4f7a", width=0.03, zorder=7)
    paint(ax, [each for each in anchors if each], "#1d4f7a", zorder=7.1)
    paint(ax, found["town"], ink, edge="#ffffff", width=0.022, zorder=7)
    return ax


def draw_tokens(ax: Axes, board: Board, views: Iterable[HexView]) -> Axes:
    """Draw every marker in its company's colours, with the company's letters."""
    for view in views:
        for index in range(len(view.spots)):
            names = board.markers.get((view.id, index), ())
            middles = slot_middles(view, index)
            for name, at in zip(names, middles, strict=False):
                draw_token(ax, board.title.companies[name], at)
    return ax


def draw_token(ax: Axes, company: Company, at: tuple[float, float], radius: float = TOKEN) -> Axes:
    """Draw one marker."""
    circle = Point(at).buffer(radius)
    paint(ax, [circle], company.colour, edge="#111111", width=0.02, zorder=8)
    return draw_labels(ax, [token_label(company, at, radius)], zorder=8.1)


def token_label(company: Company, at: tuple[float, float], radius: float = TOKEN) -> Label:
    """Return the company's letters, on two lines if they would be too small on one."""
    name = company.id
    wide = radius * 1.75
    lines: tuple[str, ...] = (name,)
    if len(name) > 3 and text_width(name, bold=True) * radius * 0.8 > wide:
        half = (len(name) + 1) // 2
        lines = (name[:half], name[half:])
        wide = radius * 1.5
    size = radius * (0.95 if len(lines) == 1 else 0.8)
    label = Label(lines, *at, size, bold=True, colour=company.text_colour, margin=0)
    return fitted(label, wide)
