"""The routes of a run as a claim: stops and hexes in order, checked against the track.

An export writes a route as connections from stop to stop, in order, but each in the
direction in which it was found. The claim is the chain that they make.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from bestrun.importers.actions import Route
from bestrun.importers.board import Board, City
from hexgraph.lattice import neighbour, opposite


class NotOnTheBoard(Exception):
    """A stated route that the replayed board does not have; the message says what differs."""


def chain(board: Board, route: Route) -> tuple[tuple[City, ...], tuple[str, ...]]:
    """Return the stops and the hexes of a route in the order of the run.

    Raises
    ------
    NotOnTheBoard
        If a hex has no such track or stop, or the connections make no chain.
    """
    _check_nodes(board, route)
    chains: list[tuple[tuple[City, ...], tuple[str, ...]]] = []
    for number, connection in enumerate(route.connections):
        ways = list(_directions(board, route, connection))
        if number == 0:
            chains = ways
            continue
        chains = _one_a_tail(
            ((*stops, onward[-1]), (*hexes, *beyond[1:]))
            for stops, hexes in chains
            for onward, beyond in ways
            if onward[0] == stops[-1]
        )
        if not chains:
            raise NotOnTheBoard(f"{'-'.join(connection)} does not continue the route")
    if not chains:
        raise NotOnTheBoard("names no connection")
    stops, hexes = chains[0]
    _compare(route, stops)
    return stops, hexes


def _one_a_tail(
    chains: Iterator[tuple[tuple[City, ...], tuple[str, ...]]],
) -> list[tuple[tuple[City, ...], tuple[str, ...]]]:
    """Keep the first chain for each stop it ends at, so that their number stays small."""
    kept: dict[City, tuple[tuple[City, ...], tuple[str, ...]]] = {}
    for each in chains:
        kept.setdefault(each[0][-1], each)
    return list(kept.values())


def _check_nodes(board: Board, route: Route) -> None:
    for node in route.nodes:
        hex_id, _, index = node.rpartition("-")
        if hex_id not in board.title.hexes:
            raise NotOnTheBoard(f"there is no hex {hex_id or node}")
        stops = range(len(board.stops(hex_id)))
        if index not in map(str, stops):
            raise NotOnTheBoard(f"{hex_id} has no stop {index}")


def _directions(
    board: Board, route: Route, connection: Sequence[str]
) -> Iterator[tuple[tuple[City, ...], tuple[str, ...]]]:
    """Yield a connection as two stops with hexes, as written and then backwards."""
    for hexes in (tuple(connection), tuple(connection)[::-1]):
        edges = list(_edges(board, hexes))
        starts = _stops_at(board, route, hexes[0], edges[0][0] if edges else None)
        ends = _stops_at(board, route, hexes[-1], edges[-1][1] if edges else None)
        for start in starts:
            for end in ends:
                if start != end:
                    yield (start, end), hexes


def _edges(board: Board, hexes: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield for each step the edge left by and the edge entered by, both with track."""
    if not hexes:
        raise NotOnTheBoard("names an empty connection")
    known = board.title.hexes
    for hex_id in hexes:
        if hex_id not in known:
            raise NotOnTheBoard(f"there is no hex {hex_id}")
    entered: int | None = None
    for here, there in pairwise(hexes):
        layout, xy = board.title.layout, known[here].xy
        out = next((e for e in range(6) if neighbour(layout, xy, e) == known[there].xy), None)
        if out is None:
            raise NotOnTheBoard(f"{here} and {there} are not neighbours")
        if not _leads(board, here, out) or not _leads(board, there, opposite(out)):
            raise NotOnTheBoard(f"no track joins {here} and {there}")
        if entered is not None and not _passes(board, here, entered, out):
            raise NotOnTheBoard(f"no track leads through {here} towards {there}")
        entered = opposite(out)
        yield out, entered


def _leads(board: Board, hex_id: str, edge: int) -> bool:
    sealed = board.title.hexes[hex_id].printed.sealed
    return edge not in sealed and any(edge in piece.edges for piece in board.pieces(hex_id))


def _passes(board: Board, hex_id: str, entered: int, left: int) -> bool:
    ends = {entered, left}
    return any(set(piece.edges) == ends for piece in board.pieces(hex_id))


def _stops_at(board: Board, route: Route, hex_id: str, edge: int | None) -> list[City]:
    """Return the stops of the route on a hex that track joins to ``edge``.

    Without an edge the connection lies within the hex, and joins two of its stops.
    """
    pieces = [piece for piece in board.pieces(hex_id) if piece.stops]
    if edge is None:
        found = {stop for piece in pieces for stop in piece.stops if len(piece.stops) == 2}
    else:
        found = {stop for piece in pieces for stop in piece.stops if edge in piece.edges}
    stated = {f"{hex_id}-{stop}" for stop in found} & set(route.nodes)
    stops = [City(hex_id, stop) for stop in sorted(found)]
    if route.nodes:
        stops = [each for each in stops if f"{each.hex}-{each.stop}" in stated]
    if not stops:
        raise NotOnTheBoard(f"no track joins a stop of the route on {hex_id}")
    return stops


def _compare(route: Route, stops: Sequence[City]) -> None:
    """Compare the chain with what else the export states of the route."""
    nodes = sorted(f"{city.hex}-{city.stop}" for city in stops)
    if route.nodes and sorted(route.nodes) != nodes:
        raise NotOnTheBoard(f"states stops {' '.join(route.nodes)}, the track has {_said(stops)}")
    hexes = sorted(city.hex for city in stops)
    if route.hexes and sorted(route.hexes) != hexes:
        raise NotOnTheBoard(f"states hexes {' '.join(route.hexes)}, the track has {_said(stops)}")


def _said(stops: Sequence[City]) -> str:
    return " ".join(f"{city.hex}-{city.stop}" for city in stops)
