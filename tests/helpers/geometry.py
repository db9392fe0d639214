"""Drawn boards as shapes, for questions of geometry."""

from __future__ import annotations

from functools import cache

import shapely
from drawn import points_of
from material import real_cases
from shapely import LineString
from shapely.affinity import translate

from bestrun.turn import Turn, set_up
from hexgraph.board import Board
from hexgraph.face import Face
from mapdata.read import read_position
from mapdata.tile import Tile, turned_track
from mapdata.titles import family, load, title_ids
from plots.board import Scene, set_scene
from plots.drawing import Shape
from plots.hexes import HexView, view
from plots.stops import rim_of
from plots.track import CORE

TITLES = [title for title in title_ids() if family(title) == "18xx"]


SAMPLES = [
    *(("1844-a", index) for index in (0, 18, 54, 69)),
    *(("1841-a", index) for index in (0, 6, 57)),
    *(("1841-lite-a", index) for index in (10, 58)),
]


@cache
def turn(name: str, index: int) -> Turn:
    return set_up(read_position(real_cases(name)[index]["position"]))


@cache
def scene(name: str, index: int) -> Scene:
    return set_scene(turn(name, index).board)


def shown(tile: Tile, rotation: int, title_id: str = "1844") -> HexView:
    """Drawing of a tile on some hex of a board."""
    title = load(title_id)
    hex_id = next(iter(title.hexes))
    face = Face(hex_id, tile.stops, turned_track(tile, rotation), ((tile, rotation),))
    phase = list(title.phases.values())[-1]
    return view(Board(title, phase, {hex_id: face}, {}), hex_id)


def body(seen: HexView, index: int) -> shapely.Polygon:
    """Return the shape of a stop on the board."""
    return shapely.Polygon(points_of(rim_of(seen.spots[index], seen.place(index))))


def drawn_track(seen: HexView) -> shapely.Geometry:
    """Area under the lines of track, with their gaps; dashes and arrows aside."""
    strokes = [
        LineString(points_of(outline)).buffer(CORE / 2, cap_style="flat")
        for shape in seen.look.track().items
        if isinstance(shape, Shape) and shape.ink.width == CORE
        for outline in shape.outlines
    ]
    return translate(shapely.union_all(strokes), seen.x, seen.y)
