"""A train on one network: the rows of its card as linear limits on stops.

A row has places for stops of some kinds; rows may share kinds, and a stop takes any place that
fits. By Hall's theorem all stops find a place exactly if, for every set of rows, the stops that
fit into no other row are at most as many as the places of the set. These are a few linear
limits, so nothing needs to search for an assignment.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import chain, combinations
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from hexgraph.network import Stop
from mapdata.rules import RouteRules, TrainRow, TrainType
from solvers.bonus import Earned


class Limit(Struct, frozen=True):
    """A linear limit on a route: the weights of its stops add up to at most ``most``.

    Attributes
    ----------
    weights
        The weight of each stop.
    ends
        The extra weight of each stop where it is an end of the route.
    links
        The weight of each link. A negative one gives back the weight of a stop at its end, so
        that no part of a route weighs more than the whole.
    apart
        The stops exclude each other, whatever places there are.
    over
        The hex whose passings the limit counts.
    broken
        The message for a route that breaks the limit, if the usual one does not fit.
    """

    weights: tuple[int, ...]
    most: int
    ends: tuple[int, ...] | None = None
    links: tuple[int, ...] | None = None
    apart: bool = False
    over: str = ""
    broken: str = ""

    def count(self, stops: Iterable[int]) -> int:
        """Places that ``stops`` take, ends aside."""
        return sum([self.weights[stop] for stop in stops])

    def at_ends(self, stops: Sequence[int]) -> int:
        """Places that the ends of a route take in addition."""
        return self.ends[stops[0]] + self.ends[stops[-1]] if self.ends else 0

    def on_the_way(self, links: Iterable[int]) -> int:
        """Places that links take in addition."""
        return sum([self.links[link] for link in links]) if self.links else 0


class Train(Struct, frozen=True):
    """A train on one network, all in numbers by stop.

    Attributes
    ----------
    values
        The value of each stop.
    worth
        What each stop adds to the revenue if it pays: its value and the bonuses of it alone.
    barred
        Stops it never enters.
    no_ends
        Stops at which its routes never begin or end.
    visits, pays
        Limits on the stops visited, and on those that pay.
    hexes
        How many hexes it runs through at most.
    may_skip
        Visited stops need not all pay, even where there are places for all of them.
    must_pay
        Stops that pay wherever they are visited, though others need not.
    marker_must_pay
        Whether an own marker must be at a paying stop; otherwise at a visited stop is enough.
    must
        Stops of which each route has at least ``must_count``; ``None`` if it needs none.
    closed
        Links that it never takes.
    lengths
        The length of each link against ``hexes``, if not the number of hexsides it crosses.
    local
        A single stop is a route for it, and each own marker serves one such train.
    counts
        The greatest number of times that the value of a stop counts in one route.
    trims
        Each of its routes can be cut back to its outermost paying stops and earns the same.
    bonuses
        What it earns beyond the worth of its stops.
    no_through
        Stops that it does not run through, though other trains may.
    ends_pay
        The two ends of its routes pay, and no other stop.
    half
        Its revenue is half of what its route earns, rounded down and then to the nearest ten.
    rivals
        Groups of bonuses, by name, of which a run claims at most one.
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
    must: frozenset[int] | None = None
    closed: frozenset[int] = frozenset()
    local: bool = False
    counts: int = 1
    lengths: tuple[int, ...] | None = None
    must_count: int = 1
    rivals: tuple[frozenset[str], ...] = ()
    half: bool = False
    no_through: frozenset[int] = frozenset()
    ends_pay: bool = False

    def length(self, at: int, hexsides: int) -> int:
        """Length of a link that crosses so many hexsides."""
        return hexsides if self.lengths is None else self.lengths[at]

    def __hash__(self) -> int:
        return hash(self.name)

    @property
    def skips(self) -> bool:
        """Whether there is a choice which of the visited stops pay."""
        return bool(self.pays)


class Places(NamedTuple):
    """The rows of a train on one network: values, stops not entered, limits on visits and pay."""

    values: tuple[int, ...]
    barred: frozenset[int]
    visits: tuple[Limit, ...]
    pays: tuple[Limit, ...] = ()
    may_skip: bool = False
    must_pay: frozenset[int] = frozenset()


class Visible(NamedTuple):
    """The stops of a network, with kind, value, and visit places of each."""

    stops: tuple[Stop, ...]
    kinds: tuple[str, ...]
    values: tuple[int, ...]
    visits: tuple[int, ...]


def places_on(visible: Visible, train: TrainType, route: RouteRules) -> Places:
    """The rows of ``train`` as limits on the stops of a network."""
    stops, kinds, values, visited = visible
    terms = _terms(train, route.end_counts)
    if terms.own:
        own = _own(stops, train)
        kinds = tuple(
            [_OWN + stop.kind if at in own else stop.kind for at, stop in enumerate(stops)]
        )
    barred, inside = _NONE, list(range(len(stops)))
    if not terms.entered.issuperset(kinds):
        barred = frozenset([at for at in inside if kinds[at] not in terms.entered])
        inside = [at for at in inside if at not in barred]
    if train.free:
        visited = tuple(
            [
                0 if train.free.intersection(stop.hexes) else places
                for stop, places in zip(stops, visited, strict=True)
            ]
        )
    if train.figure is not None:
        values = tuple([stop.figure(train.figure) for stop in stops])
    if terms.times:
        values = tuple(
            [each * terms.times.get(kind, 1) for each, kind in zip(values, kinds, strict=True)]
        )
    if train.flat is not None:
        values = (train.flat,) * len(stops)
    if train.halves:
        values = tuple([each // 2 for each in values])
    visits = []
    for counted, most, ending in terms.visits:
        weights = visited
        if not counted.issuperset(kinds):
            places = zip(visited, kinds, strict=True)
            weights = tuple([visit if kind in counted else 0 for visit, kind in places])
        ends = tuple([int(kind in ending) for kind in kinds]) if ending else None
        visits.append(Limit(weights, most, ends))
    pays = [
        Limit(tuple([int(kind in counted) for kind in kinds]), most) for counted, most in terms.pays
    ]
    if not pays:
        return Places(values, barred, tuple([each for each in visits if _tight(each, inside)]))
    pays = [limit for limit in pays if not any(_implies(visit, limit) for visit in visits)]
    must_pay = frozenset([at for at, kind in enumerate(kinds) if kind in terms.must_pay])
    if must_pay:  # stops that pay wherever they are visited are limited by ``pays`` already
        visits = [
            limit
            for limit in visits
            if limit.ends
            or not must_pay.issuperset([at for at in inside if limit.weights[at]])
            or not any(_implies(pay, limit) for pay in pays)
        ]
    return Places(
        values,
        barred,
        tuple([limit for limit in visits if _tight(limit, inside)]),
        tuple([limit for limit in pays if _tight(limit, inside)]),
        bool(pays),
        must_pay,
    )


def limits_on(visible: Visible, train: TrainType, route: RouteRules) -> list[Limit]:
    """Return all limits on the visits of ``train``, also those that stops alone never exceed."""
    terms = _terms(train, route.end_counts)
    kinds = visible.kinds
    return [
        Limit(
            tuple(
                [
                    visit * (kind in counted)
                    for visit, kind in zip(visible.visits, kinds, strict=True)
                ]
            ),
            most,
            tuple([int(kind in ending) for kind in kinds]) if ending else None,
        )
        for counted, most, ending in terms.visits
    ]


_NONE: frozenset[int] = frozenset()


class _Terms(Struct, frozen=True):
    """The rows of a train on any network: limits on sets of kinds, and multipliers."""

    own: bool
    """Whether stops with a marker of the company count as kinds of their own."""
    entered: frozenset[str]
    """The kinds of stop that the train enters."""
    times: Mapping[str, int]
    """The multiplier of each kind; empty if all are 1."""
    visits: tuple[tuple[frozenset[str], int, frozenset[str]], ...]
    pays: tuple[tuple[frozenset[str], int], ...]
    must_pay: frozenset[str]


_OWN = "own "
"""Before a kind, where some rows admit only stops with a marker of the company."""


def _own(stops: Sequence[Stop], train: TrainType) -> set[int]:
    """Stops that count as the company's own: with its marker, or with one in their hex."""
    if not any(row.own == "hex" for row in train.rows):
        return {at for at, stop in enumerate(stops) if stop.home}
    hexes = {hex_id for stop in stops if stop.home for hex_id in stop.hexes}
    return {at for at, stop in enumerate(stops) if not hexes.isdisjoint(stop.hexes)}


_NO_KINDS: frozenset[str] = frozenset()


def _told_apart(rows: Sequence[TrainRow]) -> list[TrainRow]:
    """Return the rows with stops that have an own marker as separate kinds."""
    found = []
    for row in rows:
        marked = {_OWN + kind for kind in row.kinds}
        own = row.own if isinstance(row.own, frozenset) else row.kinds if row.own else _NO_KINDS
        found.append(replace(row, kinds=frozenset(marked | (row.kinds - own))))
    return found


@lru_cache(maxsize=1024)
def _terms(train: TrainType, end_counts: tuple[tuple[str, str], ...]) -> _Terms:
    rows: Sequence[TrainRow] = train.rows
    own = any(bool(row.own) for row in rows)
    if own:
        rows = _told_apart(rows)
        end_counts += tuple((_OWN + kind, as_kind) for kind, as_kind in end_counts)
    times: dict[str, int] = {}
    for row in rows:
        for kind in row.kinds:
            times.setdefault(kind, train.multiplier if row.multiplier is None else row.multiplier)
    entered = frozenset(times)
    visits = []
    for kinds, most in _hall(rows, [row.visits for row in rows]):
        ending = frozenset(
            kind
            for kind, as_kind in end_counts
            if as_kind in kinds and not any({kind, as_kind} <= row.kinds for row in rows)
        )
        visits.append((kinds, most, ending))
    full = [row for row in rows if not row.fills]
    pays = _hall(full, [row.pays for row in full])
    must_pay: frozenset[str] = frozenset()
    if len(full) < len(rows):
        must_pay = frozenset(kind for row in full for kind in row.kinds)
        if (total := _total([row.pays for row in full])) is not None:
            own_places = sum([row.pays or 0 for row in rows if row.fills])
            pays.append((entered, total + own_places))
    if train.pays is not None:
        pays.append((entered, train.pays))
    times = {} if set(times.values()) <= {1} else times
    return _Terms(own, entered, times, tuple(visits), tuple(pays), must_pay)


def _hall(
    rows: Sequence[TrainRow], places: Sequence[int | None]
) -> list[tuple[frozenset[str], int]]:
    """Return sets of kinds with the number of places for them together, by Hall's theorem.

    A set is dominated if a larger one has as few places: it is left out.
    """
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


def _tight(limit: Limit, inside: Sequence[int]) -> bool:
    """Whether some choice of stops could exceed a limit; one that none can is dropped."""
    ends = 2 if limit.ends and any(limit.ends) else 0
    all_stops = len(inside) == len(limit.weights)
    return (sum(limit.weights) if all_stops else limit.count(inside)) + ends > limit.most


def _implies(one: Limit, two: Limit) -> bool:
    """Whether the first limit implies the second, which is then redundant."""
    return one.most <= two.most and all(
        here >= there for here, there in zip(one.weights, two.weights, strict=True)
    )
