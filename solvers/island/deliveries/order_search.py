"""In which order goods are loaded and delivered: every order, with bounds on time and cost."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import product
from typing import Literal

from solvers.island.deliveries.branch import Branch
from solvers.island.deliveries.calendar import Calendar
from solvers.island.deliveries.calendar import calendar as calendar_of
from solvers.island.deliveries.costs import Landfall
from solvers.island.deliveries.order import Job, Order, Visit, built_by
from solvers.island.deliveries.supplies import Supplies
from solvers.island.deliveries.timetable import PortPair, TimeLabel, Timetable
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
        self._laden: dict[int, Timetable] = {}
        self._slow: OrderSearch | None = None
        if calendar.changes is None:
            plain = calendar_of(world.figures, world.position.train, (), calendar.turns)
            self._slow = OrderSearch(world, plain, horizon, jobs)
            self.room = min(train.capacity for train in world.figures.trains.values())
            self._first_upgrade = min(world.figures.upgrades(world.position.train).values())

    @cached_property
    def _first_landfalls(self) -> tuple[Landfall, ...]:
        """What is known of journeys by land at the beginning.

        Without own lines ports tell little, as none is joined already: they are left open.
        """
        start = self.world.joined(self.world.start)
        return ((start, frozenset()),) if self.world.ground.network else ()

    def roots(self) -> Iterator[Branch]:
        """Yield the empty orders, one for each use of what is aboard at the start.

        From some of them orders grow that are crowded at some time.
        """
        cards = {job.card for job in self.jobs}
        for aboard in self._assignments():
            yield self._root(aboard)
            if len(cards) > self.room:
                yield replace(self._root(aboard), crowded=True)

    def longer(self, branch: Branch, worth_it: Callable[[Visit, int], bool]) -> Iterator[Branch]:
        """Yield every possible order with one more visit that is worth it by a moment."""
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
                    for passage in self._passages(branch, visit, worth_it):
                        following = self._step(branch, visit, passage)
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
            (),
            (),
            begin,
            begin,
            0,
            -hired,
            0,
            frozenset(),
            aboard,
            self.world.start,
            opened,
            landfalls=self._first_landfalls,
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
        pay = sum(visit.job.pay for visit in visits if visit.deliver)
        for crowded in False, True:
            branch: Branch | None = self._begun(visits, crowded)
            for visit in visits:
                branch = self._step(branch, visit) if branch is not None else None
                if branch is None or hopeless(pay, self._bill(branch), self._turn(branch)):
                    branch = None
                    break
            order = self.order(branch) if branch is not None else None
            if order is not None:
                yield order

    def by_any_port(self, branch: Branch) -> Branch | None:
        """Return a branch with the same visits, where the train boards and lands left open."""
        if not branch.landfalls:
            return branch
        found: Branch | None = self._begun(branch.visits, branch.crowded)
        for visit in branch.visits:
            found = self._step(found, visit) if found is not None else None
        return found

    def _begun(self, visits: tuple[Visit, ...], crowded: bool) -> Branch:
        loaded = {visit.job for visit in visits if visit.deed == "load"}
        begin = self._root(frozenset(visit.job for visit in visits) - loaded)
        return replace(begin, crowded=crowded, landfalls=())

    def _bill(self, branch: Branch) -> int:
        """Return what must be spent at least until all that is begun is delivered."""
        island, to_come = self.world.island, {job.town for job in branch.aboard | branch.left}
        crossings = len({island[town] for town in to_come} - {island[branch.at]})
        hires = max(0, branch.hires + crossings * self.world.least_hire)
        lines = self.world.costs.least_cost(branch.stops | to_come)
        return lines + hires + self.calendar.cost

    def _turn(self, branch: Branch) -> int:
        return self.calendar.turn(branch.moments[-1])

    def _step(
        self, branch: Branch, visit: Visit, passage: PortPair | Literal["any"] = "any"
    ) -> Branch | None:
        """Return the branch with one more visit, or ``None`` if that is impossible.

        If any passage will do, what is to be joined is not known.
        """
        job, island = {visit.job}, self.world.island
        aboard = branch.aboard | job if visit.loads else branch.aboard - job
        left = branch.left | job if visit.deed == "leave" else branch.left - job
        stops = branch.stops | {self.world.joined(visit.point)}
        across = island[branch.at] != island[visit.point]
        if across and len(branch.aboard) > self.capacity and not self._short(branch.at, visit):
            return None
        landfalls: tuple[Landfall, ...] = ()
        if passage == "any":
            hires = branch.hires + across * self.world.least_hire
            cost = self.world.costs.least_cost(stops) + max(0, hires)
            lines = self.world.costs.least_lines(stops)
        else:
            landfalls = self._landfalls(branch, visit.point, passage)
            hires = branch.hires + (passage is not None) * self.world.least_hire
            lines = self.world.costs.still_needed(landfalls, stops)
            cost = lines + max(0, hires)
        money = self.money + branch.pay
        if cost > money:
            return None
        built = built_by(self.world, self.calendar, lines, branch.paid(self.calendar))
        slow: tuple[TimeLabel, ...] = ()
        if self._slow is not None:
            slow = self._slow._labels(branch, branch.slow, visit, built, passage)
        if self._slow is not None and cost + self._first_upgrade > money:
            before = self._slow.calendar
            labels = tuple((self.calendar.seen_from(before, m), extra) for m, extra in slow)
        else:
            labels = self._labels(branch, branch.labels, visit, built, passage)
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
            landfalls=landfalls,
        )

    def _passages(
        self, branch: Branch, visit: Visit, worth_it: Callable[[Visit, int], bool]
    ) -> list[PortPair | Literal["any"]]:
        """Return how the train may get to a visit.

        Not where another way is as soon, and needs no lines but those that are there or needed
        anyway. For a way by land no ship is hired; and where the train lands, lines may begin.
        """
        found = self._by_passage(branch, branch.labels, visit.point)
        if not found or not worth_it(visit, min(min(labels) for labels in found.values())[0]):
            return []
        if not branch.landfalls:
            return ["any"]
        if len(found) == 1:
            return list(found)
        slow: dict[PortPair, list[TimeLabel]] = {}
        if self._slow is not None:
            slow = self._slow._by_passage(branch, branch.slow, visit.point)
        needs = {passage: self._needs(branch, visit.point, passage) for passage in found}
        covers = self.table.covers

        def as_good(other: PortPair, passage: PortPair) -> bool:
            if (other is not None and passage is None) or not needs[other] <= needs[passage]:
                return False
            if passage is not None and passage[1] not in self.world.base | {*(other or ())[1:]}:
                return False
            return all(any(covers(a, b) for a in found[other]) for b in found[passage]) and all(
                any(a[0] <= b[0] and a[1] >= b[1] for a in slow.get(other, ()))
                for b in slow.get(passage, ())
            )

        kept: list[PortPair] = []
        for passage in sorted(found, key=lambda each: (len(needs[each]), each or ())):
            if not any(as_good(other, passage) for other in kept):
                kept.append(passage)
        return [*kept]

    def _by_passage(
        self, branch: Branch, labels: Iterable[TimeLabel], point: int
    ) -> dict[PortPair, list[TimeLabel]]:
        """Return the arrivals at a point for each way to get there."""
        found: dict[PortPair, list[TimeLabel]] = {}
        for label in labels:
            for passage, some in self._arrivals(branch, label, point).items():
                found.setdefault(passage, []).extend(some)
        return found

    def _needs(self, branch: Branch, point: int, passage: PortPair) -> set[tuple[int, int]]:
        """Return the pairs of points that a way must have joined, beside those that are so."""
        there = self.world.joined
        at, end = there(branch.at), there(point)
        pairs = (
            [(at, end)] if passage is None else [(at, there(passage[0])), (there(passage[1]), end)]
        )
        together = [points | {entry} for entry, points in branch.landfalls]
        return {
            (a, b)
            for a, b in pairs
            if a != b and not any(a in points and b in points for points in together)
        }

    def _landfalls(self, branch: Branch, point: int, passage: PortPair) -> tuple[Landfall, ...]:
        """Return the journeys by land after a passage; what is joined already counts as one."""
        there = self.world.joined
        *before, (entry, points) = branch.landfalls
        if passage is None:
            return *before, (entry, points | {there(point)} - {entry})
        boards, lands = map(there, passage)
        return (
            *before,
            (entry, points | {boards} - {entry}),
            (lands, frozenset({there(point)} - {lands})),
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

    def _labels(
        self,
        branch: Branch,
        labels: tuple[TimeLabel, ...],
        visit: Visit,
        built: int,
        passage: PortPair | Literal["any"],
    ) -> tuple[TimeLabel, ...]:
        """Return the earliest arrivals at a visit, the lines being built by some turn.

        The last line is used a point later than it is built. A train that has to wait can
        open an island in each turn that it waits.
        """
        floor = self.calendar.end(built) + 1 if built else 0
        found = []
        for label in labels:
            arrivals = self._arrivals(branch, label, visit.point)
            some = [passage] if passage != "any" else arrivals
            for moment, extra in (each for one in some for each in arrivals.get(one, ())):
                then = max(moment, floor)
                if visit.loads and not branch.crowded:
                    then = self.calendar.room_by(then, len(branch.aboard))
                if self.calendar.turn(then) <= self.horizon:
                    waited = self.calendar.turn(then) - self.calendar.turn(moment)
                    found.append((then, extra + max(0, waited)))
        return self.table.best(found)

    def _arrivals(
        self, branch: Branch, label: TimeLabel, point: int
    ) -> dict[PortPair, tuple[TimeLabel, ...]]:
        """Return the earliest arrivals at a point with what is aboard.

        In a crowded order some of that may lie elsewhere.
        """
        at, opened, fast = branch.at, branch.opened, self.calendar
        speed = fast.speed(0 if branch.crowded else len(branch.aboard))
        if speed == fast.speeds[-1]:
            return self.table.by_passage(at, label, opened, point)
        if speed not in self._laden:
            self._laden[speed] = Timetable(self.world, fast.slowed(speed))
        table = self._laden[speed]
        slow = table.calendar
        begin = slow.seen_from(fast, label[0]), label[1]
        return {
            passage: tuple((fast.seen_from(slow, moment), extra) for moment, extra in labels)
            for passage, labels in table.by_passage(at, begin, opened, point).items()
        }
