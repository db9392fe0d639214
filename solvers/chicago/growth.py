"""The build problem without the game: grow a connected set of hexes, bounded in size and cost.

A company's network is one thing to start from, however many hexes it has. Prices do not
change while the company builds, and the money is what it has now. So a plan of n actions
is simply a set of hexes: at most three times n of them, hanging together with the network,
paid for by the treasury. In which order they are built is settled afterwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from hexgraph.search import cheapest

GrowthRank = tuple[int, int, int]
"""What is best: income, then the least cost, then the fewest hexes (both negative)."""


@dataclass(frozen=True)
class Growth:
    """Hexes that can be built, known by their index.

    Attributes
    ----------
    hexes, xy, cost, income
        Of each hex its id, doubled coordinates, price (1 or more) and what it earns.
    near
        The other hexes next to each, by index.
    touching
        Whether a hex is next to the network.
    limit, treasury
        How many hexes, and how much money, there are.
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
        """Return how good a set of hexes is; higher is better."""
        chosen = list(chosen)
        income = sum(self.income[each] for each in chosen)
        return income, -sum(self.cost[each] for each in chosen), -len(chosen)


@dataclass(frozen=True)
class Grown:
    """What a method found: the hexes, and the income that no set of hexes exceeds."""

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
