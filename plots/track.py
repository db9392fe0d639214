"""Track as it is drawn: lines that meet hexsides at right angles, cut where they pass under."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from itertools import combinations

from hexgraph.lattice import edge_middle
from mapdata.tile import Piece
from mapdata.title import Layout
from plots.curves import Curve, chain, straight
from plots.drawing import XY, Ink, Outline, Part, Shape, line, polygon
from plots.places import StopPlace, StopShape, arc_from, curve_between, stop_places

CORE = 0.115
"""Width of track; hexes have sides of 1."""
CASING = 0.19
STUB = 0.31
"""The length of track drawn into an off-board area."""
DASH = (0.11, 0.11)

_GAP = 0.05


@cache
def piece_curves(
    layout: Layout, stops: tuple[StopShape, ...], track: tuple[Piece, ...]
) -> tuple[Curve, ...]:
    """Return the middle line of each piece of a face, from its first end to its second.

    Ends are taken in the order edges, then stops; the middle of the hex is at (0, 0).
    """
    places = stop_places(layout, stops, track)
    return tuple(_curve(layout, piece, stops, places) for piece in track)


def _curve(
    layout: Layout, piece: Piece, stops: tuple[StopShape, ...], places: tuple[StopPlace, ...]
) -> Curve:
    ends = [(places[stop].x, places[stop].y) for stop in piece.stops]
    if piece.junctions:
        out = [edge_middle(layout, (0, 0), edge) for edge in piece.edges]
        first, second = (*out, *ends)
        return chain(first, (0.0, 0.0), second)
    if len(piece.edges) == 2:
        return curve_between(layout, piece.edges[0], piece.edges[1], piece.lanes)
    if len(piece.stops) == 2:
        return straight(ends[0], ends[1])
    if stops[piece.stops[0]].form == "area":
        x, y = edge_middle(layout, (0, 0), piece.edges[0])
        inward = 1 - STUB / math.hypot(x, y)
        return straight((x, y), (x * inward, y * inward))
    return arc_from(layout, piece.edges[0], ends[0], piece.lane(piece.edges[0]))


def enters_area(piece: Piece, stops: Sequence[StopShape]) -> bool:
    """Whether a piece leads from a hexside into an off-board area."""
    return len(piece.edges) == 1 and stops[piece.stops[0]].form == "area"


def gaps(track: Sequence[Piece], curves: Sequence[Curve]) -> dict[int, list[tuple[float, float]]]:
    """Cuts of each piece that passes under another, as shares of its length.

    Pieces that share no end and yet cross are a bridge: the later one runs over the
    earlier, which is cut on both sides of it. Where pieces share an end they join, and
    nothing is cut.
    """
    found: dict[int, list[tuple[float, float]]] = {}
    for one, two in combinations(range(len(track)), 2):
        if _joined(track[one], track[two]):
            continue
        for under, over in curves[one].crossings(curves[two]):
            angle = curves[one].way(under) - curves[two].way(over)
            half = (CORE / 2 + _GAP) / max(abs(math.sin(angle)), 0.35) / curves[one].length
            found.setdefault(one, []).append((under - half, under + half))
    return {piece: sorted(cuts) for piece, cuts in found.items()}


def _joined(one: Piece, two: Piece) -> bool:
    return bool(
        set(one.edges) & set(two.edges)
        or set(one.stops) & set(two.stops)
        or (not set(one.junctions).isdisjoint(two.junctions))
    )


@cache
def track_part(
    layout: Layout, stops: tuple[StopShape, ...], track: tuple[Piece, ...], ink: str, bed: str
) -> Part:
    """Return the track of a face in the colours of track and bed."""
    curves = piece_curves(layout, stops, track)
    cuts = gaps(track, curves)
    lines: list[Outline] = []
    special: dict[str, list[Outline]] = {}
    arrows: list[Outline] = []
    bars: list[Outline] = []
    for at, (piece, curve) in enumerate(zip(track, curves, strict=True)):
        if enters_area(piece, stops):
            arrows.append(_arrow(curve))
            continue
        parts = [part.outline() for part in _whole_parts(curve, cuts.get(at, []))]
        (lines if piece.gauge == "broad" else special.setdefault(piece.gauge, [])).extend(parts)
        if piece.terminal:
            bars.append(_buffer_stop(curve))
    beds = [
        curve.outline()
        for piece, curve in zip(track, curves, strict=True)
        if not enters_area(piece, stops)
    ]
    rim = CASING - CORE
    shapes = [
        (beds, Ink(rim=bed, width=CASING)),
        (arrows, Ink(fill=bed, rim=bed, width=rim)),
        (lines, Ink(rim=ink, width=CORE)),
        (special.get("narrow", []), Ink(rim=ink, width=CORE * 0.75, dash=DASH)),
        (special.get("thin", []), Ink(rim=ink, width=CORE * 0.5)),
        (special.get("dual", []), Ink(rim=ink, width=CORE)),
        (special.get("dual", []), Ink(rim=bed, width=CORE * 0.35, dash=DASH)),
        (bars, Ink(rim=ink, width=0.07)),
        (arrows, Ink(fill=ink)),
    ]
    return Part(tuple(Shape(tuple(outlines), look) for outlines, look in shapes if outlines))


def _whole_parts(curve: Curve, cuts: Sequence[tuple[float, float]]) -> list[Curve]:
    """Pieces of a curve between its cuts."""
    found, at = [], 0.0
    for first, last in cuts:
        if first > at:
            found.append(curve.part(at, first))
        at = max(at, last)
    return [*found, curve.part(at, 1.0)] if at < 1 else found


def _arrow(curve: Curve) -> Outline:
    """Return track that tapers off into an off-board area."""
    (x, y), (end_x, end_y) = curve.start, curve.end
    length = math.hypot(end_x - x, end_y - y)
    side_x, side_y = -(end_y - y) / length * CORE / 2, (end_x - x) / length * CORE / 2
    half = x + (end_x - x) * 0.4, y + (end_y - y) * 0.4
    wide = 1.9
    return polygon(
        [
            (x + side_x, y + side_y),
            (half[0] + side_x, half[1] + side_y),
            (half[0] + wide * side_x, half[1] + wide * side_y),
            (end_x, end_y),
            (half[0] - wide * side_x, half[1] - wide * side_y),
            (half[0] - side_x, half[1] - side_y),
            (x - side_x, y - side_y),
        ]
    )


def _buffer_stop(curve: Curve) -> Outline:
    """Return the bar at which a dead end stops, where the city begins."""
    share = max(curve.length - 0.36, 0.1) / curve.length
    (x, y), way = curve.point(share), curve.way(share)
    aside: XY = (-0.16 * math.sin(way), 0.16 * math.cos(way))
    return line((x - aside[0], y - aside[1]), (x + aside[0], y + aside[1]))
