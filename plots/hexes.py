"""Hexes of a board as shapes: outline, track lines and stops where they are drawn."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import shapely
from matplotlib.axes import Axes
from shapely import LineString, Polygon, affinity
from shapely.geometry.base import BaseGeometry
from shapely.ops import substring

from hexgraph.board import Board
from hexgraph.face import Face
from hexgraph.lattice import centre, corners
from mapdata.title import Title
from plots import palette, track
from plots.labels import Label, draw_labels
from plots.paint import paint
from plots.places import Place, Spot, spots, stop_places

SEALED = "#20304f"
FRONTIER = "#9b2d86"


@dataclass(frozen=True, eq=False)
class HexView:
    """A hex as it is drawn: everything in board coordinates."""

    id: str
    face: Face
    colour: str
    x: float
    y: float
    corners: tuple[tuple[float, float], ...]
    spots: tuple[Spot, ...]
    places: tuple[Place, ...]
    lines: tuple[LineString, ...]
    """The middle line of each piece of track, in the order of ``face.track``."""

    @cached_property
    def outline(self) -> Polygon:
        """Return the hex itself."""
        return Polygon(self.corners)

    @cached_property
    def bed(self) -> BaseGeometry:
        """Return the light bed under the track."""
        return track.bed(self.face.track, self.lines, self.spots)

    @cached_property
    def core(self) -> BaseGeometry:
        """Return the track itself."""
        return track.core(self.face.track, self.lines, self.spots)

    def side(self, edge: int, share: float = 1.0) -> LineString:
        """Return a hexside, or so much of the middle of it."""
        line = LineString([self.corners[edge], self.corners[(edge + 1) % 6]])
        return affinity.scale(line, share, share)


def view(board: Board, hex_id: str) -> HexView:
    """Return how a hex of ``board`` is drawn."""
    title, face = board.title, board.face(hex_id)
    xy = title.hexes[hex_id].xy
    x, y = centre(title.layout, xy)
    kinds = [title.stop_kinds[stop.kind] for stop in face.stops]
    found = spots(face, kinds)
    places = stop_places(title.layout, found, face.track)
    lines = track.piece_lines(title.layout, found, face.track)
    return HexView(
        id=hex_id,
        face=face,
        colour=colour_of(title, face),
        x=x,
        y=y,
        corners=corners(title.layout, xy),
        spots=found,
        places=tuple(Place(place.x + x, place.y + y, place.way) for place in places),
        lines=tuple(affinity.translate(line, x, y) for line in lines),
    )


def colour_of(title: Title, face: Face) -> str:
    """Return the name of the colour that a hex shows."""
    tiles = [tile.colour for tile, _ in face.layers if tile.layer == "tile"]
    return tiles[0] if tiles else title.hexes[face.hex].printed.colour


def draw_hexes(ax: Axes, views: Iterable[HexView]) -> Axes:
    """Draw hexes in their colours, and the sides that are sealed or on a frontier."""
    views = list(views)
    fills = [palette.HEXES[each.colour] for each in views]
    rims = [palette.mixed(fill, "#000000", 0.28) for fill in fills]
    paint(ax, [each.outline for each in views], fills, edge=rims, width=0.022, zorder=1)
    return ax


def draw_borders(ax: Axes, title: Title, views: Iterable[HexView]) -> Axes:
    """Draw sealed sides as thick bars and frontiers as dashed lines."""
    sealed, frontier = [], []
    for each in views:
        printed = title.hexes[each.id].printed
        sealed += [sealed_bar(each, edge) for edge in sorted(printed.sealed)]
        for edge in sorted(printed.frontier):
            line = each.side(edge)
            cuts = (substring(line, at, at + 0.12) for at in (0.04, 0.24, 0.44, 0.64, 0.84))
            frontier += [cut.buffer(0.022, cap_style="flat") for cut in cuts]
    paint(ax, frontier, FRONTIER, zorder=2)
    paint(ax, sealed, SEALED, zorder=2.5)
    return ax


def sealed_bar(each: HexView, edge: int) -> Polygon:
    """Return the bar along a side that no track crosses."""
    bar: Polygon = each.side(edge, 0.86).buffer(0.06, quad_segs=4)
    return bar


def draw_track(ax: Axes, views: Iterable[HexView]) -> Axes:
    """Draw all track: a light bed, and dark track with gaps where it passes under other."""
    tracked = [each for each in views if each.lines]
    beds = [palette.mixed(palette.HEXES[each.colour], "#ffffff", 0.62) for each in tracked]
    paint(ax, [each.bed for each in tracked], beds, zorder=3)
    for ink, is_open in (("#222222", True), ("#8d9094", False)):
        cores = [each.core for each in tracked if each.face.open is is_open]
        paint(ax, [shapely.union_all(cores)], ink, zorder=3.5)
    return ax


def draw_coordinates(ax: Axes, title: Title, views: Iterable[HexView]) -> Axes:
    """Write letters and numbers along the left side and the top of what is shown."""
    return draw_labels(ax, coordinate_labels(title, views))


def coordinate_labels(title: Title, views: Iterable[HexView]) -> list[Label]:
    """Return the letters and numbers of the rows and columns that are shown."""
    views = list(views)
    left = min(x for each in views for x, _ in each.corners) - 0.3
    top = max(y for each in views for _, y in each.corners) + 0.3
    in_rows = _letters_are_rows(title)
    labels = {}
    for each in views:
        letter, number = each.id[0], each.id[1:]
        column, row = (number, letter) if in_rows else (letter, number)
        labels["column", column] = Label((column,), each.x, top, 0.24, colour="#555555")
        labels["row", row] = Label((row,), left, each.y, 0.24, colour="#555555")
    return list(labels.values())


def _letters_are_rows(title: Title) -> bool:
    """Return whether hexes of one letter lie side by side, and not one above the other."""
    rows = {(each.id[0], each.xy[1]) for each in title.hexes.values()}
    return len(rows) == len({row for _, row in rows})
