"""The best plan of deliveries: best first over orders, routes and ways, with a bound.

An order says what is loaded and delivered when; a route fixes its crossings; the ways by
land are chosen last. Each has bounds on cost and turn, so that the item with the highest
bound is looked at next, and as soon as none can beat the best plan that was carried out,
that plan is proven.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import count

from mapdata.island.position import Position
from solvers.clock import Clock
from solvers.island.deliveries.aim import NOTHING, Aim
from solvers.island.deliveries.calendar import (
    Calendar,
    bounding_calendars,
    real_calendars,
    returning_calendar,
)
from solvers.island.deliveries.order import Job, Order, jobs
from solvers.island.deliveries.order_search import Hopeless, OrderSearch
from solvers.island.deliveries.path import Path, some_paths
from solvers.island.deliveries.path_model import best_path
from solvers.island.deliveries.plan import Plan, carry_out
from solvers.island.deliveries.route import PartialRoute, Route, RouteBuilder
from solvers.island.deliveries.route_search import RouteSearch
from solvers.island.deliveries.terms import all_terms
from solvers.island.deliveries.timetable import Pace
from solvers.island.deliveries.unpacking import Unpacking
from solvers.island.deliveries.world import World

PATIENCE = 60.0
"""Seconds, if the user names no limit."""
FIRST_PLAN = 1.0
"""Seconds to look for some plan, however little time there is for the best one."""
DRY_SHARE = 0.3
"""How much of the time is for plans without sea bridges, which are easier to find."""
ONE_MODEL = 20.0
"""Seconds for the ways of one route."""


@dataclass(frozen=True)
class Deliveries:
    """The answer: a plan, its value and a bound on every plan's value.

    ``plan`` is nothing if to do nothing is best. ``interrupted``: somebody would not wait.
    ``without_upgrade`` is the value of the best plan that was found without one.
    """

    plan: Plan | None
    aim: Aim
    value: Fraction
    bound: Fraction
    seconds: float
    interrupted: bool = False
    without_upgrade: Fraction = NOTHING

    @property
    def proven(self) -> bool:
        """Return whether no plan is better."""
        return self.bound == self.value


class _Late(Exception):
    """Time is over."""


def best_deliveries(position: Position, time_limit: float | None = None) -> Deliveries:
    """Return the plan with the most money a turn, or the earliest with the target."""
    time = Clock(PATIENCE if time_limit is None else time_limit)
    aim = Aim.of(position)
    if aim.target is not None and position.money >= aim.target:
        now = Fraction(aim.horizon + 1)
        return Deliveries(None, aim, now, now, time.seconds)
    with time.stopped_by_interrupt():
        search = _Search(position, aim, time)
        if position.bridges:
            search.begin_with(_Search(replace(position, bridges=False), aim, time, DRY_SHARE))
        bound = search.run()
    known = search.plan, aim, search.best, bound, time.seconds, time.interrupted
    return Deliveries(*known, search.without_upgrade)


class _Setting:
    """A start, terms and a calendar, with what can be said about orders and routes under them.

    ``open``: plans under it are not looked for; how good they could be is all that is asked.
    """

    def __init__(
        self,
        world: World,
        calendar: Calendar,
        horizon: int,
        hopeless: Hopeless,
        jobs: Sequence[Job],
        *,
        open: bool = False,
    ) -> None:
        self.world, self.horizon, self._jobs = world, horizon, jobs
        self.calendar = replace(calendar, cost=calendar.cost + world.terms.fee)
        self.open = open
        self._hopeless = hopeless
        self.pace = Pace(world, self.calendar)

    @cached_property
    def orders(self) -> OrderSearch:
        """The orders under this calendar."""
        return OrderSearch(self.world, self.calendar, self.horizon, self._jobs)

    @cached_property
    def unpacking(self) -> Unpacking:
        """What crowded orders stand for."""
        return Unpacking(self.orders)

    @cached_property
    def routes(self) -> RouteSearch:
        """The routes under this calendar."""
        return RouteSearch(self.world, self.orders.table, self._hopeless)

    @cached_property
    def behind(self) -> list[_Setting]:
        """The settings that this one is a bound for."""
        figures, train = self.world.figures, self.world.position.train
        calendars = real_calendars(figures, train, self.horizon, self.calendar, self.horizon - 1)
        rest = self.horizon, self._hopeless, self._jobs
        return [_Setting(self.world, calendar, *rest) for calendar in calendars]


class _Search:
    def __init__(self, position: Position, aim: Aim, time: Clock, share: float = 1.0) -> None:
        self.position, self.aim, self.time, self._share = position, aim, time, share
        self.plan: Plan | None = None
        self.best = NOTHING
        self.without_upgrade = NOTHING
        self._rank: tuple[Fraction, int] = (NOTHING, 0)
        self._open = NOTHING
        self._ticket = count()
        self._queue: list[
            tuple[Fraction, int, int, int, Order | PartialRoute | Route, _Setting]
        ] = []

    def begin_with(self, other: _Search) -> None:
        """Begin with the best plan of a search among fewer plans."""
        other.run()
        self.plan, self.best, self._rank = other.plan, other.best, other._rank
        self.without_upgrade = other.without_upgrade

    def run(self) -> Fraction:
        """Look for the best plan until it is proven or time is over; return the bound.

        Plans without upgrades come first, and of them those with few deliveries: what they are
        worth spares most of the longer orders. All but the last have a share of the time
        only, because a good bound needs all orders to be known.
        """
        settings = self._settings()
        rounds = [
            (some, count + 1) for some in settings for count in range(len(self.position.cards))
        ]
        done = 0
        try:
            for number, (some, deliveries) in enumerate(rounds, 1):
                for setting in some:
                    for order in setting.orders.all(self._hopeless_or_late, deliveries):
                        self._push(order, setting, 0)
                    if self.plan is None:
                        self._work(0.0)
                done = number
                self._work(1.0 if number == len(rounds) else 0.5 + 0.4 * number / len(rounds))
        except _Late:
            pass
        unknown = max(
            (
                self._at_most(setting.orders, deliveries)
                for some, deliveries in rounds[done:]
                for setting in some
            ),
            default=NOTHING,
        )
        top = -self._queue[0][0] if self._queue else NOTHING
        return max(self.best, self._open, top, unknown)

    def _settings(self) -> list[list[_Setting]]:
        """Return for each choice of terms and upgrades the settings of all starts."""
        large = self.position.board.of_kind("large")
        starts = large if self.position.at is None else [self.position.at]
        figures, train, horizon = self.position.figures, self.position.train, self.aim.horizon
        calendars = bounding_calendars(figures, train, horizon)
        again = returning_calendar(figures, train, horizon)
        rest = horizon, self._hopeless, jobs(self.position)
        found: list[list[_Setting]] = []
        open_: list[list[_Setting]] = []
        for terms in all_terms(self.position):
            worlds = [World(self.position, start, terms) for start in starts]
            bought = terms.bought is not None
            for calendar in calendars:
                some = [_Setting(world, calendar, *rest, open=bought) for world in worlds]
                (open_ if bought else found).append(some)
            if again is not None:
                open_.append([_Setting(world, again, *rest, open=True) for world in worlds])
        return [*found, *open_]

    def _at_most(self, orders: OrderSearch, deliveries: int) -> Fraction:
        """Return a bound on orders that nobody has looked at."""
        known = (self.aim.value(*each) for each in orders.at_most(deliveries))
        return max(known, default=NOTHING)

    def _over(self, share: float) -> bool:
        """Return whether a share of the time is over; a little there is for the first plan."""
        gone = self.time.seconds
        if self.time.interrupted:
            return True
        limit = self.time.limit if self.time.limit is not None else PATIENCE
        return gone > share * self._share * limit and (self.plan is not None or gone > FIRST_PLAN)

    def _hopeless(self, pay: int, cost: int, turn: int) -> bool:
        return self.aim.value(pay, cost, turn) <= self.best

    def _hopeless_or_late(self, pay: int, cost: int, turn: int) -> bool:
        if self._over(1.0):
            raise _Late
        return self._hopeless(pay, cost, turn)

    def _push(self, item: Order | PartialRoute | Route, setting: _Setting, depth: int) -> None:
        order = item if isinstance(item, Order) else item.order
        value = self.aim.value(order.pay, item.cost, item.turn)
        if setting.open:
            self._open = max(self._open, value)
        elif value > self.best:
            entry = (-value, setting.calendar.cost, -depth, next(self._ticket), item, setting)
            heapq.heappush(self._queue, entry)

    def _work(self, share: float) -> None:
        """Take what promises most until nothing promises more than the best plan."""
        while self._queue and -self._queue[0][0] > self.best:
            if self._over(share):
                return
            _, _, depth, _, item, setting = heapq.heappop(self._queue)
            if isinstance(item, Order) and item.crowded:
                self._unpack(item, setting)
            elif isinstance(item, Order):
                self._push(setting.routes.beginning(item), setting, 1)
            elif isinstance(item, PartialRoute):
                for longer in setting.routes.longer(item):
                    self._push(longer, setting, 1 - depth)
            else:
                self._try_route(item, setting)
        self._queue.clear()

    def _unpack(self, order: Order, setting: _Setting) -> None:
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

    def _try_route(self, route: Route, setting: _Setting) -> None:
        """Carry a route out on good ways, then on the best ones there are by its turn.

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
        if self.best >= wanted:
            return
        self._open = max(self._open, self._paths_left(route, setting))
        self._push(replace(route, turn=route.turn + 1), setting, len(route.legs) + 1)

    def _paths_left(self, route: Route, setting: _Setting) -> Fraction:
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

    def _try_path(self, path: Path, setting: _Setting) -> None:
        for plan in carry_out(setting.world, setting.calendar, path, self.aim.horizon):
            cost = self.position.money + plan.income - plan.money[-1]
            value = self.aim.value(plan.income, cost, len(plan.turns))
            if not setting.calendar.changes:
                self.without_upgrade = max(self.without_upgrade, value)
            if (value, plan.money[-1]) > self._rank and value > NOTHING:
                self._rank = value, plan.money[-1]
                self.best, self.plan = value, plan
