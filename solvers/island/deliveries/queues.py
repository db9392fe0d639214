"""What is still to be looked at, by how good it could be."""

from __future__ import annotations

import heapq
from dataclasses import dataclass
from fractions import Fraction
from itertools import count
from typing import Generic, TypeVar

from solvers.island.deliveries.aim import NOTHING
from solvers.island.deliveries.labels import OrderLabel
from solvers.island.deliveries.order import Order
from solvers.island.deliveries.route import DeliveryRoute, PartialRoute
from solvers.island.deliveries.subproblem import Subproblem


@dataclass(frozen=True)
class Tried:
    """A route that was carried out on good ways; are there better ones?"""

    route: DeliveryRoute


Queued = TypeVar("Queued")


class BoundQueue(Generic[Queued]):
    """Items by their bounds, highest first; of equal ones the cheaper and longer first."""

    def __init__(self) -> None:
        self._heap: list[tuple[Fraction, int, int, int, Queued, Subproblem]] = []
        self._ticket = count()

    def __len__(self) -> int:
        return len(self._heap)

    @property
    def top(self) -> Fraction:
        """The highest bound."""
        return -self._heap[0][0] if self._heap else NOTHING

    def push(self, value: Fraction, item: Queued, part: Subproblem, depth: int = 0) -> None:
        """Add an item."""
        entry = -value, part.calendar.cost, -depth, next(self._ticket), item, part
        heapq.heappush(self._heap, entry)

    def pop(self) -> tuple[Queued, Subproblem, int]:
        """The item with the highest bound, its subproblem and depth."""
        _, _, depth, _, item, part = heapq.heappop(self._heap)
        return item, part, -depth


class OpenItems:
    """What is still to be looked at, and what nobody looks into.

    There are three queues: labels, which are many and cheap; orders and routes; and what takes
    longest, routes whose best ways are asked for. ``open`` is an upper bound on plans that are not
    looked for.
    """

    def __init__(self) -> None:
        self.labels = BoundQueue[OrderLabel]()
        self.orders = BoundQueue[Order | PartialRoute | DeliveryRoute]()
        self.slow = BoundQueue[Tried]()
        self.open = NOTHING
        self.reason = ""
        """Why the best of the plans that ``open`` bounds was not looked for."""

    @property
    def top(self) -> Fraction:
        """Upper bound on plans that were not looked at yet."""
        return max(self.labels.top, self.orders.top, self.slow.top)

    @property
    def bound(self) -> Fraction:
        """Upper bound on plans that were not found."""
        return max(self.open, self.top)

    def leave_open(self, value: Fraction, reason: str) -> None:
        """Note plans of some value that are not looked for, and why."""
        if value > self.open:
            self.open, self.reason = value, reason
