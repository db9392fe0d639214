"""In which turns a given track is built: at most so much money, so many lines, a turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from mapdata.island.figures import BuildCosts
from solvers.clock import Clock
from solvers.island.cpsat import solved
from solvers.island.rules.ground import Arc

PATIENCE = 5.0
"""Seconds for the question whether so many turns are enough."""


@dataclass(frozen=True)
class Schedule:
    """Lines turn by turn, in a legal order, and the fewest turns there can be.

    ``bound`` holds for every track of the same cost, so that ``len(turns) == bound`` means
    that no track that is as cheap is built faster.
    """

    turns: tuple[tuple[Arc, ...], ...]
    bound: int
    fewest: bool
    """These lines cannot be built in fewer turns."""


def schedule(
    lines: Sequence[Arc], large: frozenset[int], build: BuildCosts, clock: Clock
) -> Schedule:
    """Return the fewest turns for these lines, which begin where earlier ones have been.

    Building simply in some order is tried first; a model settles what that leaves open.
    """
    bound = -(-sum(cost for _, _, cost in lines) // build.limit)
    out = Counter(tail for tail, _, _ in lines if tail in large)
    least = max([bound, *(-(-count // build.lines_from_large) for count in out.values())])
    plans = [_greedy(lines, large, build, dear) for dear in (False, True)]
    best = min(plans, key=len)
    fewest = len(best) == least
    if not fewest:
        best, fewest = _exact(lines, large, build, least, best, clock)
    return Schedule(tuple(map(tuple, best)), bound, fewest)


def _greedy(
    lines: Sequence[Arc], large: frozenset[int], build: BuildCosts, dear: bool
) -> list[list[Arc]]:
    """Fill each turn with what can be built, the first or the dearest line first."""
    heads = {head for _, head, _ in lines}
    reached = {tail for tail, _, _ in lines if tail not in heads}
    left, turns = list(lines), []
    while left:
        spent, out, turn = 0, Counter[int](), []
        while able := [
            arc
            for arc in left
            if arc[0] in reached
            and spent + arc[2] <= build.limit
            and (arc[0] not in large or out[arc[0]] < build.lines_from_large)
        ]:
            arc = max(able, key=lambda arc: arc[2]) if dear else able[0]
            left.remove(arc)
            turn.append(arc)
            spent += arc[2]
            out[arc[0]] += 1
            reached.add(arc[1])
        turns.append(turn)
    return turns


def _exact(
    lines: Sequence[Arc],
    large: frozenset[int],
    build: BuildCosts,
    least: int,
    known: list[list[Arc]],
    clock: Clock,
) -> tuple[list[list[Arc]], bool]:
    """Try every number of turns from the least: is there a way with so few?"""
    from ortools.sat.python import cp_model

    for count in range(least, len(known)):
        model = cp_model.CpModel()
        when = [model.new_int_var(0, count - 1, "") for _ in lines]
        sits = [[model.new_bool_var("") for _ in range(count)] for _ in lines]
        by_head = {head: number for number, (_, head, _) in enumerate(lines)}
        for number, (tail, _, _) in enumerate(lines):
            model.add_exactly_one(sits[number])
            model.add(when[number] == sum(t * sits[number][t] for t in range(count)))
            if tail in by_head:
                model.add(when[by_head[tail]] <= when[number])
        for t in range(count):
            spent = sum(arc[2] * sits[number][t] for number, arc in enumerate(lines))
            model.add(spent <= build.limit)
            for town in large:
                out = [sits[number][t] for number, arc in enumerate(lines) if arc[0] == town]
                model.add(sum(out) <= build.lines_from_large)
        answer = solved(model, clock, PATIENCE)
        if answer.values:
            turns: list[list[Arc]] = [[] for _ in range(count)]
            for number, arc in enumerate(lines):
                turns[answer.value(when[number])].append(arc)
            return turns, True
        if answer.status != "infeasible":
            return known, False
    return known, True
