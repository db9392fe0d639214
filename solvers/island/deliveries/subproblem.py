"""Subproblems (a beginning, terms, a calendar), and queues of what is open in them."""

from __future__ import annotations

import heapq
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import count
from typing import Generic, TypeVar

from solvers.island.deliveries.aim import NOTHING, Aim
from solvers.island.deliveries.calendar import Calendar, real_calendars
from solvers.island.deliveries.costs import JoiningShares
from solvers.island.deliveries.labels import LabelGrowth, OrderLabel
from solvers.island.deliveries.order import Hopeless, Job, Order, Supplies
from solvers.island.deliveries.route import DeliveryRoute, PartialRoute, RouteSearch
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


@dataclass(frozen=True)
class Tried:
    """A route that was carried out on good ways; are there better ones?

    With each trial that time ended before it was decided, the next one has twice the time.
    """

    route: DeliveryRoute
    trials: int = 0


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
