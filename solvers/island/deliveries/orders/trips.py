"""Trips of many trains to their next visits: what they cost and how long they take."""

from __future__ import annotations

from typing import Any

import numpy as np

from solvers.island.deliveries.orders.numbers import BY_LAND
from solvers.island.deliveries.orders.spending import Spending
from solvers.island.deliveries.orders.train_ways import (
    Leaving,
    TrainWays,
    beside,
    by_any_port,
    not_worse,
)
from solvers.island.deliveries.orders.trains import Trains


class Trips:
    """Takes trains to visits; what is known of them are columns of :class:`Branches`."""

    def __init__(self, spending: Spending, trains: Trains) -> None:
        self.spending, self.trains, self.numbers = spending, trains, spending.numbers
        self.world = self.numbers.world
        hires = self.world.least_hire or self.world.purchase
        self._hire = self.world.ship.hire if hires else 0
        """What a crossing costs as long as there is no money for an own ship."""

    def beginning(self, count: int) -> dict[str, Any]:
        """Return what is known before the first trip; a ship that is hired saves the first hire."""
        world, same = self.world, np.ones(count, dtype=np.int64)
        hired = self._hire if world.position.aboard else 0
        return {
            "at": self.numbers.start * same,
            "hires": -hired * same,
            "opened": self.numbers.mask(world.settled) * same,
            "entry": self.spending.joins.start * same,
        }

    def ways(self, before: dict[str, Any], to: Any) -> TrainWays:
        """Return one way for each train to a place, whichever ports it takes, if there is one."""
        return by_any_port(self._ways(before, to), self.trains.pace, self.trains.slow)

    def ways_by_port(self, before: dict[str, Any], to: Any) -> TrainWays:
        """Return the ways of trains to a place, by all ports that are worth a look."""
        ways = self._ways(before, to)
        start = Leaving(*(before[name][ways.pair] for name in ("joined", "entry", "at")))
        return not_worse(ways, start, to[ways.pair], self.trains.pace, self.spending)

    def _ways(self, before: dict[str, Any], to: Any) -> TrainWays:
        trains = self.trains
        fast = trains.arrived(before, to)
        slow = trains.arrived_slow(before, to) if trains.slow is not None else None
        return beside(fast, slow, self.numbers)

    def made(
        self, before: dict[str, Any], place: Any, ways: TrainWays, loads: Any, *, by_port: bool
    ) -> tuple[dict[str, Any], Any]:
        """Return what is known after a trip to a place, and for which trains it is possible.

        ``by_port``: the ways tell in which ports trains board and land.
        """
        numbers, trains, spending = self.numbers, self.trains, self.spending
        stops = before["stops"] | spending.stop[place]
        over_sea = numbers.island_of[before["at"]] != numbers.island_of[place]
        joined, entry = before["joined"], before["entry"]
        sails = over_sea
        if by_port:
            where = joined, entry, before["at"]
            joined, entry = spending.joins.after(*where, ways.passage, place)
            sails = ways.passage != BY_LAND
        money = trains.money + before["pay"]
        hires = before["hires"] + sails * self.world.least_hire
        if self.world.purchase:
            hires += sails * self._hire * (before["cost"] + self.world.purchase > money)
        lines = spending.lines(joined, stops)
        near = lines if by_port else spending.lines_and_near_ships(stops)
        cost = near + np.maximum(0, hires)
        built = trains.built_by(lines, before["paid"], before["earned"])
        wait = built, loads, before["held"]
        moment, extra = trains.waited(trains.pace, ways.moment, ways.extra, *wait)
        slow, slow_extra = ways.slow, ways.slow_extra
        if trains.slow is not None:
            slow, slow_extra = trains.waited(trains.slow, slow, slow_extra, *wait)
            poor = cost + trains.first_upgrade > money
            moment = np.where(poor, trains.as_fast(slow), moment)
            extra = np.where(poor, slow_extra, extra)
        fine = (cost <= money) & (moment <= trains.pace.last)
        return {
            "at": place,
            "moment": moment,
            "extra": np.minimum(extra, trains.horizon),
            "slow": slow,
            "slow_extra": np.minimum(slow_extra, trains.horizon),
            "hires": hires,
            "cost": cost,
            "stops": stops,
            "opened": before["opened"] | numbers.island_bit[place],
            "joined": joined,
            "entry": entry,
        }, fine

    def paid(
        self, before: dict[str, Any], after: dict[str, Any], pay: Any, deliver: Any
    ) -> dict[str, Any]:
        """Return what has been paid after a visit, and in which turns."""
        paid, earned = before["paid"].copy(), before["earned"].copy()
        sum_ = before["pay"] + pay
        (rows,) = np.nonzero(deliver)
        column = (paid[rows] > 0).sum(axis=1)
        paid[rows, column] = np.maximum(1, self.trains.pace.turn[after["moment"][rows]])
        earned[rows, column] = sum_[rows]
        return {"pay": sum_, "paid": paid, "earned": earned}
