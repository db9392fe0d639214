"""Connected growth: a network and the hexes it can take, enumerated, ordered, led to a goal.

The problem behind every build is a budgeted prize-collecting Steiner tree: the connected set of
hexes that touches the network and has the most income, within limits on its size and its cost.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from hexgraph.search import cheapest
from solvers.clock import Clock
from solvers.errors import TooLarge

GrowthRank = tuple[int, int, int]
"""Sort key, higher is better: income, then cost, then number of hexes (both negative)."""


@dataclass(frozen=True)
class Growth:
    """Hexes that can be built, known by their index.

    Attributes
    ----------
    hexes, xy, cost, income
        Id, doubled coordinates, price (1 or more) and income of each hex.
    near
        The other hexes next to each, by index.
    touching
        Whether a hex is next to the network.
    limit, treasury
        The most hexes, and the most money, to be used.
    """

    hexes: tuple[str, ...]
    xy: tuple[tuple[int, int], ...]
    cost: tuple[int, ...]
    income: tuple[int, ...]
    near: tuple[tuple[int, ...], ...]
    touching: tuple[bool, ...]
    limit: int
    treasury: int

    def rank(self, chosen: Iterable[int]) -> GrowthRank:
        """Sort key of a set of hexes; higher is better."""
        chosen = list(chosen)
        income = sum(self.income[each] for each in chosen)
        return income, -sum(self.cost[each] for each in chosen), -len(chosen)


@dataclass(frozen=True)
class Grown:
    """The answer of a method: a set of hexes, and an upper bound on the income of any set."""

    chosen: frozenset[int]
    bound: int
    finished: bool = True
    """Whether no other set ranks higher; otherwise the time ran out."""


def make_growth(
    printed: Mapping[str, tuple[tuple[int, int], int, int]],
    near: Mapping[str, tuple[str, ...]],
    network: frozenset[str],
    *,
    limit: int,
    treasury: int,
) -> Growth:
    """Return the problem of growing from ``network``, without what is out of reach anyway.

    Parameters
    ----------
    printed
        For each hex that can be built: coordinates, price, income.
    near
        The neighbours of every hex of the board.
    """
    touching = {each for each in printed if any(other in network for other in near[each])}
    price = {each: cost for each, (_, cost, _) in printed.items()}
    costs = distances(near, price, touching)
    steps = distances(near, dict.fromkeys(price, 1), touching)
    kept = sorted(
        (each for each in costs if costs[each] <= treasury and steps[each] <= limit),
        key=lambda each: printed[each][0],
    )
    index = {each: at for at, each in enumerate(kept)}
    limit = min(limit, len(kept))
    dearest = sorted((price[each] for each in kept), reverse=True)
    return Growth(
        hexes=tuple(kept),
        xy=tuple(printed[each][0] for each in kept),
        cost=tuple(printed[each][1] for each in kept),
        income=tuple(printed[each][2] for each in kept),
        near=tuple(tuple(index[other] for other in near[each] if other in index) for each in kept),
        touching=tuple(each in touching for each in kept),
        limit=limit,
        treasury=min(treasury, sum(dearest[:limit])),
    )


def distances(
    near: Mapping[str, tuple[str, ...]], price: Mapping[str, int], first: Iterable[str]
) -> dict[str, int]:
    """Return the least that a way to each hex costs, itself included, from one of ``first``."""
    return cheapest(
        {each: price[each] for each in first},
        lambda here: [(other, price[other]) for other in near[here] if other in price],
    )


WayLabel = tuple[int, int, int]
"""Cost, income (negative) and hexes of a way: the least is the best."""


def best_way(growth: Growth, target: int, limit: int) -> tuple[int, ...] | None:
    """Return the cheapest way of at most ``limit`` hexes to ``target``, within the treasury.

    Of equally cheap ways the one with the most income, then the shortest. Every hex costs
    something, so that a cheapest connection is a way and visits no hex twice.
    """
    here: dict[int, tuple[WayLabel, tuple[int, ...]]] = {}
    for steps in range(limit):
        before = dict(here)
        for each, near in enumerate(growth.near):
            ways = [before[other] for other in near if other in before]
            if growth.touching[each] and not steps:
                ways.append(((0, 0, 0), ()))
            for (cost, income, hexes), way in ways:
                label = cost + growth.cost[each], income - growth.income[each], hexes + 1
                if label[0] > growth.treasury:
                    continue
                if each not in here or label < here[each][0]:
                    here[each] = label, (*way, each)
    return here[target][1] if target in here else None


def shortest(growth: Growth, target: int) -> int:
    """Return the fewest hexes that lead to ``target``, whatever they cost."""
    wave = [each for each, touching in enumerate(growth.touching) if touching]
    seen = set(wave)
    steps = 1
    while target not in wave:
        wave = [other for each in wave for other in growth.near[each] if other not in seen]
        seen.update(wave)
        steps += 1
    return steps


def building_order(
    near: Mapping[str, tuple[str, ...]],
    network: frozenset[str],
    worth: Mapping[str, int],
    *,
    before: tuple[str, str] | None = None,
) -> list[str]:
    """Return the hexes of ``worth``, each next to the network as it grows.

    Whatever earns is reached as soon as possible: next comes the nearest hex with an
    income, of equally near ones the one that earns more.

    Parameters
    ----------
    worth
        What each hex of the plan earns.
    before
        Two hexes of which the first is to be built before the second, if both are.
    """
    built = set(network)
    order: list[str] = []
    left = dict.fromkeys(sorted(worth))
    while left:
        barred = {before[1]} if before and before[0] in left else set()
        way = _next_way(near, built, worth, [each for each in left if each not in barred])
        order += way
        built |= set(way)
        for each in way:
            del left[each]
    return order


def _next_way(
    near: Mapping[str, tuple[str, ...]], built: set[str], worth: Mapping[str, int], left: list[str]
) -> list[str]:
    """Return the way to the nearest hex that earns, or to any hex if none does."""
    wave = [[each] for each in left if built & set(near[each])]
    seen = {way[-1] for way in wave}
    first = wave[0]
    while wave:
        earning = [way for way in wave if worth[way[-1]]]
        if earning:
            return max(earning, key=lambda way: sum(worth[each] for each in way))
        longer = []
        for way in wave:
            for each in left:
                if each not in seen and each in near[way[-1]]:
                    seen.add(each)
                    longer.append([*way, each])
        wave = longer
    return first


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

    Sets grow hex by hex. At each step the first hex of the rim is taken, or excluded for good. So
    every connected set is reached in exactly one way.

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
