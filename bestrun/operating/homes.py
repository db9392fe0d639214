"""The homes of companies: the stops of the present board that a printed home stands for."""

from __future__ import annotations

from hexgraph.bases import home_stops
from hexgraph.board import Board
from hexgraph.face import StopKey
from hexgraph.lay import with_marker
from mapdata.title import Company


def started(board: Board, company: Company) -> bool:
    """Whether a company has a marker on the board."""
    return any(company.id in standing for standing in board.markers.values())


def open_homes(board: Board, company: Company) -> frozenset[StopKey]:
    """Return the stops where a company that has not begun can put its home marker."""
    if started(board, company):
        return frozenset()
    places = (stop for home in company.homes for stop in home_stops(board, home))
    return frozenset(
        stop for stop in places if len(board.markers.get(stop, ())) < board.slots(stop)
    )


def at_home(board: Board, company: Company) -> Board:
    """Return the board at the start of the company's first turn: with its home markers.

    They are placed free of charge before anything is built. A company that has a marker on the
    board has had its first turn. If it may choose one of several cities that have no track yet, the
    choice makes no difference, and the first is taken.
    """
    if started(board, company):
        return board
    for home in company.homes:
        stops = sorted(home_stops(board, home))
        if len(stops) > 1 and board.face(stops[0][0]).track:
            continue
        board = with_marker(board, stops[0], company.id)
    return board
