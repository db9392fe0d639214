"""What is still to be looked at, by how good it could be."""

from __future__ import annotations

import heapq
from collections.abc import Hashable
from dataclasses import dataclass
from fractions import Fraction
from itertools import count
from typing import Any

from solvers.island.deliveries.aim import NOTHING
from solvers.island.deliveries.branch import Branch
from solvers.island.deliveries.order import Order
from solvers.island.deliveries.route import DeliveryRoute, PartialRoute
from solvers.island.deliveries.setting import Setting
from solvers.island.deliveries.twins import Twins


@dataclass(frozen=True)
class Tried:
    """A route that was carried out on good ways; are there better ones?"""

    route: DeliveryRoute


@dataclass(frozen=True)
class Weighed:
    """The beginning of an order whose bound was reckoned with more care."""

    branch: Branch


SearchItem = Branch | Weighed | Order | PartialRoute | DeliveryRoute | Tried


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
    """One kind of plans: what is still to be looked at, and what nobody looks into.

    There are four queues: beginnings of orders, which are many and cheap (their ``twins`` wait);
    orders and routes; crowded orders, which are to be taken apart; and what takes longest, routes
    whose best ways are asked for. ``open`` is how good plans can be that are not looked for.
    """

    def __init__(self) -> None:
        self.branches, self.orders, self.crowded, self.slow = Queue(), Queue(), Queue(), Queue()
        self.twins = Twins()
        self.begun: set[Hashable] = set()
        """The orders that were taken up."""
        self.open = NOTHING
        self._most: Fraction | None = None

    @property
    def top(self) -> Fraction:
        """Return how good a plan can be that was not looked at yet."""
        return max(self.branches.top, self.orders.top, self.crowded.top, self.slow.top)

    @property
    def bound(self) -> Fraction:
        """Return how good a plan can be that was not found."""
        found = max(self.open, self.top)
        return found if self._most is None else min(found, self._most)

    def at_most(self, value: Fraction) -> None:
        """Note that no plan that was not found is worth more than this."""
        self._most = value

    def leave_open(self, value: Fraction) -> None:
        """Note plans of some value that are not looked for."""
        self.open = max(self.open, value)
