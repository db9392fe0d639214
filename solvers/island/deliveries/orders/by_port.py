"""What orders are worth at most if it is told in which ports their trains board and land."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from solvers.island.deliveries.aim import NOTHING, Aim
from solvers.island.deliveries.order import Hopeless, Order
from solvers.island.deliveries.orders.deeds import Deeds
from solvers.island.deliveries.orders.trips import Trips

_LEADERS = 10
"""How many trains others are compared with that are on the same way."""


def worth_by_port(
    trips: Trips, deeds: Deeds, orders: Sequence[Order], aim: Aim, hopeless: Hopeless
) -> list[Fraction]:
    """Return what each order is worth at most, by any ports; nothing if that is hopeless.

    An order leaves open where its trains board and land, and lets each of them be where that is
    cheapest and soonest. Here each train has to go on from where it has landed.
    """
    known = _OrdersByPort(trips, deeds, orders, aim, hopeless)
    while known.step():
        pass
    return known.best


class _OrdersByPort:
    """Trains that follow orders, a row for each choice of ports."""

    def __init__(
        self, trips: Trips, deeds: Deeds, orders: Sequence[Order], aim: Aim, hopeless: Hopeless
    ) -> None:
        self.trips, self.trains, self.spending = trips, trips.trains, trips.spending
        self.aim, self._hopeless = aim, hopeless
        self.best = [NOTHING] * len(orders)
        self._number = 0
        self._read(deeds, orders)
        count, zero = len(orders), np.zeros(len(orders), dtype=np.int64)
        names = "moment", "extra", "slow", "slow_extra", "pay", "cost", "stops"
        wide = np.zeros((count, len(deeds.cards)), dtype=np.int64)
        islands = len(self.spending.numbers.islands)
        self.columns: dict[str, Any] = trips.beginning(count) | dict.fromkeys(names, zero)
        self.columns |= {
            "order": np.arange(count),
            "held": np.array([order.aboard for order in orders], dtype=np.int64),
            "joined": np.zeros((count, islands), dtype=np.int64),
            "paid": wide,
            "earned": wide,
        }

    def _read(self, deeds: Deeds, orders: Sequence[Order]) -> None:
        """Note the visits of the orders, a row for each order and a column for each visit."""
        numbers = self.spending.numbers
        self.length = np.array([len(order.visits) for order in orders])
        shape = len(orders), int(self.length.max())
        self.place, self.pay, self.floor, self.until, self.sails = np.zeros((5, *shape), np.int64)
        self.loads, self.deliver = np.zeros((2, *shape), dtype=bool)
        for row, order in enumerate(orders):
            for column, (visit, moment) in enumerate(zip(order.visits, order.moments, strict=True)):
                at = row, column
                self.place[at], self.floor[at] = numbers.place[visit.point], moment
                self.loads[at], self.deliver[at] = visit.loads, visit.deliver
                self.pay[at] = visit.job.pay * visit.deliver
                self.until[at] = deeds.last_turn(visit)
        islands, there = numbers.island_of[self.place], np.arange(shape[1]) < self.length[:, None]
        sails = (islands[:, 1:] != islands[:, :-1]) & there[:, 1:]
        self.sails[:, :-1] = np.cumsum(sails[:, ::-1], axis=1)[:, ::-1]
        bits = np.where(there, self.spending.stop[self.place], 0)
        self.stops = np.bitwise_or.reduce(bits, axis=1)
        self.last = np.array([order.moments[-1] for order in orders])
        self.sum = np.array([order.pay for order in orders])
        self.cost = np.array([order.cost for order in orders])

    def step(self) -> bool:
        """Make the next visit of all orders; return whether some are not over yet."""
        after, fine = self._made(self._number)
        self._number += 1
        after, values = self._worth(_some(after, fine))
        over = self.length[after["order"]] == self._number
        for order, value in zip(after["order"][over].tolist(), values[over], strict=True):
            self.best[order] = max(self.best[order], value)
        self.columns = self._leading(_some(after, ~over))
        return len(self.columns["order"]) > 0

    def _made(self, number: int) -> tuple[dict[str, Any], Any]:
        """Return the trains at their next visits, by all ports, and which of them are in time."""
        trips, trains = self.trips, self.trains
        to = self.place[self.columns["order"], number]
        ways = trips.ways_by_port(self.columns, to)
        before = _some(self.columns, ways.pair)
        at = before["order"], number
        after, fine = trips.made(before, self.place[at], ways, self.loads[at], by_port=True)
        after["moment"] = np.maximum(after["moment"], self.floor[at])
        after |= trips.paid(before, after, self.pay[at], self.deliver[at])
        after |= {"order": at[0], "held": before["held"] + np.where(self.loads[at], 1, -1)}
        return after, fine & (trains.pace.turn[after["moment"]] <= self.until[at])

    def _worth(self, trains: dict[str, Any]) -> tuple[dict[str, Any], Any]:
        """Return the trains whose orders are not hopeless, and what these are worth at most."""
        order, least = trains["order"], self.trips.world.least_hire
        hires = trains["hires"] + least * self.sails[order, self._number - 1]
        cost = self.spending.lines(trains["joined"], self.stops[order]) + np.maximum(0, hires)
        cost = np.maximum(self.cost[order], cost + self.trains.calendar.cost)
        turn = self.trains.pace.turn[np.maximum(trains["moment"], self.last[order])]
        known = np.stack([self.sum[order], cost, turn], axis=1)
        different, back = np.unique(known, axis=0, return_inverse=True)
        values = np.array([self.aim.value(*each) for each in different.tolist()], dtype=object)
        hope = [not self._hopeless(*each) for each in different.tolist()]
        fine = np.array(hope, dtype=bool)[back]
        return _some(trains, fine), values[back][fine]

    def _leading(self, trains: dict[str, Any]) -> dict[str, Any]:
        """Return the trains without those that are nowhere better than another one."""
        keys = trains["order"], trains["entry"]
        order = np.lexsort((trains["moment"], trains["cost"], *keys))
        trains = _some(trains, order)
        changes = np.any([np.diff(key[order], prepend=-1) != 0 for key in keys], axis=0)
        group, left = np.cumsum(changes), np.arange(len(order))
        kept = np.ones(len(order), dtype=bool)
        for _ in range(_LEADERS):
            if not len(left):
                break
            first = np.flatnonzero(np.append(True, np.diff(group[left]) != 0))
            ahead = np.repeat(left[first], np.diff(np.append(first, len(left))))
            left, ahead = left[left != ahead], ahead[left != ahead]
            worse = self._as_good(trains, ahead, left)
            kept[left[worse]] = False
            left = left[~worse]
        return _some(trains, kept)

    def _as_good(self, trains: dict[str, Any], one: Any, other: Any) -> Any:
        """Return whether trains are nowhere later and dearer than others."""
        a, b = _some(trains, one), _some(trains, other)
        fine = self.spending.joins.as_good(a["joined"], b["joined"])
        fine &= b["opened"] & ~a["opened"] == 0
        fine &= (a["hires"] <= b["hires"]) & (a["slow"] <= b["slow"])
        fine &= a["slow_extra"] >= b["slow_extra"]
        fine &= self.trains.pace.covers(a["moment"], a["extra"], b["moment"], b["extra"])
        return fine & (a["paid"] <= b["paid"]).all(axis=1)


def _some(columns: dict[str, Any], which: Any) -> dict[str, Any]:
    return {name: column[which] for name, column in columns.items()}
