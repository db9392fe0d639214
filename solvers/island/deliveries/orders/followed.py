"""Orders whose visits are given: when they can be made, and what they cost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from solvers.island.deliveries.order import Order, Visit
from solvers.island.deliveries.orders.deeds import Deeds
from solvers.island.deliveries.orders.trips import Trips


def followed(
    trips: Trips, deeds: Deeds, sequences: Sequence[tuple[Visit, ...]]
) -> list[Order | None]:
    """Return the order with each of some visits; in which ports trains board and land stays open.

    Nothing if it cannot be made, or not be paid before its last delivery: upgrades after that
    would serve nothing.
    """
    if not sequences:
        return []
    known = _Followed(trips, deeds, sequences)
    for number in range(max(map(len, sequences))):
        known.step(number)
    return [known.order(row) for row in range(len(sequences))]


class _Followed:
    def __init__(self, trips: Trips, deeds: Deeds, sequences: Sequence[tuple[Visit, ...]]) -> None:
        self.trips, self.deeds, self.sequences = trips, deeds, sequences
        count, cards = len(sequences), len(deeds.cards)
        zero = np.zeros(count, dtype=np.int64)
        names = "moment", "extra", "slow", "slow_extra", "pay", "cost", "stops"
        held = [sum(-1 if visit.loads else 1 for visit in visits) for visits in sequences]
        islands = len(deeds.spending.numbers.islands)
        self.columns: dict[str, Any] = trips.beginning(count) | dict.fromkeys(names, zero)
        self.columns |= {
            "held": np.array(held, dtype=np.int64),
            "joined": np.zeros((count, islands), dtype=np.int64),
            "paid": np.zeros((count, cards), dtype=np.int64),
            "earned": np.zeros((count, cards), dtype=np.int64),
        }
        self.alive = zero == 0
        self.moments: list[Any] = []

    def step(self, number: int) -> None:
        """Make the visit of this number of all orders that have one."""
        (rows,) = np.nonzero(self.alive & [len(each) > number for each in self.sequences])
        visits = [self.sequences[row][number] for row in rows.tolist()]
        place = np.array([self.deeds.spending.numbers.place[v.point] for v in visits], dtype=int)
        before = {name: column[rows] for name, column in self.columns.items()}
        ways = self.trips.ways(before, place)
        self.alive[rows] = False
        some = ways.pair
        rows, place = rows[some], place[some]
        visits = [visits[each] for each in some.tolist()]
        before = {name: column[some] for name, column in before.items()}
        loads = np.array([visit.loads for visit in visits], dtype=bool)
        deliver = np.array([visit.deliver for visit in visits], dtype=bool)
        pay = np.array([visit.job.pay * visit.deliver for visit in visits], dtype=np.int64)
        until = np.array([self.deeds.last_turn(visit) for visit in visits], dtype=np.int64)
        after, fine = self.trips.made(before, place, ways, loads, by_port=False)
        fine &= self.trips.trains.pace.turn[after["moment"]] <= until
        after |= self.trips.paid(before, after, pay, deliver)
        after["held"] = before["held"] + np.where(loads, 1, -1)
        for name, column in after.items():
            changed = self.columns[name].copy()
            changed[rows] = column
            self.columns[name] = changed
        self.alive[rows] = fine
        self.moments.append(self.columns["moment"].copy())

    def order(self, row: int) -> Order | None:
        """Return an order that has been followed to its end."""
        if not self.alive[row]:
            return None
        visits, trains = self.sequences[row], self.trips.trains
        moments = tuple(int(self.moments[number][row]) for number in range(len(visits)))
        cost = int(self.columns["cost"][row]) + trains.calendar.cost
        pay, hires = int(self.columns["pay"][row]), max(0, int(self.columns["hires"][row]))
        if cost > trains.money + pay - visits[-1].job.pay:
            return None
        known = visits, moments, cost, hires, pay, trains.calendar
        return Order(*known)
