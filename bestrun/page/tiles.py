"""Tiles as players know them: by name and picture, never by a private code."""

from __future__ import annotations

from functools import lru_cache

from hexgraph.face import Face
from mapdata.tile import Tile
from mapdata.title import Title


def called(title: Title, tile: Tile) -> str:
    """Return what to call a tile: its number, or in words what a special one brings."""
    if tile.layer == "panel":
        return "opened: " + "/".join(str(each) for each in tile.stops[0].values.values())
    if tile.layer == "overlay":
        if any(piece.narrow for piece in tile.track):
            return next((each.name for each in title.bonuses if each.mark == "narrow"), "track")
        return "track with a stop" if tile.stops else "track"
    return tile.name


@lru_cache(maxsize=4096)
def tile_picture(face: Face) -> str:
    """Return a face drawn alone."""
    from plots.svg import write
    from plots.tile import tile_drawing

    return write(tile_drawing(face))
