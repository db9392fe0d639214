"""Every set of hexes that can be built, each looked at once: for one action, and as a check."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from solvers.chicago.growth import Grown, Growth, GrowthRank
from solvers.clock import Clock
from solvers.errors import TooLarge

MOST_SETS = 3_000_000
"""Sets after which the enumeration gives up; one action has some thousand."""

Connected = tuple[tuple[int, ...], int, int]
"""A set of hexes by index, what it costs and what it earns."""


def solve_exhaustive(growth: Growth, clock: Clock) -> Grown:
    """Return a best set of hexes, found by trying all of them."""
    (best,) = exhaustive_sums(growth, [growth.treasury], clock)
    return best


def exhaustive_sums(growth: Growth, sums: Sequence[int], clock: Clock) -> list[Grown]:
    """Return a best set of hexes for each of several sums of money; one search serves all."""
    by_cost: dict[int, tuple[GrowthRank, tuple[int, ...]]] = {0: ((0, 0, 0), ())}
    finished = True
    try:
        for chosen, cost, income in connected_sets(growth, clock):
            rank = income, -cost, -len(chosen)
            if cost not in by_cost or rank > by_cost[cost][0]:
                by_cost[cost] = rank, chosen
    except TimeoutError:
        finished = False
    most = sum(sorted(growth.income)[-growth.limit :]) if growth.limit else 0
    found = []
    for money in sums:
        rank, best = max(
            (each for cost, each in by_cost.items() if cost <= money), key=lambda each: each[0]
        )
        found.append(Grown(frozenset(best), rank[0] if finished else most, finished))
    return found


def connected_sets(growth: Growth, clock: Clock) -> Iterator[Connected]:
    """Yield every set of hexes that can be built, but the empty one.

    Sets grow hex by hex; a hex that was passed over does not come back. So every connected
    set is reached in exactly one way: at each step the first hex of the rim is taken, or
    struck out for good.

    Raises
    ------
    TooLarge
        There are too many sets to look at each.
    TimeoutError
        The time is over.
    """
    first = [each for each, near in enumerate(growth.touching) if near]
    for count, found in enumerate(_grown(growth, (), first, 0, 0, set(first)), 1):
        if count > MOST_SETS:
            raise TooLarge(f"more than {MOST_SETS} sets of hexes can be built")
        if not count % 1000:
            clock.check()
        yield found


def _grown(
    growth: Growth, chosen: tuple[int, ...], rim: list[int], cost: int, income: int, seen: set[int]
) -> Iterator[Connected]:
    """Yield the sets that have ``chosen`` and, beside it, hexes of ``rim`` or beyond."""
    if len(chosen) == growth.limit:
        return
    for at, each in enumerate(rim):
        spent = cost + growth.cost[each]
        if spent > growth.treasury:
            continue
        wider = (*chosen, each)
        earned = income + growth.income[each]
        yield wider, spent, earned
        new = [other for other in growth.near[each] if other not in seen]
        seen.update(new)
        yield from _grown(growth, wider, rim[at + 1 :] + new, spent, earned, seen)
        seen.difference_update(new)
