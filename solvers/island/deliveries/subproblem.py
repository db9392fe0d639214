"""A kind of plans, bounded and searched by itself: a beginning, terms, the trains of a calendar."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace
from functools import cached_property

from solvers.island.deliveries.aim import Aim
from solvers.island.deliveries.calendar import Calendar, real_calendars
from solvers.island.deliveries.labels import LabelGrowth
from solvers.island.deliveries.order import Hopeless, Job, Supplies
from solvers.island.deliveries.route_search import RouteSearch
from solvers.island.deliveries.shares import JoiningShares
from solvers.island.deliveries.still_to_earn import StillToEarn
from solvers.island.deliveries.timetable import Pace, Timetable
from solvers.island.deliveries.world import World


class DeliveryQuestion:
    """What all subproblems have in common: the aim, the deliveries and the goods there are."""

    def __init__(
        self, aim: Aim, jobs: Sequence[Job], supplies: Supplies, hopeless: Hopeless
    ) -> None:
        self.aim, self.jobs, self.supplies, self.hopeless = aim, jobs, supplies, hopeless
        self.sources = {job.good: supplies.towns(job.good) for job in jobs}
        self._still_to_earn: dict[Hashable, StillToEarn] = {}

    def shares(self, world: World) -> JoiningShares:
        """What visits bear of the cost of joining towns."""
        return JoiningShares(world, self.sources, self.jobs, net=self.aim.net)

    def still_to_earn(self, world: World, calendar: Calendar, shares: JoiningShares) -> StillToEarn:
        """The table of what can be earned; the start matters only for what visits bear."""
        speed, room = calendar.speeds[-1], max(calendar.capacities)
        key = world.terms, speed, room, frozenset(shares.share.items())
        if key not in self._still_to_earn:
            known = world, self.sources, self.jobs, speed, room, self.aim.horizon
            self._still_to_earn[key] = StillToEarn(*known, shares, net=self.aim.net)
        return self._still_to_earn[key]


class Subproblem:
    """The plans of one world under one calendar, with what is known of their orders and routes.

    If it is ``open``, plans are not looked for: only a bound on them is asked.
    """

    def __init__(
        self,
        question: DeliveryQuestion,
        world: World,
        shares: JoiningShares,
        calendar: Calendar,
        *,
        open: bool = False,
    ) -> None:
        self.question, self.world, self.shares, self.open = question, world, shares, open
        self.calendar = replace(calendar, cost=calendar.cost + world.terms.fee)
        self.pace = Pace(world, self.calendar)

    @cached_property
    def table(self) -> Timetable:
        """How soon the train can be somewhere."""
        return Timetable(self.world, self.calendar)

    @cached_property
    def routes(self) -> RouteSearch:
        """The routes under this calendar."""
        return RouteSearch(self.world, self.table, self.question.hopeless)

    @cached_property
    def behind(self) -> list[Subproblem]:
        """The subproblems with real upgrades of which this one is a relaxation."""
        figures, train = self.world.figures, self.world.position.train
        turns = self.question.aim.horizon
        calendars = real_calendars(figures, train, turns, self.calendar, turns - 1)
        return [Subproblem(self.question, self.world, self.shares, each) for each in calendars]

    @cached_property
    def growth(self) -> LabelGrowth:
        """The beginnings of orders."""
        question = self.question
        earn = question.still_to_earn(self.world, self.calendar, self.shares)
        known = self.table, question.jobs, question.supplies, question.aim
        return LabelGrowth(*known, earn, self.shares)
