"""The best plan by brute force, from the rules alone.

Track is followed piece by piece over what the hexes show. Nothing here uses a network, a
solver, or what a title's data say about its stops and trains: the rules of both games are
written out a second time, in the plainest way, so that the two can be compared.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from hexgraph.board import Board
from hexgraph.lattice import neighbour, opposite

Place = tuple[str, int]
"""A stop: hex and index. All hexes of an off-board area share the smallest of theirs."""

STAGES = {
    "1844": {"1": "yellow", "2": "yellow", "3": "green", "4": "green", "5": "brown", "6": "brown"}
    | {"7": "gray"},
    "1841": {"2": "white", "3": "white", "4": "gray", "5": "gray"} | dict.fromkeys("678", "black"),
}
TRANSIT = {
    "Stuttgart": ("N", 30),
    "Strasbourg": ("N", 30),
    "Belfort": ("W", 50),
    "Dijon/Paris": ("W", 50),
    "Lyon": ("W", 90),
    "München": ("E", 50),
    "Innsbruck": ("E", 90),
    "Torino": ("S", 40),
    "Milano": ("S", 40),
}
"""The side of each area, and what it adds to a transit."""


class TooMany(Exception):
    """The board is too large for brute force."""


@dataclass(frozen=True)
class Way:
    """Track from stop to stop: the stops, what is used up, and after which stop a tunnel is."""

    stops: tuple[Place, ...]
    used: frozenset[str]
    crossed: int
    tunnels: tuple[tuple[int, str], ...]


@dataclass(frozen=True)
class Route:
    """A way with a train on it, the stops that pay, and the revenue."""

    train: str
    way: Way
    paid: tuple[Place, ...]
    revenue: int

    def rank(self) -> int:
        """Return revenue first, then fewer trains, then the shorter way, as one number."""
        return self.revenue * 1_000_000 - 1000 - self.way.crossed


@dataclass(frozen=True)
class Said:
    """One line of a claim: the stops named, and those of them that pay."""

    train: str
    stops: tuple[Place, ...]
    paid: tuple[Place, ...]


class Brute:
    """One company on one board."""

    def __init__(self, board: Board, company: str, most_ways: int = 20_000) -> None:
        self.board = board
        self.company = company
        self.old = board.title.id.startswith("1841")
        self.stage = STAGES["1841" if self.old else "1844"][board.phase.name]
        self.hexes = {place.xy: place.id for place in board.title.hexes.values()}
        self.areas = self._areas()
        self.most_ways = most_ways
        self.steps = 0

    # -- what lies on the board ---------------------------------------------------------

    def _areas(self) -> dict[str, list[Place]]:
        areas: dict[str, list[Place]] = {}
        for hex_id in sorted(self.board.title.hexes):
            for index, stop in enumerate(self.board.face(hex_id).stops):
                if stop.area is not None:
                    areas.setdefault(stop.area, []).append((hex_id, index))
        return areas

    def same(self, place: Place) -> Place:
        """Return the one name of a stop that several hexes share."""
        area = self.board.face(place[0]).stops[place[1]].area
        return place if area is None else self.areas[area][0]

    def parts(self, place: Place) -> list[Place]:
        area = self.board.face(place[0]).stops[place[1]].area
        return [place] if area is None else self.areas[area]

    def kind(self, place: Place) -> str:
        return self.board.face(place[0]).stops[place[1]].kind

    def value(self, place: Place) -> int:
        values = self.board.face(place[0]).stops[place[1]].values
        return values[""] if "" in values else values[self.stage]

    def across(self, hex_id: str, edge: int) -> str | None:
        """Return the neighbour over a hexside, unless the print of either seals it."""
        title = self.board.title
        here = title.hexes[hex_id]
        there = self.hexes.get(neighbour(title.layout, here.xy, edge))
        if there is None or edge in here.printed.sealed:
            return None
        return None if opposite(edge) in title.hexes[there].printed.sealed else there

    def home(self, place: Place) -> bool:
        """Whether a marker here makes a route: in a city."""
        return self.kind(place) == "city" and self.company in self.board.markers.get(place, ())

    def full(self, place: Place) -> bool:
        markers = self.board.markers.get(place, ())
        return self.company not in markers and len(markers) >= (
            self.board.face(place[0]).stops[place[1]].slots
        )

    def dead_end(self, place: Place) -> bool:
        pieces = self.board.face(place[0]).track
        return any(piece.terminal for piece in pieces if place[1] in piece.stops)

    def passable(self, place: Place) -> bool:
        """Whether a route may go on here."""
        kind = self.kind(place)
        if kind in ("city", "pass"):
            return not self.full(place) and not self.dead_end(place)
        return kind == "town"

    # -- ways ---------------------------------------------------------------------------

    def steps_from(self, place: Place) -> Iterator[tuple[Place, tuple[str, ...], int, list[str]]]:
        """Yield the next stops with the track used, hexsides crossed and tunnels gone through."""
        for hex_id, index in self.parts(place):
            face = self.board.face(hex_id)
            for number, piece in enumerate(face.track):
                if index not in piece.stops:
                    continue
                tunnels = [hex_id] if piece.narrow else []
                visit = (f"visit {hex_id}.{index}",) if piece.terminal else ()
                if len(piece.stops) == 2:
                    (other,) = [end for end in piece.stops if end != index]
                    yield (hex_id, other), (f"{hex_id} inside {number}", *visit), 0, tunnels
                else:
                    yield from self._on(hex_id, piece.edges[0], visit, 0, tunnels)

    def _on(
        self, hex_id: str, edge: int, used: tuple[str, ...], crossed: int, tunnels: list[str]
    ) -> Iterator[tuple[Place, tuple[str, ...], int, list[str]]]:
        """Leave ``hex_id`` over ``edge`` and follow every track that goes on from there."""
        there = self.across(hex_id, edge)
        if there is None:
            return
        side = "|".join(sorted((hex_id, there)))
        face = self.board.face(there)
        if side in used or any(stop.closed for stop in face.stops):
            return
        used = (*used, side)
        for piece in face.track:
            if opposite(edge) not in piece.edges:
                continue
            more = [*tunnels, there] if piece.narrow else tunnels
            if piece.stops:
                end = (there, piece.stops[0])
                visit = (f"visit {there}.{end[1]}",) if piece.terminal else ()
                yield end, (*used, *visit), crossed + 1, more
            else:
                (out,) = [e for e in piece.edges if e != opposite(edge)]
                yield from self._on(there, out, used, crossed + 1, more)

    def ways(self, train: str) -> Iterator[Way]:
        """Yield every way a train could run, each in both directions."""
        for hex_id in self.board.title.hexes:
            face = self.board.face(hex_id)
            if any(stop.closed for stop in face.stops):
                continue
            for index in range(len(face.stops)):
                if self.same((hex_id, index)) == (hex_id, index):
                    start = (hex_id, index)
                    yield from self._extend(train, Way((start,), frozenset(), 0, ()))

    def _extend(self, train: str, way: Way) -> Iterator[Way]:
        for end, used, crossed, tunnels in self.steps_from(way.stops[-1]):
            there = self.same(end)
            if there in way.stops or way.used & set(used):
                continue
            self.steps += 1
            if self.steps > self.most_ways:
                raise TooMany
            longer = Way(
                (*way.stops, there),
                way.used | set(used),
                way.crossed + crossed,
                (*way.tunnels, *[(len(way.stops), tunnel) for tunnel in tunnels]),
            )
            if not self.within_reach(train, longer):
                continue
            yield longer
            if self.passable(there):
                yield from self._extend(train, longer)

    # -- trains -------------------------------------------------------------------------

    def within_reach(self, train: str, way: Way) -> bool:
        if self.old:
            counted = {"city", "offboard"} if train == "8" else {"city", "offboard", "pass"}
            return sum(self.kind(stop) in counted for stop in way.stops) <= int(train)
        if train.endswith("H"):
            return way.crossed + 1 <= int(train[:-1]) and not any(
                self.kind(stop) == "offboard" for stop in way.stops
            )
        return train.endswith("E") or len(way.stops) <= int(train)

    def legal(self, way: Way) -> bool:
        """Whether the stops of a way make a route; its track has been looked at."""
        if not any(self.home(stop) for stop in way.stops):
            return False
        if not self.old:
            return len(way.stops) >= 2
        cities = [stop[0] for stop in way.stops if self.kind(stop) == "city"]
        making = [s for s in way.stops if self.kind(s) in ("city", "town", "offboard")]
        return len(making) >= 2 and len(set(cities)) == len(cities)

    def revenue(self, way: Way, paid: Sequence[Place]) -> int:
        """Revenue of the paid stops, with tunnel and transit."""
        total = sum(self.value(stop) for stop in paid)
        if self.old:
            return total
        paying = [stop in paid for stop in way.stops]
        if any(any(paying[:at]) and any(paying[at:]) for at, _ in way.tunnels):
            total += 10 * len(paid)
        ends = [TRANSIT.get(self.board.face(h).stops[i].area or "") for h, i in paid]
        for one, two in combinations([end for end in ends if end is not None], 2):
            if {one[0], two[0]} in ({"N", "S"}, {"E", "W"}):
                total += one[1] + two[1]
        return total

    def payments(self, train: str, way: Way, *, ends_paid: bool) -> Iterator[tuple[Place, ...]]:
        """Yield the sets of stops that may pay."""
        if not train.endswith("E"):
            yield way.stops
            return
        for size in range(1, int(train[:-1]) + 1):
            for paid in combinations(way.stops, size):
                both = way.stops[0] in paid and way.stops[-1] in paid
                if any(self.home(stop) for stop in paid) and (both or not ends_paid):
                    yield paid

    def routes(self, train: str, *, ends_paid: bool = False) -> list[Route]:
        """Return every route of a train, paid as well as can be, best first."""
        found: dict[object, Route] = {}
        for way in self.ways(train):
            if not self.legal(way) or way.stops[0] > way.stops[-1]:
                continue
            payments = self.payments(train, way, ends_paid=ends_paid)
            best = max(
                ((self.revenue(way, paid), paid) for paid in payments),
                default=None,
                key=lambda each: each[0],
            )
            if best is not None:
                route = Route(train, way, best[1], best[0])
                look = way.used, way.stops
                if look not in found or found[look].rank() < route.rank():
                    found[look] = route
        return sorted(found.values(), key=lambda route: -route.rank())

    # -- plans --------------------------------------------------------------------------

    def best(self, trains: Sequence[str]) -> list[Route]:
        """Return the plan with the highest rank."""
        pools = {train: self.routes(train) for train in set(trains)}
        most = [max([0, *[route.rank() for route in pools[train][:1]]]) for train in trains]
        best: tuple[int, list[Route]] = (0, [])

        def choose(at: int, used: frozenset[str], rank: int, chosen: list[Route]) -> None:
            nonlocal best
            if rank > best[0]:
                best = rank, chosen
            if at == len(trains) or rank + sum(most[at:]) <= best[0]:
                return
            for route in pools[trains[at]]:
                if rank + route.rank() + sum(most[at + 1 :]) <= best[0]:
                    break
                self.steps += 1
                if self.steps > 50 * self.most_ways:
                    raise TooMany
                if not route.way.used & used:
                    choose(at + 1, used | route.way.used, rank + route.rank(), [*chosen, route])
            choose(at + 1, used, rank, chosen)

        choose(0, frozenset(), 0, [])
        return best[1]

    def plans(self, trains: Sequence[str], most: int = 200_000) -> list[list[Route]]:
        """Return every plan there is, best revenue first; equal trains are not told apart."""
        pools = {train: self.routes(train, ends_paid=True) for train in set(trains)}
        found: dict[frozenset[object], list[Route]] = {}

        def choose(at: int, chosen: list[Route]) -> None:
            if at == len(trains):
                looks = [(route.train, route.way.used, route.way.stops) for route in chosen]
                found[frozenset(looks)] = chosen
                if len(found) > most:
                    raise TooMany
                return
            choose(at + 1, chosen)
            for route in pools[trains[at]]:
                if not any(route.way.used & other.way.used for other in chosen):
                    choose(at + 1, [*chosen, route])

        choose(0, [])
        return sorted(found.values(), key=total, reverse=True)

    # -- claims -------------------------------------------------------------------------

    def readings(self, said: Said) -> list[tuple[int, frozenset[str]]]:
        """Revenue and track of each legal way to run one line of a claim."""
        found = []
        for way in self.ways(said.train):
            if way.stops[0] != said.stops[0] or way.stops[-1] != said.stops[-1]:
                continue
            rest = iter(way.stops)
            if said.train.endswith("E"):
                fits = all(stop in rest for stop in said.stops)
            else:
                fits = way.stops == said.stops
            marked = any(self.home(stop) for stop in said.paid)
            if fits and marked and self.legal(way):
                found.append((self.revenue(way, said.paid), way.used))
        return sorted(found, key=lambda reading: -reading[0])

    def claim(self, lines: Sequence[Said]) -> int | None:
        """Return the most that a claim can be read to earn, or ``None`` if it is illegal."""
        readings = [self.readings(said) for said in lines]

        def choose(at: int, used: frozenset[str]) -> int | None:
            if at == len(lines):
                return 0
            best = None
            for revenue, track in readings[at]:
                self.steps += 1
                if self.steps > 50 * self.most_ways:
                    raise TooMany
                if not track & used:
                    rest = choose(at + 1, used | track)
                    if rest is not None and (best is None or revenue + rest > best):
                        best = revenue + rest
            return best

        return choose(0, frozenset())


def total(plan: Sequence[Route]) -> int:
    """Return the revenue of a plan."""
    return sum(route.revenue for route in plan)
