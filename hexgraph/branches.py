"""Branch lines: stops that only track of one gauge joins, and what they add to a stop."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from hexgraph.board import Board
from hexgraph.face import LaneEnd, StopKey
from mapdata.rules import Bonus


def with_branches(board: Board, bonuses: Iterable[Bonus]) -> Iterator[Bonus]:
    """Bonuses with amounts filled in that depend on branch lines or on the value of a stop."""
    for bonus in bonuses:
        if bonus.elsewhere:
            one, two = bonus.sets[0]
            worth = {at: _worth(board, (at, 0), bonus.branches) for at in (one, two)}
            yield replace(bonus, sets=({one: worth[two], two: worth[one]},))
        elif bonus.branches is not None:
            more = {board.stop_id(key): at for key, at in _extras(board, bonus.branches)}
            yield replace(bonus, sets=(more,))
        else:
            yield bonus


def _extras(board: Board, gauge: str) -> Iterator[tuple[StopKey, int]]:
    """Yield the stops to which branch lines add something, each with the amount."""
    for hex_id, face in board.faces.items():
        for index in {stop for each in face.track if each.gauge == gauge for stop in each.stops}:
            more = _branch_value(board, (hex_id, index), gauge)
            if more:
                yield (hex_id, index), more


def _worth(board: Board, stop: StopKey, gauge: str | None) -> int:
    """Value of a stop, with its branch lines of a gauge if one is given."""
    value = _value(board, stop)
    return value if gauge is None else value + _branch_value(board, stop, gauge)


def _value(board: Board, stop: StopKey) -> int:
    hex_id, index = stop
    stage = board.phase.stage
    stated = board.extras.value(hex_id, stage)
    return board.faces[hex_id].stops[index].value(stage) if stated is None else stated


def _branch_value(board: Board, stop: StopKey, gauge: str) -> int:
    """Total value of the stops on the branch lines of a stop.

    A line goes on through stops whose track is all of this gauge, with or without markers. It
    ends at any other stop, whose value does not count.
    """
    total, seen, queue = 0, {stop}, [stop]
    for at in queue:
        for other in _neighbours(board, at, gauge):
            if other in seen:
                continue
            seen.add(other)
            track = board.faces[other[0]].track
            if all(each.gauge == gauge for each in track if other[1] in each.stops):
                total += _value(board, other)
                queue.append(other)
    return total


def _neighbours(board: Board, stop: StopKey, gauge: str) -> Iterator[StopKey]:
    """Yield the stops that track of a gauge joins to one, over no other stop."""
    hex_id, index = stop
    ways = [(hex_id, way) for way in board.faces[hex_id].ways_out[index]]
    entered: set[tuple[str, int, LaneEnd | None]] = set()
    for here, way in ways:
        if board.faces[here].track[way.piece[1]].gauge not in (gauge, "dual"):
            continue
        if way.stop is not None:
            yield here, way.stop
            continue
        crossing = board.crossings.get((here, way.edge or 0))
        lay = None if way.special is None else way.special.lay
        if crossing is not None and (crossing.hex, crossing.edge, lay) not in entered:
            entered.add((crossing.hex, crossing.edge, lay))
            face = board.faces[crossing.hex]
            ways += [(crossing.hex, onward) for onward in face.ways_from(crossing.edge, lay)]
