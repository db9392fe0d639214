"""The earliest arrivals from place to place if every line is there and every island open."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from solvers.island.deliveries.calendar import Calendar
from solvers.island.deliveries.orders.arrivals import Arrivals
from solvers.island.deliveries.orders.numbers import Numbers


class EarliestArrivals:
    """Tables of arrivals by start, place and moment, the same for all calendars of the same speeds.

    What is never is a moment after the last one.
    """

    def __init__(self, numbers: Numbers) -> None:
        self.numbers = numbers
        self._arrivals: dict[tuple[int, ...], Any] = {}
        self._around: dict[tuple[int, ...], Any] = {}

    def arrivals(self, calendar: Calendar) -> Any:
        """Return the earliest arrivals."""
        if calendar.speeds not in self._arrivals:
            pace = Arrivals(self.numbers, calendar)
            self._arrivals[calendar.speeds] = self._table(pace, 0, pace.last + 1)
        return self._arrivals[calendar.speeds]

    def around(self, calendar: Calendar) -> Any:
        """Return the same with a detour.

        The train comes to a town on another island than those of start and place; or it comes to
        the place's island, leaves it, and comes back.
        """
        if calendar.speeds not in self._around:
            self._around[calendar.speeds] = self._with_detour(self.arrivals(calendar))
        return self._around[calendar.speeds]

    def rounds(self, calendar: Calendar) -> Any:
        """Return the same for moments since goods were left, as long as they lie.

        At best they are left at the beginning of a turn; that it is not the first one is faster,
        too.
        """
        turns = self.numbers.world.figures.game.lying
        longer = replace(calendar, speeds=(*calendar.speeds, *[calendar.speeds[-1]] * turns))
        pace, first = Arrivals(self.numbers, longer), longer.end(1)
        return self._table(pace, first, longer.end(1 + turns) + 1) - first

    def _table(self, pace: Arrivals, first: int, never: int) -> Any:
        count = len(self.numbers.places)
        shape = count, count, never - first
        start, to, now = (each.ravel() for each in np.indices(shape))
        everywhere = np.full(len(start), self.numbers.mask(self.numbers.islands))
        found = pace.arrived(everywhere, 0 * start, start, first + now, to)
        table = np.full(len(start), never)
        pairs, begin = np.unique(found.pair, return_index=True)
        if len(pairs):
            table[pairs] = np.minimum(never, np.minimum.reduceat(found.moment, begin))
        last = np.full((count, count, 1), never)
        return np.concatenate([table.reshape(shape), last], axis=2)

    def _with_detour(self, arrivals: Any) -> Any:
        never, of = arrivals.shape[2] - 1, self.numbers.island_of
        other = of[:, None] != of
        aside = np.full_like(arrivals, never)
        for town in range(len(self.numbers.towns)):
            elsewhere = (other[:, [town]] & other[town])[..., None]
            np.minimum(aside, _by_way_of(town, arrivals, arrivals), out=aside, where=elsewhere)
        there_and_back = np.where(other[..., None], never, aside)
        found = aside.copy()
        for town in range(len(self.numbers.towns)):
            there = (other[:, [town]] & ~other[town])[..., None]
            np.minimum(found, _by_way_of(town, arrivals, there_and_back), out=found, where=there)
        return found


def _by_way_of(town: int, arrivals: Any, after: Any) -> Any:
    """Return arrivals by way of a town; ``after`` has those from there."""
    return np.moveaxis(after[town][:, arrivals[:, town]], 0, 1)
