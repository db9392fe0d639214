"""A train as it is on one network: rows of places turned into numbers.

Rows share kinds of stop, and which place a stop takes is free. By Hall's theorem all find a
place exactly if for every set of rows the stops that can go nowhere else are no more than
their places: a few linear limits, and no search for an assignment anywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, combinations

from hexgraph.network import Network, Stop
from mapdata.rules import RouteRules, Row, TrainType
from solvers.bonus import Earned


@dataclass(frozen=True)
class Limit:
    """Weights of stops that add up to at most ``most``; ``ends`` count on top at an end."""

    weights: tuple[int, ...]
    most: int
    ends: tuple[int, ...] | None = None

    def count(self, stops: Iterable[int]) -> int:
        """Return what ``stops`` count, ends aside."""
        return sum([self.weights[stop] for stop in stops])

    def at_ends(self, stops: Sequence[int]) -> int:
        """Return what the ends of a route count on top."""
        return self.ends[stops[0]] + self.ends[stops[-1]] if self.ends else 0


@dataclass(frozen=True)
class Train:
    """A train on one network, all in numbers by stop.

    Attributes
    ----------
    values
        What each stop pays.
    worth
        What paying it adds to the revenue, with the bonuses that belong to the stop alone.
    barred
        Stops it never enters.
    no_ends
        Stops at which its routes never begin or end.
    visits, pays
        Limits on the stops visited, and on those that pay.
    hexes
        How many hexes it runs through at most.
    may_skip
        Visited stops need not all pay, whether there are places for all here or not.
    must_pay
        Stops that pay wherever they are visited, though others need not.
    marker_must_pay
        One of the paying stops holds a marker; or else one of the visited.
    trims
        Every route of it can be cut back to its outermost paying stops, and earns the same.
    bonuses
        What else it earns, beyond the worth of its stops.
    """

    name: str
    values: tuple[int, ...]
    worth: tuple[int, ...]
    barred: frozenset[int] = frozenset()
    no_ends: frozenset[int] = frozenset()
    visits: tuple[Limit, ...] = ()
    pays: tuple[Limit, ...] = ()
    hexes: int | None = None
    may_skip: bool = False
    must_pay: frozenset[int] = frozenset()
    marker_must_pay: bool = True
    trims: bool = False
    bonuses: tuple[Earned, ...] = ()

    def __hash__(self) -> int:
        return hash(self.name)

    @property
    def skips(self) -> bool:
        """Return whether there is a choice which of the visited stops pay."""
        return bool(self.pays)


@dataclass(frozen=True)
class Places:
    """The limits that rows come to, and what follows for paying."""

    values: tuple[int, ...]
    barred: frozenset[int]
    visits: tuple[Limit, ...]
    pays: tuple[Limit, ...]
    may_skip: bool
    must_pay: frozenset[int]


def places_on(network: Network, train: TrainType, route: RouteRules) -> Places:
    """Return what the rows of ``train`` come to on ``network``."""
    stops = network.stops
    barred = frozenset([at for at, stop in enumerate(stops) if not train.enters(stop.kind)])
    values = tuple([_value(train, stop) for stop in stops])
    visits = _visit_limits(train, stops, route)
    filling = any(row.fills for row in train.rows)
    must_pay: frozenset[int] = frozenset()
    if filling:
        full = {kind for row in train.rows if not row.fills for kind in row.kinds}
        must_pay = frozenset([at for at, stop in enumerate(stops) if stop.kind in full])
    rows = [row for row in train.rows if not row.fills]
    limits = [
        Limit(tuple([int(stop.kind in kinds) for stop in stops]), most)
        for kinds, most in _hall(rows, [row.pays for row in rows])
    ]
    most = _total([row.pays for row in rows])
    if filling and most is not None:
        limits.append(Limit(tuple([1] * len(stops)), most))
    pays = [limit for limit in limits if not any(_implies(visit, limit) for visit in visits)]
    return Places(
        values,
        barred,
        _tight(stops, barred, visits),
        _tight(stops, barred, pays),
        bool(pays),
        must_pay,
    )


def _value(train: TrainType, stop: Stop) -> int:
    """Return what a stop pays a train: the figure it reads, multiplied."""
    row = next((row for row in train.rows if stop.kind in row.kinds), None)
    times = train.multiplier if row is None or row.multiplier is None else row.multiplier
    return stop.figure(train.figure) * times


def _visit_limits(train: TrainType, stops: Sequence[Stop], route: RouteRules) -> list[Limit]:
    found = []
    for kinds, most in _hall(train.rows, [row.visits for row in train.rows]):
        weights = tuple([stop.visit * (stop.kind in kinds) for stop in stops])
        counting = {
            kind
            for kind, as_kind in route.end_counts
            if as_kind in kinds and not any({kind, as_kind} <= row.kinds for row in train.rows)
        }
        ends = tuple([int(stop.kind in counting) for stop in stops]) if counting else None
        found.append(Limit(weights, most, ends))
    return found


def _hall(rows: Sequence[Row], places: Sequence[int | None]) -> list[tuple[frozenset[str], int]]:
    """Return sets of kinds with the number of places there are for them together."""
    kinds = sorted({kind for row in rows for kind in row.kinds})
    finite = [at for at, number in enumerate(places) if number is not None]
    found: dict[frozenset[str], int] = {}
    for some in chain.from_iterable(
        combinations(finite, size) for size in range(1, len(finite) + 1)
    ):
        only = frozenset(
            kind
            for kind in kinds
            if all(at in some for at, row in enumerate(rows) if kind in row.kinds)
        )
        most = _total([places[at] for at in some])
        if only and most is not None:
            found[only] = min(most, found.get(only, most))
    return [
        (only, most)
        for only, most in found.items()
        if not any(only < other and found[other] <= most for other in found)
    ]


def _total(places: Iterable[int | None]) -> int | None:
    total = 0
    for number in places:
        if number is None:
            return None
        total += number
    return total


def _tight(
    stops: Sequence[Stop], barred: frozenset[int], limits: Iterable[Limit]
) -> tuple[Limit, ...]:
    """Return the limits that some route could exceed."""
    inside = [at for at in range(len(stops)) if at not in barred]
    return tuple(
        [
            limit
            for limit in limits
            if limit.count(inside) + (2 if limit.ends and any(limit.ends) else 0) > limit.most
        ]
    )


def _implies(visit: Limit, pay: Limit) -> bool:
    """Return whether stops that can be visited together can also be paid together."""
    return visit.most <= pay.most and all(
        one >= two for one, two in zip(visit.weights, pay.weights, strict=True)
    )
