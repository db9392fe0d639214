"""What a delivery plan uses beside own lines and ships for hire, and its least cost."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from mapdata.island.position import IslandPosition

FEW = 3
"""Other players up to whose number every choice of them is looked at by itself."""


@dataclass(frozen=True)
class Terms:
    """One kind of plans.

    ``owners`` are the players over whose lines the train goes; ``fee`` is what that costs at
    least. ``bought`` is a ship that is built on the way.
    """

    owners: frozenset[str] = frozenset()
    fee: int = 0
    bought: str | None = None


def all_terms(position: IslandPosition) -> list[Terms]:
    """Return terms that together hold for every plan, the plain ones first."""
    return [*_tolls(position), *_purchases(position)]


def _tolls(position: IslandPosition) -> Iterator[Terms]:
    """Yield each choice of players to whom toll is paid; of many, those of three or more at once.

    A toll is paid for a turn, to each of them.
    """
    toll = position.figures.game.toll
    names = sorted(name for name, links in position.others.items() if links)
    several = len(names) > FEW
    for count in range(FEW if several else len(names) + 1):
        for some in combinations(names, count):
            yield Terms(frozenset(some), toll * count)
    if several:
        yield Terms(frozenset(names), toll * FEW)


def _purchases(position: IslandPosition) -> Iterator[Terms]:
    """Yield the ships that could be bought; whose lines are used then is left open."""
    ships, price = position.figures.ships, 0
    everybody = frozenset(position.others)
    kinds = list(ships)
    begin = 0 if position.own_ship is None else kinds.index(position.own_ship) + 1
    for kind in kinds[begin:]:
        price += ships[kind].price
        yield Terms(everybody, price, kind)
