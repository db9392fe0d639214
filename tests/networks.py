"""Random networks with trains, and brute force over them, from the rules alone.

Two families: trains that skip, with tunnels and transit; and trains that count some stops
only, with stops that make no route and stations that exclude each other. Links share
hexsides at random, more than any real board does.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from random import Random

from hexgraph.network import Link, Network, Stop
from mapdata.title import Bonuses
from solvers.pack import Scale, scale_for
from solvers.problem import Problem, Run, Train


def random_problem(seed: int, *, stops: int = 0, links: int = 0) -> Problem:
    """Return a small problem; even seeds are of the one family, odd ones of the other."""
    rng = Random(seed)
    skipping = seed % 2 == 0
    network = _network(rng, skipping, stops or rng.randint(3, 8), links or rng.randint(3, 13))
    count = len(network.stops)
    kinds = _skipping_trains(network) if skipping else _counting_trains(rng, count)
    trains = [rng.choice(kinds)]
    for _ in range(rng.randint(0, 3)):
        trains.append(trains[-1] if rng.random() < 0.5 else rng.choice(kinds))
    pairs = frozenset([frozenset("NS"), frozenset("EW")])
    return Problem(
        network,
        tuple(trains),
        Bonuses(10, pairs) if skipping else Bonuses(),
        frozenset(stop for stop in range(count) if rng.random() < 0.15),
        frozenset(link for link in range(len(network.links)) if rng.random() < 0.1),
    )


def _network(rng: Random, skipping: bool, stops: int, links: int) -> Network:
    made = [_stop(rng, skipping, number) for number in range(stops)]
    if not any(stop.home for stop in made):
        made[0] = replace(made[0], home=True)
    bits = 0
    shared: list[int] = []
    joined = []
    for _ in range(links):
        mask = 0
        for _ in range(rng.randint(0, 2)):
            mask |= 1 << bits
            bits += 1
        if shared and rng.random() < 0.4:
            mask |= rng.choice(shared)
        if not mask or rng.random() < 0.3:
            shared.append(1 << bits)
            mask |= 1 << bits
            bits += 1
        hexsides = mask.bit_count() if rng.random() < 0.8 else 0
        tunnels = ("T",) if skipping and rng.random() < 0.15 else ()
        joined.append(Link(*rng.sample(range(stops), 2), mask, hexsides, ("X",), tunnels))
    return Network("A", tuple(made), tuple(joined), tuple(f"r{bit}" for bit in range(bits)))


def _stop(rng: Random, skipping: bool, number: int) -> Stop:
    through = rng.random() < 0.75
    name = f"s{number}"
    return Stop(
        id=name,
        name=name,
        kind="city",
        value=rng.choice([0, 10, 20, 30, 40, 50, 60]),
        hexes=(name,),
        through=through,
        blocked=False,
        home=rng.random() < 0.3,
        makes_route=skipping or rng.random() < 0.8,
        group=rng.choice(["g", "h"]) if not skipping and rng.random() < 0.3 else None,
        side=rng.choice("NSEW") if skipping and not through and rng.random() < 0.7 else None,
        transit_bonus=rng.choice([30, 40, 50]),
    )


def _skipping_trains(network: Network) -> list[Train]:
    every, none = (1,) * len(network.stops), (0,) * len(network.stops)
    red = frozenset(at for at, stop in enumerate(network.stops) if stop.side)
    return [
        Train("3E", 3, False, True, every, frozenset()),
        Train("4E", 4, False, True, every, frozenset()),
        Train("2", 2, False, False, every, frozenset()),
        Train("4", 4, False, False, every, frozenset()),
        Train("4H", 4, True, False, none, red),
        Train("6H", 6, True, False, none, red),
    ]


def _counting_trains(rng: Random, stops: int) -> list[Train]:
    weights = tuple(rng.choice([0, 1, 1]) for _ in range(stops))
    return [Train(str(limit), limit, False, False, weights, frozenset()) for limit in (2, 3, 5)]


# Brute force


@dataclass(frozen=True)
class Way:
    """A simple path: its stops and links in order."""

    stops: tuple[int, ...]
    links: tuple[int, ...]


def all_ways(problem: Problem) -> dict[frozenset[int], Way]:
    """Return every path that the rules about track and stops allow, by its links.

    No stop twice, no track twice, not two stations of a group, through open stops only,
    with two stops that make a route. No word of markers or trains.
    """
    network = problem.network

    def follow(way: Way) -> Iterator[Way]:
        for index, link in enumerate(network.links):
            if way.stops[-1] not in (link.a, link.b):
                continue
            there = link.other(way.stops[-1])
            groups = [network.stops[stop].group for stop in (*way.stops, there)]
            named = [group for group in groups if group is not None]
            used = problem.mask(way.links)
            if there in way.stops or link.mask & used or len(set(named)) < len(named):
                continue
            longer = Way((*way.stops, there), (*way.links, index))
            yield longer
            if network.stops[there].through:
                yield from follow(longer)

    return {
        frozenset(way.links): way
        for start in range(len(network.stops))
        for way in follow(Way((start,), ()))
        if sum(network.stops[stop].makes_route for stop in way.stops) >= 2
    }


def all_runs(problem: Problem, train: Train) -> dict[frozenset[int], Run]:
    """Return every route of a train, paid as well as can be, by its links."""
    found: dict[frozenset[int], Run] = {}
    scale = scale_for(problem)
    for links, way in all_ways(problem).items():
        if train.barred.intersection(way.stops):
            continue
        runs = [Run(train, way.stops, way.links, paid) for paid in _payments(train, way)]
        legal = [run for run in runs if _legal(problem, run)]
        if legal:
            found[links] = max(legal, key=lambda run: score(problem, scale, run))
    return found


def _payments(train: Train, way: Way) -> Iterator[tuple[int, ...]]:
    if not train.skips:
        yield way.stops
        return
    for size in range(2, len(way.stops) + 1):
        for paid in combinations(way.stops, size):
            if {way.stops[0], way.stops[-1]} <= set(paid):
                yield paid


def _legal(problem: Problem, run: Run) -> bool:
    train = run.train
    if not any(problem.network.stops[stop].home for stop in run.paid):
        return False
    if train.by_length:
        return problem.hexsides(run.links) + 1 <= train.limit
    return sum(train.weights[stop] for stop in run.paid) <= train.limit


def score(problem: Problem, scale: Scale, run: Run) -> int:
    """Return revenue, preferred places, trains and hexsides of a run as one number."""
    revenue = problem.earnings(run).total
    liked = problem.preference(run)
    return scale.revenue * revenue + scale.liked * liked - scale.train - problem.hexsides(run.links)


def all_plans(problem: Problem) -> list[int]:
    """Return the scores of all plans of useful routes, best first, the empty one included."""
    scale = scale_for(problem)
    pools = []
    for train, count in problem.fleet.items():
        routes = [
            (score(problem, scale, run), problem.mask(run.links))
            for run in all_runs(problem, train).values()
        ]
        pools.append((count, [route for route in routes if route[0] > 0]))
    found: list[int] = []

    def choose(at: int, first: int, left: int, mask: int, total: int) -> None:
        routes = pools[at][1]
        if left:
            for index in range(first, len(routes)):
                if not routes[index][1] & mask:
                    choose(
                        at, index + 1, left - 1, mask | routes[index][1], total + routes[index][0]
                    )
        if at + 1 < len(pools):
            choose(at + 1, 0, pools[at + 1][0], mask, total)
        else:
            found.append(total)

    choose(0, 0, pools[0][0], 0, 0)
    return sorted(found, reverse=True)
