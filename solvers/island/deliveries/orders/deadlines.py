"""When crowded orders have to be over for a plan to be worth enough."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache

import numpy as np

from solvers.island.deliveries.aim import Aim
from solvers.island.deliveries.calendar import Calendar
from solvers.island.deliveries.order import Order
from solvers.island.deliveries.orders.crowd import CrowdedOrder
from solvers.island.deliveries.orders.spending import Spending

_MOST = 40
"""Millions beside what visits cost, after which orders are as late as by then."""


def crowded_orders(
    orders: Sequence[Order], spending: Spending, aim: Aim, calendar: Calendar, best: Fraction
) -> list[CrowdedOrder]:
    """Return orders with their deadlines; none that cannot be worth more than ``best``."""

    @cache
    def last_turn(pay: int, cost: int) -> int:
        """Return the last turn in which an order is worth enough."""
        turns = range(aim.horizon, 0, -1)
        return next((turn for turn in turns if aim.value(pay, cost, turn) > best), 0)

    found = []
    place, towns = spending.numbers.place, np.arange(len(spending.numbers.towns))
    for order in orders:
        bits = [int(spending.stop[place[visit.point]]) for visit in order.visits]
        stops = np.bitwise_or.reduce(np.array(bits))
        lines = spending.trees(np.append(stops, stops | spending.stop[towns]))
        least = int(lines[0]) + order.hires
        cost = least + calendar.cost
        last = []
        for more in range(_MOST):
            turn = last_turn(order.pay, max(order.cost, cost + more))
            last.append(calendar.end(turn) if turn else -1)
            if not turn:
                break
        if last[0] >= 0:
            joining = tuple((lines[1:] - lines[0]).tolist())
            found.append(
                CrowdedOrder(order.visits, order.moments, tuple(last), joining, least, int(stops))
            )
    return found
