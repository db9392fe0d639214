"""One hex of the board: what stands there, the tiles that fit it, and laying one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from msgspec import Struct

from bestrun.games.eighteen.solve import turn_of
from bestrun.operating.builder import Builder
from bestrun.operating.homes import at_home
from bestrun.page.cases import case_of
from bestrun.page.facts import hex_markers
from bestrun.page.mistakes import Mistake, without_mistakes
from bestrun.page.tiles import called, tile_picture
from bestrun.positions import written
from bestrun.turn import Turn
from hexgraph.board import Board
from hexgraph.face import Face, printed_faces
from hexgraph.kept import kept_stops
from hexgraph.laid import laid_face
from hexgraph.lattice import opposite
from hexgraph.lay import tiles_left
from hexgraph.sides import hex_across
from hexgraph.succession import possible_tiles
from hexgraph.turns import turns
from mapdata.errors import InputError, look_up
from mapdata.places import find_hex
from mapdata.tables import Table
from mapdata.tile import COLOURS, Tile

NOT_THEIRS = ("unreachable", "no-new-track")
"""A tile refused for these reasons fits; it is only not the company's to lay."""


class HexAsked(Table, frozen=True):
    """The content of a hex and the tiles that fit; with ``any``, every tile that can lie there.

    The tiles are those that can follow ``base``, if it is given, and not what lies there now.
    """

    position: dict[str, Any]
    hex: str
    any: bool = False
    base: str | None = None


class LayAsked(Table, frozen=True):
    """The position with another tile on a hex; without ``code`` with none."""

    position: dict[str, Any]
    hex: str
    code: str = ""


@dataclass(frozen=True)
class Fit:
    """A tile as it may lie on a hex: the code of the whole hex then, and why not to lay it."""

    tile: Tile
    code: str
    rank: int
    why: str
    cost: int | None


def hex_options(question: HexAsked) -> dict[str, Any]:
    """The content of a hex, and every tile that fits it, drawn in each of its rotations."""
    position, mistakes = without_mistakes(question.position)
    turn = turn_of(case_of(position))
    board, title = turn.board, turn.title
    look_up(title.hexes, question.hex, "hex")
    face = board.face(question.hex)
    return {
        "hex": question.hex,
        "name": title.hexes[question.hex].name,
        "now": _code(face),
        "lies": [
            {
                "called": called(title, tile),
                "without": _joined(each for each in face.layers if each != (tile, rotation)),
            }
            for tile, rotation in face.layers
        ],
        "stops": [_stop(board, face, index) for index in range(len(face.stops))],
        "tiles": list(_offered(turn, question)),
        "assigned": list(board.extras.assigned.get(question.hex, ())),
        "assignable": hex_markers(title),
        "mistakes": [each.to_dict() for each in mistakes if _on_hex(each, question.hex)],
    }


def _on_hex(mistake: Mistake, hex_id: str) -> bool:
    """Whether a mistake is about a hex, its tile or a marker on it."""
    place = mistake.item or mistake.entry or ""
    return place.partition(".")[0] == hex_id


def _offered(turn: Turn, question: HexAsked) -> Iterator[dict[str, Any]]:
    """Yield the tiles for a hex in the order of their colours and names, which never changes."""
    title, hex_id, now = turn.title, question.hex, turn.board
    before = now if question.base is None else _board_with(turn, hex_id, question.base)
    builder = Builder(at_home(before, turn.company), turn.company)
    possible = possible_tiles(title, hex_id)
    fits: dict[Tile, list[Fit]] = {}
    for fit in _fits(builder, hex_id, any_tile=question.any):
        fits.setdefault(fit.tile, []).append(fit)
    for tile in sorted(fits, key=_shelf):
        turned = sorted(fits[tile], key=lambda fit: (fit.rank, _misfit(before, hex_id, fit.code)))
        yield {
            "tile": tile.name,
            "called": called(title, tile),
            "colour": tile.colour,
            "possible": tile.layer != "tile" or tile.name in possible,
            "left": tiles_left(now, tile) if tile.layer == "tile" else None,
            "turns": [
                {
                    "code": fit.code,
                    "legal": fit.rank == 0,
                    "why": fit.why,
                    "cost": fit.cost,
                    "tokens": _kept_markers(now, hex_id, fit.code),
                    "svg": tile_picture(title, laid_face(title, hex_id, fit.code), now.phase.stage),
                }
                for fit in turned
            ],
        }


def _board_with(turn: Turn, hex_id: str, code: str) -> Board:
    """Return the board with other tiles on one hex."""
    position = with_tile(written(turn.position), hex_id, code)
    return turn_of(case_of(position)).board


def _shelf(tile: Tile) -> tuple[int, int, str]:
    """Sort key of a tile: by colour, number, name."""
    number = re.match(r"\d+", tile.name)
    return COLOURS.index(tile.colour), int(number[0]) if number else 10**6, tile.name


def _misfit(board: Board, hex_id: str, code: str) -> int:
    """Penalty for bad joints with neighbours: track ends that meet nothing, less those that meet.

    An end at the rim of the board, or at a face that shows its side closed, counts double.
    """
    title, misfit = board.title, 0
    ends = {edge for piece in laid_face(title, hex_id, code).track for edge in piece.edges}
    for edge in range(6):
        across = hex_across(title, hex_id, edge)
        face = board.face(across) if across is not None else None
        meets = face is not None and any(opposite(edge) in piece.edges for piece in face.track)
        if edge in ends:
            bare = face is not None and not face.track
            misfit += -3 if meets else 0 if bare else 2
        elif meets:
            misfit += 1
    return misfit


def _kept_markers(board: Board, hex_id: str, code: str) -> dict[str, list[str]]:
    """The stops on which each company's markers of a hex stand after a lay."""
    new = laid_face(board.title, hex_id, code)
    moved = _moved(board, board.face(hex_id), new)
    here = {stop for key in board.markers if key[0] == hex_id for stop in board.markers[key]}
    return {
        company: [stop for stop in moved.get(company, ()) if stop.partition(".")[0] == hex_id]
        for company in sorted(here)
    }


def _stop(board: Board, face: Face, index: int) -> dict[str, Any]:
    """Return a stop with its markers; without places for markers ``slots`` is 0."""
    stop, kinds = face.stops[index], board.title.stop_kinds
    name = board.title.hexes[face.hex].name or face.hex
    several = sum(kinds[each.kind].blocks for each in face.stops) > 1
    return {
        "stop": face.stop_id(index),
        "name": name,
        "label": f"{stop.kind} {index + 1}" if several else stop.kind,
        "kind": stop.kind,
        "value": stop.value(board.phase.stage),
        "slots": stop.slots if kinds[stop.kind].blocks else 0,
        "markers": list(board.markers.get((face.hex, index), ())),
    }


def _fits(builder: Builder, hex_id: str, *, any_tile: bool) -> Iterator[Fit]:
    """Yield every way in which a tile can lie on a hex, each with its place in the code."""
    face = builder.board.face(hex_id)
    lying = {tile for tile, _ in face.layers}
    for tile in builder.title.tiles.values():
        unfit = builder.why_no_tile(hex_id, tile)
        special = tile.layer != "tile" or tile in lying
        if unfit is not None and not special and not any_tile:
            continue
        for rotation in turns(tile):
            code = _code_with(face, tile, rotation)
            try:
                laid_face(builder.title, hex_id, code)
            except InputError:
                continue
            if any_tile or special:
                yield Fit(tile, code, 0, "", None)
                continue
            refusal = builder.why_no_turn(hex_id, tile, rotation)
            if refusal is None:
                yield Fit(tile, code, 0, "", builder.cost(hex_id, tile, rotation))
            elif refusal.code in NOT_THEIRS:
                yield Fit(tile, code, 1, refusal.message, None)


def _part(tile: Tile, rotation: int) -> str:
    return tile.name if tile.layer == "opening" else f"{tile.name}:{rotation}"


def _joined(layers: Iterable[tuple[Tile, int]]) -> str:
    return "+".join(_part(*layer) for layer in layers)


def _code(face: Face) -> str:
    return _joined(face.layers)


def _code_with(face: Face, tile: Tile, rotation: int) -> str:
    """Return the code of a hex with a tile more: an overlay joins those that lie there."""
    if tile.layer != "overlay":
        return _part(tile, rotation)
    others = [each for each in face.layers if each[0] is not tile]
    return _joined((*others, (tile, rotation)))


def lay(question: LayAsked) -> dict[str, Any]:
    """Return the position after a lay, the markers of the hex where they then stand."""
    return {"position": with_tile(question.position, question.hex, question.code)}


def with_tile(position: Mapping[str, Any], hex_id: str, code: str) -> dict[str, Any]:
    """Return a position with other tiles on a hex, its markers moved along."""
    turn = turn_of(case_of(position))
    look_up(turn.title.hexes, hex_id, "hex")
    old, new = turn.board.face(hex_id), printed_faces(turn.title)[hex_id]
    tiles = {
        place: lying
        for place, lying in turn.position.tiles.items()
        if find_hex(turn.title, place) != hex_id
    }
    if code:
        new = laid_face(turn.title, hex_id, code)
        tiles[hex_id] = code
    return {**position, "tiles": tiles, "tokens": _moved(turn.board, old, new)}


class NamedLay(Struct, frozen=True):
    """A lay as ``advise`` names it: the code of the whole hex after it."""

    hex: str
    tile: str


class NamedMove(Struct, frozen=True):
    """What to do of a move that ``advise`` has named; what it says beside that is not read."""

    lay: NamedLay | None = None
    further: tuple[NamedLay, ...] = ()
    token: str | None = None
    train: str | None = None


class TilesAsked(Table, frozen=True):
    """Pictures of hexes as lays that ``advise`` has named leave them."""

    position: dict[str, Any]
    lays: tuple[NamedLay, ...]


def tile_pictures(question: TilesAsked) -> list[str]:
    """One picture a lay."""
    turn = turn_of(case_of(question.position))
    title, stage = turn.title, turn.board.phase.stage
    return [
        tile_picture(title, laid_face(title, each.hex, each.tile), stage) for each in question.lays
    ]


class MoveAsked(Table, frozen=True):
    """The position after a move that ``advise`` has named."""

    position: dict[str, Any]
    move: NamedMove


def move(question: MoveAsked) -> dict[str, Any]:
    """Return the position after a move."""
    return {"position": after(question.position, question.move)}


def after(position: Mapping[str, Any], move: NamedMove) -> Mapping[str, Any]:
    """Return the position after a move that ``advise`` has named."""
    before = turn_of(case_of(position)).position
    for lay in (*([move.lay] if move.lay else ()), *move.further):
        position = with_tile(position, lay.hex, lay.tile)
    if move.token:
        tokens = dict(position.get("tokens", {}))
        stops = tokens.get(before.company, ())
        stops = [stops] if isinstance(stops, str) else stops
        position = {**position, "tokens": tokens | {before.company: [*stops, move.token]}}
    if move.train:
        position = {**position, "trains": [*before.trains, move.train]}
    return position


def _moved(board: Board, old: Face, new: Face) -> dict[str, list[str]]:
    """Return all markers as positions write them, those of one hex on its new face."""
    became = kept_stops(old, new) or tuple(range(len(old.stops)))
    tokens: dict[str, list[str]] = {}
    for (hex_id, index), companies in board.markers.items():
        place = board.stop_id((hex_id, index))
        if hex_id == old.hex:
            index = became[index] if index < len(became) else index
            if index >= len(new.stops):
                continue
            place = new.stop_id(index)
        for company in companies:
            if place not in tokens.setdefault(company, []):
                tokens[company].append(place)
    return tokens
