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
        self._rounds: dict[int, Any] = {}

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
            arrivals = self.arrivals(calendar)
            self._around[calendar.speeds] = self._with_detour(arrivals, calendar)
        return self._around[calendar.speeds]

    def rounds(self, calendar: Calendar) -> Any:
        """Return the same for moments since goods were left, as long as they lie.

        At best they are left at the beginning of a turn, and all turns are as fast as the fastest;
        that it is not the first one is faster, too.
        """
        speed, turns = calendar.fastest, self.numbers.world.figures.game.lying
        if speed not in self._rounds:
            longer = replace(calendar, speeds=(speed,) * (calendar.turns + turns))
            pace, first = Arrivals(self.numbers, longer), longer.end(1)
            table = self._table(pace, first, longer.end(1 + turns) + 1)
            self._rounds[speed] = table - first
        return self._rounds[speed]

    def _table(self, pace: Arrivals, first: int, never: int) -> Any:
        count = len(self.numbers.places)
        shape = count, count, min(_different(pace.calendar), never) - first
        start, to, now = (each.ravel() for each in np.indices(shape))
        everywhere = np.full(len(start), self.numbers.mask(self.numbers.islands))
        found = pace.arrived(everywhere, 0 * start, start, first + now, to)
        table = np.full(len(start), never)
        pairs, begin = np.unique(found.pair, return_index=True)
        if len(pairs):
            table[pairs] = np.minimum(never, np.minimum.reduceat(found.moment, begin))
        return _repeated(table.reshape(shape), pace.calendar.speeds[-1], never - first, never)

    def _with_detour(self, arrivals: Any, calendar: Calendar) -> Any:
        never, of, speed = arrivals.shape[2] - 1, self.numbers.island_of, calendar.speeds[-1]
        other = of[:, None] != of
        first = arrivals[..., : min(_different(calendar), never)]
        aside = np.full_like(first, never)
        for town in range(len(self.numbers.towns)):
            elsewhere = (other[:, [town]] & other[town])[..., None]
            np.minimum(aside, _by_way_of(town, first, arrivals), out=aside, where=elsewhere)
        back = np.where(other[..., None], never, _repeated(aside, speed, never, never))
        for town in range(len(self.numbers.towns)):
            there = (other[:, [town]] & ~other[town])[..., None]
            np.minimum(aside, _by_way_of(town, first, back), out=aside, where=there)
        return _repeated(aside, speed, never, never)


def _different(calendar: Calendar) -> int:
    """Return how many moments differ from each other: later turns are like the one before.

    The train has its last speed by then, and the first turn is over.
    """
    speed = calendar.speeds[-1]
    before = max((turn for turn, each in enumerate(calendar.speeds, 1) if each != speed), default=1)
    return calendar.end(before) + speed


def _repeated(table: Any, speed: int, size: int, never: int) -> Any:
    """Return a table for ``size`` moments, in which turns are like those before; then for never."""
    shape = table.shape[:2]
    found = np.full((*shape, size + 1), never, dtype=table.dtype)
    known = table.shape[2]
    found[..., :known] = table
    for moment in range(known, size):
        found[..., moment] = np.minimum(never, found[..., moment - speed] + speed)
    return found


def _by_way_of(town: int, arrivals: Any, after: Any) -> Any:
    """Return arrivals by way of a town; ``after`` has those from there."""
    return np.moveaxis(after[town][:, arrivals[:, town]], 0, 1)
