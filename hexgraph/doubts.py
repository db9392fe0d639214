"""What is odd about a position: it is solved all the same, but a slip is likely."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from hexgraph.board import Board
from hexgraph.face import Face, printed_faces
from hexgraph.laid import wrong_label
from hexgraph.turns import stop_edges
from mapdata.rules import TrainType
from mapdata.tile import Tile
from mapdata.title import Title, gone_trains, train_limit


def doubts(board: Board, company: str, trains: tuple[str, ...]) -> tuple[str, ...]:
    """Return in one line each what cannot be in a game that is played by the rules."""
    return (
        *_too_many_tiles(board),
        *_early_tiles(board),
        *_wrong_labels(board),
        *_lost_track(board),
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


def _early_tiles(board: Board) -> Iterator[str]:
    phase = board.phase
    for hex_id, tile in _tiles(board):
        if tile.layer == "tile" and tile.colour not in phase.colours:
            yield f"{hex_id}: tile {tile.name} is {tile.colour}, not open in phase {phase.name}"


def _wrong_labels(board: Board) -> Iterator[str]:
    for hex_id, tile in _tiles(board):
        if wrong := wrong_label(board.title, hex_id, tile):
            yield wrong


def _lost_track(board: Board) -> Iterator[str]:
    printed = printed_faces(board.title)
    for hex_id, face in board.laid.items():
        if face.layers[0][0].layer == "tile" and _loses(printed[hex_id], face):
            shown = "+".join(f"{tile.name}:{rotation}" for tile, rotation in face.layers)
            yield f"{hex_id}: track that is printed there is lost under {shown}"


def _loses(printed: Face, face: Face) -> bool:
    """Return whether two sides, or sides and a stop, are joined in print and not here."""
    stations = [stop_edges(face.track, index) for index in range(len(face.stops))]
    for index in range(len(printed.stops)):
        edges = stop_edges(printed.track, index)
        if edges and not any(edges <= station for station in stations):
            return True
    plain = {frozenset(piece.edges) for piece in face.track}
    return any(
        frozenset(piece.edges) not in plain for piece in printed.track if len(piece.edges) == 2
    )


def _odd_trains(board: Board, company: str, trains: tuple[str, ...]) -> Iterator[str]:
    title, phase = board.title, board.phase.name
    gone = gone_trains(title, phase)
    for name in dict.fromkeys(trains):
        if name in gone:
            yield f"there is no {name} in phase {phase}: {gone[name]}"
        elif later := begins(title, title.trains[name], phase):
            yield f"there is no {name} in phase {phase} yet: it comes with phase {later}"
    limit = train_limit(title, phase, company)
    held = [name for name in trains if not _obsolete(title, name, phase)]
    if limit is not None and len(held) > limit:
        yield f"{company} has {len(held)} trains, but may own {limit} in phase {phase}"


def begins(title: Title, train: TrainType, phase: str) -> str | None:
    """Return the phase that first has a train, if it is later than ``phase``."""
    order = list(title.phases)
    pile = train.available_on or train.base or train.name
    first = next((name for name in order if pile in title.phases[name].starts_with), None)
    if first is None or order.index(first) <= order.index(phase):
        return None
    return first


def _obsolete(title: Title, name: str, phase: str) -> bool:
    """Return whether a train runs for the last time in ``phase``: it counts no more."""
    last = set(title.trains[name].obsolete_on)
    order = list(title.phases)
    started = order[: order.index(phase) + 1]
    return any(not last.isdisjoint(title.phases[each].starts_with) for each in started)
