"""Cheapest tracks as trees on a bare graph: the problem of a position, and its answer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from hexgraph.search import reached
from mapdata.island.figures import PLACES
from mapdata.island.position import IslandPosition
from solvers.island.rules.ground import Arc, IslandGround, crossings


@dataclass(frozen=True)
class TreeProblem:
    """Join ``towns`` at least cost.

    Attributes
    ----------
    size
        The number of points, numbered from 0.
    arcs
        Tail, head and cost; at most one arc from a point to another.
    starts
        Points where building may begin.
    joined
        The starts are joined already (a network), or one of them must be chosen (the
        first line of all).
    towns
        What is to be reached.
    room
        How many of the arcs, in either direction, may be used at a point.
    ships
        Arcs that are crossings, not lines: they take no room.
    """

    size: int
    arcs: tuple[Arc, ...]
    starts: tuple[int, ...]
    joined: bool
    towns: frozenset[int]
    room: Mapping[int, int] = field(default_factory=dict)
    ships: frozenset[tuple[int, int]] = frozenset()


@dataclass(frozen=True)
class Tree:
    """A tree of arcs, in an order in which they can be built, with its cost and a bound."""

    arcs: tuple[Arc, ...]
    cost: int
    bound: int

    @property
    def proven(self) -> bool:
        """Whether no tree is cheaper."""
        return self.bound == self.cost


def outward(starts: tuple[int, ...], arcs: list[Arc]) -> tuple[Arc, ...]:
    """Arcs in an order in which each begins where an earlier one, or a start, was."""
    left, reached, order = list(arcs), set(starts), []
    while left:
        able = [arc for arc in left if arc[0] in reached]
        if not able:
            raise ValueError("arcs that begin nowhere")
        order += able
        reached.update(head for _, head, _ in able)
        left = [arc for arc in left if arc not in able]
    return tuple(order)


def overloaded(problem: TreeProblem, arcs: tuple[Arc, ...]) -> list[Arc]:
    """The lines at some point that has no room for all of them, or nothing."""
    for point, room in sorted(problem.room.items()):
        lines = [arc for arc in arcs if point in arc[:2] and arc[:2] not in problem.ships]
        if len(lines) > room:
            return lines
    return []


@dataclass(frozen=True)
class TrackWays:
    """What a track from some points can be made of.

    ``ships`` are crossings with the least hire each can cost; ``room`` says how many lines
    may be drawn at a place, where there are more.
    """

    lines: tuple[Arc, ...]
    ships: tuple[Arc, ...]
    room: Mapping[int, int]


def tree_problem(position: IslandPosition) -> TreeProblem:
    """What must be joined, from the network or from a first large town.

    Of a line and a crossing between the same points the cheaper one is taken.
    """
    begun = joined_already(position)
    starts = begun or _first_towns(position)
    ways = ways_from(position, starts)
    cost = {arc[:2]: arc[2] for arc in ways.lines}
    ships = {(a, b): hire for a, b, hire in ways.ships if cost.get((a, b), hire + 1) > hire}
    return TreeProblem(
        size=len(position.board.points),
        arcs=tuple((*arc, cost) for arc, cost in sorted({**cost, **ships}.items())),
        starts=tuple(sorted(starts)),
        joined=bool(begun),
        towns=frozenset(position.connect),
        room=ways.room,
        ships=frozenset(ships),
    )


def ways_out(position: IslandPosition) -> list[str]:
    """What could be allowed, so that lines and ships lead to all towns if need be."""
    more = {
        "ferries": replace(position, ferries=True),
        "bridges": replace(position, bridges=True),
    }
    able = [] if _leads(position) else [word for word, each in more.items() if _leads(each)]
    return [word for word in able if not getattr(position, word)]


def _leads(position: IslandPosition) -> bool:
    """Whether ways lead to all towns from one beginning, however many are taken."""
    problem = tree_problem(position)
    onward: dict[int, list[int]] = {}
    for tail, head, _ in problem.arcs:
        onward.setdefault(tail, []).append(head)
    begins = [problem.starts] if problem.joined else [(start,) for start in problem.starts]
    return any(
        problem.towns <= reached(starts, lambda here: onward.get(here, ())).keys()
        for starts in begins
    )


def joined_already(position: IslandPosition) -> frozenset[int]:
    """The points that need not be joined: those of the network, and where a ship is."""
    at, mine = position.at, IslandGround.of(position).mine
    if at is not None and position.board.kind(at) in ("port", "sea"):
        return mine | {at}
    return mine


def _first_towns(position: IslandPosition) -> frozenset[int]:
    """Large towns so that a cheapest first track starts at one of them.

    It is that of the train, if the train stands in one. Otherwise a large town that is to be
    joined can as well be the first, unless a line is too dear for a turn from one of its
    ends: then it matters which one is.
    """
    if position.start_town is not None:
        return frozenset({position.start_town})
    large = position.board.of_kind("large")
    wanted = [town for town in position.connect if town in large]
    lines = {arc[:2] for arc in IslandGround.of(position).arcs()}
    either = all((head, tail) in lines for tail, head in lines)
    return frozenset((wanted[:1] if either else wanted) or large)


def ways_from(position: IslandPosition, starts: Iterable[int]) -> TrackWays:
    """The lines and crossings of tracks that begin at these points.

    Nothing leads on from a place with room for one line, nor from a ship at sea.
    """
    ground, board = IslandGround.of(position), position.board
    room = {place: ground.room(place) for place in board.of_kind(*PLACES)}
    landed = set(board.of_kind("port")) if position.ferries else set()
    ends = {place for place, lines in room.items() if lines == 1} - set(starts) - landed
    ends |= {each for each in starts if board.sea(each)} - ground.mine
    return TrackWays(
        lines=tuple(sorted(arc for arc in ground.arcs() if arc[0] not in ends)),
        ships=tuple(sorted(_ships(position))) if position.ferries else (),
        room={
            place: lines for place, lines in room.items() if lines < len(board.neighbours[place])
        },
    )


def _ships(position: IslandPosition) -> list[Arc]:
    """A crossing from each port to each other with the least hire that it can cost.

    An own ship is free, and so is one that the train has boarded.
    """
    hire = 0 if position.own_ship else position.figures.ships[position.ship].hire
    ports = {*position.board.of_kind("port"), *([position.at] if position.aboard else [])}
    return [
        (a, b, 0 if position.aboard and a == position.at else hire)
        for a in ports
        if a is not None
        for b in crossings(position.board, a)
    ]
