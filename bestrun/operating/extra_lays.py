"""Tiles laid in addition to the lays of a turn: an overlay that the director has a right to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hexgraph.kept import edges_of
from hexgraph.laid import laid_face
from hexgraph.lay import Refusal, blocked_side
from hexgraph.turns import turns
from mapdata.building import ExtraLay
from mapdata.errors import InputError
from mapdata.tile import Tile

if TYPE_CHECKING:
    from bestrun.operating.builder import Builder


def extra_named(builder: Builder, tile: Tile) -> str:
    """Return the name of the extra lay that a tile belongs to; nothing for other tiles."""
    named = builder.rules.extra_lays.items()
    return next((name for name, extra in named if tile.name in extra.tiles), "")


def extra_places(builder: Builder) -> Iterator[tuple[str, str, Tile, int]]:
    """Yield every legal extra lay: its name, the hex, the tile and its turn."""
    for name, extra in builder.rules.extra_lays.items():
        for hex_id in builder.entered:
            for tile in (builder.title.tiles[each] for each in extra.tiles):
                if why_no_extra(builder, hex_id, tile) is not None:
                    continue
                for rotation in turns(tile):
                    if why_no_extra_turn(builder, hex_id, tile, rotation) is None:
                        yield name, hex_id, tile, rotation


def why_no_extra(builder: Builder, hex_id: str, tile: Tile) -> Refusal | None:
    """The reason why an extra tile cannot lie on a hex however it is turned, or ``None``."""
    name = extra_named(builder, tile)
    extra: ExtraLay = builder.rules.extra_lays[name]
    try:
        laid_face(builder.title, hex_id, f"{tile.name}:0")
    except InputError as error:
        return Refusal("wrong-hex", error.message)
    if any(each.name in extra.tiles for each, _ in builder.board.face(hex_id).layers):
        return Refusal("one-a-hex", f"a {name} lies on {hex_id} already")
    lying = sum(
        each.name in extra.tiles for face in builder.board.laid.values() for each, _ in face.layers
    )
    if extra.most is not None and lying >= extra.most:
        return Refusal("none-left", f"all {extra.most} are built")
    return None


def why_no_extra_turn(builder: Builder, hex_id: str, tile: Tile, rotation: int) -> Refusal | None:
    """The reason why an extra tile cannot lie on a hex in this turn, or ``None``."""
    new = laid_face(builder.title, hex_id, f"{tile.name}:{rotation}")
    for edge in sorted(edges_of(new)):
        refusal = blocked_side(builder.board, hex_id, edge, builder.closed)
        if refusal is not None:
            return refusal
    if not edges_of(new) & builder.entered.get(hex_id, set()):
        return Refusal(
            "unreachable",
            f"{builder.company.id} has no route to the track of {tile.name}:{rotation}",
        )
    return None
