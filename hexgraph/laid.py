"""Tiles on a hex: the face that they make, and whether they can lie there at all."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from msgspec.structs import replace

from hexgraph.face import Face
from hexgraph.succession import label_for, possible_tiles
from mapdata.building import building, tiles_called
from mapdata.errors import InputError
from mapdata.tile import Piece, PrintedStop, Tile, turned_track
from mapdata.title import Title

_CODE = re.compile(r"([^:+]+)(?::(-?\d+))?")


@lru_cache(maxsize=32768)
def laid_face(title: Title, hex_id: str, code: str) -> Face:
    """Face of a hex under tiles that may lie there, labels checked."""
    face = shown_face(title, hex_id, code)
    for tile, _ in face.layers:
        if wrong := wrong_label(title, hex_id, tile):
            raise InputError(wrong)
    return face


@lru_cache(maxsize=32768)
def shown_face(title: Title, hex_id: str, code: str) -> Face:
    """Face of a hex under the tiles of ``code`` (``57:2``, ``OP2:0+X78:3``).

    Labels are not checked: routes do not depend on them.
    """
    layers = [_layer(title, hex_id, part) for part in code.split("+")]
    if len(layers) > 1 and any(tile.layer != "overlay" for tile, _ in layers):
        raise InputError(f"{code!r}: only overlays can be joined by +")
    if len(set(layers)) < len(layers):
        raise InputError(f"{code!r}: the same tile lies there twice")
    if sum(any(piece.narrow for piece in tile.track) for tile, _ in layers) > 1:
        raise InputError(f"{code!r}: a hex holds one piece of special track")
    tile, rotation = layers[0]
    if tile.layer == "opening":
        return _opened(title, hex_id, tile)
    stops: list[PrintedStop] = []
    track: list[Piece] = []
    for tile, rotation in layers:
        shift = len(stops)
        for piece in turned_track(tile, rotation):
            ends = tuple(index + shift for index in piece.stops)
            track.append(replace(piece, stops=ends))
        stops += tile.stops
    gauges = title.gauges == "separate"
    return Face(hex_id, tuple(stops), tuple(track), tuple(layers), gauges)


def _opened(title: Title, hex_id: str, opening: Tile) -> Face:
    """Return a hex whose closed stop a tile has opened: printed track, the tile's value."""
    printed = title.hexes[hex_id].printed
    stops = tuple(
        replace(old, values=new.values, closed=False)
        for old, new in zip(printed.stops, opening.stops, strict=True)
    )
    gauges = title.gauges == "separate"
    return Face(hex_id, stops, printed.track, ((opening, 0),), gauges)


def _layer(title: Title, hex_id: str, part: str) -> tuple[Tile, int]:
    match = _CODE.fullmatch(part.strip())
    if match is None:
        raise InputError(f"{part!r} is no tile: write tile:rotation, layers joined by +")
    name, turn = match.groups()
    meant = tiles_called(title, name)
    if len(meant) > 1:
        raise InputError(f"{name}: write {' or '.join(tile.name for tile in meant)}")
    tile, name = meant[0], meant[0].name
    if turn is None and tile.layer != "opening":
        raise InputError(f"{name} needs a rotation, as in {name}:0")
    rotation = int(turn or 0)
    if not 0 <= rotation <= 5:
        raise InputError(f"rotation {rotation} of tile {name} is outside 0-5")
    if wrong := wrong_kind(title, hex_id, tile):
        raise InputError(wrong)
    return tile, rotation


def wrong_kind(title: Title, hex_id: str, tile: Tile) -> str:
    """The reason why a tile cannot lie on a hex of this kind, or an empty text."""
    printed = title.hexes[hex_id].printed
    kinds = {stop.plot for stop in printed.stops}
    closed = any(stop.closed for stop in printed.stops)
    what = f"tile {tile.name} cannot lie on {hex_id}"
    if (tile.layer == "opening") != closed:
        by = f"it is opened by {_openings(title)}" if closed else "it opens a closed stop"
        return f"{what}: {by}"
    if closed:
        return ""
    if (tile.layer == "overlay") != (printed.colour in _overlay_colours(title)):
        return f"{what}: a {printed.colour} hex takes other tiles"
    rules = building(title)
    named = (*rules.upgrades.get(hex_id, ()), *rules.exchanged.get(hex_id, ()))
    if tile.layer == "overlay" or tile.name in named:
        return ""
    if tile.name in possible_tiles(title, hex_id):
        return ""
    if printed.colour in ("gray", "red", "blue"):
        return f"{what}: a {printed.colour} hex is never built on"
    if not tile.stops and kinds == {"town"} and rules.towns_removed:
        return ""
    if {stop.plot for stop in tile.stops} != kinds or len(tile.stops) > len(printed.stops):
        return f"{what}: the hex has {_stops_text(printed)}, the tile {_stops_text(tile)}"
    return ""


def wrong_label(title: Title, hex_id: str, tile: Tile) -> str:
    """The reason why a tile's label does not fit a hex, or an empty text."""
    if tile.layer != "tile" or tile.name in possible_tiles(title, hex_id):
        return ""
    wanted = label_for(title, hex_id, tile.colour)
    if tile.label == wanted:
        return ""
    needed = f"label {wanted} is needed" if wanted else "no label there"
    return f"tile {tile.name} cannot lie on {hex_id}: {needed}"


def _openings(title: Title) -> str:
    names = [tile.name for tile in title.tiles.values() if tile.layer == "opening"]
    return " or ".join(names) or "no tile of this title"


@cache
def _overlay_colours(title: Title) -> frozenset[str]:
    return frozenset(tile.colour for tile in title.tiles.values() if tile.layer == "overlay")


def _stops_text(tile: Tile) -> str:
    kinds = [stop.kind for stop in tile.stops]
    return " and ".join(f"{kinds.count(kind)} {kind}" for kind in sorted(set(kinds))) or "no stop"
