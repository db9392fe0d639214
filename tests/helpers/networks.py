"""Random networks with trains, and brute force over them, from the rules alone.

Two families: trains that skip, with tunnels and transit; and trains that count some stops
only, with stops that make no route and stations that exclude each other. Links share
hexsides at random, more than any real board does.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from random import Random

from msgspec.structs import replace

from hexgraph.network import Link, Network, Stop
from mapdata.rules import Bonus, Rules, TrainRow, TrainType
from solvers.pack import Scale, scale_for
from solvers.pose import pose
from solvers.problem import Problem, Run, Train


def random_problem(seed: int, *, stops: int = 0, links: int = 0, train: str = "") -> Problem:
    """Return a small problem; even seeds are of the one family, odd ones of the other.

    With ``train`` that is the only one.
    """
    rng = Random(seed)
    skipping = seed % 2 == 0
    network = _network(rng, skipping, stops or rng.randint(3, 8), links or rng.randint(3, 13))
    return _posed(rng, network, skipping, train)


def joined_problem(seed: int, *, most: int = 24) -> Problem:
    """Return a small problem whose links share track as on a board: they join at hexsides.

    A board of six squares, with stops in them and pieces of track from stop to side and from
    side to side; links are all ways from stop to stop that cross no side twice.
    """
    rng = Random(seed)
    skipping = seed % 2 == 0
    while True:
        network = _joined(rng, skipping)
        if 3 <= len(network.links) <= most:
            break
    problem = replace(_posed(rng, network, skipping), prefer_links=_over(rng, network))
    closed = _over(rng, network) if rng.random() < 0.3 else frozenset()
    first = problem.trains[0]
    trains = [
        replace(train, closed=closed) if train == first else train for train in problem.trains
    ]
    return replace(problem, trains=tuple(trains))


def _over(rng: Random, network: Network) -> frozenset[int]:
    """Return the links over some piece of track."""
    piece = rng.choice(rng.choice(network.links).pieces)
    return frozenset(at for at, link in enumerate(network.links) if piece in link.pieces)


def _posed(rng: Random, network: Network, skipping: bool, train: str = "") -> Problem:
    kinds = _skipping_trains() if skipping else _counting_trains()
    trains = [rng.choice(kinds)]
    for _ in range(rng.randint(0, 3)):
        trains.append(trains[-1] if rng.random() < 0.5 else rng.choice(kinds))
    if train:
        trains = [each for each in kinds if each.name == train]
    posed = pose(network, trains, Rules(_bonuses(rng, network)) if skipping else Rules())
    return replace(
        posed,
        prefer_stops=_some(rng, len(network.stops), 0.15),
        prefer_links=_some(rng, len(network.links), 0.1),
    )


def _some(rng: Random, count: int, chance: float) -> frozenset[int]:
    return frozenset(at for at in range(count) if rng.random() < chance)


def _bonuses(rng: Random, network: Network) -> tuple[Bonus, ...]:
    """Return a bonus for tunnels, and for running from one side of the board to the other."""
    sides: dict[str, dict[str, int]] = {side: {} for side in "NSEW"}
    for stop in network.stops:
        if stop.kind == "red":
            sides[rng.choice("NSEW")][stop.id] = rng.choice([30, 40, 50])
    return (
        Bonus("tunnel", 10, mark="narrow", per="paid"),
        Bonus("transit", sets=(sides["N"], sides["S"]), at="ends"),
        Bonus("transit", sets=(sides["E"], sides["W"]), at="ends"),
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
        marks = (("narrow", "T"),) if skipping and rng.random() < 0.15 else ()
        joined.append(Link(*rng.sample(range(stops), 2), mask, hexsides, ("X",), marks))
    return Network("A", tuple(made), tuple(joined), tuple(f"r{bit}" for bit in range(bits)))


_SQUARES = {"a": "bd", "b": "ace", "c": "bf", "d": "ae", "e": "bdf", "f": "ce"}
"""Two rows of three, and what lies beside each."""


def _joined(rng: Random, skipping: bool) -> Network:
    stops: list[Stop] = []
    pieces: list[tuple[str, str | int, str | int]] = []
    for square, beside in _SQUARES.items():
        here = [len(stops) + at for at in range(rng.choice([0, 1, 1, 2]))]
        stops += [replace(_stop(rng, skipping, at), hexes=(square,)) for at in here]
        ends = [*here, *beside]
        pairs = [pair for pair in combinations(ends, 2) if not set(pair) <= set(here)]
        pieces += [(square, *pair) for pair in pairs if rng.random() < 0.6]
    if stops and not any(stop.home for stop in stops):
        stops[0] = replace(stops[0], home=True)
    sides = sorted({"".join(sorted(square + other)) for square in _SQUARES for other in _SQUARES})
    marked = [at for at in range(len(pieces)) if skipping and rng.random() < 0.1]
    found: dict[frozenset[int], Link] = {}

    def follow(first: int, way: list[int], hexes: list[str], at: str | int, used: int) -> None:
        if isinstance(at, int):
            useful = [end for end in (first, at) if stops[end].through or stops[end].home]
            if at != first and useful and frozenset(way) not in found:
                marks = tuple(("narrow", pieces[each][0]) for each in way if each in marked)
                inside = tuple((pieces[each][0], each) for each in way)
                found[frozenset(way)] = Link(
                    first, at, used, len(hexes) - 1, tuple(hexes), marks, inside
                )
            return
        side = 1 << sides.index("".join(sorted(hexes[-1] + at)))
        for number, (square, *ends) in enumerate(pieces):
            if square == at and hexes[-1] in ends and not used & side:
                there = ends[1 - ends.index(hexes[-1])]
                follow(first, [*way, number], [*hexes, at], there, used | side)

    for number, (square, *ends) in enumerate(pieces):
        for one, two in (ends, ends[::-1]):
            if isinstance(one, int):
                follow(one, [number], [square], two, 0)
    return Network("A", tuple(stops), tuple(found.values()), tuple(sides))


def _stop(rng: Random, skipping: bool, number: int) -> Stop:
    through = rng.random() < 0.75
    name = f"s{number}"
    kind = "city"
    if skipping and not through and rng.random() < 0.7:
        kind = "red"
    elif not skipping and rng.random() < 0.33:
        kind = "town"
    return Stop(
        id=name,
        key=(name, 0),
        name=name,
        kind=kind,
        value=rng.choice([0, 10, 20, 30, 40, 50, 60]),
        hexes=(name,),
        through=through,
        home=rng.random() < 0.3,
        makes_route=skipping or rng.random() < 0.8,
        groups=(rng.choice("gh"),) if not skipping and rng.random() < 0.3 else (),
    )


_EVERY = frozenset({"city", "town", "red"})


def _skipping_trains() -> list[TrainType]:
    grey = (TrainRow(_EVERY - {"red"}),)
    return [
        TrainType("3E", (TrainRow(_EVERY, pays=3),)),
        TrainType("4E", (TrainRow(_EVERY, pays=4),)),
        TrainType("2", (TrainRow(_EVERY, visits=2),)),
        TrainType("4", (TrainRow(_EVERY, visits=4),)),
        TrainType("4H", grey, hexes=4),
        TrainType("6H", grey, hexes=6),
    ]


def _counting_trains() -> list[TrainType]:
    free = TrainRow(frozenset({"town"}))
    return [
        TrainType(str(limit), (TrainRow(_EVERY - {"town"}, visits=limit), free))
        for limit in (2, 3, 5)
    ]


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
            named = [g for stop in (*way.stops, there) for g in network.stops[stop].groups]
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
        if train.barred.intersection(way.stops) or train.closed.intersection(links):
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
    if train.hexes is not None and problem.hexsides(run.links) + 1 > train.hexes:
        return False
    return all(limit.count(run.stops) <= limit.most for limit in train.visits) and all(
        limit.count(run.paid) <= limit.most for limit in train.pays
    )


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
