"""The ways of ships: from port to port over sea points."""

from __future__ import annotations

from collections.abc import Callable

from hexgraph.search import before_each, reached, way_to
from mapdata.island.board import IslandBoard


def _sails(board: IslandBoard, start: int) -> Callable[[int], list[int]]:
    """Return where a ship from ``start`` goes next.

    Ships pass sea points only: a port ends the crossing.
    """

    def onward(here: int) -> list[int]:
        if here != start and not board.sea(here):
            return []
        return [there for there in board.neighbours[here] if board.ship_link(here, there)]

    return onward


def crossings(board: IslandBoard, start: int) -> dict[int, int]:
    """Return the steps to every port that a ship from ``start`` can land at."""
    return {
        point: steps
        for point, steps in reached([start], _sails(board, start)).items()
        if point != start and board.kind(point) == "port"
    }


def course(board: IslandBoard, start: int, end: int) -> list[int]:
    """Return the points of a shortest crossing, both ends included; empty if there is none."""
    before = before_each(start, _sails(board, start))
    return way_to(end, before) if end in before else []
