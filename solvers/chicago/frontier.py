"""The board for the sweep, and the states at its frontier as rows of labels.

A state is a row of labels, one for each slot: 0 for a hex that is not built, 1 for one that
is connected with the network, and further numbers for loose pieces, one each.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from solvers.chicago.growth import Growth

NETWORK, FIRST = 1, 2
"""Labels: of what hangs together with the network, and of the piece that has slot 0. The
piece that begins at slot 5 is labelled 7."""

FAR = 1 << 20
"""More than any way takes."""

Labels = NDArray[np.uint8]
CostArray = NDArray[np.uint16]
IntArray = NDArray[np.int64]


def sweep_order(growth: Growth) -> tuple[int, ...]:
    """Return the hexes column by column, the far side first.

    A piece that is far from the network has spent most of what there is on coming nearer,
    so that fewer states survive than when the sweep starts at the network.
    """
    middle = [x for (x, _), touching in zip(growth.xy, growth.touching, strict=True) if touching]
    east = sum(x for x, _ in growth.xy) / len(growth.xy) > sum(middle) / len(middle)
    way = -1 if east else 1
    return tuple(
        sorted(range(len(growth.xy)), key=lambda at: (way * growth.xy[at][0], growth.xy[at][1]))
    )


def to_come(growth: Growth, order: tuple[int, ...]) -> list[NDArray[np.int64]]:
    """Return tables of the most income that the hexes from each place on can add.

    By number of hexes and money. The hexes need not be connected: it is a bound.
    """
    table = np.zeros((growth.limit + 1, growth.treasury + 1), np.int64)
    tables = [table]
    for each in reversed(order):
        cost, income = growth.cost[each], growth.income[each]
        if income:
            more = table[:-1, : growth.treasury + 1 - cost] + income
            table = table.copy()
            table[1:, cost:] = np.maximum(table[1:, cost:], more)
        tables.append(table)
    return tables[::-1]


def ways_home(
    growth: Growth, order: tuple[int, ...], slot: list[int]
) -> list[tuple[IntArray, IntArray]]:
    """Lower bounds on the way from each slot to the network, after each hex is decided.

    Money and hexes of the cheapest and the shortest way over hexes that are undecided.
    """
    money = _Home(growth, growth.cost)
    steps = _Home(growth, (1,) * len(growth.cost))
    place = {each: at for at, each in enumerate(order)}
    last = [max((place[other] for other in near), default=-1) for near in growth.near]
    ways = []
    for at in range(len(order) - 1, -1, -1):
        width = max(slot) + 1
        pair = np.full(width, FAR), np.full(width, FAR)
        for each in [each for each in order[: at + 1] if last[each] > at]:
            for found, home in zip(pair, (money, steps), strict=True):
                way = home.from_(each)
                if way < FAR:
                    found[slot[each]] = way
        ways.append(pair)
        money.add(order[at])
        steps.add(order[at])
    return ways[::-1]


class _Home:
    """The least way to the network over the hexes added so far."""

    def __init__(self, growth: Growth, price: tuple[int, ...]) -> None:
        self.growth, self.price = growth, price
        self.way: dict[int, int] = {}

    def from_(self, each: int) -> int:
        """Return the least way from a hex, itself not counted."""
        return min(
            (self.way[other] for other in self.growth.near[each] if other in self.way), default=FAR
        )

    def add(self, each: int) -> None:
        """Let ways lead over ``each`` too."""
        self.way[each] = self.price[each] + (0 if self.growth.touching[each] else self.from_(each))
        changed = [each]
        while changed:
            here = changed.pop()
            for other in self.growth.near[here]:
                if self.way.get(other, 0) > self.way[here] + self.price[other]:
                    self.way[other] = self.way[here] + self.price[other]
                    changed.append(other)


def least(costs: CostArray, order: IntArray, first: IntArray, many: IntArray) -> CostArray:
    """Return the tables of merged states, each the least of ``many`` from ``first`` on."""
    merged = costs[order[first]]
    for more in range(1, many.max(initial=1)):
        rows = np.flatnonzero(many > more)
        merged[rows] = np.minimum(merged[rows], costs[order[first[rows] + more]])
    return merged


def canonical(labels: Labels) -> Labels:
    """Return labels in a canonical form: equal if the same hexes are connected."""
    found = labels.copy()
    for slot in range(labels.shape[1]):
        label = labels[:, slot]
        first = (labels == label[:, None]).argmax(axis=1) + FIRST
        found[:, slot] = np.where(label > NETWORK, first, label)
    return found


def codes_of(labels: Labels) -> IntArray:
    """Return one number for each row of labels."""
    codes = np.zeros(len(labels), np.int64)
    for slot in range(labels.shape[1]):
        codes = codes << 4 | labels[:, slot]
    return codes
