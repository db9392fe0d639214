"""From a network, types of trains and rules to the problem that solvers get."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from msgspec.structs import replace

from hexgraph.network import Network
from mapdata.lazy import lazy
from mapdata.rules import Bonus, Rules, TrainType
from solvers.bonus import (
    Again,
    Earned,
    Marked,
    Markers,
    Over,
    Set,
    Sets,
    Stations,
    StopExtras,
    Visited,
)
from solvers.problem import Problem
from solvers.train import Places, Train, Visible, places_on


def pose(
    network: Network, trains: Sequence[TrainType], rules: Rules, prefer: Sequence[str] = ()
) -> Problem:
    """Return the problem of running ``trains`` on ``network``.

    ``prefer`` names stop ids and hexes with marks; names that are not on the network
    have no effect, since no plan can run there.
    """
    words = list(dict.fromkeys([train.apart for train in trains]))
    where = _Where(_layered(network, words), rules)
    network = where.network
    made: dict[str, Train] = {}
    for train in trains:
        if train.name not in made:
            made[train.name] = _on(where, train, rules, words)
    needs, pair = rules.route.needs, rules.must_connect
    posed = Problem(
        network,
        tuple([made[train.name] for train in trains]),
        tuple(dict.fromkeys([bonus.name for bonus in rules.bonuses])),
        where.groups,
        tuple([(where.stops(need.hexes), need.stops) for need in needs]) if needs else (),
        None if pair is None else (where.stops(pair[0]), where.stops(pair[1])),
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


class _Where:
    """What of a network lies where: stops by their hexes, links with marks, and groups."""

    def __init__(self, network: Network, rules: Rules) -> None:
        stops = network.stops
        self.network = network
        self.visible = Visible(
            stops,
            tuple([stop.kind for stop in stops]),
            tuple([stop.value for stop in stops]),
            tuple([stop.visit for stop in stops]),
        )
        self.by_hex: dict[str, list[int]] = {}
        """The stops of each hex."""
        members: dict[str, list[int]] = {}
        for at, stop in enumerate(stops):
            for hex_id in stop.hexes:
                self.by_hex.setdefault(hex_id, []).append(at)
            for group in stop.groups:
                members.setdefault(group, []).append(at)
        apart = [frozenset(some) for some in members.values() if len(some) > 1]
        if rules.route.hex_once:
            apart += self._of_one_hex(rules.route.hex_once)
        self.groups = tuple(dict.fromkeys(apart)) if apart else ()
        self.bonuses = [bonus for bonus in rules.bonuses if self.has(bonus)]
        """Those that can be earned here."""
        self.made: dict[tuple[int, int], list[Earned]] = {}

    @lazy
    def by_kind(self) -> dict[str, list[int]]:
        """Return the stops of each kind."""
        found: dict[str, list[int]] = {}
        for at, kind in enumerate(self.visible.kinds):
            found.setdefault(kind, []).append(at)
        return found

    def _of_one_hex(self, kinds: bool | tuple[str, ...]) -> Iterator[frozenset[int]]:
        """Yield the stops of these kinds, or of any, that share a hex."""
        seen = self.network.stops
        for some in self.by_hex.values():
            counted = [at for at in some if kinds is True or seen[at].kind in (kinds or ())]
            if len(counted) > 1:
                yield frozenset(counted)

    def stops(self, hexes: Iterable[str]) -> frozenset[int]:
        """Return the stops that lie in ``hexes``."""
        return frozenset([at for hex_id in hexes for at in self.by_hex.get(hex_id, ())])

    def named(self, places: Iterable[str]) -> frozenset[int]:
        """Return the stops that lie in hexes, or are of kinds, among ``places``."""
        return frozenset([at for at, _ in self.amounts(dict.fromkeys(places, 0), 1)])

    def has(self, bonus: Bonus) -> bool:
        """Return whether anything here could earn a bonus: a stop in every set, special track."""
        if bonus.mark is not None:
            return any(link.marks for link in self.network.links)
        hexes, kinds = self.by_hex.keys(), self.visible.kinds
        for places in bonus.sets if bonus.per != "pass" else ():
            if hexes.isdisjoint(places) and places.keys().isdisjoint(kinds):
                return False
        return True

    def amounts(self, hexes: Mapping[str, int], times: int) -> Set:
        """Return the stops in a set of hexes or kinds with what each adds."""
        found: dict[int, int] = {}
        for place, extra in hexes.items():
            for at in (*self.by_hex.get(place, ()), *self.by_kind.get(place, ())):
                found[at] = max(times * extra, found.get(at, times * extra))
        return tuple(sorted(found.items()))

    def apart(self, stops: Set) -> bool:
        """Return whether no route visits two of these stops."""
        return all(
            any({one, two} <= group for group in self.groups)
            for (one, _), (two, _) in combinations(stops, 2)
        )


def _layered(network: Network, words: Sequence[str]) -> Network:
    """Return the network with track of its own for each of several sorts of train.

    Trains of different sorts do not mind each other. So each sort has a copy of every link, and
    is never on another's.
    """
    if len(words) < 2:
        return network
    width, links, resources = len(network.resources), network.links, network.resources
    for at, word in enumerate(words[1:], 1):
        links += tuple([link._replace(mask=link.mask << at * width) for link in network.links])
        resources += tuple([f"{name} ({word or 'others'})" for name in network.resources])
    return replace(network, links=links, resources=resources)


def _lengths(where: _Where, train: TrainType) -> tuple[int, ...]:
    """Return what links count: the whole stretch as its dearest gauge."""
    times = train.track_counts
    return tuple(
        [
            link.hexsides * max([times.get(gauge, 1) for gauge in link.gauges])
            for link in where.network.links
        ]
    )


def _closed(where: _Where, train: TrainType, words: Sequence[str]) -> frozenset[int]:
    """Return the links that a train never takes: of another gauge, or another sort's."""
    links = where.network.links
    closed: frozenset[int] = frozenset()
    if train.track:
        closed = _where(not link.gauges <= train.track for link in links)
    if len(words) > 1:
        width = len(links) // len(words)
        own = range(words.index(train.apart) * width, (words.index(train.apart) + 1) * width)
        closed |= _where(at not in own for at in range(len(links)))
    return closed


def _on(where: _Where, train: TrainType, rules: Rules, words: Sequence[str]) -> Train:
    """Return a train as it is on a network."""
    places = places_on(where.visible, train, rules.route)
    bonuses: list[Earned] = []
    worth = places.values
    counts = 1
    no_ends: frozenset[int] = frozenset()
    if rules.route.no_ends:
        no_ends = _where(kind in rules.route.no_ends for kind in where.visible.kinds)
    for at, bonus in enumerate(where.bonuses):
        if not bonus.holds_for(train.name):
            continue
        times = train.multiplier if bonus.times_multiplier else 1
        if bonus.per == "token":
            counts += sum([stop.home for stop in where.visible.stops])
            made = _of_values(where, bonus, places.values, times)
        elif bonus.per == "end" or bonus.value:
            counts += 1
            made = _of_values(where, bonus, places.values, times)
        else:
            if (at, times) not in where.made:
                where.made[at, times] = _compiled(where, bonus, times)
            made = where.made[at, times]
        bonuses += made
        for each in made:
            if isinstance(each, StopExtras):
                more = dict(each.stops)
                worth = tuple([pays + more.get(stop, 0) for stop, pays in enumerate(worth)])
        if bonus.per == "pass":
            no_ends |= where.stops(bonus.sets[0])
    return Train(
        train.name,
        places.values,
        worth,
        places.barred | where.named(rules.barred) if rules.barred else places.barred,
        no_ends,
        places.visits,
        places.pays,
        train.hexes,
        places.may_skip,
        places.must_pay,
        train.marker_must_pay,
        _trims(where.network, train, places, rules, bonuses),
        tuple(bonuses),
        _where(kind in train.needs for kind in where.visible.kinds) if train.needs else None,
        _closed(where, train, words),
        train.local,
        counts,
        _lengths(where, train) if train.track_counts else None,
        train.needs_stops,
    )


def _trims(
    network: Network, train: TrainType, places: Places, rules: Rules, bonuses: Iterable[Earned]
) -> bool:
    """Return whether a route needs no unpaid stops at its ends.

    A route can be cut back to its outermost paying stops and earns the same, unless the track
    beyond them earns something, or what is left would be no legal route.
    """
    return (
        bool(places.pays)
        and train.marker_must_pay
        and not train.needs
        and rules.must_connect is None
        and not rules.route.end_counts
        and not rules.route.no_ends
        and all(limit.most >= 2 for limit in places.pays)
        and all(stop.makes_route for stop in network.stops)
        and not any(isinstance(bonus, Over | Visited) for bonus in bonuses)
    )


def _of_values(where: _Where, bonus: Bonus, values: Sequence[int], times: int) -> list[Earned]:
    """Return a bonus that pays the values of stops again."""
    if bonus.value:
        return _compiled(where, bonus, times, values)
    counted = tuple([(stop, values[stop]) for stop, _ in where.amounts(bonus.sets[0], 1)])
    if not counted:
        return []
    if bonus.per == "end":
        return [Again(bonus.name, counted)]
    instead = tuple([(stop, -value) for stop, value in counted])
    return [Markers(bonus.name, counted), StopExtras(bonus.name, instead)]


def _compiled(
    where: _Where, bonus: Bonus, times: int, values: Sequence[int] | None = None
) -> list[Earned]:
    """Return a bonus in numbers; nothing, if no train can earn it.

    ``values``: what stops of the first set add, beside what the set says of them.
    """
    amount, name = times * bonus.figure(""), bonus.name
    if bonus.mark is not None:
        return _marked(where, bonus, amount)
    if bonus.per == "visit":
        return [Visited(name, amount)]
    if bonus.per == "pass":
        links = where.network.links
        return [
            Over(name, amount + times * extra, over)
            for hex_id, extra in bonus.sets[0].items()
            if (over := _where(hex_id in link.hexes for link in links))
        ]
    if bonus.per == "hex":
        return [
            made
            for hex_id, extra in bonus.sets[0].items()
            for made in _any(where, name, where.amounts({hex_id: extra}, times), amount)
        ]
    sets = [where.amounts(each, times) for each in bonus.sets]
    if bonus.per == "marker":
        most = None if bonus.most is None else times * bonus.most
        plain = tuple(tuple((stop, 0) for stop, _ in each) for each in sets)
        met = Sets(name, 1, plain, bonus.at == "ends") if sets else None
        return [Stations(name, amount, most, met)]
    if values is not None:
        sets[0] = tuple([(stop, extra + values[stop]) for stop, extra in sets[0]])
    if bonus.per == "stop":
        return _worth(name, sets[0], amount)
    if len(sets) == 1 and not bonus.once:
        return _any(where, name, sets[0], amount)
    return [Sets(name, amount, tuple(sets), bonus.at == "ends", bonus.once)]


def _any(where: _Where, name: str, stops: Set, amount: int) -> list[Earned]:
    """Return a bonus for one paying stop of a set, as part of its worth where that is exact."""
    if not stops:
        return []
    return _worth(name, stops, amount) if where.apart(stops) else [Sets(name, amount, (stops,))]


def _worth(name: str, stops: Set, amount: int) -> list[Earned]:
    return [StopExtras(name, tuple([(stop, amount + extra) for stop, extra in stops]))]


def _marked(where: _Where, bonus: Bonus, amount: int) -> list[Earned]:
    links = where.network.links
    found = tuple(
        [
            (at, number)
            for at, link in enumerate(links)
            if link.marks and (number := [kind for kind, _ in link.marks].count(bonus.mark or ""))
        ]
    )
    if amount < 0 and bonus.per == "mark":  # due wherever a route runs
        return [Over(bonus.name, amount * number, frozenset([at])) for at, number in found]
    if amount < 0:
        return [Over(bonus.name, amount, frozenset(dict(found)))] if found else []
    return [Marked(bonus.name, amount, found, bonus.per)] if found and amount else []


def _where(these: Iterable[object]) -> frozenset[int]:
    """Return the indexes of what is true."""
    return frozenset([at for at, each in enumerate(these) if each])
