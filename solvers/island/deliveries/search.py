"""Best first over the beginnings of orders, orders, routes and ways."""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import count
from typing import Any

from mapdata.island.position import Position
from solvers.clock import Clock
from solvers.island.deliveries.aim import NOTHING, Aim
from solvers.island.deliveries.branch import Branch
from solvers.island.deliveries.calendar import bounding_calendars, returning_calendar
from solvers.island.deliveries.order import Order, jobs
from solvers.island.deliveries.path import Path, some_paths
from solvers.island.deliveries.path_model import best_path
from solvers.island.deliveries.plan import Plan, carry_out
from solvers.island.deliveries.route import PartialRoute, Route, RouteBuilder
from solvers.island.deliveries.setting import Frame, Setting
from solvers.island.deliveries.terms import Terms, all_terms
from solvers.island.deliveries.world import World

PATIENCE = 60.0
"""Seconds, if the user names no limit."""
FIRST_PLAN = 1.0
"""Seconds to look for some plan, however little time there is for the best one."""
ONE_MODEL = 20.0
"""Seconds for the ways of one route."""
BEAM = 40
"""Beginnings of orders of each length that are looked at first of all."""
DIVE = 3
"""Beginnings of orders that are looked at for each step towards a plan."""


class _Late(Exception):
    """Time is over."""


@dataclass(frozen=True)
class _Tried:
    """A route that was carried out on good ways; are there better ones?"""

    route: Route


@dataclass(frozen=True)
class _Weighed:
    """The beginning of an order whose bound was reckoned with more care."""

    branch: Branch


_Promising = tuple[Fraction, Branch, Setting]
"""The beginning of an order, and what it promises."""
Item = Branch | _Weighed | Order | PartialRoute | Route | _Tried


class _Queue:
    """Items by their bounds, highest first; of equal ones the cheaper and longer first."""

    def __init__(self) -> None:
        self._heap: list[tuple[Fraction, int, int, int, Item, Setting]] = []
        self._ticket = count()

    @property
    def top(self) -> Fraction:
        """Return the highest bound."""
        return -self._heap[0][0] if self._heap else NOTHING

    def push(self, value: Fraction, item: Item, setting: Setting, depth: int = 0) -> None:
        """Add an item."""
        entry = -value, setting.calendar.cost, -depth, next(self._ticket), item, setting
        heapq.heappush(self._heap, entry)

    def pop(self) -> tuple[Any, Setting, int]:
        """Return the item with the highest bound, its setting and depth."""
        _, _, depth, _, item, setting = heapq.heappop(self._heap)
        return item, setting, -depth


class Search:
    """Looks for the best plan, and knows a bound on all of them at any time.

    There are three queues: beginnings of orders, which are many and cheap; orders and routes;
    and what takes longest: routes whose best ways are asked for, and crowded orders. What has the
    highest bound of all is looked at next, but now and then an order before its turn: a good
    plan that is known soon spares most of the others.
    """

    def __init__(
        self,
        position: Position,
        aim: Aim,
        time: Clock,
        share: float = 1.0,
        terms: Sequence[Terms] | None = None,
    ) -> None:
        self.position, self.aim, self.time, self._share = position, aim, time, share
        self._terms = all_terms(position) if terms is None else terms
        self.plan: Plan | None = None
        self.best = NOTHING
        self.without_upgrade = NOTHING
        self._rank: tuple[Fraction, int] = (NOTHING, 0)
        self._open = NOTHING
        self._branches, self._orders, self._slow = _Queue(), _Queue(), _Queue()

    def begin_with(self, other: Search) -> None:
        """Begin with the best plan of a search among fewer plans."""
        other.run()
        self.plan, self.best, self._rank = other.plan, other.best, other._rank
        self.without_upgrade = other.without_upgrade

    def run(self) -> Fraction:
        """Look for the best plan until it is proven or time is over; return the bound."""
        plain = []
        for setting in self._settings():
            for root in setting.orders.roots():
                promise = setting.everything()
                if setting.calendar.cost or setting.open:
                    self._branches.push(promise, _Weighed(root), setting)
                else:
                    plain.append((promise, root, setting))
        self._beam(plain)
        for number in count():
            top = max(self._branches.top, self._orders.top, self._slow.top)
            if top <= self.best or self._over:
                return max(self.best, self._open, top)
            dive = number % DIVE == 0 and self._orders.top > self.best
            if dive or self._orders.top == top:
                self._order(*self._orders.pop())
            elif self._branches.top == top:
                self._branch(*self._branches.pop())
            else:
                item, setting, _ = self._slow.pop()
                if isinstance(item, Order):
                    self._unpack(item, setting)
                else:
                    self._best_ways(item.route, setting)
        raise AssertionError("counting has no end")

    def _settings(self) -> list[Setting]:
        """Return the settings that together hold for every plan."""
        large = self.position.board.of_kind("large")
        starts = large if self.position.at is None else [self.position.at]
        figures, train, horizon = self.position.figures, self.position.train, self.aim.horizon
        calendars = bounding_calendars(figures, train, horizon)
        again = returning_calendar(figures, train, horizon)
        frame = Frame(self.aim, jobs(self.position), self._hopeless)
        found = []
        for terms in self._terms:
            bought = terms.bought is not None
            for world in (World(self.position, start, terms) for start in starts):
                found += [Setting(frame, world, each, open=bought) for each in calendars]
                if again is not None:
                    found.append(Setting(frame, world, again, open=True))
        return found

    @property
    def _over(self) -> bool:
        """Whether time is over; a little there is for the first plan."""
        gone = self.time.seconds
        if self.time.interrupted:
            return True
        limit = self.time.limit if self.time.limit is not None else PATIENCE
        return gone > self._share * limit and (self.plan is not None or gone > FIRST_PLAN)

    def _hopeless(self, pay: int, cost: int, turn: int) -> bool:
        return self.aim.value(pay, cost, turn) <= self.best

    def _hopeless_or_late(self, pay: int, cost: int, turn: int) -> bool:
        if self._over:
            raise _Late
        return self._hopeless(pay, cost, turn)

    def _branch(self, item: Branch | _Weighed, setting: Setting, depth: int) -> None:
        """Weigh the beginning of an order, and carry it on if it still promises most."""
        if isinstance(item, Branch) and item.visits:
            promise = setting.promise(item, with_care=True)
            if promise < self._branches.top:
                if promise > self.best:
                    self._branches.push(promise, _Weighed(item), setting, depth)
                return
        branch = item.branch if isinstance(item, _Weighed) else item
        for promise, longer, _ in self._grow(branch, setting):
            self._branches.push(promise, longer, setting, len(longer.visits))

    def _beam(self, some: list[_Promising]) -> None:
        """Carry on what promises most of each length, and look for plans in what comes of it."""
        while some:
            found: list[_Promising] = []
            for number, (promise, branch, setting) in enumerate(some):
                if self._over:
                    self._branches.push(promise, branch, setting, len(branch.visits))
                    continue
                found += self._grow(branch, setting)
                if number % DIVE == 0 and self._orders.top > self.best:
                    self._order(*self._orders.pop())
            found.sort(key=lambda each: (each[1].crowded, -each[0]))
            some, rest = found[:BEAM], found[BEAM:]
            for promise, branch, setting in rest:
                self._branches.push(promise, branch, setting, len(branch.visits))

    def _grow(self, branch: Branch, setting: Setting) -> list[_Promising]:
        """Return the beginnings of orders with one more visit; where all is delivered, one ends."""
        found = []
        for longer in setting.orders.longer(branch):
            promise = setting.promise(longer)
            if promise > self.best:
                found.append((promise, longer, setting))
                order = setting.orders.order(longer)
                if order is not None:
                    self._push(order, setting, 0)
        return found

    def _push(self, item: Order | PartialRoute | Route, setting: Setting, depth: int) -> None:
        order = item if isinstance(item, Order) else item.order
        value = self.aim.value(order.pay, item.cost, item.turn)
        if setting.open:
            self._open = max(self._open, value)
        elif value > self.best:
            crowded = isinstance(item, Order) and item.crowded
            (self._slow if crowded else self._orders).push(value, item, setting, depth)

    def _order(self, item: Order | PartialRoute | Route, setting: Setting, depth: int) -> None:
        """Take an order or a route one step towards a plan."""
        if isinstance(item, Order):
            self._push(setting.routes.beginning(item), setting, 1)
        elif isinstance(item, PartialRoute):
            for longer in setting.routes.longer(item):
                self._push(longer, setting, 1 + depth)
        else:
            self._try_route(item, setting)

    def _unpack(self, order: Order, setting: Setting) -> None:
        """Replace a crowded order by those in which goods are left in towns.

        Orders in which more goods are left than delivered are not looked into.
        """
        value = self.aim.value(order.pay, order.cost, order.turn)
        left = sum(visit.deed == "leave" for visit in order.visits)
        if left == sum(visit.deliver for visit in order.visits):
            self._open = max(self._open, value)
            return
        try:
            for each in setting.unpacking.unpacked(order, self._hopeless_or_late):
                self._push(each, setting, 0)
            for each in setting.unpacking.ferried(order, self._hopeless_or_late):
                self._open = max(self._open, self.aim.value(each.pay, each.cost, each.turn))
        except _Late:
            self._open = max(self._open, value)

    def _try_route(self, route: Route, setting: Setting) -> None:
        """Carry a route out on good ways; whether there are better ones is asked later.

        Under a calendar that is only a bound it cannot be carried out; those behind it can.
        """
        if setting.calendar.changes is None:
            for real in setting.behind:
                again = RouteBuilder(real.world, real.pace).again(route)
                if again is not None:
                    self._push(again, real, len(route.legs) + 1)
            return
        wanted = self.aim.value(route.order.pay, route.cost, route.turn)
        for path in some_paths(setting.world, route):
            self._try_path(path, setting)
        if self.best < wanted:
            self._slow.push(wanted, _Tried(route), setting)

    def _best_ways(self, route: Route, setting: Setting) -> None:
        """Carry a route out on the best ways by its turn; after that on those by the next."""
        self._open = max(self._open, self._paths_left(route, setting))
        later = replace(route, turn=route.turn + 1)
        value = self.aim.value(later.order.pay, later.cost, later.turn)
        if value > self.best:
            self._slow.push(value, _Tried(later), setting)

    def _paths_left(self, route: Route, setting: Setting) -> Fraction:
        """Carry out the best ways of a route; return what better ones may be worth.

        A model that counts lines at their full cost is made only where it matters.
        """
        value = NOTHING
        for precise in False, True:
            most = self.aim.dearest(route.order.pay, route.turn, self.best)
            where = setting.world, setting.pace, route, route.turn
            ways = best_path(*where, most, (self.time, ONE_MODEL), precise=precise)
            if ways.path is not None:
                self._try_path(ways.path, setting)
            if ways.bound is None:
                return NOTHING
            value = self.aim.value(route.order.pay, ways.bound, route.turn)
            if value <= self.best:
                return NOTHING
        return value

    def _try_path(self, path: Path, setting: Setting) -> None:
        for plan in carry_out(setting.world, setting.calendar, path, self.aim.horizon):
            cost = self.position.money + plan.income - plan.money[-1]
            value = self.aim.value(plan.income, cost, len(plan.turns))
            if not setting.calendar.changes:
                self.without_upgrade = max(self.without_upgrade, value)
            if (value, plan.money[-1]) > self._rank and value > NOTHING:
                self._rank = value, plan.money[-1]
                self.best, self.plan = value, plan
