"""The cheapest tree by two exact methods that share nothing but a bound.

Dreyfus and Wagner's dynamic programme: ``best(S)[v]`` is the cost of the cheapest tree that begins
at v and reaches all of S. Either v lies on the way to a branching point, or S is split in two
there. With all distances known, one step is a handful of array operations, so that ten towns take
less than a second. It knows nothing of room at the towns; :func:`solve_by_table` branches on that.

Wong's dual ascent: every set of points that contains a town but no start must be entered. Each such
cut may raise its price as long as no arc is asked for more than its cost. The prices add up to a
lower bound, and the residual cost of an arc tells how much worse a tree with it is.

Cutting planes in CP-SAT: a model is made of the arcs that a tree at most ``slack`` dearer than the
bound can have, and chooses among them so that every cut known so far is entered; a solution that
leaves a town out shows a new cut. If the model has no solution, the bound rises by the slack, and
more arcs come in. Where the first line may begin at several towns, each is tried, the most
promising first.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import count
from typing import TYPE_CHECKING, Any

from hexgraph.search import cheapest, reached
from solvers.clock import Clock
from solvers.island.cpsat import solved
from solvers.island.rules.ground import Arc
from solvers.island.track.problem import Tree, TreeProblem, outward, overloaded

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Array = npt.NDArray[np.int32]


FAR = 10**7
"""More than any tree costs, and small enough to be added up."""


class SteinerTrees:
    """Cheapest trees in one set of arcs; what was found is kept for the next question.

    Parameters
    ----------
    size
        The number of points, which are numbered from 0.
    arcs
        Tail, head and cost of every arc; costs are whole and not negative.
    """

    def __init__(self, size: int, arcs: Iterable[tuple[int, int, int]]) -> None:
        import numpy as np

        self.size = size
        step = np.full((size, size), FAR, np.int32)
        for tail, head, cost in arcs:
            step[tail, head] = min(step[tail, head], cost)
        np.fill_diagonal(step, 0)
        self._step = step
        self.distance = _all_distances(step)
        self._best: dict[frozenset[int], Array] = {}
        self._split: dict[frozenset[int], Array] = {}

    def costs(self, towns: Iterable[int]) -> Array:
        """Return, for every point as a root, the cost of the cheapest tree to ``towns``."""
        return self._tree(frozenset(towns))

    def tree(self, root: int, towns: Iterable[int]) -> list[tuple[int, int]]:
        """The arcs of a cheapest tree."""
        arcs: dict[tuple[int, int], None] = {}
        self._trace(root, frozenset(towns), arcs)
        return list(arcs)

    def _tree(self, towns: frozenset[int]) -> Array:
        import numpy as np

        if towns not in self._best:
            if len(towns) <= 1:
                column: Any = self.distance[:, min(towns)] if towns else np.zeros(self.size, int)
                self._best[towns] = column.astype(np.int32)
            else:
                ways = self.distance + self._branching(towns)
                self._best[towns] = ways.min(axis=1)
        return self._best[towns]

    def _branching(self, towns: frozenset[int]) -> Array:
        """The cost of trees that split at their root."""
        import numpy as np

        if towns not in self._split:
            best = np.full(self.size, FAR, np.int32)
            for part in _halves(towns):
                np.minimum(best, self._tree(part) + self._tree(towns - part), out=best)
            self._split[towns] = best
        return self._split[towns]

    def _trace(self, root: int, towns: frozenset[int], arcs: dict[tuple[int, int], None]) -> None:
        import numpy as np

        if len(towns) == 1:
            self._walk(root, min(towns), arcs)
        elif towns:
            split = self._branching(towns)
            fork = int(np.argmin(self.distance[root] + split))
            self._walk(root, fork, arcs)
            for part in _halves(towns):
                if self._tree(part)[fork] + self._tree(towns - part)[fork] == split[fork]:
                    self._trace(fork, part, arcs)
                    self._trace(fork, towns - part, arcs)
                    return

    def _walk(self, start: int, end: int, arcs: dict[tuple[int, int], None]) -> None:
        for arc in self.way(start, end):
            arcs[arc] = None

    def way(self, start: int, end: int) -> list[tuple[int, int]]:
        """The arcs of a cheapest way from one point to another.

        Found backwards; among free arcs the count of arcs decides, or it would run round.
        """
        before = _fewest_arcs(self._step, self.distance, start, end)
        way = []
        while end != start:
            way.append((before[end], end))
            end = before[end]
        return way[::-1]


def _all_distances(step: Array) -> Array:
    import numpy as np

    distance = step.copy()
    for middle in range(len(step)):
        np.minimum(distance, distance[:, middle, None] + distance[None, middle, :], out=distance)
    return distance


def _fewest_arcs(step: Array, distance: Array, start: int, end: int) -> dict[int, int]:
    """Each point's predecessor on cheapest ways to ``end``, nearest points first."""
    import numpy as np

    total = distance[start, end]
    before = {start: start}
    layer = [start]
    while end not in before:
        found = []
        for here in layer:
            fits = distance[start, here] + step[here] + distance[:, end] == total
            for there in np.flatnonzero(fits & (step[here] < FAR)):
                if int(there) not in before:
                    before[int(there)] = here
                    found.append(int(there))
        layer = found
    return before


def _halves(towns: frozenset[int]) -> list[frozenset[int]]:
    """Every way to split a set in two, by the part without its largest member."""
    rest = sorted(towns, reverse=True)[1:]
    parts: list[tuple[int, ...]] = [()]
    for town in rest:
        parts += [(*part, town) for part in parts]
    return [frozenset(part) for part in parts if part]


@dataclass(frozen=True)
class Ascent:
    """A bound, what is left of each arc's cost, and the cuts that were priced."""

    bound: int
    left: tuple[int, ...]
    cuts: tuple[tuple[int, ...], ...]
    """Arcs by their number: one of each cut is in every tree."""


def ascend(size: int, arcs: tuple[Arc, ...], root: int, towns: frozenset[int]) -> Ascent | None:
    """Raise the prices of cuts until every town is reached for nothing more.

    Returns nothing if some town cannot be reached at all.
    """
    left = [cost for _, _, cost in arcs]
    into: list[list[int]] = [[] for _ in range(size)]
    for number, (_, head, _) in enumerate(arcs):
        into[head].append(number)
    bound = 0
    cuts: list[tuple[int, ...]] = []
    queue = [(0, town) for town in sorted(towns)]
    while queue:
        size_before, town = heapq.heappop(queue)
        inside = _free_side(town, arcs, left, into)
        if root in inside:
            continue
        cut = [n for v in sorted(inside) for n in into[v] if arcs[n][0] not in inside]
        if queue and len(cut) > size_before and len(cut) > queue[0][0]:
            heapq.heappush(queue, (len(cut), town))
            continue
        if not cut:
            return None
        step = min(left[number] for number in cut)
        for number in cut:
            left[number] -= step
        bound += step
        cuts.append(tuple(cut))
        heapq.heappush(queue, (len(cut), town))
    return Ascent(bound, tuple(left), tuple(cuts))


def _free_side(
    town: int, arcs: tuple[Arc, ...], left: list[int], into: list[list[int]]
) -> set[int]:
    """The points from which ``town`` is reached by arcs with nothing left."""
    return set(
        reached([town], lambda head: [arcs[each][0] for each in into[head] if left[each] == 0])
    )


def worth_keeping(
    size: int, arcs: tuple[Arc, ...], root: int, towns: frozenset[int], ascent: Ascent, best: int
) -> list[int]:
    """The arcs that a tree of cost ``best`` or less can have.

    A tree with the arc (u, v) has a way from the root to u and one from v to a town; what
    is left of the costs on them comes on top of the bound.
    """
    forth: list[list[tuple[int, int]]] = [[] for _ in range(size)]
    back: list[list[tuple[int, int]]] = [[] for _ in range(size)]
    for number, (tail, head, _) in enumerate(arcs):
        forth[tail].append((head, ascent.left[number]))
        back[head].append((tail, ascent.left[number]))
    from_root = cheapest({root: 0}, lambda here: forth[here])
    to_town = cheapest(dict.fromkeys(towns, 0), lambda here: back[here])
    room = best - ascent.bound
    far = room + 1
    return [
        number
        for number, (tail, head, _) in enumerate(arcs)
        if from_root.get(tail, far) + ascent.left[number] + to_town.get(head, far) <= room
    ]


MOST_TOWNS = 11
"""The work grows threefold with each town; above this the other method is faster."""


def solve_by_table(problem: TreeProblem) -> Tree | None:
    """A cheapest tree, or nothing if there is none.

    The dynamic programme knows nothing of room. If its tree uses too many lines at a
    point, every allowed tree does without one of them: each is forbidden in turn, and the
    cheapest of these problems is looked at next, until a tree fits.
    """
    ticket = count()
    first = _unlimited(problem)
    queue = [(first[0], next(ticket), problem, first[1])] if first else []
    while queue:
        cost, _, at_hand, arcs = heapq.heappop(queue)
        lines = overloaded(at_hand, arcs)
        if not lines:
            return Tree(arcs, cost, cost)
        for line in lines:
            without = tuple(arc for arc in at_hand.arcs if set(arc[:2]) != set(line[:2]))
            rest = replace(at_hand, arcs=without)
            answer = _unlimited(rest)
            if answer:
                heapq.heappush(queue, (answer[0], next(ticket), rest, answer[1]))
    return None


def _unlimited(problem: TreeProblem) -> tuple[int, tuple[Arc, ...]] | None:
    size, arcs = problem.size, list(problem.arcs)
    if problem.joined:
        arcs += [(size, start, 0) for start in problem.starts]
    trees = SteinerTrees(size + 1, arcs)
    roots = (size,) if problem.joined else problem.starts
    costs = trees.costs(problem.towns)
    root = min(roots, key=lambda each: (costs[each], each), default=None)
    if root is None or costs[root] >= FAR:
        return None
    price = {(tail, head): cost for tail, head, cost in problem.arcs}
    found = [(t, h, price[t, h]) for t, h in trees.tree(root, problem.towns) if t != size]
    starts = problem.starts if problem.joined else (root,)
    return int(costs[root]), outward(starts, found)


class OutOfTime(Exception):
    """Time ran out before any tree was found; only a bound is known."""

    def __init__(self, bound: int) -> None:
        super().__init__(bound)
        self.bound = bound


def solve_by_model(problem: TreeProblem, clock: Clock) -> Tree | None:
    """A cheapest tree, or nothing if there is none.

    When time runs out the tree is the best known so far, with a bound that is lower, or
    :class:`OutOfTime` is raised if none is known.
    """
    rooted = [problem]
    if not problem.joined:
        rooted = [replace(problem, starts=(each,), joined=True) for each in problem.starts]
    searches = [search for each in rooted if (search := _TreeSearch.of(each))]
    searches.sort(key=lambda search: search.ascent.bound)
    best: Tree | None = None
    for search in searches:
        found = search.run(clock, None if best is None else best.cost - 1)
        if found is not None and (best is None or found.cost < best.cost):
            best = found
    unfinished = [search.bound for search in searches if not search.done]
    if best is None and unfinished:
        raise OutOfTime(min(unfinished))
    return best and replace(best, bound=min([best.cost, *unfinished]))


class _TreeSearch:
    """The search for the cheapest tree from one root."""

    def __init__(self, problem: TreeProblem, arcs: tuple[Arc, ...], ascent: Ascent) -> None:
        self.problem, self.arcs, self.ascent = problem, arcs, ascent
        self.root = problem.size
        self.towns = problem.towns - set(problem.starts)
        self.bound = ascent.bound
        self.done = False

    @classmethod
    def of(cls, problem: TreeProblem) -> _TreeSearch | None:
        """The search, or nothing if some town cannot be reached."""
        root = problem.size
        arcs = (*problem.arcs, *((root, start, 0) for start in problem.starts))
        towns = problem.towns - set(problem.starts)
        ascent = ascend(problem.size + 1, arcs, root, towns)
        return None if ascent is None else cls(problem, arcs, ascent)

    def run(self, clock: Clock, most: int | None) -> Tree | None:
        """The cheapest tree of cost ``most`` or less, if there is one."""
        slack = 2
        everything = sum(cost for _, _, cost in self.arcs)
        while most is None or self.bound <= most:
            limit = min(self.ascent.bound + slack, everything if most is None else most)
            found = self._within(limit, clock)
            if found is not None or not self.done:
                return found
            if limit == everything:
                return None
            self.bound, slack, self.done = limit + 1, 2 * slack, False
        self.done = True
        return None

    def _within(self, limit: int, clock: Clock) -> Tree | None:
        """Look among the trees of cost ``limit`` or less; ``done`` if that was finished."""
        size = self.problem.size + 1
        keep = worth_keeping(size, self.arcs, self.root, self.towns, self.ascent, limit)
        arcs = [self.arcs[number] for number in keep]
        kept = {number: i for i, number in enumerate(keep)}
        model = _TreeModel(self.problem, arcs, self.root, self.towns, limit)
        for cut in self.ascent.cuts:
            model.enter([kept[number] for number in cut if number in kept])
        while True:
            chosen, bound, finished = model.solve(clock)
            self.bound = max(self.bound, min(bound, limit + 1))
            self.done = finished
            if chosen is None or not finished:
                return None
            if not model.cut_off(chosen):
                lines = outward((self.root,), chosen)
                cost = sum(arc[2] for arc in lines)
                return Tree(tuple(arc for arc in lines if arc[0] != self.root), cost, cost)


class _TreeModel:
    """Arcs as variables, with the cuts that are known."""

    def __init__(
        self, problem: TreeProblem, arcs: list[Arc], root: int, towns: frozenset[int], limit: int
    ) -> None:
        from ortools.sat.python import cp_model

        self._arcs, self._root, self._towns = arcs, root, towns
        self._model = cp_model.CpModel()
        self._use = [self._model.new_bool_var("") for _ in arcs]
        into: dict[int, list[int]] = {}
        out: dict[int, list[int]] = {}
        for number, (tail, head, _) in enumerate(arcs):
            into.setdefault(head, []).append(number)
            out.setdefault(tail, []).append(number)
        for head, numbers in into.items():
            self._model.add(self._sum(numbers) <= 1)
            if head not in towns:
                self._model.add(self._sum(numbers) <= self._sum(out.get(head, [])))
        for number, (tail, head, _) in enumerate(arcs):
            if tail != root:
                before = [n for n in into.get(tail, []) if arcs[n][0] != head]
                self._model.add(self._sum([number]) <= self._sum(before))
        for town in towns:
            self._model.add(self._sum(into.get(town, [])) == 1)
        for point, room in problem.room.items():
            lines = [
                n
                for n in into.get(point, []) + out.get(point, [])
                if arcs[n][0] != root and arcs[n][:2] not in problem.ships
            ]
            self._model.add(self._sum(lines) <= room)
        cost = sum(arc[2] * use for arc, use in zip(arcs, self._use, strict=True))
        self._model.add(cost <= limit)
        self._model.minimize(cost)

    def _sum(self, numbers: list[int]) -> Any:
        return sum(self._use[number] for number in numbers)

    def enter(self, cut: list[int]) -> None:
        """Demand one of the arcs."""
        self._model.add_bool_or([self._use[number] for number in cut])

    def solve(self, clock: Clock) -> tuple[list[Arc] | None, int, bool]:
        """The arcs of a solution if there is one, a bound, and whether it is final."""
        answer = solved(self._model, clock)
        if answer.status == "infeasible":
            return None, 0, True
        if answer.status != "optimal":
            return None, answer.bound, False
        pairs = zip(self._arcs, self._use, strict=True)
        return [arc for arc, use in pairs if answer.value(use)], answer.bound, True

    def cut_off(self, chosen: list[Arc]) -> bool:
        """Add the cuts that a solution shows to be missing; false if it is a tree."""
        reached = {self._root}
        grew = True
        while grew:
            more = {head for tail, head, _ in chosen if tail in reached} - reached
            reached |= more
            grew = bool(more)
        missed = sorted(self._towns - reached)
        for town in missed:
            behind = {town}
            while more := {tail for tail, head, _ in chosen if head in behind} - behind:
                behind |= more
            self.enter(self._entering(behind))
        if missed:
            self.enter(
                [n for n, (t, h, _) in enumerate(self._arcs) if t in reached and h not in reached]
            )
        return bool(missed)

    def _entering(self, inside: set[int]) -> list[int]:
        return [n for n, (t, h, _) in enumerate(self._arcs) if h in inside and t not in inside]
