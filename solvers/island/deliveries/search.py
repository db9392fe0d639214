"""Best first over the beginnings of orders, orders, routes and ways."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property
from itertools import count

from solvers.island.deliveries.branch import Branch
from solvers.island.deliveries.calendar import bounding_calendars, returning_calendars
from solvers.island.deliveries.helper import Helper, cores
from solvers.island.deliveries.order import jobs
from solvers.island.deliveries.search_lane import SearchLane, Weighed
from solvers.island.deliveries.setting import Frame, Setting
from solvers.island.deliveries.trials import LeavingPart, PlanTrials
from solvers.island.deliveries.twins import Promising
from solvers.island.deliveries.world import World

ALONE = 2.0
"""Seconds before another core is asked to help."""
WORTH_HELP = 3.0
"""Seconds that must be left for that."""
TIDY_SHARE = 0.5
"""How much of the time is at first for plans that leave no goods in towns."""
BEAM = 20
"""Beginnings of orders of each length that are looked at first of all."""
BEAM_SHARE = 0.4
"""How much of the time at most is for the plans that these give."""
DIVE = 3
"""Beginnings of orders that are looked at for each step towards a plan; at first, for each plan."""
PARTS = 3
"""Into how many parts plans that leave goods are divided: the first one is for this process."""
SPLIT = 2
"""The first visits of a plan, which decide to which part it belongs."""
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
        self._work([self._tidy], TIDY_SHARE)
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
            setting.forget_unpacked()
        for promise, root, setting in self._roots():
            if root.crowded:
                self._leaving.branches.push(promise, Weighed(root), setting)

    def _begin_tidy(self) -> None:
        """Begin with plans that leave none; first of all with the train as it is."""
        plain = []
        for promise, root, setting in self._roots():
            if root.crowded:
                continue
            if setting.calendar.cost or setting.open:
                self._tidy.branches.push(promise, Weighed(root), setting)
            else:
                plain.append((promise, root, setting))
        self._beam(plain)

    def _roots(self) -> Iterator[Promising]:
        for setting in self._settings:
            for root in setting.orders.roots():
                yield setting.everything(), root, setting

    def _to_do(self, lane: SearchLane) -> bool:
        return lane.top > self.best

    def _work_with_help(self) -> None:
        """Have another core look for most of the plans that leave goods.

        The others come here, after the plans that leave none. If the other process dies, all of
        them are still to be looked for.
        """
        left = self._limit - self.time.seconds
        if self._share < 1.0 or left < WORTH_HELP or cores() < 2:
            return
        known = self._leaving.bound
        helper = Helper(self.position, self.aim, self._terms, self.best, left)
        self._begin_leaving(LeavingPart.FIRST)
        self._work([self._tidy], TIDY_SHARE)
        self._work([self._tidy, self._leaving], 1.0)
        found = helper.wait(self.time)
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

    def _work(self, lanes: list[SearchLane], share: float) -> None:
        """Take what promises most until nothing promises more than the best plan."""
        for number in count():
            lane = max(lanes, key=lambda each: each.top)
            top = lane.top
            if top <= self.best or self._over(share):
                return
            early = number % DIVE == 0 and lane.orders.top > self.best
            if number % PLUNGE == 0:
                self._plunge(lane)
            elif early or lane.orders.top == top:
                self._order(*lane.orders.pop())
            elif lane.branches.top == top:
                self._branch(lane, *lane.branches.pop())
            elif lane.crowded.top == top:
                self._unpack(*lane.crowded.pop()[:2])
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
        frame = Frame(self.aim, jobs(self.position), self._hopeless)
        found = []
        for terms in self._terms:
            for world in (World(self.position, start, terms) for start in starts):
                found += [Setting(frame, world, each) for each in calendars]
                found += [Setting(frame, world, each, open=True) for each in again]
        return found

    def _branch(
        self, lane: SearchLane, item: Branch | Weighed, setting: Setting, depth: int
    ) -> None:
        """Weigh the beginning of an order, and carry it on if it still promises most."""
        if isinstance(item, Branch) and item.visits:
            promise = setting.promise(item, with_care=True)
            if promise < lane.branches.top:
                if promise > self.best:
                    lane.branches.push(promise, Weighed(item), setting, depth)
                return
        branch = item.branch if isinstance(item, Weighed) else item
        for promise, longer, _ in self._grow(branch, setting):
            weighed = Weighed(longer) if longer.crowded else longer
            lane.branches.push(promise, weighed, setting, len(longer.visits))

    def _beam(self, some: list[Promising]) -> None:
        """Carry on what promises most of each length, and look for plans in what comes of it."""
        branches = self._tidy.branches
        while some:
            found: list[Promising] = []
            for number, (promise, branch, setting) in enumerate(some):
                if self._over():
                    branches.push(promise, branch, setting, len(branch.visits))
                    continue
                found += self._grow(branch, setting)
                if number % DIVE == 0 and not self._over(BEAM_SHARE):
                    self._plunge(self._tidy)
            found.sort(key=lambda each: -each[0])
            some, rest = found[:BEAM], found[BEAM:]
            for promise, branch, setting in rest:
                branches.push(promise, branch, setting, len(branch.visits))

    def _plunge(self, lane: SearchLane) -> None:
        """Take the order that promises most to a plan; a crowded one is taken apart before."""
        if lane.crowded.top > max(self.best, lane.orders.top):
            self._unpack(*lane.crowded.pop()[:2])
        if lane.orders.top > self.best:
            self._dive(*lane.orders.pop())

    def _grow(self, branch: Branch, setting: Setting) -> list[Promising]:
        """Return the beginnings of orders with one more visit; where all is delivered, one ends."""
        found = []
        for longer in setting.longer(branch, self.best):
            value = setting.promise(longer)
            if longer.crowded and value > self.best:
                value = setting.promise(longer, with_care=True)
            if self._carries_on((value, longer, setting)):
                found.append((value, longer, setting))
        return found

    def _carries_on(self, promise: Promising) -> bool:
        """Return whether a branch is carried on; if all is delivered, an order ends with it.

        With that, what has waited for its beginnings is carried on, too.
        """
        value, branch, setting = promise
        lane = self._lane(branch)
        if value <= self.best or self._elsewhere(branch) or lane.twins.waits(promise):
            return False
        if self._ends(branch, setting):
            for again in lane.twins.fruitful(branch):
                if self._carries_on(again):
                    lane.branches.push(*again, len(again[1].visits))
        return True

    def _ends(self, branch: Branch, setting: Setting) -> bool:
        """Note the order that ends with a branch, if there is one that is worth a look."""
        ended = setting.orders.order(branch)
        again = setting.orders.by_any_port(branch) if ended is not None else None
        order = setting.orders.order(again) if again is not None else None
        if ended is None or order is None:
            return False
        most = self.aim.value(ended.pay, ended.cost, ended.turn)
        return self._push(order, setting, 0, most)

    def _elsewhere(self, branch: Branch) -> bool:
        """Return whether a branch that leaves goods belongs to the part of another process."""
        whole = self._part is LeavingPart.ALL
        if whole or not branch.crowded or len(branch.visits) != SPLIT:
            return False
        numbers = ((visit.point, visit.job.card, visit.job.town) for visit in branch.visits)
        first = hash(tuple(numbers)) % PARTS == 0
        return first != (self._part is LeavingPart.FIRST)
