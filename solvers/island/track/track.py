"""The cheapest track that joins towns, and the turns in which it is built."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from mapdata.errors import InputError, did_you_mean
from mapdata.island.figures import PLACES
from mapdata.island.position import IslandPosition
from solvers.clock import Clock
from solvers.island.rules.actions import Action, Build, Hire
from solvers.island.rules.ground import Arc, IslandGround
from solvers.island.rules.sea import crossings
from solvers.island.track.model import OutOfTime, solve_by_model
from solvers.island.track.played import PlayedTurns, fewest, played
from solvers.island.track.schedule import schedule
from solvers.island.track.table import MOST_TOWNS, solve_by_table
from solvers.island.track.tree import Tree, TreeProblem, outward

METHODS = ("auto", "table", "model")


@dataclass(frozen=True)
class Track:
    """The answer to ``track``.

    ``tree`` has new lines and landings in an order in which they can be built, and is
    nothing if no track joins the towns; ``landings`` says which of its arcs are crossings.
    ``turns`` are the turns as they are played. ``fewest`` says that these lines cannot be
    built in fewer; ``start`` is where the train begins if it sails; ``interrupted``, that
    somebody would not wait for the proof.
    """

    tree: Tree | None
    landings: frozenset[tuple[int, int]]
    turns: PlayedTurns
    fewest: bool
    hire: int
    start: int | None
    method: str
    seconds: float
    interrupted: bool = False

    @property
    def lines(self) -> tuple[Arc, ...]:
        """Return the new lines, in an order in which they can be built."""
        arcs = self.tree.arcs if self.tree else ()
        return tuple(arc for arc in arcs if arc[:2] not in self.landings)


def cheapest_track(
    position: IslandPosition, method: str = "auto", time_limit: float | None = None
) -> Track:
    """Return the cheapest new lines that join ``position.connect`` and the network.

    ``table`` is a dynamic programme, ``model`` is CP-SAT; each proves its answer alone.
    """
    if method not in METHODS:
        known = ", ".join(METHODS)
        raise InputError(f"no method {method!r}: {known}{did_you_mean(method, METHODS)}")
    clock = Clock(time_limit)
    with clock.stopped_by_interrupt():
        problem = tree_problem(position)
        if method == "auto":
            method = "table" if len(problem.towns) <= MOST_TOWNS else "model"
        tree = _tree(problem, method, clock)
        if tree is not None and position.own_ship == "clipper":
            tree = _from_any_port(position, problem, tree, method, clock)
        if tree is None:
            nothing = Track(None, problem.ships, (), True, 0, None, method, clock.seconds)
            return replace(nothing, interrupted=clock.interrupted)
        found = _in_turns(position, problem, tree, method, clock)
        for other in _easier(position, problem) if found is None else ():
            longer = _tree(other, method, clock)
            if longer is not None and found is None:
                longer = replace(longer, bound=min(longer.bound, tree.bound))
                found = _in_turns(position, other, longer, method, clock)
        if found is None:
            lost = "the train cannot get to the ships of the cheapest track"
            unknown = "where is the train? the cheapest track needs a ship"
            raise InputError(unknown if position.at is None else lost, "at")
        return found


def _easier(position: IslandPosition, problem: TreeProblem) -> list[TreeProblem]:
    """Return problems with tracks that can be built if the train is not where its ships are.

    It is joined as well, or there are no ships.
    """
    dry = tree_problem(replace(position, ferries=False))
    if position.at is None:
        return [dry]
    return [replace(problem, towns=problem.towns | {position.at}), dry]


def _tree(problem: TreeProblem, method: str, clock: Clock) -> Tree | None:
    if method == "table":
        return solve_by_table(problem)
    try:
        return solve_by_model(problem, clock)
    except OutOfTime as late:
        tree = _a_few_at_a_time(problem)
        if tree is None:
            text = "too little: no track was found in time, and there may be one"
            raise InputError(text, "time limit") from None
        return replace(tree, bound=min(late.bound, tree.cost))


def _from_any_port(
    position: IslandPosition, problem: TreeProblem, tree: Tree, method: str, clock: Clock
) -> Tree:
    """Return the tree with a bound that holds for the owner of a clipper as well.

    He can begin at any port, so that to join it need not cost more than the cheapest line.
    """
    least = position.figures.joining("plain")
    arcs = tuple(
        (tail, head, min(cost, least) if position.board.kind(head) == "port" else cost)
        for tail, head, cost in problem.arcs
    )
    relaxed = _tree(replace(problem, arcs=arcs), method, clock)
    return replace(tree, bound=min(tree.bound, relaxed.bound if relaxed else tree.bound))


def _in_turns(
    position: IslandPosition, problem: TreeProblem, tree: Tree, method: str, clock: Clock
) -> Track | None:
    """Return the track with its turns; ``None`` if the train cannot get to where it builds."""
    ships = [arc[:2] for arc in tree.arcs if arc[:2] in problem.ships]
    found: list[tuple[int, PlayedTurns, bool, int | None]] = []
    for start, arcs in _beginnings(position, problem, tree):
        lines = [arc for arc in arcs if arc[:2] not in problem.ships]
        planned = schedule(lines, _large(position), position.figures.build, clock)
        if not ships:
            found.append((0, tuple(map(strung, planned.turns)), planned.fewest, None))
            continue
        turns = played(position, lines, [head for _, head in ships], start)
        if turns is not None:
            least = fewest(position, [head for _, head in ships], start, planned.bound)
            hires = [each.cost or 0 for turn in turns for each in turn if isinstance(each, Hire)]
            found.append((sum(hires), tuple(map(_tidy, turns)), len(turns) == least, start))
    if not found:
        return None
    hire, turns, _, start = min(found, key=lambda each: (each[0], len(each[1])))
    best = all(known for _, _, known, _ in found)
    built = sum(arc[2] for arc in tree.arcs if arc[:2] not in problem.ships)
    tree = replace(tree, cost=built + hire, bound=min(tree.bound, built + hire))
    rest = best, hire, start, method, clock.seconds, clock.interrupted
    return Track(tree, problem.ships, turns, *rest)


def _large(position: IslandPosition) -> frozenset[int]:
    return frozenset(position.board.of_kind("large"))


def _beginnings(
    position: IslandPosition, problem: TreeProblem, tree: Tree
) -> list[tuple[int | None, tuple[Arc, ...]]]:
    """Return the tree from each large town that it can begin at for the same money.

    If there is a network, it is the train that may stand in any large town of it.
    """
    if problem.joined or not tree.arcs:
        large = (
            [None] if position.at is not None else sorted(_large(position) & set(problem.starts))
        )
        return [(start, tree.arcs) for start in large or [None]]
    links = {frozenset(arc[:2]) for arc in tree.arcs}
    price = {arc[:2]: arc[2] for arc in (*IslandGround.of(position).arcs(), *problem.arcs)}
    sails = position.ferries and position.at in problem.starts
    found: list[tuple[int | None, tuple[Arc, ...]]] = []
    for start in problem.starts if sails else sorted(_large(position) & set().union(*links)):
        reached, arcs, fringe = {start}, [], [start]
        while fringe:
            here = fringe.pop()
            for link in sorted(links, key=sorted):
                there = next(iter(link - {here}))
                if here in link and there not in reached and (here, there) in price:
                    reached.add(there)
                    fringe.append(there)
                    arcs.append((here, there, price[here, there]))
        if len(arcs) == len(links) and sum(arc[2] for arc in arcs) == tree.cost:
            found.append((start, outward((start,), arcs)))
    return found or [(tree.arcs[0][0], tree.arcs)]


def strung(lines: Sequence[Arc]) -> tuple[Action, ...]:
    """Return lines as actions, put together where one goes on from another."""
    left, actions = list(lines), []
    while left:
        path, cost = [left[0][0]], 0
        while arc := next((arc for arc in left if arc[0] == path[-1]), None):
            left.remove(arc)
            path.append(arc[1])
            cost += arc[2]
        actions.append(Build(tuple(path), cost))
    return tuple(actions)


def _tidy(actions: Sequence[Action]) -> tuple[Action, ...]:
    """Return the actions of a turn with the single lines at its end put together."""
    moving = [each for each in actions if not isinstance(each, Build)]
    lines = [(*each.path, each.cost or 0) for each in actions if isinstance(each, Build)]
    return (*moving, *strung([(a, b, cost) for a, b, cost in lines]))


def tree_problem(position: IslandPosition) -> TreeProblem:
    """Return the position's question as a problem on a bare graph."""
    ground, board = IslandGround.of(position), position.board
    room = {place: ground.room(place) for place in board.of_kind(*PLACES)}
    starts = set(ground.mine)
    if position.at is not None and board.kind(position.at) in ("port", "sea"):
        starts.add(position.at)
    first = not starts
    if first:
        starts = _first_towns(position)
    landed = set(board.of_kind("port")) if position.ferries else set()
    ends = {place for place, lines in room.items() if lines == 1} - starts - landed
    lines = {(tail, head): cost for tail, head, cost in ground.arcs() if tail not in ends}
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
    )


def _first_towns(position: IslandPosition) -> set[int]:
    """Return the large towns where the first line may start.

    A track with ships starts where the train is, or it could not sail.
    """
    large = position.board.of_kind("large")
    if position.ferries and position.at in large:
        return {position.at}
    wanted = [town for town in position.connect if town in large]
    return set(wanted[:1] or large)


def _ships(position: IslandPosition) -> dict[tuple[int, int], int]:
    """Return a crossing from each port to each other with the least hire that it can cost.

    An own ship is free, and so is one that the train has boarded.
    """
    hire = 0 if position.own_ship else position.figures.ships[position.ship].hire
    ports = {*position.board.of_kind("port"), *([position.at] if position.aboard else [])}
    return {
        (a, b): 0 if position.aboard and a == position.at else hire
        for a in sorted(port for port in ports if port is not None)
        for b in crossings(position.board, a)
    }


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
                place in arc[:2] and arc[:2] not in problem.ships for arc in tree.arcs
            )
        at_hand = replace(
            at_hand,
            arcs=tuple(arc for arc in at_hand.arcs if frozenset(arc[:2]) not in built),
            starts=tuple(sorted(starts)),
            joined=at_hand.joined or bool(reached),
            room=room,
        )
    return Tree(tuple(arcs), sum(arc[2] for arc in arcs), 0)
