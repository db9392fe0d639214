"""An upper bound without a search: every train may visit any stops, as if track did not matter."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import permutations
from math import ceil

from hexgraph.bits import ones
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
    """Upper bound on the revenue of any plan, for when there is no time to search.

    The lower of two: every train runs alone, or trains share what leads into each stop.
    """
    alone = [_alone(problem, train) for train in problem.trains]
    return min(sum(alone), _sharing(problem, alone)) if len(alone) > 1 else sum(alone)


def _alone(problem: Problem, train: Train) -> int:
    """Upper bound on what one train earns if it could reach every stop."""
    worth = _worth(train, len(problem.network.stops))
    ends = _ends_only(problem, train) if not train.local else frozenset()
    best = _dearest(worth, worth, ends, len(worth))
    for limit in (*train.visits, *train.pays):
        if all(weight in (0, 1) for weight in limit.weights):
            counted = [stop for stop in worth if limit.weights[stop]]
            free = [stop for stop in worth if not limit.weights[stop]]
            back = -sum(min(0, weight) for weight in limit.links or ())
            paid = _dearest(worth, counted, ends, limit.most + back)
            best = min(best, paid + _dearest(worth, free, ends, len(free)))
    return best + _beyond(problem, train)


def _worth(train: Train, stops: int) -> dict[int, int]:
    """The worth of each stop that the train may enter, or 0 if it is negative."""
    for_each = sum(
        bonus.amount for bonus in train.bonuses if isinstance(bonus, Marked) and bonus.per == "paid"
    )
    return {at: max(0, train.worth[at] + for_each) for at in range(stops) if at not in train.barred}


def _ends_only(problem: Problem, train: Train) -> frozenset[int]:
    """Stops that no route of a train runs through."""
    stops = enumerate(problem.network.stops)
    return frozenset([at for at, stop in stops if not stop.through]) | train.no_through


def _dearest(
    worth: Mapping[int, int], stops: Iterable[int], ends: Collection[int], most: int
) -> int:
    """The dearest so many stops together, at most two of them ends only."""
    order = sorted(stops, key=lambda stop: -worth[stop])
    last = [stop for stop in order if stop in ends][:2]
    some = [stop for stop in order if stop not in ends or stop in last]
    return sum([worth[stop] for stop in some[: max(0, most)]])


def _beyond(problem: Problem, train: Train) -> int:
    """Upper bound on the bonuses that are not part of the worth of stops."""
    return _ends(train) + sum(_most(problem, train, bonus) for bonus in train.bonuses)


def _sharing(problem: Problem, alone: Sequence[int]) -> int:
    """Upper bound on a plan whose trains share the ways into each stop.

    A route that runs through a stop takes two ways into it, one that ends there takes one; and all
    routes together have two ends a train. So of an odd number of ways one is left over,
    unless a route ends there. Trains that may stay at a single stop count alone.
    """
    trains = [train for train in problem.trains if not train.local]
    others = sum(most for train, most in zip(problem.trains, alone, strict=True) if train.local)
    count = len(problem.network.stops)
    worths = [_worth(train, count) for train in dict.fromkeys(trains)]
    total, by_ends = 0, list[float]()
    for stop, ways in enumerate(_ways_in(problem)):
        worth = max([each.get(stop, 0) for each in worths], default=0)
        visits = min(len(trains), ways // 2) if problem.network.stops[stop].through else 0
        total += worth * visits
        more = min(len(trains), ways) - visits
        if more > 0 and (ways % 2 or not visits):
            by_ends.append(worth)
            more -= 1
        single = not problem.network.stops[stop].through
        by_ends += [worth] * more if single else [worth / 2] * (2 * more)
    by_ends.sort(reverse=True)
    beyond = sum(_beyond(problem, train) for train in trains)
    return total + ceil(sum(by_ends[: 2 * len(trains)])) + beyond + others


def _ways_in(problem: Problem) -> list[int]:
    """Upper bounds on the links that a plan uses at each stop: of links with one resource, one."""
    found = []
    for links in problem.links_at:
        masks = [problem.network.links[link].mask & problem.between_runs for link in links]
        ways = sum(not mask for mask in masks) * len(problem.trains) * 2
        masks = [mask for mask in masks if mask]
        while masks:
            shared = Counter(bit for mask in masks for bit in ones(mask))
            bit = max(shared, key=lambda each: (shared[each], each))
            masks = [mask for mask in masks if not mask >> bit & 1]
            ways += 1
        found.append(ways)
    return found


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
