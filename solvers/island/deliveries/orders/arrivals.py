"""How soon many trains can be somewhere, if every line is there as early as it can be."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from solvers.island.deliveries.calendar import Calendar
from solvers.island.deliveries.orders.lookup import Lookup
from solvers.island.deliveries.orders.numbers import BY_LAND, Numbers
from solvers.island.deliveries.timetable import Timetable

_PLACES = 12
_EXTRA = 8
"""Bits of a place, and of how many islands were opened in passing."""


@dataclass(frozen=True)
class ArrivedTrains:
    """The earliest arrivals: for which asked pair, by which passage, when, with which extra."""

    pair: Any
    passage: Any
    moment: Any
    extra: Any


class Arrivals:
    """Earliest arrivals at places, by the place and the moment at which a train leaves.

    Moments are as in :class:`Timetable`. A *passage* is a number: ``BY_LAND``, or the ports where
    the train boards and lands.
    """

    def __init__(self, numbers: Numbers, calendar: Calendar) -> None:
        self.numbers, self.calendar = numbers, calendar
        world = numbers.world
        self._table = Timetable(world, calendar)
        self.last, turns = calendar.ends[-1], calendar.turns
        self.late = numbers.late
        self.turn = np.full(self.late + 3 * numbers.far, turns + 1, dtype=np.int64)
        """The turn of each moment."""
        self.turn[: self.last + 1] = [calendar.turn(moment) for moment in range(self.last + 1)]
        self.end = np.full(4 * turns + 8, self.late, dtype=np.int64)
        """The moment at which each turn ends."""
        self.end[: turns + 1] = calendar.ends
        self.first, self.speed = calendar.end(1), calendar.fastest
        off = world.off_network
        self._off_place = np.array([off.get(point, -1) for point in numbers.places])
        self._off_port = np.array([off.get(point, -1) for point in numbers.ports] or [0])
        self._waits = not world.rails_at_start
        self._ready = self._table.ready(None)
        self._key = Lookup(self._made)
        self._columns: list[list[Any]] = [[] for _ in range(6)]
        self._size = 0
        self._begin = np.zeros((64, len(numbers.places) + 1), dtype=np.int64)
        self._keys = 0
        self._joined: list[Any] = []
        self._over_sea: dict[tuple[int, int, int], tuple[Any, ...]] = {}

    def arrived(
        self, opened: Any, extra: Any, start: Any, moment: Any, target: Any
    ) -> ArrivedTrains:
        """Return arrivals for pairs of a train and a place, in the order of the pairs.

        Parameters
        ----------
        opened, extra
            The islands that are open, as bits, and how many may be open beside them.
        start, moment
            Where each train is, and since when.
        target
            Where it is to go.
        """
        packed = (((opened << _EXTRA) | extra) << _PLACES) | start
        key = self._key(packed)
        begin, end = self._begin[key, target], self._begin[key, target + 1]
        counts = end - begin
        total = int(counts.sum())
        pair = np.repeat(np.arange(len(counts)), counts)
        rows = np.arange(total) + np.repeat(begin - (np.cumsum(counts) - counts), counts)
        passage, walk, turns, length, left, to = (each[rows] for each in self._options())
        now, at = moment[pair], start[pair]
        leave = now
        if self._waits:
            leave = np.where(at == self.numbers.start, np.maximum(now, self.first), now)
        by_land, port, _ = self.numbers.ways(passage)
        at_port = np.where(walk > 0, self._arriving(leave, walk, self._off_port[port]), now)
        boarded = np.maximum(1, self.turn[at_port])
        if self._ready:
            boarded[(now == 0) & (walk == 0) & (at == self.numbers.start)] = 0
        off = self._off_place[to]
        ashore = self._arriving(
            self.end[np.minimum(boarded + turns, len(self.end) - 1)], length, off
        )
        ashore[boarded >= self.calendar.turns] = self.late
        on_foot = np.where(length > 0, self._arriving(leave, length, off), now)
        then = np.where(by_land, on_foot, ashore)
        return self._soonest(pair, passage, then, left)

    def _arriving(self, leave: Any, length: Any, off: Any) -> Any:
        """Return when trains arrive by land; ``off`` is how far that is off the lines there are."""
        late = (off >= 0) & (leave < self.first)
        return np.maximum(leave + length, np.where(late, self.first + off, 0))

    def _soonest(self, pair: Any, passage: Any, then: Any, left: Any) -> ArrivedTrains:
        """Return one arrival for each pair and passage: the earliest, with what others opened."""
        able = then <= self.last
        pair, passage, then, left = pair[able], passage[able], then[able], left[able]
        if not len(pair):
            return ArrivedTrains(pair, passage, then, left)
        new = np.empty(len(pair), dtype=bool)
        new[0] = True
        new[1:] = (pair[1:] != pair[:-1]) | (passage[1:] != passage[:-1])
        (begin,) = np.nonzero(new)
        if len(begin) == len(pair):
            return ArrivedTrains(pair, passage, then, left)
        soonest, opened = self.merged(begin, then, left)
        return ArrivedTrains(pair[begin], passage[begin], soonest, opened)

    def merged(self, begin: Any, then: Any, left: Any) -> tuple[Any, Any]:
        """Return one arrival for each group of them that is as good as any: moment and extra.

        It is the earliest. To open an island takes one turn, so that one which is later by as many
        turns as it has opened islands more is not better.
        """
        counts = np.diff(np.append(begin, len(then)))
        soonest = np.minimum.reduceat(then, begin)
        first = np.repeat(soonest, counts)
        opened = np.maximum.reduceat(np.where(then == first, left, 0), begin)
        more = left - np.repeat(opened, counts)
        since = np.maximum(first, self.first)
        better = (more > 0) & (since + more * self.speed > then)
        worth = np.minimum(more, -((then - more * self.speed - since) // self.speed))
        return soonest, opened + np.maximum.reduceat(np.where(better, worth, 0), begin)

    def covers(self, moment: Any, extra: Any, later: Any, others: Any) -> Any:
        """Return whether trains get everywhere as soon as others, as in :class:`Timetable`."""
        more = others - extra
        ahead = np.maximum(moment, self.first) + more * self.speed <= later
        return np.where(more <= 0, moment <= later, ahead)

    def _options(self) -> list[Any]:
        """Return the columns of all options that are known."""
        if len(self._columns[0]) != 1 or not self._joined:
            self._joined = [np.concatenate(column) for column in self._columns]
            self._columns = [[column] for column in self._joined]
        return self._joined

    def _made(self, packed: int) -> int:
        """Note the ways from a place, with some islands open; return their number."""
        start, rest = packed & ((1 << _PLACES) - 1), packed >> _PLACES
        extra, opened = rest & ((1 << _EXTRA) - 1), rest >> _EXTRA
        numbers = self.numbers
        found = [self._by_land(start, extra)]
        reached = numbers.island_of_port == numbers.island_of[start]
        for port in np.flatnonzero(reached & (numbers.to_port[start] < numbers.far)).tolist():
            passage, turns, length, left, to = self._from_port(opened, extra, port)
            walk = np.full(len(to), numbers.to_port[start, port])
            found.append((passage, walk, turns, length, left, to))
        columns = [np.concatenate(column) for column in zip(*found, strict=True)]
        order = np.lexsort((columns[0], columns[-1]))
        if self._keys == len(self._begin):
            self._begin = np.concatenate([self._begin, np.zeros_like(self._begin)])
        begin = np.searchsorted(columns[-1][order], np.arange(len(numbers.places) + 1))
        self._begin[self._keys] = self._size + begin
        for known, column in zip(self._columns, columns, strict=True):
            known.append(column[order])
        self._size += len(order)
        self._keys += 1
        return self._keys - 1

    def _by_land(self, start: int, extra: int) -> tuple[Any, ...]:
        lengths = self.numbers.lengths[start]
        (to,) = np.nonzero(lengths < self.numbers.far)
        same = np.ones(len(to), dtype=np.int64)
        return BY_LAND * same, 0 * same, 0 * same, lengths[to], extra * same, to

    def _from_port(self, opened: int, extra: int, port: int) -> tuple[Any, ...]:
        """Return the ways of a train that boards in a port, to each place by each other port.

        An island that is new takes a turn to open, or one of those that may be open beside.
        """
        key = opened, extra, port
        if key not in self._over_sea:
            numbers = self.numbers
            labels = self._table.voyages(numbers.unmask(opened)).landings(
                numbers.ports[port], extra
            )
            stages = [
                (self._port[other], new, turns, left)
                for (other, new), some in labels.items()
                for turns, left in some
            ]
            lands, new, turns, left = np.array(stages, dtype=np.int64).reshape(-1, 4).T
            row, to = np.nonzero(numbers.from_port[lands] < numbers.far)
            length = numbers.from_port[lands[row], to]
            wait = (new[row] > 0) & (length > 0)
            sooner = wait & (left[row] > 0)
            passage = port * len(numbers.ports) + lands[row]
            plain = passage, turns[row] + wait, length, left[row], to
            spent = passage, turns[row], length, left[row] - 1, to
            self._over_sea[key] = tuple(
                np.concatenate([a, b[sooner]]) for a, b in zip(plain, spent, strict=True)
            )
        return self._over_sea[key]

    @cached_property
    def _port(self) -> dict[int, int]:
        return {point: number for number, point in enumerate(self.numbers.ports)}
