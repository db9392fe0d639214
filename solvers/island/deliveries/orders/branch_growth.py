"""Branches that grow by a visit, some hundreds at once, with bounds on what comes of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product
from typing import Any

import numpy as np

from solvers.island.deliveries.aim import Aim
from solvers.island.deliveries.order import Job
from solvers.island.deliveries.orders.arrivals import ArrivedTrains
from solvers.island.deliveries.orders.branches import Branches
from solvers.island.deliveries.orders.deeds import OPEN, USED, Deeds
from solvers.island.deliveries.orders.train_ways import (
    Leaving,
    TrainWays,
    beside,
    by_any_port,
    not_worse,
)
from solvers.island.deliveries.orders.trains import Trains
from solvers.island.deliveries.orders.trips import Trips
from solvers.island.deliveries.shares import PARTS
from solvers.island.deliveries.still_to_earn import StillToEarn

NEVER_EARNED = -(10**6)


class BranchGrowth:
    """Lets branches grow that promise more than a value.

    Parameters
    ----------
    deeds
        The visits there are.
    trains
        How soon they can be made.
    aim
        What makes a plan good.
    earn
        What can be earned after a branch at most.
    """

    def __init__(
        self,
        deeds: Deeds,
        trains: Trains,
        aim: Aim,
        earn: StillToEarn,
    ) -> None:
        self.deeds, self.trains, self.aim, self.earn = deeds, trains, aim, earn
        self.trips = Trips(deeds.spending, trains)
        self.spending, self.numbers = deeds.spending, deeds.spending.numbers
        self.world, self.pace = self.numbers.world, trains.pace
        self.branches = self._none()
        self._turns = np.arange(1, aim.horizon + 1)
        self._limit = trains.capacity
        steps = (earn.fates.step(v.job, deliver=v.deliver) for v in deeds.visits)
        self._code = np.array(list(steps), dtype=np.int64)
        known = {place: number for number, place in enumerate(earn.places)}
        self._in_table = np.array([known.get(point, 0) for point in self.numbers.places])
        self._beside = np.array([earn.beside(card) for card in deeds.cards])

    def _none(self) -> Branches:
        return Branches(len(self.deeds.cards), len(self.numbers.islands))

    def roots(self) -> Any:
        """Begin anew with the empty orders, one for each use of what is aboard at the start."""
        self.branches = self._none()
        assignments = list(self._assignments())
        cards = np.full((len(assignments), len(self.deeds.cards)), OPEN)
        for row, aboard in enumerate(assignments):
            for job in aboard:
                cards[row, self.deeds.cards.index(job.card)] = self.deeds.states[job]
        held = (cards > USED).sum(axis=1)
        nothing = np.full(len(cards), -1)
        codes = np.array([self.earn.fates.dense(aboard) for aboard in assignments])
        most = self._everything()
        known = self.trips.beginning(len(cards)) | {
            "cards": cards,
            "code": codes,
            "held": held,
            "last": nothing,
            "sum": most.numerator,
            "by": most.denominator,
        }
        return self.branches.add(known, nothing)

    def _everything(self) -> Fraction:
        """Return a bound on the value of every order, without a look at any."""
        best: dict[int, int] = {}
        for job in self.deeds.jobs:
            best[job.card] = max(job.pay, best.get(job.card, 0))
        spent = self.trains.calendar.cost if self.aim.net else 0
        return self.aim.most([(1, sum(best.values()) - spent)])

    def _assignments(self) -> Iterator[frozenset[Job]]:
        """Yield each way to reserve goods that are aboard at the start for jobs."""
        jobs = self.deeds.jobs
        units = self.world.position.load
        choices = [[None, *(job for job in jobs if job.good == unit)] for unit in units]
        seen = set()
        for choice in product(*choices):
            taken = [job for job in choice if job is not None]
            cards = {job.card for job in taken}
            if len(cards) == len(taken) and frozenset(taken) not in seen:
                seen.add(frozenset(taken))
                yield frozenset(taken)

    def grown(self, rows: Any, beat: Fraction) -> Any:
        """Add all branches with one more visit that promise more than ``beat``; return them."""
        branches, deeds = self.branches.some(rows), self.deeds
        able = deeds.able(branches["cards"], branches["held"] >= self._limit)
        if not able.any():
            return rows[:0]
        reach = self._reached(branches, able)
        able &= self._with_care(branches, reach.soonest, beat)[:, None]
        able &= reach.soonest[:, deeds.place] <= self.pace.end[deeds.until]
        able &= deeds.in_order(branches["last"], branches["at"])
        aboard = (branches["last"] >= 0)[:, None]
        able &= ~deeds.offered(branches["cards"], branches["at"])
        able &= ~deeds.wanted(branches["cards"], branches["at"], aboard)
        row, visit = np.nonzero(able)
        if deeds.supplies.counted:
            pairs = zip(rows[row].tolist(), visit.tolist(), strict=True)
            known = [deeds.supplied(self.branches.visits(one), other) for one, other in pairs]
            row, visit = row[np.array(known, dtype=bool)], visit[np.array(known, dtype=bool)]
        fine = self._worth_it(branches, row, visit, reach.soonest, beat)
        row, visit = row[fine], visit[fine]
        if not len(row):
            return row
        return self._stepped(branches, row, visit, reach, beat)

    def ended(self, rows: Any) -> Any:
        """Return which of some branches are orders: all is delivered and can have been paid.

        Upgrades too must be paid before the last delivery: after it they would serve nothing.
        """
        branches, trains = self.branches, self.trains
        fine = (branches["held"][rows] == 0) & (branches["depth"][rows] > 0)
        before = branches["pay"][rows] - self.deeds.pay[branches["last"][rows]]
        fine &= branches["cost"][rows] + trains.calendar.cost <= trains.money + before
        return rows[fine]

    def _reached(self, branches: dict[str, Any], able: Any) -> _Reach:
        """Return the arrivals of branches at all places that they can go on to."""
        row, place = np.nonzero(able @ self.deeds.at_places)
        names = "opened", "extra", "at", "moment", "held"
        found = self.trains.arrived({name: branches[name][row] for name in names}, place)
        return _Reach(row, place, found, (len(able), len(self.numbers.places)), self.pace.late)

    def _with_care(self, branches: dict[str, Any], soonest: Any, beat: Fraction) -> Any:
        """Return which branches promise enough by the time when all is delivered that they hold."""
        town = self.deeds.towns(branches["cards"])
        there = np.take_along_axis(soonest, np.maximum(town, 0), axis=1)
        last = np.where(town >= 0, there, 0).max(axis=1, initial=0)
        first = self.pace.turn[np.maximum(branches["moment"], last)]
        fine = self._promise(branches, first, beat)[2]
        return fine | (branches["depth"] == 0)

    def _worth_it(
        self, branches: dict[str, Any], row: Any, visit: Any, soonest: Any, beat: Fraction
    ) -> Any:
        """Return which visits can be worth it, whatever their lines cost."""
        place = self.deeds.place[visit]
        after = {name: branches[name][row] for name in ("to_come", "hires")} | {
            "cards": self.deeds.after(branches["cards"][row], visit),
            "at": place,
            "moment": soonest[row, place],
            "pay": branches["pay"][row] + self.deeds.pay[visit],
            "code": branches["code"][row] + self._code[visit],
            "stops": branches["stops"][row] | self.spending.stop[place],
        }
        return self._promise(after, self.pace.turn[after["moment"]], beat)[2]

    def _promise(
        self, branches: dict[str, Any], first: Any, beat: Fraction
    ) -> tuple[Any, Any, Any]:
        """Return the most that can be earned by some turn from the first on, as a fraction.

        With it goes whether that is more than ``beat``.
        """
        cards, deeds = branches["cards"], self.deeds
        earned = PARTS * branches["pay"]
        if self.aim.net:
            spent = branches["to_come"] + branches["hires"] + self.trains.calendar.cost
            stops = branches["stops"] | deeds.town_stops(cards)
            earned -= PARTS * spent + self.spending.due(stops, cards == OPEN, deeds.shares(cards))
        left = self.pace.end[self._turns] - branches["moment"][:, None]
        gains = self.earn.many(self._in_table[branches["at"]], branches["code"], left)
        if self._beside.any():
            gains += ((cards != USED) * self._beside).sum(axis=1)[:, None]
        sums = (earned[:, None] + gains) // PARTS
        sums[self._turns < np.maximum(self.trains.calendar.least, first)[:, None]] = NEVER_EARNED
        most, by = self.aim.most_of(self._turns, sums)
        return most, by, most * beat.denominator > beat.numerator * by

    def _stepped(
        self,
        branches: dict[str, Any],
        row: Any,
        visit: Any,
        reach: _Reach,
        beat: Fraction,
    ) -> Any:
        """Add the branches with these visits that promise enough; return their rows."""
        ways = self._ways(branches, reach, reach.number[row, self.deeds.place[visit]])
        pair = reach.number[row, self.deeds.place[visit]]
        begin = np.searchsorted(ways.pair, pair)
        count = np.searchsorted(ways.pair, pair, side="right") - begin
        child = np.repeat(np.arange(len(row)), count)
        way = np.arange(len(child)) + np.repeat(begin - (np.cumsum(count) - count), count)
        row, visit = row[child], visit[child]
        before = {name: column[row] for name, column in branches.items()}
        deeds = self.deeds
        goal = deeds.place[visit], ways.some(way), ~deeds.deliver[visit]
        after, fine = self.trips.made(before, *goal, by_port=self.spending.by_port)
        fine &= self.pace.turn[after["moment"]] <= deeds.until[visit]
        before = {name: column[fine] for name, column in before.items()}
        after = {name: column[fine] for name, column in after.items()}
        row, visit = row[fine], visit[fine]
        deliver = deeds.deliver[visit]
        cards = deeds.after(before["cards"], visit)
        after |= self.trips.paid(before, after, deeds.pay[visit], deliver)
        held = before["held"] + np.where(deliver, -1, 1)
        after |= {
            "last": visit,
            "depth": before["depth"] + 1,
            "cards": cards,
            "code": before["code"] + self._code[visit],
            "held": held,
        }
        stops = after["stops"] | deeds.town_stops(cards)
        after["to_come"] = self.spending.lines_to_come(after["joined"], stops)
        most, by, fine = self._promise(after, self.pace.turn[after["moment"]], beat)
        after |= {"sum": most, "by": by}
        some = {name: column[fine] for name, column in after.items()}
        return self.branches.add(some, before["number"][fine])

    def _ways(self, branches: dict[str, Any], reach: _Reach, pair: Any) -> TrainWays:
        """Return the ways of some pairs that are worth a look."""
        asked = np.unique(pair)
        fast = reach.ways(asked)
        slow = None
        if self.trains.slow is not None:
            row, place = reach.row[asked], reach.place[asked]
            names = "opened", "slow_extra", "at", "slow"
            slow = self.trains.arrived_slow({n: branches[n][row] for n in names}, place)
            slow = ArrivedTrains(asked[slow.pair], slow.passage, slow.moment, slow.extra)
        ways = beside(fast, slow, self.numbers)
        if not self.spending.by_port:
            return by_any_port(ways, self.pace, self.trains.slow)
        row, place = reach.row[ways.pair], reach.place[ways.pair]
        start = Leaving(*(branches[name][row] for name in ("joined", "entry", "at")))
        return not_worse(ways, start, place, self.pace, self.spending)


@dataclass(frozen=True)
class _Reach:
    """Pairs of a branch and a place to which it can go on, and the arrivals there."""

    row: Any
    place: Any
    found: ArrivedTrains
    shape: tuple[int, int]
    late: int

    @cached_property
    def number(self) -> Any:
        """The number of each pair, by branch and place."""
        numbers = np.full(self.shape, -1, dtype=np.int64)
        numbers[self.row, self.place] = np.arange(len(self.row))
        return numbers

    @cached_property
    def soonest(self) -> Any:
        """The earliest arrival of each branch at each place, late if there is none."""
        found = np.full(self.shape, self.late, dtype=np.int64)
        pairs, begin = np.unique(self.found.pair, return_index=True)
        if len(pairs):
            least = np.minimum.reduceat(self.found.moment, begin)
            found[self.row[pairs], self.place[pairs]] = least
        return found

    def ways(self, pairs: Any) -> ArrivedTrains:
        """Return the arrivals of some pairs."""
        wanted = np.zeros(len(self.row), dtype=bool)
        wanted[pairs] = True
        some, found = wanted[self.found.pair], self.found
        return ArrivedTrains(
            found.pair[some], found.passage[some], found.moment[some], found.extra[some]
        )
