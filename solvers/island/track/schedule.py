"""In which turns a given track is built: at most so much money, so many lines, a turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from mapdata.island.figures import BuildCosts
from solvers.island.rules.ground import Arc


def schedule(
    lines: Sequence[Arc], large: frozenset[int], build: BuildCosts
) -> tuple[tuple[Arc, ...], ...]:
    """Return lines, which begin where earlier ones have been, turn by turn.

    Simply in some order: the first or the dearest line that can be built comes next.
    """
    return min((_greedy(lines, large, build, dear) for dear in (False, True)), key=len)


def _greedy(
    lines: Sequence[Arc], large: frozenset[int], build: BuildCosts, dear: bool
) -> tuple[tuple[Arc, ...], ...]:
    """Fill each turn with what can be built."""
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
        turns.append(tuple(turn))
    return tuple(turns)
