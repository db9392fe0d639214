"""Best first over the beginnings of orders, orders, routes and ways."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from itertools import count
from typing import Any

from solvers.island.deliveries.calendar import bounding_calendars, returning_calendars
from solvers.island.deliveries.order import Supplies, jobs
from solvers.island.deliveries.orders.branch_growth import BranchGrowth
from solvers.island.deliveries.setting import Frame, Setting, Terrain
from solvers.island.deliveries.trials import PlanTrials
from solvers.island.deliveries.world import World

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
PLUNGE = 30
"""What is looked at for each way down to a plan."""


class Search(PlanTrials):
    """Looks for the best plan, and knows a bound on all of them at any time.

    Plans leave no goods in towns: those that do are many more and seldom better. This is a
    best-first branch and bound: the item with the highest upper bound is next. Now and
    then an order is looked at earlier, and taken down to a plan at once: a good plan that is known
    soon saves most of the work.
    """

    def begin_with(self, other: Search) -> None:
        """Begin with the best plan of a search among fewer plans."""
        other.run()
        self.plan, self.best, self._rank = other.plan, other.best, other._rank
        self.without_upgrade, self.by_cards = other.without_upgrade, other.by_cards

    def run(self) -> Fraction:
        """Look for the best plan until it is proven or time is over; return the bound."""
        self._begin()
        self._work()
        return max(self.best, self._lane.bound)

    @property
    def ended(self) -> str:
        """Why the search ended without a proof; nothing if it has one."""
        if self._lane.bound <= self.best:
            return ""
        if self._lane.top > self.best:
            return "stopped by the user" if self.time.interrupted else "time is over"
        return self._lane.reason

    def _begin(self) -> None:
        """Begin with the empty orders of all settings; first of all with the train as it is."""
        for setting in self._settings:
            if setting.calendar.cost or setting.open:
                self._lane.branches.add(setting, setting.growth, setting.growth.roots())
        plain = [each for each in self._settings if not (each.calendar.cost or each.open)]
        self._beam([(setting, setting.growth.roots()) for setting in plain])

    def _work(self) -> None:
        """Take what promises most until nothing promises more than the best plan."""
        lane = self._lane
        for number in count():
            top = lane.top
            if top <= self.best or self._over():
                return
            if number % PLUNGE == 0:
                self._plunge(top)
            elif lane.orders.top == top:
                self._order()
            elif lane.branches.top == top:
                self._branches()
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
        if self.position.first_round:
            calendars, again = (
                [each.after_first_round() for each in some] for some in (calendars, again)
            )
        supplies = Supplies(self.position)
        frame = Frame(self.aim, jobs(self.position), supplies, self._hopeless)
        found = []
        for terms in self._terms:
            for start in starts:
                terrain = Terrain(frame, World(self.position, start, terms))
                found += [Setting(frame, terrain, each) for each in calendars]
                found += [Setting(frame, terrain, each, open=True) for each in again]
        return found

    def _branches(self) -> None:
        """Let the beginnings of orders grow that promise most, and look at some orders."""
        lane = self._lane
        setting, growth, rows = lane.branches.take(BATCH, self.best)
        lane.branches.add(setting, growth, self._grown(setting, growth, rows))
        for _ in range(EARLY):
            if lane.orders.top > self.best:
                self._order()

    def _grown(self, setting: Setting, growth: BranchGrowth, rows: Any) -> Any:
        """Return the branches with one more visit; where all is delivered, an order ends."""
        found = growth.grown(rows, self.best)
        growth.branches.drop(rows)
        for order, most in setting.orders(growth, found):
            self._push(order, setting, 0, most)
        return found

    def _beam(self, some: list[tuple[Setting, Any]]) -> None:
        """Carry on what promises most of each length, and look for plans in what comes of it."""
        branches = self._lane.branches
        while some and not self._over():
            found = [
                (setting, self._grown(setting, setting.growth, rows)) for setting, rows in some
            ]
            for _ in range(BEAM_PLANS):
                if not self._over(BEAM_SHARE):
                    self._plunge(None)
            some = []
            for setting, rows in found:
                known = setting.growth.branches
                order = (-known["sum"][rows] / known["by"][rows]).argsort(kind="stable")
                branches.add(setting, setting.growth, rows[order[BEAM:]])
                if len(rows):
                    some.append((setting, rows[order[:BEAM]]))
        for setting, rows in some:
            branches.add(setting, setting.growth, rows)

    def _plunge(self, most: Fraction | None) -> None:
        """Take the order that promises most to a plan; nothing else is worth more than ``most``."""
        if self._lane.orders.top > self.best:
            self._dive(most)
