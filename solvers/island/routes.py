"""Orders with their crossings: from which port to which the train sails, and when."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from solvers.island.orders import Hopeless, Order, built_by
from solvers.island.timetable import LANDED, NEW_LAND, ON_LAND, Pace, Timetable
from solvers.island.world import World


@dataclass(frozen=True, slots=True)
class Hop:
    """A stretch by land or a crossing.

    ``visit`` is the number of the visit that a stretch ends at. A crossing ``waits`` if the
    train, landing where nothing is joined, cannot go on by land before the next turn; with
    a ``tie`` it need not, because lines to that point have been built before.
    """

    start: int
    end: int
    sails: bool
    visit: int | None = None
    waits: bool = False
    tie: int | None = None


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
    ``idle``: it had to wait somewhere for its lines or for money.
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
    idle: bool = False


class Hops:
    """Carries a route on by one hop, in time and money."""

    def __init__(self, world: World, pace: Pace) -> None:
        self.world, self.pace, self.clock = world, pace, pace.clock

    def beginning(self, order: Order) -> Part:
        """Return the route of an order before its first hop."""
        world = self.world
        hired = world.position.aboard
        opened = frozenset(world.island[point] for point in world.base)
        stops = frozenset(visit.point for visit in order.visits)
        state = world.start, 0, False, False, opened, 0, -hired, stops, ()
        return Part(order, (), *state, order.cost, order.turn)

    def go(self, part: Part, hop: Hop) -> Part | None:
        """Return the route with one more hop, or nothing if that cannot be paid."""
        if hop.sails:
            turns = self.world.sailing_turns(self.world.sails[hop.start][hop.end])
            return replace(
                part,
                hops=(*part.hops, hop),
                at=hop.end,
                moment=self.pace.landing(hop.start, part.moment, turns, part.landed),
                landed=True,
                waits=hop.waits,
                opened=part.opened | {self.world.island[part.at]},
                sails=part.sails + 1,
                stops=part.stops | {hop.start},
            )
        if hop.end != part.at:
            wait = self.pace.opening if part.waits else None
            leave = wait(part.moment) if wait else self.pace.leaving(part.at, part.moment)
            moment = self.pace.arriving(leave, self.world.lengths(part.at)[hop.end], hop.end)
            part = replace(part, moment=moment, landed=False, waits=False)
        part = replace(part, hops=(*part.hops, hop), at=hop.end)
        return self._visit(part)

    def _visit(self, part: Part) -> Part | None:
        """Return the route with a stop made, as soon as its lines can be there.

        The last line is used a point later than it is built.
        """
        order, visits = part.order, part.hops[-1].visit is not None
        lines = self.world.forest_cost(stretches(self.world, part.hops))
        built = built_by(self.world, lines, part.paid)
        floor = self.clock.end(built) + 1 if built else 0
        if visits:
            floor = max(floor, order.moments[part.visits])
        spent = lines + max(0, part.sails) * self.world.ship.hire
        money = self.world.position.money + sum(pay for _, pay in part.paid)
        if spent + self.clock.bills(max(part.moment, floor)) > money:
            return None
        if part.moment < floor:
            part = replace(part, moment=floor, landed=False, waits=False, idle=True)
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
        cost = self.world.forest_cost(stretches(self.world, part.hops)) + self.clock.cost
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
            yield from self._bounded(self._hops.go(part, Hop(part.at, target, False, part.visits)))
        for port in self.world.sails:
            if port in self.world.lengths(part.at):
                at_port = (
                    part if port == part.at else self._hops.go(part, Hop(part.at, port, False))
                )
                if at_port is not None:
                    for other in self.world.sails[port]:
                        if not self._in_passing(at_port, other):
                            yield from self._sailing(at_port, other)

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
        worth = False
        for waiting in self._bounded(self._hops.go(part, replace(hop, waits=True))):
            yield waiting
            cost, turn = waiting.cost + self.world.ship.hire, waiting.turn - 1
            worth = not self._hopeless(part.order.pay, cost, turn)
        island = self.world.island[port]
        entries = {each.end for each in part.hops if each.sails} | self.world.anchors
        for tie in sorted(entries):
            if self.world.island[tie] == island:
                yield from self._bounded(self._hops.go(part, replace(hop, tie=tie)))
        for middle in self.world.sails if worth else ():
            if self.world.island[middle] == island and middle not in been | self.world.base:
                yield from self._opened_in_passing(part, hop, middle)

    def _opened_in_passing(self, part: Part, hop: Hop, middle: int) -> Iterator[Part | Route]:
        """Yield the route with one crossing led over ``middle``, whose island it opens.

        That saves one turn, so that the crossing must not take one longer, unless the train
        had to wait anyway.
        """
        sails, turns = self.world.sails, self.world.sailing_turns
        hops = (*part.hops, hop)
        for number, each in enumerate(hops):
            if not each.sails or middle in (each.start, each.end):
                continue
            if middle not in sails[each.start] or each.end not in sails[middle]:
                continue
            over_it = turns(sails[each.start][middle]) + turns(sails[middle][each.end])
            if over_it > turns(sails[each.start][each.end]) and not part.idle:
                continue
            tie = None if hop.end == middle else middle
            last = replace(hop, tie=tie)
            over = (Hop(each.start, middle, True, waits=True), replace(each, start=middle))
            rest = hops[number + 1 : -1]
            whole = (*hops[:number], *over, *rest, last)
            if number == len(hops) - 1:
                whole = (*hops[:number], over[0], replace(last, start=middle))
            yield from self._bounded(self._hops.replay(part.order, whole))

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
        lines = max(
            self.world.forest_cost(stretches(self.world, part.hops)),
            self.world.least_lines(part.stops),
        )
        cost = lines + max(0, part.sails + across) * self.world.ship.hire + self.clock.cost
        turn = self.clock.turn(self._finish(part))
        yield replace(part, cost=max(part.cost, cost), turn=max(part.turn, turn))

    def _finish(self, part: Part) -> int:
        """Return a moment before which the rest of the visits cannot be over."""
        label, here, opened = (part.moment, 0), part.at, part.opened
        state = (NEW_LAND if part.waits else LANDED) if part.landed else ON_LAND
        for number in range(part.visits, len(part.order.visits)):
            target = part.order.visits[number].point
            known, later = self.table.arrivals(here, label, opened, state)
            labels = known.get(target)
            if not labels:
                return self.clock.ends[-1] + 1
            moment = max(labels[0][0] + later, part.order.moments[number])
            label, state = (moment, max(extra for _, extra in labels)), ON_LAND
            here, opened = target, opened | {self.world.island[target]}
        return label[0]


def stretches(world: World, hops: Sequence[Hop]) -> tuple[tuple[int, frozenset[int]], ...]:
    """Return, from landing to landing, where building begins and what is to be joined.

    Building begins where the train comes ashore; but if the lines are to be there before, it
    begins at the point they are tied to, and the port is one more point to join.
    """
    found: list[tuple[int, frozenset[int]]] = []
    entry, points = world.start, set[int]()
    for hop in hops:
        if hop.sails:
            found.append((entry, frozenset(points)))
            entry, points = hop.end, set()
            if hop.tie is not None:
                entry, points = hop.tie, {hop.end}
        else:
            points.add(hop.end)
    found.append((entry, frozenset(points)))
    return tuple((entry, points - {entry}) for entry, points in found)
