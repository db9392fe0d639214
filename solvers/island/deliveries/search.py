"""Best first over the beginnings of orders, orders, routes and ways."""

from __future__ import annotations

import sys
from fractions import Fraction
from functools import cached_property
from itertools import count
from typing import Any

from solvers.island.deliveries.calendar import bounding_calendars, returning_calendars
from solvers.island.deliveries.helper import Helper, cores
from solvers.island.deliveries.order import jobs
from solvers.island.deliveries.orders.branch_growth import BranchGrowth
from solvers.island.deliveries.search_lane import SearchLane
from solvers.island.deliveries.setting import Frame, Setting, Terrain
from solvers.island.deliveries.supplies import Supplies
from solvers.island.deliveries.trials import LeavingPart, PlanTrials
from solvers.island.deliveries.world import World

ALONE = 2.0
"""Seconds before another core is asked to help."""
WORTH_HELP = 3.0
"""Seconds that must be left for that."""
TIDY_SHARE = 0.5
"""How much of the time is at first for plans that leave no goods in towns."""
NEAR = Fraction(16, 15)
"""How near to the best plan their bound is when the others are more urgent."""
GLANCE = 0.05
"""How much of the time is for a first bound on the others: whoever stops early gets one, too."""
BATCH = 800
"""Beginnings of orders that grow at once."""
BEAM = 20
"""Beginnings of orders of each length that are looked at first of all."""
BEAM_PLANS = 3
"""Orders of each length that are taken down to plans then."""
BEAM_SHARE = 0.4
"""How much of the time at most is for that."""
EARLY = 10
"""Steps towards a plan between two batches of beginnings."""
SPLIT = 3
"""The first visits of a plan that leaves goods, which decide whether it is for this process."""
PLUNGE = 30
"""What is looked at for each way down to a plan."""


class Search(PlanTrials):
    """Looks for the best plan, and knows a bound on all of them at any time.

    Plans that leave no goods in towns have a lane of their own and the first part of the time:
    the others are many more and seldom better. The item with the highest bound is next. Now and
    then an order is looked at earlier, and taken down to a plan at once: a good plan that is known
    soon saves most of the work.
    """

    def begin_with(self, other: Search) -> None:
        """Begin with the best plan of a search among fewer plans."""
        other.run()
        self.plan, self.best, self._rank = other.plan, other.best, other._rank
        self.without_upgrade = other.without_upgrade

    def run(self) -> Fraction:
        """Look for the best plan until it is proven or time is over; return the bound."""
        self._begin_tidy()
        self._begin_leaving(LeavingPart.ALL)
        alone = min(TIDY_SHARE, ALONE / max(ALONE, self._limit))
        self._work([self._tidy], alone)
        self._work([self._leaving], alone)
        if self._to_do(self._leaving):
            self._work_with_help()
        self._work([self._tidy], TIDY_SHARE, NEAR)
        self._work([self._leaving, self._tidy], 1.0)
        return max(self.best, self._tidy.bound, self._leaving.bound)

    def run_leaving(self, best: Fraction) -> Fraction:
        """Look for all but the first part of the plans that leave goods; return the bound on them.

        Only plans that are worth more than ``best`` are of interest.
        """
        self.best, self._rank = best, (best, sys.maxsize)
        self._begin_leaving(LeavingPart.REST)
        self._work([self._leaving], 1.0)
        return self._leaving.bound

    def _begin_leaving(self, part: LeavingPart) -> None:
        """Begin with plans that leave goods in towns: with all of them, or with a part."""
        self._part, self._leaving = part, SearchLane()
        for setting in self._settings:
            if setting.crowds:
                growth = setting.crowded
                self._leaving.branches.add(setting, growth, growth.roots())

    def _begin_tidy(self) -> None:
        """Begin with plans that leave none; first of all with the train as it is."""
        for setting in self._settings:
            if setting.calendar.cost or setting.open:
                self._tidy.branches.add(setting, setting.tidy, setting.tidy.roots())
        plain = [each for each in self._settings if not (each.calendar.cost or each.open)]
        self._beam([(setting, setting.tidy.roots()) for setting in plain])

    def _to_do(self, lane: SearchLane) -> bool:
        return lane.top > self.best

    def _work_with_help(self) -> None:
        """Have another core look for half of the plans that leave goods.

        The others come here, after the plans that leave none. If the other process dies, all of
        them are still to be looked for.
        """
        left = self._limit - self.time.seconds
        if self._share < 1.0 or left < WORTH_HELP or cores() < 2:
            return
        known = self._leaving.bound
        helper = Helper(self.position, self.aim, self._terms, self.best, left)
        self.partner = helper
        self._begin_leaving(LeavingPart.FIRST)
        self._work([self._leaving], self.time.seconds / self._limit + GLANCE)
        self._work([self._tidy], TIDY_SHARE, NEAR)
        self._work([self._tidy, self._leaving], 1.0)
        found = helper.wait(self.time)
        self._listen()
        self.partner = None
        if found is None and not self._over():
            self._begin_leaving(LeavingPart.ALL)
        else:
            self._leaving.leave_open(known if found is None else found.bound)
        self._leaving.at_most(known)
        if found is None:
            return
        self.without_upgrade = max(self.without_upgrade, found.without_upgrade)
        if found.plan is not None:
            self._take(found.plan, found.value)

    def _work(self, lanes: list[SearchLane], share: float, near: Fraction = Fraction(1)) -> None:
        """Take what promises most until nothing promises more than the best plan, or near it."""
        for number in count():
            self._listen()
            lane = max(lanes, key=lambda each: each.top)
            top = lane.top
            if top <= near * self.best or self._over(share):
                return
            if number % PLUNGE == 0:
                self._plunge(lane, top)
            elif lane.orders.top == top:
                self._order(lane)
            elif lane.branches.top == top:
                self._branches(lane)
            elif lane.crowded.top == top:
                self._unpack(lane)
            else:
                tried, setting, _ = lane.slow.pop()
                self._best_ways(tried.route, setting)

    @cached_property
    def _settings(self) -> list[Setting]:
        """The settings that together hold for every plan."""
        large = self.position.board.of_kind("large")
        starts = large if self.position.at is None else [self.position.at]
        figures, train, horizon = self.position.figures, self.position.train, self.aim.horizon
        calendars = bounding_calendars(figures, train, horizon)
        again = returning_calendars(figures, train, horizon)
        supplies = Supplies(self.position)
        frame = Frame(self.aim, jobs(self.position), supplies, self._hopeless)
        found = []
        for terms in self._terms:
            for start in starts:
                terrain = Terrain(frame, World(self.position, start, terms))
                found += [Setting(frame, terrain, each) for each in calendars]
                found += [Setting(frame, terrain, each, open=True) for each in again]
        return found

    def _branches(self, lane: SearchLane) -> None:
        """Let the beginnings of orders grow that promise most, and look at some orders."""
        setting, growth, rows = lane.branches.take(BATCH, self.best)
        lane.branches.add(setting, growth, self._grown(setting, growth, rows))
        for _ in range(EARLY):
            if lane.orders.top > self.best:
                self._order(lane)

    def _grown(self, setting: Setting, growth: BranchGrowth, rows: Any) -> Any:
        """Return the branches with one more visit; where all is delivered, an order ends."""
        found = self._here(growth, growth.grown(rows, self.best))
        growth.branches.drop(rows)
        for order, most in setting.orders(growth, found):
            self._push(order, setting, 0, most)
        return found

    def _here(self, growth: BranchGrowth, rows: Any) -> Any:
        """Return those of the branches that leave goods which do not belong to another process."""
        if self._part is LeavingPart.ALL or not growth.trains.crowded:
            return rows
        branches = growth.branches
        split = branches["depth"][rows] == SPLIT
        visits = [branches.visits(row) for row in rows[split].tolist()]
        elsewhere = split.copy()
        elsewhere[split] = [_first(each) != (self._part is LeavingPart.FIRST) for each in visits]
        branches.drop(rows[elsewhere])
        return rows[~elsewhere]

    def _beam(self, some: list[tuple[Setting, Any]]) -> None:
        """Carry on what promises most of each length, and look for plans in what comes of it."""
        branches = self._tidy.branches
        while some and not self._over():
            found = [(setting, self._grown(setting, setting.tidy, rows)) for setting, rows in some]
            for _ in range(BEAM_PLANS):
                if not self._over(BEAM_SHARE):
                    self._plunge(self._tidy, None)
            some = []
            for setting, rows in found:
                known = setting.tidy.branches
                order = (-known["sum"][rows] / known["by"][rows]).argsort(kind="stable")
                branches.add(setting, setting.tidy, rows[order[BEAM:]])
                if len(rows):
                    some.append((setting, rows[order[:BEAM]]))
        for setting, rows in some:
            branches.add(setting, setting.tidy, rows)

    def _plunge(self, lane: SearchLane, most: Fraction | None) -> None:
        """Take the order that promises most to a plan; nothing else is worth more than ``most``."""
        if lane.orders.top > self.best:
            self._dive(lane, most)


def _first(visits: tuple[int, ...]) -> bool:
    """Return whether a plan that begins so is for the first process: about one in two is."""
    return hash(visits) >> 10 & 1 == 0
