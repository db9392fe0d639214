"""From a network, types of trains and rules to the :class:`Problem` that solvers get."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, combinations, combinations_with_replacement, pairwise, permutations

from msgspec.structs import replace

from hexgraph.network import Link, Network, Stop
from mapdata.errors import InputError
from mapdata.lazy import lazy
from mapdata.rules import OWN_MARK, Bonus, JoinedStops, Omission, Quota, Rules, TrainType
from solvers.bonus import (
    Again,
    Between,
    Counted,
    Distance,
    Earned,
    HalfEnds,
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
from solvers.train import Limit, Places, Train, Visible, limits_on, places_on
from solvers.visits import ApartUnless, Requires, Together, VisitRule


def pose(
    network: Network, trains: Sequence[TrainType], rules: Rules, prefer: Sequence[str] = ()
) -> Problem:
    """Return the problem of running ``trains`` on ``network``.

    ``prefer`` names stop ids and hexes with marks; names that are not on the network
    have no effect, since no plan can run there.
    """
    words = list(dict.fromkeys([train.apart for train in trains]))
    kept = dict.fromkeys([train.keeps_apart(rules.route) for train in trains])
    index = _NetworkIndex(
        _layered(network, words, rules.one_of), rules, kept, single=len(trains) == 1
    )
    network = index.network
    made: dict[str, Train] = {}
    for train in trains:
        if train.name not in made:
            made[train.name] = _train_on(index, train, rules, words)
    needs, pair = rules.route.needs, rules.must_connect
    seat = index.seat(rules.seat)
    if seat is not None and len(trains) == 1:  # a rule of the plan is then one of its only route
        index.visits += (Requires(frozenset(range(len(network.stops))), seat),)
        seat = None
    posed = Problem(
        network,
        tuple([made[train.name] for train in trains]),
        _names(rules),
        index.groups,
        tuple([(index.stops(need.hexes), need.stops) for need in needs]) if needs else (),
        None if pair is None else (index.stops(pair[0]), index.stops(pair[1])),
        rules.idle,
        beside=rules.beside,
        without=tuple([each.rule for each in rules.without if index.matters(each)]),
        visits=index.visits,
        seat=seat,
        closed=_indexes(stop.blocked and stop.through for stop in network.stops),
        subsidies=tuple(dict.fromkeys([bonus.name for bonus in rules.bonuses if bonus.subsidy])),
        quotas=_quotas(index, rules.route.quotas, len(trains)),
        paid_once=index.paid_once,
        shared_track=rules.route.shared_track and len(trains) > 1,
    )
    if not prefer:
        return posed
    wanted = set(prefer)
    return replace(
        posed,
        prefer_stops=_indexes(wanted & {stop.id, *stop.hexes} for stop in network.stops),
        prefer_links=_indexes(
            wanted & {hex_id for _, hex_id in link.marks} for link in network.links
        ),
    )


def _names(rules: Rules) -> tuple[str, ...]:
    """Names of what routes earn beside their stops, subsidies aside."""
    names = [bonus.name for bonus in rules.bonuses if not bonus.subsidy]
    return tuple(dict.fromkeys([*names, *((JOINED,) if rules.route.joined else ())]))


JOINED = "joined"
"""The name, in a breakdown of revenue, of what two stops that count as one do not earn."""


class _NetworkIndex:
    """The stops of a network by hex and by kind, groups of stops, and bonuses within reach.

    Attributes
    ----------
    by_hex
        The stops of each hex.
    once
        Stops that share a hex and of which a train visits at most one, by the setting of the
        train (:meth:`TrainType.keeps_apart`).
    groups
        Stops that exclude each other for every train.
    visits
        Rules about stops that a route visits together.
    bonuses
        Bonuses that a route could earn on this network.
    made
        Bonuses in numbers, by index and multiplier: a cache for trains that share them.
    """

    def __init__(
        self, network: Network, rules: Rules, kept: Iterable[bool | tuple[str, ...]], single: bool
    ) -> None:
        """``kept`` has the settings of all trains: kinds of stop visited once in a hex."""
        stops = network.stops
        self.network = network
        self.visible = Visible(
            stops,
            tuple([stop.kind for stop in stops]),
            tuple([stop.value for stop in stops]),
            tuple([stop.visit for stop in stops]),
        )
        self.by_hex: dict[str, list[int]] = {}
        members: dict[str, list[int]] = {}
        for at, stop in enumerate(stops):
            for hex_id in stop.hexes:
                self.by_hex.setdefault(hex_id, []).append(at)
            if stop.id not in stop.hexes:
                self.by_hex[stop.id] = [at]
            for group in stop.groups:
                members.setdefault(group, []).append(at)
        apart = [frozenset(some) for some in members.values() if len(some) > 1]
        self.paid_once: tuple[frozenset[int], ...] = ()
        """Stops of which one pays one run of a turn, where several run."""
        if rules.route.turn_pays_once and not single:
            others = set(range(len(stops))).difference(*apart)
            self.paid_once = (*apart, *(frozenset([at]) for at in sorted(others)))
        apart += [self.stops(hexes) for hexes in rules.route.apart]
        self.once: dict[bool | tuple[str, ...], list[frozenset[int]]] = {}
        self.visits: tuple[VisitRule, ...] = tuple(
            [Together(self.stops(need.hexes), need.stops) for need in rules.route.together]
        )
        self.visits += tuple(
            [
                Requires(self.stops(need.hexes), self.stops(need.starts))
                for need in rules.route.requires
                if not self.by_hex.keys().isdisjoint(need.hexes)
            ]
        )
        unless = self.stops(rules.route.hex_once_unless)
        if rules.route.hex_once and unless:
            some = self._sharing_a_hex(rules.route.hex_once)
            some = [each for each in some if each.isdisjoint(unless)]
            self.visits += tuple([ApartUnless(each, unless) for each in some])
        else:
            self.once = {each: self._sharing_a_hex(each) for each in kept}
            apart += self._apart_for_all()
        self.groups = tuple(dict.fromkeys(apart)) if apart else ()
        self.bonuses = [_for_fleet(each, single) for each in rules.bonuses if self.can_earn(each)]
        self.made: dict[tuple[int, int], list[Earned]] = {}
        self.passed_once = tuple(_passed_once(network, rules.pass_once)) if rules.pass_once else ()

    @lazy
    def by_kind(self) -> dict[str, list[int]]:
        """Return the stops of each kind."""
        found: dict[str, list[int]] = {}
        for at, kind in enumerate(self.visible.kinds):
            found.setdefault(kind, []).append(at)
        return found

    def _sharing_a_hex(self, kinds: bool | tuple[str, ...]) -> list[frozenset[int]]:
        """Groups of stops of these kinds (``True``: of any kind) that share a hex."""
        found: list[frozenset[int]] = []
        seen = self.network.stops
        for some in self.by_hex.values() if kinds else ():
            counted = [at for at in some if kinds is True or seen[at].kind in (kinds or ())]
            if len(counted) > 1:
                found.append(frozenset(counted))
        return found

    def _apart_for_all(self) -> list[frozenset[int]]:
        """Groups of stops in one hex of which no train visits two."""
        lists = list(self.once.values())
        groups = dict.fromkeys(chain.from_iterable(lists))
        return [
            group for group in groups if all(any(group <= one for one in many) for many in lists)
        ]

    def apart_for(self, kept: bool | tuple[str, ...]) -> list[frozenset[int]]:
        """Groups of stops in one hex of which this train visits no two, though others may."""
        own = self.once[kept] if len(self.once) > 1 else []
        return [stops for stops in own if not any(stops <= group for group in self.groups)]

    def stops(self, hexes: Iterable[str]) -> frozenset[int]:
        """Return the stops that lie in ``hexes``."""
        return frozenset([at for hex_id in hexes for at in self.by_hex.get(hex_id, ())])

    def seat(self, hexes: frozenset[str] | None) -> frozenset[int] | None:
        """The stops in ``hexes`` at which the company has a marker; ``None`` without the rule."""
        if hexes is None:
            return None
        return frozenset([at for at in self.stops(hexes) if self.network.stops[at].home])

    def named(self, places: Iterable[str]) -> frozenset[int]:
        """Return the stops that lie in hexes, or are of kinds, among ``places``."""
        return frozenset([at for at, _ in self.amounts(dict.fromkeys(places, 0), 1)])

    def can_earn(self, bonus: Bonus) -> bool:
        """Whether a route here could earn a bonus: a stop of every set, or special track."""
        if bonus.mark is not None:
            return any(link.marks for link in self.network.links)
        hexes, kinds = self.by_hex.keys(), self.visible.kinds
        for places in bonus.sets if bonus.per != "pass" else ():
            if hexes.isdisjoint(places) and places.keys().isdisjoint(kinds):
                return False
        return True

    def amounts(self, hexes: Mapping[str, int], times: int) -> Set:
        """Return the stops in a set of hexes or kinds, each with the amount it adds."""
        found: dict[int, int] = {}
        for place, extra in hexes.items():
            for at in (*self.by_hex.get(place, ()), *self.by_kind.get(place, ())):
                found[at] = max(times * extra, found.get(at, times * extra))
        return tuple(sorted(found.items()))

    def matters(self, omission: Omission) -> bool:
        """Whether a rule that the title leaves out could change routes on this network."""
        if omission.loops and not any(
            group >= {link.a, link.b} for link in self.network.links for group in self.groups
        ):
            return False
        reached = self.by_hex.keys()
        if any(reached.isdisjoint(some) for some in omission.sets):
            return False
        return reached >= set(omission.hexes)

    def apart(self, stops: Set) -> bool:
        """Whether no route visits two of these stops."""
        return all(
            any({one, two} <= group for group in self.groups)
            for (one, _), (two, _) in combinations(stops, 2)
        )


def _quotas(
    index: _NetworkIndex, quotas: Iterable[Quota], trains: int
) -> tuple[tuple[frozenset[int], int], ...]:
    """The quotas that this many trains can exceed."""
    found = [(index.stops(quota.hexes), quota.routes) for quota in quotas]
    return tuple([(stops, routes) for stops, routes in found if stops and trains > routes])


def _passed_once(network: Network, hexes: Iterable[str]) -> Iterator[Limit]:
    """Limits of one on the links over each hex, where a route could run over it twice."""
    for hex_id in sorted(hexes):
        times = tuple([link.hexes.count(hex_id) for link in network.links])
        masks = [link.mask for link, number in zip(network.links, times, strict=True) if number]
        if max(times, default=0) > 1 or any(not a & b for a, b in combinations(masks, 2)):
            yield Limit((0,) * len(network.stops), 1, links=times, over=hex_id)


def _for_fleet(bonus: Bonus, single: bool) -> Bonus:
    """Return a bonus without its limit of once a turn, if the only train cannot exceed that."""
    if single and bonus.once and bonus.one_of is None and bonus.per == "route":
        return replace(bonus, once=False)
    return bonus


def _layered(
    network: Network, words: Sequence[str], one_of: Sequence[Sequence[tuple[str, str]]]
) -> Network:
    """Return the network with a copy of every link for each sort of train.

    Trains of different sorts may share track, so each sort runs on its own copy. But where a
    turn may use only one of several hexsides, two sorts must not use different ones. For each
    pair of such hexsides and sorts, a further bit is taken by the links of both.
    """
    if len(words) < 2:
        return network
    width, links, resources = len(network.resources), network.links, network.resources
    for at, word in enumerate(words[1:], 1):
        links += tuple([link._replace(mask=link.mask << at * width) for link in network.links])
        resources += tuple([f"{name} ({word or 'others'})" for name in network.resources])
    for sides in one_of:
        for first, second in permutations(sides, 2):
            for a, b in combinations(range(len(words)), 2):
                bit = 1 << len(resources)
                resources += (f"{'-'.join(first)} or {'-'.join(second)}",)
                count = len(network.links)
                links = tuple(
                    [
                        link._replace(mask=link.mask | bit)
                        if (at // count == a and _crosses(link, first))
                        or (at // count == b and _crosses(link, second))
                        else link
                        for at, link in enumerate(links)
                    ]
                )
    return replace(network, links=links, resources=resources)


def _crosses(link: Link, side: tuple[str, str]) -> bool:
    """Whether a link crosses the hexside between two hexes."""
    return any(pair in (side, side[::-1]) for pair in pairwise(link.hexes))


def _lengths(index: _NetworkIndex, train: TrainType, uncounted: frozenset[str]) -> tuple[int, ...]:
    """The length of each link: hexsides that count, times the multiplier of its longest gauge."""
    times = train.track_counts
    return tuple(
        [
            (link.hexsides - len(uncounted.intersection(link.hexes)))
            * max([times.get(gauge, 1) for gauge in link.gauges])
            for link in index.network.links
        ]
    )


def _closed(index: _NetworkIndex, train: TrainType, words: Sequence[str]) -> frozenset[int]:
    """The links that a train never takes: of another gauge, or of another sort of train."""
    links = index.network.links
    closed: frozenset[int] = frozenset()
    if train.track:
        closed = _indexes(not link.gauges <= train.track for link in links)
    if len(words) > 1:
        width = len(links) // len(words)
        own = range(words.index(train.apart) * width, (words.index(train.apart) + 1) * width)
        closed |= _indexes(at not in own for at in range(len(links)))
    return closed


def _train_on(index: _NetworkIndex, train: TrainType, rules: Rules, words: Sequence[str]) -> Train:
    """Return a train in numbers for one network."""
    joining = _joining(index, rules.route.joined)
    places = _limited(index, train, rules, joining)
    bonuses: list[Earned] = []
    if joining and rules.route.joined is not None:
        bonuses += _cost_of_joining(rules.route.joined, places.values, joining)
    worth, counts, no_ends = places.values, 1, _no_ends(index, train, rules)
    for at, bonus in enumerate(index.bonuses):
        if not bonus.holds_for(train):
            continue
        earned, again = _earned(index, at, train, places)
        bonuses += earned
        counts += again
        worth = _with_extras(worth, bonus, earned)
        if bonus.per == "pass" and not bonus.may_end:
            no_ends |= index.stops(bonus.sets[0])
    measured = train.track_counts or (train.hexes is not None and rules.route.uncounted)
    return Train(
        train.name,
        places.values,
        worth,
        _barred(index, places, rules),
        no_ends,
        places.visits,
        places.pays,
        train.hexes,
        places.may_skip,
        places.must_pay,
        train.marker_must_pay,
        train.ends_pay or _trims(index, train, places, rules, bonuses),
        tuple(bonuses),
        _needed(index, train) if train.needs else None,
        _closed(index, train, words),
        train.local,
        counts,
        _lengths(index, train, rules.route.uncounted) if measured else None,
        train.needs_stops,
        _rivals(index, train),
        train.half_run,
        frozenset() if train.neutral else _indexes(stop.crowded for stop in index.visible.stops),
        train.ends_pay,
    )


def _limited(
    index: _NetworkIndex,
    train: TrainType,
    rules: Rules,
    joining: Mapping[tuple[int, int], Sequence[int]],
) -> Places:
    """The rows of a train as limits, with the limits that rules of the route add to them."""
    route = rules.route
    places = places_on(index.visible, train, route)
    if route.paid_once:
        places = _paying_once(index, places, route.paid_once)
    if train.ends_pay or (index.paid_once and not places.pays):
        count = len(index.visible.stops)
        every = Limit((1,) * count, 2 if train.ends_pay else count)
        places = places._replace(pays=(every,), may_skip=True)
    visits = places.visits
    for stops in index.apart_for(train.keeps_apart(route)):
        weights = tuple([int(at in stops) for at in range(len(index.visible.stops))])
        visits += (Limit(weights, 1, apart=True),)
    if train.border_places:
        visits += _at_borders(index, train, rules)
    if joining:
        visits = _with_joined(index, visits, joining)
    if route.through_to:
        visits += _through_to(index, route.through_to)
    visits += index.passed_once
    if route.entered_once:
        visits += _entered_once(index)
    return places._replace(visits=visits)


def _no_ends(index: _NetworkIndex, train: TrainType, rules: Rules) -> frozenset[int]:
    """Stops at which a train may not begin or end: of some kinds, or without an own marker."""
    never = rules.route.no_ends if train.no_ends is None else train.no_ends
    no_ends = _indexes(kind in never for kind in index.visible.kinds) if never else frozenset()
    if train.own_ends:
        others = _indexes(not stop.home for stop in index.visible.stops)
        for hex_id, beside in train.end_with.items():
            if any(index.visible.stops[at].home for at in index.stops([beside])):
                others -= index.stops([hex_id])
        no_ends |= others
    return no_ends


def _earned(
    index: _NetworkIndex, number: int, train: TrainType, places: Places
) -> tuple[list[Earned], int]:
    """A bonus in numbers for one train, and how many times more it lets a stop count."""
    bonus = index.bonuses[number]
    times, again = train.multiplier if bonus.times_multiplier else 1, 0
    if bonus.per == "token":
        again = sum([stop.home for stop in index.visible.stops])
        earned = _of_values(index, bonus, places.values, times)
    elif bonus.per in _ALL_PAID:
        _refuse_skipping(bonus, train, places)
        earned = _of_hexes(index, bonus, places.values, times)
    elif bonus.per == "between":
        earned = _between(index, bonus, train)
    elif bonus.per == "end" or bonus.value:
        again = 1
        earned = _of_values(index, bonus, places.values, times)
    else:
        if (number, times) not in index.made:
            index.made[number, times] = _compiled(index, bonus, times)
        earned = index.made[number, times]
    if bonus.capped:
        most = _paid_at_most(train)
        earned = [replace(each, most=most) for each in earned if isinstance(each, Visited)]
    if any(isinstance(each, Sets) and each.amount < 0 for each in earned):
        _refuse_skipping(bonus, train, places)
    return earned, again


def _refuse_skipping(bonus: Bonus, train: TrainType, places: Places) -> None:
    """Refuse a bonus that is exact only for trains whose visited stops all pay."""
    if places.pays:
        raise InputError(
            f"{bonus.name}: not possible with {train.name}, which may visit stops unpaid"
        )


def _with_extras(worth: tuple[int, ...], bonus: Bonus, earned: Iterable[Earned]) -> tuple[int, ...]:
    """The worth of all stops, with what a bonus adds to single stops."""
    for each in earned:
        if isinstance(each, StopExtras):
            more = dict(each.stops)
            worth = tuple([pays + more.get(stop, 0) for stop, pays in enumerate(worth)])
            if bonus.per == "stop" and min(worth) < 0:  # being paid there would cost money
                raise InputError(f"{bonus.name}: the value of a stop would be negative")
    return worth


def _at_borders(index: _NetworkIndex, train: TrainType, rules: Rules) -> tuple[Limit, ...]:
    """Limits on visits that also count the border crossings, with the free ones as more places."""
    sides = rules.borders.get(train.border_places or "", frozenset())
    crossed = tuple(
        [sum([pair in sides for pair in pairwise(link.hexes)]) for link in index.network.links]
    )
    if not any(crossed):
        return ()
    all_limits = limits_on(index.visible, train, rules.route)
    return tuple(
        [
            Limit(limit.weights, limit.most + train.borders_free, limit.ends, crossed)
            for limit in all_limits
        ]
    )


def _joining(index: _NetworkIndex, joined: JoinedStops | None) -> dict[tuple[int, int], list[int]]:
    """Pairs of stops that count as one where a route runs over the link between them."""
    found: dict[tuple[int, int], list[int]] = {}
    for at, link in enumerate(index.network.links) if joined is not None else ():
        if joined is not None and not link.hexsides and joined.track in link.gauges:
            found.setdefault((min(link[:2]), max(link[:2])), []).append(at)
    return found


def _with_joined(
    index: _NetworkIndex, visits: Sequence[Limit], joining: Mapping[tuple[int, int], Sequence[int]]
) -> tuple[Limit, ...]:
    """Limits on visits in which two joined stops count as one, and two more limits for each pair.

    A link between the two gives back the place of one. The further limits keep a route from
    visiting both except over that link, and from having them as its two ends, unless the route
    is that link alone.
    """
    stops, links = index.visible.stops, index.network.links
    found = list(visits)
    for both, between in joining.items():
        over = [int(at in between) for at in range(len(links))]
        for at, limit in enumerate(found):
            less = min(limit.weights[stop] for stop in both)
            before = limit.links or (0,) * len(links)
            back = tuple([a - less * b for a, b in zip(before, over, strict=True)])
            found[at] = replace(limit, links=back) if less else limit
    for both, between in joining.items():
        counted = tuple([int(stop in both) for stop in range(len(stops))])
        back = tuple([-int(at in between) for at in range(len(links))])
        found.append(Limit(counted, 1, links=back, apart=True))
        found.append(Limit((0,) * len(stops), 1, counted, apart=True))
    return tuple(found)


def _cost_of_joining(
    joined: JoinedStops, values: Sequence[int], joining: Mapping[tuple[int, int], Sequence[int]]
) -> list[Earned]:
    """Negative bonuses for links between joined stops: the lesser value, and the cost."""
    return [
        Over(JOINED, -min(values[one], values[two]) - joined.cost, frozenset(between))
        for (one, two), between in joining.items()
    ]


def _through_to(index: _NetworkIndex, ways: Mapping[str, str]) -> tuple[Limit, ...]:
    """For each of these stops, a limit of one link that does not lead to what lies beyond it.

    A route that runs through the stop has two links there, so one of them leads beyond.
    """
    found = []
    nothing = (0,) * len(index.visible.stops)
    for hex_id, beyond in ways.items():
        far = index.stops([beyond])
        for stop in index.stops([hex_id]):
            links = [stop in link[:2] and far.isdisjoint(link[:2]) for link in index.network.links]
            if sum(links) > 1:
                name = index.network.stops[stop].name
                text = f"a route runs through {name} only to what lies beyond"
                found.append(Limit(nothing, 1, links=tuple(map(int, links)), broken=text))
    return tuple(found)


def _entered_once(index: _NetworkIndex) -> tuple[Limit, ...]:
    """For each hex, a limit of two on its hexsides crossed and the route's ends in it together.

    A stay in a hex begins with a hexside crossed or with the start of the route, and ends with
    a hexside crossed or with the end of the route. So one stay counts two, and two stays more.
    """
    links = index.network.links
    found = []
    nothing = (0,) * len(index.visible.stops)
    for hex_id in dict.fromkeys(chain.from_iterable(link.hexes for link in links)):
        sides = tuple([_sides_at(link, hex_id) for link in links])
        ends = tuple([int(hex_id in stop.hexes) for stop in index.visible.stops])
        if sum(sides) + min(2, sum(ends)) > 2:
            text = f"the route comes to {hex_id} twice"
            found.append(Limit(nothing, 2, ends, sides, broken=text))
    return tuple(found)


def _sides_at(link: Link, hex_id: str) -> int:
    """The number of sides of a hex that a link crosses."""
    pairs = [pair for pair in pairwise(link.hexes) if pair[0] != pair[1]]
    return sum([(one == hex_id) + (two == hex_id) for one, two in pairs])


def _rivals(index: _NetworkIndex, train: TrainType) -> tuple[frozenset[str], ...]:
    """Groups of bonuses, by name, of which a run of a train claims at most one."""
    found: dict[str, set[str]] = {}
    for bonus in index.bonuses:
        if bonus.one_of and bonus.holds_for(train):
            found.setdefault(bonus.one_of, set()).add(bonus.name)
    return tuple([frozenset(names) for names in found.values() if len(names) > 1])


def _needed(index: _NetworkIndex, train: TrainType) -> frozenset[int]:
    """The stops of which each route must visit some: of kinds named, or with an own marker."""
    stops = index.visible.stops
    return _indexes(
        stop.kind in train.needs or (stop.home and OWN_MARK in train.needs) for stop in stops
    )


def _barred(index: _NetworkIndex, places: Places, rules: Rules) -> frozenset[int]:
    """Stops closed to a train: by its rows, for want of a permit, or while worth nothing."""
    barred = places.barred
    if rules.barred:
        barred |= index.named(rules.barred)
    for closed, marked in rules.barred_worthless:
        barred |= frozenset(
            [
                at
                for at in index.named(closed)
                if not index.visible.values[at] and marked.isdisjoint(index.visible.stops[at].hexes)
            ]
        )
    return barred


def _paid_at_most(train: TrainType) -> int | None:
    """Upper bound on the stops that a train is paid for or counts; ``None`` if unlimited."""
    total = 0
    for row in train.rows:
        number = row.visits if row.pays is None else row.pays
        if row.fills:
            continue
        if number is None:
            return None
        total += number
    return total


def _paying_once(index: _NetworkIndex, places: Places, groups: Iterable[frozenset[str]]) -> Places:
    """Add a limit for each group of stops of which at most one pays.

    Where every visited stop pays, it is a limit on visits.
    """
    visits, pays = places.visits, places.pays
    for hexes in groups:
        members = index.stops(hexes)
        limit = Limit(tuple([int(at in members) for at in range(len(index.visible.stops))]), 1)
        if len(members) < 2:
            continue
        if any(len({each.weights[at] for at in members}) > 1 for each in pays):
            raise InputError("paid_once: a train must count all of these stops, or none")
        if places.may_skip:
            pays += (limit,)
        else:
            visits += (limit,)
    return places._replace(visits=visits, pays=pays)


def _trims(
    index: _NetworkIndex, train: TrainType, places: Places, rules: Rules, bonuses: Iterable[Earned]
) -> bool:
    """Whether unpaid stops at the ends of a route can be cut off without loss.

    They cannot if the track beyond the outermost paying stops earns something, or if the rest
    could break a rule that the whole route keeps.
    """
    return (
        bool(places.pays)
        and not index.paid_once
        and train.marker_must_pay
        and not train.needs
        and rules.must_connect is None
        and not rules.route.end_counts
        and not rules.route.together
        and not rules.route.hex_once_unless
        and not rules.route.requires
        and not (rules.route.no_ends if train.no_ends is None else train.no_ends)
        and not train.own_ends
        and all(limit.most >= 2 for limit in places.pays)
        and all(stop.makes_route for stop in index.network.stops)
        and not any(isinstance(bonus, Over | Visited | HalfEnds) for bonus in bonuses)
    )


_ALL_PAID = ("same_hex", "distance")
"""Bonuses that are exact only for trains whose visited stops all pay."""


def _of_hexes(
    index: _NetworkIndex, bonus: Bonus, values: Sequence[int], times: int
) -> list[Earned]:
    """Return a bonus for the distance of two stops, or for two stops in one hex."""
    among = index.named(bonus.sets[0])
    if bonus.per == "distance":
        stops = index.visible.stops
        if any(values[at] for at in range(len(stops)) if at not in among):
            raise InputError(f"{bonus.name}: its set must have every stop that pays")
        pairs = {
            (one, two): times * bonus.figure("") * _distance(bonus, stops[one], stops[two])
            for one, two in permutations(sorted(among), 2)
        }
        ends = tuple([(at, 0) for at in sorted(among)])
        return [Distance(bonus.name, 0, (ends, ends), ends=True, pairs=pairs)]
    made: list[Earned] = []
    for some in index.by_hex.values():
        both = [at for at in some if at in among]
        if len(both) > 2:
            raise InputError(
                f"{bonus.name}: {len(both)} of its stops lie in one hex, at most 2 may"
            )
        if len(both) == 2 and not index.apart(((both[0], 0), (both[1], 0))):
            lost = min(values[at] for at in both)
            if lost:
                sets = tuple([((at, 0),) for at in both])
                made.append(Sets(bonus.name, -lost, sets))
    return made


def _distance(bonus: Bonus, one: Stop, two: Stop) -> int:
    here, there = bonus.lies[one.hexes[0]], bonus.lies[two.hexes[0]]
    return max([abs(a - b) for a, b in zip(here, there, strict=True)])


def _between(index: _NetworkIndex, bonus: Bonus, train: TrainType) -> list[Earned]:
    """Return a bonus for the hexes between the ends, by the links that lead to them."""
    if not train.ends_pay:
        raise InputError(f"{bonus.name}: the ends of {train.name} are not what it is paid for")
    sorts: dict[tuple[str, bool, int], int] = {}
    ends: dict[tuple[int, int], int] = {}
    for at, link in enumerate(index.network.links):
        for end in {link.a, link.b}:
            stop, hexes = index.visible.stops[end], link.hexes_from(end)
            area = not stop.through and not stop.blocked and len(hexes) > 1
            more = max([bonus.by_hex.get(hex_id, 0) for hex_id in stop.hexes])
            sort = (hexes[1] if area else hexes[0], area, more)
            ends[end, at] = sorts.setdefault(sort, len(sorts))
    pairs = {}
    for (one, here), (two, there) in combinations_with_replacement(sorts.items(), 2):
        far = max([abs(a - b) for a, b in zip(bonus.lies[one[0]], bonus.lies[two[0]], strict=True)])
        number = max(0, far - 1 + one[1] + two[1])
        if amount := number * (bonus.figure("") + max(one[2], two[2])):
            pairs[here, there] = amount
    return [Between(bonus.name, ends, pairs)] if pairs else []


def _of_values(
    index: _NetworkIndex, bonus: Bonus, values: Sequence[int], times: int
) -> list[Earned]:
    """Return a bonus that pays the value of stops once more."""
    if bonus.value:
        return _compiled(index, bonus, times, values)
    counted = tuple([(stop, values[stop]) for stop, _ in index.amounts(bonus.sets[0], 1)])
    if not counted:
        return []
    if bonus.per == "end":
        return [Again(bonus.name, counted)]
    instead = tuple([(stop, -value) for stop, value in counted])
    return [Markers(bonus.name, counted), StopExtras(bonus.name, instead)]


def _compiled(
    index: _NetworkIndex, bonus: Bonus, times: int, values: Sequence[int] | None = None
) -> list[Earned]:
    """Return a bonus in numbers; an empty list if no train can earn it.

    ``values`` are amounts that stops of the first set add, beside those in the set.
    """
    amount, name = times * bonus.figure(""), bonus.name
    if bonus.mark is not None:
        return _marked(index, bonus, amount)
    if bonus.per == "ends":
        return [HalfEnds(name, index.visible.values)]
    if bonus.per == "visit":
        stops = index.named(bonus.sets[0]) if bonus.sets else None
        return [Visited(name, amount, stops)]
    if bonus.per == "pass":
        links = index.network.links
        return [
            Over(name, amount + times * extra, over, bonus.once)
            for hex_id, extra in bonus.sets[0].items()
            if (over := _indexes(hex_id in link.hexes for link in links))
        ]
    if bonus.per == "count":
        return [Counted(name, amount, index.named(bonus.sets[0]))]
    if bonus.per == "hex":
        return [
            made
            for hex_id, extra in bonus.sets[0].items()
            for made in _any(index, name, index.amounts({hex_id: extra}, times), amount)
        ]
    sets = [index.amounts(each, times) for each in bonus.sets]
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
        return _any(index, name, sets[0], amount)
    return [Sets(name, amount, tuple(sets), bonus.at == "ends", bonus.once)]


def _any(index: _NetworkIndex, name: str, stops: Set, amount: int) -> list[Earned]:
    """Return a bonus for one paying stop of a set.

    If no route visits two of the stops, the bonus is simply part of the worth of each.
    """
    if not stops:
        return []
    return _worth(name, stops, amount) if index.apart(stops) else [Sets(name, amount, (stops,))]


def _worth(name: str, stops: Set, amount: int) -> list[Earned]:
    return [StopExtras(name, tuple([(stop, amount + extra) for stop, extra in stops]))]


def _marked(index: _NetworkIndex, bonus: Bonus, amount: int) -> list[Earned]:
    links = index.network.links
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


def _indexes(these: Iterable[object]) -> frozenset[int]:
    """The indexes of the items that are true."""
    return frozenset([at for at, each in enumerate(these) if each])
