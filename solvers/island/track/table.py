"""The cheapest track by dynamic programming, with room at the towns by branching."""

from __future__ import annotations

import heapq
from dataclasses import replace
from itertools import count

from solvers.island.rules.ground import Arc
from solvers.island.track.steiner import FAR, SteinerTrees
from solvers.island.track.tree import Tree, TreeProblem, crowded, outward

MOST_TOWNS = 11
"""The work grows threefold with each town; above this the other method is faster."""


def solve_by_table(problem: TreeProblem) -> Tree | None:
    """Return a cheapest tree, or nothing if there is none.

    The dynamic programme knows nothing of room. If its tree uses too many lines at a
    point, every allowed tree does without one of them: each is forbidden in turn, and the
    cheapest of these problems is looked at next, until a tree fits.
    """
    ticket = count()
    first = _unlimited(problem)
    queue = [(first[0], next(ticket), problem, first[1])] if first else []
    while queue:
        cost, _, at_hand, arcs = heapq.heappop(queue)
        lines = crowded(at_hand, arcs)
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
