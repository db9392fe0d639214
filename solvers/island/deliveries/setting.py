"""A kind of plans: where the train begins, on which terms, with which trains."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import replace
from fractions import Fraction
from functools import cached_property

from solvers.island.deliveries.aim import Aim
from solvers.island.deliveries.branch import Branch
from solvers.island.deliveries.calendar import Calendar, real_calendars
from solvers.island.deliveries.order import Job, Visit
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

    def forget_unpacked(self) -> None:
        """Let every order be taken apart again."""
        self.__dict__.pop("unpacking", None)

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

    def longer(self, branch: Branch, best: Fraction) -> Iterator[Branch]:
        """Yield the branches with one more visit, without most of those that are no better."""
        aim, calendar = self.frame.aim, self.calendar
        holding = branch.aboard | branch.left
        lines, ends = self._lines(branch, holding), calendar.end

        def worth_it(visit: Visit, moment: int) -> bool:
            """Return whether a branch with this visit can be better, whatever it costs."""
            job = {visit.job}
            done = branch.done | {visit.job.card} if visit.deliver else branch.done
            held = holding - job if visit.deliver else holding | job
            turns = range(max(1, calendar.turn(moment)), aim.horizon + 1)
            left = [ends(turn) - moment for turn in turns]
            gains = self._gains(branch.crowded, visit.point, done, held, left)
            pay = branch.pay + visit.deliver * visit.job.pay
            stops = branch.stops | {self.world.joined(visit.point)}
            earned = self._earned(pay, lines + branch.hires, stops, done, held)
            pairs = zip(turns, gains, strict=True)
            return aim.most((turn, (earned + gain) // PARTS) for turn, gain in pairs) > best

        return self.orders.longer(branch, worth_it)

    def promise(self, branch: Branch, *, with_care: bool = False) -> Fraction:
        """Return a bound on the value of every order that begins so.

        With care it is reckoned when all that is begun is delivered, which takes longer.
        """
        aim, calendar, since = self.frame.aim, self.calendar, branch.labels[0][0]
        held = branch.aboard | branch.left
        first = calendar.turn(since)
        if with_care:
            first = max(first, self.orders.all_delivered(branch))
        turns = range(max(1, first), aim.horizon + 1)
        left = [calendar.end(turn) - since for turn in turns]
        gains = self._gains(branch.crowded, branch.at, branch.done, held, left)
        spent = self._lines(branch, held) + branch.hires
        earned = self._earned(branch.pay, spent, branch.stops, branch.done, held)
        return aim.most(
            (turn, (earned + gain) // PARTS) for turn, gain in zip(turns, gains, strict=True)
        )

    def _gains(
        self, crowded: bool, at: int, done: frozenset[int], held: frozenset[Job], left: list[int]
    ) -> list[int]:
        """Return what can still be earned, in parts, by the time that is left."""
        room = max(self.calendar.capacities)
        if crowded:
            room = len({job.card for job in self.frame.jobs})
        return self.frame.still_to_earn(self.orders, self.shares, room).gains(at, done, held, left)

    def _lines(self, branch: Branch, held: frozenset[Job]) -> int:
        """Return what the lines of a branch cost at least, beside what visits bear."""
        if not self.frame.aim.net:
            return 0
        stops, costs = branch.stops | {job.town for job in held}, self.shares.costs
        if not branch.landfalls:
            return costs.least_cost(stops)
        return costs.still_needed(branch.landfalls, stops)

    def _earned(
        self, pay: int, spent: int, stops: frozenset[int], done: frozenset[int], held: Set[Job]
    ) -> int:
        """Return what is earned, in parts, less what is spent if that counts."""
        if not self.frame.aim.net:
            return PARTS * pay
        due = self.shares.due(stops | {job.town for job in held}, done, held)
        return PARTS * (pay - spent - self.calendar.cost) - due
