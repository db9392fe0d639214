"""Crowded orders unpacked with care: with all that is known of trips."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from solvers.island.deliveries.order import Visit
from solvers.island.deliveries.orders.crowd import Crowd
from solvers.island.deliveries.orders.quick_unpacking import QuickUnpacking, States
from solvers.island.deliveries.orders.trips import Trips
from solvers.island.deliveries.orders.unpacking import (
    Stands,
    Unpacking,
    count_of,
    some_of,
    together,
)

_LEADERS = 50
"""How many stands in the same state others are compared with."""
_COMPARED = (
    "hires",
    "crossings",
    "joining",
    "slow",
    "moment",
    "extra",
    "slow_extra",
    "opened",
    "stops",
    "joined",
    "clock",
    "free",
    "paid",
    "earned",
)
_COLUMNS = "extra", "slow", "slow_extra", "pay", "stops", "cost"


@dataclass(frozen=True)
class Unpacked:
    """An order that a crowded one stands for: its visits, pay, least cost and earliest moment."""

    visits: tuple[Visit, ...]
    pay: int
    cost: int
    moment: int


def unpacked(crowd: Crowd, trips: Trips, late: Callable[[], None]) -> Iterator[list[Unpacked]]:
    """Yield the orders that crowded ones stand for, as far as they can be in time.

    Those of a list are worth no more than the best one of the list before.
    """
    states = QuickUnpacking(crowd, late).states()
    if len(states):
        yield from CarefulUnpacking(crowd, late, trips, states).found()


class CarefulUnpacking(Unpacking):
    """Follows crowded orders with the lines that it takes and when they are built.

    Of stands in the same state one that is nowhere better than another one waits: if no order
    comes of the other one, none comes of it. Otherwise it is followed, too, as in truth it may be
    the better one.
    """

    def __init__(
        self, crowd: Crowd, late: Callable[[], None], trips: Trips, states: States
    ) -> None:
        super().__init__(crowd, late)
        self._trips_made, self._states = trips, states
        self._waiting: list[tuple[Stands, Any]] = []
        self._ended: list[int] = []

    def _beginnings(self) -> Stands:
        stands = super()._beginnings()
        zero = 0 * stands["row"]
        wide = np.zeros((len(zero), self.cards), dtype=np.int64)
        stands |= dict.fromkeys(_COLUMNS, zero)
        stands |= self._trips_made.beginning(len(zero))
        stands |= {"paid": wide, "earned": wide}
        stands["joined"] = np.zeros((len(zero), len(self.times.numbers.islands)), dtype=np.int64)
        return stands

    def _arrived(self, old: Stands, to: Any, loads: Any, pay: Any) -> tuple[Stands, Any]:
        trips, by_port = self._trips_made, self._trips_made.spending.by_port
        before = old | {"held": count_of(old["aboard"])}
        ways = trips.ways_by_port(before, to) if by_port else trips.ways(before, to)
        before, way = some_of(before, ways.pair), ways.pair
        after, fine = trips.made(before, to[way], ways, loads[way], by_port=by_port)
        after |= trips.paid(before, after, pay[way], pay[way] > 0)
        return some_of(after, fine), way[fine]

    def _extra(self, stands: Stands) -> Any:
        """Return what is spent beside: lines by the ports that trains came by tell more."""
        crowd, row, trips = self.crowd, stands["row"], self._trips_made
        stops = stands["stops"] | crowd.stops[row]
        lines = trips.spending.lines(stands["joined"], stops)
        sails = crowd.crossings.max(axis=1)[row] + self._sails(stands) - stands["crossings"]
        hires = np.maximum(0, stands["hires"] + self.hire * sails)
        extra = np.maximum(super()._extra(stands), lines + hires - crowd.cost[row])
        return np.minimum(extra, crowd.latest.shape[2] - 1)

    def _kept(self, new: Stands, old: Stands, deed: Any) -> Stands:
        (some,) = np.nonzero(self._in_time(new))
        new, deed, number = some_of(new, some), deed[some], old["number"][some]
        self._tell(new)
        (some,) = np.nonzero(self._states.have(new["key"], new["lay"]))
        return self._noted(some_of(new, some), number[some], deed[some])

    def _best(self, stands: Stands, known: Stands | None) -> Stands:
        """Return stands without those that wait for another one which is nowhere worse."""
        count = len(stands["row"])
        if not count:
            return stands
        both = stands if known is None else together([stands, known])
        names = "moment", "entry", "still", "rank", "lay", "key"
        columns = [both[name] for name in names]
        order = np.lexsort(columns)
        other = np.zeros(len(order) - 1, dtype=bool)
        for column in columns[1:]:
            other |= np.diff(column[order]) != 0
        group = np.cumsum(np.append(0, other))
        leader = np.full(count, -1)
        left = np.arange(len(order))
        for _ in range(_LEADERS):
            if not len(left):
                break
            first = np.flatnonzero(np.append(True, np.diff(group[left]) != 0))
            ahead = np.repeat(left[first], np.diff(np.append(first, len(left))))
            rest = left != ahead
            left, ahead = left[rest], ahead[rest]
            (able,) = np.nonzero(order[left] < count)
            one, waits = order[ahead[able]], order[left[able]]
            good = self._as_good(both, one, waits)
            leader[waits[good]] = both["number"][one[good]]
            stays = np.ones(len(left), dtype=bool)
            stays[able[good]] = False
            left = left[stays]
        (waiting,) = np.nonzero(leader >= 0)
        if len(waiting):
            self._waiting.append((some_of(stands, waiting), leader[waiting]))
        return some_of(stands, leader < 0)

    def _as_good(self, stands: Stands, one: Any, other: Any) -> Any:
        """Return whether stands are nowhere later and dearer than others in the same state."""
        a, b = ({name: stands[name][which] for name in _COMPARED} for which in (one, other))
        fine = (a["opened"] & b["opened"]) == b["opened"]
        fine &= (a["stops"] & b["stops"]) == a["stops"]
        fine &= self._trips_made.spending.joins.as_good(a["joined"], b["joined"])
        fine &= a["free"] & ~b["free"] == 0
        for name in "hires", "crossings", "joining", "slow":
            fine &= a[name] <= b[name]
        pace = self._trips_made.trains.pace
        fine &= pace.covers(a["moment"], a["extra"], b["moment"], b["extra"])
        fine &= a["slow_extra"] >= b["slow_extra"]
        fine &= (a["clock"] <= b["clock"]).all(axis=1)
        fine &= (a["paid"] <= b["paid"]).all(axis=1)
        return fine & (a["earned"] >= b["earned"]).all(axis=1)

    def found(self) -> Iterator[list[Unpacked]]:
        """Yield the orders that are in time.

        After that, those that come of what has waited for a stand of which an order came.
        """
        stands = self._beginnings()
        while len(stands["row"]):
            yield list(self._followed(stands))
            stands = self._released(stands)

    def _released(self, stands: Stands) -> Stands:
        """Return what need not wait any more: an order came of what it has waited for."""
        fruitful = self._behind(self._ended)
        waiting, self._waiting = self._waiting, []
        found = [some_of(stands, slice(0))]
        for some, leader in waiting:
            free = np.isin(leader, fruitful)
            found.append(some_of(some, free))
            if not free.all():
                self._waiting.append((some_of(some, ~free), leader[~free]))
        return together(found)

    def _followed(self, stands: Stands) -> Iterator[Unpacked]:
        """Yield the orders that come of some stands, those that are behind first."""
        while len(stands["row"]):
            over = self.crowd.length[stands["row"]] == stands["next"]
            ended, stands = some_of(stands, over), some_of(stands, ~over)
            names = "row", "number", "pay", "cost", "moment"
            for row, number, *known in zip(*(ended[n].tolist() for n in names), strict=True):
                self._ended.append(number)
                yield from (Unpacked(visits, *known) for visits in self.visits(row, number))
            now = stands["next"] == stands["next"].min(initial=self.crowd.place.shape[1])
            visited = self._visited(self._handled(some_of(stands, now)))
            stands = self._best(together([some_of(stands, ~now), visited]), None)

    def _behind(self, numbers: list[int]) -> Any:
        """Return the numbers of stands and of all those before them."""
        before = np.concatenate([each for each, _ in self._log])
        found = set[int]()
        for number in numbers:
            while number >= 0 and number not in found:
                found.add(number)
                number = int(before[number])
        return np.array(sorted(found), dtype=np.int64)
