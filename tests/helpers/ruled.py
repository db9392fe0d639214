"""Random networks, trains, bonuses and rules, and brute force over them.

The brute force knows the rule model from its description alone: it looks at the network, the
types of trains and the rules, and at nothing that :mod:`solvers` makes of them. Rows are
filled by trying places, paying stops by trying all sets, plans by trying all routes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, combinations, pairwise
from random import Random

import networkx as nx
from msgspec import Struct
from msgspec.structs import replace

from hexgraph.network import Link, Network, Stop
from mapdata.rules import Bonus, Need, Require, RouteRules, Rules, TrainRow, TrainType
from solvers.pose import pose
from solvers.problem import Problem, Run

KINDS = ("city", "town", "red", "halt")
SHAPES = ("route", "stop", "hex", "pass", "visit", "token", "marker", "end", "mark", "count")


class Game(Struct, frozen=True, dict=True):
    """A network, some trains, and the rules."""

    network: Network
    trains: tuple[TrainType, ...]
    rules: Rules

    @cached_property
    def problem(self) -> Problem:
        return pose(self.network, self.trains, self.rules)


def random_game(seed: int, **settled: object) -> Game:
    """Return a small game; ``settled`` are parts of the rules that are given."""
    rng = Random(seed)
    network = random_network(rng, rng.randint(3, 7), rng.randint(3, 9))
    types = [random_train(rng, name) for name in "ABC"[: rng.randint(1, 3)]]
    trains = [rng.choice(types) for _ in range(rng.randint(1, 3))]
    rules = replace(random_rules(rng, network), **settled)
    if rules.route.hex_once_unless:  # its exceptions are for all trains
        trains = [replace(train, hex_once=None) for train in trains]
    if "bonuses" not in settled:
        rules = replace(rules, bonuses=(*rules.bonuses, *_where_stops_lie(rng, network, trains)))
    return _rarer(rng, Game(network, tuple(trains), rules))


def rare_game(seed: int, word: str) -> Game:
    """A random game with one rarer rule for sure."""
    game = random_game(seed)
    if game.rules.must_connect is not None:
        game = replace(game, rules=replace(game.rules, must_connect=None))
    return _rarer(Random(seed), game, word)


RARE = ("seat", "closed", "entered", "flat", "fills", "shared", "turn", "ends", "apart")


def _rarer(rng: Random, game: Game, word: str | None = None) -> Game:
    """The game with one rarer rule, drawn after all others; mostly as it was."""
    if word is None and rng.random() < 0.75:
        return game
    word = word or rng.choice(RARE)
    network, trains, rules = game.network, game.trains, game.rules
    if word == "seat":
        homes = [hex_id for stop in network.stops if stop.home for hex_id in stop.hexes]
        rules = replace(rules, seat=frozenset(rng.sample(homes, 1)))
    elif word == "closed":
        stops = [
            replace(stop, blocked=stop.through and not stop.home and rng.random() < 0.6)
            for stop in network.stops
        ]
        network = replace(network, stops=tuple(stops))
    elif word == "entered":
        if any(len(stop.hexes) > 1 for stop in network.stops):  # an area beside a town
            return game
        rules = replace(rules, route=replace(rules.route, entered_once=True))
    elif word == "shared":
        rules = replace(rules, route=replace(rules.route, shared_track=True))
    elif word == "apart":
        some = frozenset(rng.sample(_hexes(network), min(3, len(_hexes(network)))))
        rules = replace(rules, route=replace(rules.route, apart=(some,)))
    elif word in ("turn", "ends"):
        near = [bonus for bonus in rules.bonuses if bonus.per not in ("same_hex", "distance")]
        rules = replace(rules, bonuses=tuple(near))
        if word == "turn":
            trains = tuple(replace(t, marker_must_pay=False) for t in trains[:2])
            rules = replace(rules, route=replace(rules.route, turn_pays_once=True))
        else:
            trains = tuple(map(_paid_at_ends, trains))
            rules = replace(rules, bonuses=(*near, _between(rng, network)))
    elif word == "flat":
        trains = tuple(replace(train, flat=20) for train in trains)
    else:
        own = rng.randint(1, 2)
        trains = tuple(
            replace(train, rows=tuple(replace(r, pays=own) if r.fills else r for r in train.rows))
            for train in trains
        )
    return Game(network, trains, rules)


def _paid_at_ends(train: TrainType) -> TrainType:
    """The train, paid for the ends of its routes alone."""
    rows = [replace(r, visits=r.pays if r.visits is None else r.visits) for r in train.rows]
    plain = tuple(replace(row, pays=None, fills=False) for row in rows)
    return replace(train, rows=plain, pays=None, ends_pay=True)


def _between(rng: Random, network: Network) -> Bonus:
    """A bonus for the hexes between the ends of a route."""
    hexes = {hex_id for link in network.links for hex_id in link.hexes}
    at = {h: (rng.randint(0, 3), rng.randint(0, 3)) for h in sorted(hexes | {*_hexes(network)})}
    lies = {h: (a, b, -a - b) for h, (a, b) in at.items()}
    more = dict.fromkeys(rng.sample(_hexes(network), 1), 10)
    return Bonus("between", 20, per="between", lies=lies, by_hex=more)


def random_network(rng: Random, stops: int, links: int) -> Network:
    made = [_stop(rng, number) for number in range(stops)]
    if not any(stop.home for stop in made):
        made[0] = replace(made[0], home=True)
    bits = 0
    shared: list[int] = []
    joined = []
    for _ in range(links):
        mask = 1 << bits
        bits += 1
        if shared and rng.random() < 0.4:
            mask |= rng.choice(shared)
        if rng.random() < 0.3:
            shared.append(mask)
        a, b = rng.sample(range(stops), 2)
        between = tuple(rng.choice("PQR") for _ in range(rng.choice([0, 0, 1, 2])))
        hexes = (rng.choice(made[a].hexes), *between, rng.choice(made[b].hexes))
        marks = tuple(("narrow", h) for h in between if rng.random() < 0.4)
        dead = tuple(end for end in (a, b) if rng.random() < 0.08)
        pieces = tuple((hex_id, 0) for hex_id in hexes)
        if rng.random() < 0.15:
            marks = tuple(("narrow", hex_id) for hex_id in hexes)
        joined.append(Link(a, b, mask, len(hexes) - 1, hexes, marks, pieces, dead))
    return Network("A", tuple(made), tuple(joined), tuple(f"r{bit}" for bit in range(bits)))


def _stop(rng: Random, number: int) -> Stop:
    kind = rng.choice(["city", "city", "town", "red", "halt"])
    first = f"H{number - 1 if number and rng.random() < 0.2 else number}"
    hexes = (first, f"I{number}") if kind == "red" and rng.random() < 0.3 else (first,)
    through = kind != "red" and rng.random() < 0.85
    stop = Stop(
        id=f"s{number}",
        key=(first, number),
        name=f"s{number}",
        kind=kind,
        value=rng.choice([0, 10, 20, 30, 40, 50, 60, *([35] if number == 2 else [])]),
        hexes=hexes,
        through=through,
        home=kind in ("city", "town") and rng.random() < 0.4,
        makes_route=rng.random() < 0.9,
        figures=(("diesel", rng.choice([10, 80])),) if rng.random() < 0.2 else (),
        groups=tuple(group for group in "gh" if rng.random() < 0.12),
        visit=rng.choice([1, 1, 1, 1, 1, 0, 2]),
    )
    return replace(stop, crowded=number % 3 == 1 and not stop.home)


def random_train(rng: Random, name: str) -> TrainType:
    shape = rng.random()
    hexes = rng.randint(2, 6) if rng.random() < 0.2 else None
    rows: list[TrainRow] = []
    some = frozenset(KINDS)
    if shape < 0.2:
        rows = [TrainRow(some, visits=rng.choice([2, 3, 4, None]))]
    elif shape < 0.35:
        rows = [TrainRow(some, pays=rng.randint(1, 3), visits=rng.choice([3, 4, None]))]
    elif shape < 0.55:
        counted = frozenset(rng.sample(KINDS, 2))
        number, free = rng.randint(1, 3), rng.choice([0, 1, None])
        rows = [
            TrainRow(counted, number, number, rng.choice([None, 2])),
            TrainRow(some - counted, free),
        ]
    elif shape < 0.75:
        full = frozenset(rng.sample(KINDS, rng.randint(1, 2)))
        number = rng.randint(1, 4)
        rows = [TrainRow(full, number, number), TrainRow(some - full, 0, None, fills=True)]
    else:
        for _ in range(rng.randint(2, 3)):
            kinds = frozenset(rng.sample(KINDS, rng.randint(1, 3)))
            pays = rng.choice([0, 1, 2, None])
            rows.append(TrainRow(kinds, pays, rng.choice([pays, 2, 3, None])))
    if rng.random() < 0.2:
        at = rng.randrange(len(rows))
        rows[at] = replace(rows[at], own=not rows[at].fills and rng.choice([True, "hex"]))
    return TrainType(
        name,
        tuple(rows),
        hexes,
        multiplier=rng.choice([1, 1, 2]),
        figure=rng.choice([None, None, "diesel"]),
        marker_must_pay=rng.random() < 0.8,
        needs=frozenset(rng.sample(KINDS, rng.choice([0, 0, 0, 0, 1, 2]))),
        needs_stops=rng.choice([1, 1, 2, 3]),
        track=frozenset(rng.choice([(), (), (), (), ("broad",), ("narrow",), ("broad", "narrow")])),
        track_counts=rng.choice([{}, {"narrow": 2}, {"broad": 2, "narrow": 3}]) if hexes else {},
        local=rng.random() < 0.15,
        apart=rng.choice(["", "", "", "", "", "express"]),
        **_random_word(rng, rows),
    )


def _random_word(rng: Random, rows: Sequence[TrainRow]) -> dict[str, object]:
    """Rarer words of a train, drawn after all others."""
    if rng.random() < 0.8:
        return {}
    return rng.choice(
        [
            {"own_ends": True},
            {"own_ends": True, "end_with": {"H1": "H0", "H2": "H0", "H3": "H1"}},
            {"free": frozenset({"H0", "H1", "H2"})},
            {"halves": True},
            {"half_run": True},
            {"neutral": False},
            {
                "border_places": "ridge" if len(rows) == 1 else None,
                "borders_free": rng.randint(0, 1),
            },
            {"pays": 2},
            {"no_ends": rng.choice([(), ("town",)])},
            {"hex_once": rng.choice([False, True, ("city",)])},
        ]
    )


def random_rules(rng: Random, network: Network) -> Rules:
    bonuses = tuple(random_bonus(rng, network, at) for at in range(rng.choice([0, 1, 1, 2, 3])))
    hexes = _hexes(network)
    needs = tuple(
        Need(frozenset(rng.sample(hexes, 1)), rng.randint(2, 4)) for _ in range(rng.random() < 0.2)
    )
    route = RouteRules(
        hex_once=rng.choice([False, False, False, True, ("city",), ("town", "halt")]),
        hex_once_unless=frozenset({"H1", "H4"}) if rng.random() < 0.3 else frozenset(),
        together=(
            (Need(frozenset(rng.sample(hexes, min(2, len(hexes)))), rng.randint(2, 4)),)
            if rng.random() < 0.15
            else ()
        ),
        no_ends=rng.choice([(), (), (), (), ("town",), ("town", "halt")]),
        end_counts=(("town", "city"),) if rng.random() < 0.2 else (),
        needs=needs,
        paid_once=_random_pairs(rng, network),
        uncounted=frozenset("P") if rng.random() < 0.1 else frozenset(),
    )
    must = None
    if rng.random() < 0.15:
        one, two = rng.sample(hexes, 2) if len(hexes) > 1 else (hexes[0], hexes[0])
        must = frozenset({one}), frozenset({two})
    barred = frozenset(rng.sample([*hexes, *KINDS], 1 if rng.random() < 0.1 else 0))
    worthless = ((frozenset(rng.sample(KINDS, 2)), frozenset(rng.sample(hexes, 1))),)
    made = Rules(
        bonuses,
        route,
        must,
        int(rng.random() < 0.1),
        barred,
        worthless if rng.random() < 0.15 else (),
        borders={"ridge": frozenset({("H0", "P"), ("P", "H0"), ("H1", "H2"), ("H2", "H1")})},
        pass_once=frozenset("PQ") if rng.random() < 0.15 else frozenset(),
    )
    return replace(made, route=_with_gates(rng, route, hexes), bonuses=_ending(rng, bonuses))


def _with_gates(rng: Random, route: RouteRules, hexes: Sequence[str]) -> RouteRules:
    """Rarer rules of a route, drawn after all others."""
    if rng.random() < 0.85:
        return route
    some = rng.sample(hexes, min(2, len(hexes)))
    if rng.random() < 0.5:
        return replace(route, requires=(Require(frozenset(some[:1]), frozenset(some[1:])),))
    return replace(route, through_to={some[0]: some[-1]})


def _ending(rng: Random, bonuses: Sequence[Bonus]) -> tuple[Bonus, ...]:
    """Bonuses, of which some leave routes to end where they will."""
    return tuple(
        replace(each, may_end=True) if each.per == "pass" and rng.random() < 0.4 else each
        for each in bonuses
    )


def _where_stops_lie(rng: Random, network: Network, trains: Sequence[TrainType]) -> Iterator[Bonus]:
    """A bonus that depends on hexes, for trains that are paid wherever they stop."""
    paid = tuple(
        train.name
        for train in trains
        if train.pays is None and all(row.pays is None for row in train.rows)
    )
    if not paid or rng.random() < 0.5:
        return
    if rng.random() < 0.5:
        some = dict.fromkeys(rng.sample(KINDS, 3), 0)
        yield Bonus("same hex", per="same_hex", sets=(some,), trains=paid)
    else:
        at = {h: (rng.randint(0, 3), rng.randint(0, 3)) for h in _hexes(network)}
        lies = {h: (a, b, -a - b) for h, (a, b) in at.items()}
        every = dict.fromkeys(KINDS, 0)
        yield Bonus("far", 10, (every,), "distance", trains=paid, lies=lies)


def _random_pairs(rng: Random, network: Network) -> tuple[frozenset[str], ...]:
    """Two hexes of which one pays at most: all of their stops are alike to every train."""
    for one, two in combinations(_hexes(network), 2) if rng.random() < 0.25 else ():
        stops = [stop for stop in network.stops if {one, two} & {*stop.hexes}]
        if len({(stop.kind, stop.home) for stop in stops}) == 1:
            return (frozenset({one, two}),)
    return ()


def _hexes(network: Network) -> list[str]:
    return sorted({hex_id for stop in network.stops for hex_id in stop.hexes})


def random_bonus(rng: Random, network: Network, at: int, shape: str | None = None) -> Bonus:
    hexes = _hexes(network)
    shape = shape or rng.choice([*SHAPES, "route", "ends", "once", "contract"])
    few = {hex_id: rng.choice([0, 0, 10, 30]) for hex_id in rng.sample(hexes, min(2, len(hexes)))}
    if shape in ("route", "stop", "ends", "once") and rng.random() < 0.2:
        few[rng.choice(KINDS)] = rng.choice([-10, 0, 20])
    rest = {hex_id: rng.choice([0, 20]) for hex_id in hexes if rng.random() < 0.4} or few
    common = {
        "name": rng.choice(["x", f"bonus {at}"])
        if shape not in ("once", "visit", "contract")
        else f"b{at}",
        "amount": rng.choice([10, 20, 50]),
        "trains": None if rng.random() < 0.8 else ("A", "B"),
        "not_trains": () if rng.random() < 0.9 else ("A",),
    }
    times = rng.random() < 0.3
    if shape == "contract":
        kind = rng.choice([{"amount": 0, "per": "ends"}, {"sets": ()}])
        return Bonus(**(common | kind), once=True, one_of="mail", subsidy=rng.random() < 0.7)
    if shape in ("pass", "mark") and rng.random() < 0.4:
        common["amount"] = rng.choice([-40, -20, -10])
    if shape == "mark":
        per = rng.choice(["route", "mark"] if common["amount"] < 0 else ["route", "paid", "mark"])
        return Bonus(**common, mark="narrow", per=per, times_multiplier=times)
    if shape == "marker":
        sets, at = rng.choice([((), "route"), ((few,), "route"), ((few, rest), "ends")])
        plain = tuple(dict.fromkeys(each, 0) for each in sets)
        most = rng.choice([None, 10, 30, 60])
        common |= {"sets": plain, "at": at, "most": most, "times_multiplier": times}
        return Bonus(**common, per="marker")
    value = rng.random() < 0.2
    if shape == "ends":
        return Bonus(**common, sets=(few, rest), at="ends", value=value, times_multiplier=times)
    if shape in ("route", "once"):
        sets = (few, rest)[: rng.randint(1, 2)]
        common |= {"value": value, "times_multiplier": times}
        return Bonus(**common, sets=sets, once=shape == "once")
    if shape == "visit":
        if rng.random() < 0.5:
            some = ({rng.choice([*KINDS, *hexes]): 0},) if rng.random() < 0.6 else ()
            return Bonus(**common, per="visit", sets=some, capped=rng.random() < 0.5)
        return Bonus(**common, per="visit")
    if shape == "pass":
        few = {rng.choice(["P", "Q", *hexes]): 0, rng.choice("PQR"): 10}
        if common["amount"] > 0 and rng.random() < 0.3:
            common |= {"name": f"b{at}", "once": True}
    if shape == "count":
        some = dict.fromkeys([*few, *rest, *rng.sample(KINDS, 1)], 0)
        return Bonus(**common, sets=(some,), per="count", times_multiplier=times)
    if shape in ("token", "end"):
        return Bonus(**common, sets=(few,), per=shape)
    value = value and shape == "stop"
    return Bonus(**common, sets=(few,), per=shape, value=value, times_multiplier=times)


# -- brute force ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Way:
    """A path: stops and links in order."""

    stops: tuple[int, ...]
    links: tuple[int, ...]
    mask: int


@dataclass(frozen=True)
class Option:
    """A route of a train: its way, what pays, what it claims, and what it earns."""

    way: Way
    paid: tuple[int, ...]
    once: tuple[str, ...]
    revenue: int


class Brute:
    """Everything that the rules of a game allow."""

    def __init__(self, game: Game) -> None:
        self.game, self.rules = game, game.rules
        self.stops, self.links = game.network.stops, game.network.links
        self.own = {hex_id for stop in self.stops if stop.home for hex_id in stop.hexes}

    # -- ways

    @cached_property
    def ways(self) -> list[Way]:
        found = {}
        for start in range(len(self.stops)):
            for way in self._follow(Way((start,), (), 0)):
                found.setdefault(frozenset(way.links), way)
        return [way for way in found.values() if self._makes_route(way, 2)]

    @cached_property
    def singles(self) -> list[Way]:
        """Return the ways of one stop, for local trains."""
        found = [Way((at,), (), 0) for at in range(len(self.stops))]
        return [way for way in found if self._makes_route(way, 1)]

    def _follow(self, way: Way) -> Iterator[Way]:
        here = way.stops[-1]
        if way.links and (
            not self.stops[here].through or here in self.links[way.links[-1]].dead_ends
        ):
            return
        for index, link in enumerate(self.links):
            if here not in (link.a, link.b) or link.mask & way.mask:
                continue
            there = link.other(here)
            if there in way.stops or (way.links and here in link.dead_ends):
                continue
            longer = Way((*way.stops, there), (*way.links, index), way.mask | link.mask)
            yield longer
            yield from self._follow(longer)

    def _makes_route(self, way: Way, fewest: int) -> bool:
        """Whether a way is a route by itself. One condition a rule, to be read as a list."""
        seen = [self.stops[stop] for stop in way.stops]
        if sum(stop.makes_route for stop in seen) < fewest:
            return False
        for some in self.rules.route.apart:
            if sum(bool(some & {*stop.hexes}) for stop in seen) > 1:
                return False
        names = [group for stop in seen for group in stop.groups]
        if len(names) > len(set(names)):
            return False
        rules = self.rules.route
        for need in rules.together:
            some = [bool(need.hexes & {*stop.hexes}) for stop in seen]
            every = [stop for stop in self.stops if need.hexes & {*stop.hexes}]
            if any(some) and (sum(some) < len(every) or len(seen) < need.stops):
                return False
        for at in self.joining:
            both = {self.links[at].a, self.links[at].b}
            if both <= {*way.stops} and (len(way.stops) == 2 or at not in way.links):
                return False
        for each in rules.requires:
            visited = {hex_id for stop in seen for hex_id in stop.hexes}
            if visited & each.hexes and not visited & each.starts:
                return False
        if rules.entered_once and self._comes_twice(way):
            return False
        if sum(stop.blocked for stop in seen[1:-1]) > 1:
            return False
        for gate, beyond in rules.through_to.items():
            for at in range(1, len(seen) - 1):
                beside = {*seen[at - 1].hexes, *seen[at + 1].hexes}
                if gate in seen[at].hexes and beyond not in beside:
                    return False
        return True

    def _comes_twice(self, way: Way) -> bool:
        """Whether a way leaves a hex and comes back to it."""
        trail = [*self.stops[way.stops[0]].hexes[:1]]
        for at, link in enumerate(way.links):
            hexes = self.links[link].hexes
            forward = way.stops[at] == self.links[link].a
            trail += hexes if forward else hexes[::-1]
        stays = [hex_id for at, hex_id in enumerate(trail) if at == 0 or trail[at - 1] != hex_id]
        return len(stays) > len(set(stays))

    @cached_property
    def joining(self) -> list[int]:
        """Links that make one stop of the two they join in a hex."""
        joined = self.rules.route.joined
        return [
            at
            for at, link in enumerate(self.links)
            if joined and not link.hexsides and joined.track in self._gauges(at)
        ]

    # -- one train

    def options(self, train: TrainType) -> list[Option]:
        """Return every way of a train with the best stops paid, for all it can claim."""
        found = []
        once = sorted({b.name for b in self._bonuses(train) if b.once or b.per == "visit"})
        rivals = {b.name for b in self._bonuses(train) if b.one_of}
        for way in self.ways_of(train):
            if not self._may_run(train, way):
                continue
            choices = [paid for paid in _subsets(way.stops) if self._may_pay(train, way, paid)]
            for names in [some for some in _subsets(once) if len(rivals & {*some}) < 2]:
                earned = [(self.earned(train, way, paid, names), paid) for paid in choices]
                every = self.rules.route.turn_pays_once and len(self.game.trains) > 1
                for revenue, paid in earned if every else [max(earned)] if earned else []:
                    found.append(Option(way, paid, names, revenue))
        found.sort(key=lambda option: -option.revenue)
        return found

    def ways_of(self, train: TrainType) -> list[Way]:
        return self.ways + self.singles if train.local else self.ways

    def _bonuses(self, train: TrainType) -> list[Bonus]:
        return [
            bonus
            for bonus in self.rules.bonuses
            if (bonus.trains is None or train.name in bonus.trains)
            and train.name not in bonus.not_trains
        ]

    def _may_run(self, train: TrainType, way: Way) -> bool:
        """Whether a train may run a way. One condition a rule, to be read as a list."""
        seen = [self.stops[stop] for stop in way.stops]
        if not all(any(_admits(row, stop, self.own) for row in train.rows) for stop in seen):
            return False
        if not train.neutral and any(stop.crowded for stop in seen[1:-1]):
            return False
        rules = self.rules.route
        never = rules.no_ends if train.no_ends is None else train.no_ends
        if {seen[0].kind, seen[-1].kind} & set(never):
            return False
        once = rules.hex_once if train.hex_once is None else train.hex_once
        kinds = KINDS if once is True else once or ()
        if not any(rules.hex_once_unless & {*stop.hexes} for stop in seen):
            hexes = [hex_id for stop in seen if stop.kind in kinds for hex_id in stop.hexes]
            if len(hexes) > len(set(hexes)):
                return False
        if train.border_places:
            sides = [pair for at in way.links for pair in pairwise(self.links[at].hexes)]
            over = sum(pair in self.rules.borders[train.border_places] for pair in sides)
            (row,) = train.rows
            if row.visits is not None:
                places = sum(stop.visit for stop in seen) + over
                if places > row.visits + train.borders_free:
                    return False
        if any(self.rules.barred & {stop.kind, *stop.hexes} for stop in seen):
            return False
        over = [hex_id for at in way.links for hex_id in self.links[at].hexes]
        if any(over.count(hex_id) > 1 for hex_id in self.rules.pass_once):
            return False
        for closed, marked in self.rules.barred_worthless:
            for stop in seen:
                if (
                    not stop.value
                    and closed & {stop.kind, *stop.hexes}
                    and not marked & {*stop.hexes}
                ):
                    return False
        as_own = {hex_id for hex_id, beside in train.end_with.items() if beside in self.own}
        for end in (seen[0], seen[-1]):
            if train.own_ends and not end.home and not as_own & {*end.hexes}:
                return False
        marked = "own" in train.needs
        needed = sum(
            self.stops[stop].kind in train.needs or (marked and self.stops[stop].home)
            for stop in set(way.stops)
        )
        if train.needs and needed < train.needs_stops:
            return False
        if train.track and not all(self._gauges(link) <= train.track for link in way.links):
            return False
        length = sum(
            (self.links[at].hexsides - len({*self.links[at].hexes} & self.rules.route.uncounted))
            * self._times(train, at)
            for at in way.links
        )
        if train.hexes is not None and length >= train.hexes:
            return False
        if not any(stop.home for stop in seen):
            return False
        wanted = [
            each for stop in seen for each in [stop] * stop.visit if not train.free & {*stop.hexes}
        ]
        for at in way.links:
            if at in self.joining:  # of two stops one is counted
                wanted.remove(self.stops[self.links[at].a])
        for end in (seen[0], seen[-1]):
            for kind, as_kind in self.rules.route.end_counts:
                other = replace(end, kind=as_kind, home=False, hexes=())
                both = any(
                    _admits(row, end, self.own) and _admits(row, other, self.own)
                    for row in train.rows
                )
                if (
                    end.kind == kind
                    and not both
                    and any(_admits(r, other, self.own) for r in train.rows)
                ):
                    wanted.append(other)
        for bonus in self._bonuses(train):
            if bonus.per == "pass" and not bonus.may_end:
                for end in (seen[0], seen[-1]):
                    if set(end.hexes) & set(bonus.sets[0]):
                        return False
        return _find_room(wanted, [(row, row.visits) for row in train.rows], self.own)

    def _times(self, train: TrainType, link: int) -> int:
        return max(train.track_counts.get(gauge, 1) for gauge in self._gauges(link))

    def _gauges(self, link: int) -> set[str]:
        """Return the gauges of a link: each of its hexes has a mark, or broad track."""
        marked = {hex_id: kind for kind, hex_id in self.links[link].marks}
        return {marked.get(hex_id, "broad") for hex_id in self.links[link].hexes}

    def _may_pay(self, train: TrainType, way: Way, paid: Sequence[int]) -> bool:
        seen = [self.stops[stop] for stop in paid]
        if train.ends_pay and {*paid} != {way.stops[0], way.stops[-1]}:
            return False
        if train.marker_must_pay and not any(stop.home for stop in seen):
            return False
        for need in self.rules.route.needs:
            visits = any(set(self.stops[stop].hexes) & need.hexes for stop in way.stops)
            if visits and len(paid) < need.stops:
                return False
        for hexes in self.rules.route.paid_once:
            visited = seen if self._may_skip(train) else [self.stops[stop] for stop in way.stops]
            if sum(bool(hexes & {*stop.hexes}) for stop in visited) > 1:
                return False
        if train.pays is not None and len(paid) > train.pays:
            return False
        own = [row for row in train.rows if not row.fills]
        if len(own) == len(train.rows):
            return _find_room(seen, [(r, r.pays) for r in train.rows], self.own)
        sure = [s for s in way.stops if any(_admits(row, self.stops[s], self.own) for row in own)]
        if any(s not in paid for s in sure):
            return False
        if not _find_room([self.stops[s] for s in sure], [(r, r.pays) for r in own], self.own):
            return False
        places = sum(r.pays or 0 for r in train.rows)
        return any(row.pays is None for row in own) or len(paid) <= places

    def _may_skip(self, train: TrainType) -> bool:
        """Whether a visited stop can go unpaid: a row visits more than it pays."""
        free = any(stop.visit == 0 for stop in self.stops)
        return train.pays is not None or any(
            row.pays is not None and (free or row.visits is None or row.visits > row.pays)
            for row in train.rows
        )

    def value(self, train: TrainType, stop: int) -> int:
        seen = self.stops[stop]
        if train.flat is not None:
            return train.flat // 2 if train.halves else train.flat
        figure = dict(seen.figures).get(train.figure or "", seen.value)
        row = next(row for row in train.rows if _admits(row, seen, self.own))
        figure *= train.multiplier if row.multiplier is None else row.multiplier
        return figure // 2 if train.halves else figure

    def earned(self, train: TrainType, way: Way, paid: Sequence[int], once: Sequence[str]) -> int:
        """Revenue of a route: stops, then every bonus as its words say."""
        return self._earned(train, way, paid, once, self._bonuses(train))

    def paid_out(self, train: TrainType, option: Option) -> int:
        """Revenue of a route, subsidies aside."""
        bonuses = [bonus for bonus in self._bonuses(train) if not bonus.subsidy]
        return self._earned(train, option.way, option.paid, option.once, bonuses)

    def _earned(
        self,
        train: TrainType,
        way: Way,
        paid: Sequence[int],
        once: Sequence[str],
        bonuses: Sequence[Bonus],
    ) -> int:
        total, beside = sum(self.value(train, stop) for stop in paid), 0
        for bonus in bonuses:
            if self._claimable(bonus) and bonus.name not in once:
                continue
            times = train.multiplier if bonus.times_multiplier else 1
            earned = self._bonus(train, bonus, way, paid, times)
            total, beside = (total, beside + earned) if bonus.subsidy else (total + earned, beside)
        joined = self.rules.route.joined
        for at in way.links:
            if joined and at in self.joining:
                both = (self.links[at].a, self.links[at].b)
                total -= min(self.value(train, stop) for stop in both) + joined.cost
        if train.half_run:
            total = (total // 2 + 5) // 10 * 10
        return total + beside

    def _claimable(self, bonus: Bonus) -> bool:
        """Whether a run must claim the bonus; nobody disputes that of the only train."""
        undisputed = bonus.per == "route" and bonus.one_of is None and len(self.game.trains) == 1
        return bonus.per == "visit" or (bonus.once and not undisputed)

    def _bonus(
        self, train: TrainType, bonus: Bonus, way: Way, paid: Sequence[int], times: int
    ) -> int:
        """Figure of a bonus. One case for each ``per``, as the documents list them."""
        amount = bonus.amount
        assert isinstance(amount, int)
        if bonus.mark is not None:
            places = [at for at, stop in enumerate(way.stops) if stop in paid] or [0]
            if amount < 0:  # due wherever the route runs
                places = [0, len(way.stops) - 1]
            marks = [
                mark
                for link in way.links[places[0] : places[-1]]
                for mark in self.links[link].marks
                if mark[0] == bonus.mark
            ]
            number = {"route": 1, "paid": len(paid), "mark": len(marks)}[bonus.per]
            return times * amount * number if marks else 0
        if bonus.per == "visit":
            some = [s for s in way.stops if not bonus.sets or self._keys(s) & set(bonus.sets[0])]
            number = len(some)
            if bonus.capped:
                full = [r for r in train.rows if not r.fills]
                places = [r.visits if r.pays is None else r.pays for r in full]
                number = number if None in places else min(number, sum(places))
            return times * amount * number
        if bonus.per == "count":
            some = [stop for stop in paid if self._keys(stop) & set(bonus.sets[0])]
            return times * amount * max(0, len(some) - 1)
        if bonus.per == "same_hex":
            lost = 0
            for hex_id in _hexes(self.game.network):
                here = [s for s in paid if hex_id in self.stops[s].hexes]
                worth = [self.value(train, s) for s in here if self._keys(s) & set(bonus.sets[0])]
                lost += sum(worth) - max(worth, default=0)
            return -lost
        if bonus.per == "distance":
            some = [s for s in way.stops if self._keys(s) & set(bonus.sets[0])]
            axes = [bonus.lies[self.stops[s].hexes[0]] for s in some]
            far = (
                max((abs(a - b) for a, b in zip(axes[0], axes[-1], strict=True)), default=0)
                if axes
                else 0
            )
            return times * amount * far
        if bonus.per == "between":
            ends = [
                self._seen_from(bonus, way.stops[at], way.links[at] if way.links else None)
                for at in (0, -1)
            ]
            (one, beyond, more), (two, further, most) = ends
            far = max(abs(a - b) for a, b in zip(one, two, strict=True)) - 1 + beyond + further
            return max(0, far) * (amount + max(more, most)) if way.links else 0
        if bonus.per == "ends":
            both = {way.stops[0], way.stops[-1]}
            return sum(self.stops[stop].value for stop in both) // 2
        extras = [
            {
                stop: max(each[key] for key in self._keys(stop) if key in each)
                for stop in way.stops
                if set(each) & self._keys(stop)
            }
            for each in bonus.sets
        ]
        again = {stop: self.value(train, stop) if bonus.value else 0 for stop in way.stops}
        ends = [stop for stop in dict.fromkeys((way.stops[0], way.stops[-1])) if stop in paid]
        if bonus.per == "marker":
            where = extras
            if bonus.at == "ends":
                pairs = [ends, ends[::-1]] if len(ends) == 2 else []
                met = any(a in where[0] and b in where[1] for a, b in pairs)
            else:
                met = all(any(stop in paid for stop in each) for each in where)
            earned = amount * sum(self.stops[stop].home for stop in paid)
            most = earned if bonus.most is None else bonus.most
            return times * min(earned, most) if met else 0
        if bonus.per == "pass":
            over = {hex_id for link in way.links for hex_id in self.links[link].hexes}
            return sum(times * (amount + e) for h, e in bonus.sets[0].items() if h in over)
        if bonus.per == "stop":
            return sum(
                times * (amount + e) + again[stop] for stop, e in extras[0].items() if stop in paid
            )
        if bonus.per == "hex":
            hexes = {h for stop in paid for h in self.stops[stop].hexes}
            return sum(times * (amount + e) for h, e in bonus.sets[0].items() if h in hexes)
        if bonus.per == "token":
            here = sum(self.value(train, stop) for stop in extras[0] if stop in paid)
            return here * (sum(self.stops[stop].home for stop in paid) - 1)
        if bonus.per == "end":
            return max((self.value(train, stop) for stop in ends if stop in extras[0]), default=0)
        if bonus.at == "ends":
            if len(ends) < 2:
                return 0
            pairs = [ends, ends[::-1]]
            sums = [
                times * (amount + extras[0][one] + extras[1][two]) + again[one]
                for one, two in pairs
                if one in extras[0] and two in extras[1]
            ]
            return max(sums, default=0)
        best = [[times * e for stop, e in each.items() if stop in paid] for each in extras]
        if extras:
            some = [(stop, e) for stop, e in extras[0].items() if stop in paid]
            best[0] = [times * e + again[stop] for stop, e in some]
        return times * amount + sum(map(max, best)) if all(best) else 0

    def _seen_from(self, bonus: Bonus, stop: int, link: int | None) -> tuple[object, int, int]:
        """From where the way to the other end is counted, one more from an area, and its extra."""
        end, hexes = self.stops[stop], self.stops[stop].hexes
        if link is not None:
            hexes = self.links[link].hexes[:: 1 if self.links[link].a == stop else -1]
        area = not end.through and not end.blocked and len(hexes) > 1
        more = max(bonus.by_hex.get(hex_id, 0) for hex_id in end.hexes)
        return bonus.lies[hexes[1] if area else hexes[0]], int(area), more

    def _keys(self, stop: int) -> set[str]:
        """Names of a stop in a set: its hexes, and its kind."""
        return {*self.stops[stop].hexes, self.stops[stop].kind}

    # -- plans

    def best(self) -> int:
        """Return the revenue of the best plan."""
        trains = self.game.trains
        options = {train.name: self.options(train) for train in trains}
        most = len(trains) - self.rules.idle
        found = 0

        chosen: list[Way] = []
        best = [max([0, *[each.revenue for each in options[t.name]]]) for t in trains]
        later = [sum(best[at:]) for at in range(len(trains) + 1)]

        def place(
            at: int, mask: int, once: frozenset[str], runs: int, total: int, ok: bool
        ) -> None:
            nonlocal found
            if ok and self.keeps_quotas(chosen) and self.hang_together(chosen):
                found = max(found, total)
            if at == len(trains):
                return
            place(at + 1, mask, once, runs, total, ok)
            if runs == most:
                return
            for each in options[trains[at].name]:
                if (
                    total + each.revenue + later[at + 1] <= found
                    and self.rules.route.turn_pays_once
                ):
                    break  # best first
                used = each.way.mask << (64 if trains[at].apart else 0)
                used = 0 if self.rules.route.shared_track else used
                claimed = [*each.once, *self.markers(trains[at], each.way)]
                claimed += [*self.passage(each.way), *self.places(each)]
                sides = self.sides(each.way, once)
                if not used & mask and not once.intersection(claimed) and sides is not None:
                    chosen.append(each.way)
                    place(
                        at + 1,
                        mask | used,
                        once.union(claimed, sides),
                        runs + 1,
                        total + each.revenue,
                        ok or self.connects(each.way),
                    )
                    chosen.pop()

        place(0, 0, frozenset(), 0, 0, self.rules.must_connect is None)
        return found

    def keeps_quotas(self, ways: Sequence[Way]) -> bool:
        """Whether no quota has more visiting runs than it allows."""
        for quota in self.rules.route.quotas:
            visits = [{h for at in way.stops for h in self.stops[at].hexes} for way in ways]
            if sum(bool(quota.hexes & hexes) for hexes in visits) > quota.routes:
                return False
        return True

    def places(self, option: Option) -> list[str]:
        """Words for being paid at places, which one run of a turn is."""
        if not self.rules.route.turn_pays_once or len(self.game.trains) == 1:
            return []
        stops = [(at, self.stops[at]) for at in option.paid]
        return [word for at, stop in stops for word in stop.groups or (f"place {at}",)]

    def passage(self, way: Way) -> list[str]:
        """A word for running through a city that is closed, which one run does."""
        return ["passage"] if any(self.stops[at].blocked for at in way.stops[1:-1]) else []

    def hang_together(self, ways: Sequence[Way]) -> bool:
        """Whether all runs are joined, and one of them comes home."""
        if self.rules.seat is None or not ways:
            return True
        visits = [{*way.stops} for way in ways]
        homes = {
            at
            for at, stop in enumerate(self.stops)
            if stop.home and self.rules.seat & {*stop.hexes}
        }
        if not any(homes & each for each in visits):
            return False
        joined = nx.Graph()
        joined.add_nodes_from(range(len(visits)))
        for one, two in combinations(range(len(visits)), 2):
            if visits[one] & visits[two]:
                joined.add_edge(one, two)
        return bool(nx.is_connected(joined))

    def sides(self, way: Way, used: Iterable[str]) -> list[str] | None:
        """Return the hexsides of which a turn uses one; ``None`` if another was used."""
        hexes = [self.links[link].hexes for link in way.links]
        crossed = {frozenset(pair) for each in hexes for pair in pairwise(each)}
        found = []
        for group in self.rules.one_of:
            some = {f"side {side}" for side in group if frozenset(side) in crossed}
            if len(some.union({f"side {side}" for side in group}.intersection(used))) > 1:
                return None
            found += sorted(some)
        return found

    def markers(self, train: TrainType, way: Way) -> list[str]:
        """Return the markers that a local train takes for itself."""
        return [f"marker {at}" for at in way.stops if train.local and self.stops[at].home]

    def way_of(self, run: Run, train: TrainType) -> Way | None:
        """Return the way of a run; trains apart from others have links of their own."""
        words = list(dict.fromkeys(train.apart for train in self.game.trains))
        first = words.index(train.apart) * len(self.links)
        links = {link - first for link in run.links}
        same = [way for way in self.ways_of(train) if set(way.links) == links]
        return next((way for way in same if links or way.stops == run.stops), None)

    def connects(self, way: Way) -> bool:
        if self.rules.must_connect is None:
            return True
        one, two = self.rules.must_connect
        first, last = (set(self.stops[way.stops[at]].hexes) for at in (0, -1))
        return bool((first & one and last & two) or (first & two and last & one))

    def legal(self, run: Run, train: TrainType) -> bool:
        """Whether a run of the solvers is one that the rules allow."""
        way = self.way_of(run, train)
        return (
            way is not None
            and self._may_run(train, way)
            and self._may_pay(train, way, run.paid)
            and set(run.paid) <= set(way.stops)
        )


def _subsets(items: Sequence) -> list[tuple]:
    sizes = range(len(items) + 1)
    return list(chain.from_iterable(combinations(items, size) for size in sizes))


def _admits(row: TrainRow, stop: Stop, own: Set[str]) -> bool:
    """Whether a row has places for a stop; ``own`` are the hexes with an own marker."""
    ours = bool(own & {*stop.hexes}) if row.own == "hex" else stop.home
    kinds = row.own if isinstance(row.own, frozenset) else row.kinds if row.own else ()
    return stop.kind in row.kinds and (ours or stop.kind not in kinds)


def _find_room(
    wanted: Sequence[Stop], rows: Sequence[tuple[TrainRow, int | None]], own: Set[str]
) -> bool:
    """Whether everything wanted finds a place, trying one row after the other."""
    if not wanted:
        return True
    stop, rest = wanted[0], wanted[1:]
    for at, (row, places) in enumerate(rows):
        if _admits(row, stop, own) and places != 0:
            left = None if places is None else places - 1
            if _find_room(rest, [*rows[:at], (row, left), *rows[at + 1 :]], own):
                return True
    return False
