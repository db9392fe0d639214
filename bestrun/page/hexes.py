"""One hex of the board: what stands there, the tiles that fit it, and laying one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from bestrun.games.eighteen import turn_of
from bestrun.operating.builder import Builder
from bestrun.operating.homes import at_home
from bestrun.page.cases import case_of
from bestrun.page.facts import hex_markers
from bestrun.page.tiles import called, tile_picture
from hexgraph.board import Board
from hexgraph.face import Face, printed_faces
from hexgraph.kept import kept_stops
from hexgraph.laid import laid_face
from hexgraph.turns import turns
from mapdata.errors import InputError, look_up
from mapdata.places import find_hex
from mapdata.tables import Table
from mapdata.tile import Tile

NOT_THEIRS = ("unreachable", "no-new-track")
"""A tile refused for these reasons fits; it is only not the company's to lay."""


class HexAsked(Table, frozen=True):
    """What stands on a hex and which tiles fit; with ``any`` whatever can lie there."""

    position: dict[str, Any]
    hex: str
    any: bool = False


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
    legal: bool
    why: str
    cost: int | None

    def to_dict(self, picture: str, on: bool) -> dict[str, Any]:
        """Return what the page shows of it."""
        return {
            "code": self.code,
            "legal": self.legal,
            "why": self.why,
            "cost": self.cost,
            "on": on,
            "svg": picture,
        }


def hex_options(question: HexAsked) -> dict[str, Any]:
    """Return what stands on a hex, and every tile that fits it with its turns, drawn."""
    turn = turn_of(case_of(question.position))
    board, title = turn.board, turn.title
    look_up(title.hexes, question.hex, "hex")
    face = board.face(question.hex)
    builder = Builder(at_home(board, turn.company), turn.company)
    fits: dict[str, list[dict[str, Any]]] = {}
    now = _code(face)
    for fit in _fits(builder, question.hex, any_tile=question.any):
        look = tile_picture(title, laid_face(title, question.hex, fit.code), board.phase.stage)
        fits.setdefault(fit.tile.name, []).append(fit.to_dict(look, on=fit.code == now))
    tiles: list[dict[str, Any]] = [
        {
            "tile": name,
            "called": called(title, title.tiles[name]),
            "colour": title.tiles[name].colour,
            "turns": given,
        }
        for name, given in fits.items()
    ]
    tiles.sort(key=lambda tile: not any(turn["legal"] for turn in tile["turns"]))
    return {
        "hex": question.hex,
        "name": title.hexes[question.hex].name,
        "now": now,
        "lies": [
            {
                "called": called(title, tile),
                "without": _joined(each for each in face.layers if each != (tile, rotation)),
            }
            for tile, rotation in face.layers
        ],
        "stops": [_stop(board, face, index) for index in range(len(face.stops))],
        "tiles": tiles,
        "assigned": list(board.also.assigned.get(question.hex, ())),
        "assignable": hex_markers(title),
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
        if unfit is not None and not any_tile and tile.layer == "tile" and tile not in lying:
            continue
        for rotation in turns(tile):
            code = _code_with(face, tile, rotation)
            try:
                laid_face(builder.title, hex_id, code)
            except InputError:
                continue
            if tile.layer != "tile" or tile in lying:
                yield Fit(tile, code, True, "", None)
                continue
            refusal = unfit or builder.why_no_turn(hex_id, tile, rotation)
            if refusal is None:
                cost = builder.cost(hex_id, tile, rotation)
                yield Fit(tile, code, True, "", cost)
            elif any_tile or refusal.code in NOT_THEIRS:
                yield Fit(tile, code, False, refusal.message, None)


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


class MoveAsked(Table, frozen=True):
    """The position after a move that ``advise`` has named."""

    position: dict[str, Any]
    move: dict[str, Any]


def move(question: MoveAsked) -> dict[str, Any]:
    """Return the position after a move."""
    return {"position": after(question.position, question.move)}


def after(position: Mapping[str, Any], move: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the position after a move that ``advise`` has named."""
    lay, token, train = (move.get(key) for key in ("lay", "token", "train"))
    if lay:
        position = with_tile(position, lay["hex"], lay["tile"])
    if token:
        tokens, company = dict(position.get("tokens", {})), position["company"]
        tokens[company] = [*tokens.get(company, ()), token]
        position = {**position, "tokens": tokens}
    if train:
        position = {**position, "trains": [*position.get("trains", ()), train]}
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
