"""Single tiles, as pickers and charts show them."""

from __future__ import annotations

from functools import lru_cache

from hexgraph.face import Face
from hexgraph.lattice import Layout
from mapdata.tile import Tile, turned_track
from mapdata.title import Title
from plots.drawing import Drawing, Group, Item, Window, group
from plots.hexes import hex_part, look_of
from plots.names import hex_texts, text_part
from plots.shown import NOTHING, Shown
from plots.stops import stop_items

_WINDOWS: dict[Layout, Window] = {
    "pointy": (-0.88, -1.02, 1.76, 2.04),
    "flat": (-1.02, -0.88, 2.04, 1.76),
}


@lru_cache(maxsize=8192)
def tile_face(title: Title, hex_id: str, tile: Tile, rotation: int) -> Face:
    """Return a tile as it lies on a hex, without asking whether it may."""
    return Face(hex_id, tile.stops, turned_track(tile, rotation), ((tile, rotation),))


def tile_items(title: Title, face: Face, stage: str, shown: Shown | None = None) -> list[Item]:
    """Return a face around (0, 0): the hex, its track, stops and figures."""
    look = look_of(title, face)
    texts = hex_texts(title, face, stage, shown or NOTHING)
    stops = [
        item
        for spot, place in zip(look.spots, look.places, strict=True)
        for item in stop_items(spot, place, ())
    ]
    return [
        Group(hex_part(title.layout, look.colour)),
        Group(look.track()),
        *stops,
        Group(text_part(texts)),
    ]


def tile_drawing(
    title: Title, face: Face, stage: str, shown: Shown | None = None, inches: float = 0.5
) -> Drawing:
    """Return one tile as a picture of its own."""
    names = "+".join(tile.name for tile, _ in face.layers)
    items = group(tile_items(title, face, stage, shown), ("tile", names))
    return Drawing(_WINDOWS[title.layout], (items,), inches, told=f"tile {names}")
