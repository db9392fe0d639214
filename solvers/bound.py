"""An upper bound without a search: every train may visit any stops, as if track did not matter."""

from __future__ import annotations

from itertools import permutations

from solvers.bonus import (
    Again,
    Between,
    Counted,
    Earned,
    HalfEnds,
    Marked,
    Markers,
    Over,
    Sets,
    Stations,
    Visited,
)
from solvers.problem import Problem, Train


def optimistic(problem: Problem) -> int:
    """Upper bound on the revenue of any plan, for when there is no time to search."""
    return sum(_alone(problem, train) for train in problem.trains)


def _alone(problem: Problem, train: Train) -> int:
    """Upper bound on the revenue of a train, as if it could reach every stop."""
    stops = [at for at in range(len(problem.network.stops)) if at not in train.barred]
    for_each = sum(
        bonus.amount for bonus in train.bonuses if isinstance(bonus, Marked) and bonus.per == "paid"
    )
    worth = {at: train.worth[at] + for_each for at in stops}
    best = sum(worth.values())
    # Each limit by itself is a relaxation: the dearest stops that it counts, and all others.
    # The lowest of these bounds holds.
    for limit in (*train.visits, *train.pays):
        if all(weight in (0, 1) for weight in limit.weights):
            counted = sorted((worth[at] for at in stops if limit.weights[at]), reverse=True)
            free = sum(worth[at] for at in stops if not limit.weights[at])
            back = -sum(min(0, weight) for weight in limit.links or ())
            best = min(best, sum(counted[: limit.most + back]) + free)
    return best + _ends(train) + sum(_most(problem, train, bonus) for bonus in train.bonuses)


def _ends(train: Train) -> int:
    """Upper bound on the bonus of any two ends."""
    found = [bonus for bonus in train.bonuses if isinstance(bonus, Sets) and bonus.ends]
    areas = {stop for bonus in found for each in bonus.sets for stop, _ in each}
    return max(
        (sum(bonus.of_ends(*pair) for bonus in found) for pair in permutations(areas, 2)), default=0
    )


def _most(problem: Problem, train: Train, bonus: Earned) -> int:
    """Upper bound on a bonus that is not part of the worth of stops."""
    seen = problem.network.stops
    if isinstance(bonus, Sets) and not bonus.ends:
        return max(0, bonus.amount + sum(max(extra for _, extra in each) for each in bonus.sets))
    if isinstance(bonus, Marked) and bonus.per != "paid":
        return bonus.amount * (1 if bonus.per == "route" else sum(n for _, n in bonus.links))
    if isinstance(bonus, Over):
        return max(0, bonus.amount)
    if isinstance(bonus, Stations):
        return bonus.of(sum(stop.home for stop in seen))
    if isinstance(bonus, Visited):
        return bonus.amount * len(seen)
    if isinstance(bonus, Markers):
        return sum(figure for _, figure in bonus.stops) * sum(stop.home for stop in seen)
    if isinstance(bonus, Counted):
        return bonus.of(len(bonus.stops))
    if isinstance(bonus, HalfEnds | Between):
        return bonus.most
    if isinstance(bonus, Again):
        return max(figure for _, figure in bonus.stops)
    return 0
