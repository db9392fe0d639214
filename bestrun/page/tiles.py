"""Tiles as players know them: by name and picture, never by a private code."""

from __future__ import annotations

import re
from functools import lru_cache

from hexgraph.face import Face
from mapdata.tile import Tile
from mapdata.title import Title
from plots import svg
from plots.tiles import tile_drawing


def called(title: Title, tile: Tile) -> str:
    """The name of a tile for players: its number, or in words what a special one adds."""
    if tile.layer == "opening":
        return "opened: " + "/".join(str(each) for each in tile.stops[0].values.values())
    if tile.layer == "overlay":
        if any(piece.narrow for piece in tile.track):
            return next((each.name for each in title.bonuses if each.mark == "narrow"), "track")
        return "track with a stop" if tile.stops else "track"
    return tile.name


@lru_cache(maxsize=4096)
def tile_picture(title: Title, face: Face, stage: str) -> str:
    """Return a face drawn alone."""
    return svg.write(tile_drawing(title, face, stage), ids=_id(face))


def _id(face: Face) -> str:
    """Prefix of the ids in the picture of a face, so that many fit on one page."""
    return re.sub(r"\W", "-", "-".join(f"{tile.name}-{turn}" for tile, turn in face.layers)) + "-"
