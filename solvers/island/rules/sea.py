"""The ways of ships: from port to port over sea points."""

from __future__ import annotations

from mapdata.island.board import IslandBoard


def sail_from(board: IslandBoard, start: int) -> dict[int, tuple[int, int]]:
    """Return steps and predecessor of every point a ship reaches from ``start``.

    Ships pass sea points only: a port ends the crossing.
    """
    reached = {start: (0, start)}
    layer = [start]
    while layer:
        found = []
        for here in layer:
            if here != start and not board.sea(here):
                continue
            for there in board.neighbours[here]:
                if there not in reached and board.ship_link(here, there):
                    reached[there] = (reached[here][0] + 1, here)
                    found.append(there)
        layer = found
    return reached


def crossings(board: IslandBoard, start: int) -> dict[int, int]:
    """Return the steps to every port that a ship from ``start`` can land at."""
    return {
        point: steps
        for point, (steps, _) in sail_from(board, start).items()
        if point != start and board.kind(point) == "port"
    }


def course(board: IslandBoard, start: int, end: int) -> list[int]:
    """Return the points of a shortest crossing, both ends included; empty if there is none."""
    reached = sail_from(board, start)
    if end not in reached:
        return []
    way = [end]
    while way[-1] != start:
        way.append(reached[way[-1]][1])
    return way[::-1]
