"""What one hex shows: the print of the board, or the tiles that lie there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from typing import NamedTuple

from mapdata.errors import InputError, look_up
from mapdata.tile import Piece, PrintedStop, Tile, turned_track
from mapdata.title import Title
from mapdata.written import whole

_CODE = re.compile(r"([^:+]+)(?::(-?\d+))?")

StopKey = tuple[str, int]
"""A stop on the board: its hex and its index there."""


class Way(NamedTuple):
    """A piece of track as a train runs over it, to an edge of its hex or to a stop.

    ``uses`` names what no other train can use then, besides hexsides.
    """

    uses: tuple[str, ...]
    marks: tuple[tuple[str, str], ...]
    edge: int | None
    stop: int | None
    alone: bool
    """No other track comes to its edges: whoever comes back along it ends where it began."""
    piece: tuple[str, int]
    """Which it is: the hex, and the index of the piece in the track of its face."""


_End = tuple[int | None, int | None]
"""An end of a piece of track: its edge, or its stop."""


@dataclass(frozen=True, eq=False)
class Face:
    """What a hex shows: stops and track of all its layers, turned as they lie.

    ``layers`` are the tiles with their rotations; none for a hex as printed. Faces are
    kept from board to board, and what is looked up in them is found once.
    """

    hex: str
    stops: tuple[PrintedStop, ...]
    track: tuple[Piece, ...]
    layers: tuple[tuple[Tile, int], ...] = ()

    @cached_property
    def open(self) -> bool:
        """Return whether trains may enter: a closed stop keeps its hex shut."""
        return not any(stop.closed for stop in self.stops)

    def stop_id(self, index: int) -> str:
        """Return a stop as people write it: the hex, with its index if it has several."""
        return self.hex if len(self.stops) == 1 else f"{self.hex}.{index}"

    @cached_property
    def ways_in(self) -> tuple[tuple[Way, ...], ...]:
        """Return for each edge the ways that trains can take from there."""
        return tuple(tuple(self._ways((edge, None))) for edge in range(6))

    @cached_property
    def ways_out(self) -> tuple[tuple[Way, ...], ...]:
        """Return for each stop the ways that trains can take from there."""
        return tuple(tuple(self._ways((None, stop))) for stop in range(len(self.stops)))

    def _ways(self, start: _End) -> Iterator[Way]:
        """Yield the track that trains can run over from ``start``."""
        for number, piece in enumerate(self.track if self.open else ()):
            ends: list[_End] = [(edge, None) for edge in piece.edges]
            ends += [(None, stop) for stop in piece.stops]
            if start in ends:
                uses = [f"visit {self.hex}.{stop}" for stop in piece.stops if piece.terminal]
                if not piece.edges:
                    uses.append(f"track {self.hex} {number}")
                if piece.junction is not None:
                    uses.append(f"junction {self.hex} {piece.junction}")
                alone = not any(
                    edge in piece.edges
                    for other in self.track
                    if other is not piece
                    for edge in other.edges
                )
                marks = (("narrow", self.hex),) if piece.narrow else ()
                onward = ends[1 - ends.index(start)]
                yield Way(tuple(uses), marks, *onward, alone, (self.hex, number))

    @cached_property
    def dead_ends(self) -> frozenset[int]:
        """Return the stops that nothing runs through, since track ends there."""
        return frozenset(stop for piece in self.track if piece.terminal for stop in piece.stops)


@cache
def printed_faces(title: Title) -> dict[str, Face]:
    """Return all hexes as printed on the board."""
    return {
        hex_id: Face(hex_id, place.printed.stops, place.printed.track)
        for hex_id, place in title.hexes.items()
    }


def runs_through(title: Title, face: Face, stop: int) -> bool:
    """Return whether a stop can be run through at all, markers aside."""
    return title.stop_kinds[face.stops[stop].kind].through and stop not in face.dead_ends


@lru_cache(maxsize=4096)
def laid_face(title: Title, hex_id: str, code: str) -> Face:
    """Return what a hex shows under the tiles in ``code`` (``57:2``, ``OP2:0+X78:3``)."""
    layers = [_layer(title, hex_id, part) for part in code.split("+")]
    if len(layers) > 1 and any(tile.layer != "overlay" for tile, _ in layers):
        raise InputError(f"{code!r}: only overlays can be joined by +")
    if len(set(layers)) < len(layers):
        raise InputError(f"{code!r}: the same tile lies there twice")
    if sum(any(piece.narrow for piece in tile.track) for tile, _ in layers) > 1:
        raise InputError(f"{code!r}: a hex holds one tunnel")
    tile, rotation = layers[0]
    if tile.layer == "panel":
        return _open_panel(title, hex_id, tile)
    stops: list[PrintedStop] = []
    track: list[Piece] = []
    for tile, rotation in layers:
        shift = len(stops)
        for piece in turned_track(tile, rotation):
            ends = tuple(index + shift for index in piece.stops)
            track.append(Piece(piece.edges, ends, piece.narrow, piece.terminal, piece.junction))
        stops += tile.stops
    return Face(hex_id, tuple(stops), tuple(track), tuple(layers))


def _open_panel(title: Title, hex_id: str, panel: Tile) -> Face:
    """Return a printed stop opened by its panel: printed track, the panel's value."""
    printed = title.hexes[hex_id].printed
    stops = tuple(
        PrintedStop(old.kind, new.values, old.slots, old.area, old.at)
        for old, new in zip(printed.stops, panel.stops, strict=True)
    )
    return Face(hex_id, stops, printed.track, ((panel, 0),))


def _layer(title: Title, hex_id: str, part: str) -> tuple[Tile, int]:
    match = _CODE.fullmatch(part.strip())
    if match is None:
        raise InputError(f"{part!r} is no tile: write tile:rotation, layers joined by +")
    name, turn = match.groups()
    tile = look_up(title.tiles, name, "tile")
    if turn is None and tile.layer != "panel":
        raise InputError(f"{name} needs a rotation, as in {name}:0")
    rotation = whole(turn or "0")
    if rotation is None or rotation > 5:
        raise InputError(f"rotation {turn} of tile {name} is outside 0-5")
    _check_kind(title, hex_id, tile)
    return tile, rotation


def _check_kind(title: Title, hex_id: str, tile: Tile) -> None:
    """Refuse a tile on a hex of the wrong kind: other stops, another label, no building."""
    printed = title.hexes[hex_id].printed
    kinds = {stop.kind for stop in printed.stops}
    closed = any(stop.closed for stop in printed.stops)
    what = f"tile {tile.name} cannot lie on {hex_id}"
    if (tile.layer == "panel") != closed:
        raise InputError(
            f"{what}: " + ("it is opened by a panel" if closed else "a panel opens a closed stop")
        )
    if closed:
        return
    if (tile.layer == "overlay") != (printed.colour in _overlay_colours(title)):
        raise InputError(f"{what}: a {printed.colour} hex takes other tiles")
    if tile.layer == "overlay":
        return
    if printed.colour in ("gray", "red", "blue"):
        raise InputError(f"{what}: a {printed.colour} hex is never built on")
    if {stop.kind for stop in tile.stops} != kinds or len(tile.stops) > len(printed.stops):
        raise InputError(
            f"{what}: the hex has {_stops_text(printed)}, the tile {_stops_text(tile)}"
        )
    if tile.label != label_for(title, hex_id, tile.colour):
        wanted = label_for(title, hex_id, tile.colour)
        raise InputError(
            f"{what}: " + (f"label {wanted} is needed" if wanted else "no label there")
        )


def label_for(title: Title, hex_id: str, colour: str) -> str | None:
    """Return the label that a tile of ``colour`` must carry on ``hex_id``."""
    printed = title.hexes[hex_id].printed
    if printed.label_from is not None:
        label, first = printed.label_from
        order = [name for phase in title.phases.values() for name in phase.colours]
        return label if order.index(colour) >= order.index(first) else None
    return printed.label


@cache
def _overlay_colours(title: Title) -> frozenset[str]:
    return frozenset(tile.colour for tile in title.tiles.values() if tile.layer == "overlay")


def _stops_text(tile: Tile) -> str:
    kinds = [stop.kind for stop in tile.stops]
    return " and ".join(f"{kinds.count(kind)} {kind}" for kind in sorted(set(kinds))) or "no stop"
