"""A bound that needs no search: what the trains could earn if track were no matter."""

from __future__ import annotations

from itertools import combinations

from solvers.problem import Problem, Train


def optimistic(problem: Problem) -> int:
    """Return a revenue that no plan exceeds, for when there was time for nothing better."""
    return sum(_alone(problem, train) for train in problem.trains)


def _alone(problem: Problem, train: Train) -> int:
    """Return the most one train could earn if it could visit any stops it can count."""
    stops = [i for i in range(len(problem.network.stops)) if i not in train.barred]
    worth = {i: problem.network.stops[i].value + problem.bonuses.tunnel for i in stops}
    counted = sorted((worth[i] for i in stops if train.weights[i]), reverse=True)
    free = sum(worth[i] for i in stops if not train.weights[i])
    transit = max((problem.transit(a, b) for a, b in combinations(stops, 2)), default=0)
    return sum(counted[: train.limit]) + free + transit
