"""Runs on a board: ribbons along the very track they use, rings around what pays."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import shapely
from matplotlib.axes import Axes
from shapely import LineString, Point
from shapely.geometry.base import BaseGeometry
from shapely.ops import substring

from hexgraph.course import Step, stop_in
from hexgraph.network import Network
from plots import palette
from plots.board import Scene
from plots.labels import Label, draw_labels
from plots.paint import paint
from plots.stops import body
from plots.track import dashes, enters_area, pulled, ribbon
from solvers.problem import Run

WIDTH = 0.15
_ASIDE = 0.15
_BADGE = 0.13

XY = tuple[float, float]


@dataclass(frozen=True, eq=False)
class RunView:
    """A run as it is drawn: its number, colour, track and the stops that pay."""

    number: int
    colour: str
    lines: tuple[LineString, ...]
    tunnels: tuple[LineString, ...]
    rings: tuple[BaseGeometry, ...]
    badge: XY | None
    wrong: bool = False

    @cached_property
    def ribbon(self) -> BaseGeometry:
        """Return what the run covers."""
        return shapely.union_all([ribbon(line, WIDTH) for line in self.lines])


@dataclass(frozen=True)
class _Leg:
    """One link of a run, in its direction, as pieces of track."""

    steps: tuple[Step, ...]
    stops: tuple[int, int]


def run_views(
    scene: Scene, network: Network, runs: Sequence[Run | None], wrong: frozenset[int] = frozenset()
) -> list[RunView]:
    """Return how ``runs`` are drawn together; runs in ``wrong`` (by index) are marked.

    Runs keep their number and colour where a line of a claim before them has no track.
    """
    legs = [_legs(scene, network, run) for run in runs]
    drawn_at = _crowds([run.stops if run else () for run in runs])
    paid_at = _crowds([run.paid if run else () for run in runs])
    views = []
    for index, run in enumerate(runs):
        if run is None:
            continue
        lines: list[LineString] = []
        tunnels: list[LineString] = []
        ways = _ways(scene, network, legs[index])
        for leg in legs[index]:
            for step in leg.steps:
                line = _line(scene, step)
                for stop in leg.stops:
                    others = drawn_at[stop]
                    if stop in ways and len(others) > 1 and step in (leg.steps[0], leg.steps[-1]):
                        aside = (others.index(index) - (len(others) - 1) / 2) * _ASIDE
                        line = _beside(scene, network, line, step, stop, ways[stop], aside)
                lines.append(line)
                if scene.board.face(step[0]).track[step[1]].narrow:
                    tunnels.append(line)
        rings = [
            _ring(scene, network, legs[index], stop, paid_at[stop].index(index))
            for stop in dict.fromkeys(run.paid)
        ]
        views.append(
            RunView(
                index + 1,
                palette.train_colour(index),
                tuple(lines),
                tuple(tunnels),
                tuple(ring for ring in rings if ring is not None),
                _badge(scene, lines),
                index in wrong,
            )
        )
    return views


def _crowds(visits: Sequence[Sequence[int]]) -> dict[int, list[int]]:
    """Return for each stop the runs that visit it."""
    found: dict[int, list[int]] = {}
    for index, stops in enumerate(visits):
        for stop in dict.fromkeys(stops):
            found.setdefault(stop, []).append(index)
    return found


def _legs(scene: Scene, network: Network, run: Run | None) -> list[_Leg]:
    legs = []
    for at, index in enumerate(run.links if run else ()):
        assert run is not None
        link = network.links[index]
        steps = link.pieces
        if link.a != run.stops[at]:
            steps = steps[::-1]
        legs.append(_Leg(steps, (run.stops[at], run.stops[at + 1])))
    return [leg for leg in legs if all(step[0] in scene.by_hex for step in leg.steps)]


def _line(scene: Scene, step: Step) -> LineString:
    """Return the line of a piece; in an area it ends short of the arrow's point."""
    view = scene.by_hex[step[0]]
    line, piece = view.lines[step[1]], view.face.track[step[1]]
    if enters_area(piece, view.spots):
        return substring(line, 0, 0.6, normalized=True)
    return line


def _place(scene: Scene, network: Network, stop: int, hex_id: str) -> Point | None:
    """Return where a stop is drawn on one of its hexes, if it has a place of its own."""
    seen = network.stops[stop]
    if hex_id not in seen.hexes:
        return None
    view, index = scene.by_hex[hex_id], stop_in(scene.board, seen, hex_id)[1]
    if view.spots[index].shape == "area":
        return None
    return Point(view.places[index].x, view.places[index].y)


def _ways(scene: Scene, network: Network, legs: Sequence[_Leg]) -> dict[int, XY]:
    """Return for each stop of a run a unit vector across the way it takes there."""
    out: dict[int, list[XY]] = {}
    for leg in legs:
        for stop, step in zip(leg.stops, (leg.steps[0], leg.steps[-1]), strict=True):
            place = _place(scene, network, stop, step[0])
            if place is not None:
                ends = (Point(_line(scene, step).coords[at]) for at in (0, -1))
                far = max(ends, key=place.distance)
                out.setdefault(stop, []).append((far.x - place.x, far.y - place.y))
    ways = {}
    for stop, arms in out.items():
        (x, y), (x2, y2) = arms[0], (arms[1] if len(arms) > 1 else (0.0, 0.0))
        dx, dy = x - x2, y - y2
        if (dx, dy) < (0.0, 0.0):
            dx, dy = -dx, -dy
        length = math.hypot(dx, dy) or 1.0
        ways[stop] = (-dy / length, dx / length)
    return ways


def _beside(
    scene: Scene,
    network: Network,
    line: LineString,
    step: Step,
    stop: int,
    across: XY,
    aside: float,
) -> LineString:
    """Return a line drawn aside near a stop that other runs visit too."""
    place = _place(scene, network, stop, step[0])
    if place is None or line.distance(place) > 0.02:
        return line
    reach = min(0.5, 0.9 * line.length)
    return pulled(line, place, (across[0] * aside, across[1] * aside), reach)


def _ring(
    scene: Scene, network: Network, legs: Sequence[_Leg], stop: int, rank: int
) -> BaseGeometry | None:
    """Return the ring around a paying stop; the rings of several runs lie in each other."""
    wide = 0.05 + 0.075 * rank
    for leg in legs:
        for seen, step in zip(leg.stops, (leg.steps[0], leg.steps[-1]), strict=True):
            if seen != stop:
                continue
            key = stop_in(scene.board, network.stops[stop], step[0])
            for area in scene.areas:
                if key in area.stops:
                    return area.panel.buffer(wide - 0.01, quad_segs=4)
            shape = body(scene.by_hex[key[0]], key[1])
            if shape.area < 0.05:
                shape = shape.centroid.buffer(0.17)
            return shape.buffer(wide)
    return None


def _badge(scene: Scene, lines: Sequence[LineString]) -> XY | None:
    """Return the hexside nearest to the middle of a run where its number covers no text."""
    middles = [Point(line.coords[at]) for line in lines for at in (0, -1)]
    sides = [
        point
        for point in middles
        if sum(point.distance(other) < 1e-6 for other in middles) > 1
        and not any(
            math.hypot(point.x - place.x, point.y - place.y) < 0.35
            for view in scene.views
            for place in view.places
        )
    ]
    order = sorted(sides, key=lambda point: abs(sides.index(point) - len(sides) / 2))
    for point in order:
        box = (point.x - _BADGE, point.y - _BADGE, point.x + _BADGE, point.y + _BADGE)
        if scene.room.is_free(box):
            scene.room.take(box)
            return point.x, point.y
    return None


def draw_runs(ax: Axes, views: Sequence[RunView]) -> Axes:
    """Draw runs on a board that is drawn already."""
    for at, view in enumerate(views):
        rim = palette.WRONG if view.wrong else "#ffffff"
        paint(ax, [view.ribbon], view.colour, edge=rim, width=0.035, zorder=6 + at * 0.01)
        inner = [dash for line in view.tunnels for dash in dashes(line, 0.05)]
        paint(ax, inner, "#ffffff", zorder=6.005 + at * 0.01)
        paint(ax, view.rings, "none", edge="#ffffff", width=0.085, zorder=9)
        paint(ax, view.rings, "none", edge=view.colour, width=0.055, zorder=9.1)
    badges = [view for view in views if view.badge is not None]
    circles = [Point(view.badge).buffer(_BADGE) for view in badges]
    paint(ax, circles, "#ffffff", edge=[v.colour for v in badges], width=0.04, zorder=9.5)
    labels = [
        Label((str(view.number),), *view.badge, 0.17, bold=True, colour=view.colour, margin=0)
        for view in badges
        if view.badge is not None
    ]
    return draw_labels(ax, labels)
