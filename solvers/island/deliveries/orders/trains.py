"""Trains on their way: how soon they are at a visit, with what has to be built and loaded."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from solvers.island.deliveries.calendar import Calendar
from solvers.island.deliveries.calendar import calendar as calendar_of
from solvers.island.deliveries.orders.arrivals import Arrivals, ArrivedTrains
from solvers.island.deliveries.orders.numbers import Numbers


class Trains:
    """The train of a calendar, many times at once.

    A calendar that is only a bound has the train grown from the second turn on. Before a visit by
    which no upgrade can have been paid for, the train is as it was: ``slow`` tells how long that
    takes. ``capacity`` is for how many goods there is room at some time.
    """

    def __init__(self, numbers: Numbers, calendar: Calendar, horizon: int) -> None:
        self.numbers, self.calendar, self.horizon = numbers, calendar, horizon
        self.world = numbers.world
        figures, position = self.world.figures, self.world.position
        self.money, self._limit = position.money, figures.build.limit
        self.capacity = max(calendar.capacities)
        self.pace = Arrivals(numbers, calendar)
        self.slow: Arrivals | None = None
        if calendar.changes is None:
            plain = calendar_of(figures, position.train, (), calendar.turns)
            self.slow = Arrivals(numbers, plain)
            self.first_upgrade = min(figures.upgrades(position.train).values())
            self._as_fast = _seen_from(calendar, plain, numbers.late)
        self._laden: dict[int, tuple[Arrivals, Any, Any]] = {}
        self._rooms: dict[Calendar, Any] = {}

    @cached_property
    def _speeds(self) -> Any:
        """The speed by how many goods are aboard."""
        return np.array([self.calendar.speed(held) for held in range(self.capacity + 1)])

    def arrived(self, trains: dict[str, Any], to: Any) -> ArrivedTrains:
        """Return the arrivals of trains, by what is known of them, with the goods they hold."""
        names = "opened", "extra", "at", "moment", "held"
        opened, extra, start, moment, held = (trains[name] for name in names)
        speeds = self._speeds[np.minimum(held, self.capacity)]
        parts = []
        for speed in np.unique(speeds).tolist():
            (some,) = np.nonzero(speeds == speed)
            asked = opened[some], extra[some], start[some]
            if speed == self.calendar.speeds[-1]:
                found = self.pace.arrived(*asked, moment[some], to[some])
            else:
                pace, to_slow, to_fast = self._laden_pace(speed)
                found = pace.arrived(*asked, to_slow[moment[some]], to[some])
                then = np.maximum(to_fast[found.moment], moment[some][found.pair])
                found = ArrivedTrains(found.pair, found.passage, then, found.extra)
            parts.append(ArrivedTrains(some[found.pair], found.passage, found.moment, found.extra))
        return _in_order(parts)

    def _laden_pace(self, speed: int) -> tuple[Arrivals, Any, Any]:
        """Return the pace of a train with too many goods for its speed, and what moments mean."""
        if speed not in self._laden:
            fast, slow = self.calendar, self.calendar.slowed(speed)
            late = self.numbers.late
            to_slow, to_fast = _seen_from(slow, fast, late), _seen_from(fast, slow, late)
            self._laden[speed] = Arrivals(self.numbers, slow), to_slow, to_fast
        return self._laden[speed]

    def arrived_slow(self, trains: dict[str, Any], to: Any) -> ArrivedTrains:
        """Return the arrivals of the first train."""
        assert self.slow is not None
        names = "opened", "slow_extra", "at", "slow"
        opened, extra, start, moment = (trains[name] for name in names)
        (some,) = np.nonzero(moment <= self.slow.last)
        if not len(some):
            return _in_order([])
        asked = opened[some], extra[some], start[some]
        found = self.slow.arrived(*asked, moment[some], to[some])
        return ArrivedTrains(some[found.pair], found.passage, found.moment, found.extra)

    def built_by(self, lines: Any, paid: Any, earned: Any) -> Any:
        """Return the earliest turn by whose end lines of this cost can all be built.

        A turn has a limit, and what the money at hand does not cover is built only after a
        delivery that pays for it. ``paid`` has the turn of each delivery, ``earned`` what is paid
        by then.
        """
        last = -(-lines // self._limit)
        money = np.full(len(lines), self.money)
        for turn, sum_ in zip(paid.T, earned.T, strict=True):
            missing = lines - money
            later = turn - 1 - (-missing // self._limit)
            last = np.maximum(last, np.where((turn > 0) & (missing > 0), later, 0))
            money = self.money + sum_
        return last

    def waited(
        self, pace: Arrivals, moment: Any, extra: Any, built: Any, loads: Any, held: Any
    ) -> tuple[Any, Any]:
        """Return arrivals when lines are built by some turn and there is room for what is loaded.

        The last line is used a point later than it is built. A train that has to wait can open an
        island in each turn that it waits.
        """
        floor = np.where(built > 0, pace.end[np.minimum(built, len(pace.end) - 1)] + 1, 0)
        then = np.minimum(np.maximum(moment, floor), pace.late)
        rooms = self._room_by(pace.calendar)
        then = np.where(loads, rooms[np.minimum(held, len(rooms) - 1), then], then)
        turn = pace.turn[then]
        waited = turn - pace.turn[np.minimum(moment, pace.late)]
        return np.where(turn > self.horizon, pace.late, then), extra + np.maximum(0, waited)

    def _room_by(self, calendar: Calendar) -> Any:
        """Return the first moment with room for one more good, by goods held and from when on."""
        if calendar not in self._rooms:
            late = self.numbers.late
            rooms = np.full((max(calendar.capacities) + 1, late + 1), late)
            for held in range(len(rooms) - 1):
                known = [calendar.room_by(moment, held) for moment in range(calendar.ends[-1] + 1)]
                rooms[held, : len(known)] = known
            self._rooms[calendar] = rooms
        return self._rooms[calendar]

    def as_fast(self, moment: Any) -> Any:
        """Return moments of the first train as moments of the calendar."""
        return self._as_fast[moment]


def _seen_from(calendar: Calendar, other: Calendar, late: int) -> Any:
    """Return the moments of a calendar that are the same points of the same turns as another's."""
    found = np.full(late + 1, late)
    last = other.ends[-1]
    found[: last + 1] = [calendar.seen_from(other, moment) for moment in range(last + 1)]
    return found


def _in_order(parts: list[ArrivedTrains]) -> ArrivedTrains:
    """Return arrivals together, in the order of the pairs that were asked."""
    if len(parts) == 1:
        return parts[0]
    if not parts:
        return ArrivedTrains(*np.zeros((4, 0), dtype=np.int64))
    columns = [(each.pair, each.passage, each.moment, each.extra) for each in parts]
    pair, passage, moment, extra = (np.concatenate(each) for each in zip(*columns, strict=True))
    order = np.lexsort((passage, pair))
    return ArrivedTrains(pair[order], passage[order], moment[order], extra[order])
