"""Orders with too many goods aboard, and the orders they stand for: goods are left in towns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import groupby, product

from mapdata.island.figures import TOWNS
from solvers.island.deliveries.order import Job, Order, Visit
from solvers.island.deliveries.order_search import Hopeless, OrderSearch


class Unpacking:
    """Replaces crowded orders by those in which one more good is left in a town.

    What comes of different orders in the same way is yielded once.
    """

    def __init__(self, orders: OrderSearch) -> None:
        self.orders, self.world = orders, orders.world
        self._seen: set[tuple[Visit, ...]] = set()

    def unpacked(self, order: Order, hopeless: Hopeless) -> Iterator[Order]:
        """Yield the orders that a crowded one stands for; they may be crowded still.

        On a way with too many goods one of them lies in a town: it is left at some time before
        and fetched at some time after that, and the train is elsewhere meanwhile. If the way
        leads to another island, the good is left before the train sails.
        """
        for number, ashore in self._too_many(order):
            yield from self._left_before(order, number, ashore, hopeless)

    def _left_before(
        self, order: Order, number: int, ashore: frozenset[int], hopeless: Hopeless
    ) -> Iterator[Order]:
        visits = order.visits
        for job, since, until in _aboard(visits, number):
            for leave, town in product(range(since + 1, number + 1), self._towns_for(job)):
                if leave == number and self.world.island[town] not in ashore:
                    continue
                leaving = (*visits[:leave], Visit(town, job, "leave"))
                if self._late((*leaving, *visits[leave:]), order, hopeless):
                    continue
                for fetch in range(number + 1, until + 1):
                    meanwhile = visits[leave:fetch]
                    if self._in_time(town, meanwhile):
                        fetching = (Visit(town, job, "fetch"), *visits[fetch:])
                        longer = _tidy((*leaving, *meanwhile, *fetching))
                        yield from self._once(longer, order, hopeless)

    def ferried(self, order: Order, hopeless: Hopeless) -> Iterator[Order]:
        """Yield the other orders that a crowded one stands for.

        Too many goods for the way to another island can go there in parts: one is left behind,
        another one is left overseas, and the train comes back for the first. The second is
        fetched at some time after that.
        """
        for number, ashore in self._too_many(order):
            if ashore != self._everywhere:
                yield from self._in_parts(order, number, ashore, hopeless)

    def _in_parts(
        self, order: Order, number: int, ashore: frozenset[int], hopeless: Hopeless
    ) -> Iterator[Order]:
        visits, island = order.visits, self.world.island
        goods = list(_aboard(visits, number))
        seconds = [(job, until) for job, _, until in goods]
        if not visits[number].loads:
            seconds.append((visits[number].job, number))
        overseas = [town for town in self._towns if island[town] not in ashore]
        for job, since, _ in goods:
            for leave, town in product(range(since + 1, number + 1), self._towns_for(job)):
                if leave == number and island[town] not in ashore:
                    continue
                over, back = visits[leave:number], Visit(town, job, "fetch")
                first = (*visits[:leave], Visit(town, job, "leave"), *over)
                if self._late((*first, back, *visits[number:]), order, hopeless):
                    continue
                for away in overseas:
                    there = Visit(away, job, "leave")
                    if not self._in_time(town, (*over, there)) or self._late(
                        (*first, there, back, *visits[number:]), order, hopeless
                    ):
                        continue
                    for second, until in seconds:
                        if second != job and away in self._towns_for(second):
                            before = (*first, Visit(away, second, "leave"), back)
                            while_away = range(number, until + 1)
                            yield from self._fetched(before, while_away, order, hopeless)

    def _fetched(
        self,
        before: tuple[Visit, ...],
        times: range,
        order: Order,
        hopeless: Hopeless,
    ) -> Iterator[Order]:
        """Yield the orders in which what was left last is fetched before one of some visits."""
        left, back = before[-2:]
        for fetch in times:
            meanwhile = order.visits[times.start : fetch]
            if self._in_time(left.point, (back, *meanwhile)):
                fetching = Visit(left.point, left.job, "fetch")
                longer = _tidy((*before, *meanwhile, fetching, *order.visits[fetch:]))
                yield from self._once(longer, order, hopeless)

    def _once(self, visits: tuple[Visit, ...], order: Order, hopeless: Hopeless) -> Iterator[Order]:
        """Yield what comes of longer visits of an order, unless they were looked at before."""
        if visits not in self._seen:
            self._seen.add(visits)
            if not self._late(visits, order, hopeless):
                yield from self.orders.followed(visits, hopeless)

    def _late(self, visits: Sequence[Visit], order: Order, hopeless: Hopeless) -> bool:
        """Return whether an order with more visits is over too late to be of interest."""
        return hopeless(order.pay, order.cost, self._turn(visits, order))

    def _turn(self, visits: Sequence[Visit], order: Order) -> int:
        """Return the earliest turn in which these visits can be over, whatever is built."""
        floors: dict[Visit, int] = {}
        for visit, moment in zip(order.visits, order.moments, strict=True):
            floors.setdefault(visit, moment)
        at, label = self.world.start, (0, 0)
        for visit in visits:
            known = self.orders.table.arrivals(at, label, self._everywhere, visit.point)
            if not known:
                return self.orders.calendar.turns + 1
            at, label = visit.point, (max(known[0][0], floors.get(visit, 0)), 0)
        return self.orders.calendar.turn(label[0])

    @cached_property
    def _everywhere(self) -> frozenset[int]:
        return frozenset(self.world.island.values())

    def _towns_for(self, job: Job) -> list[int]:
        """Return the towns where a good may be left.

        Not where it is wanted, as it is delivered there at once; nor where there is more of it,
        as it need not have been loaded before.
        """
        offered = (
            () if job.good in self.world.position.stock else self.world.board.sources[job.good]
        )
        return [town for town in self._towns if town != job.town and town not in offered]

    @cached_property
    def _towns(self) -> list[int]:
        """The towns that a train can come to at all."""
        island = self.world.island
        over_sea = {island[port] for port in self.world.sails}
        here = island[self.world.start]
        reached = over_sea | {here} if here in over_sea else {here}
        return [town for town in self.world.board.of_kind(*TOWNS) if island[town] in reached]

    def _in_time(self, town: int, meanwhile: Sequence[Visit]) -> bool:
        """Return whether a train can be elsewhere and back before what it left is gone.

        At best it is there at the beginning of a turn, and every line is there already.
        """
        table, calendar = self.orders.table, self.orders.calendar
        if all(visit.point == town for visit in meanwhile):
            return any(visit.deliver for visit in meanwhile)
        begin = min(2, calendar.turns)
        at, label = town, (calendar.end(begin - 1), 0)
        for point in (*(visit.point for visit in meanwhile), town):
            known = table.arrivals(at, label, self._everywhere, point)
            if not known:
                return False
            at, label = point, known[0]
        return calendar.turn(label[0]) - begin < self.world.figures.game.lying

    def _too_many(self, order: Order) -> list[tuple[int, frozenset[int]]]:
        """Return visits before one of which one of the goods must have been left.

        With each go the islands where it can be left just before that visit. The train comes to
        the visit with too many goods, or loads one too many there. With more than it can ever
        carry, any such visit will do: best the first over sea, where a good that is left behind
        costs most time. With more than it can carry at some times, it may be any of them.
        """
        visits, aboard, island = order.visits, order.aboard, self.world.island
        counts = [aboard]
        for visit in visits:
            counts.append(counts[-1] + (1 if visit.loads else -1))
        certain = max(counts) > self.orders.capacity
        room = self.orders.capacity if certain else self.orders.room
        starts = (self.world.start, *(visit.point for visit in visits))
        over_sea, ways, loads = list[tuple[int, frozenset[int]]](), list[int](), list[int]()
        for number, visit in enumerate(visits):
            if counts[number] > room:
                if island[starts[number]] != island[visit.point]:
                    over_sea.append((number, frozenset({island[starts[number]]})))
                else:
                    ways.append(number)
            if counts[number + 1] > room:
                loads.append(number)
        if not certain and self.orders.capacity > self.orders.room:
            by_land = dict.fromkeys((*ways, *loads))
            return [*over_sea, *((number, self._everywhere) for number in by_land)]
        if over_sea:
            return over_sea[:1]
        left = any(visit.deed == "leave" for visit in visits)
        return [(loads[0] if left and loads else ways[-1], self._everywhere)]


def _aboard(visits: Sequence[Visit], at: int) -> Iterator[tuple[Job, int, int]]:
    """Yield each other job whose good is aboard before a visit, since and until which visit."""
    since: dict[Job, int] = {}
    loaded = {visit.job for visit in visits if visit.deed == "load"}
    since.update((visit.job, -1) for visit in visits if visit.job not in loaded)
    for number, visit in enumerate(visits[:at]):
        if visit.loads:
            since[visit.job] = number
        else:
            since.pop(visit.job, None)
    for job, begin in since.items():
        if job != visits[at].job:
            yield job, begin, next(n for n in range(at + 1, len(visits)) if visits[n].job == job)


def _tidy(visits: tuple[Visit, ...]) -> tuple[Visit, ...]:
    """Return the visits with all that is done in one place in one order."""
    found: list[Visit] = []
    for _, group in groupby(visits, key=lambda visit: visit.point):
        run = list(group)
        alone = len({visit.job for visit in run}) == len(run)
        found += sorted(run, key=lambda visit: visit.rank) if alone else run
    return tuple(found)
