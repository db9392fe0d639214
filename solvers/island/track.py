"""The cheapest track that joins towns, and the turns in which it is built."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

from mapdata.errors import InputError, did_you_mean
from mapdata.island.figures import PLACES
from solvers.island.ground import Ground
from solvers.island.position import Position
from solvers.island.sea import crossings
from solvers.island.tree_model import OutOfTime, solve_by_model
from solvers.island.tree_problem import Arc, Tree, TreeProblem
from solvers.island.tree_table import MOST_TOWNS, solve_by_table
from solvers.island.turns import Schedule, schedule

METHODS = ("auto", "table", "model")


@dataclass(frozen=True)
class Track:
    """The answer to ``track``.

    ``arcs`` are new lines and landings in an order in which they can be built;
    ``landings`` says which of them are crossings with a hired ship; in ``turns`` they stand
    where they are due and cost nothing, since hire is outside the limit of a turn. ``tree``
    is nothing if no track joins the towns.
    """

    tree: Tree | None
    landings: frozenset[tuple[int, int]]
    turns: Schedule
    method: str
    seconds: float

    @property
    def lines(self) -> tuple[Arc, ...]:
        """Return the new lines, in an order in which they can be built."""
        arcs = self.tree.arcs if self.tree else ()
        return tuple(arc for arc in arcs if arc[:2] not in self.landings)

    @property
    def hire(self) -> int:
        """Return what the landings cost."""
        arcs = self.tree.arcs if self.tree else ()
        return sum(arc[2] for arc in arcs if arc[:2] in self.landings)


def cheapest_track(
    position: Position, method: str = "auto", time_limit: float | None = None
) -> Track:
    """Return the cheapest new lines that join ``position.connect`` and the network.

    ``table`` is a dynamic programme, ``model`` is CP-SAT; each proves its answer alone.
    """
    if method not in METHODS:
        known = ", ".join(METHODS)
        raise InputError(f"no method {method!r}: {known}{did_you_mean(method, METHODS)}")
    began = time.perf_counter()
    problem = tree_problem(position)
    if method == "auto":
        method = "table" if len(problem.towns) <= MOST_TOWNS else "model"
    tree = solve_by_table(problem) if method == "table" else _by_model(problem, time_limit)
    arcs = tree.arcs if tree else ()
    lines = [(a, b, 0 if (a, b) in problem.ships else cost) for a, b, cost in arcs]
    large = frozenset(position.board.of_kind("large"))
    turns = schedule(lines, large, position.figures.build)
    return Track(tree, problem.ships, turns, method, time.perf_counter() - began)


def tree_problem(position: Position) -> TreeProblem:
    """Return the position's question as a problem on a bare graph."""
    ground, board = Ground.of(position), position.board
    room = {place: ground.room(place) for place in board.of_kind(*PLACES)}
    starts = set(ground.mine)
    if position.at is not None and board.kind(position.at) == "port" and ground.mine:
        starts.add(position.at)
    first = not starts
    if first:
        large = board.of_kind("large")
        wanted = [town for town in position.connect if town in large]
        starts = set(wanted[:1] or large)
    landed = set(board.of_kind("port")) if position.ferries else set()
    able = ground.arcs(bridges=position.bridges)
    bridges = frozenset(arc[:2] for arc in able if board.sea(arc[0]) or board.sea(arc[1]))
    landed.update(end for arc in bridges for end in arc)
    ends = {place for place, lines in room.items() if lines == 1} - starts - landed
    lines = {(tail, head): cost for tail, head, cost in able if tail not in ends}
    ships = _ships(position) if position.ferries else {}
    ships = {arc: cost for arc, cost in ships.items() if lines.get(arc, cost + 1) > cost}
    arcs = tuple((*arc, cost) for arc, cost in sorted({**lines, **ships}.items()))
    return TreeProblem(
        size=len(board.points),
        arcs=arcs,
        starts=tuple(sorted(starts)),
        joined=not first,
        towns=frozenset(position.connect),
        room={
            place: lines for place, lines in room.items() if lines < len(board.neighbours[place])
        },
        ships=frozenset(ships),
        bridges=bridges,
    )


def _ships(position: Position) -> dict[tuple[int, int], int]:
    """Return a crossing from each port to each other with its hire."""
    hire = position.figures.ships[position.ship].hire
    ports = position.board.of_kind("port")
    return {(a, b): hire for a in ports for b in crossings(position.board, a)}


def _by_model(problem: TreeProblem, time_limit: float | None) -> Tree | None:
    try:
        return solve_by_model(problem, time_limit)
    except OutOfTime as late:
        tree = _a_few_at_a_time(problem)
        return tree and replace(tree, bound=min(late.bound, tree.cost))


def _a_few_at_a_time(problem: TreeProblem) -> Tree | None:
    """Return some track, when there was no time for the cheapest: joined in groups."""
    towns, at_hand = sorted(problem.towns), problem
    arcs: list[Arc] = []
    while towns:
        some, towns = towns[:4], towns[4:]
        tree = solve_by_table(replace(at_hand, towns=frozenset(some)))
        if tree is None:
            return None
        arcs += tree.arcs
        built = {frozenset(arc[:2]) for arc in tree.arcs}
        reached = {end for arc in tree.arcs for end in arc[:2]}
        starts = {*reached, *(at_hand.starts if at_hand.joined or not reached else ())}
        room = dict(at_hand.room)
        for place in room:
            room[place] -= sum(
                place in arc[:2] and arc[:2] not in problem.roomless for arc in tree.arcs
            )
        at_hand = replace(
            at_hand,
            arcs=tuple(arc for arc in at_hand.arcs if frozenset(arc[:2]) not in built),
            starts=tuple(sorted(starts)),
            joined=at_hand.joined or bool(reached),
            room=room,
        )
    return Tree(tuple(arcs), sum(arc[2] for arc in arcs), 0)
