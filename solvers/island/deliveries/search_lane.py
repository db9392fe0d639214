"""What is still to be looked at, by how good it could be."""

from __future__ import annotations

import heapq
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import count
from typing import Any

from solvers.island.deliveries.aim import NOTHING
from solvers.island.deliveries.order import Order, Visit
from solvers.island.deliveries.orders.waiting import Waiting
from solvers.island.deliveries.route import DeliveryRoute, PartialRoute
from solvers.island.deliveries.setting import Setting


@dataclass(frozen=True)
class Tried:
    """A route that was carried out on good ways; are there better ones?"""

    route: DeliveryRoute


@dataclass(frozen=True)
class UnpackingItem:
    """Crowded orders that are being taken apart, and what the orders to come are worth at most."""

    found: Iterator[tuple[list[tuple[Order, Fraction]], Fraction]]
    value: Fraction


class CrowdedItem:
    """A crowded order, as cheap and as soon as with any ports that are known."""

    def __init__(self, order: Order) -> None:
        self.order = order
        self._done: Order | None = None
        self._beat = NOTHING

    def add(self, order: Order) -> None:
        """Note the same visits by other ports."""
        moments = tuple(map(min, self.order.moments, order.moments))
        cost = min(self.order.cost, order.cost)
        self.order = replace(self.order, moments=moments, cost=cost)

    def finish(self, beat: Fraction) -> None:
        """Note that it is taken apart, as far as orders are worth more than ``beat``."""
        self._done, self._beat = self.order, beat

    def finished(self, beat: Fraction) -> bool:
        """Return whether it was taken apart so before."""
        return (
            self._done is not None
            and self._beat <= beat
            and self._done.cost <= self.order.cost
            and all(a <= b for a, b in zip(self._done.moments, self.order.moments, strict=True))
        )


SearchItem = Order | PartialRoute | DeliveryRoute | Tried | CrowdedItem | UnpackingItem


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

    There are four queues: beginnings of orders, which are many and cheap; orders and routes;
    crowded orders, which are to be taken apart; and what takes longest, routes whose best ways are
    asked for. ``open`` is how good plans can be that are not looked for.
    """

    def __init__(self) -> None:
        self.branches = Waiting()
        self.orders, self.crowded, self.slow = Queue(), Queue(), Queue()
        self.begun: set[Hashable] = set()
        """The orders that were taken up."""
        self.crowds: dict[tuple[Setting, tuple[Visit, ...]], CrowdedItem] = {}
        """The crowded orders that are known."""
        self.unpacked: dict[Setting, set[tuple[Visit, ...]]] = {}
        """The visits of orders that crowded ones stand for."""
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
