"""A kind of plans: where the train begins, on which terms, with which trains."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from solvers.island.deliveries.aim import Aim
from solvers.island.deliveries.calendar import Calendar, real_calendars
from solvers.island.deliveries.order import Hopeless, Job, Order, Supplies
from solvers.island.deliveries.orders.branch_growth import BranchGrowth
from solvers.island.deliveries.orders.deeds import Deeds
from solvers.island.deliveries.orders.followed import followed
from solvers.island.deliveries.orders.numbers import Numbers
from solvers.island.deliveries.orders.spending import Spending
from solvers.island.deliveries.orders.trains import Trains
from solvers.island.deliveries.route_search import RouteSearch
from solvers.island.deliveries.shares import JoiningShares
from solvers.island.deliveries.still_to_earn import StillToEarn
from solvers.island.deliveries.timetable import Pace, Timetable
from solvers.island.deliveries.world import World


class Frame:
    """What all settings of a question have in common."""

    def __init__(
        self, aim: Aim, jobs: Sequence[Job], supplies: Supplies, hopeless: Hopeless
    ) -> None:
        self.aim, self.jobs, self.supplies, self.hopeless = aim, jobs, supplies, hopeless
        self.sources = {job.good: supplies.towns(job.good) for job in jobs}
        self._still_to_earn: dict[Hashable, StillToEarn] = {}

    def still_to_earn(self, setting: Setting, room: int) -> StillToEarn:
        """Return what can be earned at most; the start matters only for what visits bear."""
        world, shares = setting.world, setting.terrain.shares
        speed = setting.calendar.speeds[-1]
        key = world.terms, speed, room, frozenset(shares.share.items())
        if key not in self._still_to_earn:
            known = world, self.sources, self.jobs, speed, room, self.aim.horizon
            self._still_to_earn[key] = StillToEarn(*known, shares, net=self.aim.net)
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
    def growth(self) -> BranchGrowth:
        """The beginnings of orders."""
        room = max(self.calendar.capacities)
        earn = self.frame.still_to_earn(self, room)
        return BranchGrowth(self.terrain.deeds, self._trains, self.frame.aim, earn)

    def orders(self, growth: BranchGrowth, rows: Any) -> Iterator[tuple[Order, Fraction]]:
        """Yield the orders that end with some branches, and what plans with their ports are worth.

        In which ports the train boards and lands is left open in the order itself.
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
            yield order, aim.value(int(branches["pay"][row]), cost, turn)
