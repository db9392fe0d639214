"""Orders with their crossings: from which port to which the train sails, and when."""

from __future__ import annotations

from collections.abc import Iterator, Set
from dataclasses import dataclass, replace
from itertools import pairwise

from solvers.island.hops import Hop, openings, stretches
from solvers.island.orders import Hopeless, Order, built_by
from solvers.island.timetable import LANDED, NEW_LAND, ON_LAND, Label, Pace, Timetable
from solvers.island.world import World


@dataclass(frozen=True)
class Route:
    """An order of visits with every crossing fixed, and bounds on its cost and last turn.

    What is left to choose is the way of each stretch by land.
    """

    order: Order
    hops: tuple[Hop, ...]
    cost: int
    turn: int


@dataclass(frozen=True, slots=True)
class Part:
    """The beginning of a route: where the train is after some hops, and since when.

    ``landed``: it came by ship and has not gone on, ``waits``: nor can it in this turn.
    ``landings`` has the first moment ashore on each island where there was no line.
    Without loss of time the train could have opened the islands ``passed`` on its crossings,
    and any others, as many as turns in which it was ``idle``. ``hurried`` is an island that
    was opened too late for the lines of the last hop.
    ``cost`` and ``turn`` bound every route that begins so.
    """

    order: Order
    hops: tuple[Hop, ...]
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


class Hops:
    """Carries a route on by one hop, in time and money."""

    def __init__(self, world: World, pace: Pace) -> None:
        self.world, self.pace, self.clock = world, pace, pace.clock
        self._settled = frozenset(world.island[point] for point in world.base)

    def beginning(self, order: Order) -> Part:
        """Return the route of an order before its first hop."""
        world = self.world
        hired = world.position.aboard
        opened = self._settled
        stops = frozenset(visit.point for visit in order.visits)
        state = world.start, 0, False, False, opened, 0, -hired, stops, ()
        return Part(order, (), *state, order.cost, order.turn)

    def go(self, part: Part, hop: Hop) -> Part | None:
        """Return the route with one more hop, or nothing if that cannot be paid."""
        if hop.sails:
            island = self.world.island
            turns = self.world.sailing_turns(self.world.sails[hop.start][hop.end])
            moment = self.pace.landing(hop.start, part.moment, turns, part.landed)
            been = {*self._settled, *(number for number, _ in part.landings)}
            first = island[hop.end] not in been
            return replace(
                part,
                hops=(*part.hops, hop),
                at=hop.end,
                moment=moment,
                landed=True,
                waits=hop.waits,
                opened=part.opened | {island[part.at]},
                sails=part.sails + 1,
                stops=part.stops | {hop.start},
                landings=(*part.landings, *[(island[hop.end], moment)] * first),
                passed=part.passed | self.world.stopovers(hop.start, hop.end),
            )
        if hop.end != part.at:
            wait = self.pace.opening if part.waits else None
            leave = wait(part.moment) if wait else self.pace.leaving(part.at, part.moment)
            moment = self.pace.arriving(leave, self.world.lengths(part.at)[hop.end], hop.end)
            part = replace(part, moment=moment, landed=False, waits=False)
        part = replace(part, hops=(*part.hops, hop), at=hop.end, hurried=None)
        return self._visit(part)

    def _visit(self, part: Part) -> Part | None:
        """Return the route with a stop made, as soon as its lines can be there.

        The last line is used a point later than it is built.
        """
        order, visits = part.order, part.hops[-1].visit is not None
        on_islands = self.world.costs.forest_costs(stretches(self.world, part.hops))
        lines = sum(on_islands.values())
        built = built_by(self.world, self.clock, lines, part.paid)
        floor = self.clock.end(built) + 1 if built else 0
        if visits:
            floor = max(floor, order.moments[part.visits])
        hurried = None
        for island, landing in part.landings:
            cost, limit = on_islands.get(island, 0), self.world.figures.build.limit
            turn = self.clock.built(cost, self.clock.turn(landing), limit)
            ready = self.clock.end(turn) + 1
            if turn and ready > max(part.moment, floor):
                hurried, floor = island, ready
        spent = lines + max(0, part.sails) * self.world.ship.hire
        money = self.world.position.money + sum(pay for _, pay in part.paid)
        if spent + self.clock.bills(max(part.moment, floor)) > money:
            return None
        if part.moment < floor:
            waited = self.clock.turn(floor) - self.clock.turn(part.moment)
            idle = part.idle + waited
            part = replace(
                part, moment=floor, landed=False, waits=False, idle=idle, hurried=hurried
            )
        if not visits:
            return part
        visit, opened = order.visits[part.visits], part.opened | {self.world.island[part.at]}
        if visit.deliver:
            paid = self.clock.turn(part.moment), visit.job.pay
            part = replace(part, paid=(*part.paid, paid))
        return replace(part, opened=opened, visits=part.visits + 1)

    def replay(self, order: Order, hops: tuple[Hop, ...]) -> Part | None:
        """Return the route of these hops, or nothing if that cannot be paid."""
        part: Part | None = self.beginning(order)
        for hop in hops:
            part = None if part is None else self.go(part, hop)
        return part

    def whole(self, part: Part) -> Route | None:
        """Return the route that has come about, if all can be paid before it ends."""
        order = part.order
        cost = self.world.costs.forest_cost(stretches(self.world, part.hops)) + self.clock.cost
        cost += max(0, part.sails) * self.world.ship.hire
        money = self.world.position.money + order.pay - order.visits[-1].job.pay
        if cost > money:
            return None
        turn = max(self.clock.turn(part.moment), part.turn)
        return Route(order, part.hops, max(cost, part.cost), turn)

    def again(self, route: Route) -> Route | None:
        """Return a route that was found under a clock that is only a bound."""
        part = self.replay(route.order.under(self.clock), route.hops)
        return None if part is None else self.whole(part)


class Routes:
    """Grows the routes of orders, hop by hop."""

    def __init__(self, world: World, table: Timetable, hopeless: Hopeless) -> None:
        self.world, self.table, self.clock = world, table, table.clock
        self._hopeless = hopeless
        self._hops = Hops(world, table)

    def beginning(self, order: Order) -> Part:
        """Return the route of an order before its first hop."""
        return self._hops.beginning(order)

    def longer(self, part: Part) -> Iterator[Part | Route]:
        """Yield every way to go on: to the next visit, or over sea to some port."""
        target = part.order.visits[part.visits].point
        if target in self.world.lengths(part.at):
            there = self._hops.go(part, Hop(part.at, target, False, part.visits))
            yield from self._bounded(there)
            yield from self._opened_sooner(there)
        for port in self.world.sails:
            if port in self.world.lengths(part.at):
                at_port: Part | None = part
                if port != part.at:
                    at_port = self._hops.go(part, Hop(part.at, port, False))
                    yield from self._opened_sooner(at_port)
                if at_port is not None:
                    for other in self.world.sails[port]:
                        if not (self._in_passing(at_port, other) or self._late(at_port, other)):
                            yield from self._sailing(at_port, other)

    def _late(self, part: Part, other: int) -> bool:
        """Return whether nothing can come of a crossing to a port, if lines are there."""
        start = part.at
        turns = self.world.sailing_turns(self.world.sails[start][other])
        moment = self.table.landing(start, part.moment, turns, part.landed)
        opened = part.opened | part.passed | self.world.stopovers(start, other)
        opened |= {self.world.island[start]}
        finish = self._finish(part.order, part.visits, other, (moment, part.idle), opened, LANDED)
        return self._hopeless(part.order.pay, part.cost, self.clock.turn(finish))

    def _in_passing(self, part: Part, other: int) -> bool:
        """Return whether to sail on to ``other`` makes a landing needless.

        To land and sail on at once serves to open an island; that is thought of when lines
        there are wanted. Otherwise the direct way is as good, if it is not longer.
        """
        last = part.hops[-1] if part.hops else None
        if last is None or not last.sails:
            return False
        sails, turns = self.world.sails, self.world.sailing_turns
        direct = sails[last.start].get(other)
        if direct is None:
            return other == last.start
        return turns(direct) <= turns(sails[last.start][last.end]) + turns(sails[last.end][other])

    def _sailing(self, part: Part, port: int) -> Iterator[Part | Route]:
        """Yield the ways to come ashore in a port: on lines that are there, or without.

        Lines are there if the port is joined, or if they were built before from another
        point of the island. The train may have opened it in passing for that purpose.
        """
        hop = Hop(part.at, port, True)
        been = {point for each in part.hops for point in (each.start, each.end)}
        if port in self.world.base or port in been:
            yield from self._bounded(self._hops.go(part, hop))
            return
        yield from self._bounded(self._hops.go(part, replace(hop, waits=True)))
        island = self.world.island[port]
        entries = {each.end for each in part.hops if each.sails} | self.world.anchors
        for tie in sorted(entries):
            if self.world.island[tie] == island:
                yield from self._bounded(self._hops.go(part, replace(hop, tie=tie)))
        yield from self._opened_before(part, hop, been)

    def _opened_before(self, part: Part, hop: Hop, been: Set[int]) -> Iterator[Part | Route]:
        """Yield the ways to come ashore where the train has opened the island in passing.

        It must not land any later for that, or it could as well wait in port for lines.
        """
        free = self._hops.go(part, hop)
        if free is None or not (free.idle or self.world.island[hop.end] in free.passed):
            return
        for bound in self._bounded(free):
            if self._hopeless(part.order.pay, bound.cost + self.world.ship.hire, bound.turn):
                return
        for middle in self.world.sails:
            if self.world.island[middle] != self.world.island[hop.end]:
                continue
            if middle in been or middle in self.world.base:
                continue
            last = replace(hop, tie=None if hop.end == middle else middle)
            for hops in openings(self.world, (*part.hops, last), middle):
                opened = self._hops.replay(part.order, hops)
                if opened is not None and opened.moment <= free.moment:
                    yield from self._bounded(opened)

    def _opened_sooner(self, part: Part | None) -> Iterator[Part | Route]:
        """Yield the ways to open an island in time if its lines take more than one turn.

        For these a detour may pay as well.
        """
        if part is None or part.hurried is None:
            return
        island, hops = self.world.island, part.hops
        first = next(
            number
            for number, each in enumerate(hops)
            if each.sails and island[each.end] == part.hurried
        )
        been = {point for each in hops for point in (each.start, each.end)}
        for middle in self.world.sails:
            if island[middle] == part.hurried and (
                middle == hops[first].end or middle not in been | self.world.base
            ):
                tie = None if middle == hops[first].end else middle
                last = replace(hops[first], waits=False, tie=tie)
                for earlier in openings(self.world, (*hops[:first], last), middle):
                    opened = self._hops.replay(part.order, (*earlier, *hops[first + 1 :]))
                    if opened is not None and opened.moment < part.moment:
                        yield from self._bounded(opened)

    def _bounded(self, part: Part | None) -> Iterator[Part | Route]:
        """Yield the part with bounds on what comes of it, or the route if it is whole."""
        if part is None:
            return
        order = part.order
        if part.visits == len(order.visits):
            route = self._hops.whole(part)
            if route is not None:
                yield route
            return
        points = (part.at, *(visit.point for visit in order.visits[part.visits :]))
        across = sum(self.world.island[a] != self.world.island[b] for a, b in pairwise(points))
        lines = self.world.costs.still_needed(stretches(self.world, part.hops), part.stops)
        cost = lines + max(0, part.sails + across) * self.world.ship.hire + self.clock.cost
        label, opened = (part.moment, part.idle), part.opened | part.passed
        state = (NEW_LAND if part.waits else LANDED) if part.landed else ON_LAND
        finish = self._finish(order, part.visits, part.at, label, opened, state)
        turn = self.clock.turn(finish)
        yield replace(part, cost=max(part.cost, cost), turn=max(part.turn, turn))

    def _finish(
        self, order: Order, visits: int, at: int, label: Label, opened: frozenset[int], state: int
    ) -> int:
        """Return a moment before which the rest of the visits cannot be over."""
        if label[0] > self.clock.ends[-1]:
            return label[0]
        island = self.world.island
        for visit, floor in zip(order.visits[visits:], order.moments[visits:], strict=True):
            labels = self.table.arrivals(at, label, opened, visit.point, state)
            if not labels:
                return self.clock.ends[-1] + 1
            first = labels[0][0]
            waited = self.clock.turn(floor) - self.clock.turn(first) if floor > first else 0
            label = max(first, floor), max(extra for _, extra in labels) + waited
            at, state, opened = visit.point, ON_LAND, opened | {island[visit.point]}
        return label[0]
