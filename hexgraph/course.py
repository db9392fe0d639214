"""Where a stop lies in a hex that a link comes to, for whoever wants to show it."""

from __future__ import annotations

from hexgraph.board import Board
from hexgraph.face import StopKey
from hexgraph.network import Stop
from hexgraph.sides import area_members

Step = tuple[str, int]
"""A hex and the index of a piece of track in its face."""


def stop_in(board: Board, stop: Stop, hex_id: str) -> StopKey:
    """Return which stop of ``hex_id`` is ``stop``: an area has one in each of its hexes."""
    first, index = stop.key
    if hex_id == first:
        return stop.key
    area = board.face(first).stops[index].area or ""
    return next(key for key in area_members(board.title, area) if key[0] == hex_id)
