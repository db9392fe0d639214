"""A kind of plans: where the train begins, on which terms, with which trains."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from solvers.island.deliveries.aim import NOTHING, Aim
from solvers.island.deliveries.calendar import Calendar, real_calendars
from solvers.island.deliveries.order import Hopeless, Job, Order, Visit
from solvers.island.deliveries.orders.branch_growth import BranchGrowth
from solvers.island.deliveries.orders.by_port import worth_by_port
from solvers.island.deliveries.orders.careful_unpacking import Unpacked, unpacked
from solvers.island.deliveries.orders.crowd import Crowd, CrowdTimes
from solvers.island.deliveries.orders.deadlines import crowded_orders
from solvers.island.deliveries.orders.deeds import Deeds
from solvers.island.deliveries.orders.detours import Detours
from solvers.island.deliveries.orders.earliest_arrivals import EarliestArrivals
from solvers.island.deliveries.orders.followed import followed
from solvers.island.deliveries.orders.numbers import Numbers
from solvers.island.deliveries.orders.spending import Spending
from solvers.island.deliveries.orders.trains import Trains
from solvers.island.deliveries.orders.trips import Trips
from solvers.island.deliveries.route_search import RouteSearch
from solvers.island.deliveries.shares import JoiningShares
from solvers.island.deliveries.still_to_earn import StillToEarn
from solvers.island.deliveries.supplies import Supplies
from solvers.island.deliveries.timetable import Pace, Timetable
from solvers.island.deliveries.world import World

_BEHIND = 16
"""How many calendars an order is looked at under, at most, before it is taken apart."""


class Frame:
    """What all settings of a question have in common."""

    def __init__(
        self, aim: Aim, jobs: Sequence[Job], supplies: Supplies, hopeless: Hopeless
    ) -> None:
        self.aim, self.jobs, self.supplies, self.hopeless = aim, jobs, supplies, hopeless
        self.sources = {job.good: supplies.towns(job.good) for job in jobs}
        self.cards = len({job.card for job in jobs})
        self._still_to_earn: dict[Hashable, StillToEarn] = {}

    def still_to_earn(self, setting: Setting, room: int) -> StillToEarn:
        """Return what can be earned at most; the start matters only for what visits bear."""
        world, shares = setting.world, setting.terrain.shares
        speed, capacity = setting.calendar.speeds[-1], max(setting.calendar.capacities)
        key = world.terms, speed, room, capacity, frozenset(shares.share.items())
        if key not in self._still_to_earn:
            known = world, self.sources, self.jobs, speed, room, self.aim.horizon
            self._still_to_earn[key] = StillToEarn(*known, shares, capacity, net=self.aim.net)
        return self._still_to_earn[key]


class Terrain:
    """What all settings of a world have in common: its places, costs and visits in numbers."""

    def __init__(self, frame: Frame, world: World) -> None:
        self.frame, self.world = frame, world

    @cached_property
    def shares(self) -> JoiningShares:
        """What visits bear of the cost of joining towns."""
        frame = self.frame
        return JoiningShares(self.world, frame.sources, frame.jobs, net=frame.aim.net)

    @cached_property
    def deeds(self) -> Deeds:
        """The visits there are."""
        frame = self.frame
        spending = Spending(Numbers(self.world), self.shares, net=frame.aim.net)
        return Deeds(spending, frame.jobs, frame.supplies, frame.aim.horizon)

    @cached_property
    def earliest(self) -> EarliestArrivals:
        """The earliest arrivals, whatever lines there are."""
        return EarliestArrivals(self.deeds.spending.numbers)


class Setting:
    """A start, terms and a calendar, with what can be said about orders and routes under them.

    If it is ``open``, plans under it are not looked for: only a bound on them is asked.
    """

    def __init__(
        self, frame: Frame, terrain: Terrain, calendar: Calendar, *, open: bool = False
    ) -> None:
        self.frame, self.terrain, self.open = frame, terrain, open
        self.world = terrain.world
        self.calendar = replace(calendar, cost=calendar.cost + self.world.terms.fee)
        self.pace = Pace(self.world, self.calendar)

    @cached_property
    def routes(self) -> RouteSearch:
        """The routes under this calendar."""
        table = Timetable(self.world, self.calendar)
        return RouteSearch(self.world, table, self.frame.hopeless)

    @cached_property
    def behind(self) -> list[Setting]:
        """The settings that this one is a bound for."""
        figures, train = self.world.figures, self.world.position.train
        turns = self.frame.aim.horizon
        calendars = real_calendars(figures, train, turns, self.calendar, turns - 1)
        return [Setting(self.frame, self.terrain, calendar) for calendar in calendars]

    @cached_property
    def _trains(self) -> Trains:
        numbers = self.terrain.deeds.spending.numbers
        return Trains(numbers, self.calendar, self.frame.aim.horizon)

    @cached_property
    def tidy(self) -> BranchGrowth:
        """The orders that leave no goods in towns."""
        room = max(self.calendar.capacities)
        earn = self.frame.still_to_earn(self, room)
        return BranchGrowth(self.terrain.deeds, self._trains, self.frame.aim, earn)

    @cached_property
    def crowded(self) -> BranchGrowth:
        """The orders with no regard to the room on the train."""
        earn = self.frame.still_to_earn(self, self.frame.cards)
        trains, detours = self._trains.as_crowded(), Detours(self._times)
        known = self.terrain.deeds, trains, self.frame.aim, earn
        return BranchGrowth(*known, detours if detours.fit else None)

    @property
    def crowds(self) -> bool:
        """Return whether there can be more goods than the train has room for at any time."""
        return self.frame.cards > self._trains.room

    def orders(self, growth: BranchGrowth, rows: Any) -> Iterator[tuple[Order, Fraction]]:
        """Yield the orders that end with some branches, and what plans with their ports are worth.

        In which ports the train boards and lands is left open in the order itself, unless it is
        crowded.
        """
        deeds, branches, aim = self.terrain.deeds, growth.branches, self.frame.aim
        rows = growth.ended(rows)
        sequences = [
            tuple(deeds.visits[number] for number in branches.visits(row)) for row in rows.tolist()
        ]
        turns = growth.pace.turn[branches["moment"][rows]]
        for row, turn, order in zip(
            rows.tolist(), turns.tolist(), followed(growth.trips, deeds, sequences), strict=True
        ):
            if order is None:
                continue
            cost = int(branches["cost"][row]) + self.calendar.cost
            if order.crowded:
                moments = tuple(map(max, order.moments, branches.moments(row)))
                order = replace(order, cost=max(order.cost, cost), moments=moments)
            yield order, aim.value(int(branches["pay"][row]), cost, turn)

    @cached_property
    def _times(self) -> CrowdTimes:
        earliest = self.terrain.earliest
        return CrowdTimes(earliest, self.calendar, self.frame.jobs, self._trains.room)

    @cached_property
    def refines(self) -> bool:
        """Whether crowded orders are looked at under each of the calendars behind this one."""
        return self.calendar.changes is None and not self.open and len(self.behind) <= _BEHIND

    def refined(self, orders: Sequence[Order]) -> Iterator[tuple[Order, Setting]]:
        """Yield crowded orders under each of the calendars behind this one, if they are possible.

        Those are left out for which there is room at any time when their goods are held.
        """
        deeds, here = self.terrain.deeds, self.calendar
        sequences = [order.visits for order in orders]
        for real in self.behind:
            there = real.calendar
            trips = Trips(deeds.spending, real._trains.as_crowded())
            for order, found in zip(orders, followed(trips, deeds, sequences), strict=True):
                if found is None:
                    continue
                least = (there.seen_from(here, moment) for moment in order.moments)
                moments = tuple(map(max, found.moments, least))
                moments = *moments[:-1], max(moments[-1], there.upgraded)
                cost = max(found.cost, order.cost - here.cost + there.cost)
                if there.crowds(found.held, (0, *moments)):
                    yield replace(found, moments=moments, cost=cost), real

    @property
    def unpacks(self) -> bool:
        """Return whether crowded orders can be taken apart."""
        return self._times.fits

    def at_once(self, orders: Sequence[Order]) -> int:
        """Return how many of some crowded orders can be taken apart at once."""
        return self._times.at_once(max(len(order.visits) for order in orders))

    def unpacked(
        self,
        orders: Sequence[Order],
        best: Fraction,
        known: set[tuple[Visit, ...]],
        late: Callable[[], None],
    ) -> Iterator[tuple[list[tuple[Order, Fraction]], Fraction]]:
        """Yield the orders that leave goods in towns, and for which crowded ones stand.

        Each goes with what it is worth at most. Only those that can be worth more than ``best``
        are of interest, and whose visits are not ``known`` yet. With each list goes what those of
        the next one are worth at most. ``late`` raises an exception when time is over.
        """
        deeds = self.terrain.deeds
        crowd = crowded_orders(orders, deeds.spending, self.frame.aim, self.calendar, best)
        if crowd:
            trips = Trips(deeds.spending, self._trains)
            for found in unpacked(Crowd(crowd, self._times), trips, late):
                values = [self._worth(each) for each in found]
                visits = dict.fromkeys(each.visits for each in found)
                new = [each for each in visits if each not in known]
                known.update(new)
                orders = [order for order in followed(trips, deeds, new) if order is not None]
                worth = self._by_port(trips, orders)
                yield [*zip(orders, worth, strict=True)], max(values, default=NOTHING)

    def _by_port(self, trips: Trips, orders: list[Order]) -> list[Fraction]:
        """Return what orders are worth at most; if own lines lead to ports, these tell more."""
        deeds, aim = self.terrain.deeds, self.frame.aim
        if deeds.spending.by_port and orders:
            return worth_by_port(trips, deeds, orders, aim, self.frame.hopeless)
        return [aim.value(order.pay, order.cost, order.turn) for order in orders]

    def _worth(self, found: Unpacked) -> Fraction:
        cost, turn = found.cost + self.calendar.cost, self.calendar.turn(found.moment)
        return self.frame.aim.value(found.pay, cost, turn)
