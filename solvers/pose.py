"""From a network, types of trains and rules to the problem that solvers get."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from hexgraph.network import Network
from mapdata.rules import Bonus, Rules, TrainType
from solvers.bonus import Again, Earned, Marked, Markers, Over, Set, Sets, Visited, Worth
from solvers.problem import Problem
from solvers.train import Places, Train, places_on


def pose(
    network: Network, trains: Sequence[TrainType], rules: Rules, prefer: Sequence[str] = ()
) -> Problem:
    """Return the problem of running ``trains`` on ``network``.

    ``prefer`` names stop ids and hexes with marks; names that are not on the network
    have no effect, since no plan can run there.
    """
    groups = _groups(network, rules)
    made = {train.name: _on(network, train, rules, groups) for train in trains}
    posed = Problem(
        network,
        tuple([made[train.name] for train in trains]),
        tuple(dict.fromkeys([bonus.name for bonus in rules.bonuses])),
        groups,
        tuple([(_within(network, need.hexes), need.stops) for need in rules.route.needs]),
        None if rules.must_connect is None else _both(network, rules.must_connect),
        rules.idle,
    )
    if not prefer:
        return posed
    wanted = set(prefer)
    return replace(
        posed,
        prefer_stops=_where(wanted & {stop.id, *stop.hexes} for stop in network.stops),
        prefer_links=_where(
            wanted & {hex_id for _, hex_id in link.marks} for link in network.links
        ),
    )


def _on(
    network: Network, train: TrainType, rules: Rules, groups: Sequence[frozenset[int]]
) -> Train:
    """Return a train as it is on ``network``."""
    places = places_on(network, train, rules.route)
    bonuses: list[Earned] = []
    worth = list(places.values)
    no_ends: set[int] = set()
    for bonus in rules.bonuses:
        if bonus.holds_for(train.name):
            times = train.multiplier if bonus.times_multiplier else 1
            for made in _compiled(network, bonus, times, places.values, groups):
                bonuses.append(made)
                if isinstance(made, Worth):
                    for stop, extra in made.stops:
                        worth[stop] += extra
            if bonus.per == "pass":
                no_ends |= _within(network, bonus.sets[0])
    return Train(
        train.name,
        places.values,
        tuple(worth),
        places.barred,
        frozenset(no_ends),
        places.visits,
        places.pays,
        train.hexes,
        places.may_skip,
        places.must_pay,
        train.marker_must_pay,
        _trims(network, train, places, rules, bonuses),
        tuple(bonuses),
    )


def _trims(
    network: Network, train: TrainType, places: Places, rules: Rules, bonuses: Iterable[Earned]
) -> bool:
    """Return whether a route needs no unpaid stops at its ends.

    Cut back to its outermost paying stops it earns the same, unless running there is worth
    something, or the stops that are left make no route or not such a one.
    """
    return (
        bool(places.pays)
        and train.marker_must_pay
        and rules.must_connect is None
        and not rules.route.end_counts
        and all(limit.most >= 2 for limit in places.pays)
        and all(stop.makes_route for stop in network.stops)
        and not any(isinstance(bonus, Over | Visited) for bonus in bonuses)
    )


def _compiled(
    network: Network,
    bonus: Bonus,
    times: int,
    values: Sequence[int],
    groups: Sequence[frozenset[int]],
) -> list[Earned]:
    """Return a bonus as what one train earns by it; nothing, if it never can."""
    amount, name = times * bonus.figure(""), bonus.name
    if bonus.mark is not None:
        return _marked(network, bonus, amount)
    if bonus.per == "visit":
        return [Visited(name, amount)]
    sets = [_amounts(network, each, times) for each in bonus.sets]
    if bonus.per == "pass":
        return [
            Over(name, amount + times * extra, over)
            for hex_id, extra in bonus.sets[0].items()
            if (over := _where(hex_id in link.hexes for link in network.links))
        ]
    if bonus.per == "stop":
        return _worth(name, sets[0], amount)
    if bonus.per == "hex":
        by_hex = [
            _amounts(network, {hex_id: extra}, times) for hex_id, extra in bonus.sets[0].items()
        ]
        return [made for each in by_hex for made in _any(name, each, amount, groups)]
    if bonus.per == "end":
        again = tuple([(stop, values[stop]) for stop, _ in sets[0]])
        return [Again(name, again)] if again else []
    if bonus.per == "token":
        counted = tuple([(stop, times * values[stop]) for stop, _ in sets[0]])
        instead = tuple([(stop, -values[stop]) for stop, _ in sets[0]])
        return [Markers(name, counted), Worth(name, instead)] if counted else []
    if not all(sets):
        return []
    if len(sets) == 1 and not bonus.once:
        return _any(name, sets[0], amount, groups)
    return [Sets(name, amount, tuple(sets), bonus.at == "ends", bonus.once)]


def _any(name: str, stops: Set, amount: int, groups: Sequence[frozenset[int]]) -> list[Earned]:
    """Return a bonus for one paying stop of a set; where no two stand in a route, their own."""
    if not stops:
        return []
    apart = all(
        any({one, two} <= group for group in groups)
        for (one, _), (two, _) in combinations(stops, 2)
    )
    return _worth(name, stops, amount) if apart else [Sets(name, amount, (stops,))]


def _worth(name: str, stops: Set, amount: int) -> list[Earned]:
    more = tuple([(stop, amount + extra) for stop, extra in stops])
    return [Worth(name, more)] if more else []


def _marked(network: Network, bonus: Bonus, amount: int) -> list[Earned]:
    marks = [sum(kind == bonus.mark for kind, _ in link.marks) for link in network.links]
    found = tuple([(at, number) for at, number in enumerate(marks) if number])
    return [Marked(bonus.name, amount, found, bonus.per)] if found and amount else []


def _amounts(network: Network, hexes: Mapping[str, int], times: int) -> Set:
    """Return the stops in a set of hexes with what each adds."""
    found = []
    for at, stop in enumerate(network.stops):
        extras = [hexes[hex_id] for hex_id in stop.hexes if hex_id in hexes]
        if extras:
            found.append((at, times * max(extras)))
    return tuple(found)


def _groups(network: Network, rules: Rules) -> tuple[frozenset[int], ...]:
    """Return the sets of stops that exclude each other, those of one among them."""
    members: dict[object, set[int]] = defaultdict(set)
    for at, stop in enumerate(network.stops):
        for group in stop.groups:
            members[group].add(at)
        if rules.route.hex_once:
            for hex_id in stop.hexes:
                members["hex", hex_id].add(at)
    found = dict.fromkeys([frozenset(each) for each in members.values() if len(each) > 1])
    return tuple(found)


def _both(
    network: Network, hexes: tuple[frozenset[str], frozenset[str]]
) -> tuple[frozenset[int], frozenset[int]]:
    return _within(network, hexes[0]), _within(network, hexes[1])


def _within(network: Network, hexes: Iterable[str]) -> frozenset[int]:
    """Return the stops that lie in ``hexes``."""
    wanted = set(hexes)
    return _where(wanted.intersection(stop.hexes) for stop in network.stops)


def _where(these: Iterable[object]) -> frozenset[int]:
    """Return the indexes of what is true."""
    return frozenset([at for at, each in enumerate(these) if each])
