"""Crowded orders side by side, with the time that is left for them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from solvers.island.deliveries.calendar import Calendar
from solvers.island.deliveries.order import Job, Visit
from solvers.island.deliveries.orders.earliest_arrivals import EarliestArrivals

NOWHERE = -1
_LARGEST, _ENTRIES = 2**62, 60_000_000
"""The largest number, and the largest table."""


@dataclass(frozen=True)
class CrowdedOrder:
    """An order with more goods aboard than the train can carry.

    ``moments`` are the earliest ones of its visits. ``last`` is the moment by which it has to be
    over, by how many millions it costs beside what its visits do; -1 if that is too much. The last
    one holds for all that is more. ``joining`` is what it costs at least to visit each town beside;
    ``cost`` is what lines and ships cost at least for its visits, and ``stops`` are their places.
    """

    visits: tuple[Visit, ...]
    moments: tuple[int, ...]
    last: tuple[int, ...]
    joining: tuple[int, ...]
    cost: int
    stops: int


class CrowdTimes:
    """How soon trains can be somewhere, and when they have to leave for that.

    Every line is there and every island open. ``room`` is for how many goods there is room at any
    time, so that none is left for less.
    """

    def __init__(
        self, earliest: EarliestArrivals, calendar: Calendar, jobs: Sequence[Job], room: int
    ) -> None:
        self._earliest, self.numbers = earliest, earliest.numbers
        self.calendar, self.jobs, self.room = calendar, list(jobs), room
        self.cards = sorted({job.card for job in jobs})
        self.never = calendar.ends[-1] + 1

    @cached_property
    def fits(self) -> bool:
        """Whether a number tells where the goods of all cards lie."""
        places = len(self.numbers.towns) + 1
        return bool(places ** len(self.cards) < _LARGEST)

    def at_once(self, visits: int) -> int:
        """Return how many orders with so many visits there is room for in the tables of a crowd."""
        places, towns = len(self.numbers.places), len(self.numbers.towns)
        return max(1, _ENTRIES // ((visits + 1) * len(self.cards) * towns * places))

    @cached_property
    def arrival(self) -> Any:
        """The earliest arrivals by start, place and moment."""
        return self._earliest.arrivals(self.calendar)

    @cached_property
    def around(self) -> Any:
        """The same with a detour."""
        return self._earliest.around(self.calendar)

    @cached_property
    def rounds(self) -> Any:
        """The same by the moment since a good was left, as long as it lies."""
        return self._earliest.rounds(self.calendar)

    @cached_property
    def laden(self) -> Any:
        """The arrivals by how many goods are aboard, and as in ``arrival``."""
        fast, capacity = self.calendar, max(self.calendar.capacities)
        return np.stack([self._laden(fast.speed(load)) for load in range(capacity + 1)])

    def _laden(self, speed: int) -> Any:
        fast, slow = self.calendar, self.calendar.slowed(speed)
        if speed == fast.speeds[-1]:
            return self.arrival
        last = slow.ends[-1] + 1
        to_slow = [min(last, slow.seen_from(fast, moment)) for moment in range(self.never)]
        to_fast = [min(self.never, fast.seen_from(slow, moment)) for moment in range(last)]
        table = self._earliest.arrivals(slow)[:, :, [*to_slow, last]]
        return np.maximum(np.array([*to_fast, self.never])[table], np.arange(self.never + 1))

    @cached_property
    def room_by(self) -> Any:
        """The first moment with room for so many goods, by their number and from when on."""
        capacities, ends = np.array(self.calendar.capacities), np.array(self.calendar.ends)
        room = np.repeat(capacities, np.diff(ends))
        room = np.append(capacities[0], room)
        room[ends[:-1]] = np.maximum(room[ends[:-1]], capacities)
        moments = np.arange(self.never)
        found = np.full((max(capacities) + 1, self.never + 1), self.never)
        for goods in range(len(found)):
            some = np.where(room >= goods, moments, self.never)
            found[goods, :-1] = np.minimum.accumulate(some[::-1])[::-1]
        return found

    @cached_property
    def _departure(self) -> Any:
        """The latest moment to leave, by place, when to be there, and start; -1 if there is none.

        The last moment to be there stands for never.
        """
        count = len(self.numbers.places)
        found = np.full((count, count, self.never + 1), -1, dtype=np.int16)
        for moment in range(self.never):
            there = self.arrival[:, :, moment]
            start, to = np.nonzero(there < self.never)
            found[start, to, there[start, to]] = moment
        found = np.maximum.accumulate(found, axis=2)
        found[:, :, self.never] = -1
        return np.ascontiguousarray(np.moveaxis(found, 0, 2), dtype=np.int16)

    def left_by(self, to: Any, by: Any) -> Any:
        """Return the latest moments at all places from which trains come somewhere by a moment."""
        return self._departure[to, by]


class Crowd:
    """Crowded orders: a row for each, a column for each of their visits.

    ============ =================================================================================
    place, card  of each visit; after the last one the visits are of no card
    deliver, pay whether a good is delivered, and what it pays
    floor        the earliest moment of each visit
    crossings    how often the train has sailed with each visit
    spare        what is saved of the first ship that is hired beside, if one is hired already
    due          by card, the visit that delivers it
    job          by card, the number of its job
    aboard       the cards whose goods are aboard at the beginning, as bits
    latest       the latest moment by next visit, what is spent beside, and place, for all to be
                 over in time
    back         the same by next visit, card, town and place, if nothing is spent beside and the
                 train has to come to a town before the good of a card is delivered
    ============ =================================================================================
    """

    def __init__(self, orders: Sequence[CrowdedOrder], times: CrowdTimes) -> None:
        self.times, self.orders = times, orders
        numbers, cards = times.numbers, times.cards
        self.length = np.array([len(order.visits) for order in orders])
        shape = len(orders), int(self.length.max()) + 1
        self.place, self.floor, self.crossings, self.pay = np.zeros((4, *shape), dtype=np.int64)
        self.card = np.full(shape, len(cards))
        self.deliver = np.zeros(shape, dtype=bool)
        self.due = np.full((shape[0], len(cards)), shape[1])
        self.job = np.full((shape[0], len(cards)), NOWHERE)
        self.aboard = np.zeros(shape[0], dtype=np.int64)
        for row, order in enumerate(orders):
            at, crossings, loaded = numbers.start, 0, set[int]()
            for number, (visit, moment) in enumerate(zip(order.visits, order.moments, strict=True)):
                place, card = numbers.place[visit.point], cards.index(visit.job.card)
                crossings += int(numbers.island_of[at] != numbers.island_of[place])
                at = self.place[row, number] = place
                self.floor[row, number], self.card[row, number] = moment, card
                self.crossings[row, number] = crossings
                self.job[row, card] = times.jobs.index(visit.job)
                if visit.deliver:
                    self.deliver[row, number] = True
                    self.pay[row, number] = visit.job.pay
                    self.due[row, card] = number
                    self.aboard[row] |= 0 if card in loaded else 1 << card
                else:
                    loaded.add(card)
        self.joining = np.array([order.joining for order in orders])
        self.cost = np.array([order.cost for order in orders])
        self.stops = np.array([order.stops for order in orders])
        stays = self.crossings.max(axis=1) == 0
        self.spare = numbers.world.least_hire * (stays & numbers.world.position.aboard)
        self._look_ahead()

    @cached_property
    def fullest(self) -> Any:
        """The most goods that are held before the good of a card is due, by next visit and card."""
        size, width = self.place.shape
        held = np.bitwise_count(self.aboard).astype(np.int64)[:, None]
        changes = np.where(self.deliver, -1, 1) * (np.arange(width) < self.length[:, None])
        held = np.concatenate([held, held + np.cumsum(changes, axis=1)], axis=1)
        found = np.zeros((size, width + 1, self.due.shape[1]), dtype=np.int64)
        for number in range(width - 1, -1, -1):
            due = self.due >= number
            most = np.maximum(found[:, number + 1], held[:, number, None])
            found[:, number] = np.where(due, most, 0)
        return found

    @cached_property
    def departures(self) -> Any:
        """How often an order leaves an island, by next visit and island.

        That the train is there before the next visit is not counted.
        """
        size, width = self.place.shape
        islands, count = self.times.numbers.island_of, len(self.times.numbers.islands)
        found = np.zeros((size, width, count), dtype=np.int64)
        rows = np.arange(size)
        for number in range(width - 2, -1, -1):
            found[:, number] = found[:, number + 1]
            here, there = islands[self.place[:, number]], islands[self.place[:, number + 1]]
            sails = (number + 1 < self.length) & (here != there)
            found[rows, number, here] += sails
        return found

    @cached_property
    def goal(self) -> Any:
        """The island where the good of each card is wanted."""
        numbers = self.times.numbers
        of = [
            numbers.island_of[numbers.place[job.town]] if job.town in numbers.place else -1
            for job in self.times.jobs
        ]
        return np.array(of)[self.job]

    @cached_property
    def leads(self) -> Any:
        """Whether an order leads to an island, by next visit, until a card is delivered."""
        size, width = self.place.shape
        islands = self.times.numbers.island_of
        shape = size, width, self.due.shape[1], len(self.times.numbers.islands)
        found = np.zeros(shape, dtype=bool)
        rows = np.arange(size)
        for number in range(width - 2, -1, -1):
            found[:, number] = found[:, number + 1]
            there = islands[self.place[:, number]]
            for card in range(self.due.shape[1]):
                now = (number < self.length) & (number <= self.due[:, card])
                found[rows, number, card, there] |= now
        return found

    def _look_ahead(self) -> None:
        """Work out from the ends of the orders how much time there is."""
        times, (size, width) = self.times, self.place.shape
        places, towns = len(times.numbers.places), len(times.numbers.towns)
        sums = max(len(order.last) for order in self.orders)
        last = np.zeros((size, sums), dtype=np.int64)
        for row, order in enumerate(self.orders):
            last[row] = order.last[-1]
            last[row, : len(order.last)] = order.last
        self.latest = np.full((size, width, sums, places), -1, dtype=np.int16)
        shape = size, width, len(times.cards), towns, places
        self.back = np.full(shape, -1, dtype=np.int16)
        self.latest[np.arange(size), self.length] = last[:, :, None]
        for number in range(width - 2, -1, -1):
            (some,) = np.nonzero(self.length > number)
            place, floor = self.place[some, number], self.floor[some, number]
            by = self.latest[some, number + 1, :, place]
            by = np.where(by >= floor[:, None], by, -1)
            self.latest[some, number] = times.left_by(place[:, None], by)
            by = self.back[some, number + 1][np.arange(len(some)), ..., place]
            by = np.where(by >= floor[:, None, None], by, -1)
            later = times.left_by(place[:, None, None], by)
            at_once = times.left_by(np.arange(towns), self.latest[some, number, 0, :towns])
            due = self.due[some][..., None, None]
            later = np.where(due > number, later, -1)
            at_once = np.where(due >= number, at_once[:, None], -1)
            self.back[some, number] = np.maximum(later, at_once)
