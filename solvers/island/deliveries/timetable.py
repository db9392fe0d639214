"""How soon a train can be somewhere, if every line is there as early as it can be.

Dijkstra's search over labels of turns and opened islands, without those that another one dominates.
A ship is boarded at the end of a turn and lands at the beginning of one, so that from the first
boarding on all is counted in whole turns, the same in whichever turn it begins: one answer of
:class:`Crossings` serves for every moment.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator

from solvers.island.deliveries.calendar import NEVER, Calendar
from solvers.island.deliveries.world import World

Stage = tuple[int, int, int]
"""Turns since the boarding, points by land after them, islands opened in passing."""
SailingLabel = tuple[int, int]
"""Turns since the boarding, islands opened in passing."""


class Crossings:
    """The ways of a train over sea, given its speed and the islands that are open.

    An island is opened by landing there; its first line is built at the end of that turn, so
    that a train cannot go on by land before the next. ``opened`` are known to be open; of
    others it is only counted how many a plan has opened in passing. What takes longer than
    ``horizon`` turns is left out.
    """

    def __init__(self, world: World, speed: int, opened: frozenset[int], horizon: int) -> None:
        self.world, self._horizon = world, horizon
        position = world.position
        aboard = position.aboard or position.own_ship_at == world.start
        self._first = int(aboard)
        """Turns that are not worth an island: a train that begins aboard lands in the first one."""
        self._closed = {port: world.island[port] not in opened for port in world.sails}
        self._walks = {
            port: [
                (other, -(-steps // speed))
                for other, steps in world.lengths(port).items()
                if other in world.sails and other != port
            ]
            for port in world.sails
        }
        self._landings: dict[tuple[int, int], dict[tuple[int, bool], list[SailingLabel]]] = {}
        self._ashore: dict[tuple[int, int, int], tuple[Stage, ...]] = {}

    def ashore(self, port: int, extra: int, target: int) -> tuple[Stage, ...]:
        """Undominated ways of a train that boards in ``port`` to ``target``."""
        key = port, extra, target
        if key not in self._ashore:
            self._ashore[key] = self._best(self._arrivals(*key))
        return self._ashore[key]

    def _landings_from(self, port: int, extra: int) -> dict[tuple[int, bool], list[SailingLabel]]:
        """Ports where a train from ``port`` can land, and whether that opens an island."""
        if (port, extra) not in self._landings:
            self._landings[port, extra] = self._search(port, extra)
        return self._landings[port, extra]

    def _arrivals(self, port: int, extra: int, target: int) -> list[Stage]:
        found: list[Stage] = []
        for (other, new), labels in self._landings_from(port, extra).items():
            length = self.world.lengths(other).get(target)
            if length is not None:
                wait = new and length > 0
                found += [(turns + wait, length, left) for turns, left in labels]
                found += [(turns, length, left - 1) for turns, left in labels if wait and left]
        return found

    def _search(self, port: int, extra: int) -> dict[tuple[int, bool], list[SailingLabel]]:
        island, sails, turns_of = self.world.island, self.world.sails, self.world.sailing_turns
        boarded: dict[int, list[SailingLabel]] = {each: [] for each in sails}
        landed: dict[tuple[int, bool], list[SailingLabel]] = {}
        queue = [(0, -extra, port)]
        while queue:
            turns, less, here = heapq.heappop(queue)
            if not self._note(boarded[here], (turns, -less)):
                continue
            for there, steps in sails[here].items():
                away = island[there] != island[here]
                then, left = turns + turns_of(steps) - 1, -less + (away and self._closed[here])
                new = away and self._closed[there]
                if then >= self._horizon or not self._note(
                    landed.setdefault((there, new), []), (then, left)
                ):
                    continue
                heapq.heappush(queue, (then + 1, -left, there))
                for other, path in self._walks[there]:
                    heapq.heappush(queue, (then + path + new, -left, other))
                    if new and left:
                        heapq.heappush(queue, (then + path, 1 - left, other))
        return landed

    def _best(self, stages: list[Stage]) -> tuple[Stage, ...]:
        """Drop stages that another dominates: an open island is worth one turn."""
        kept: list[Stage] = []
        for turns, length, left in sorted(set(stages), key=lambda each: (*each[:2], -each[2])):
            if not any(
                on_foot <= length and self._covers((before, other), (turns, left))
                for before, on_foot, other in kept
            ):
                kept.append((turns, length, left))
        return tuple(kept)

    def _note(self, labels: list[SailingLabel], label: SailingLabel) -> bool:
        """Add a label unless another one dominates it; return whether it was added."""
        if any(self._covers(known, label) for known in labels):
            return False
        labels.append(label)
        return True

    def _covers(self, label: SailingLabel, other: SailingLabel) -> bool:
        """Whether a train with ``label`` is not worse off than with the other one.

        To open an island takes one turn, so that a train which is ahead by as many turns as the
        other one has islands more can open them. In the first turn, before any line is built, it
        may have to wait all the same.
        """
        (turns, extra), (later, more) = label, other
        if more <= extra:
            return turns <= later
        return max(turns, self._first) + more - extra <= later


TimeLabel = tuple[int, int]
"""A moment, and how many islands can have been opened beside those that are known to be.

Islands that a plan has visited are known to be open; others may have been opened in
passing, and which ones is left open.
"""

_Key = tuple[int, TimeLabel, frozenset[int], int, int]

ON_LAND, LANDED, NEW_LAND = range(3)
"""How the train is where it is: not just landed, just landed, or landed where no line is."""


class Pace:
    """How a train gets on in time under a calendar."""

    def __init__(self, world: World, calendar: Calendar) -> None:
        self.world, self.calendar = world, calendar
        self._first_turn = calendar.end(1)

    def landing(
        self, port: int, moment: int, turns: int, landed: bool, *, own: bool | None = None
    ) -> int:
        """When a train that is in port lands after a crossing.

        The rest of the turn goes by; the ship sails in the turns after it, and in the last
        of those the train has its full speed. A train that has itself just landed is at
        the beginning of a turn.
        """
        boarded = self.boarding(port, moment, landed, own=own)
        return NEVER if boarded >= self.calendar.turns else self.calendar.end(boarded + turns - 1)

    def boarding(self, port: int, moment: int, landed: bool, *, own: bool | None = None) -> int:
        """The turn at whose end a train that is in port boards a ship.

        At the very beginning one may lie ready: a hired one, or the own one; without ``own``
        it is left open which one it is to be.
        """
        if moment == 0 and port == self.world.start and self.ready(own):
            return 0
        return max(1, self.calendar.turn(moment) + landed)

    def ready(self, own: bool | None) -> bool:
        """Whether a ship lies ready where the train stands at the beginning."""
        position = self.world.position
        ours = position.own_ship_at is not None and position.own_ship_at == self.world.start
        return (own is not True and position.aboard) or (own is not False and ours)

    def leaving(self, point: int, moment: int) -> int:
        """When a train that did not just land can leave a point by land."""
        if point == self.world.start and not self.world.rails_at_start:
            return max(moment, self.calendar.end(1))
        return moment

    def arriving(self, leave: int, length: int, point: int) -> int:
        """When a train that leaves by land arrives.

        In the first turn nothing new is there: what leads off the network comes after it.
        """
        off = self.world.off_network.get(point)
        if off is None or leave >= self._first_turn:
            return leave + length
        return max(leave + length, self._first_turn + off)

    def opening(self, moment: int) -> int:
        """When a train that lands at a moment can go on where no line is yet."""
        return self.calendar.end(self.calendar.turn(moment) + 1)


class Timetable(Pace):
    """Earliest arrivals between the stops of a plan, over lines and crossings.

    Ways over islands at which a train calls on a voyage are gone at the highest speed of all turns.
    """

    def __init__(self, world: World, calendar: Calendar) -> None:
        super().__init__(world, calendar)
        self._speed = calendar.fastest
        self._alike = set(calendar.speeds[1:]) == {calendar.fastest}
        self._ports: dict[int, list[int]] = {}
        for port in world.sails:
            self._ports.setdefault(world.island[port], []).append(port)
        self._soonest: dict[_Key, tuple[TimeLabel, ...]] = {}
        self._merged: dict[_Key, TimeLabel | None] = {}

    def arrivals(
        self,
        start: int,
        label: TimeLabel,
        opened: frozenset[int],
        target: int,
        state: int = ON_LAND,
    ) -> tuple[TimeLabel, ...]:
        """The undominated labels at a stop, the earliest first."""
        shift, last = self._shift(label[0]), self.calendar.ends[-1]
        key = start, (label[0] - shift, label[1]), opened, target, state
        if key not in self._soonest:
            self._soonest[key] = self.best(each for each in self._all(*key) if each[0] <= last)
        if not shift:
            return self._soonest[key]
        later = ((moment + shift, extra) for moment, extra in self._soonest[key])
        return tuple(each for each in later if each[0] <= last)

    def earliest(
        self, start: int, label: TimeLabel, opened: frozenset[int], target: int
    ) -> TimeLabel | None:
        """One label at least as good as every arrival at a stop; ``None`` if there is none.

        It is the first of them. To open an island takes one turn, so that a label which is later
        by as many turns as it has opened islands more is no better.
        """
        shift = self._shift(label[0])
        key = start, (label[0] - shift, label[1]), opened, target, ON_LAND
        if key not in self._merged:
            labels = self.arrivals(*key)
            self._merged[key] = self._merge(labels) if labels else None
        found = self._merged[key]
        if found is None or found[0] + shift > self.calendar.ends[-1]:
            return None
        return found[0] + shift, found[1]

    def _shift(self, moment: int) -> int:
        """Points by which a moment lies later than the same one in the second turn.

        From then on all turns are alike, if the train stays the same: one answer serves for all.
        """
        turn = self.calendar.turn(moment)
        return (turn - 2) * self._speed if self._alike and turn > 2 else 0

    def _merge(self, labels: tuple[TimeLabel, ...]) -> TimeLabel:
        first, extra = labels[0]
        since, most = max(first, self._first_turn), extra
        for moment, opened in labels[1:]:
            # Whoever is first could open islands in the turns that the other one is behind.
            behind = max(0, (moment - since) // self._speed)
            most = max(most, opened - behind)
        return first, most

    def _all(
        self, start: int, label: TimeLabel, opened: frozenset[int], target: int, state: int
    ) -> Iterator[TimeLabel]:
        """Yield the ways by land, and those over sea from each port of the island."""
        if start == target:
            yield label
        now, extra = label
        new = state == NEW_LAND
        ways = [(self.opening(now) if new else self.leaving(start, now), extra)]
        if new and extra:
            ways.append((now, extra - 1))
        lengths = self.world.lengths(start)
        if target in lengths and target != start:
            for leave, rest in ways:
                moment = self.arriving(leave, lengths[target], target)
                yield moment, rest + self._idle(leave + lengths[target], moment)
        for port in self._ports.get(self.world.island[start], ()):
            if port == start:
                boarded = self.boarding(port, now, state != ON_LAND)
                yield from self._over_sea(port, boarded, extra, opened, target)
            elif port in lengths:
                for leave, rest in ways:
                    moment = self.arriving(leave, lengths[port], port)
                    boarded = self.boarding(port, moment, False)
                    rest += self._idle(leave + lengths[port], moment)
                    yield from self._over_sea(port, boarded, rest, opened, target)

    def _idle(self, at_once: int, moment: int) -> int:
        """Turns in which a train that waits for lines can have opened islands.

        In the first turn only one that begins aboard can.
        """
        if not self.ready(None):
            return 0
        return self.calendar.turn(moment) - self.calendar.turn(at_once)

    def _over_sea(
        self, port: int, boarded: int, extra: int, opened: frozenset[int], target: int
    ) -> Iterator[TimeLabel]:
        if boarded < self.calendar.turns:
            for turns, length, left in self.voyages(opened).ashore(port, extra, target):
                yield self.arriving(self.calendar.end(boarded + turns), length, target), left

    def voyages(self, opened: frozenset[int]) -> Crossings:
        """The crossings of a train at this calendar's speed, with these islands open."""
        known = self.world.voyages
        if (self._speed, opened) not in known:
            horizon = self.calendar.turns
            known[self._speed, opened] = Crossings(self.world, self._speed, opened, horizon)
        return known[self._speed, opened]

    def covers(self, label: TimeLabel, other: TimeLabel) -> bool:
        """Whether a train with ``label`` gets everywhere as soon as with ``other``.

        To open an island takes one turn, so that a train ahead by as many turns as the
        other has islands more is not worse off, the first turn apart.
        """
        more = other[1] - label[1]
        if more <= 0:
            return label[0] <= other[0]
        return max(label[0], self._first_turn) + more * self._speed <= other[0]

    def best(self, labels: Iterable[TimeLabel]) -> tuple[TimeLabel, ...]:
        """The undominated labels, the earliest first."""
        kept: list[TimeLabel] = []
        for label in sorted(set(labels), key=lambda each: (each[0], -each[1])):
            if not any(self.covers(each, label) for each in kept):
                kept.append(label)
        return tuple(kept)
