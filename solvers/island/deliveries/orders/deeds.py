"""All visits that load or deliver a good, and what is held, as tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from solvers.island.deliveries.order import Job, Supplies, Visit
from solvers.island.deliveries.orders.numbers import Numbers
from solvers.island.deliveries.orders.spending import Spending

OPEN, USED = 0, 1
"""States of a card; from 2 on it is the number of its job whose good is held."""
_PLACES = 62
"""Places that fit into a number, as bits."""


class Deeds:
    """The visits of a question by number, a column for each thing known of them.

    ``card`` and ``digit`` are the card of a visit and the state in which it is while the good is
    held; ``until`` is the last turn in which the visit is of use.
    """

    def __init__(
        self, spending: Spending, jobs: Sequence[Job], supplies: Supplies, horizon: int
    ) -> None:
        numbers: Numbers = spending.numbers
        self.jobs, self.supplies, self.spending = jobs, supplies, spending
        self.horizon = horizon
        self.cards = sorted({job.card for job in jobs})
        self.states = {
            job: 2 + [each for each in jobs if each.card == job.card].index(job) for job in jobs
        }
        found = [
            visit
            for job in jobs
            for visit in (
                Visit(job.town, job, "deliver"),
                *(Visit(town, job, "load") for town in supplies.towns(job.good)),
            )
        ]
        self.visits = [visit for visit in found if visit.point in numbers.place]
        self.place = _column(numbers.place[visit.point] for visit in self.visits)
        self.card = _column(self.cards.index(visit.job.card) for visit in self.visits)
        self.digit = _column(self.states[visit.job] for visit in self.visits)
        self.deliver = np.array([visit.deliver for visit in self.visits], dtype=bool)
        self.pay = _column(visit.job.pay * visit.deliver for visit in self.visits)
        self.job = _column([*jobs].index(visit.job) for visit in self.visits)
        ranks = sorted({visit.rank for visit in self.visits})
        self.rank = _column(ranks.index(visit.rank) for visit in self.visits)
        self.until = _column(self.last_turn(visit) for visit in self.visits)
        self._columns = np.arange(len(self.cards))

    def last_turn(self, visit: Visit) -> int:
        """Return the last turn in which a visit is of use."""
        there = self.supplies.until(visit) if visit.deed == "load" else None
        return self.horizon if there is None else min(there, self.horizon)

    @cached_property
    def at_places(self) -> Any:
        """Which visits are at which places: a row for each visit, a column for each place."""
        found = np.zeros((len(self.visits), len(self.spending.numbers.places)), dtype=np.int64)
        found[np.arange(len(self.visits)), self.place] = 1
        return found

    def _of_states(self, values: dict[Job, int], nothing: int) -> Any:
        """Return a table of values by card and state."""
        most = max(self.states.values(), default=USED) + 1
        found = np.full((len(self.cards), most), nothing, dtype=np.int64)
        for job, value in values.items():
            found[self.cards.index(job.card), self.states[job]] = value
        return found

    @cached_property
    def _town(self) -> Any:
        known = self.spending.numbers.place
        return self._of_states({job: known.get(job.town, -1) for job in self.jobs}, -1)

    @cached_property
    def _town_bit(self) -> Any:
        stop, known = self.spending.stop, self.spending.numbers.place
        able = [job for job in self.jobs if job.town in known]
        return self._of_states({job: int(stop[known[job.town]]) for job in able}, 0)

    @cached_property
    def _share(self) -> Any:
        share = self.spending.shares.share
        return self._of_states({job: share.get(job.town, 0) for job in self.jobs}, 0)

    @cached_property
    def _offered(self) -> Any:
        """Where the good of each job is offered, as bits, if its pieces are not counted."""
        world, known = self.spending.numbers.world, self.spending.numbers.place
        bits = {}
        for job in self.jobs:
            counted = job.good in world.position.stock
            towns = () if counted else world.board.sources[job.good]
            places = {known[town] for town in towns if town in known}
            bits[job] = sum(1 << place for place in places if place < _PLACES)
        return self._of_states(bits, 0)

    def towns(self, cards: Any) -> Any:
        """Return where what is held is to go, a column for each card, -1 if nothing is."""
        return self._town[self._columns, cards]

    def town_stops(self, cards: Any) -> Any:
        """Return the same as stops."""
        return np.bitwise_or.reduce(self._town_bit[self._columns, cards], axis=1)

    def shares(self, cards: Any) -> Any:
        """Return what deliveries of what is held bear."""
        return self._share[self._columns, cards].sum(axis=1)

    def after(self, cards: Any, visit: Any) -> Any:
        """Return the states of cards after visits."""
        found = cards.copy()
        states = np.where(self.deliver[visit], USED, self.digit[visit])
        found[np.arange(len(visit)), self.card[visit]] = states
        return found

    def able(self, cards: Any, full: Any) -> Any:
        """Return which visits can be next, as far as cards and room tell."""
        states = cards[:, self.card]
        loads = (states == OPEN) & ~full[:, None]
        return np.where(self.deliver, states == self.digit, loads)

    def in_order(self, last: Any, at: Any) -> Any:
        """Return which visits may be next: what is done in one place has one order.

        First goods leave the train, then others come aboard, each by the job's number. Any
        other order of the same visits is worth no more.
        """
        same = (last >= 0)[:, None] & (at[:, None] == self.place)
        fine = (self.job[last][:, None] == self.job) | (self.rank[last][:, None] <= self.rank)
        return ~same | fine

    def wanted(self, cards: Any, at: Any, aboard: Any) -> Any:
        """Return for which visits another order is as good as any that goes on with them.

        What is wanted where the train is could have been delivered at once, if it is ``aboard``.
        """
        here = ((self.towns(cards) == at[:, None]) & aboard).any(axis=1)
        return here[:, None] & (at[:, None] != self.place)

    def offered(self, cards: Any, at: Any) -> Any:
        """Return the same for what is held, and is offered where the train goes.

        It could be loaded there, unless the pieces are counted.
        """
        found = np.zeros((len(cards), len(self.place)), dtype=bool)
        bits = self._offered[self._columns, cards]
        here = np.where(self.place < _PLACES, 1 << np.minimum(self.place, _PLACES), 0)
        for column in self._columns:
            own = self.deliver & (self.card == column)
            found |= ((bits[:, column, None] & here) != 0) & ~own
        return found & (at[:, None] != self.place)

    def supplied(self, before: Iterable[int], visit: int) -> bool:
        """Return whether there can be a good to load after some visits."""
        new = self.visits[visit]
        return new.deliver or self.supplies.left([self.visits[each] for each in before], new)


def _column(values: Iterable[int]) -> Any:
    return np.array(list(values), dtype=np.int64)
