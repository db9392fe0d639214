"""From a network, types of trains and rules to the problem that solvers get."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, combinations, pairwise, permutations

from msgspec.structs import replace

from hexgraph.network import Link, Network, Stop
from mapdata.errors import InputError
from mapdata.lazy import lazy
from mapdata.rules import OWN_MARK, Bonus, JoinedStops, Omission, Quota, Rules, TrainType
from solvers.bonus import (
    Again,
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
    where = _Where(_layered(network, words, rules.one_of), rules, kept, single=len(trains) == 1)
    network = where.network
    made: dict[str, Train] = {}
    for train in trains:
        if train.name not in made:
            made[train.name] = _on(where, train, rules, words)
    needs, pair = rules.route.needs, rules.must_connect
    seat = where.seat(rules.seat)
    if seat is not None and len(trains) == 1:  # then it is a rule of its route
        where.visits += (Requires(frozenset(range(len(network.stops))), seat),)
        seat = None
    posed = Problem(
        network,
        tuple([made[train.name] for train in trains]),
        _names(rules),
        where.groups,
        tuple([(where.stops(need.hexes), need.stops) for need in needs]) if needs else (),
        None if pair is None else (where.stops(pair[0]), where.stops(pair[1])),
        rules.idle,
        beside=rules.beside,
        without=tuple([each.rule for each in rules.without if where.matters(each)]),
        visits=where.visits,
        seat=seat,
        closed=_where(stop.blocked and stop.through for stop in network.stops),
        subsidies=tuple(dict.fromkeys([bonus.name for bonus in rules.bonuses if bonus.subsidy])),
        quotas=_quotas(where, rules.route.quotas, len(trains)),
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


def _names(rules: Rules) -> tuple[str, ...]:
    """Names of what routes earn beside their stops, subsidies aside."""
    names = [bonus.name for bonus in rules.bonuses if not bonus.subsidy]
    return tuple(dict.fromkeys([*names, *((JOINED,) if rules.route.joined else ())]))


JOINED = "joined"
"""What two stops that count as one do not earn, in a bill."""


class _Where:
    """What of a network lies where: stops by their hexes, links with marks, and groups."""

    def __init__(
        self, network: Network, rules: Rules, kept: Iterable[bool | tuple[str, ...]], single: bool
    ) -> None:
        """``kept``: the kinds of stop of which some train visits no two in one hex."""
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
            if stop.id not in stop.hexes:
                self.by_hex[stop.id] = [at]
            for group in stop.groups:
                members.setdefault(group, []).append(at)
        apart = [frozenset(some) for some in members.values() if len(some) > 1]
        self.once: dict[bool | tuple[str, ...], list[frozenset[int]]] = {}
        """Stops that share a hex, by the kinds of which some train visits no two there."""
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
            some = self._of_one_hex(rules.route.hex_once)
            some = [each for each in some if each.isdisjoint(unless)]
            self.visits += tuple([ApartUnless(each, unless) for each in some])
        else:
            self.once = {each: self._of_one_hex(each) for each in kept}
            apart += self._of_all()
        self.groups = tuple(dict.fromkeys(apart)) if apart else ()
        self.bonuses = [_for_fleet(each, single) for each in rules.bonuses if self.has(each)]
        """Those that can be earned here."""
        self.made: dict[tuple[int, int], list[Earned]] = {}
        self.passed_once = tuple(_passed_once(network, rules.pass_once)) if rules.pass_once else ()

    @lazy
    def by_kind(self) -> dict[str, list[int]]:
        """Return the stops of each kind."""
        found: dict[str, list[int]] = {}
        for at, kind in enumerate(self.visible.kinds):
            found.setdefault(kind, []).append(at)
        return found

    def _of_one_hex(self, kinds: bool | tuple[str, ...]) -> list[frozenset[int]]:
        """The stops of these kinds, or of any, that share a hex."""
        found: list[frozenset[int]] = []
        seen = self.network.stops
        for some in self.by_hex.values() if kinds else ():
            counted = [at for at in some if kinds is True or seen[at].kind in (kinds or ())]
            if len(counted) > 1:
                found.append(frozenset(counted))
        return found

    def _of_all(self) -> list[frozenset[int]]:
        """The stops that share a hex of which no train visits two."""
        lists = list(self.once.values())
        some = dict.fromkeys(chain.from_iterable(lists))
        return [each for each in some if all(any(each <= one for one in many) for many in lists)]

    def of_train(self, kept: bool | tuple[str, ...]) -> list[frozenset[int]]:
        """The stops that share a hex of which this train visits no two, and others do."""
        some = self.once[kept] if len(self.once) > 1 else []
        return [each for each in some if not any(each <= group for group in self.groups)]

    def stops(self, hexes: Iterable[str]) -> frozenset[int]:
        """Return the stops that lie in ``hexes``."""
        return frozenset([at for hex_id in hexes for at in self.by_hex.get(hex_id, ())])

    def seat(self, hexes: frozenset[str] | None) -> frozenset[int] | None:
        """Return the homes among ``hexes`` at which the company has a marker."""
        if hexes is None:
            return None
        return frozenset([at for at in self.stops(hexes) if self.network.stops[at].home])

    def named(self, places: Iterable[str]) -> frozenset[int]:
        """Return the stops that lie in hexes, or are of kinds, among ``places``."""
        return frozenset([at for at, _ in self.amounts(dict.fromkeys(places, 0), 1)])

    def has(self, bonus: Bonus) -> bool:
        """Whether anything here could earn a bonus: a stop in every set, special track."""
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

    def matters(self, omission: Omission) -> bool:
        """Whether a rule that is not kept could change routes on this network."""
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
    where: _Where, quotas: Iterable[Quota], trains: int
) -> tuple[tuple[frozenset[int], int], ...]:
    """Quotas that so many trains can exceed."""
    found = [(where.stops(quota.hexes), quota.routes) for quota in quotas]
    return tuple([(stops, routes) for stops, routes in found if stops and trains > routes])


def _passed_once(network: Network, hexes: Iterable[str]) -> Iterator[Limit]:
    """Limits of one on the links over each hex, where a route could run over it twice."""
    for hex_id in sorted(hexes):
        times = tuple([link.hexes.count(hex_id) for link in network.links])
        masks = [link.mask for link, number in zip(network.links, times, strict=True) if number]
        if max(times, default=0) > 1 or any(not a & b for a, b in combinations(masks, 2)):
            yield Limit((0,) * len(network.stops), 1, links=times, over=hex_id)


def _for_fleet(bonus: Bonus, single: bool) -> Bonus:
    """Return a bonus as a fleet earns it: a single train earns nothing twice in a turn."""
    if single and bonus.once and bonus.one_of is None and bonus.per == "route":
        return replace(bonus, once=False)
    return bonus


def _layered(
    network: Network, words: Sequence[str], one_of: Sequence[Sequence[tuple[str, str]]]
) -> Network:
    """Return the network with track of its own for each of several sorts of train.

    Trains of different sorts do not mind each other. So each sort has a copy of every link, and
    is never on another's. But of hexsides of which a turn uses one, no two sorts use different
    ones: a bit for each such pair is taken by both.
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


def _lengths(where: _Where, train: TrainType, uncounted: frozenset[str]) -> tuple[int, ...]:
    """What links count: the whole stretch as its dearest gauge, less hexes that do not count."""
    times = train.track_counts
    return tuple(
        [
            (link.hexsides - len(uncounted.intersection(link.hexes)))
            * max([times.get(gauge, 1) for gauge in link.gauges])
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
    if rules.route.paid_once:
        places = _paying_once(where, places, rules.route.paid_once)
    for some in where.of_train(train.keeps_apart(rules.route)):
        weights = tuple([int(at in some) for at in range(len(where.visible.stops))])
        places = places._replace(visits=(*places.visits, Limit(weights, 1, apart=True)))
    if train.border_places:
        places = places._replace(visits=places.visits + _at_borders(where, train, rules))
    joining = _joining(where, rules.route.joined)
    if joining:
        places = places._replace(visits=_with_joined(where, places.visits, joining))
    if rules.route.through_to:
        places = places._replace(visits=places.visits + _through_to(where, rules.route.through_to))
    if where.passed_once:
        places = places._replace(visits=places.visits + where.passed_once)
    bonuses: list[Earned] = []
    worth = places.values
    counts = 1
    never = rules.route.no_ends if train.no_ends is None else train.no_ends
    no_ends = _where(kind in never for kind in where.visible.kinds) if never else frozenset()
    if train.own_ends:
        others = _where(not stop.home for stop in where.visible.stops)
        for hex_id, beside in train.end_with.items():
            if any(where.visible.stops[at].home for at in where.stops([beside])):
                others -= where.stops([hex_id])
        no_ends |= others
    measured = train.track_counts or (train.hexes is not None and rules.route.uncounted)
    if joining and rules.route.joined is not None:
        bonuses += _cost_of_joining(rules.route.joined, places.values, joining)
    for at, bonus in enumerate(where.bonuses):
        if not bonus.holds_for(train.name):
            continue
        times = train.multiplier if bonus.times_multiplier else 1
        if bonus.per == "token":
            counts += sum([stop.home for stop in where.visible.stops])
            made = _of_values(where, bonus, places.values, times)
        elif bonus.per in _ALL_PAID:
            if places.pays:
                raise InputError(f"{bonus.name}: {train.name} is not paid for all that it visits")
            made = _of_hexes(where, bonus, places.values, times)
        elif bonus.per == "end" or bonus.value:
            counts += 1
            made = _of_values(where, bonus, places.values, times)
        else:
            if (at, times) not in where.made:
                where.made[at, times] = _compiled(where, bonus, times)
            made = where.made[at, times]
        if bonus.capped:
            most = _paid_at_most(train)
            made = [replace(each, most=most) for each in made if isinstance(each, Visited)]
        if places.pays and any(isinstance(each, Sets) and each.amount < 0 for each in made):
            raise InputError(f"{bonus.name}: {train.name} is not paid for all that it visits")
        bonuses += made
        for each in made:
            if isinstance(each, StopExtras):
                more = dict(each.stops)
                worth = tuple([pays + more.get(stop, 0) for stop, pays in enumerate(worth)])
                if bonus.per == "stop" and min(worth) < 0:  # to be paid there would cost something
                    raise InputError(f"{bonus.name}: a stop would be worth less than nothing")
        if bonus.per == "pass" and not bonus.may_end:
            no_ends |= where.stops(bonus.sets[0])
    if rules.route.entered_once:
        places = places._replace(visits=places.visits + _entered_once(where))
    return Train(
        train.name,
        places.values,
        worth,
        _barred(where, places, rules),
        no_ends,
        places.visits,
        places.pays,
        train.hexes,
        places.may_skip,
        places.must_pay,
        train.marker_must_pay,
        _trims(where.network, train, places, rules, bonuses),
        tuple(bonuses),
        _needed(where, train) if train.needs else None,
        _closed(where, train, words),
        train.local,
        counts,
        _lengths(where, train, rules.route.uncounted) if measured else None,
        train.needs_stops,
        _rivals(where, train.name),
        train.half_run,
        frozenset() if train.neutral else _where(stop.crowded for stop in where.visible.stops),
    )


def _at_borders(where: _Where, train: TrainType, rules: Rules) -> tuple[Limit, ...]:
    """Limits on visits and hexsides of a type together: the free ones are places more."""
    sides = rules.borders.get(train.border_places or "", frozenset())
    crossed = tuple(
        [sum([pair in sides for pair in pairwise(link.hexes)]) for link in where.network.links]
    )
    if not any(crossed):
        return ()
    all_limits = limits_on(where.visible, train, rules.route)
    return tuple(
        [
            Limit(limit.weights, limit.most + train.borders_free, limit.ends, crossed)
            for limit in all_limits
        ]
    )


def _joining(where: _Where, joined: JoinedStops | None) -> dict[tuple[int, int], list[int]]:
    """Pairs of stops that count as one where a route runs over the link between them."""
    found: dict[tuple[int, int], list[int]] = {}
    for at, link in enumerate(where.network.links) if joined is not None else ():
        if joined is not None and not link.hexsides and joined.track in link.gauges:
            found.setdefault((min(link[:2]), max(link[:2])), []).append(at)
    return found


def _with_joined(
    where: _Where, visits: Sequence[Limit], joining: Mapping[tuple[int, int], Sequence[int]]
) -> tuple[Limit, ...]:
    """Limits on visits with a place given back for each pair, and two more for its stops.

    Both are visited only over the link between them, which gives one back. Then they are next to
    each other in the route, and not both of its ends unless there is nothing else to it.
    """
    stops, links = where.visible.stops, where.network.links
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
    """What routes over such links do not earn: one of the two stops, and the cost."""
    return [
        Over(JOINED, -min(values[one], values[two]) - joined.cost, frozenset(between))
        for (one, two), between in joining.items()
    ]


def _through_to(where: _Where, ways: Mapping[str, str]) -> tuple[Limit, ...]:
    """Limits of one link into each of these stops, those from what lies beyond it aside.

    A route through such a stop has two links there. So one of them leads beyond.
    """
    found = []
    nothing = (0,) * len(where.visible.stops)
    for hex_id, beyond in ways.items():
        far = where.stops([beyond])
        for stop in where.stops([hex_id]):
            links = [stop in link[:2] and far.isdisjoint(link[:2]) for link in where.network.links]
            if sum(links) > 1:
                name = where.network.stops[stop].name
                text = f"a route runs through {name} only to what lies beyond"
                found.append(Limit(nothing, 1, links=tuple(map(int, links)), broken=text))
    return tuple(found)


def _entered_once(where: _Where) -> tuple[Limit, ...]:
    """For each hex a limit of two: hexsides crossed there, and ends of the route in it.

    To come to a hex takes one hexside or an end of the route, and so does leaving it or staying.
    So two are one stay there, and a second stay takes more.
    """
    links = where.network.links
    found = []
    nothing = (0,) * len(where.visible.stops)
    for hex_id in dict.fromkeys(chain.from_iterable(link.hexes for link in links)):
        sides = tuple([_sides_at(link, hex_id) for link in links])
        ends = tuple([int(hex_id in stop.hexes) for stop in where.visible.stops])
        if sum(sides) + min(2, sum(ends)) > 2:
            text = f"the route comes to {hex_id} twice"
            found.append(Limit(nothing, 2, ends, sides, broken=text))
    return tuple(found)


def _sides_at(link: Link, hex_id: str) -> int:
    """How many sides of a hex a link crosses."""
    pairs = [pair for pair in pairwise(link.hexes) if pair[0] != pair[1]]
    return sum([(one == hex_id) + (two == hex_id) for one, two in pairs])


def _rivals(where: _Where, train: str) -> tuple[frozenset[str], ...]:
    """Names of bonuses of which a run of a train claims one at most."""
    found: dict[str, set[str]] = {}
    for bonus in where.bonuses:
        if bonus.one_of and bonus.holds_for(train):
            found.setdefault(bonus.one_of, set()).add(bonus.name)
    return tuple([frozenset(names) for names in found.values() if len(names) > 1])


def _needed(where: _Where, train: TrainType) -> frozenset[int]:
    """Stops of which some must stand in each route: of the kinds named, or with an own marker."""
    stops = where.visible.stops
    return _where(
        stop.kind in train.needs or (stop.home and OWN_MARK in train.needs) for stop in stops
    )


def _barred(where: _Where, places: Places, rules: Rules) -> frozenset[int]:
    """Stops closed to a train: by its rows, for want of a permit, or while worth nothing."""
    barred = places.barred
    if rules.barred:
        barred |= where.named(rules.barred)
    for closed, marked in rules.barred_worthless:
        barred |= frozenset(
            [
                at
                for at in where.named(closed)
                if not where.visible.values[at] and marked.isdisjoint(where.visible.stops[at].hexes)
            ]
        )
    return barred


def _paid_at_most(train: TrainType) -> int | None:
    """How many stops a train pays or counts at most; ``None`` without a limit."""
    total = 0
    for row in train.rows:
        number = row.visits if row.pays is None else row.pays
        if row.fills:
            continue
        if number is None:
            return None
        total += number
    return total


def _paying_once(where: _Where, places: Places, groups: Iterable[frozenset[str]]) -> Places:
    """Limits with one more for each group of stops of which one at most pays.

    Where every visited stop pays, that is a limit on visits.
    """
    visits, pays = places.visits, places.pays
    for hexes in groups:
        members = where.stops(hexes)
        limit = Limit(tuple([int(at in members) for at in range(len(where.visible.stops))]), 1)
        if len(members) < 2:
            continue
        if any(len({each.weights[at] for at in members}) > 1 for each in pays):
            raise InputError("paid_once: a train counts some of these stops, and others not")
        if places.may_skip:
            pays += (limit,)
        else:
            visits += (limit,)
    return places._replace(visits=visits, pays=pays)


def _trims(
    network: Network, train: TrainType, places: Places, rules: Rules, bonuses: Iterable[Earned]
) -> bool:
    """Whether a route needs no unpaid stops at its ends.

    A route can be cut back to its outermost paying stops and earns the same, unless the track
    beyond them earns something, or what is left would be no legal route.
    """
    return (
        bool(places.pays)
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
        and all(stop.makes_route for stop in network.stops)
        and not any(isinstance(bonus, Over | Visited | HalfEnds) for bonus in bonuses)
    )


_ALL_PAID = ("same_hex", "distance")
"""Bonuses for trains whose visited stops all pay."""


def _of_hexes(where: _Where, bonus: Bonus, values: Sequence[int], times: int) -> list[Earned]:
    """Return a bonus that depends on where stops lie."""
    among = where.named(bonus.sets[0])
    if bonus.per == "distance":
        stops = where.visible.stops
        if any(values[at] for at in range(len(stops)) if at not in among):
            raise InputError(f"{bonus.name}: stops that pay are not in its set")
        pairs = {
            (one, two): times * bonus.figure("") * _distance(bonus, stops[one], stops[two])
            for one, two in permutations(sorted(among), 2)
        }
        ends = tuple([(at, 0) for at in sorted(among)])
        return [Distance(bonus.name, 0, (ends, ends), ends=True, pairs=pairs)]
    made: list[Earned] = []
    for some in where.by_hex.values():
        both = [at for at in some if at in among]
        if len(both) > 2:
            raise InputError(f"{bonus.name}: {len(both)} stops lie in one hex")
        if len(both) == 2 and not where.apart(((both[0], 0), (both[1], 0))):
            lost = min(values[at] for at in both)
            if lost:
                sets = tuple([((at, 0),) for at in both])
                made.append(Sets(bonus.name, -lost, sets))
    return made


def _distance(bonus: Bonus, one: Stop, two: Stop) -> int:
    here, there = bonus.lies[one.hexes[0]], bonus.lies[two.hexes[0]]
    return max([abs(a - b) for a, b in zip(here, there, strict=True)])


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
    if bonus.per == "ends":
        return [HalfEnds(name, where.visible.values)]
    if bonus.per == "visit":
        stops = where.named(bonus.sets[0]) if bonus.sets else None
        return [Visited(name, amount, stops)]
    if bonus.per == "pass":
        links = where.network.links
        return [
            Over(name, amount + times * extra, over, bonus.once)
            for hex_id, extra in bonus.sets[0].items()
            if (over := _where(hex_id in link.hexes for link in links))
        ]
    if bonus.per == "count":
        return [Counted(name, amount, where.named(bonus.sets[0]))]
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
