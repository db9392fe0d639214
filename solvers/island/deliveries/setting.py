"""A kind of plans: where the train begins, on which terms, with which trains."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property

from solvers.island.deliveries.aim import Aim
from solvers.island.deliveries.branch import Branch
from solvers.island.deliveries.calendar import Calendar, real_calendars
from solvers.island.deliveries.order import Job
from solvers.island.deliveries.order_search import Hopeless, OrderSearch
from solvers.island.deliveries.route_search import RouteSearch
from solvers.island.deliveries.shares import PARTS, JoiningShares
from solvers.island.deliveries.still_to_earn import StillToEarn
from solvers.island.deliveries.terms import Terms
from solvers.island.deliveries.timetable import Pace
from solvers.island.deliveries.unpacking import Unpacking
from solvers.island.deliveries.world import World


class Frame:
    """What all settings of a question have in common."""

    def __init__(self, aim: Aim, jobs: Sequence[Job], hopeless: Hopeless) -> None:
        self.aim, self.jobs, self.hopeless = aim, jobs, hopeless
        self._still_to_earn: dict[tuple[Terms, int, int, int, bool], StillToEarn] = {}

    def still_to_earn(self, orders: OrderSearch, shares: JoiningShares, room: int) -> StillToEarn:
        """Return what can be earned at most; the start does not matter."""
        speed, capacity = orders.calendar.speeds[-1], max(orders.calendar.capacities)
        key = orders.world.terms, speed, room, capacity, bool(shares.price)
        if key not in self._still_to_earn:
            known = orders.world, orders.sources, self.jobs, speed, room, self.aim.horizon
            self._still_to_earn[key] = StillToEarn(*known, shares, capacity, net=self.aim.net)
        return self._still_to_earn[key]


class Setting:
    """A start, terms and a calendar, with what can be said about orders and routes under them.

    If it is ``open``, plans under it are not looked for: only a bound on them is asked.
    """

    def __init__(
        self, frame: Frame, world: World, calendar: Calendar, *, open: bool = False
    ) -> None:
        self.frame, self.world, self.open = frame, world, open
        self.calendar = replace(calendar, cost=calendar.cost + world.terms.fee)
        self.pace = Pace(world, self.calendar)

    @cached_property
    def orders(self) -> OrderSearch:
        """The orders under this calendar."""
        return OrderSearch(self.world, self.calendar, self.frame.aim.horizon, self.frame.jobs)

    @cached_property
    def shares(self) -> JoiningShares:
        """What visits bear of the cost of joining towns."""
        return JoiningShares(
            self.world, self.orders.sources, self.frame.jobs, net=self.frame.aim.net
        )

    @cached_property
    def unpacking(self) -> Unpacking:
        """What crowded orders stand for."""
        return Unpacking(self.orders)

    @cached_property
    def routes(self) -> RouteSearch:
        """The routes under this calendar."""
        return RouteSearch(self.world, self.orders.table, self.frame.hopeless)

    @cached_property
    def behind(self) -> list[Setting]:
        """The settings that this one is a bound for."""
        figures, train = self.world.figures, self.world.position.train
        turns = self.frame.aim.horizon
        calendars = real_calendars(figures, train, turns, self.calendar, turns - 1)
        return [Setting(self.frame, self.world, calendar) for calendar in calendars]

    def everything(self) -> Fraction:
        """Return a bound on the value of every order, without a look at any."""
        best: dict[int, int] = {}
        for job in self.frame.jobs:
            best[job.card] = max(job.pay, best.get(job.card, 0))
        spent = self.calendar.cost if self.frame.aim.net else 0
        return self.frame.aim.most([(1, sum(best.values()) - spent)])

    def promise(self, branch: Branch, *, with_care: bool = False) -> Fraction:
        """Return a bound on the value of every order that begins so.

        With care it is reckoned when all that is begun is delivered, which takes longer.
        """
        room = max(self.calendar.capacities)
        if branch.crowded:
            room = len({job.card for job in self.frame.jobs})
        aim, calendar, since = self.frame.aim, self.calendar, branch.labels[0][0]
        held = branch.aboard | branch.left
        first = self.orders.all_delivered(branch) if with_care else calendar.turn(since)
        turns = range(max(1, first), aim.horizon + 1)
        still_to_earn = self.frame.still_to_earn(self.orders, self.shares, room)
        left = [calendar.end(turn) - since for turn in turns]
        gains = still_to_earn.gains(branch.at, branch.done, held, left)
        earned = PARTS * branch.pay
        if aim.net:
            stops = branch.stops | {job.town for job in held}
            lines = self.shares.costs.least_cost(stops) + calendar.cost
            earned -= PARTS * (lines + branch.hires)
            earned -= self.shares.due(stops, branch.done, held)
        return aim.most(
            (turn, (earned + gain) // PARTS) for turn, gain in zip(turns, gains, strict=True)
        )
