"""Orders with their crossings: from which port to which the train sails, and when."""

from __future__ import annotations

from collections.abc import Iterator, Set
from itertools import pairwise, product

from msgspec.structs import replace

from solvers.island.deliveries.order import Hopeless, Order
from solvers.island.deliveries.route import (
    DeliveryRoute,
    Leg,
    PartialRoute,
    RouteBuilder,
    landfalls,
    openings,
)
from solvers.island.deliveries.timetable import LANDED, NEW_LAND, ON_LAND, TimeLabel, Timetable
from solvers.island.deliveries.world import World


class RouteSearch:
    """Grows the routes of orders, leg by leg."""

    def __init__(self, world: World, table: Timetable, hopeless: Hopeless) -> None:
        self.world, self.table, self.calendar = world, table, table.calendar
        self._hopeless = hopeless
        self._builder = RouteBuilder(world, table)

    def beginning(self, order: Order) -> PartialRoute:
        """Return the route of an order before its first leg."""
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
        """Return whether a crossing to a port comes too late, even if lines are there."""
        start = part.at
        turns = self.world.sailing_turns(self.world.sails[start][other])
        moment = self.table.landing(start, part.moment, turns, part.landed)
        opened = part.opened | part.passed | self.world.stopovers(start, other)
        opened |= {self.world.island[start]}
        finish = self._finish(part.order, part.visits, other, (moment, part.idle), opened, LANDED)
        return self._hopeless(part.order.pay, part.cost, self.calendar.turn(finish))

    def _in_passing(self, part: PartialRoute, leg: Leg) -> bool:
        """Return whether to sail on makes a landing needless.

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
        """Return a moment before which the rest of the visits cannot be over."""
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
