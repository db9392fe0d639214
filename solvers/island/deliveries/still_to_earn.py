"""An upper bound on what can still be earned from a stop on.

A dynamic programme over places, points of time left and what has become of each card. Goods
must be loaded and delivered one after the other, and all that are loaded are delivered; the train
has limited room, and ways and ships take their time. Every line is there already, and every island
is open. One table serves for every order and for every last turn.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from hexgraph.search import reached
from solvers.island.deliveries.costs import PARTS, JoiningShares
from solvers.island.deliveries.order import Job

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from solvers.island.deliveries.world import World

    Ints = NDArray[np.signedinteger[Any]]

UNDELIVERED = -(2**14)
"""Penalty, in parts, that makes leaving a loaded good undelivered never optimal."""
LARGEST = 60_000_000
"""Entries of a table: cards for which there is no room count with their best pay at once."""


class StillToEarn:
    """What can be earned at most, by place, points of time left, and state of the cards.

    ``net``: what is spent is taken off. The calendar's speed is ``speed`` in every turn. Visits
    bear their ``shares``.
    """

    def __init__(
        self,
        world: World,
        sources: Mapping[str, Sequence[int]],
        jobs: Sequence[Job],
        speed: int,
        room: int,
        turns: int,
        shares: JoiningShares,
        *,
        net: bool,
    ) -> None:
        self.world, self.speed, self._sources, self._shares = world, speed, sources, shares
        self._hire = PARTS * world.least_hire if net else 0
        stops = {job.town for job in jobs}.union(*(sources[job.good] for job in jobs))
        self.places = sorted(stops)
        self._number = {place: number for number, place in enumerate(self.places)}
        self._turns, self._steps = turns, speed * turns
        best = {job.card: 0 for job in jobs}
        for job in jobs:
            best[job.card] = max(best[job.card], PARTS * job.pay)
        cards = sorted(best, key=lambda card: (-best[card], card))
        most = LARGEST // (len(self.places) * (self._steps + 1))
        while count_states(jobs, cards, room) > most:
            cards.pop()
        self.states = CardStates([job for job in jobs if job.card in cards], room)
        self.unlisted = {card: pay for card, pay in best.items() if card not in cards}
        """What cards pay at most, in parts, for which the table has no room."""
        known = len(self.states.known)
        self._wide = known * len(self.places)
        self._first = {place: known * number for place, number in self._number.items()}
        self._large = sum(best.values()) >= -UNDELIVERED // 2

    def gains(self, place: int, code: int, left: int) -> int:
        """What can be earned at most, in parts, by place, cards and points of time left."""
        left = 0 if left < 0 else min(left, self._steps)
        return self._flat[left * self._wide + self._first[place] + self.states.place[code]]

    @cached_property
    def _flat(self) -> Sequence[int]:
        return self._table.reshape(-1).data

    @cached_property
    def _table(self) -> Ints:
        """Gains by points of time left, place and state of the cards.

        Point by point of time left: what can be done now leads to entries that are known.
        """
        import numpy as np

        kind, many = np.int32 if self._large else np.int16, len(self.states.known)
        gains = np.zeros((self._steps + 1, len(self.places), many), dtype=kind)
        landed, boarded = np.zeros((2, self._turns + 1, len(self._ports), many), dtype=kind)
        for table in gains, landed, boarded:
            table[:, :, self.states.fitting(0) :] = UNDELIVERED
        for left in range(self._steps + 1):
            turn, rest = divmod(left, self.speed)
            if not rest:
                self._in_ports(turn, gains, landed, boarded)
            for place, number in self._number.items():
                best = gains[left, number]
                for other, length in self._near[place]:
                    if length <= left:
                        np.maximum(best, gains[left - length, self._number[other]], out=best)
                for port, length in self._harbours[place]:
                    if length <= left:
                        np.maximum(best, boarded[(left - length) // self.speed, port], out=best)
                for before, after, pay in self._acts[place]:
                    best[before] = np.maximum(best[before], best[after] + pay)
        return gains

    def _in_ports(self, turn: int, gains: Ints, landed: Ints, boarded: Ints) -> None:
        """Fill in trains that have landed with so many turns left, and those that board then."""
        import numpy as np

        for port, point in enumerate(self._ports):
            best, left = landed[turn, port], turn * self.speed
            for place, length in self._near[point]:
                if length <= left:
                    np.maximum(best, gains[left - length, self._number[place]], out=best)
            for other, wait in self._walks[port]:
                if wait < turn:
                    np.maximum(best, boarded[turn - 1 - wait, other], out=best)
        for start, end, turns in self._sailings:
            if turns <= turn:
                best, there = boarded[turn, start], landed[turn - turns + 1, end]
                np.maximum(best, there - self._hire, out=best)

    @cached_property
    def _acts(self) -> dict[int, list[tuple[Ints, Ints, int]]]:
        """What can be done in each place: the last of it first, each with its share."""
        jobs, states = self.states.jobs, self.states
        acts = {}
        for place in self.places:
            share = self._shares.share.get(place, 0)
            loads = [job for job in jobs if place in self._sources[job.good]]
            here = [(job, PARTS * job.pay - share) for job in jobs if job.town == place]
            found = [(*states.loaded(job), -share) for job in loads]
            found += [(*states.handed_on(job), pay - share) for job, pay in here if job in loads]
            found += [(*states.delivered(job), pay) for job, pay in here]
            acts[place] = found
        return acts

    @cached_property
    def _ports(self) -> list[int]:
        return self.world.board.of_kind("port")

    @cached_property
    def _lengths(self) -> dict[int, dict[int, int]]:
        """The points by land from every place and port."""
        return {
            point: reached([point], self.world.steps.__getitem__)
            for point in (*self.places, *self._ports)
        }

    @cached_property
    def _sailings(self) -> list[tuple[int, int, int]]:
        """The crossings from port to port, and the turns they take."""
        number = {port: number for number, port in enumerate(self._ports)}
        direct = self.world.direct.items()
        return [(number[start], number[end], turns) for (start, end), turns in direct]

    @cached_property
    def _walks(self) -> list[list[tuple[int, int]]]:
        """Where a train that has landed in a port can board again, and the turns that it waits."""
        return [
            [(number, 0), *((other, (steps - 1) // self.speed) for other, steps in ways)]
            for number, ways in enumerate(self._harbours[port] for port in self._ports)
        ]

    @cached_property
    def _near(self) -> dict[int, list[tuple[int, int]]]:
        """The places next to each place or port by land, and how far they are."""
        return {point: self._next(point, self.places) for point in (*self.places, *self._ports)}

    @cached_property
    def _harbours(self) -> dict[int, list[tuple[int, int]]]:
        """The ports next to each place or port by land, by number, and how far they are."""
        number = {port: number for number, port in enumerate(self._ports)}
        return {
            point: [(number[port], length) for port, length in self._next(point, self._ports)]
            for point in (*self.places, *self._ports)
        }

    def _next(self, start: int, ends: Iterable[int]) -> list[tuple[int, int]]:
        """Which of some points are not behind another place: one goes through that."""
        lengths = self._lengths[start]
        through = [place for place in self.places if place in lengths and place != start]
        return [
            (end, lengths[end])
            for end in ends
            if end in lengths
            and end != start
            and all(
                lengths[place] + self._lengths[place][end] > lengths[end]
                for place in through
                if place != end and end in self._lengths[place]
            )
        ]


class CardStates:
    """Each card is open, used, or its good for a job is aboard."""

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
        aboard = np.zeros(size, dtype=np.int8)
        numbers = np.arange(size)
        self._digits = {}
        for card in cards:
            digit = numbers // self._weight[card] % (2 + len(own[card]))
            self._digits[card] = digit
            aboard += digit >= 2
        known = np.flatnonzero(aboard <= room)
        self.known = known[np.argsort(aboard[known], kind="stable")]
        self._place = np.full(size, -1, dtype=np.int32)
        self._place[self.known] = np.arange(len(self.known))
        self.place: Sequence[int] = self._place.data
        """The number of each state in tables, by its code."""
        self._aboard = aboard

    def fitting(self, room: int) -> int:
        """How many states, the first ones, have no more goods aboard than there is room."""
        import numpy as np

        return int(np.count_nonzero(self._aboard[self.known] <= room))

    def code(self, aboard: Iterable[Job]) -> int:
        """The code of a state in which goods are aboard and no card is used."""
        known = (job for job in aboard if job in self._digit)
        return sum(self._weight[job.card] * self._digit[job] for job in known)

    def step(self, job: Job, *, deliver: bool) -> int:
        """By how much a code changes if a good is loaded, or delivered."""
        if job not in self._digit:
            return 0
        digit = self._digit[job]
        return self._weight[job.card] * (1 - digit if deliver else digit)

    def loaded(self, job: Job) -> tuple[Ints, Ints]:
        """The states in which a job's good can be loaded, and what they become."""
        able = (self._digits[job.card] == 0) & (self._aboard < self.room)
        return self._changed(job, able, self._digit[job])

    def delivered(self, job: Job) -> tuple[Ints, Ints]:
        """The states in which a job's good can be delivered, and what they become."""
        able = (self._digits[job.card] == self._digit[job]) & (self._aboard <= self.room)
        return self._changed(job, able, 1 - self._digit[job])

    def handed_on(self, job: Job) -> tuple[Ints, Ints]:
        """The states in which a good can be loaded and delivered in one place."""
        able = (self._digits[job.card] == 0) & (self._aboard < self.room)
        return self._changed(job, able, 1)

    def _changed(self, job: Job, able: NDArray[np.bool_], more: int) -> tuple[Ints, Ints]:
        import numpy as np

        dense = np.flatnonzero(able)
        after = dense + more * self._weight[job.card]
        return self._place[dense].astype(np.intp), self._place[after].astype(np.intp)


def count_states(jobs: Sequence[Job], cards: Sequence[int], room: int) -> int:
    """How many states the cards have with room for so many goods."""
    ways = [1]
    for card in cards:
        offers = sum(job.card == card for job in jobs)
        more = [0, *(offers * each for each in ways)]
        ways = [2 * one + other for one, other in zip([*ways, 0], more, strict=True)]
    return sum(ways[: room + 1])
