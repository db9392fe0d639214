"""The ways of many branches to their next visits, and which of them are worth a look."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from solvers.island.deliveries.orders.arrivals import Arrivals, ArrivedTrains
from solvers.island.deliveries.orders.numbers import BY_LAND, Numbers
from solvers.island.deliveries.orders.spending import Spending


@dataclass(frozen=True)
class TrainWays:
    """Ways to places: for which asked pair, by which passage, and when they arrive.

    ``slow`` and ``slow_extra`` are the same for the first train, if the train grows.
    """

    pair: Any
    passage: Any
    moment: Any
    extra: Any
    slow: Any
    slow_extra: Any

    def some(self, which: Any) -> TrainWays:
        """Return some of them."""
        columns = self.pair, self.passage, self.moment, self.extra, self.slow, self.slow_extra
        return TrainWays(*(column[which] for column in columns))

    @cached_property
    def groups(self) -> tuple[Any, Any]:
        """Where the ways of each asked pair begin, and how many they are, for each way."""
        begin = np.searchsorted(self.pair, self.pair)
        return begin, np.searchsorted(self.pair, self.pair, side="right") - begin


def beside(fast: ArrivedTrains, slow: ArrivedTrains | None, numbers: Numbers) -> TrainWays:
    """Return ways with those of the first train beside them, late if there are none."""
    late = np.full(len(fast.pair), numbers.late if slow is not None else 0)
    extra = np.zeros(len(fast.pair), dtype=np.int64)
    if slow is not None and len(slow.pair):
        wide = len(numbers.ports) ** 2 + 1
        known = slow.pair * wide + slow.passage - BY_LAND
        asked = fast.pair * wide + fast.passage - BY_LAND
        where = np.minimum(np.searchsorted(known, asked), len(known) - 1)
        fine = known[where] == asked
        late[fine], extra[fine] = slow.moment[where[fine]], slow.extra[where[fine]]
    return TrainWays(fast.pair, fast.passage, fast.moment, fast.extra, late, extra)


def by_any_port(ways: TrainWays, pace: Arrivals, slow: Arrivals | None) -> TrainWays:
    """Return one way for each asked pair that is as good as any: its passage is left open."""
    if not len(ways.pair):
        return ways
    pairs, begin = np.unique(ways.pair, return_index=True)
    moment, extra = pace.merged(begin, ways.moment, ways.extra)
    late, late_extra = ways.slow[begin], ways.slow_extra[begin]
    if slow is not None:
        late, late_extra = slow.merged(begin, ways.slow, ways.slow_extra)
    return TrainWays(pairs, np.full(len(pairs), BY_LAND), moment, extra, late, late_extra)


@dataclass(frozen=True)
class Leaving:
    """From where trains go: what they have joined, from which entries, and where they are."""

    joined: Any
    entry: Any
    at: Any


def not_worse(
    ways: TrainWays, start: Leaving, to: Any, pace: Arrivals, spending: Spending
) -> TrainWays:
    """Return the ways without those that another one is as good as.

    One is as good if it is as soon, and needs no lines but those that are there or needed anyway.
    For a way by land no ship is hired; and where a train lands, lines may begin.
    """
    numbers = spending.numbers
    first, second = spending.joins.needs(start.joined, start.entry, start.at, ways.passage, to)
    same = numbers.island_of[start.at] == numbers.island_of[to]
    first, second = np.where(same, first | second, first), np.where(same, 0, second)
    by_land, _, lands = numbers.ways(ways.passage)
    settled = by_land | spending.settled[lands]
    begin, count = ways.groups
    one = np.repeat(np.arange(len(count)), count)
    other = np.arange(len(one)) + np.repeat(begin - (np.cumsum(count) - count), count)
    one, other = one[one != other], other[one != other]
    good = (first[other] & ~first[one]) | (second[other] & ~second[one]) == 0
    good &= by_land[other] | ~by_land[one]
    good &= settled[one] | (~by_land[other] & (lands[other] == lands[one]))
    good &= pace.covers(ways.moment[other], ways.extra[other], ways.moment[one], ways.extra[one])
    good &= ways.slow[other] <= ways.slow[one]
    good &= (ways.slow_extra[other] >= ways.slow_extra[one]) | (ways.slow[one] >= numbers.late)
    one, other = one[good], other[good]
    width = len(ways.pair)
    mutual = np.isin(one * width + other, other * width + one)
    kept = np.ones(width, dtype=bool)
    kept[one[~mutual | (other < one)]] = False
    return ways.some(kept)
