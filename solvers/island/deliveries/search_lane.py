"""What is still to be looked at, by how good it could be."""

from __future__ import annotations

import heapq
from collections.abc import Hashable
from dataclasses import dataclass
from fractions import Fraction
from itertools import count
from typing import Any

from solvers.island.deliveries.aim import NOTHING
from solvers.island.deliveries.order import Order
from solvers.island.deliveries.orders.waiting import Waiting
from solvers.island.deliveries.route import DeliveryRoute, PartialRoute
from solvers.island.deliveries.setting import Setting


@dataclass(frozen=True)
class Tried:
    """A route that was carried out on good ways; are there better ones?"""

    route: DeliveryRoute


SearchItem = Order | PartialRoute | DeliveryRoute | Tried


class Queue:
    """Items by their bounds, highest first; of equal ones the cheaper and longer first."""

    def __init__(self) -> None:
        self._heap: list[tuple[Fraction, int, int, int, SearchItem, Setting]] = []
        self._ticket = count()

    @property
    def top(self) -> Fraction:
        """Return the highest bound."""
        return -self._heap[0][0] if self._heap else NOTHING

    def push(self, value: Fraction, item: SearchItem, setting: Setting, depth: int = 0) -> None:
        """Add an item."""
        entry = -value, setting.calendar.cost, -depth, next(self._ticket), item, setting
        heapq.heappush(self._heap, entry)

    def pop(self) -> tuple[Any, Setting, int]:
        """Return the item with the highest bound, its setting and depth."""
        _, _, depth, _, item, setting = heapq.heappop(self._heap)
        return item, setting, -depth


class SearchLane:
    """What is still to be looked at, and what nobody looks into.

    There are three queues: beginnings of orders, which are many and cheap; orders and routes;
    and what takes longest, routes whose best ways are asked for. ``open`` is an upper bound on
    plans that are not looked for.
    """

    def __init__(self) -> None:
        self.branches = Waiting()
        self.orders, self.slow = Queue(), Queue()
        self.begun: set[Hashable] = set()
        """The orders that were taken up."""
        self.open = NOTHING
        self.reason = ""
        """Why the best of the plans that ``open`` bounds was not looked for."""

    @property
    def top(self) -> Fraction:
        """Return how good a plan can be that was not looked at yet."""
        return max(self.branches.top, self.orders.top, self.slow.top)

    @property
    def bound(self) -> Fraction:
        """Return how good a plan can be that was not found."""
        return max(self.open, self.top)

    def leave_open(self, value: Fraction, reason: str) -> None:
        """Note plans of some value that are not looked for, and why."""
        if value > self.open:
            self.open, self.reason = value, reason
