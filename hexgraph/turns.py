"""Tiles turned: the rotations in which one looks different, and the edges its stops lead to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache

from mapdata.tile import Piece, Tile, turned_track


@cache
def turns(tile: Tile) -> tuple[int, ...]:
    """Return the rotations in which a tile looks different, the smallest of each kind."""
    seen: dict[object, int] = {}
    for rotation in range(6):
        seen.setdefault(_look(tile, rotation), rotation)
    return tuple(seen.values())


@cache
def smallest_turn(tile: Tile, rotation: int) -> int:
    """Return the smallest rotation in which ``tile`` looks as it does in ``rotation``."""
    return next(turn for turn in turns(tile) if _look(tile, turn) == _look(tile, rotation))


def _look(tile: Tile, rotation: int) -> object:
    """Canonical form of a turned tile, independent of its stops' indexes."""
    track = turned_track(tile, rotation)
    stops = [
        (stop.kind, tuple(stop.values.items()), stop.slots, frozenset(stop_edges(track, index)))
        for index, stop in enumerate(tile.stops)
    ]
    pieces = Counter(
        (frozenset(piece.edges), frozenset(stops[index] for index in piece.stops), piece.narrow)
        for piece in track
    )
    return frozenset(Counter(stops).items()), frozenset(pieces.items())


def stop_edges(track: Iterable[Piece], index: int) -> set[int]:
    """Return the edges to which track leads from a stop."""
    return {edge for piece in track if index in piece.stops for edge in piece.edges}
