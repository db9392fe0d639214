"""The best sets of hexes by sweeps over the board, for one sum of money or for many at once.

A first sweep keeps only the most promising states: what it finds tells the second, which
keeps everything that could still be better, what to strike out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from solvers.chicago.growth import Grown, Growth
from solvers.chicago.sweep import ChicagoSweep
from solvers.clock import Clock
from solvers.errors import SolverFailed, TooLarge

BEAM = 150
"""States of each layer that the first sweep keeps."""

Better = Callable[[int], int]
"""Says which income would be better than a given one: the least that makes a difference."""


def solve_sweep(growth: Growth, clock: Clock) -> Grown:
    """Return a best set of hexes; when time runs out, the best one known by then."""
    (grown,) = solve_sums(growth, [growth.treasury], clock)
    return grown


def first_look(growth: Growth, clock: Clock) -> frozenset[int]:
    """Return good hexes, maybe not the best: what the first sweep finds, or nothing in no time."""
    if not growth.hexes or not growth.limit:
        return frozenset()
    try:
        (found,) = ChicagoSweep(growth, clock).run([], [growth.treasury], growth.treasury, BEAM)
    except (TimeoutError, TooLarge):
        return frozenset()
    return found


def solve_sums(
    growth: Growth, sums: Sequence[int], clock: Clock, better: Better | None = None
) -> list[Grown]:
    """Return a best set of hexes for each of several sums of money, in rising order.

    The table of a state has the least cost of every income, so that one sweep serves them all.

    Parameters
    ----------
    sums
        None is more than the treasury.
    better
        If given, a set is good enough when no other has an income that is better in this
        sense. Otherwise cost and number of hexes decide between equal incomes.
    """
    if not growth.hexes or not growth.limit:
        return [Grown(frozenset(), 0)] * len(sums)
    sweep = ChicagoSweep(growth, clock)
    known: list[frozenset[int]] = [frozenset()] * len(sums)
    try:
        known = sweep.run([], sums, sums[len(sums) // 3], BEAM)
        incomes = [growth.rank(each)[0] for each in known]
        wanted = [better(income) for income in incomes] if better else incomes
        found = sweep.run(list(zip(sums, wanted, strict=True)), sums)
    except TimeoutError:
        most = sweep.to_come[0][-1]
        return [
            Grown(each, int(most[money]), finished=False)
            for each, money in zip(known, sums, strict=True)
        ]
    best = [max(pair, key=growth.rank) for pair in zip(found, known, strict=True)]
    if better is None and best != found:
        raise SolverFailed("the sweep lost a plan that it had found")
    incomes = [growth.rank(each)[0] for each in best]
    bounds = [better(income) - 1 for income in incomes] if better else incomes
    return [Grown(*pair) for pair in zip(best, bounds, strict=True)]
