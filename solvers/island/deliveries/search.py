"""Best first over the beginnings of orders, orders, routes and ways."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import count

from mapdata.island.position import IslandPosition
from solvers.clock import Clock
from solvers.island.deliveries.aim import NOTHING, Aim
from solvers.island.deliveries.branch import Branch
from solvers.island.deliveries.calendar import bounding_calendars, returning_calendar
from solvers.island.deliveries.helper import Helper, cores
from solvers.island.deliveries.order import Order, jobs
from solvers.island.deliveries.path import DeliveryPath, some_paths
from solvers.island.deliveries.path_model import best_path
from solvers.island.deliveries.plan import DeliveryPlan, carry_out
from solvers.island.deliveries.route import DeliveryRoute, PartialRoute, RouteBuilder
from solvers.island.deliveries.search_lane import Promising, SearchLane, Tried, Weighed
from solvers.island.deliveries.setting import Frame, Setting
from solvers.island.deliveries.terms import Terms, all_terms
from solvers.island.deliveries.world import World

PATIENCE = 60.0
"""Seconds, if the user names no limit."""
FIRST_PLAN = 1.0
"""Seconds to look for some plan, however little time there is for the best one."""
ONE_MODEL = 20.0
"""Seconds for the ways of one route."""
ALONE = 2.0
"""Seconds before another core is asked to help."""
WORTH_HELP = 3.0
"""Seconds that must be left for that."""
TIDY_SHARE = 0.5
"""How much of the time is at first for plans that leave no goods in towns."""
BEAM = 20
"""Beginnings of orders of each length that are looked at first of all."""
DIVE = 3
"""Beginnings of orders that are looked at for each step towards a plan."""


class _Late(Exception):
    """Time is over."""


class Search:
    """Looks for the best plan, and knows a bound on all of them at any time.

    Plans that leave no goods in towns have a lane of their own and the first part of the time:
    the others are many more and seldom better. The item with the highest bound is next. Now and
    then an order is looked at earlier: a good plan that is known soon saves most of the work.
    """

    def __init__(
        self,
        position: IslandPosition,
        aim: Aim,
        time: Clock,
        share: float = 1.0,
        terms: Sequence[Terms] | None = None,
    ) -> None:
        self.position, self.aim, self.time, self._share = position, aim, time, share
        self._terms = all_terms(position) if terms is None else terms
        self.plan: DeliveryPlan | None = None
        self.best = NOTHING
        self.without_upgrade = NOTHING
        self._rank: tuple[Fraction, int] = (NOTHING, 0)
        self._tidy, self._leaving = SearchLane(), SearchLane()

    def begin_with(self, other: Search) -> None:
        """Begin with the best plan of a search among fewer plans."""
        other.run()
        self.plan, self.best, self._rank = other.plan, other.best, other._rank
        self.without_upgrade = other.without_upgrade

    def run(self) -> Fraction:
        """Look for the best plan until it is proven or time is over; return the bound."""
        plain = []
        for promise, root, setting in self._roots():
            if setting.calendar.cost or setting.open or root.crowded:
                self._lane(root).branches.push(promise, Weighed(root), setting)
            else:
                plain.append((promise, root, setting))
        self._beam(plain)
        alone = min(TIDY_SHARE, ALONE / max(ALONE, self._limit))
        self._work([self._tidy], alone)
        self._work([self._leaving], alone)
        if not (self._to_do(self._leaving) and self._work_with_help()):
            self._work([self._tidy], TIDY_SHARE)
            self._work([self._leaving, self._tidy], 1.0)
        return max(self.best, self._tidy.bound, self._leaving.bound)

    def run_leaving(self, best: Fraction) -> Fraction:
        """Look for plans that leave goods in towns and beat ``best``; return the bound on them."""
        self.best, self._rank = best, (best, sys.maxsize)
        for promise, root, setting in self._roots():
            if root.crowded:
                self._leaving.branches.push(promise, Weighed(root), setting)
        self._work([self._leaving], 1.0)
        return self._leaving.bound

    def _roots(self) -> Iterator[Promising]:
        for setting in self._settings():
            for root in setting.orders.roots():
                yield setting.everything(), root, setting

    def _to_do(self, lane: SearchLane) -> bool:
        return lane.top > self.best

    def _work_with_help(self) -> bool:
        """Have another core look for plans that leave goods; return whether it did to the end."""
        left = self._limit - self.time.seconds
        if self._share < 1.0 or left < WORTH_HELP or cores() < 2:
            return False
        helper = Helper(self.position, self.aim, self._terms, self.best, left)
        self._work([self._tidy], 1.0)
        found = helper.wait(self.time)
        if found is None:
            return False
        bound = min(found.bound, self._leaving.bound)
        self._leaving = SearchLane()
        self._leaving.leave_open(bound)
        self.without_upgrade = max(self.without_upgrade, found.without_upgrade)
        if found.plan is not None:
            self._take(found.plan, found.value)
        return True

    @property
    def tidy_bound(self) -> Fraction:
        """Return a bound on plans that leave no goods in towns."""
        return max(self.best, self._tidy.bound)

    def _lane(self, item: Branch | Order) -> SearchLane:
        leaves = item.crowded or any(visit.deed == "leave" for visit in item.visits)
        return self._leaving if leaves else self._tidy

    def _work(self, lanes: list[SearchLane], share: float) -> None:
        """Take what promises most until nothing promises more than the best plan."""
        for number in count():
            lane = max(lanes, key=lambda each: each.top)
            top = lane.top
            if top <= self.best or self._over(share):
                return
            dive = number % DIVE == 0 and lane.orders.top > self.best
            if dive or lane.orders.top == top:
                self._order(*lane.orders.pop())
            elif lane.branches.top == top:
                self._branch(lane, *lane.branches.pop())
            else:
                item, setting, _ = lane.slow.pop()
                if isinstance(item, Order):
                    self._unpack(item, setting)
                else:
                    self._best_ways(item.route, setting)

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

    def _over(self, share: float = 1.0) -> bool:
        """Return whether a share of the time is over; the first plan always gets a little."""
        gone = self.time.seconds
        if self.time.interrupted:
            return True
        some = self.plan is not None or gone > FIRST_PLAN
        return gone > share * self._share * self._limit and some

    @property
    def _limit(self) -> float:
        return self.time.limit if self.time.limit is not None else PATIENCE

    def _hopeless(self, pay: int, cost: int, turn: int) -> bool:
        return self.aim.value(pay, cost, turn) <= self.best

    def _hopeless_or_late(self, pay: int, cost: int, turn: int) -> bool:
        if self._over():
            raise _Late
        return self._hopeless(pay, cost, turn)

    def _branch(
        self, lane: SearchLane, item: Branch | Weighed, setting: Setting, depth: int
    ) -> None:
        """Weigh the beginning of an order, and carry it on if it still promises most."""
        if isinstance(item, Branch) and item.visits:
            promise = setting.promise(item, with_care=True)
            if promise < lane.branches.top:
                if promise > self.best:
                    lane.branches.push(promise, Weighed(item), setting, depth)
                return
        branch = item.branch if isinstance(item, Weighed) else item
        for promise, longer, _ in self._grow(branch, setting):
            lane.branches.push(promise, longer, setting, len(longer.visits))

    def _beam(self, some: list[Promising]) -> None:
        """Carry on what promises most of each length, and look for plans in what comes of it."""
        branches, orders = self._tidy.branches, self._tidy.orders
        while some:
            found: list[Promising] = []
            for number, (promise, branch, setting) in enumerate(some):
                if self._over():
                    branches.push(promise, branch, setting, len(branch.visits))
                    continue
                found += self._grow(branch, setting)
                if number % DIVE == 0 and orders.top > self.best:
                    self._order(*orders.pop())
            found.sort(key=lambda each: -each[0])
            some, rest = found[:BEAM], found[BEAM:]
            for promise, branch, setting in rest:
                branches.push(promise, branch, setting, len(branch.visits))

    def _grow(self, branch: Branch, setting: Setting) -> list[Promising]:
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

    def _push(
        self, item: Order | PartialRoute | DeliveryRoute, setting: Setting, depth: int
    ) -> None:
        order = item if isinstance(item, Order) else item.order
        value, lane = self.aim.value(order.pay, item.cost, item.turn), self._lane(order)
        if setting.open:
            lane.leave_open(value)
        elif value > self.best:
            crowded = isinstance(item, Order) and item.crowded
            (lane.slow if crowded else lane.orders).push(value, item, setting, depth)

    def _order(
        self, item: Order | PartialRoute | DeliveryRoute, setting: Setting, depth: int
    ) -> None:
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
            self._leaving.leave_open(value)
            return
        try:
            unpacking = setting.unpacking
            for unpacked in unpacking.unpacked, unpacking.ferried:
                for each in unpacked(order, self._hopeless_or_late):
                    self._push(each, setting, 0)
        except _Late:
            self._leaving.leave_open(value)

    def _try_route(self, route: DeliveryRoute, setting: Setting) -> None:
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
            self._lane(route.order).slow.push(wanted, Tried(route), setting)

    def _best_ways(self, route: DeliveryRoute, setting: Setting) -> None:
        """Carry a route out on the best ways by its turn; after that on those by the next."""
        lane = self._lane(route.order)
        lane.leave_open(self._paths_left(route, setting))
        later = replace(route, turn=route.turn + 1)
        value = self.aim.value(later.order.pay, later.cost, later.turn)
        if value > self.best:
            lane.slow.push(value, Tried(later), setting)

    def _paths_left(self, route: DeliveryRoute, setting: Setting) -> Fraction:
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

    def _try_path(self, path: DeliveryPath, setting: Setting) -> None:
        for plan in carry_out(setting.world, setting.calendar, path, self.aim.horizon):
            cost = self.position.money + plan.income - plan.money[-1]
            value = self.aim.value(plan.income, cost, len(plan.turns))
            if not setting.calendar.changes:
                self.without_upgrade = max(self.without_upgrade, value)
            self._take(plan, value)

    def _take(self, plan: DeliveryPlan, value: Fraction) -> None:
        """Keep a plan if it is the best so far."""
        if (value, plan.money[-1]) > self._rank and value > NOTHING:
            self._rank = value, plan.money[-1]
            self.best, self.plan = value, plan
