"""Orders with their crossings: from which port to which the train sails, and when."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from solvers.island.orders import Order, built_by
from solvers.island.timetable import Timetable
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

    ``cost`` and ``turn`` bound every route that begins so.
    """

    order: Order
    hops: tuple[Hop, ...]
    at: int
    moment: int
    landed: bool
    opened: frozenset[int]
    visits: int
    sails: int
    stops: frozenset[int]
    paid: list[tuple[int, int]]
    cost: int
    turn: int


class Routes:
    """Grows the routes of orders, hop by hop."""

    def __init__(self, world: World, table: Timetable) -> None:
        self.world, self.table, self.clock = world, table, table.clock

    def beginning(self, order: Order) -> Part:
        """Return the route of an order before its first hop."""
        hired = self.world.position.aboard
        opened = frozenset(self.world.island[point] for point in self.world.base)
        stops = frozenset(visit.point for visit in order.visits)
        start = self.world.start
        return Part(
            order, (), start, 0, False, opened, 0, -hired, stops, [], order.cost, order.turn
        )

    def longer(self, part: Part) -> Iterator[Part | Route]:
        """Yield every way to go on: to the next visit, or over sea to some port."""
        lengths = self.world.lengths(part.at)
        target = part.order.visits[part.visits].point
        leave = leaving(self.table, part)
        if target in lengths:
            moment = part.moment if target == part.at else leave + lengths[target]
            yield from self._visit(part, target, moment)
        for port, others in self.world.sails.items():
            if port in lengths:
                moment = part.moment if port == part.at else leave + lengths[port]
                for other, steps in others.items():
                    turns = self.world.sailing_turns(steps)
                    for waits, tie in self._landings(part, other):
                        hop = Hop(port, other, True, None, waits, tie)
                        yield self._sail(part, moment, turns, hop)

    def _visit(self, part: Part, target: int, moment: int) -> Iterator[Part | Route]:
        visit = part.order.visits[part.visits]
        hops = (*part.hops, Hop(part.at, target, False, part.visits))
        lines = self.world.forest_cost(stretches(self.world, hops))
        built = built_by(self.world, lines, part.paid)
        floor = max(part.order.moments[part.visits], self.clock.end(built) + 1 if built else 0)
        spent = lines + max(0, part.sails) * self.world.ship.hire
        money = self.world.position.money + sum(pay for _, pay in part.paid)
        if spent + self.clock.bills(max(moment, floor)) > money:
            return
        longer = replace(
            part,
            hops=hops,
            at=target,
            moment=max(moment, floor),
            landed=part.landed and target == part.at and moment >= floor,
            opened=part.opened | {self.world.island[target]},
            visits=part.visits + 1,
        )
        if visit.deliver:
            longer = replace(longer, paid=[*part.paid, (self.clock.turn(longer.moment), visit.job.pay)])
        if longer.visits < len(part.order.visits):
            yield self._bounded(longer)
        elif spent + self.clock.cost <= money:
            turn = max(self.clock.turn(longer.moment), part.turn)
            yield Route(part.order, hops, max(spent + self.clock.cost, part.cost), turn)

    def _landings(self, part: Part, port: int) -> Iterator[tuple[bool, int | None]]:
        """Yield the ways to come ashore: on lines that are there, without, or tied to some."""
        been = {point for hop in part.hops for point in (hop.start, hop.end)}
        if port in self.world.base or port in been:
            yield False, None
            return
        yield True, None
        island = self.world.island[port]
        entries = {hop.end for hop in part.hops if hop.sails} | self.world.anchors
        for point in sorted(entries):
            if self.world.island[point] == island:
                yield False, point

    def _sail(self, part: Part, moment: int, turns: int, hop: Hop) -> Part:
        at_port = hop.start == part.at
        hops = part.hops if at_port else (*part.hops, Hop(part.at, hop.start, False))
        longer = replace(
            part,
            hops=(*hops, hop),
            at=hop.end,
            moment=self.table.landing(hop.start, moment, turns, part.landed and at_port),
            landed=True,
            opened=part.opened | {self.world.island[part.at]},
            sails=part.sails + 1,
            stops=part.stops | {hop.start},
        )
        return self._bounded(longer)

    def _bounded(self, part: Part) -> Part:
        """Return the part with bounds on what comes of it."""
        turn = self.clock.turn(self._finish(part))
        visits = part.order.visits[part.visits :]
        islands = [self.world.island[point] for point in (part.at, *(v.point for v in visits))]
        sails = max(0, part.sails + sum(a != b for a, b in pairwise(islands)))
        lines = max(
            self.world.least_lines(part.stops),
            self.world.forest_cost(stretches(self.world, part.hops)),
        )
        cost = lines + sails * self.world.ship.hire + self.clock.cost
        return replace(part, cost=max(part.cost, cost), turn=max(part.turn, turn))

    def _finish(self, part: Part) -> int:
        """Return a moment before which the rest of the visits cannot be over."""
        label, here, opened = (part.moment, 0), part.at, part.opened
        if part.landed and self.world.island[here] not in opened:
            opened |= {self.world.island[here]}
        for number in range(part.visits, len(part.order.visits)):
            target = part.order.visits[number].point
            known, later = self.table.arrivals(here, label, opened)
            labels = known.get(target)
            if not labels:
                return self.clock.ends[-1] + 1
            moment = max(labels[0][0] + later, part.order.moments[number])
            label = moment, max(extra for _, extra in labels)
            here, opened = target, opened | {self.world.island[target]}
        return label[0]


def leaving(table: Timetable, part: Part) -> int:
    """Return when the train can leave by land."""
    if part.landed and any(hop.sails and hop.waits for hop in part.hops[-2:] if hop.end == part.at):
        return table.opening(part.moment)
    return table.leaving(part.at, part.moment)


def stretches(world: World, hops: Sequence[Hop]) -> tuple[tuple[int, frozenset[int]], ...]:
    """Return, from landing to landing, where the train comes ashore and where it goes."""
    found: list[tuple[int, frozenset[int]]] = []
    entry, points = world.start, set[int]()
    for hop in hops:
        if hop.sails:
            found.append((entry, frozenset(points)))
            entry, points = hop.end, set() if hop.tie is None else {hop.tie}
        else:
            points.add(hop.end)
    found.append((entry, frozenset(points)))
    return tuple((entry, points - {entry}) for entry, points in found)
