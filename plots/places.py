"""Where stops sit on a hex, in units of the hexside with the middle of the hex at (0, 0).

A stop with two exits sits on the curve that joins them, so that track runs through it
without a kink; others sit in the middle, or towards their exit when they share the hex.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, permutations, product
from typing import Literal

from hexgraph.face import Face
from hexgraph.lattice import Layout, direction, edge_middle
from mapdata.tile import Piece
from mapdata.title import StopKind
from plots.curves import Curve, arc_out
from plots.drawing import XY

Form = Literal["city", "pass", "town", "port", "area"]

RADIUS: dict[Form, float] = {"city": 0.27, "pass": 0.25, "town": 0.13, "port": 0.22, "area": 0.0}
"""How much room a stop (or one of its places) takes around its middle."""

_OUT = 0.46


@dataclass(frozen=True)
class Spot:
    """What decides where a stop is drawn."""

    form: Form
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


def form_of(kind: StopKind) -> Form:
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
            form_of(kind),
            stop.slots,
            None if stop.at is None else (stop.at + turn) % 6,
            stop.centred,
        )
        for stop, kind, turn in zip(face.stops, kinds, turns, strict=True)
    )


@cache
def arc_from(layout: Layout, edge: int, end: XY) -> Curve:
    """Return the arc that leaves the middle of a hexside at a right angle and comes to ``end``."""
    return arc_out(edge_middle(layout, (0, 0), edge), direction(layout, edge), end)


def curve_between(layout: Layout, one: int, two: int) -> Curve:
    """Return the track between two hexsides."""
    return arc_from(layout, one, edge_middle(layout, (0, 0), two))


@cache
def stop_places(
    layout: Layout, stops: tuple[Spot, ...], track: tuple[Piece, ...]
) -> tuple[Place, ...]:
    """Return where each stop of a face sits."""
    options = [_options(layout, stops, track, index) for index in range(len(stops))]
    if all(len(each) == 1 for each in options):
        return tuple(each[0] for each in options)
    ways = [_curve(layout, track, index) for index in range(len(stops))]
    pairs = list(combinations(range(len(stops)), 2))
    near: dict[tuple[int, int, int, int], float] = {}
    for one, two in pairs:
        reach = RADIUS[stops[one].form] + RADIUS[stops[two].form]
        for (a, here), (b, there) in product(enumerate(options[one]), enumerate(options[two])):
            near[one, a, two, b] = math.dist((here.x, here.y), (there.x, there.y)) - reach
    clear: dict[tuple[int, int, int], float] = {}
    for one, two in permutations(range(len(stops)), 2):
        way = ways[two]
        for a, place in enumerate(options[one]):
            away = math.inf if way is None else way.distance((place.x, place.y))
            clear[one, a, two] = away - RADIUS[stops[one].form] - 0.1

    def worth(chosen: tuple[int, ...]) -> float:
        room = min([0.1, *(near[one, chosen[one], two, chosen[two]] for one, two in pairs)])
        for one, two in pairs:
            room = min(room, clear[one, chosen[one], two], clear[two, chosen[two], one])
        return room - 0.004 * sum(chosen)

    best = max(product(*(range(len(each)) for each in options)), key=worth)
    return tuple(each[at] for each, at in zip(options, best, strict=True))


def _curve(layout: Layout, track: tuple[Piece, ...], index: int) -> Curve | None:
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
    if spot.centred or spot.form == "area":
        return [Place(0, 0)]
    curve = _curve(layout, track, index)
    if curve is not None and (spot.form == "town" or len(stops) > 1):
        return _along(layout, curve, spot.at)
    if spot.at is not None:
        return [_towards(layout, spot.at, 0.5 if len(stops) == 1 else 1.0)]
    if len(stops) == 1 or (spot.form == "city" and stops[0].form != stops[-1].form):
        return [Place(0, 0)]
    exits = [edge for piece in track if index in piece.stops for edge in piece.edges]
    if exits:
        x, y = (sum(direction(layout, edge)[axis] for edge in exits) for axis in (0, 1))
        length = math.hypot(x, y)
        scale = _OUT / length if length > 0.1 else 0.0
        return [Place(x * scale, y * scale)]
    spread = RADIUS[spot.form] + 0.12
    return [Place(spread * (2 * index - len(stops) + 1), 0)]


def _towards(layout: Layout, at: float, share: float = 1.0) -> Place:
    x, y = direction(layout, at)
    return Place(x * _OUT * share, y * _OUT * share)


def _along(layout: Layout, curve: Curve, at: float | None) -> list[Place]:
    """Return places on a curve: nearest to the hint, or from the middle outward."""
    shares = [0.5, 0.38, 0.62, 0.3, 0.7, 0.22, 0.78]
    if at is not None:
        hint = _towards(layout, at)
        shares = [min(max(curve.nearest((hint.x, hint.y)), 0.22), 0.78)]
    return [Place(*curve.point(share), curve.way(share)) for share in shares]
