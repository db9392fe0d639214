"""Where stops sit on a hex, in units of the hexside with the middle of the hex at (0, 0).

A stop with two exits sits on the curve that joins them, so that track runs through it
without a kink; others sit in the middle, or towards their exit when they share the hex.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Literal

from shapely import LineString, Point

from hexgraph.face import Face
from hexgraph.lattice import Layout, direction, edge_middle
from mapdata.tile import Piece
from mapdata.title import StopKind

Shape = Literal["city", "pass", "town", "port", "area"]
XY = tuple[float, float]

RADIUS: dict[Shape, float] = {"city": 0.27, "pass": 0.25, "town": 0.13, "port": 0.22, "area": 0.0}
"""How much room a stop (or one of its places) takes around its middle."""

_OUT = 0.46
_MIDDLE = (0.0, 0.0)


@dataclass(frozen=True)
class Spot:
    """What decides where a stop is drawn."""

    shape: Shape
    slots: int
    at: float | None
    centred: bool


@dataclass(frozen=True)
class Place:
    """The middle of a stop and, if track runs straight through it, the way of the track."""

    x: float
    y: float
    way: float | None = None
    """Angle in radians: a town here is a bar across it, elsewhere a dot."""


def shape_of(kind: StopKind) -> Shape:
    """Return how a kind of stop is drawn, by what routes may do there."""
    if kind.marker:
        return "city"
    if kind.blocks:
        return "pass"
    if kind.through:
        return "town"
    return "area" if kind.makes_route else "port"


def spots(face: Face, kinds: Sequence[StopKind]) -> tuple[Spot, ...]:
    """Return what decides the places of a face's stops; hints turn with their tile."""
    turns = [turn for tile, turn in face.layers if tile.layer != "panel" for _ in tile.stops]
    turns = turns or [0] * len(face.stops)
    return tuple(
        Spot(
            shape_of(kind),
            stop.slots,
            None if stop.at is None else (stop.at + turn) % 6,
            stop.centred,
        )
        for stop, kind, turn in zip(face.stops, kinds, turns, strict=True)
    )


def arc_from(layout: Layout, edge: int, end: XY, steps: int = 14) -> LineString:
    """Return the arc that leaves the middle of a hexside at a right angle and comes to ``end``.

    It is the one circle that touches the normal of the hexside there: between two
    hexsides this is the curve printed on every tile, straight if they face each other.
    """
    x, y = edge_middle(layout, (0, 0), edge)
    out_x, out_y = direction(layout, edge)
    side_x, side_y = out_y, -out_x
    dx, dy = end[0] - x, end[1] - y
    sideways = dx * side_x + dy * side_y
    if abs(sideways) < 1e-9:
        return LineString([(x, y), end])
    radius = (dx * dx + dy * dy) / (2 * sideways)
    middle = x + radius * side_x, y + radius * side_y
    start = math.atan2(y - middle[1], x - middle[0])
    sweep = math.atan2(end[1] - middle[1], end[0] - middle[0]) - start
    sign = 1.0 if radius > 0 else -1.0
    sweep = sign * ((sign * sweep) % math.tau)
    angles = (start + sweep * step / steps for step in range(1, steps))
    reach = abs(radius)
    curve = [(middle[0] + reach * math.cos(a), middle[1] + reach * math.sin(a)) for a in angles]
    return LineString([(x, y), *curve, end])


def curve_between(layout: Layout, one: int, two: int) -> LineString:
    """Return the track between two hexsides."""
    return arc_from(layout, one, edge_middle(layout, (0, 0), two))


@cache
def stop_places(
    layout: Layout, stops: tuple[Spot, ...], track: tuple[Piece, ...]
) -> tuple[Place, ...]:
    """Return where each stop of a face sits."""
    options = [_options(layout, stops, track, index) for index in range(len(stops))]
    if len(stops) == 1:
        return (options[0][0],)
    ways = [_curve(layout, track, index) for index in range(len(stops))]

    def worth(places: tuple[Place, ...]) -> float:
        room = 0.1
        for one, place in enumerate(places):
            here, radius = Point(place.x, place.y), RADIUS[stops[one].shape]
            for two, other in enumerate(places):
                if one == two:
                    continue
                apart = math.hypot(place.x - other.x, place.y - other.y)
                room = min(room, apart - radius - RADIUS[stops[two].shape])
                if ways[two] is not None:
                    room = min(room, here.distance(ways[two]) - radius - 0.1)
        steps = sum(options[at].index(place) for at, place in enumerate(places))
        return room - 0.004 * steps

    best: tuple[Place, ...] = max(product(*options), key=worth)
    return best


def _curve(layout: Layout, track: tuple[Piece, ...], index: int) -> LineString | None:
    """Return the curve that runs through a stop with two exits and nothing else."""
    own = [piece for piece in track if index in piece.stops]
    edges = [edge for piece in own for edge in piece.edges]
    if len(own) != 2 or len(edges) != 2 or any(piece.junctions for piece in own):
        return None
    return curve_between(layout, edges[0], edges[1])


def _options(
    layout: Layout, stops: tuple[Spot, ...], track: tuple[Piece, ...], index: int
) -> list[Place]:
    """Return where a stop might sit, best first."""
    spot = stops[index]
    if spot.centred or spot.shape == "area":
        return [Place(0, 0)]
    curve = _curve(layout, track, index)
    if curve is not None and (spot.shape == "town" or len(stops) > 1):
        return _along(layout, curve, spot.at)
    if spot.at is not None:
        return [_towards(layout, spot.at, 0.5 if len(stops) == 1 else 1.0)]
    if len(stops) == 1 or (spot.shape == "city" and stops[0].shape != stops[-1].shape):
        return [Place(0, 0)]
    exits = [edge for piece in track if index in piece.stops for edge in piece.edges]
    if exits:
        x, y = (sum(direction(layout, edge)[axis] for edge in exits) for axis in (0, 1))
        length = math.hypot(x, y)
        scale = _OUT / length if length > 0.1 else 0.0
        return [Place(x * scale, y * scale)]
    spread = RADIUS[spot.shape] + 0.12
    return [Place(spread * (2 * index - len(stops) + 1), 0)]


def _towards(layout: Layout, at: float, share: float = 1.0) -> Place:
    x, y = direction(layout, at)
    return Place(x * _OUT * share, y * _OUT * share)


def _along(layout: Layout, curve: LineString, at: float | None) -> list[Place]:
    """Return places on a curve: nearest to the hint, or from the middle outward."""
    shares = [0.5, 0.38, 0.62, 0.3, 0.7, 0.22, 0.78]
    if at is not None:
        hint = _towards(layout, at)
        share = curve.project(Point(hint.x, hint.y), normalized=True)
        shares = [min(max(share, 0.22), 0.78)]
    found = []
    for share in shares:
        here = curve.interpolate(share, normalized=True)
        before, after = (curve.interpolate(share + d, normalized=True) for d in (-0.02, 0.02))
        way = math.atan2(after.y - before.y, after.x - before.x)
        found.append(Place(here.x, here.y, way))
    return found
