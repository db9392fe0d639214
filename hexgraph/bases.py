"""The places from which a company builds: its stations, or its home hexes without a marker."""

from __future__ import annotations

from hexgraph.board import Board
from hexgraph.face import StopKey, printed_faces
from hexgraph.kept import stops_after
from hexgraph.sides import split_stop
from mapdata.building import building


def own_stations(board: Board, company: str) -> tuple[StopKey, ...]:
    """Return the stops where markers of ``company`` stand that serve its routes."""
    kinds = board.title.stop_kinds
    return tuple(
        (hex_id, index)
        for (hex_id, index), companies in board.markers.items()
        if company in companies and kinds[board.face(hex_id).stops[index].kind].marker
    )


def home_stops(board: Board, home: str) -> frozenset[StopKey]:
    """Return the stops of the board as it lies that a printed home means."""
    hex_id, index = split_stop(board.title, home)
    face, printed = board.face(hex_id), printed_faces(board.title)[hex_id]
    kinds = board.title.stop_kinds
    if index is None:
        stations = (at for at, stop in enumerate(face.stops) if kinds[stop.kind].blocks)
        return frozenset((hex_id, at) for at in stations)
    became = stops_after(printed, face) if face.layers else tuple(range(len(printed.stops)))
    return frozenset({(hex_id, became[index])})


def base_hexes(board: Board, company: str) -> frozenset[str]:
    """Return the hexes that a company without markers builds from, open to it on all sides."""
    return frozenset(split_stop(board.title, home)[0] for home in _bases(board, company))


def base_stops(board: Board, company: str) -> frozenset[StopKey]:
    """Return the stops of these hexes where routes for building begin, whatever their kind."""
    found: set[StopKey] = set()
    for home in _bases(board, company):
        hex_id, index = split_stop(board.title, home)
        if index is None:
            found |= {(hex_id, at) for at in range(len(board.face(hex_id).stops))}
        else:
            found |= home_stops(board, home)
    return frozenset(found)


def _bases(board: Board, company: str) -> tuple[str, ...]:
    return building(board.title).home_hexes.get(company, ())
