"""How much later an order becomes by the ways to the towns where goods are left.

A crowded order says nothing of these towns. But with more goods than the train can carry, some lie
in a town to which it has gone, and to which it comes back in time. For each beginning of an order,
and for each town or two where goods may lie, there is an earliest moment of its last visit.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from mapdata.island.figures import TOWNS
from solvers.island.deliveries.branch import Branch
from solvers.island.deliveries.order import Job
from solvers.island.deliveries.timetable import Timetable

if TYPE_CHECKING:
    from solvers.island.deliveries.world import World


@dataclass(frozen=True, slots=True, eq=False)
class Whereabouts:
    """The earliest moments of the last visit of a branch, by where goods lie then.

    ``nowhere`` if none are left; ``one`` by the town and the turn in which a good was left there;
    ``two`` by two towns, if goods lie in these at least (when they were left is not kept); ``more``
    by a town where one of still more goods may lie.
    """

    nowhere: int
    one: Any
    two: Any
    more: Any

    @property
    def first(self) -> int:
        """Return the earliest of all moments."""
        return min(self.nowhere, int(self.one.min()), int(self.two.min()))


@dataclass(frozen=True, slots=True)
class _Ways:
    """The ways from one place to another with some goods, by the moment in the first place.

    ``straight`` tells the arrival. ``out`` tells the arrivals in all towns; ``on`` tells, by the
    town and the moment there, the arrival by way of it. ``between`` tells the arrivals from town to
    town.
    """

    straight: Any
    out: Any
    on: Any
    between: Any


_AllWays = tuple[_Ways, _Ways, _Ways]
"""The ways if no good lies elsewhere, if one does, if at least two do."""
_Moments = tuple[int, Any, Any]
"""As in :class:`Whereabouts`."""


def _earlier(some: _Moments, others: _Moments) -> _Moments:
    import numpy as np

    return min(some[0], others[0]), np.minimum(some[1], others[1]), np.minimum(some[2], others[2])


class Detours:
    """The whereabouts of goods under a calendar, for branches that have no regard to the room.

    ``capacity`` is what the train carries at most. Every line is there and every island is open, so
    that ways are as short as they can be. A step from visit to visit may lead by several towns, and
    takes no less than by each one of them.
    """

    def __init__(self, world: World, table: Timetable, capacity: int) -> None:
        self._world, self._table, self._capacity = world, table, capacity
        self._calendar = table.calendar
        self._late = self._calendar.ends[-1] + 1
        """A moment after all others."""
        self._towns = world.board.of_kind(*TOWNS)
        others = {world.start}.union(*world.board.sources.values()) - {*self._towns}
        self._number = {p: n for n, p in enumerate([*self._towns, *sorted(others)])}
        self._known: dict[Branch, Whereabouts] = {}
        self._by_speed: dict[int, Any] = {}
        self._all_ways: dict[tuple[int, int, int], _AllWays] = {}

    def of(self, branch: Branch) -> Whereabouts:
        """Return the whereabouts after the last visit of a branch."""
        if branch not in self._known:
            if branch.before is None:
                self._known[branch] = self._none_left
            else:
                self._known[branch] = self._after(self.of(branch.before), branch.before, branch)
        return self._known[branch]

    def _after(self, now: Whereabouts, before: Branch, branch: Branch) -> Whereabouts:
        """Return the whereabouts one visit later.

        What is delivered is aboard, the rest may lie elsewhere; and what has no room must.
        """
        import numpy as np

        if branch.at != before.at:
            now = self._leaving(now, before)
        held, visit, floor = len(before.aboard), branch.visits[-1], branch.moments[-1]
        most, must = (held, held + 1) if visit.loads else (held - 1, held)
        ways = self._ways(self._number[before.at], self._number[branch.at], held)
        found = self._from_nowhere(now.nowhere, ways)
        if now.one.min() < self._late:
            found = _earlier(found, self._from_one(now.one, ways, held > self._capacity))
        if now.two.min() < self._late:
            more = now.more if held > 2 else self._none_left.more
            found = _earlier(found, self._from_two(now.two, more, ways, held - self._capacity))
        nowhere, one, two = found
        none = self._none_left
        more = none.more
        if held:
            on_way = self._left(ways[2], ways[2], now.first).min(axis=1)
            more = np.maximum(np.minimum(ways[2].straight[now.more], on_way), floor)
        gone = self._turn[one] > self._last_turns
        return Whereabouts(
            max(nowhere, floor) if must <= self._capacity else self._late,
            np.where(gone, self._late, np.maximum(one, floor))
            if most >= 1 and must <= self._capacity + 1
            else none.one,
            np.maximum(two, floor) if most >= 2 else none.two,
            more,
        )

    def _leaving(self, now: Whereabouts, branch: Branch) -> Whereabouts:
        """Return the whereabouts when the train goes on.

        A good that is wanted where it is, or that was loaded elsewhere and is offered there, is not
        aboard: it would have been delivered, or loaded here instead.
        """
        elsewhere = sum(self._is_elsewhere(job, branch) for job in branch.aboard)
        if not elsewhere or not branch.visits:
            return now
        one, two, here = now.one.copy(), now.two.copy(), self._number[branch.at]
        if here < len(self._towns):
            one[here], two[here, here] = self._late, self._late
        one = one if elsewhere == 1 else self._none_left.one
        return Whereabouts(self._late, one, two, now.more)

    def _is_elsewhere(self, job: Job, branch: Branch) -> bool:
        if job.town == branch.at:
            return True
        if job.good in self._world.position.stock:
            return False
        stay = takewhile(lambda visit: visit.point == branch.at, reversed(branch.visits))
        offered = branch.at in self._world.board.sources[job.good]
        return offered and not any(visit.job == job and visit.loads for visit in stay)

    def _from_nowhere(self, moment: int, ways: _AllWays) -> _Moments:
        """Return the moments at the next visit, if no good lies anywhere before."""
        import numpy as np

        if moment >= self._late:
            return self._late, self._none_left.one, self._none_left.two
        full, less, light = ways
        one = self._left(full, less, moment)
        first, each = (self._left(out, light, moment).min(axis=1) for out in (full, light))
        two = np.maximum(first[:, None], each)
        return int(full.straight[moment]), one, np.minimum(two, two.T)

    def _from_one(self, one: Any, ways: _AllWays, over: bool) -> _Moments:
        """Return the moments at the next visit, by the town and turn of a good that lies before.

        It lies on; or it is fetched, others being left; or others are left beside it. With one good
        ``over`` what the train can carry, another one must have been left before it is fetched.
        """
        import numpy as np

        full, less, light = ways
        nowhere = int(self._fetched(one, less, full).min())
        fetched = self._fetched(one, light, light)
        in_time = np.where(fetched < self._late, one, self._late).min(axis=1)
        left, when = self._exchanged(in_time, ways, less, over)
        new = np.maximum(self._left_at(light, when[:, None]), left[:, None])
        again = self._left_at(less, less.out[in_time[:, None], self._towns_down])
        each = self._left(light, light, int(one.min())).min(axis=1)
        more = np.maximum(self._exchanged(in_time, ways, light, over)[0][:, None], each)
        two = np.minimum(np.minimum(more, more.T), self._beside(one, less, light))
        stays = np.minimum(less.straight[one], again)
        return nowhere, np.minimum(stays, new), two

    def _exchanged(self, moments: Any, ways: _AllWays, on: _Ways, over: bool) -> tuple[Any, Any]:
        """Return when the train is at its visit if it leaves a good in a town, and when there.

        On the way it fetches one from another town, for each of which ``moments`` are known: after
        that or, if all goods have room, before. Then it goes on as told.
        """
        import numpy as np

        full, _, light = ways
        down, across, late = self._towns_down, self._towns_across, self._late
        there = light.out[moments[:, None], across]
        found = on.on[down, light.between[across, there, down]]
        np.fill_diagonal(found, late)
        when = np.where(found < late, there, late)
        if not over:
            then = full.between[down, light.out[moments[:, None], down], across]
            after = on.on[across, then]
            np.fill_diagonal(after, late)
            found, when = np.minimum(found, after), np.minimum(when, then)
        return found.min(axis=0), when.min(axis=0)

    def _from_two(self, two: Any, more: Any, ways: _AllWays, over: int) -> _Moments:
        """Return the moments at the next visit, by two towns where goods lie before.

        Of ``more`` goods one may lie anywhere that the train has been. With goods ``over`` what the
        train can carry, others must have been left before the last one, or each, is fetched.
        """
        import numpy as np

        full, less, light = ways
        there = light.out[two, self._towns_down]
        back = light.on[self._towns_down, there]
        other = back.min(axis=0)
        both = int(np.maximum(back, back.T).min())
        nowhere = int(np.maximum(full.on[self._towns_down, there], back.T).min())
        left, before = self._left(light, light, int(two.min())), light.straight[more]
        each = left.min(axis=1)
        sooner, _ = self._exchanged(two.min(axis=1), ways, light, over > 0)
        last, least = np.minimum(sooner, before), np.minimum(each, before)
        third = np.minimum(np.maximum(left, sooner[:, None]), self._lying_on(before))
        only = less.on[self._towns_down, there].min(axis=0)
        one = np.minimum(self._lying_on(only), np.maximum(third, both))
        beside = np.maximum(other[:, None], last if over > 1 else least)
        new = np.maximum(np.maximum(last[:, None], last if over > 1 else least), both)
        found = np.minimum(np.minimum(beside, beside.T), np.minimum(new, new.T))
        return nowhere, one, np.minimum(light.straight[two], found)

    def _fetched(self, one: Any, out: _Ways, on: _Ways) -> Any:
        """Return when the train is at its visit, if it fetches the good that lies."""
        import numpy as np

        there = out.out[one, self._towns_down]
        in_time = self._turn[there] <= self._last_turns
        return np.where(in_time, on.on[self._towns_down, there], self._late)

    def _beside(self, one: Any, out: _Ways, on: _Ways) -> Any:
        """Return when the train is at its visit, if a good lies and another one is left."""
        import numpy as np

        across = self._towns_across
        beside = on.on[across, out.out[one.min(axis=1)[:, None], across]]
        return np.minimum(beside, beside.T)

    def _left(self, out: _Ways, on: _Ways, moment: int) -> Any:
        """Return when the train is at its visit, by the town and turn of a good left on the way."""
        return self._left_at(on, out.out[moment, self._towns_down])

    def _left_at(self, ways: _Ways, there: Any) -> Any:
        """Return the same, given when the train is in each town.

        It may wait there, so that it leaves the good in a later turn.
        """
        import numpy as np

        leave = np.maximum(there, self._starts)
        able = self._turns >= self._turn[there]
        return np.where(able, ways.on[self._towns_down, leave], self._late)

    def _lying_on(self, moments: Any) -> Any:
        """Return the same moments by the turn in which a good was left, at any time before."""
        import numpy as np

        return np.where(self._turn[moments][:, None] >= self._turns, moments[:, None], self._late)

    def _ways(self, start: int, end: int, held: int) -> _AllWays:
        key = start, end, held
        if key not in self._all_ways:
            speeds = [self._calendar.speed(load) for load in (held, held - 1, 0)]
            full, less, light = (self._ways_at(start, end, speed) for speed in speeds)
            self._all_ways[key] = full, less, light
        return self._all_ways[key]

    def _ways_at(self, start: int, end: int, speed: int) -> _Ways:
        known, towns = self._arrivals_at(speed), len(self._towns)
        out, between = known[start, :, :towns], known[:towns, :, :towns]
        return _Ways(known[start, :, end], out, known[:towns, :, end], between)

    @cached_property
    def _none_left(self) -> Whereabouts:
        import numpy as np

        towns, turns = len(self._towns), self._calendar.turns
        one = np.full((towns, turns), self._late, dtype=np.int16)
        two = np.full((towns, towns), self._late, dtype=np.int16)
        return Whereabouts(0, one, two, two[0])

    @cached_property
    def _turn(self) -> Any:
        """The turn of each moment; none is late enough for a turn after the last."""
        import numpy as np

        calendar = self._calendar
        turns = [calendar.turn(moment) for moment in range(self._late)]
        return np.array([*turns, calendar.turns + self._world.figures.game.lying], dtype=np.int16)

    @cached_property
    def _turns(self) -> Any:
        """The turns, in which goods may be left."""
        import numpy as np

        return np.arange(1, self._calendar.turns + 1, dtype=np.int16)[None, :]

    @cached_property
    def _starts(self) -> Any:
        """The moment at which each turn begins."""
        import numpy as np

        return np.array(self._calendar.ends[:-1], dtype=np.int16)[None, :]

    @cached_property
    def _last_turns(self) -> Any:
        """The last turn in which a good is there that was left in each turn."""
        return self._turns + self._world.figures.game.lying - 1

    @cached_property
    def _towns_down(self) -> Any:
        import numpy as np

        return np.arange(len(self._towns))[:, None]

    @cached_property
    def _towns_across(self) -> Any:
        return self._towns_down.T

    @cached_property
    def _arrivals(self) -> Any:
        return self._arrivals_at(self._calendar.speeds[-1])

    def _arrivals_at(self, speed: int) -> Any:
        """Return the earliest arrivals at a speed, by place, moment and where the train goes."""
        import numpy as np

        if speed not in self._by_speed:
            fast, slow = self._calendar, self._calendar.slowed(speed)
            known = self._measured(Timetable(self._world, slow))
            ends = [fast.seen_from(slow, moment) for moment in range(known.shape[1])]
            begins = [slow.seen_from(fast, moment) for moment in range(self._late + 1)]
            self._by_speed[speed] = np.array(ends, dtype=np.int16)[known[:, begins]]
        return self._by_speed[speed]

    def _measured(self, table: Timetable) -> Any:
        """Return the earliest arrivals by place, moment and place, in moments of a timetable."""
        import numpy as np

        calendar, world, places = table.calendar, self._world, list(self._number)
        late = calendar.ends[-1] + 1
        moments = np.arange(late + 1)
        turns = np.array([*map(calendar.turn, range(late)), calendar.turns])
        found = np.full((len(places), late + 1, len(places)), late)
        landings = self._landings(table)
        for start, place in enumerate(places):
            lengths = world.lengths(place)
            for end, other in enumerate(places):
                if other in lengths:
                    found[start, :, end] = moments + lengths[other]
            for port, landed in landings.items():
                if port in lengths:
                    at_port = np.minimum(moments + lengths[port], late)
                    found[start] = np.minimum(found[start], landed[np.maximum(turns[at_port], 1)])
        for end, other in enumerate(places):
            known = table.arrivals(world.start, (0, 0), self._everywhere, other)
            found[self._number[world.start], 0, end] = known[0][0] if known else late
        found[:, late] = late
        return np.minimum(found, late)

    def _landings(self, table: Timetable) -> dict[int, Any]:
        """Return for each port, by the turn of boarding there, the earliest arrivals in places."""
        import numpy as np

        calendar, voyages = table.calendar, table.voyages(self._everywhere)
        found = {}
        for port in self._world.sails:
            landed = np.full((calendar.turns + 1, len(self._number)), calendar.ends[-1] + 1)
            for end, place in enumerate(self._number):
                for turns, length, _ in voyages.to(port, 0, place):
                    for boarded in range(1, calendar.turns - turns + 1):
                        moment = calendar.end(boarded + turns) + length
                        landed[boarded, end] = min(landed[boarded, end], moment)
            found[port] = landed
        return found

    @cached_property
    def _everywhere(self) -> frozenset[int]:
        return frozenset(self._world.island.values())
