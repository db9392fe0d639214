"""The reach of a company: every hexside and stop on a legal route from its markers.

A route of any length runs over track, uses no hexside and no stop twice, does not turn
back at a junction, and passes no stop that is full of other companies' markers. A plain search
along track finds too much: it may run round a loop and back over the same stem. So every place
that it finds is confirmed by a legal route.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from hexgraph.bases import base_hexes, base_stops, own_stations
from hexgraph.board import Board
from hexgraph.face import StopKey
from hexgraph.search import cheapest
from hexgraph.sides import crossings, hex_across, hexside
from mapdata.building import building, has_begun, in_force
from mapdata.tile import Piece
from mapdata.title import Title

Side = tuple[str, int]
"""A hex and the edge by which a route leaves it."""


_Spot = tuple[str, int, int]
"""A hex, and an edge or a stop of it."""


class _ReachPlace(NamedTuple):
    """The head of a route: about to cross an edge of a hex, or arrived at a stop.

    ``edge`` is the edge, ``stop`` the stop's index; one of them is ``-1``. ``piece`` is the
    number of the piece of track that led there, ``-1`` where a route begins.
    """

    hex: str
    edge: int
    stop: int
    piece: int

    @property
    def spot(self) -> _Spot:
        """The place regardless of the piece of track that led there."""
        return self[:3]


_Before = Mapping[_ReachPlace, Sequence[_ReachPlace]]
"""The places from which track leads to a place: none if a route begins there."""


@dataclass(frozen=True)
class Reach:
    """Everything that routes of a company reach.

    Attributes
    ----------
    exits
        Hexsides to which a route leads, seen from the hex it comes from: whoever lays track
        across one of them builds on that route.
    stops
        Stops at which a route arrives or begins.
    hexes
        Hexes with track or a marker on a route.
    """

    exits: frozenset[Side]
    stops: frozenset[StopKey]
    hexes: frozenset[str]


def reach_of(
    board: Board,
    company: str,
    *,
    starts: Iterable[StopKey] | None = None,
    barred: Collection[str] = (),
) -> Reach:
    """Hexes, stops and track within reach of ``company``.

    Parameters
    ----------
    starts
        The stops where routes begin; if not said, all own stations, or what a company without
        markers builds from.
    barred
        Hexsides that no route crosses, as :func:`hexgraph.network.hexside` names them.
    """
    branches = building(board.title).branches
    tracer = _Tracer(board, company, frozenset(barred), shut=branches)
    reach = tracer.run(tracer.bases() if starts is None else _at_stops(starts))
    if branches is None:
        return reach
    # Branch lines start at any stop in reach, and no marker closes them; no route runs there.
    lines = _Tracer(board, company, frozenset(barred), only=branches).run(_at_stops(reach.stops))
    return Reach(reach.exits | lines.exits, reach.stops, reach.hexes | lines.hexes)


def track_length(board: Board, company: str, stop: StopKey) -> int:
    """Hexsides on the shortest track from a station of ``company`` to ``stop``; 0 if there is none.

    A breadth-first search in which only the step into another hex has a length, and none into
    a hex that does not count in the length of a route.
    """
    tracer = _Tracer(board, company, frozenset(), shut=building(board.title).branches)
    uncounted = board.title.route_rules.uncounted
    lengths: dict[_ReachPlace, int] = {
        _ReachPlace(hex_id, -1, index, -1): 0 for hex_id, index in own_stations(board, company)
    }
    queue = deque(lengths)
    while queue:
        place = queue.popleft()
        if (place.hex, place.stop) == stop:
            return lengths[place]
        for following in tracer.following(place):
            step = int(following.hex != place.hex and following.hex not in uncounted)
            if lengths[place] + step < lengths.get(following, len(board.title.hexes) * 6):
                lengths[following] = lengths[place] + step
                (queue.append if step else queue.appendleft)(following)
    return 0


def _at_stops(stops: Iterable[StopKey]) -> list[_ReachPlace]:
    return [_ReachPlace(hex_id, -1, index, -1) for hex_id, index in stops]


@cache
def province_borders(title: Title, phase: str) -> frozenset[str]:
    """Return the hexsides on which the border of a province stands in ``phase``."""
    standing = in_force(title, building(title).province_borders, phase)
    return _hexsides(title, _printed_borders(title) if standing is None else standing)


def unopened_sides(title: Title, phase: str) -> frozenset[str]:
    """Return the hexsides that open in a later phase."""
    later = {
        hex_id: [
            edge
            for edge, opens in place.printed.opening.items()
            if not has_begun(title, opens, phase)
        ]
        for hex_id, place in title.hexes.items()
        if place.printed.opening
    }
    return _hexsides(title, later) if later else frozenset()


def _printed_borders(title: Title) -> dict[str, frozenset[int]]:
    return {hex_id: place.printed.province_edges for hex_id, place in title.hexes.items()}


def _hexsides(title: Title, edges_by_hex: Mapping[str, Iterable[int]]) -> frozenset[str]:
    across = (
        (hex_id, hex_across(title, hex_id, edge))
        for hex_id, edges in edges_by_hex.items()
        for edge in edges
    )
    return frozenset(hexside(hex_id, other) for hex_id, other in across if other is not None)


@cache
def borders_from(title: Title, hex_id: str) -> dict[str, int]:
    """Return the fewest printed borders of provinces between a hex and each other one.

    The way leads over hexes that can be built on, whatever lies at its ends.
    """
    borders = _hexsides(title, _printed_borders(title))

    def beside(here: str) -> list[tuple[str, int]]:
        if here != hex_id and title.hexes[here].printed.colour in ("gray", "red", "blue"):
            return []
        sides = (crossings(title).get((here, edge)) for edge in range(6))
        return [(side.hex, int(side.side in borders)) for side in sides if side is not None]

    return cheapest({hex_id: 0}, beside)


class _Tracer:
    """A search along track that expands each place once.

    ``shut`` is a gauge that is not followed. ``only`` is the one gauge that is followed; then
    markers do not block stops.
    """

    def __init__(
        self,
        board: Board,
        company: str,
        barred: frozenset[str],
        *,
        shut: str | None = None,
        only: str | None = None,
    ) -> None:
        self.board = board
        self.company = company
        self.barred = barred
        self.shut, self.only = shut, only
        self.known: dict[_ReachPlace, tuple[_ReachPlace, ...]] = {}
        self.using: dict[_ReachPlace, tuple[str, ...]] = {}

    def bases(self) -> list[_ReachPlace]:
        """The places where routes of a company begin: stations, or stops and track of its hexes."""
        stations = own_stations(self.board, self.company)
        begin = _at_stops(stations or sorted(base_stops(self.board, self.company)))
        for hex_id in sorted(base_hexes(self.board, self.company)) if not stations else ():
            face = self.board.face(hex_id)
            for number, piece in enumerate(face.track if not face.stops else ()):
                begin += [_ReachPlace(hex_id, edge, -1, number) for edge in piece.edges]
        return begin

    def run(self, begin: list[_ReachPlace]) -> Reach:
        """The reach of routes that begin at these places."""
        spots = self._confirmed(begin)
        return Reach(
            frozenset((hex_id, edge) for hex_id, edge, _ in spots if edge >= 0),
            frozenset((hex_id, stop) for hex_id, _, stop in spots if stop >= 0),
            frozenset(hex_id for hex_id, _, _ in spots),
        )

    def _confirmed(self, begin: list[_ReachPlace]) -> set[_Spot]:
        """The spots to which a legal route leads.

        The first way found to a spot is nearly always legal. Only if it uses something twice,
        another is searched for, which takes exponential time at worst.
        """
        came: dict[_ReachPlace, _ReachPlace | None] = dict.fromkeys(begin)
        starts = frozenset(begin)
        before: dict[_ReachPlace, list[_ReachPlace]] = {place: [] for place in begin}
        queue = list(begin)
        for place in queue:
            for following in self.following(place):
                if following not in starts:  # a route that begins there is as good
                    before.setdefault(following, []).append(place)
                if following not in came:
                    came[following] = place
                    queue.append(following)
        confirmed = {place.spot for place in queue if self._legal(place, came)}
        for end in queue:
            if end.spot not in confirmed and self._begins(end, frozenset(self._uses(end)), before):
                confirmed.add(end.spot)
        return confirmed

    def _legal(self, place: _ReachPlace, came: dict[_ReachPlace, _ReachPlace | None]) -> bool:
        used: set[str] = set()
        at: _ReachPlace | None = place
        while at is not None:
            uses = self._uses(at)
            if not used.isdisjoint(uses):
                return False
            used.update(uses)
            at = came[at]
        return True

    def _begins(self, place: _ReachPlace, used: frozenset[str], before: _Before) -> bool:
        """Whether a legal route leads to ``place`` without what is used after it.

        A depth-first search from the end: what is used twice is mostly near there.
        """
        if not before[place]:
            return True
        if not self._could(place, used, before):
            return False
        for earlier in before[place]:
            uses = self._uses(earlier)
            if used.isdisjoint(uses) and self._begins(earlier, used.union(uses), before):
                return True
        return False

    def _could(self, place: _ReachPlace, used: frozenset[str], before: _Before) -> bool:
        """Whether unused track leads from a start to ``place``: necessary, and cheap to check."""
        seen = {place}
        queue = [place]
        for each in queue:
            for earlier in before[each]:
                if earlier not in seen and used.isdisjoint(self._uses(earlier)):
                    if not before[earlier]:
                        return True
                    seen.add(earlier)
                    queue.append(earlier)
        return False

    def _uses(self, place: _ReachPlace) -> tuple[str, ...]:
        """Resources used on the way to ``place``: a hexside or a stop, and any junction.

        A hexside counts as used although it is not crossed yet: a route that leads to it
        cannot use it twice.
        """
        if place not in self.using:
            uses = [f"{place.hex} stop {place.stop}"]
            if place.stop < 0:
                crossing = self.board.crossings.get((place.hex, place.edge))
                uses = [crossing.side if crossing else f"{place.hex} {place.edge}"]
            if place.piece >= 0:
                passed = self.board.face(place.hex).track[place.piece].junctions
                uses += [f"{place.hex} junction {junction}" for junction in passed]
            self.using[place] = tuple(uses)
        return self.using[place]

    def _follows(self, piece: Piece) -> bool:
        """Whether this search goes over a piece of track, by its gauge."""
        return piece.gauge == self.only if self.only else piece.gauge != self.shut

    def following(self, place: _ReachPlace) -> tuple[_ReachPlace, ...]:
        """Return the places to which track leads on from ``place``."""
        if place not in self.known:
            ways = self._leave(place) if place.stop >= 0 else self._cross(place)
            self.known[place] = tuple(dict.fromkeys(ways))
        return self.known[place]

    def _leave(self, place: _ReachPlace) -> Iterator[_ReachPlace]:
        """Yield the ways on from a stop: over another piece than the one it was entered by."""
        stop = (place.hex, place.stop)
        open_to_all = place.piece < 0 or self.only is not None
        if not open_to_all and not self.board.passable(stop, self.company):
            return
        for number, piece in enumerate(self.board.face(place.hex).track):
            if place.stop not in piece.stops or number == place.piece or not self._follows(piece):
                continue
            if piece.edges:
                yield _ReachPlace(place.hex, piece.edges[0], -1, number)
            else:
                other = piece.stops[1 - piece.stops.index(place.stop)]
                yield _ReachPlace(place.hex, -1, other, number)

    def _cross(self, place: _ReachPlace) -> Iterator[_ReachPlace]:
        """Yield the ways on across a hexside, to track that meets the track there."""
        crossing = self.board.crossings.get((place.hex, place.edge))
        if crossing is None or crossing.side in self.barred:
            return
        here, face = self.board.face(place.hex), self.board.face(crossing.hex)
        if not face.open:
            return
        across, entry = crossing.hex, crossing.edge
        lay = here.lay(here.track[place.piece], place.edge)
        for number, piece in enumerate(face.track):
            if entry not in piece.edges or not self._follows(piece):
                continue
            if not face.meets(number, entry, lay):
                continue
            if piece.stops:
                yield _ReachPlace(across, -1, piece.stops[0], number)
            else:
                yield _ReachPlace(across, piece.edges[1 - piece.edges.index(entry)], -1, number)
