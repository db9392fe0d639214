"""Abilities of a company's privates beside its own lays and markers."""

from __future__ import annotations

from collections.abc import Iterator

from bestrun.operating.builder import Builder, Lay
from bestrun.operating.lay_price import lay_price
from bestrun.operating.placer import Marker, Placer
from bestrun.operating.turn_lays import wrong_lay
from hexgraph.board import Board
from hexgraph.face import Face, StopKey
from hexgraph.kept import edges_of
from hexgraph.laid import laid_face, wrong_kind, wrong_label
from hexgraph.lay import (
    colour_of,
    next_colour,
    next_colours,
    none_left,
    unfit_tile,
    unfit_turn,
)
from hexgraph.succession import colour_order, possible_tiles
from hexgraph.turns import turns
from mapdata.abilities import Teleport, TileLay, TokenAbility
from mapdata.tile import Tile


def special_lays(builder: Builder) -> Iterator[Lay]:
    """Yield the tile lays that the company's privates allow, and its own abilities."""
    title = builder.title
    for own in builder.company.abilities:
        if isinstance(own, TileLay) and own.outright:
            yield from _tile_lays(builder, "", own)
    for name in at_hand(builder.board):
        for ability in title.privates[name].abilities:
            if isinstance(ability, TileLay):
                yield from _tile_lays(builder, name, ability)
            elif isinstance(ability, Teleport):
                yield from _teleports(builder, name, ability)


def at_hand(board: Board) -> list[str]:
    """Return the privates of the company, and the one that the position says makes the move."""
    by = board.extras.by
    mover = {by} if by is not None and by in board.title.privates else set()
    return sorted(board.extras.privates | mover)


def _tile_lays(builder: Builder, name: str, ability: TileLay) -> Iterator[Lay]:
    board = builder.board
    if ability.consume_tile_lay and builder.next_lay is None:
        return
    lay = builder.next_lay if ability.consume_tile_lay else None
    for hex_id in ability.hexes or _hexes_of(builder, name):
        if hex_id not in builder.title.hexes:  # of a larger board
            continue
        if ability.onto and colour_of(board, hex_id) not in ability.onto:
            continue
        for tile in _tiles(builder, ability.tiles):
            if _unfit(builder, hex_id, tile, ability) is not None:
                continue
            for rotation in turns(tile):
                if unfit_turn(board, hex_id, tile, rotation, builder.closed) is not None:
                    continue
                new = laid_face(builder.title, hex_id, f"{tile.name}:{rotation}")
                if ability.connect and not _joins(board, hex_id, new, ability):
                    continue
                if ability.faces_stop and not _faces_stop(board, hex_id, new):
                    continue
                if ability.reachable and builder.out_of_reach(hex_id, tile, rotation):
                    continue
                price = lay_price(board, builder.company, hex_id, tile, new, lay, ability)
                yield Lay(hex_id, tile.name, rotation, price.total, name)


def _hexes_of(builder: Builder, name: str) -> tuple[str, ...]:
    """Hexes for a private's tile that names none: its marker's hex, or any."""
    abilities = builder.title.privates[name].abilities
    named = (each.hexes for each in abilities if isinstance(each, TokenAbility) and each.hexes)
    return next(named, tuple(builder.title.hexes))


def _tiles(builder: Builder, names: tuple[str, ...]) -> Iterator[Tile]:
    tiles = builder.title.tiles
    yield from (tiles[each] for each in names if each in tiles) if names else tiles.values()


def _unfit(builder: Builder, hex_id: str, tile: Tile, ability: TileLay) -> object:
    """The reason why a tile cannot be laid by an ability, or ``None``.

    A special lay looks at colour and supply alone, not at labels and stops.
    """
    board = builder.board
    if not ability.special:
        opened = _colours(builder, ability) if ability.ahead else None
        return unfit_tile(board, hex_id, tile, online=builder.online, opened=opened)
    if tile.name in builder.rules.only_by_special:
        if tile.name not in ability.tiles:
            return "another's"
        return wrong_kind(board.title, hex_id, tile) or none_left(board, tile)
    if ability.outright:
        if colour_of(board, hex_id) != "white":
            return "colour"
        refusal = wrong_lay(board, hex_id, tile, builder.next_lay, upgrade=False)
        return refusal or none_left(board, tile)
    if tile.layer != "tile" or tile.colour not in _colours(builder, ability):
        return "colour"
    if tile.colour != next_colour(board, hex_id):
        return "colour"
    if not ability.tiles and tile.name not in possible_tiles(board.title, hex_id):
        return "stops"
    if wrong := wrong_kind(board.title, hex_id, tile) or wrong_label(board.title, hex_id, tile):
        return wrong
    return none_left(board, tile)


def _colours(builder: Builder, ability: TileLay) -> tuple[str, ...]:
    """The colours that an ability lays: those of the phase, and for some the next one."""
    opened = builder.board.phase.colours
    if not ability.ahead:
        return opened
    return colour_order(builder.title)[: len(opened) + 1]


def _joins(board: Board, hex_id: str, new: Face, ability: TileLay) -> bool:
    """Whether a tile joins those that the ability has laid before in this turn."""
    laid = [each for each in board.extras.before.lays if each in ability.hexes and each != hex_id]
    if not laid:
        return True
    for edge in edges_of(new):
        crossing = board.crossings.get((hex_id, edge))
        if crossing is None or crossing.hex not in laid:
            continue
        if crossing.edge in edges_of(board.face(crossing.hex)):
            return True
    return False


def _faces_stop(board: Board, hex_id: str, new: Face) -> bool:
    """Whether a tile leads to a hex with a stop: to its track, or where track can still come."""
    for edge in edges_of(new):
        crossing = board.crossings.get((hex_id, edge))
        face = board.face(crossing.hex) if crossing is not None else None
        if crossing is None or face is None or not face.stops:
            continue
        if crossing.edge in edges_of(face) or next_colours(board, crossing.hex):
            return True
    return False


def _teleports(builder: Builder, name: str, ability: Teleport) -> Iterator[Lay]:
    """Yield the lays of the turn's tile where it need not be reached."""
    for hex_id in ability.hexes:
        for tile in _tiles(builder, ability.tiles):
            if builder.next_lay is None or unfit_tile(builder.board, hex_id, tile):
                continue
            for rotation in turns(tile):
                if unfit_turn(builder.board, hex_id, tile, rotation, builder.closed) is None:
                    cost = 0 if ability.free else builder.cost(hex_id, tile, rotation)
                    yield Lay(hex_id, tile.name, rotation, cost, name)


def special_markers(builder: Builder) -> Iterator[Marker]:
    """Yield the places for markers that the company's privates allow."""
    for name in at_hand(builder.board):
        for ability in builder.title.privates[name].abilities:
            if isinstance(ability, TokenAbility):
                yield from _tokens(builder, name, ability)
            elif isinstance(ability, Teleport):
                yield from _after_teleport(builder, name, ability)


def _tokens(builder: Builder, name: str, ability: TokenAbility) -> Iterator[Marker]:
    placer = builder.placer
    for stop in _stops(builder, ability.hexes or tuple(builder.title.hexes), ability.city):
        reached = stop in placer.reach.stops
        if (ability.connected or not ability.hexes) and not reached:
            continue
        if ability.full and not (placer.free(stop) > 0 or placer.stands_in(stop[0])):
            yield Marker(stop, ability.price or 0, name)
            continue
        beside_own = not (ability.same_hex or ability.neutral) and placer.stands_in(stop[0])
        if beside_own or _no_place(placer, stop, ability):
            continue
        price = ability.price if reached or ability.teleport_price is None else None
        price = ability.teleport_price if price is None else price
        if price is None:
            price = round(placer.cost(stop) * (1 - ability.discount))
        yield Marker(stop, price, name, neutral=ability.neutral)


def _no_place(placer: Placer, stop: StopKey, ability: TokenAbility) -> bool:
    """Whether a stop has no place for the marker of an ability."""
    refusal = placer.why_no_place(stop)
    return refusal is not None and not (ability.extra_place and refusal.code != "no-station")


def _after_teleport(builder: Builder, name: str, ability: Teleport) -> Iterator[Marker]:
    """Yield the free marker on a tile that was laid unreached."""
    board, company = builder.board, builder.company.id
    laid = [
        hex_id
        for hex_id in ability.hexes
        if any(tile.name in ability.tiles for tile, _ in board.face(hex_id).layers)
    ]
    for stop in _stops(builder, tuple(laid), None):
        if company not in board.markers.get(stop, ()) and not builder.placer.why_no_place(stop):
            yield Marker(stop, 0, name)


def _stops(builder: Builder, hexes: tuple[str, ...], city: int | None) -> Iterator[StopKey]:
    for hex_id in hexes:
        for index in range(len(builder.board.face(hex_id).stops)):
            if city is None or index == city:
                yield hex_id, index
