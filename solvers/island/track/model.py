"""The cheapest track by CP-SAT, independent of the dynamic programme.

Dual ascent gives a bound and tells for every arc how much dearer than the bound a tree with
it must be. A model is made of the arcs that a tree at most ``slack`` dearer can have, and
chooses among them so that every cut known so far is entered; a solution that leaves a town
out shows a new cut. If the model has no solution, the bound rises by the slack, and more
arcs come in. Where the first line may begin at several towns, each is tried, the most
promising first.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from solvers.clock import Clock
from solvers.island.cpsat import solved
from solvers.island.rules.ground import Arc
from solvers.island.track.problem import Tree, TreeProblem, outward
from solvers.island.track.steiner import Ascent, ascend, worth_keeping


class OutOfTime(Exception):
    """Time ran out before any tree was found; only a bound is known."""

    def __init__(self, bound: int) -> None:
        super().__init__(bound)
        self.bound = bound


def solve_by_model(problem: TreeProblem, clock: Clock) -> Tree | None:
    """Return a cheapest tree, or nothing if there is none.

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
        """Return the search, or nothing if some town cannot be reached."""
        root = problem.size
        arcs = (*problem.arcs, *((root, start, 0) for start in problem.starts))
        towns = problem.towns - set(problem.starts)
        ascent = ascend(problem.size + 1, arcs, root, towns)
        return None if ascent is None else cls(problem, arcs, ascent)

    def run(self, clock: Clock, most: int | None) -> Tree | None:
        """Return the cheapest tree of cost ``most`` or less, if there is one."""
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
        """Return the arcs of a solution if there is one, a bound, and whether it is final."""
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
