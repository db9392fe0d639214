"""The places of stops on a hex, in units of the hexside with the middle of the hex at (0, 0).

A stop with two exits sits on the curve that joins them, so that track runs through it
without a kink; others sit in the middle, or towards their exit when they share the hex.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations, permutations, product
from typing import Literal

from hexgraph.face import Face
from hexgraph.lattice import direction, edge_middle
from mapdata.tile import SINGLE, Piece
from mapdata.title import Layout, StopKind
from plots.curves import Curve, arc_out, bend
from plots.drawing import XY

Form = Literal["city", "pass", "town", "halt", "port", "area"]

RADIUS: dict[Form, float] = {
    "city": 0.27,
    "pass": 0.25,
    "town": 0.13,
    "halt": 0.13,
    "port": 0.22,
    "area": 0.0,
}
"""The radius of a stop, or of one of its places."""

_OUT = 0.46
_LANE = 0.26


@dataclass(frozen=True)
class StopShape:
    """The facts on which the place of a drawn stop depends."""

    form: Form
    slots: int
    at: float | None
    centred: bool
    tilt: float = 0.0
    """Angle in radians of the line on which two places lie: 0 is side by side."""


@dataclass(frozen=True)
class StopPlace:
    """The middle of a stop and, if track runs straight through it, the way of the track."""

    x: float
    y: float
    way: float | None = None
    """Angle in radians: a town here is a bar across it, elsewhere a dot."""


def reach_of(spot: StopShape) -> float:
    """Radius of a stop with all its places."""
    return RADIUS[spot.form] * (1.0, 1.0, 1.45, 1.8, 1.95)[min(spot.slots, 4)]


def form_of(name: str, kind: StopKind) -> Form:
    """Shape of a kind of stop, by what routes may do there."""
    if name == "halt":
        return "halt"
    if kind.marker:
        return "city"
    if kind.blocks:
        return "pass"
    if kind.through:
        return "town"
    return "area" if kind.makes_route else "port"


def spots(
    face: Face, kinds: Mapping[str, StopKind], places: Sequence[int] = ()
) -> tuple[StopShape, ...]:
    """Key of a face's stop positions; hints turn with their tile.

    ``places`` are those of each stop, if they are not those of the tile.
    """
    slots = places or [stop.slots for stop in face.stops]
    turns = [turn for tile, turn in face.layers if tile.layer != "opening" for _ in tile.stops]
    turns = turns or [0] * len(face.stops)
    return tuple(
        StopShape(
            form_of(stop.kind, kinds[stop.kind]),
            max(many, 1),
            None if stop.at is None else (stop.at + turn) % 6,
            stop.centred,
        )
        for stop, many, turn in zip(face.stops, slots, turns, strict=True)
    )


def edge_point(layout: Layout, edge: int, lane: tuple[int, int] = SINGLE) -> XY:
    """Point where track meets a hexside: its middle, or beside it in a lane of several."""
    x, y = edge_middle(layout, (0, 0), edge)
    many, number = lane
    along = direction(layout, edge + 1.5)
    aside = (number - (many - 1) / 2) * _LANE
    return x + along[0] * aside, y + along[1] * aside


@cache
def arc_from(layout: Layout, edge: int, end: XY, lane: tuple[int, int] = SINGLE) -> Curve:
    """Return the arc that leaves a hexside at a right angle and comes to ``end``."""
    return arc_out(edge_point(layout, edge, lane), direction(layout, edge), end)


def curve_between(
    layout: Layout, one: int, two: int, lanes: Sequence[tuple[int, int]] = ()
) -> Curve:
    """Return the track between two hexsides."""
    if not lanes:
        return arc_from(layout, one, edge_middle(layout, (0, 0), two))
    ends = [edge_point(layout, *each) for each in zip((one, two), lanes, strict=True)]
    return bend(ends[0], direction(layout, one), ends[1], direction(layout, two))


@cache
def stop_places(
    layout: Layout, stops: tuple[StopShape, ...], track: tuple[Piece, ...]
) -> tuple[StopPlace, ...]:
    """Position of each stop of a face."""
    options = [_options(layout, stops, track, index) for index in range(len(stops))]
    if all(len(each) == 1 for each in options):
        return tuple(each[0] for each in options)
    ways = [_curve(layout, track, index) for index in range(len(stops))]
    pairs = list(combinations(range(len(stops)), 2))
    near: dict[tuple[int, int, int, int], float] = {}
    for one, two in pairs:
        reach = reach_of(stops[one]) + reach_of(stops[two])
        for (a, here), (b, there) in product(enumerate(options[one]), enumerate(options[two])):
            near[one, a, two, b] = math.dist((here.x, here.y), (there.x, there.y)) - reach
    clear: dict[tuple[int, int, int], float] = {}
    for one, two in permutations(range(len(stops)), 2):
        way = ways[two]
        for a, place in enumerate(options[one]):
            away = math.inf if way is None else way.distance((place.x, place.y))
            clear[one, a, two] = away - reach_of(stops[one]) - 0.1

    def worth(chosen: tuple[int, ...]) -> float:
        room = 0.1
        for one, two in pairs:
            apart = near[one, chosen[one], two, chosen[two]]
            room = min(room, apart if apart > 0.02 else 4 * (apart - 0.02))
        for one, two in pairs:
            room = min(room, clear[one, chosen[one], two], clear[two, chosen[two], one])
        return room - 0.004 * sum(chosen)

    best = max(product(*(range(len(each)) for each in options)), key=worth)
    return tuple(each[at] for each, at in zip(options, best, strict=True))


def tilted(stops: tuple[StopShape, ...], places: Sequence[StopPlace]) -> tuple[StopShape, ...]:
    """Turn stops with two places that share their hex across the way to its middle.

    Two such stops are upright or level, three and more lie around the middle.
    """
    if len(stops) == 1:
        return stops
    several = sum(spot.slots == 2 for spot in stops) > 2
    return tuple(
        replace(spot, tilt=_tilt(place, several)) if spot.slots == 2 else spot
        for spot, place in zip(stops, places, strict=True)
    )


def _tilt(place: StopPlace, several: bool) -> float:
    if several:
        return math.atan2(place.y, place.x) + math.pi / 2
    return -math.pi / 2 if abs(place.x) > abs(place.y) + 0.1 else 0.0


def _curve(layout: Layout, track: tuple[Piece, ...], index: int) -> Curve | None:
    """Return the curve that runs through a stop with two exits and nothing else."""
    own = [piece for piece in track if index in piece.stops]
    edges = [edge for piece in own for edge in piece.edges]
    if len(own) != 2 or len(edges) != 2 or any(piece.junctions for piece in own):
        return None
    if edges[0] == edges[1]:
        return None
    lanes = [piece.lane(edge) for piece in own for edge in piece.edges]
    return curve_between(layout, edges[0], edges[1], lanes if any(p.lanes for p in own) else ())


def _options(
    layout: Layout, stops: tuple[StopShape, ...], track: tuple[Piece, ...], index: int
) -> list[StopPlace]:
    """Candidate positions of a stop, best first."""
    spot = stops[index]
    if spot.centred or spot.form == "area":
        return [StopPlace(0, 0)]
    curve = _curve(layout, track, index)
    if spot.at is not None and curve is not None and _has_twin(track, index, len(stops)):
        curve = None
    if curve is not None and (spot.form in ("town", "halt") or len(stops) > 1):
        beside = spot.at is not None and spot.slots > 1  # too wide for the curve, perhaps
        shares = _farther(spot) if beside else ()
        hinted = [_towards(layout, spot.at or 0.0, share) for share in shares]
        return _along(layout, curve, spot) + hinted
    if spot.at is not None:
        shares = (0.5,) if len(stops) == 1 else _farther(spot)
        return [_towards(layout, spot.at, share) for share in shares]
    if len(stops) == 1 or (track and spot.form == "city" and stops[0].form != stops[-1].form):
        return [StopPlace(0, 0)]
    pull = _pull(layout, track, index)
    middle = [each for each in range(len(stops)) if _in_the_middle(layout, track, each)]
    if pull is not None and (index not in middle or len(middle) == 1):
        (x, y), length = pull, math.hypot(*pull)
        scale = _OUT / length if length > 0.1 else 0.0
        return [StopPlace(x * scale * share, y * scale * share) for share in _farther(spot)]
    return _aside(spot, index, len(stops))


def _pull(layout: Layout, track: tuple[Piece, ...], index: int) -> XY | None:
    """Return the direction in which the exits of a stop lie together; ``None`` without any."""
    exits = [edge for piece in track if index in piece.stops for edge in piece.edges]
    if not exits:
        return None
    x, y = (sum(direction(layout, edge)[axis] for edge in exits) for axis in (0, 1))
    return x, y


def _in_the_middle(layout: Layout, track: tuple[Piece, ...], index: int) -> bool:
    """Whether the exits of a stop lie all around it, and it is on no curve."""
    pull = _pull(layout, track, index)
    return pull is not None and math.hypot(*pull) <= 0.1 and _curve(layout, track, index) is None


def _aside(spot: StopShape, index: int, many: int) -> list[StopPlace]:
    """Return the place of one of ``many`` stops side by side, or around the middle."""
    spread = RADIUS[spot.form] + 0.12
    if many > 2:
        turn = math.pi / 2 - math.tau * index / many
        far = max(0.44, spread / math.sin(math.pi / many) - 0.06)
        return [StopPlace(far * math.cos(turn), far * math.sin(turn))]
    return [StopPlace(spread * (2 * index - many + 1), 0)]


def _farther(spot: StopShape) -> tuple[float, ...]:
    """Distances of a stop from the centre: farther where several would touch."""
    return (1.0, 1.13, 1.24) if spot.form == "city" else (1.0, 1.2, 1.45)


def _towards(layout: Layout, at: float, share: float = 1.0) -> StopPlace:
    x, y = direction(layout, at)
    return StopPlace(x * _OUT * share, y * _OUT * share)


def _has_twin(track: tuple[Piece, ...], index: int, stops: int) -> bool:
    """Whether another stop has the same exits: then one of them sits beside the track."""

    def exits(stop: int) -> set[int]:
        return {edge for piece in track if stop in piece.stops for edge in piece.edges}

    return any(exits(other) == exits(index) for other in range(stops) if other != index)


def _along(layout: Layout, curve: Curve, spot: StopShape) -> list[StopPlace]:
    """Return places on a curve: nearest to the hint, or from the middle outward."""
    shares = [0.5, 0.38, 0.62, 0.3, 0.7, 0.22, 0.78, 0.18, 0.82]
    if spot.at is not None:
        hint = _towards(layout, spot.at)
        shares = [min(max(curve.nearest((hint.x, hint.y)), 0.22), 0.78)]
    return [StopPlace(*curve.point(share), curve.way(share)) for share in shares]
