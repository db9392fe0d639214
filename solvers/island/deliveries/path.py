"""Paths of the train through an order of visits, over lines that are yet to be built."""

from __future__ import annotations

import heapq
from collections.abc import Sequence, Set
from dataclasses import dataclass
from itertools import pairwise, takewhile

from mapdata.island.board import PointPair, pair
from solvers.island.deliveries.order import Visit
from solvers.island.deliveries.route import DeliveryRoute, landfalls
from solvers.island.deliveries.world import World


@dataclass(frozen=True, slots=True)
class PathStep:
    """One point over a line, a whole crossing, or a line that is only to be built by then.

    A crossing ``waits`` if lines are built where the train lands, after it has; it may be
    with the ``own`` ship.
    """

    start: int
    end: int
    sails: bool = False
    built: bool = False
    waits: bool = False
    own: bool = False


@dataclass(frozen=True)
class DeliveryPath:
    """For each visit of an order the steps that lead to it from the one before."""

    visits: tuple[Visit, ...]
    sections: tuple[tuple[PathStep, ...], ...]


FAIR = 6
"""Points over another player's line that count as one toll."""
WEIGHTS = ((1.0, 0.05), (1.0, 0.4), (1.0, 1.0), (0.3, 1.0), (0.02, 1.0))
"""What a million counts, and what a point of way counts, from thrift to haste."""


def some_paths(world: World, route: DeliveryRoute) -> list[DeliveryPath]:
    """Different good paths for a route: on the cheapest trees, and section by section."""
    cheap = world.costs.forest_links(landfalls(world, route.legs))
    found = {path_of(world, route, 1.0, 0.05, cheap): None}
    for million, point in WEIGHTS:
        found[path_of(world, route, million, point)] = None
    return [each for each in found if each is not None]


def path_of(
    world: World,
    route: DeliveryRoute,
    million: float,
    point: float,
    free: Set[PointPair] = frozenset(),
) -> DeliveryPath | None:
    """Go from stop to stop the cheapest way; lines built for one leg are free for the next.

    ``free`` links count as built from the beginning.
    """
    built = set(free)
    ways: list[tuple[int, ...]] = []
    for leg in route.legs:
        if leg.sails:
            ways.append((leg.start, leg.end))
            continue
        way = _way(world, leg.start, leg.end, million, point, built)
        if way is None:
            return None
        built.update(pair(a, b) for a, b in pairwise(way))
        ways.append(way)
    return as_path(world, route, ways)


def as_path(world: World, route: DeliveryRoute, ways: Sequence[Sequence[int]]) -> DeliveryPath:
    """The path of a route, given the points of each leg."""
    sections: list[tuple[PathStep, ...]] = []
    section = [*_joined_first(world, route, ways), *_joined_abroad(world, route, ways)]
    for number, (leg, way) in enumerate(zip(route.legs, ways, strict=True)):
        if leg.tie is not None:
            section += _tied(world, leg.tie, ways[: number + 2])
        section += [
            PathStep(a, b, leg.sails, waits=leg.waits, own=leg.own) for a, b in pairwise(way)
        ]
        if leg.visit is not None:
            sections.append(tuple(section))
            section = []
    return DeliveryPath(route.order.visits, tuple(sections))


def _joined_first(
    world: World, route: DeliveryRoute, ways: Sequence[Sequence[int]]
) -> list[PathStep]:
    """Lines that join a train that stands where none may begin, if any are needed."""
    if not world.loose:
        return []
    ashore = takewhile(lambda pair: not pair[0].sails, zip(route.legs, ways, strict=True))
    ends = {point for _, way in ashore for point in way}
    return _joining(world, world.beginnings, sorted(ends), frozenset())


def _joined_abroad(
    world: World, route: DeliveryRoute, ways: Sequence[Sequence[int]]
) -> list[PathStep]:
    """Lines that join what is built at other players' lines to the own network."""
    if not world.foreign:
        return []
    lines = [pair(*ends) for way in ways for ends in pairwise(way) if world.new(*ends)]
    landed = {leg.end for leg in route.legs if leg.sails}
    joined = set(world.base | landed)
    left, steps = {link for link in lines if link in {*world.price}}, list[PathStep]()
    while left:
        while more := {link for link in left if joined & set(link)}:
            joined.update(end for link in more for end in link)
            left -= more
        if left:
            ends = sorted({end for link in left for end in link})
            added = _joining(world, world.beginnings or sorted(joined), ends, frozenset())
            if not added:
                return steps
            steps += added
            joined.update(end for step in added for end in (step.start, step.end))
    return steps


def _tied(world: World, tie: int, ways: Sequence[Sequence[int]]) -> list[PathStep]:
    """Lines from a point that is joined to the way that the train will take ashore."""
    built = {pair(a, b) for way in ways[:-2] for a, b in pairwise(way)}
    return _joining(world, [tie], list(dict.fromkeys(ways[-1])), built)


def _joining(
    world: World, starts: Sequence[int], ends: Sequence[int], built: Set[PointPair]
) -> list[PathStep]:
    """The cheapest lines from one of some points to one of others.

    Over other players' lines nothing is joined.
    """
    apart = world.foreign.keys()
    options = [_way(world, start, end, 1.0, 0.05, built, apart) for start in starts for end in ends]

    def cost(way: tuple[int, ...]) -> int:
        new = [arc for arc in pairwise(way) if world.new(*arc) and pair(*arc) not in built]
        return sum(world.price[arc] for arc in new)

    best = min((way for way in options if way is not None), key=cost, default=())
    return [PathStep(a, b, built=True) for a, b in pairwise(best) if world.new(a, b)]


def _way(
    world: World,
    start: int,
    end: int,
    million: float,
    point: float,
    built: Set[PointPair],
    apart: Set[PointPair] = frozenset(),
) -> tuple[int, ...] | None:
    """The points of the cheapest way, over lines built and to build.

    It does not go over links that are to be left ``apart``.
    """
    before: dict[int, int] = {}
    queue = [(0.0, start, start)]
    while queue and end not in before:
        so_far, here, last = heapq.heappop(queue)
        if here in before:
            continue
        before[here] = last
        for there in world.steps[here]:
            if there not in before and pair(here, there) not in apart:
                old = pair(here, there) in built or not world.new(here, there)
                if old or here not in world.dead_ends:
                    cost = 0 if old else world.price[here, there] * million
                    if pair(here, there) in world.foreign:
                        cost = million * world.figures.game.toll / FAIR
                    heapq.heappush(queue, (so_far + cost + point, there, here))
    if end not in before:
        return None
    way = [end]
    while way[-1] != start:
        way.append(before[way[-1]])
    return tuple(way[::-1])
