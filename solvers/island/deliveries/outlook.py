"""The most that can still be earned from a stop on, if every line were there already.

A dynamic programme over places, points of time left and what has become of each card. Lines cost
nothing in it and islands are open; goods must be loaded and delivered one after the other,
the train has room for so many of them, and ways and ships take their time. One table serves
for every start, every order and every last turn.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING, Any

from solvers.island.deliveries.order import Job

if TYPE_CHECKING:
    from solvers.island.deliveries.world import World

LARGEST = 20_000
"""Fates of all cards together; with more of them nothing is known."""


class Fates:
    """What can have become of the cards: each is open, used, or its good for a job is aboard."""

    def __init__(self, jobs: Sequence[Job], room: int) -> None:
        import numpy as np

        self.jobs, self.room = jobs, room
        cards = sorted({job.card for job in jobs})
        own = {card: [job for job in jobs if job.card == card] for card in cards}
        self._digit = {job: 2 + own[job.card].index(job) for job in jobs}
        self._weight: dict[int, int] = {}
        size = 1
        for card in cards:
            self._weight[card] = size
            size *= 2 + len(own[card])
        self.dense = size
        aboard = np.zeros(size, dtype=np.int8)
        numbers = np.arange(size)
        self._digits = {}
        for card in cards:
            digit = numbers // self._weight[card] % (2 + len(own[card]))
            self._digits[card] = digit
            aboard += digit >= 2
        self.known = np.flatnonzero(aboard <= room)
        self.place = np.full(size, -1, dtype=np.int32)
        self.place[self.known] = np.arange(len(self.known))
        self._aboard = aboard

    def number(self, done: Iterable[int], aboard: Iterable[Job]) -> int:
        """Return the number of a fate."""
        dense = sum(self._weight[card] for card in done)
        dense += sum(self._weight[job.card] * self._digit[job] for job in aboard)
        return int(self.place[dense])

    def loaded(self, job: Job) -> tuple[Any, Any]:
        """Return the fates in which a job's good can be loaded, and what they become."""
        able = (self._digits[job.card] == 0) & (self._aboard < self.room)
        return self._changed(job, able, self._digit[job])

    def delivered(self, job: Job) -> tuple[Any, Any]:
        """Return the fates in which a job's good can be delivered, and what they become."""
        able = (self._digits[job.card] == self._digit[job]) & (self._aboard <= self.room)
        return self._changed(job, able, 1 - self._digit[job])

    def handed_on(self, job: Job) -> tuple[Any, Any]:
        """Return the fates in which a good can be loaded and delivered in one place."""
        able = (self._digits[job.card] == 0) & (self._aboard < self.room)
        return self._changed(job, able, 1)

    def _changed(self, job: Job, able: Any, more: int) -> tuple[Any, Any]:
        import numpy as np

        dense = np.flatnonzero(able)
        return self.place[dense], self.place[dense + more * self._weight[job.card]]


class Outlook:
    """What can be earned at most, by place, points of time left, and fate of the cards.

    ``net``: hire is taken off. The calendar's speed is ``speed`` in every turn.
    """

    def __init__(
        self,
        world: World,
        sources: Mapping[str, Sequence[int]],
        jobs: Sequence[Job],
        speed: int,
        room: int,
        turns: int,
        *,
        net: bool,
    ) -> None:
        self.world, self.speed, self.turns = world, speed, turns
        self.fates = Fates(jobs, room)
        self._hire = world.least_hire if net else 0
        stops = {job.town for job in jobs}.union(*(sources[job.good] for job in jobs))
        self.places = sorted(stops)
        self._number = {place: number for number, place in enumerate(self.places)}
        self._sources = sources
        self._table = self._reckon()

    def gain(self, point: int, left: int, fate: int) -> int:
        """Return the most that can be earned with so many points of time left."""
        return int(self._table[left, self._number[point], fate])

    def gains(self, point: int, fate: int) -> list[int]:
        """Return that for every number of points left."""
        found: list[int] = self._table[:, self._number[point], fate].tolist()
        return found

    def _reckon(self) -> Any:
        import numpy as np

        steps = self.speed * self.turns
        shape = steps + 1, len(self.places), len(self.fates.known)
        table = np.zeros(shape, dtype=np.int16)
        deeds = [self._deeds(place) for place in self.places]
        for left in range(steps + 1):
            for number, place in enumerate(self.places):
                best = table[left, number]
                for other, then, fee in self._ways(place, left):
                    np.maximum(best, table[then, other] - fee, out=best)
                for before, after, pay in deeds[number]:
                    best[before] = np.maximum(best[before], best[after] + pay)
        return table

    def _deeds(self, place: int) -> list[tuple[Any, Any, int]]:
        """Return what can be done in a place: its last deeds first."""
        jobs, fates = self.fates.jobs, self.fates
        loads = [job for job in jobs if place in self._sources[job.good]]
        found = [(*fates.loaded(job), 0) for job in loads]
        found += [(*fates.handed_on(job), job.pay) for job in loads if job.town == place]
        found += [(*fates.delivered(job), job.pay) for job in jobs if job.town == place]
        return found

    def _ways(self, place: int, left: int) -> Iterable[tuple[int, int, int]]:
        """Yield the other places, the time left when the train is there, and the hire."""
        for number, other in enumerate(self.places):
            if other == place:
                continue
            length = self._lengths[place].get(other)
            if length is not None and length <= left:
                yield number, left - length, 0
            then = -1
            for walk, turns, on in self._crossings[place, other]:
                after = (left - walk) // self.speed - turns if walk <= left else -1
                if after >= 0:
                    then = max(then, (after + 1) * self.speed - on)
            if then > 0:
                yield number, then, self._hire

    @cached_property
    def _lengths(self) -> dict[int, dict[int, int]]:
        """The points by land from every place and port."""
        return {point: _reached(self.world.steps, point) for point in (*self.places, *self._ports)}

    @cached_property
    def _ports(self) -> list[int]:
        return self.world.board.of_kind("port")

    @cached_property
    def _sailing(self) -> dict[tuple[int, int], int]:
        """The turns from boarding in a port to landing in another one, over others too."""
        world, found = self.world, dict[tuple[int, int], int]()
        for start in self._ports:
            for end, steps in world.sails[start].items():
                found[start, end] = world.sailing_turns(steps)
        for middle, other in product(self._ports, repeat=2):
            walk = self._lengths[middle].get(other)
            if walk is None:
                continue
            wait = max(0, walk - 1) // self.speed
            for start, end in product(self._ports, repeat=2):
                if (start, middle) in found and (other, end) in found and start != end:
                    turns = found[start, middle] + wait + found[other, end]
                    found[start, end] = min(turns, found.get((start, end), turns))
        return found

    @cached_property
    def _crossings(self) -> dict[tuple[int, int], list[tuple[int, int, int]]]:
        """Between places: points to a port, turns at sea, points from the other port."""
        return {
            (place, other): [
                (self._lengths[place][start], turns, self._lengths[end][other])
                for (start, end), turns in self._sailing.items()
                if start in self._lengths[place] and other in self._lengths[end]
            ]
            for place, other in product(self.places, repeat=2)
            if place != other
        }


def _reached(steps: Sequence[Sequence[int]], start: int) -> dict[int, int]:
    reached, layer = {start: 0}, [start]
    while layer:
        found = {there for here in layer for there in steps[here]} - reached.keys()
        reached.update(dict.fromkeys(found, reached[layer[0]] + 1))
        layer = sorted(found)
    return reached
