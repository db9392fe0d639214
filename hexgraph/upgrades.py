"""The upgrades of a tile, and the tiles that may ever lie on a hex, by the title alone."""

from __future__ import annotations

from functools import cache

from hexgraph.board import Board
from hexgraph.face import Face
from hexgraph.kept import kept_stops
from hexgraph.laid import laid_face
from hexgraph.lay import named_for_hex, next_colour, same_stops, unfit_turn
from hexgraph.succession import colour_order, label_for
from hexgraph.turns import turns
from mapdata.building import building
from mapdata.errors import InputError
from mapdata.tile import Tile, turned_track
from mapdata.title import Title


def bare_face(tile: Tile, rotation: int = 0) -> Face:
    """Return a tile that lies on no hex."""
    return Face("", tile.stops, turned_track(tile, rotation), ((tile, rotation),))


@cache
def followers(title: Title, tile: Tile) -> tuple[Tile, ...]:
    """Return the tiles of the next colour that keep the track and stops of ``tile``.

    There must be a hex on which the labels of both may lie; or else the title names the tile, or
    the hex. Tiles that only an ability lays follow none.
    """
    order = colour_order(title)
    if tile.layer != "tile" or tile.colour not in order:
        return ()
    after = order[order.index(tile.colour) + 1 :]
    old, rules = bare_face(tile), building(title)
    never = {*rules.only_by_special, *rules.not_upgrades.get(tile.name, ())}
    return tuple(
        other
        for name, other in title.tiles.items()
        if other.layer == "tile"
        and name not in never
        and (
            name in rules.upgrades.get(tile.name, ())
            or (
                other.colour == (after[0] if after else "")
                and same_stops(title, tile.stops, other)
                and (_labels_follow(title, tile, other) or _named_after(title, tile, other))
                and any(kept_stops(old, bare_face(other, turn)) is not None for turn in range(6))
            )
        )
    )


def _named_after(title: Title, tile: Tile, other: Tile) -> bool:
    """Whether the title names a tile for a hex on which the one before it may lie."""
    return any(
        other.name in names and label_for(title, hex_id, tile.colour) == tile.label
        for hex_id, names in building(title).upgrades.items()
        if hex_id in title.hexes
    )


def _labels_follow(title: Title, tile: Tile, other: Tile) -> bool:
    return any(
        label_for(title, hex_id, tile.colour) == tile.label
        and label_for(title, hex_id, other.colour) == other.label
        for hex_id in title.hexes
    )


def fitting(title: Title, hex_id: str) -> dict[Tile, tuple[int, ...]]:
    """Return the tiles that may ever lie on a hex, with their rotations there.

    Each keeps what is printed, and its track runs to sides that track may cross.
    """
    board = Board(title, list(title.phases.values())[-1], {}, {})
    first, order = next_colour(board, hex_id), colour_order(title)
    open_colours = order[order.index(first) :] if first else ()
    found = {}
    never = building(title).only_by_special
    for tile in title.tiles.values():
        if tile.layer == "tile" and tile.colour in open_colours and tile.name not in never:
            fits = tuple(turn for turn in turns(tile) if _fits(board, hex_id, tile, turn))
            if fits:
                found[tile] = fits
    return found


def _fits(board: Board, hex_id: str, tile: Tile, rotation: int) -> bool:
    try:
        laid_face(board.title, hex_id, f"{tile.name}:{rotation}")
    except InputError:
        return False
    same_sorts = {(stop.plot, stop.sort) for stop in board.face(hex_id).stops} == {
        (stop.plot, stop.sort) for stop in tile.stops
    }
    if not same_sorts and not named_for_hex(board.title, hex_id, tile):
        return False
    return unfit_turn(board, hex_id, tile, rotation) is None
