"""Track as it is drawn: lines that meet hexsides at right angles, and the ribbons on them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from itertools import combinations

import shapely
from shapely import LineString, MultiPolygon, Point, Polygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import substring

from hexgraph.lattice import Layout, edge_middle
from mapdata.tile import Piece
from plots.places import Place, Spot, arc_from, curve_between, stop_places

CORE = 0.115
"""Width of track; hexes have sides of 1."""
CASING = 0.19
STUB = 0.31
"""How far track runs into an off-board area."""

_GAP = 0.05
_DASH = 0.11


@cache
def piece_lines(
    layout: Layout, stops: tuple[Spot, ...], track: tuple[Piece, ...]
) -> tuple[LineString, ...]:
    """Return the middle line of each piece of a face, from its first end to its second.

    Ends are taken in the order edges, then stops; the middle of the hex is at (0, 0).
    """
    places = stop_places(layout, stops, track)
    return tuple(_line(layout, piece, stops, places) for piece in track)


def _line(
    layout: Layout, piece: Piece, stops: tuple[Spot, ...], places: tuple[Place, ...]
) -> LineString:
    ends = [(places[stop].x, places[stop].y) for stop in piece.stops]
    if piece.junctions:
        out = [edge_middle(layout, (0, 0), edge) for edge in piece.edges]
        first, second = (*out, *ends)
        return LineString([first, (0.0, 0.0), second])
    if len(piece.edges) == 2:
        return curve_between(layout, *piece.edges)
    if len(piece.stops) == 2:
        return LineString(ends)
    if stops[piece.stops[0]].shape == "area":
        x, y = edge_middle(layout, (0, 0), piece.edges[0])
        inward = 1 - STUB / math.hypot(x, y)
        return LineString([(x, y), (x * inward, y * inward)])
    return arc_from(layout, piece.edges[0], ends[0])


def drawn(lines: Sequence[LineString], width: float) -> BaseGeometry:
    """Return the area that lines cover when drawn so wide, with flat ends."""
    return shapely.union_all([line.buffer(width / 2, cap_style="flat") for line in lines])


def ribbon(line: LineString, width: float) -> Polygon:
    """Return one line drawn so wide, with round ends."""
    return line.buffer(width / 2, quad_segs=6)


def crossing_gaps(track: Sequence[Piece], lines: Sequence[LineString]) -> BaseGeometry:
    """Return the gaps that show which track runs over which.

    Pieces that share no end and yet cross are a bridge: the later one runs over the
    earlier, which is cut on both sides of it. Where pieces share an end they join, and
    nothing is cut.
    """
    gaps = []
    for one, two in combinations(range(len(track)), 2):
        if _joined(track[one], track[two]) or not lines[one].crosses(lines[two]):
            continue
        near = lines[one].intersection(lines[two]).buffer(0.35)
        over = lines[two].intersection(near)
        gap = over.buffer(CORE / 2 + _GAP, cap_style="flat")
        gap = gap.intersection(lines[one].buffer(CORE / 2 + 0.01, cap_style="flat"))
        others = [lines[at] for at in range(len(track)) if at != one]
        gaps.append(gap.difference(drawn(others, CORE)))
    return shapely.union_all(gaps) if gaps else MultiPolygon()


def _joined(one: Piece, two: Piece) -> bool:
    return bool(
        set(one.edges) & set(two.edges)
        or set(one.stops) & set(two.stops)
        or (not set(one.junctions).isdisjoint(two.junctions))
    )


def bed(track: Sequence[Piece], lines: Sequence[LineString], stops: Sequence[Spot]) -> BaseGeometry:
    """Return the light bed under a face's track."""
    rim = (CASING - CORE) / 2
    return shapely.union_all(
        [
            _pointed(line).buffer(rim, join_style="mitre")
            if enters_area(piece, stops)
            else line.buffer(CASING / 2, cap_style="flat")
            for piece, line in zip(track, lines, strict=True)
        ]
    )


def core(
    track: Sequence[Piece], lines: Sequence[LineString], stops: Sequence[Spot]
) -> BaseGeometry:
    """Return the dark middle of a face's track: whole, dashed in tunnels, pointed in areas."""
    parts: list[BaseGeometry] = []
    for piece, line in zip(track, lines, strict=True):
        if piece.narrow:
            parts += dashes(line)
        elif enters_area(piece, stops):
            parts.append(_pointed(line))
        else:
            parts.append(line.buffer(CORE / 2, cap_style="flat"))
            if piece.terminal:
                parts.append(_buffer_stop(line))
    if not parts:
        return MultiPolygon()
    return shapely.union_all(parts).difference(crossing_gaps(track, lines))


def enters_area(piece: Piece, stops: Sequence[Spot]) -> bool:
    """Return whether a piece leads from a hexside into an off-board area."""
    return len(piece.edges) == 1 and stops[piece.stops[0]].shape == "area"


def dashes(line: LineString, width: float = CORE * 0.75) -> list[Polygon]:
    """Return the dashes of a tunnel; it begins and ends with half a dash."""
    count = max(2, round(line.length / (2 * _DASH)))
    step = line.length / count
    cuts = [(max(0.0, (at - 0.25) * step), (at + 0.25) * step) for at in range(count + 1)]
    parts = (substring(line, start, min(end, line.length)) for start, end in cuts)
    return [part.buffer(width / 2, cap_style="flat") for part in parts if part.length > 0]


def _pointed(line: LineString) -> Polygon:
    """Return track that tapers off into an off-board area."""
    (x, y), (end_x, end_y) = line.coords[0], line.coords[-1]
    length = math.hypot(end_x - x, end_y - y)
    side_x, side_y = -(end_y - y) / length * CORE / 2, (end_x - x) / length * CORE / 2
    half = x + (end_x - x) * 0.4, y + (end_y - y) * 0.4
    wide = 1.9
    return Polygon(
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


def _buffer_stop(line: LineString) -> Polygon:
    """Return the bar at which a dead end stops, where the city begins."""
    at = line.interpolate(max(line.length - 0.36, 0.1))
    back = line.interpolate(max(line.length - 0.40, 0.05))
    side_x, side_y = -(at.y - back.y), at.x - back.x
    length = math.hypot(side_x, side_y)
    side_x, side_y = side_x / length * 0.16, side_y / length * 0.16
    bar = LineString([(at.x - side_x, at.y - side_y), (at.x + side_x, at.y + side_y)])
    return bar.buffer(0.035, cap_style="flat")


def pulled(line: LineString, at: Point, by: tuple[float, float], reach: float = 0.5) -> LineString:
    """Return ``line`` drawn aside by ``by`` near ``at``: two runs in one city stay apart."""
    if by == (0.0, 0.0):
        return line
    fine = line.segmentize(0.06)
    moved = []
    for x, y in fine.coords:
        near = max(0.0, 1 - math.hypot(x - at.x, y - at.y) / reach)
        share = near * near * (3 - 2 * near)
        moved.append((x + by[0] * share, y + by[1] * share))
    return LineString(moved)
