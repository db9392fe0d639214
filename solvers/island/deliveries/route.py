"""Routes: orders with their crossings, leg by leg through time and money, by land and over sea."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from itertools import pairwise, product

import msgspec
from msgspec.structs import replace

from solvers.island.deliveries.calendar import NEVER
from solvers.island.deliveries.order import Hopeless, Order, built_by
from solvers.island.deliveries.timetable import (
    LANDED,
    NEW_LAND,
    ON_LAND,
    Pace,
    TimeLabel,
    Timetable,
)
from solvers.island.deliveries.world import World


class Leg(msgspec.Struct, frozen=True):
    """A leg of a route: by land to a stop, or a crossing.

    ``visit`` is the number of the visit that it ends at. A crossing ``waits`` if the
    train, landing where nothing is joined, cannot go on by land before the next turn; with
    a ``tie`` it need not, because lines to that point have been built before. ``own``: it is
    made with the player's own ship.
    """

    start: int
    end: int
    sails: bool
    visit: int | None = None
    waits: bool = False
    tie: int | None = None
    own: bool = False


def landfalls(world: World, legs: Sequence[Leg]) -> tuple[tuple[int, frozenset[int]], ...]:
    """Return, from landing to landing, where building begins and what is to be joined.

    Building begins where the train comes ashore; but if the lines are to be there before, it
    begins at the point they are tied to, and the port is one more point to join.
    """
    found: list[tuple[int, frozenset[int]]] = []
    entry, points = world.start, set[int]()
    for leg in legs:
        if leg.sails:
            found.append((entry, frozenset(points)))
            entry, points = leg.end, set()
            if leg.tie is not None:
                entry, points = leg.tie, {leg.end}
        else:
            points.add(leg.end)
    found.append((entry, frozenset(points)))
    return tuple((entry, points - {entry}) for entry, points in found)


def openings(
    world: World, legs: tuple[Leg, ...], middle: int
) -> Iterator[tuple[int, tuple[Leg, ...]]]:
    """Yield the legs with a landing at ``middle`` before the last one, to open its island.

    How many of them stay as they are, and the others. That serves only to build lines there before
    the train comes by land. It comes by on a crossing, or makes a round trip from a port while it
    would have to wait for lines or money.
    """
    ashore = {port for port in world.sails if not world.board.sea(port)}
    for number, each in enumerate(legs):
        after = legs[number + 1 :]
        if each.sails and middle in world.sails[each.start] and each.end in world.sails[middle]:
            out = Leg(each.start, middle, True, waits=True, own=each.own)
            yield number, (out, replace(each, start=middle), *after)
        ports = {each.start} if each.sails else world.lengths(each.start).keys()
        for port in sorted(ashore & ports):
            if middle in world.sails[port]:
                there = [Leg(each.start, port, False)] * (port != each.start)
                for own in (False, True) if world.own_ship else (False,):
                    trip = Leg(port, middle, True, waits=True, own=own)
                    back = Leg(middle, port, True, own=own)
                    yield number, (*there, trip, back, replace(each, start=port), *after)


@dataclass(frozen=True)
class DeliveryRoute:
    """An order of visits with every crossing fixed, and bounds on its cost and last turn.

    What is left to choose is the way of each leg by land.
    """

    order: Order
    legs: tuple[Leg, ...]
    cost: int
    turn: int


class PartialRoute(msgspec.Struct, frozen=True):
    """The beginning of a route: where the train is after some legs, and since when.

    ``landed``: it came by ship and has not gone on, ``waits``: nor can it in this turn.
    ``landings`` has the first moment ashore on each island where there was no line.
    Without loss of time the train could have opened the islands ``passed`` on its crossings,
    and any others, as many as turns in which it was ``idle``. ``hurried`` is an island that
    was opened too late for the lines of the last leg. ``own_at`` is where the own ship lies.
    ``cost`` and ``turn`` bound every route that begins so.
    """

    order: Order
    legs: tuple[Leg, ...]
    at: int
    moment: int
    landed: bool
    waits: bool
    opened: frozenset[int]
    visits: int
    sails: int
    stops: frozenset[int]
    paid: tuple[tuple[int, int], ...]
    cost: int
    turn: int
    landings: tuple[tuple[int, int], ...] = ()
    passed: frozenset[int] = frozenset()
    idle: int = 0
    hurried: int | None = None
    own_at: int | None = None


class RouteBuilder:
    """Extends a route by one leg, in time and money."""

    def __init__(self, world: World, pace: Pace) -> None:
        self.world, self.pace, self.calendar = world, pace, pace.calendar
        points = set(world.board.of_kind("port")) if world.free_ports else set()
        self._settled = frozenset(world.island[point] for point in world.base | points)

    def beginning(self, order: Order) -> PartialRoute:
        """The route of an order before its first leg."""
        world = self.world
        hired = world.position.aboard
        opened = world.settled
        stops = frozenset(visit.point for visit in order.visits)
        state = world.start, 0, False, False, opened, 0, -hired, stops, ()
        own_at = world.position.own_ship_at
        return PartialRoute(order, (), *state, order.cost, order.turn, own_at=own_at)

    def owns(self, part: PartialRoute, port: int) -> bool:
        """Whether the own ship lies in a port, or can be bought there."""
        bought = part.own_at is None and self.world.own_ship is not None
        return bought or part.own_at == port

    def go(self, part: PartialRoute, leg: Leg) -> PartialRoute | None:
        """The route with one more leg, or nothing if that cannot be paid.

        A ship that is hired already saves the first hire, unless the train leaves it by land.
        """
        if leg.sails:
            if leg.own and not self.owns(part, leg.start):
                return None
            island = self.world.island
            turns = self.world.crossing_turns(leg.start, leg.end, leg.own)
            moment = self.pace.landing(leg.start, part.moment, turns, part.landed, own=leg.own)
            been = {*self._settled, *(number for number, _ in part.landings)}
            first = island[leg.end] not in been
            return replace(
                part,
                legs=(*part.legs, leg),
                at=leg.end,
                moment=moment,
                landed=True,
                waits=leg.waits,
                opened=part.opened | {island[part.at]},
                sails=part.sails + (not leg.own),
                own_at=leg.end if leg.own else part.own_at,
                stops=part.stops | {leg.start},
                landings=(*part.landings, *[(island[leg.end], moment)] * first),
                passed=part.passed | self.world.stopovers(leg.start, leg.end),
            )
        if leg.end != part.at:
            wait = self.pace.opening if part.waits else None
            leave = wait(part.moment) if wait else self.pace.leaving(part.at, part.moment)
            length = self.world.lengths(part.at)[leg.end]
            moment = self.pace.arriving(leave, length, leg.end)
            at_once = self.calendar.turn(part.moment + length)
            idle = part.idle + max(0, self.calendar.turn(moment) - at_once)
            sails = max(0, part.sails)
            part = replace(part, moment=moment, landed=False, waits=False, sails=sails, idle=idle)
        part = replace(part, legs=(*part.legs, leg), at=leg.end, hurried=None)
        return self._visit(part)

    def _visit(self, part: PartialRoute) -> PartialRoute | None:
        """The route with a stop made, as soon as its lines can be there.

        The last line is used a point later than it is built.
        """
        order, visits = part.order, part.legs[-1].visit is not None
        on_islands = self.world.costs.forest_costs(landfalls(self.world, part.legs))
        lines = sum(on_islands.values())
        built = built_by(self.world, self.calendar, lines, part.paid)
        floor = self.calendar.end(built) + 1 if built else 0
        if visits:
            floor = max(floor, order.moments[part.visits])
        hurried = None
        for island, landing in part.landings:
            cost, limit = on_islands.get(island, 0), self.world.figures.build.limit
            turn = self.calendar.built(cost, self.calendar.turn(landing), limit)
            ready = self.calendar.end(turn) + 1
            if turn and ready > max(part.moment, floor):
                hurried, floor = island, ready
        spent = lines + max(0, part.sails) * self.world.ship.hire
        money = self.world.position.money + sum(pay for _, pay in part.paid)
        if spent + self.calendar.bills(max(part.moment, floor)) > money:
            return None
        if part.moment < floor:
            waited = self.calendar.turn(floor) - self.calendar.turn(part.moment)
            idle = part.idle + waited
            part = replace(
                part, moment=floor, landed=False, waits=False, idle=idle, hurried=hurried
            )
        if not visits:
            return part
        visit, opened = order.visits[part.visits], part.opened | {self.world.island[part.at]}
        if visit.deliver:
            paid = self.calendar.turn(part.moment), visit.job.pay
            part = replace(part, paid=(*part.paid, paid))
        return replace(part, opened=opened, visits=part.visits + 1)

    def replay(self, order: Order, legs: tuple[Leg, ...]) -> PartialRoute | None:
        """The route of these legs, or nothing if that cannot be paid."""
        return self.follow(self.beginning(order), legs, NEVER)

    def follow(
        self, part: PartialRoute | None, legs: Iterable[Leg], by: int
    ) -> PartialRoute | None:
        """A route with more legs, or nothing if that cannot be paid or takes too long."""
        for leg in legs:
            if part is None or part.moment > by:
                return None
            part = self.go(part, leg)
        return part if part is None or part.moment <= by else None

    def stages(self, order: Order, legs: Iterable[Leg]) -> list[PartialRoute | None]:
        """The route of these legs before each of them, and the whole."""
        found: list[PartialRoute | None] = [self.beginning(order)]
        for leg in legs:
            found.append(self.follow(found[-1], [leg], NEVER))
        return found

    def whole(self, part: PartialRoute) -> DeliveryRoute | None:
        """The route that has come about, if all can be paid before it ends.

        A ferry is bought to sail with it.
        """
        order = part.order
        if self.world.terms.bought == "ferry" and not any(leg.own for leg in part.legs):
            return None
        cost = self.world.costs.forest_cost(landfalls(self.world, part.legs)) + self.calendar.cost
        cost += max(0, part.sails) * self.world.ship.hire
        money = self.world.position.money + order.pay - order.visits[-1].job.pay
        if cost > money:
            return None
        turn = max(self.calendar.turn(part.moment), part.turn)
        return DeliveryRoute(order, part.legs, max(cost, part.cost), turn)

    def again(self, route: DeliveryRoute) -> DeliveryRoute | None:
        """A route that was found under a calendar that is only a bound."""
        part = self.replay(route.order.under(self.calendar), route.legs)
        return None if part is None else self.whole(part)


class RouteSearch:
    """Grows the routes of orders, leg by leg."""

    def __init__(self, world: World, table: Timetable, hopeless: Hopeless) -> None:
        self.world, self.table, self.calendar = world, table, table.calendar
        self._hopeless = hopeless
        self._builder = RouteBuilder(world, table)

    def beginning(self, order: Order) -> PartialRoute:
        """The route of an order before its first leg."""
        return self._builder.beginning(order)

    def longer(self, part: PartialRoute) -> Iterator[PartialRoute | DeliveryRoute]:
        """Yield every way to go on: to the next visit, or over sea to some port."""
        target = part.order.visits[part.visits].point
        if target in self.world.lengths(part.at):
            there = self._builder.go(part, Leg(part.at, target, False, part.visits))
            yield from self._bounded(there)
            yield from self._opened_sooner(there)
        for port in self.world.sails:
            if port in self.world.lengths(part.at):
                at_port: PartialRoute | None = part
                if port != part.at:
                    at_port = self._builder.go(part, Leg(part.at, port, False))
                    yield from self._opened_sooner(at_port)
                if at_port is not None:
                    for other, own in product(
                        self.world.sails[port], range(1 + self._builder.owns(at_port, port))
                    ):
                        leg = Leg(port, other, True, own=bool(own))
                        if not (self._in_passing(at_port, leg) or self._late(at_port, other)):
                            yield from self._sailing(at_port, leg)

    def _late(self, part: PartialRoute, other: int) -> bool:
        """Whether a crossing to a port comes too late, even if lines are there."""
        start = part.at
        turns = self.world.sailing_turns(self.world.sails[start][other])
        moment = self.table.landing(start, part.moment, turns, part.landed)
        opened = part.opened | part.passed | self.world.stopovers(start, other)
        opened |= {self.world.island[start]}
        finish = self._finish(part.order, part.visits, other, (moment, part.idle), opened, LANDED)
        return self._hopeless(part.order.pay, part.cost, self.calendar.turn(finish))

    def _in_passing(self, part: PartialRoute, leg: Leg) -> bool:
        """Whether to sail on makes a landing needless.

        To land and sail on at once, with the same ship, only serves to open an island, and is tried
        where lines there are wanted. Otherwise the direct way is as good, unless it is longer.
        """
        last = part.legs[-1] if part.legs else None
        if last is None or not last.sails or last.own != leg.own:
            return False
        if leg.end not in self.world.sails[last.start]:
            return leg.end == last.start
        direct, *others = (
            self.world.crossing_turns(start, end, leg.own)
            for start, end in ((last.start, leg.end), (last.start, last.end), (leg.start, leg.end))
        )
        return direct <= sum(others)

    def _sailing(self, part: PartialRoute, leg: Leg) -> Iterator[PartialRoute | DeliveryRoute]:
        """Yield the ways to come ashore in a port: on lines that are there, or without.

        Lines are there if the port is joined, or if they were built before from another
        point of the island. The train may have opened it in passing for that purpose.
        """
        port = leg.end
        been = {point for each in part.legs for point in (each.start, each.end)}
        if port in self.world.base or port in been:
            yield from self._bounded(self._builder.go(part, leg))
            return
        yield from self._bounded(self._builder.go(part, replace(leg, waits=True)))
        if port in self.world.abroad or self.world.free_ports:
            yield from self._bounded(self._builder.go(part, leg))
        island = self.world.island[port]
        entries = {each.end for each in part.legs if each.sails} | self.world.anchors
        for tie in sorted(entries):
            if self.world.island[tie] == island:
                yield from self._bounded(self._builder.go(part, replace(leg, tie=tie)))
        yield from self._opened_before(part, leg, been)

    def _opened_before(
        self, part: PartialRoute, leg: Leg, been: Set[int]
    ) -> Iterator[PartialRoute | DeliveryRoute]:
        """Yield the ways to come ashore where the train has opened the island in passing.

        It must not land any later for that, or it could as well wait in port for lines.
        """
        free = self._builder.go(part, leg)
        if free is None or not (free.idle or self.world.island[leg.end] in free.passed):
            return
        for bound in self._bounded(free):
            if self._hopeless(part.order.pay, bound.cost + self.world.least_hire, bound.turn):
                return
        stages = self._builder.stages(part.order, part.legs)
        for middle in self.world.sails:
            if self.world.island[middle] != self.world.island[leg.end]:
                continue
            if middle in been or middle in self.world.base:
                continue
            last = replace(leg, tie=None if leg.end == middle else middle)
            for kept, legs in openings(self.world, (*part.legs, last), middle):
                opened = self._builder.follow(stages[kept], legs, free.moment)
                yield from self._bounded(opened)

    def _opened_sooner(self, part: PartialRoute | None) -> Iterator[PartialRoute | DeliveryRoute]:
        """Yield the ways to open an island in time if its lines take more than one turn.

        For these a detour may pay as well.
        """
        if part is None or part.hurried is None:
            return
        island, legs = self.world.island, part.legs
        first = next(
            number
            for number, each in enumerate(legs)
            if each.sails and island[each.end] == part.hurried
        )
        been = {point for each in legs for point in (each.start, each.end)}
        stages = self._builder.stages(part.order, legs[:first])
        for middle in self.world.sails:
            if island[middle] == part.hurried and (
                middle == legs[first].end or middle not in been | self.world.base
            ):
                tie = None if middle == legs[first].end else middle
                last = replace(legs[first], waits=False, tie=tie)
                for kept, earlier in openings(self.world, (*legs[:first], last), middle):
                    again = (*earlier, *legs[first + 1 :])
                    opened = self._builder.follow(stages[kept], again, part.moment - 1)
                    yield from self._bounded(opened)

    def _bounded(self, part: PartialRoute | None) -> Iterator[PartialRoute | DeliveryRoute]:
        """Yield the part with bounds on what comes of it, or the route if it is whole."""
        if part is None:
            return
        order = part.order
        if part.visits == len(order.visits):
            route = self._builder.whole(part)
            if route is not None:
                yield route
            return
        points = (part.at, *(visit.point for visit in order.visits[part.visits :]))
        across = sum(self.world.island[a] != self.world.island[b] for a, b in pairwise(points))
        lines = self.world.costs.still_needed(landfalls(self.world, part.legs), part.stops)
        to_come = across * (self.world.least_hire > 0)
        cost = lines + max(0, part.sails + to_come) * self.world.ship.hire + self.calendar.cost
        label, opened = (part.moment, part.idle), part.opened | part.passed
        state = (NEW_LAND if part.waits else LANDED) if part.landed else ON_LAND
        finish = self._finish(order, part.visits, part.at, label, opened, state)
        turn = self.calendar.turn(finish)
        yield replace(part, cost=max(part.cost, cost), turn=max(part.turn, turn))

    def _finish(
        self,
        order: Order,
        visits: int,
        at: int,
        label: TimeLabel,
        opened: frozenset[int],
        state: int,
    ) -> int:
        """A moment before which the rest of the visits cannot be over."""
        if label[0] > self.calendar.ends[-1]:
            return label[0]
        island = self.world.island
        for visit, floor in zip(order.visits[visits:], order.moments[visits:], strict=True):
            labels = self.table.arrivals(at, label, opened, visit.point, state)
            if not labels:
                return self.calendar.ends[-1] + 1
            first = labels[0][0]
            waited = self.calendar.turn(floor) - self.calendar.turn(first) if floor > first else 0
            label = max(first, floor), max(extra for _, extra in labels) + waited
            at, state, opened = visit.point, ON_LAND, opened | {island[visit.point]}
        return label[0]
