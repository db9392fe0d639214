"""The cheapest track that joins towns, and the turns in which it is built."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from mapdata.errors import InputError, did_you_mean
from mapdata.island.position import IslandPosition
from solvers.clock import Clock
from solvers.island.rules.actions import Action, Build, Hire
from solvers.island.rules.ground import Arc, IslandGround, islands
from solvers.island.track.pace import least_turns, quickest
from solvers.island.track.played import PlayedTurns, carried_out, played, schedule
from solvers.island.track.problem import Tree, TreeProblem, outward, tree_problem
from solvers.island.track.trees import MOST_TOWNS, OutOfTime, solve_by_model, solve_by_table

METHODS = ("auto", "table", "model")
MOST_TURNS = 16
"""A track that is so slow is not looked for, if none is known."""


@dataclass(frozen=True)
class Track:
    """The answer to ``track``.

    ``tree`` has new lines and landings in an order in which they can be built, and is
    nothing if no track joins the towns; ``landings`` says which of its arcs are crossings.
    ``turns`` are the turns as they are played. ``least`` bounds the turns of every track
    that costs as little, if that is proven to be the least; ``start`` is where the train
    begins if it sails; ``interrupted``, that somebody would not wait for the proof.
    """

    tree: Tree | None
    landings: frozenset[tuple[int, int]]
    turns: PlayedTurns
    least: int
    hire: int
    start: int | None
    method: str = ""
    seconds: float = 0.0
    interrupted: bool = False

    @property
    def fewest(self) -> bool:
        """Whether no track is cheaper, and none as cheap is built in fewer turns."""
        return self.tree is None or (self.tree.proven and self.least == len(self.turns))

    @property
    def lines(self) -> tuple[Arc, ...]:
        """The new lines, in an order in which they can be built."""
        arcs = self.tree.arcs if self.tree else ()
        return tuple(arc for arc in arcs if arc[:2] not in self.landings)


def cheapest_track(
    position: IslandPosition, method: str = "auto", time_limit: float | None = None
) -> Track:
    """The cheapest new lines that join ``position.connect`` and the network.

    ``table`` is a dynamic programme, ``model`` is CP-SAT; each proves its answer alone.
    """
    if method not in METHODS:
        known = ", ".join(METHODS)
        raise InputError(f"no method {method!r}: {known}{did_you_mean(method, METHODS)}")
    clock = Clock(time_limit)
    with clock.stopped_by_interrupt():
        found = _cheapest(position, method, clock)
        if found is None:
            lost = "the train cannot get to the ships of the cheapest track"
            unknown = "where is the train? the cheapest track needs a ship"
            raise InputError(unknown if position.at is None else lost, "at")
        return replace(found, seconds=clock.seconds, interrupted=clock.interrupted)


def _cheapest(position: IslandPosition, method: str, clock: Clock) -> Track | None:
    """The cheapest track; ``None`` if the train cannot get to its ships."""
    problem = tree_problem(position)
    if method == "auto":
        method = "table" if len(problem.towns) <= MOST_TOWNS else "model"
    if problem.joined and problem.towns <= set(problem.starts):
        return Track(Tree((), 0, 0), frozenset(), (), 0, 0, None, method)
    tree = _tree(problem, method, clock)
    if tree is not None and position.own_ship == "clipper":
        tree = _from_any_port(position, problem, tree, method, clock)
    if tree is None:
        return Track(None, frozenset(), (), 0, 0, None, method)
    found = _quickest(position, tree, _in_turns(position, problem, tree), clock)
    for other in _easier(position, problem) if found is None else ():
        longer = _tree(other, method, clock)
        if longer is not None and found is None:
            longer = replace(longer, bound=min(longer.bound, tree.bound))
            found = _in_turns(position, other, longer)
    return None if found is None else replace(found, method=method)


def _easier(position: IslandPosition, problem: TreeProblem) -> list[TreeProblem]:
    """Problems with tracks that can be built if the train is not where its ships are.

    It is joined as well, or all begins where it can go, or there are no ships.
    """
    dry = tree_problem(replace(position, ferries=False))
    if position.at is None:
        return [dry]
    island = islands(problem.size, position.network)
    near = tuple(start for start in problem.starts if island[start] == island[position.at])
    rest = problem.towns - set(problem.starts)
    joined = replace(problem, towns=problem.towns | {position.at})
    return [joined, replace(problem, starts=near, towns=rest), dry]


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
    """The tree with a bound that holds for the owner of a clipper as well.

    He can begin at any port, so that to join it need not cost more than the cheapest line.
    """
    least = position.figures.joining("plain")
    arcs = tuple(
        (tail, head, min(cost, least) if position.board.kind(head) == "port" else cost)
        for tail, head, cost in problem.arcs
    )
    relaxed = _tree(replace(problem, arcs=arcs), method, clock)
    return replace(tree, bound=min(tree.bound, relaxed.bound if relaxed else tree.bound))


def _in_turns(position: IslandPosition, problem: TreeProblem, tree: Tree) -> Track | None:
    """The track with some turns; ``None`` if the train cannot get to where it builds."""
    ships = [arc[:2] for arc in tree.arcs if arc[:2] in problem.ships]
    found: list[tuple[int, PlayedTurns, int | None]] = []
    for start, arcs in _beginnings(position, problem, tree):
        lines = [arc for arc in arcs if arc[:2] not in problem.ships]
        if not ships:
            planned = schedule(lines, _large(position), position.figures.build)
            found.append((0, tuple(map(strung, planned)), None))
            continue
        turns = played(position, lines, [head for _, head in ships], start)
        if turns is not None:
            found.append((_hire(turns), tuple(map(_tidy, turns)), start))
    if not found:
        return None
    hire, turns, start = min(found, key=lambda each: (each[0], len(each[1])))
    built = sum(arc[2] for arc in tree.arcs if arc[:2] not in problem.ships)
    tree = replace(tree, cost=built + hire, bound=min(tree.bound, built + hire))
    least = least_turns(position, tree.cost) if turns else 0
    return Track(tree, frozenset(ships), turns, least, hire, start)


def _hire(turns: PlayedTurns) -> int:
    return sum(each.cost or 0 for turn in turns for each in turn if isinstance(each, Hire))


def _quickest(
    position: IslandPosition, tree: Tree, found: Track | None, clock: Clock
) -> Track | None:
    """The track of this cost with the fewest turns, if it is proven to be the least.

    The tree alone is not yet a track: its ships may be where the train is not. There can be
    another one of the same cost that is.
    """
    known = found is not None and found.tree is not None and found.tree.cost == tree.cost
    if not tree.proven or (found is not None and known and not found.turns):
        return found
    most = len(found.turns) if found is not None and known else MOST_TURNS
    quick = quickest(position, tree.cost, most, clock)
    if quick.pace is None:
        return found and (replace(found, least=quick.bound) if known else found)
    turns, crossed = carried_out(position, quick.pace), quick.pace.crossings
    arcs = [arc for lines in quick.pace.lines for arc in lines]
    arcs += [(*ends, 0) for ends in crossed]
    heads = {head for _, head, _ in arcs}
    roots = tuple({tail for tail, _, _ in arcs} - heads)
    hire = _hire(turns)
    start = quick.pace.start if position.at is None else None
    built = replace(tree, arcs=outward(roots, arcs))
    tidy = tuple(map(_tidy, turns))
    return Track(built, frozenset(crossed), tidy, quick.bound, hire, start)


def _large(position: IslandPosition) -> frozenset[int]:
    return frozenset(position.board.of_kind("large"))


def _beginnings(
    position: IslandPosition, problem: TreeProblem, tree: Tree
) -> list[tuple[int | None, tuple[Arc, ...]]]:
    """The tree from each large town that it can begin at for the same money.

    If there is a network, it is the train that may stand in any large town of it.
    """
    if problem.joined or not tree.arcs:
        large = (
            [None] if position.at is not None else sorted(_large(position) & set(problem.starts))
        )
        return [(start, tree.arcs) for start in large or [None]]
    links = {frozenset(arc[:2]) for arc in tree.arcs}
    price = {arc[:2]: arc[2] for arc in (*IslandGround.of(position).arcs(), *problem.arcs)}
    found: list[tuple[int | None, tuple[Arc, ...]]] = []
    known = position.start_town is not None
    for start in problem.starts if known else sorted(_large(position) & set().union(*links)):
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
    """Lines as actions, put together where one goes on from another."""
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
    """The actions of a turn with the single lines at its end put together."""
    moving = [each for each in actions if not isinstance(each, Build)]
    lines = [(*each.path, each.cost or 0) for each in actions if isinstance(each, Build)]
    return (*moving, *strung([(a, b, cost) for a, b, cost in lines]))


def _a_few_at_a_time(problem: TreeProblem) -> Tree | None:
    """Some track, when there was no time for the cheapest: joined in groups."""
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
