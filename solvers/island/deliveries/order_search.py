"""In which order goods are loaded and delivered: every order, with bounds on time and cost."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import product

from solvers.island.deliveries.branch import Branch
from solvers.island.deliveries.calendar import Calendar
from solvers.island.deliveries.calendar import calendar as calendar_of
from solvers.island.deliveries.order import Job, Order, Visit, built_by
from solvers.island.deliveries.supplies import Supplies
from solvers.island.deliveries.timetable import TimeLabel, Timetable
from solvers.island.deliveries.world import World

Hopeless = Callable[[int, int, int], bool]
"""Whether no plan with at most this pay, at least this cost and turn can matter."""


class OrderSearch:
    """Extends orders, visit by visit.

    A calendar that is only a bound has the train grown from the second turn on. Before a visit
    by which no upgrade can have been paid for, the train is as it was: ``_slow`` tells how
    long that takes. ``room`` is for how many goods there is room at any time: with more of
    them aboard an order may be meant to leave some in a town meanwhile. For ``capacity`` goods
    there is room at some time.
    """

    def __init__(self, world: World, calendar: Calendar, horizon: int, jobs: Sequence[Job]) -> None:
        self.world, self.calendar, self.horizon, self.jobs = world, calendar, horizon, jobs
        self.supplies = Supplies(world.position)
        self.sources = {job.good: self.supplies.towns(job.good) for job in self.jobs}
        self.table = Timetable(world, calendar)
        self.money = world.position.money
        self.room, self.capacity = min(calendar.capacities), max(calendar.capacities)
        self._slow: OrderSearch | None = None
        if calendar.changes is None:
            plain = calendar_of(world.figures, world.position.train, (), calendar.turns)
            self._slow = OrderSearch(world, plain, horizon, jobs)
            self.room = min(train.capacity for train in world.figures.trains.values())
            self._first_upgrade = min(world.figures.upgrades(world.position.train).values())

    def roots(self) -> Iterator[Branch]:
        """Yield the empty orders, one for each use of what is aboard at the start.

        From some of them orders grow that are crowded at some time.
        """
        cards = {job.card for job in self.jobs}
        for aboard in self._assignments():
            yield self._root(aboard)
            if len(cards) > self.room:
                yield replace(self._root(aboard), crowded=True)

    def longer(self, branch: Branch) -> Iterator[Branch]:
        """Yield every possible order with one more visit."""
        busy = branch.done | {job.card for job in branch.aboard}
        for job in self.jobs:
            if job in branch.aboard:
                visits = [Visit(job.town, job, "deliver")]
            elif job.card in busy:
                continue
            else:
                visits = [Visit(source, job, "load") for source in self.sources[job.good]]
            for visit in visits:
                if (
                    branch.in_order(visit)
                    and not self._needless(branch, visit)
                    and (visit.deliver or self.supplies.left(branch.visits, visit))
                ):
                    following = self._step(branch, visit)
                    if following is not None:
                        yield following

    def _needless(self, branch: Branch, visit: Visit) -> bool:
        """Return whether another order is as good as any that goes on with a visit elsewhere.

        What is wanted where the train is could have been delivered at once. What is aboard and
        also offered where the train goes could be loaded there, unless the pieces are counted.
        In a crowded order goods may lie elsewhere, so that this does not hold.
        """
        if branch.crowded or branch.at == visit.point:
            return False
        if branch.visits and any(job.town == branch.at for job in branch.aboard):
            return True
        return any(
            visit.point in self.world.board.sources[job.good]
            for job in branch.aboard - {visit.job}
            if job.good not in self.world.position.stock
        )

    def order(self, branch: Branch) -> Order | None:
        """Return the order of a branch if all is delivered and everything can be paid.

        Upgrades too must be paid before the last delivery: after it they would serve nothing.
        A crowded one counts only if there is a time when it is.
        """
        if branch.aboard or branch.left or not branch.visits:
            return None
        if branch.crowded and branch.fullest <= self.room:
            return None
        last, cost = branch.visits[-1].job.pay, branch.cost + self.calendar.cost
        if cost > self.money + branch.pay - last:
            return None
        hires = max(0, branch.hires)
        known = branch.visits, branch.moments, cost, hires, branch.pay, self.calendar
        return Order(*known, crowded=branch.crowded)

    def _root(self, aboard: frozenset[Job]) -> Branch:
        """Return the empty order; a ship that is hired already saves the first hire."""
        hired = self.world.least_hire if self.world.position.aboard else 0
        opened = self.world.settled
        begin = ((0, 0),)
        return Branch(
            (), (), begin, begin, 0, -hired, 0, frozenset(), aboard, self.world.start, opened
        )

    def _assignments(self) -> Iterator[frozenset[Job]]:
        """Yield each way to reserve goods that are aboard at the start for jobs."""
        units = self.world.position.load
        choices = [[None, *(job for job in self.jobs if job.good == unit)] for unit in units]
        seen = set()
        for choice in product(*choices):
            taken = [job for job in choice if job is not None]
            cards = {job.card for job in taken}
            if len(cards) == len(taken) and frozenset(taken) not in seen:
                seen.add(frozenset(taken))
                yield frozenset(taken)

    def followed(self, visits: tuple[Visit, ...], hopeless: Hopeless) -> Iterator[Order]:
        """Yield the order with these visits, crowded or not, if it is possible and not hopeless."""
        loaded = {visit.job for visit in visits if visit.deed == "load"}
        begin = self._root(frozenset(visit.job for visit in visits) - loaded)
        pay = sum(visit.job.pay for visit in visits if visit.deliver)
        branches = [begin, replace(begin, crowded=True)]
        for visit in visits:
            found = [self._step(branch, visit) for branch in branches]
            branches = [
                branch
                for branch in found
                if branch is not None and not hopeless(pay, self._bill(branch), self._turn(branch))
            ]
        yield from filter(None, map(self.order, branches))

    def _bill(self, branch: Branch) -> int:
        """Return what must be spent at least until all that is begun is delivered."""
        island, to_come = self.world.island, {job.town for job in branch.aboard | branch.left}
        crossings = len({island[town] for town in to_come} - {island[branch.at]})
        hires = max(0, branch.hires + crossings * self.world.least_hire)
        lines = self.world.costs.least_cost(branch.stops | to_come)
        return lines + hires + self.calendar.cost

    def _turn(self, branch: Branch) -> int:
        return self.calendar.turn(branch.moments[-1])

    def _step(self, branch: Branch, visit: Visit) -> Branch | None:
        """Return the branch with one more visit, or ``None`` if that is impossible."""
        job, island = {visit.job}, self.world.island
        aboard = branch.aboard | job if visit.loads else branch.aboard - job
        left = branch.left | job if visit.deed == "leave" else branch.left - job
        stops = branch.stops | {visit.point}
        across = island[branch.at] != island[visit.point]
        if across and len(branch.aboard) > self.capacity and not self._short(branch.at, visit):
            return None
        hires = branch.hires + across * self.world.least_hire
        cost = self.world.costs.least_cost(stops) + max(0, hires)
        money = self.money + branch.pay
        if cost > money:
            return None
        lines = self.world.costs.least_lines(stops)
        built = built_by(self.world, self.calendar, lines, branch.paid(self.calendar))
        slow: tuple[TimeLabel, ...] = ()
        if self._slow is not None:
            slow = self._slow._labels(branch, branch.slow, visit, built)
        if self._slow is not None and cost + self._first_upgrade > money:
            labels = tuple((self._as_fast(moment), extra) for moment, extra in slow)
        else:
            labels = self._labels(branch, branch.labels, visit, built)
        if not labels or self.calendar.turn(labels[0][0]) > self._last_turn(visit):
            return None
        if cost + self.calendar.bills(labels[0][0]) > money:
            return None
        opened = branch.opened | {island[visit.point]}
        return Branch(
            visits=(*branch.visits, visit),
            moments=(*branch.moments, labels[0][0]),
            labels=labels,
            slow=slow,
            pay=branch.pay + visit.deliver * visit.job.pay,
            hires=hires,
            cost=cost,
            stops=stops,
            aboard=aboard,
            left=left,
            crowded=branch.crowded,
            fullest=max(branch.fullest, len(aboard)),
            at=visit.point,
            opened=opened,
            done=branch.done | ({visit.job.card} if visit.deliver else set()),
            before=branch,
        )

    def _short(self, at: int, visit: Visit) -> bool:
        """Return whether a train that sails to a visit can soon be back where it left a good."""
        return self.world.near(self.world.island[at], self.world.island[visit.point])

    def _last_turn(self, visit: Visit) -> int:
        """Return the last turn in which a visit is of use."""
        there = self.supplies.until(visit) if visit.deed == "load" else None
        return self.horizon if there is None else min(there, self.horizon)

    def all_delivered(self, branch: Branch) -> int:
        """Return a turn before which not all that is begun is delivered."""
        last = branch.labels[0][0]
        for town in {job.town for job in branch.aboard | branch.left}:
            known = [
                self.table.arrivals(branch.at, label, branch.opened, town)
                for label in branch.labels
            ]
            arrivals = [first for (first, _), *_ in filter(None, known)]
            last = max(last, min(arrivals, default=self.calendar.ends[-1] + 1))
        return self.calendar.turn(last)

    def _as_fast(self, moment: int) -> int:
        """Return the same point of the same turn on the faster calendar."""
        assert self._slow is not None
        slow = self._slow.calendar
        turn = max(1, slow.turn(moment))
        return self.calendar.end(turn - 1) + moment - slow.ends[turn - 1]

    def _labels(
        self,
        branch: Branch,
        labels: tuple[TimeLabel, ...],
        visit: Visit,
        built: int,
    ) -> tuple[TimeLabel, ...]:
        """Return the earliest arrivals at a visit, the lines being built by some turn.

        The last line is used a point later than it is built. A train that has to wait can
        open an island in each turn that it waits.
        """
        floor = self.calendar.end(built) + 1 if built else 0
        found = []
        for label in labels:
            known = self.table.arrivals(branch.at, label, branch.opened, visit.point)
            for moment, extra in known:
                then = max(moment, floor)
                if visit.loads and not branch.crowded:
                    then = self.calendar.room_by(then, len(branch.aboard))
                if self.calendar.turn(then) <= self.horizon:
                    waited = self.calendar.turn(then) - self.calendar.turn(moment)
                    found.append((then, extra + max(0, waited)))
        return self.table.best(found)
