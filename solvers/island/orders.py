"""In which order goods are loaded and delivered: every order, with bounds on time and cost."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, product

from solvers.island.clock import Clock
from solvers.island.clock import clock as make_clock
from solvers.island.jobs import Job, Order, Visit, built_by
from solvers.island.timetable import Label, Timetable
from solvers.island.world import World

Hopeless = Callable[[int, int, int], bool]
"""Whether no plan with at most this pay, at least this cost and turn can matter."""


def _as_good(one: tuple[int, int, int], other: tuple[int, int, int]) -> bool:
    """Return whether the one pays no less, costs no more and takes no longer."""
    return one != other and one[0] >= other[0] and one[1] <= other[1] and one[2] <= other[2]


class Orders:
    """Enumerates orders of visits depth first, and drops those that cannot matter.

    A clock that is only a bound has the train grown from the second turn on. Before a visit
    by which no upgrade can have been paid for, the train is as it was: ``_slow`` tells how
    long that takes.
    """

    def __init__(self, world: World, clock: Clock, horizon: int, jobs: Sequence[Job]) -> None:
        self.world, self.clock, self.horizon, self.jobs = world, clock, horizon, jobs
        self.sources = {job.good: world.board.sources[job.good] for job in self.jobs}
        self.table = Timetable(world, clock)
        self.money = world.position.money
        self._rests: dict[tuple[frozenset[int], int], list[tuple[int, int, int]]] = {}
        self._slow: Orders | None = None
        if clock.changes is None:
            plain = make_clock(world.figures, world.position.train, (), clock.turns)
            self._slow = Orders(world, plain, horizon, jobs)
            self._first_upgrade = min(world.figures.upgrades(world.position.train).values())

    def all(self, hopeless: Hopeless, deliveries: int) -> Iterator[Order]:
        """Yield every order with so many deliveries, all that is loaded delivered."""
        for aboard in self._assignments():
            if len(aboard) <= deliveries:
                yield from self._grow(self._root(aboard), hopeless, deliveries)

    def at_most(self) -> Iterator[tuple[int, int, int]]:
        """Yield pay, cost and turn that bound those of every order together."""
        cards = len(self.world.position.cards)
        for aboard in self._assignments():
            pay, busy = sum(job.pay for job in aboard), frozenset(job.card for job in aboard)
            for count in range(cards - len(busy) + 1):
                for more, least, soonest in self._rest(busy, count):
                    yield pay + more, least + self.clock.cost, soonest

    def _root(self, aboard: frozenset[Job]) -> _Branch:
        """Return the empty order; a ship that is hired already saves the first hire."""
        hired = self.world.ship.hire if self.world.position.aboard else 0
        opened = frozenset(self.world.island[point] for point in self.world.base)
        begin = ((0, 0),)
        return _Branch(
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

    def _grow(self, branch: _Branch, hopeless: Hopeless, deliveries: int) -> Iterator[Order]:
        if len(branch.done) == deliveries:
            if self._affordable(branch):
                yield self._order(branch)
            return
        busy = branch.done | {job.card for job in branch.aboard}
        for job in self.jobs:
            if job in branch.aboard:
                visits = [Visit(job.town, job, True)]
            elif job.card in busy or len(busy) == deliveries:
                continue
            else:
                visits = [Visit(source, job, False) for source in self.sources[job.good]]
            for visit in visits:
                following = self._step(branch, visit, hopeless, deliveries)
                if following is not None:
                    yield from self._grow(following, hopeless, deliveries)

    def _affordable(self, branch: _Branch) -> bool:
        """Return whether everything, upgrades too, can be paid before the last delivery.

        An upgrade after it would serve nothing.
        """
        last = branch.visits[-1].job.pay
        return branch.cost + self.clock.cost <= self.money + branch.pay - last

    @cached_property
    def _alone(self) -> dict[Job, tuple[int, int]]:
        """What a job costs at least, and its earliest turn, if it is not aboard."""
        found = {}
        for job in self.jobs:
            ways = [
                (self.world.costs.least_cost((source, job.town)), self._soonest(source, job))
                for source in self.sources[job.good]
            ]
            found[job] = min(cost for cost, _ in ways), min(turn for _, turn in ways)
        return found

    def _soonest(self, source: int, job: Job) -> int:
        """Return the earliest turn in which a good from a source can be delivered."""
        opened = self._root(frozenset()).opened
        first = self.table.arrivals(self.world.start, (0, 0), opened, source)
        opened |= {self.world.island[source]}
        then = [
            moment
            for label in first
            for moment, _ in self.table.arrivals(source, label, opened, job.town)
        ]
        return self.clock.turn(min(then, default=self.clock.ends[-1] + 1))

    def _rest(self, busy: frozenset[int], more: int) -> list[tuple[int, int, int]]:
        """Return the pay, the least cost and turn of so many deliveries for other cards."""
        if (busy, more) not in self._rests:
            cards = [card for card in range(len(self.world.position.cards)) if card not in busy]
            alone = {
                card: [(job.pay, *self._alone[job]) for job in self.jobs if job.card == card]
                for card in cards
            }
            found = {
                (
                    sum(pay for pay, _, _ in each),
                    max((cost for _, cost, _ in each), default=0),
                    max((turn for _, _, turn in each), default=0),
                )
                for some in combinations(cards, more)
                for each in product(*(alone[card] for card in some))
            }
            self._rests[busy, more] = [
                each for each in found if not any(_as_good(other, each) for other in found)
            ]
        return self._rests[busy, more]

    def _step(
        self, branch: _Branch, visit: Visit, hopeless: Hopeless, deliveries: int
    ) -> _Branch | None:
        """Return the branch with one more visit, or nothing if that cannot be or matter."""
        job, island = {visit.job}, self.world.island
        aboard = branch.aboard - job if visit.deliver else branch.aboard | job
        done = branch.done | ({visit.job.card} if visit.deliver else set())
        stops = branch.stops | {visit.point}
        across = island[branch.at] != island[visit.point]
        hires = branch.hires + across * self.world.ship.hire
        cost = self.world.costs.least_cost(stops) + max(0, hires)
        money = self.money + branch.pay
        if cost > money:
            return None
        pay = branch.pay + visit.deliver * visit.job.pay
        to_come = {each.town for each in aboard}
        busy = done | {each.card for each in aboard}
        islands = {island[town] for town in to_come} - {island[visit.point]}
        bill = self.world.costs.least_cost(stops | to_come) + self.clock.cost
        bill += max(0, hires + len(islands) * self.world.ship.hire)
        rest = [
            (pay + sum(each.pay for each in aboard) + more, max(bill, least), soonest)
            for more, least, soonest in self._rest(busy, deliveries - len(busy))
        ]
        begun = self.clock.turn(branch.moments[-1]) if branch.moments else 0
        if all(hopeless(most, least, max(begun, soonest)) for most, least, soonest in rest):
            return None
        lines = self.world.costs.least_lines(stops)
        built = built_by(self.world, self.clock, lines, branch.paid(self.clock))
        slow = self._slow._labels(branch, branch.slow, visit, built) if self._slow else ()
        if self._slow is not None and cost + self._first_upgrade > money:
            labels = tuple((self._as_fast(moment), extra) for moment, extra in slow)
        else:
            labels = self._labels(branch, branch.labels, visit, built)
        if not labels or self.clock.turn(labels[0][0]) > self.horizon:
            return None
        if cost + self.clock.bills(labels[0][0]) > money:
            return None
        opened = branch.opened | {island[visit.point]}
        turn = self.clock.turn(self._all_delivered(labels, visit.point, opened, to_come))
        if all(hopeless(most, least, max(turn, soonest)) for most, least, soonest in rest):
            return None
        return _Branch(
            visits=(*branch.visits, visit),
            moments=(*branch.moments, labels[0][0]),
            labels=labels,
            slow=slow,
            pay=pay,
            hires=hires,
            cost=cost,
            stops=stops,
            aboard=aboard,
            at=visit.point,
            opened=opened,
            done=done,
        )

    def _all_delivered(
        self, labels: tuple[Label, ...], at: int, opened: frozenset[int], towns: Iterable[int]
    ) -> int:
        """Return a moment before which a train with these labels has not been in all towns."""
        last = labels[0][0]
        for town in towns:
            known = [self.table.arrivals(at, label, opened, town) for label in labels]
            arrivals = [first for (first, _), *_ in filter(None, known)]
            last = max(last, min(arrivals, default=self.clock.ends[-1] + 1))
        return last

    def _as_fast(self, moment: int) -> int:
        """Return the same point of the same turn on the faster clock."""
        assert self._slow is not None
        slow = self._slow.clock
        turn = max(1, slow.turn(moment))
        return self.clock.end(turn - 1) + moment - slow.ends[turn - 1]

    def _labels(
        self, branch: _Branch, labels: tuple[Label, ...], visit: Visit, built: int
    ) -> tuple[Label, ...]:
        """Return the earliest arrivals at a visit, the lines being built by some turn.

        The last line is used a point later than it is built. A train that has to wait can
        open an island in each turn that it waits.
        """
        floor = self.clock.end(built) + 1 if built else 0
        found = []
        for label in labels:
            known = self.table.arrivals(branch.at, label, branch.opened, visit.point)
            for moment, extra in known:
                then = max(moment, floor)
                if not visit.deliver:
                    then = self.clock.room_by(then, len(branch.aboard))
                if self.clock.turn(then) <= self.horizon:
                    waited = self.clock.turn(then) - self.clock.turn(moment)
                    found.append((then, extra + max(0, waited)))
        return self.table.best(found)

    def _order(self, branch: _Branch) -> Order:
        cost = branch.cost + self.clock.cost
        hires = max(0, branch.hires)
        return Order(branch.visits, branch.moments, cost, hires, branch.pay, self.clock)


@dataclass(frozen=True, slots=True)
class _Branch:
    visits: tuple[Visit, ...]
    moments: tuple[int, ...]
    labels: tuple[Label, ...]
    slow: tuple[Label, ...]
    pay: int
    hires: int
    cost: int
    stops: frozenset[int]
    aboard: frozenset[Job]
    at: int
    opened: frozenset[int]
    done: frozenset[int] = frozenset()

    def paid(self, clock: Clock) -> list[tuple[int, int]]:
        """Return the turn and the pay of each delivery."""
        pairs = zip(self.visits, self.moments, strict=True)
        return [(clock.turn(moment), v.job.pay) for v, moment in pairs if v.deliver]
