"""In which order goods are loaded and delivered: every order, with bounds on time and cost."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import combinations, product

from solvers.island.deliveries.branch import Branch
from solvers.island.deliveries.calendar import Calendar
from solvers.island.deliveries.calendar import calendar as calendar_of
from solvers.island.deliveries.order import Job, Order, Visit, built_by
from solvers.island.deliveries.timetable import Label, Timetable
from solvers.island.deliveries.world import World

Hopeless = Callable[[int, int, int], bool]
"""Whether no plan with at most this pay, at least this cost and turn can matter."""


def _as_good(one: tuple[int, int, int], other: tuple[int, int, int]) -> bool:
    """Return whether the one pays no less, costs no more and takes no longer."""
    return one != other and one[0] >= other[0] and one[1] <= other[1] and one[2] <= other[2]


def _sources(world: World, good: str) -> tuple[int, ...]:
    """Return the towns that offer a good, and those where some lies."""
    lying = {each.town for each in world.position.lying if each.good == good}
    return tuple(dict.fromkeys((*world.board.sources[good], *sorted(lying))))


class OrderSearch:
    """Enumerates orders of visits depth first, and drops those that cannot matter.

    A calendar that is only a bound has the train grown from the second turn on. Before a visit
    by which no upgrade can have been paid for, the train is as it was: ``_slow`` tells how
    long that takes. ``_room`` is for how many goods there is room at any time: with more of
    them aboard an order may be meant to leave some in a town meanwhile.
    """

    def __init__(self, world: World, calendar: Calendar, horizon: int, jobs: Sequence[Job]) -> None:
        self.world, self.calendar, self.horizon, self.jobs = world, calendar, horizon, jobs
        self.sources = {job.good: _sources(world, job.good) for job in self.jobs}
        self.table = Timetable(world, calendar)
        self.money = world.position.money
        self._rests: dict[tuple[frozenset[int], int], list[tuple[int, int, int]]] = {}
        self.room = min(calendar.capacities)
        self._slow: OrderSearch | None = None
        if calendar.changes is None:
            plain = calendar_of(world.figures, world.position.train, (), calendar.turns)
            self._slow = OrderSearch(world, plain, horizon, jobs)
            self.room = min(train.capacity for train in world.figures.trains.values())
            self._first_upgrade = min(world.figures.upgrades(world.position.train).values())

    def all(self, hopeless: Hopeless, deliveries: int) -> Iterator[Order]:
        """Yield every order with so many deliveries, all that is loaded delivered."""
        for aboard in self._assignments():
            if len(aboard) <= deliveries:
                yield from self._grow(self._root(aboard), hopeless, deliveries)

    def at_most(self, deliveries: int) -> Iterator[tuple[int, int, int]]:
        """Yield pay, cost and turn that bound those of every order with so many deliveries."""
        for aboard in self._assignments():
            pay, busy = sum(job.pay for job in aboard), frozenset(job.card for job in aboard)
            if len(busy) <= deliveries:
                for more, least, soonest in self._rest(busy, deliveries - len(busy)):
                    yield pay + more, least + self.calendar.cost, soonest

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

    def _grow(self, branch: Branch, hopeless: Hopeless, deliveries: int) -> Iterator[Order]:
        if len(branch.done) == deliveries:
            if self._affordable(branch):
                yield self._order(branch)
            return
        busy = branch.done | {job.card for job in branch.aboard}
        for job in self.jobs:
            if job in branch.aboard:
                visits = [Visit(job.town, job, "deliver")]
            elif job.card in busy or len(busy) == deliveries:
                continue
            else:
                visits = [Visit(source, job, "load") for source in self.sources[job.good]]
            for visit in visits:
                if not branch.in_order(visit):
                    continue
                for crowded in self._crowding(branch, visit):
                    following = self._step(branch, visit, hopeless, deliveries, crowded)
                    if following is not None:
                        yield from self._grow(following, hopeless, deliveries)

    def _crowding(self, branch: Branch, visit: Visit) -> tuple[bool, ...]:
        """Return whether goods aboard may be too many, must not be, or either."""
        if branch.crowded:
            return (True,)
        full = visit.loads and len(branch.aboard) >= self.room
        return (False, True) if full else (False,)

    def followed(self, visits: tuple[Visit, ...], hopeless: Hopeless) -> Iterator[Order]:
        """Yield the order with these visits, crowded or not, unless it cannot be or matter."""
        loaded = {visit.job for visit in visits if visit.deed == "load"}
        begin = self._root(frozenset(visit.job for visit in visits) - loaded)
        deliveries = sum(visit.deliver for visit in visits)
        branches: list[Branch] = [begin]
        for visit in visits:
            found = [
                self._step(branch, visit, hopeless, deliveries, crowded)
                for branch in branches
                for crowded in self._crowding(branch, visit)
            ]
            branches = [branch for branch in found if branch is not None]
        yield from (self._order(each) for each in branches if self._affordable(each))

    def _affordable(self, branch: Branch) -> bool:
        """Return whether everything, upgrades too, can be paid before the last delivery.

        An upgrade after it would serve nothing.
        """
        last = branch.visits[-1].job.pay
        return branch.cost + self.calendar.cost <= self.money + branch.pay - last

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
        return self.calendar.turn(min(then, default=self.calendar.ends[-1] + 1))

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
        self, branch: Branch, visit: Visit, hopeless: Hopeless, deliveries: int, crowded: bool
    ) -> Branch | None:
        """Return the branch with one more visit, or nothing if that cannot be or matter."""
        job, island = {visit.job}, self.world.island
        aboard = branch.aboard | job if visit.loads else branch.aboard - job
        left = branch.left | job if visit.deed == "leave" else branch.left - job
        done = branch.done | ({visit.job.card} if visit.deliver else set())
        stops = branch.stops | {visit.point}
        across = island[branch.at] != island[visit.point]
        hires = branch.hires + across * self.world.least_hire
        cost = self.world.costs.least_cost(stops) + max(0, hires)
        money = self.money + branch.pay
        if cost > money:
            return None
        pay = branch.pay + visit.deliver * visit.job.pay
        begun_jobs = aboard | left
        to_come = {each.town for each in begun_jobs}
        busy = done | {each.card for each in begun_jobs}
        islands = {island[town] for town in to_come} - {island[visit.point]}
        bill = self.world.costs.least_cost(stops | to_come) + self.calendar.cost
        bill += max(0, hires + len(islands) * self.world.least_hire)
        rest = [
            (pay + sum(each.pay for each in begun_jobs) + more, max(bill, least), soonest)
            for more, least, soonest in self._rest(busy, deliveries - len(busy))
        ]
        begun = self.calendar.turn(branch.moments[-1]) if branch.moments else 0
        if all(hopeless(most, least, max(begun, soonest)) for most, least, soonest in rest):
            return None
        lines = self.world.costs.least_lines(stops)
        built = built_by(self.world, self.calendar, lines, branch.paid(self.calendar))
        slow: tuple[Label, ...] = ()
        if self._slow is not None:
            slow = self._slow._labels(branch, branch.slow, visit, built, crowded)
        if self._slow is not None and cost + self._first_upgrade > money:
            labels = tuple((self._as_fast(moment), extra) for moment, extra in slow)
        else:
            labels = self._labels(branch, branch.labels, visit, built, crowded)
            begins = crowded and not branch.crowded and self._slow is None
            if begins and labels == self._labels(branch, branch.labels, visit, built, False):
                return None
        if not labels or self.calendar.turn(labels[0][0]) > self.horizon:
            return None
        if cost + self.calendar.bills(labels[0][0]) > money:
            return None
        opened = branch.opened | {island[visit.point]}
        turn = self.calendar.turn(self._all_delivered(labels, visit.point, opened, to_come))
        if all(hopeless(most, least, max(turn, soonest)) for most, least, soonest in rest):
            return None
        return Branch(
            visits=(*branch.visits, visit),
            moments=(*branch.moments, labels[0][0]),
            labels=labels,
            slow=slow,
            pay=pay,
            hires=hires,
            cost=cost,
            stops=stops,
            aboard=aboard,
            left=left,
            crowded=crowded,
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
            last = max(last, min(arrivals, default=self.calendar.ends[-1] + 1))
        return last

    def _as_fast(self, moment: int) -> int:
        """Return the same point of the same turn on the faster calendar."""
        assert self._slow is not None
        slow = self._slow.calendar
        turn = max(1, slow.turn(moment))
        return self.calendar.end(turn - 1) + moment - slow.ends[turn - 1]

    def _labels(
        self,
        branch: Branch,
        labels: tuple[Label, ...],
        visit: Visit,
        built: int,
        crowded: bool,
    ) -> tuple[Label, ...]:
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
                if visit.loads and not crowded:
                    then = self.calendar.room_by(then, len(branch.aboard))
                if self.calendar.turn(then) <= self.horizon:
                    waited = self.calendar.turn(then) - self.calendar.turn(moment)
                    found.append((then, extra + max(0, waited)))
        return self.table.best(found)

    def _order(self, branch: Branch) -> Order:
        cost = branch.cost + self.calendar.cost
        hires = max(0, branch.hires)
        known = branch.visits, branch.moments, cost, hires, branch.pay, self.calendar
        return Order(*known, crowded=branch.crowded)
