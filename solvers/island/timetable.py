"""How soon a train can be somewhere, if every line it wants is there when it may be."""

from __future__ import annotations

import heapq
from collections.abc import Iterable

from solvers.island.clock import NEVER, Clock
from solvers.island.world import World

Label = tuple[int, int]
"""A moment, and how many islands can have been opened beside those that are known to be.

An island is opened by landing there; its first line is built at the end of that turn, so
that the train cannot go on by land before the next. Islands that a plan has visited are
known to be open; others may have been opened in passing, and which ones is left open.
"""


_Key = tuple[int, Label, frozenset[int], int]

ON_LAND, LANDED, NEW_LAND = range(3)
"""How the train is where it is: not just landed, just landed, or landed where no line is."""


class Pace:
    """How a train gets on in time under a clock."""

    def __init__(self, world: World, clock: Clock) -> None:
        self.world, self.clock = world, clock
        self._first_turn = clock.end(1)

    def landing(self, port: int, moment: int, turns: int, landed: bool) -> int:
        """Return when a train that is in port lands after a crossing.

        The rest of the turn goes by; the ship sails in the turns after it, and in the last
        of those the train has its full speed. A train that has itself just landed is at
        the beginning of a turn.
        """
        world = self.world
        ready = world.position.aboard and moment == 0 and port == world.start
        boarded = 0 if ready else max(1, self.clock.turn(moment) + landed)
        if boarded >= self.clock.turns:
            return NEVER
        return self.clock.end(boarded + turns - 1)

    def leaving(self, point: int, moment: int) -> int:
        """Return when a train that did not just land can leave a point by land."""
        if point == self.world.start and point not in self.world.ground.mine:
            return max(moment, self.clock.end(1))
        return moment

    def arriving(self, leave: int, length: int, point: int) -> int:
        """Return when a train that leaves by land arrives.

        In the first turn nothing new is there: what leads off the network comes after it.
        """
        off = self.world.off_network.get(point)
        if off is None or leave >= self._first_turn:
            return leave + length
        return max(leave + length, self._first_turn + off)

    def opening(self, moment: int) -> int:
        """Return when a train that lands at a moment can go on where no line is yet."""
        return self.clock.end(self.clock.turn(moment) + 1)


class Timetable(Pace):
    """Earliest arrivals between the stops of a plan, over lines and crossings."""

    def __init__(self, world: World, clock: Clock, stops: Iterable[int]) -> None:
        super().__init__(world, clock)
        keys = {*stops, *world.sails, world.start}
        self._lengths = {
            a: [(b, n) for b, n in sorted(world.lengths(a).items()) if b in keys and b != a]
            for a in sorted(keys)
        }
        self._sails: dict[int, list[tuple[int, list[int]]]] = {}
        for port, others in world.sails.items():
            groups: dict[int, list[int]] = {}
            for other, steps in sorted(others.items()):
                groups.setdefault(world.sailing_turns(steps), []).append(other)
            self._sails[port] = sorted(groups.items())
        self._islands = len({world.island[point] for point in keys})
        speeds = clock.speeds
        self._steady = next(t for t in range(2, len(speeds) + 2) if len({*speeds[t - 2 :]}) <= 1)
        self._known: dict[_Key, dict[int, tuple[Label, ...]]] = {}

    def arrivals(
        self, start: int, label: Label, opened: frozenset[int], state: int = ON_LAND
    ) -> tuple[dict[int, tuple[Label, ...]], int]:
        """Return the labels at each stop that no other one makes needless, and a delay.

        The delay is to be added to each moment: with a steady speed all turns are alike, and
        the answer for the second turn serves for all.
        """
        turn = self.clock.turn(label[0])
        later = max(0, self.clock.ends[turn - 1] - self.clock.ends[1]) if self.steady(turn) else 0
        key = start, (label[0] - later, label[1]), opened, state
        if key not in self._known:
            self._known[key] = self._search(*key)
        return self._known[key], later

    def steady(self, turn: int) -> bool:
        """Return whether the train's speed stays as it is from a turn on."""
        return self._steady <= turn <= self.clock.turns

    def _search(
        self, start: int, label: Label, opened: frozenset[int], state: int
    ) -> dict[int, tuple[Label, ...]]:
        """Look at all moves in the order of time.

        The last entry of what is queued: whether the train just landed, and whether that
        was on an island that is not known to be open.
        """
        island, last, most = self.world.island, self.clock.ends[-1], self._islands
        needless = {
            (point, state): [last + 1] * (most + 1) for point in self._lengths for state in range(3)
        }
        found: dict[int, list[Label]] = {}
        queue = [(label[0], -min(label[1], most), start, state)]

        def push(moment: int, point: int, extra: int, state: int) -> None:
            if moment < needless[point, state][extra]:
                heapq.heappush(queue, (moment, -extra, point, state))

        while queue:
            now, less, here, state = heapq.heappop(queue)
            extra, limits = -less, needless[here, state]
            if now >= limits[extra]:
                continue
            self._note(limits, now, extra)
            found.setdefault(here, []).append((now, extra))
            new = state == NEW_LAND
            ways = [(self.opening(now) if new else self.leaving(here, now), extra)]
            if new and extra:
                ways.append((now, extra - 1))
            for leave, rest in ways:
                for there, length in self._lengths[here]:
                    push(self.arriving(leave, length, there), there, rest, ON_LAND)
            if here in self._sails:
                away = min(most, extra + (island[here] not in opened))
                for turns, ports in self._sails[here]:
                    then = self.landing(here, now, turns, state != ON_LAND)
                    for there in ports:
                        if island[there] == island[here]:
                            push(then, there, extra, LANDED)
                        else:
                            push(then, there, away, LANDED if island[there] in opened else NEW_LAND)
        return {point: self.best(labels) for point, labels in found.items()}

    def _note(self, limits: list[int], moment: int, extra: int) -> None:
        """Make needless what a label covers: see :meth:`covers`."""
        for fewer in range(extra + 1):
            limits[fewer] = min(limits[fewer], moment)
        turn = self.clock.turn(moment)
        if self.steady(turn):
            for more in range(1, len(limits) - extra):
                limits[extra + more] = min(limits[extra + more], self.clock.end(turn + more))

    def covers(self, label: Label, other: Label) -> bool:
        """Return whether a train with ``label`` gets everywhere as soon as with ``other``.

        To open an island takes one turn, so that a train ahead by as many turns as the
        other has islands more is not worse off, if its speed stays as it is.
        """
        more = other[1] - label[1]
        if more <= 0:
            return label[0] <= other[0]
        turn = self.clock.turn(label[0])
        return self.steady(turn) and self.clock.end(turn + more) <= other[0]

    def best(self, labels: Iterable[Label]) -> tuple[Label, ...]:
        """Return the labels that no other one makes needless, the earliest first."""
        kept: list[Label] = []
        for label in sorted(set(labels), key=lambda each: (each[0], -each[1])):
            if not any(self.covers(each, label) for each in kept):
                kept.append(label)
        return tuple(kept)
