"""Warnings about a position: facts that no real game has, so that a slip is likely.

Such a position is solved all the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from hexgraph.board import Board
from hexgraph.face import Face, printed_faces
from hexgraph.kept import edges_of
from hexgraph.laid import wrong_label
from hexgraph.lay import blocked_side, named_for_hex, not_yet
from hexgraph.turns import stop_edges
from mapdata.abilities import TileLay
from mapdata.building import building, has_begun, marker_prices
from mapdata.rules import TrainType
from mapdata.tile import Tile
from mapdata.title import Title, counted_trains, gone_trains, train_limit

NOWHERE = ("off-the-board", "sealed", "water")
"""Codes of refusals that hold whatever is built later."""


def doubts(
    board: Board, company: str, trains: tuple[str, ...], par: int | None = None
) -> tuple[str, ...]:
    """Return one line for each fact that cannot be in a game played by the rules."""
    return (
        *_too_many_tiles(board),
        *_early_tiles(board),
        *_wrong_labels(board),
        *_lost_track(board),
        *_too_many_laid(board),
        *_track_nowhere(board),
        *_odd_markers(board, company, par),
        *_odd_companies(board, company),
        *_odd_trains(board, company, trains),
    )


def _tiles(board: Board) -> Iterator[tuple[str, Tile]]:
    for hex_id, face in board.laid.items():
        yield from ((hex_id, tile) for tile, _ in face.layers)


def _too_many_tiles(board: Board) -> Iterator[str]:
    lying = Counter(tile.name for _, tile in _tiles(board))
    for name, number in lying.items():
        count = board.title.tiles[name].count
        if count is not None and number > count:
            there = f"there is {count}" if count == 1 else f"there are {count}"
            yield f"tile {name} lies on {number} hexes, but {there}"


def _laid_ahead(title: Title, hex_id: str) -> set[str]:
    """The tiles that someone may lay on a hex whatever colours are open."""
    abilities = [each for company in title.companies.values() for each in company.abilities]
    abilities += [each for private in title.privates.values() for each in private.abilities]
    return {
        tile
        for each in abilities
        if isinstance(each, TileLay) and (each.outright or each.ahead)
        if not each.hexes or hex_id in each.hexes
        for tile in each.tiles
    }


def _early_tiles(board: Board) -> Iterator[str]:
    phase, special = board.phase, building(board.title).only_by_special
    for hex_id, tile in _tiles(board):
        if tile.layer != "tile" or tile.name in special:
            continue
        rules = building(board.title)
        named = rules.upgrades.get(hex_id, ())
        if tile.name in _laid_ahead(board.title, hex_id) or tile.name in named:
            continue  # a hex with tiles of its own has a time of its own for them
        if not_yet(board.title, phase.name, tile):
            since = rules.laid_from[tile.name]
            yield f"{hex_id}: tile {tile.name} is laid from phase {since} on"
        if tile.name in rules.laid_from:
            continue
        if any(tile.name in names for names in rules.exchanged.values()):
            continue
        if tile.colour not in phase.colours:
            yield f"{hex_id}: tile {tile.name} is {tile.colour}, not open in phase {phase.name}"


def _wrong_labels(board: Board) -> Iterator[str]:
    for hex_id, tile in _tiles(board):
        if wrong := wrong_label(board.title, hex_id, tile):
            yield wrong


def _lost_track(board: Board) -> Iterator[str]:
    printed = printed_faces(board.title)
    rules = building(board.title)
    upgrades = (*rules.upgrades.values(), *rules.exchanged.values())
    named = {name for tiles in upgrades for name in tiles}  # such a tile may split a city
    for hex_id, face in board.laid.items():
        tile = face.layers[0][0]
        if tile.layer != "tile" or named_for_hex(board.title, hex_id, tile) or tile.name in named:
            continue
        if _loses(printed[hex_id], face):
            shown = "+".join(f"{tile.name}:{rotation}" for tile, rotation in face.layers)
            yield f"{hex_id}: track that is printed there is lost under {shown}"


def _loses(printed: Face, face: Face) -> bool:
    """Whether two sides, or sides and a stop, are joined in print and not here."""
    stations = [stop_edges(face.track, index) for index in range(len(face.stops))]
    for index in range(len(printed.stops)):
        edges = stop_edges(printed.track, index)
        if edges and not any(edges <= station for station in stations):
            return True
    plain = {frozenset(piece.edges) for piece in face.track}
    return any(
        frozenset(piece.edges) not in plain for piece in printed.track if len(piece.edges) == 2
    )


def _too_many_laid(board: Board) -> Iterator[str]:
    rules = building(board.title)
    for name, most in rules.most_laid.items():
        number = sum(tile.name in rules.called[name] for _, tile in _tiles(board))
        if number > most:
            yield f"{number} tiles are a {name}, but there can be {most}"


def _track_nowhere(board: Board) -> Iterator[str]:
    """Tiles whose track leads off the board, into water or into a sealed side."""
    printed = printed_faces(board.title)
    for hex_id, face in board.laid.items():
        if face.layers[0][0].layer == "opening" or hex_id in board.extras.neighbours:
            continue
        for edge in sorted(edges_of(face) - edges_of(printed[hex_id])):
            refusal = blocked_side(board, hex_id, edge)
            if refusal is not None and refusal.code in NOWHERE:
                yield f"{hex_id}: {refusal.message}"


def _odd_markers(board: Board, company: str, par: int | None) -> Iterator[str]:
    title, rules = board.title, building(board.title)
    if not rules.markers_known:
        return
    placed = Counter((name, stop[0]) for stop, names in board.markers.items() for name in names)
    for (name, hex_id), number in placed.items():
        if number > 1:
            yield f"{name} has {number} markers on {hex_id}, but one a hex is allowed"
    for name in dict.fromkeys(name for name, _ in placed):
        owner = title.companies[name]
        most = len(marker_prices(title, owner, par if name == company else None))
        number = sum(count for (each, _), count in placed.items() if each == name)
        if most and number > most:
            issued = f" at an issue price of {par}" if par and name == company else ""
            yield f"{name} has {number} markers on the board, but only {most}{issued}"


def _odd_companies(board: Board, company: str) -> Iterator[str]:
    title, phase = board.title, board.phase.name
    rules = building(title)
    standing = (name for names in board.markers.values() for name in names)
    for name in dict.fromkeys([company, *standing]):
        owner = title.companies.get(name)
        kind = owner.kind if owner else name
        lifetime = rules.exists.get(name) or rules.exists.get(kind)
        if lifetime is None or name not in title.companies:
            continue
        if lifetime.first and not has_begun(title, lifetime.first, phase):
            yield f"{name} does not exist in phase {phase}: it comes with phase {lifetime.first}"
        if lifetime.gone and has_begun(title, lifetime.gone, phase):
            yield f"{name} does not exist any more in phase {phase}"


def _odd_trains(board: Board, company: str, trains: tuple[str, ...]) -> Iterator[str]:
    title, phase = board.title, board.phase.name
    gone = gone_trains(title, phase)
    own = title.companies[company].begins_with if company in title.companies else None
    for name in dict.fromkeys(trains):
        if name == own or board.extras.leased:  # a leased train is not sold
            continue
        if name in gone:
            yield f"there is no {name} in phase {phase}: {gone[name]}"
        elif later := begins(title, title.trains[name], phase):
            yield f"there is no {name} in phase {phase} yet: it comes with phase {later}"
    limit = train_limit(title, phase, company)
    counted = counted_trains(title, trains)
    held = [name for name in counted if not _obsolete(title, name, phase)]
    if limit is not None and len(held) > limit:
        yield f"{company} has {len(held)} trains, but may own {limit} in phase {phase}"


def begins(title: Title, train: TrainType, phase: str) -> str | None:
    """The phase that first has a train, if it is later than ``phase``."""
    order = list(title.phases)
    pile = train.available_on or train.base or train.name
    first = next((name for name in order if pile in title.phases[name].starts_with), None)
    if first is None or order.index(first) <= order.index(phase):
        return None
    return first


def _obsolete(title: Title, name: str, phase: str) -> bool:
    """Whether a train runs for the last time in ``phase``: it counts no more."""
    last = set(title.trains[name].obsolete_on)
    order = list(title.phases)
    started = order[: order.index(phase) + 1]
    return any(not last.isdisjoint(title.phases[each].starts_with) for each in started)
