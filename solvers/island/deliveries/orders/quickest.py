"""The earliest arrivals from place to place if every line is there and every island open."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from solvers.island.deliveries.calendar import Calendar
from solvers.island.deliveries.orders.arrivals import Arrivals
from solvers.island.deliveries.orders.numbers import Numbers


def quickest(numbers: Numbers, calendar: Calendar) -> Any:
    """Return a table of arrivals by start, place and moment.

    What is never is a moment after the last one.
    """
    pace = Arrivals(numbers, calendar)
    return _table(numbers, pace, 0, pace.last + 1)


def rounds(numbers: Numbers, calendar: Calendar) -> Any:
    """Return the same for moments since goods were left, as long as they lie.

    At best they are left at the beginning of a turn; that it is not the first one is faster, too.
    """
    turns = numbers.world.figures.game.lying
    longer = replace(calendar, speeds=(*calendar.speeds, *[calendar.speeds[-1]] * turns))
    pace = Arrivals(numbers, longer)
    first = longer.end(1)
    never = longer.end(1 + turns) + 1
    return _table(numbers, pace, first, never) - first


def _table(numbers: Numbers, pace: Arrivals, first: int, never: int) -> Any:
    count = len(numbers.places)
    shape = count, count, never - first
    start, to, now = (each.ravel() for each in np.indices(shape))
    everywhere = np.full(len(start), numbers.mask(numbers.islands))
    found = pace.arrived(everywhere, 0 * start, start, first + now, to)
    table = np.full(len(start), never)
    pairs, begin = np.unique(found.pair, return_index=True)
    if len(pairs):
        table[pairs] = np.minimum(never, np.minimum.reduceat(found.moment, begin))
    last = np.full((count, count, 1), never)
    return np.concatenate([table.reshape(shape), last], axis=2)
