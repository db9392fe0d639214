"""Routes, and the beginnings of routes: hop by hop through time and money."""

from __future__ import annotations

from dataclasses import dataclass, replace

from solvers.island.hops import Hop, stretches
from solvers.island.jobs import Order, built_by
from solvers.island.timetable import Pace
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
    was opened too late for the lines of the last hop. ``own_at`` is where the own ship lies.
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
    own_at: int | None = None


class Hops:
    """Carries a route on by one hop, in time and money."""

    def __init__(self, world: World, pace: Pace) -> None:
        self.world, self.pace, self.clock = world, pace, pace.clock
        points = set(world.board.of_kind("port")) if world.free_ports else set()
        self._settled = frozenset(world.island[point] for point in world.base | points)

    def beginning(self, order: Order) -> Part:
        """Return the route of an order before its first hop."""
        world = self.world
        hired = world.position.aboard
        opened = world.settled
        stops = frozenset(visit.point for visit in order.visits)
        state = world.start, 0, False, False, opened, 0, -hired, stops, ()
        own_at = world.position.own_ship_at
        return Part(order, (), *state, order.cost, order.turn, own_at=own_at)

    def go(self, part: Part, hop: Hop) -> Part | None:
        """Return the route with one more hop, or nothing if that cannot be paid.

        A ship that is hired already saves the first hire, unless the train leaves it by land.
        """
        if hop.sails:
            if hop.own and part.own_at != hop.start:
                return None
            island = self.world.island
            turns = self.world.crossing_turns(hop.start, hop.end, hop.own)
            moment = self.pace.landing(hop.start, part.moment, turns, part.landed, own=hop.own)
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
                sails=part.sails + (not hop.own),
                own_at=hop.end if hop.own else part.own_at,
                stops=part.stops | {hop.start},
                landings=(*part.landings, *[(island[hop.end], moment)] * first),
                passed=part.passed | self.world.stopovers(hop.start, hop.end),
            )
        if hop.end != part.at:
            wait = self.pace.opening if part.waits else None
            leave = wait(part.moment) if wait else self.pace.leaving(part.at, part.moment)
            moment = self.pace.arriving(leave, self.world.lengths(part.at)[hop.end], hop.end)
            sails = max(0, part.sails)
            part = replace(part, moment=moment, landed=False, waits=False, sails=sails)
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
