"""Stops in as few classes as possible, by what they earn as the two ends of a route."""

from __future__ import annotations

import numpy as np

from solvers.bonus import Sets
from solvers.frontier.pool import Ints
from solvers.problem import Problem


def end_classes(problem: Problem) -> tuple[list[int], Ints, tuple[tuple[int, ...], ...]]:
    """Return the class of each stop as an end of a route, and the bonus of each pair of classes.

    Stops of one class earn the same with every other stop, for every train. The bonus is an
    index into the last item, which has the amounts for each type of train; 0 is no bonus.
    """
    stops = range(len(problem.network.stops))
    found = [
        [bonus for bonus in train.bonuses if isinstance(bonus, Sets) and bonus.ends]
        for train in problem.fleet
    ]
    nothing = tuple(0 for _ in found)
    earned = {nothing: 0}
    named = {stop for some in found for bonus in some for each in bonus.sets for stop, _ in each}

    def number(one: int, two: int) -> int:
        amounts = tuple(sum(bonus.of_ends(one, two) for bonus in some) for some in found)
        return earned.setdefault(nothing if one == two else amounts, len(earned))

    rows = np.zeros((len(stops), len(stops)), np.int64)
    for one in named:
        for two in named:
            rows[one, two] = number(one, two)
    known = {np.zeros(len(stops), np.int64).tobytes(): 0}
    classes = [known.setdefault(row.tobytes(), len(known)) for row in rows]
    pairs = np.zeros((len(known), len(known)), np.int64)
    for one in named:
        for two in named:
            pairs[classes[one], classes[two]] = rows[one, two]
    return classes, pairs, tuple(earned)
