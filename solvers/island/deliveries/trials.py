"""From an order to a plan: its routes, their ways, and the best plan so far."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction

from mapdata.island.position import IslandPosition
from solvers.clock import Clock
from solvers.island.deliveries.aim import NOTHING, Aim
from solvers.island.deliveries.order import Order, Visit
from solvers.island.deliveries.path import DeliveryPath, some_paths
from solvers.island.deliveries.path_model import best_path
from solvers.island.deliveries.plan import DeliveryPlan, carry_out
from solvers.island.deliveries.route import DeliveryRoute, PartialRoute, RouteBuilder
from solvers.island.deliveries.search_lane import SearchLane, Tried
from solvers.island.deliveries.setting import Setting
from solvers.island.deliveries.terms import Terms, all_terms

PATIENCE = 60.0
"""Seconds, if the user names no limit."""
FIRST_PLAN = 1.0
"""Seconds to look for some plan, however little time there is for the best one."""
ONE_MODEL = 0.2
"""How much of the time is for the ways of one route."""


class PlanTrials:
    """Takes orders step by step to plans, and keeps the best one."""

    def __init__(
        self,
        position: IslandPosition,
        aim: Aim,
        time: Clock,
        share: float = 1.0,
        terms: Sequence[Terms] | None = None,
        joins: frozenset[int] = frozenset(),
    ) -> None:
        self.position, self.aim, self.time, self._share = position, aim, time, share
        self._terms = all_terms(position) if terms is None else terms
        self._joins = joins
        """Towns that are joined by the end as well, whatever the train visits."""
        self.plan: DeliveryPlan | None = None
        self.best = NOTHING
        self.without_upgrade = NOTHING
        self._rank: tuple[Fraction, int] = (NOTHING, 0)
        self.by_cards: dict[frozenset[int], tuple[Fraction, DeliveryPlan]] = {}
        """The best plan that was found for each set of cards that plans use."""
        self._lane = SearchLane()

    def _push(
        self,
        item: Order | PartialRoute | DeliveryRoute,
        setting: Setting,
        depth: int,
        most: Fraction | None = None,
    ) -> bool:
        """Note an order or a route; return whether it is worth a look.

        What is worth more than ``most`` has been, or will be, noted by itself; or nothing is that
        was not looked at yet.
        """
        order = item if isinstance(item, Order) else item.order
        turn, lane = max(item.turn, setting.calendar.least), self._lane
        cost = self._with_joins(item.cost, order.visits, setting)
        value = self.aim.value(order.pay, cost, turn)
        value = value if most is None else min(value, most)
        if value <= self.best:
            return False
        if setting.open and isinstance(item, DeliveryRoute):
            lane.leave_open(value, "plans that exchange a train back and forth are not looked for")
        else:
            lane.orders.push(value, item, setting, depth)
        return True

    def _with_joins(self, cost: int, visits: Sequence[Visit], setting: Setting) -> int:
        """Lower bound on what is spent by the end, towns that are joined besides included.

        Trees that lead to all of them, island by island, are needed whichever way the train goes.
        """
        if not self._joins:
            return cost
        stops = self._joins.union(visit.point for visit in visits)
        lines = setting.world.costs.still_needed((), stops)
        return max(cost, setting.calendar.cost + lines)

    def _order(self) -> None:
        """Take the order or route that promises most one step towards a plan.

        Nothing that is not looked at yet is worth more than the lane promises.
        """
        most = self._lane.top
        item, setting, depth = self._lane.orders.pop()
        if not self._begun(item, setting):
            self._step(item, setting, depth, most)

    def _dive(self, most: Fraction | None) -> None:
        """Take the order or route that promises most to a plan, always by what promises most.

        The rest waits. Nothing that is not looked at yet is worth more than ``most``.
        """
        item, setting, depth = self._lane.orders.pop()
        if self._begun(item, setting):
            return
        while not (isinstance(item, DeliveryRoute) or setting.open):
            found = sorted(self._next(item, setting), key=self._hope, reverse=True)
            depth += 1
            for longer in found[1:]:
                self._push(longer, setting, depth, most)
            if not found or self._hope(found[0])[0] <= self.best:
                return
            item = found[0]
        self._step(item, setting, depth, most)

    def _step(
        self,
        item: Order | PartialRoute | DeliveryRoute,
        setting: Setting,
        depth: int,
        most: Fraction | None,
    ) -> None:
        """Carry out a route, or note what an order or the beginning of a route can become."""
        if isinstance(item, DeliveryRoute):
            self._try_route(item, setting)
        else:
            for longer in self._next(item, setting):
                self._push(longer, setting, 1 + depth, most)

    def _begun(self, item: Order | PartialRoute | DeliveryRoute, setting: Setting) -> bool:
        """Return whether an order was taken up before: it may wait several times."""
        if not isinstance(item, Order):
            return False
        key, begun = (id(setting), item.visits), self._lane.begun
        if key in begun:
            return True
        begun.add(key)
        return False

    def _next(
        self, item: Order | PartialRoute, setting: Setting
    ) -> Iterable[PartialRoute | DeliveryRoute]:
        """Return what an order or the beginning of a route can become."""
        if isinstance(item, Order):
            return [setting.routes.beginning(item)]
        return setting.routes.longer(item)

    def _hope(self, item: PartialRoute | DeliveryRoute) -> tuple[Fraction, int, int]:
        """Return how good a route could be, and what decides among those as good."""
        value = self.aim.value(item.order.pay, item.cost, item.turn)
        visits = item.visits if isinstance(item, PartialRoute) else len(item.order.visits)
        return value, visits, -len(item.legs)

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
            self._lane.slow.push(wanted, Tried(route), setting)

    def _best_ways(self, route: DeliveryRoute, setting: Setting) -> None:
        """Carry a route out on the best ways by its turn; after that on those by the next."""
        lane = self._lane
        reason = "when to build, wait and pay was not decided for every way"
        lane.leave_open(self._paths_left(route, setting), reason)
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
            limits = self.time, ONE_MODEL * self._limit
            ways = best_path(*where, most, limits, precise=precise)
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
            cost = self._with_joins(cost, path.visits, setting)
            value = self.aim.value(plan.income, cost, len(plan.turns))
            if not setting.calendar.changes:
                self.without_upgrade = max(self.without_upgrade, value)
            self._take(plan, value)

    def _take(self, plan: DeliveryPlan, value: Fraction) -> None:
        """Keep a plan if it is the best so far."""
        if (value, plan.money[-1]) > self._rank and value > NOTHING:
            self._rank = value, plan.money[-1]
            self.best, self.plan = value, plan
        known = self.by_cards.get(plan.cards)
        if value > (NOTHING if known is None else known[0]):
            self.by_cards[plan.cards] = value, plan

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
