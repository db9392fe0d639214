"""Cubes laid instead of a tile: each makes the ground of a hex cheaper."""

from __future__ import annotations

from collections.abc import Iterator

from bestrun.operating.builder import Builder, Lay
from bestrun.operating.lay_price import coverable
from bestrun.operating.turn_lays import wrong_lay
from hexgraph.lay import Refusal
from mapdata.abilities import TileLay


def is_cube(builder: Builder, tile: str) -> bool:
    """Whether ``tile`` is what a cube is called."""
    cube = builder.rules.cube
    return cube is not None and tile == cube.tile


def cube_lays(builder: Builder) -> Iterator[Lay]:
    """Yield the hexes where the company, or one of its privates, may lay a cube."""
    cube = builder.rules.cube
    if cube is None:
        return
    privates = [
        name
        for name in sorted(builder.board.extras.privates)
        for ability in builder.title.privates[name].abilities
        if isinstance(ability, TileLay) and cube.tile in ability.tiles
    ]
    for hex_id in builder.title.hexes:
        if why_no_cube(builder, hex_id) is not None:
            continue
        if no_cube_left(builder, hex_id) is None:
            yield Lay(hex_id, cube.tile, 0, 0)
        yield from (Lay(hex_id, cube.tile, 0, 0, name) for name in privates)


def no_cube_left(builder: Builder, hex_id: str) -> Refusal | None:
    """Fault of a cube as the next lay (it counts as a new tile), or ``None``."""
    cube = builder.rules.cube
    assert cube is not None
    tile = builder.title.tiles[cube.tile]
    return wrong_lay(builder.board, hex_id, tile, builder.next_lay, upgrade=False)


def why_no_cube(builder: Builder, hex_id: str) -> Refusal | None:
    """The reason why no cube may lie on a hex, whoever lays it, or ``None``."""
    board = builder.board
    if hex_id in board.extras.blocked:
        return Refusal("blocked", f"a private company keeps {hex_id} shut")
    if coverable(board, hex_id) <= 0:
        return Refusal("nothing-to-cover", f"the ground of {hex_id} costs nothing more")
    stands = any(
        at == hex_id and builder.company.id in names for (at, _), names in board.markers.items()
    )
    if not stands and not builder.entered.get(hex_id):
        return Refusal("unreachable", f"{builder.company.id} has no route to {hex_id}")
    return None
