"""The search for the best plan: best first over labels, orders, routes and ways.

Branch and bound: the item with the highest upper bound is next. An order says what is loaded and
delivered when; a route fixes its crossings; the ways by land are chosen last, by good guesses and
by CP-SAT. As soon as no item can beat the best plan that was carried out, that plan is proven. Now
and then a beam of labels and a dive, always by what promises most, take an order down to a plan at
once: a good plan that is known soon saves most of the work.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import count

from mapdata.island.position import IslandPosition
from solvers.clock import Clock
from solvers.island.deliveries.aim import NOTHING, Aim
from solvers.island.deliveries.calendar import bounding_calendars, returning_calendars
from solvers.island.deliveries.labels import OrderLabel
from solvers.island.deliveries.order import Order, Supplies, Visit, jobs
from solvers.island.deliveries.path import DeliveryPath, some_paths
from solvers.island.deliveries.path_model import best_path
from solvers.island.deliveries.plan import DeliveryPlan, carry_out
from solvers.island.deliveries.route import DeliveryRoute, PartialRoute, RouteBuilder
from solvers.island.deliveries.subproblem import DeliveryQuestion, OpenItems, Subproblem, Tried
from solvers.island.deliveries.world import Terms, World, all_terms

DRY_SHARE = 0.3
"""How much of the time is for plans without sea bridges, which are easier to find."""
BATCH = 100
"""Labels that are extended at once."""
BEAM = 20
"""Labels of each length that are extended first of all."""
BEAM_PLANS = 3
"""Orders of each length that are taken down to plans then."""
BEAM_SHARE = 0.4
"""How much of the time at most is for that."""
EARLY = 10
"""Steps towards a plan between two batches of labels."""
PLUNGE = 30
"""What is looked at for each way down to a plan."""


PATIENCE = 60.0
"""Seconds, if the user names no limit."""
FIRST_PLAN = 1.0
"""Seconds to look for some plan, however little time there is for the best one."""
ONE_MODEL = 0.2
"""How much of the time is for the ways of one route, at first."""
MOST_TRIALS = 4
"""How often a model that was not solved gets more time."""


@dataclass(frozen=True)
class Deliveries:
    """The answer: a plan, its value and an upper bound on plans that leave no goods on the way.

    ``plan`` is ``None`` if doing nothing is best. ``interrupted`` says that Ctrl-C ended it.
    ``without_upgrade`` is the value of the best plan that was found without one. ``ended`` is why
    the search ended without a proof. ``by_cards`` has the best plan that was found for each set of
    cards that plans use.
    """

    plan: DeliveryPlan | None
    aim: Aim
    value: Fraction
    bound: Fraction
    seconds: float
    interrupted: bool = False
    without_upgrade: Fraction = NOTHING
    ended: str = ""
    by_cards: tuple[tuple[Fraction, DeliveryPlan], ...] = ()

    @property
    def proven(self) -> bool:
        """Whether no plan is better."""
        return self.bound == self.value


def best_deliveries(position: IslandPosition, time_limit: float | None = None) -> Deliveries:
    """The plan with the most money a turn, or the earliest with the target."""
    time = Clock(PATIENCE if time_limit is None else time_limit)
    aim = Aim.of(position)
    if aim.target is not None and position.money >= aim.target:
        now = Fraction(aim.horizon + 1)
        return Deliveries(None, aim, now, now, time.seconds)
    with time.stopped_by_interrupt():
        search = Search(position, aim, time)
        if position.bridges:
            search.begin_with(Search(replace(position, bridges=False), aim, time, DRY_SHARE))
        bound = search.run()
    known = search.plan, aim, search.best, bound, time.seconds, time.interrupted
    some = tuple(search.by_cards.values())
    return Deliveries(*known, search.without_upgrade, search.ended, some)


class Search:
    """Looks for the best plan, and knows a bound on all of them at any time.

    Plans leave no goods in towns: those that do are many more and seldom better. This is a
    best-first branch and bound: the item with the highest upper bound is next. Now and
    then an order is looked at earlier, and taken down to a plan at once: a good plan that is known
    soon saves most of the work.
    """

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
        self.items = OpenItems()

    def begin_with(self, other: Search) -> None:
        """Begin with the best plan of a search among fewer plans."""
        other.run()
        self.plan, self.best, self._rank = other.plan, other.best, other._rank
        self.without_upgrade, self.by_cards = other.without_upgrade, other.by_cards

    def run(self) -> Fraction:
        """Look for the best plan until it is proven or time is over; return the bound."""
        self._begin()
        self._work()
        return max(self.best, self.items.bound)

    @property
    def ended(self) -> str:
        """Why the search ended without a proof; nothing if it has one."""
        if self.items.bound <= self.best:
            return ""
        if self.items.top > self.best:
            return "stopped by the user" if self.time.interrupted else "time is over"
        return self.items.reason

    def _begin(self) -> None:
        """Begin with the empty orders of all subproblems; first of all with the train as it is."""
        plain = []
        for part in self.parts:
            for root in part.growth.roots():
                if part.calendar.cost or part.open:
                    self.items.labels.push(root.promise, root, part)
                else:
                    plain.append((part, root))
        self.beam(plain)

    def _work(self) -> None:
        """Take what promises most until nothing promises more than the best plan."""
        items = self.items
        for number in count():
            top = items.top
            if top <= self.best or self._over():
                return
            if number % PLUNGE == 0:
                self._plunge(top)
            elif items.orders.top == top:
                self._order()
            elif items.labels.top == top:
                self._grow_labels()
            else:
                tried, part, _ = items.slow.pop()
                self._best_ways(tried, part)

    @cached_property
    def parts(self) -> list[Subproblem]:
        """The subproblems that together hold every plan."""
        large = self.position.board.of_kind("large")
        starts = large if self.position.at is None else [self.position.at]
        figures, train, horizon = self.position.figures, self.position.train, self.aim.horizon
        calendars = bounding_calendars(figures, train, horizon)
        again = returning_calendars(figures, train, horizon)
        if self.position.first_round:
            calendars, again = (
                [each.after_first_round() for each in some] for some in (calendars, again)
            )
        supplies = Supplies(self.position)
        question = DeliveryQuestion(self.aim, jobs(self.position), supplies, self._hopeless)
        found = []
        for terms in self._terms:
            for start in starts:
                world = World(self.position, start, terms)
                known = question, world, question.shares(world)
                found += [Subproblem(*known, each) for each in calendars]
                found += [Subproblem(*known, each, open=True) for each in again]
        return found

    def _grow_labels(self) -> None:
        """Extend the labels that promise most, and look at some orders."""
        labels, orders = self.items.labels, self.items.orders
        for _ in range(BATCH):
            if labels.top <= max(self.best, orders.top):
                break
            label, part, depth = labels.pop()
            for longer in self._longer(label, part):
                labels.push(longer.promise, longer, part, depth + 1)
        for _ in range(EARLY):
            if orders.top > self.best:
                self._order()

    def _longer(self, label: OrderLabel, part: Subproblem) -> list[OrderLabel]:
        """The labels with one more visit; where all is delivered, an order ends."""
        found = part.growth.grown(label, self.best)
        for each in found:
            order = part.growth.order(each)
            if order is not None:
                self.push(order, part)
        return found

    def beam(self, some: list[tuple[Subproblem, OrderLabel]]) -> None:
        """Carry on what promises most of each length, and look for plans in what comes of it."""
        labels = self.items.labels
        while some and not self._over():
            found = [(part, longer) for part, label in some for longer in self._longer(label, part)]
            for _ in range(BEAM_PLANS):
                if not self._over(BEAM_SHARE):
                    self._plunge(None)
            found.sort(key=lambda each: each[1].promise, reverse=True)
            kept, some = Counter[int](), []
            for part, label in found:
                kept[id(part)] += 1
                if kept[id(part)] > BEAM:
                    labels.push(label.promise, label, part, len(label.visits))
                else:
                    some.append((part, label))
        for part, label in some:
            labels.push(label.promise, label, part, len(label.visits))

    def _plunge(self, most: Fraction | None) -> None:
        """Take the order that promises most to a plan; nothing else is worth more than ``most``."""
        if self.items.orders.top > self.best:
            self.dive(most)

    def push(
        self,
        item: Order | PartialRoute | DeliveryRoute,
        part: Subproblem,
        depth: int = 0,
        most: Fraction | None = None,
    ) -> bool:
        """Note an order or a route; return whether it is worth a look.

        ``most`` caps its upper bound; anything better is queued separately or already explored.
        """
        order = item if isinstance(item, Order) else item.order
        turn, items = max(item.turn, part.calendar.least), self.items
        cost = self._with_joins(item.cost, order.visits, part)
        value = self.aim.value(order.pay, cost, turn)
        value = value if most is None else min(value, most)
        if value <= self.best:
            return False
        if part.open and isinstance(item, DeliveryRoute):
            items.leave_open(value, "plans that exchange a train back and forth are not looked for")
        else:
            items.orders.push(value, item, part, depth)
        return True

    def _with_joins(self, cost: int, visits: Sequence[Visit], part: Subproblem) -> int:
        """Lower bound on what is spent by the end, towns that are joined besides included.

        Trees that lead to all of them, island by island, are needed whichever way the train goes.
        """
        if not self._joins:
            return cost
        stops = self._joins.union(visit.point for visit in visits)
        lines = part.world.costs.still_needed((), stops)
        return max(cost, part.calendar.cost + lines)

    def _order(self) -> None:
        """Take the order or route that promises most one step towards a plan.

        Nothing that is not looked at yet is worth more than the queues promise.
        """
        most = self.items.top
        item, part, depth = self.items.orders.pop()
        self._step(item, part, depth, most)

    def dive(self, most: Fraction | None = None) -> None:
        """Take the order or route that promises most to a plan, always by what promises most.

        The rest waits. Nothing that is not looked at yet is worth more than ``most``.
        """
        item, part, depth = self.items.orders.pop()
        while not (isinstance(item, DeliveryRoute) or part.open):
            found = sorted(self._next(item, part), key=self._hope, reverse=True)
            depth += 1
            for longer in found[1:]:
                self.push(longer, part, depth, most)
            if not found or self._hope(found[0])[0] <= self.best:
                return
            item = found[0]
        self._step(item, part, depth, most)

    def _step(
        self,
        item: Order | PartialRoute | DeliveryRoute,
        part: Subproblem,
        depth: int,
        most: Fraction | None,
    ) -> None:
        """Carry out a route, or note what an order or the beginning of a route can become."""
        if isinstance(item, DeliveryRoute):
            self._try_route(item, part)
        else:
            for longer in self._next(item, part):
                self.push(longer, part, 1 + depth, most)

    def _next(
        self, item: Order | PartialRoute, part: Subproblem
    ) -> Iterable[PartialRoute | DeliveryRoute]:
        """What an order or the beginning of a route can become."""
        if isinstance(item, Order):
            return [part.routes.beginning(item)]
        return part.routes.longer(item)

    def _hope(self, item: PartialRoute | DeliveryRoute) -> tuple[Fraction, int, int]:
        """How good a route could be, and what decides among those as good."""
        value = self.aim.value(item.order.pay, item.cost, item.turn)
        visits = item.visits if isinstance(item, PartialRoute) else len(item.order.visits)
        return value, visits, -len(item.legs)

    def _try_route(self, route: DeliveryRoute, part: Subproblem) -> None:
        """Carry a route out on good ways; whether there are better ones is asked later.

        Under a calendar that is only a bound it cannot be carried out; those behind it can.
        """
        if part.calendar.changes is None:
            for real in part.behind:
                again = RouteBuilder(real.world, real.pace).again(route)
                if again is not None:
                    self.push(again, real, len(route.legs) + 1)
            return
        wanted = self.aim.value(route.order.pay, route.cost, route.turn)
        for path in some_paths(part.world, route):
            self._try_path(path, part)
        if self.best < wanted:
            self.items.slow.push(wanted, Tried(route), part)

    def _best_ways(self, tried: Tried, part: Subproblem) -> None:
        """Carry a route out on the best ways by its turn; after that on those by the next."""
        items, route = self.items, tried.route
        left, decided = self._paths_left(tried, part)
        if decided or tried.trials == MOST_TRIALS:
            items.leave_open(left, "when to build, wait and pay was not decided for every way")
        elif left > self.best:
            items.slow.push(left, replace(tried, trials=tried.trials + 1), part)
        later = replace(route, turn=route.turn + 1)
        value = self.aim.value(later.order.pay, later.cost, later.turn)
        if value > self.best and not tried.trials:
            items.slow.push(value, Tried(later), part)

    def _paths_left(self, tried: Tried, part: Subproblem) -> tuple[Fraction, bool]:
        """Carry out the best ways of a route; what better ones may be worth, and if that is all.

        A model that counts lines at their full cost is made only where it matters.
        """
        route, value, decided = tried.route, NOTHING, True
        for precise in False, True:
            most = self.aim.dearest(route.order.pay, route.turn, self.best)
            where = part.world, part.pace, route, route.turn
            limits = self.time, ONE_MODEL * 2**tried.trials * self._limit
            ways = best_path(*where, most, limits, precise=precise)
            if ways.path is not None:
                self._try_path(ways.path, part)
            if ways.bound is None:
                return NOTHING, True
            value, decided = self.aim.value(route.order.pay, ways.bound, route.turn), ways.decided
            if value <= self.best:
                return NOTHING, True
        return value, decided

    def _try_path(self, path: DeliveryPath, part: Subproblem) -> None:
        for plan in carry_out(part.world, part.calendar, path, self.aim.horizon):
            cost = self.position.money + plan.income - plan.money[-1]
            cost = self._with_joins(cost, path.visits, part)
            value = self.aim.value(plan.income, cost, len(plan.turns))
            if not part.calendar.changes:
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
        """Whether a share of the time is over; the first plan always gets a little."""
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
