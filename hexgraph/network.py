"""The network of one company: stops, and links of track that join two of them.

Track between stops is contracted. A *link* runs from stop to stop over hexsides; what it
uses up is a bit mask, one bit for each hexside, for each piece of track that joins two
stops inside a hex, for each junction inside a hex, and for each stop that only one train
may visit. Two links can be used in one plan exactly if their masks share no bit: every
rule about using track twice is this one test.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from hexgraph.board import Board, StopKey
from hexgraph.lattice import neighbour, opposite
from mapdata.title import Title

if TYPE_CHECKING:
    import networkx as nx


@dataclass(frozen=True, slots=True)
class Stop:
    """A stop as one company sees it.

    Attributes
    ----------
    id
        Its hex, with ``.index`` where the hex has several stops; for an off-board area of
        several hexes the first of ``hexes``.
    value
        What it pays in this phase.
    through
        The company may run through it.
    blocked
        It may not, because other companies' markers fill it.
    home
        A marker of the company stands here and serves its routes.
    makes_route
        It is one of the two different stops that a route needs.
    group
        At most one stop of a group stands in a route.
    side, transit_bonus
        An off-board area's part in transit.
    """

    id: str
    name: str
    kind: str
    value: int
    hexes: tuple[str, ...]
    through: bool
    blocked: bool
    home: bool
    makes_route: bool
    group: str | None
    side: str | None
    transit_bonus: int


@dataclass(frozen=True, slots=True)
class Link:
    """Track from stop ``a`` to stop ``b`` (indexes) that passes no other stop."""

    a: int
    b: int
    mask: int
    hexsides: int
    hexes: tuple[str, ...]
    tunnels: tuple[str, ...]
    """Hexes in which it runs through special (narrow) track."""

    def other(self, stop: int) -> int:
        """Return the stop at the other end."""
        return self.b if stop == self.a else self.a

    def hexes_from(self, stop: int) -> tuple[str, ...]:
        """Return the hexes it runs through, beginning at ``stop``."""
        return self.hexes if stop == self.a else self.hexes[::-1]


@dataclass(frozen=True)
class Network:
    """Stops and links; ``resources`` names what each bit of the masks stands for."""

    company: str
    stops: tuple[Stop, ...]
    links: tuple[Link, ...]
    resources: tuple[str, ...]

    def links_at(self) -> list[list[int]]:
        """Return for each stop the indexes of the links that end there."""
        at: list[list[int]] = [[] for _ in self.stops]
        for index, link in enumerate(self.links):
            at[link.a].append(index)
            at[link.b].append(index)
        return at

    def graph(self) -> nx.MultiGraph:
        """Return a plain networkx multigraph: nodes are stop ids, edges are links.

        Node attributes are those of :class:`Stop`; edges carry ``mask``, ``hexsides``,
        ``hexes``, ``tunnels`` and, as key, the index of the link.
        """
        import dataclasses

        import networkx as nx

        graph = nx.MultiGraph(company=self.company, resources=self.resources)
        for stop in self.stops:
            graph.add_node(stop.id, **dataclasses.asdict(stop))
        for index, link in enumerate(self.links):
            attributes = dataclasses.asdict(link)
            ends = self.stops[attributes.pop("a")].id, self.stops[attributes.pop("b")].id
            graph.add_edge(*ends, key=index, **attributes)
        return graph


class _Walk(NamedTuple):
    """Track followed so far from a stop: where it leads out, and what it has used."""

    hex: str
    edge: int
    used: tuple[str, ...]
    hexes: tuple[str, ...]
    tunnels: tuple[str, ...]


def compile_network(board: Board, company: str, *, whole: bool = False) -> Network:
    """Return the network of ``company``.

    Only stops that a route of the company could visit are kept: those reached from its
    markers without running through a stop that cannot be passed. With ``whole`` every
    stop is kept, as a judge of illegal claims needs it, even where no track leads.
    """
    return _Compiler(board, company, whole).run()


class _Compiler:
    """One compilation: numbers stops and resources in the order they are met."""

    def __init__(self, board: Board, company: str, whole: bool) -> None:
        self.board = board
        self.company = company
        self.whole = whole
        self.stops: list[Stop] = []
        self.members: list[tuple[StopKey, ...]] = []
        self.index: dict[StopKey, int] = {}
        self.bits: dict[str, int] = {}
        self.links: list[Link] = []
        self.known: set[tuple[int, int, int, frozenset[str]]] = set()
        self.crossings = crossings(board.title)

    def run(self) -> Network:
        for key in self._starts():
            self._number(key)
        done = 0
        while done < len(self.stops):
            stop = self.stops[done]
            if self.whole or stop.through or stop.home:
                for member in self.members[done]:
                    self._follow(done, member)
            done += 1
        return Network(self.company, tuple(self.stops), tuple(self.links), tuple(self.bits))

    def _starts(self) -> Iterator[StopKey]:
        if self.whole:
            for hex_id in self.board.title.hexes:
                stops = self.board.face(hex_id).stops
                yield from ((hex_id, index) for index in range(len(stops)))
            return
        kinds = self.board.title.stop_kinds
        for key, companies in self.board.markers.items():
            kind = kinds[self.board.face(key[0]).stops[key[1]].kind]
            if self.company in companies and kind.marker:
                yield key

    def _number(self, key: StopKey) -> int:
        """Return the index of the stop at ``key``, with a new one if it is first met."""
        if key not in self.index:
            printed = self.board.face(key[0]).stops[key[1]]
            members: tuple[StopKey, ...] = (key,)
            if printed.area is not None:
                members = area_members(self.board.title, printed.area)
            for member in members:
                self.index[member] = len(self.stops)
            self.members.append(members)
            self.stops.append(self._stop(members))
        return self.index[key]

    def _stop(self, members: tuple[StopKey, ...]) -> Stop:
        board, (hex_id, index) = self.board, members[0]
        face = board.face(hex_id)
        printed = face.stops[index]
        kind = board.title.stop_kinds[printed.kind]
        own = self.company in board.markers.get(members[0], ())
        alone = kind.alone and sum(stop.kind == printed.kind for stop in face.stops) > 1
        area = board.title.areas.get(printed.area or "")
        name = board.title.hexes[hex_id].name or hex_id
        return Stop(
            id=board.stop_id(members[0]),
            name=name if len(face.stops) == 1 else f"{name}.{index}",
            kind=printed.kind,
            value=printed.value(board.phase.stage),
            hexes=tuple(member[0] for member in members),
            through=board.passable(members[0], self.company),
            blocked=board.full(members[0], self.company),
            home=own and kind.marker,
            makes_route=kind.makes_route,
            group=hex_id if alone else None,
            side=area.side if area else None,
            transit_bonus=area.transit_bonus if area else 0,
        )

    def _follow(self, start: int, key: StopKey) -> None:
        """Add the links that leave stop ``start`` in one of its hexes."""
        hex_id, index = key
        face = self.board.face(hex_id)
        for number, piece in enumerate(face.track if face.open else ()):
            if index not in piece.stops:
                continue
            once = (f"visit {hex_id}.{index}",) if piece.terminal else ()
            tunnels = (hex_id,) if piece.narrow else ()
            if len(piece.stops) == 2:
                other = piece.stops[1 - piece.stops.index(index)]
                inner = (f"track {hex_id} {number}", *once, *_junction(hex_id, piece.junction))
                self._add(start, (hex_id, other), _Walk(hex_id, -1, inner, (hex_id,), tunnels), 0)
            else:
                used = (*once, *_junction(hex_id, piece.junction))
                self._walk(start, _Walk(hex_id, piece.edges[0], used, (hex_id,), tunnels), 0)

    def _walk(self, start: int, walk: _Walk, crossed: int) -> None:
        """Cross a hexside and go on until every way has come to a stop or an end."""
        crossing = self.crossings.get((walk.hex, walk.edge))
        if crossing is None or crossing.side in walk.used:
            return
        across, side, entry = crossing
        for piece in self.board.face(across).track_at[entry]:
            junction = _junction(across, piece.junction)
            if junction and junction[0] in walk.used:
                continue
            used = (*walk.used, side, *junction)
            tunnels = (*walk.tunnels, across) if piece.narrow else walk.tunnels
            hexes = (*walk.hexes, across)
            if piece.stops:
                end = piece.stops[0]
                if piece.terminal:
                    used = (*used, f"visit {across}.{end}")
                self._add(
                    start, (across, end), _Walk(across, -1, used, hexes, tunnels), crossed + 1
                )
            else:
                out = piece.edges[1 - piece.edges.index(entry)]
                self._walk(start, _Walk(across, out, used, hexes, tunnels), crossed + 1)

    def _add(self, start: int, end: StopKey, walk: _Walk, crossed: int) -> None:
        """Add a link, unless it comes back or was found from its other end."""
        other = self._number(end)
        if other == start:
            return
        mask = 0
        for name in walk.used:
            mask |= 1 << self.bits.setdefault(name, len(self.bits))
        # A tunnel and open track beside it over the same hexsides are two links.
        track = (mask, min(start, other), max(start, other), frozenset(walk.tunnels))
        if track not in self.known:
            self.known.add(track)
            self.links.append(Link(start, other, mask, crossed, walk.hexes, walk.tunnels))


def hexside(one: str, two: str) -> str:
    """Return the name of the side between two hexes, the same from either."""
    return f"{one}|{two}" if one < two else f"{two}|{one}"


def _junction(hex_id: str, junction: int | None) -> tuple[str, ...]:
    return () if junction is None else (f"junction {hex_id} {junction}",)


@cache
def hex_across(title: Title, hex_id: str, edge: int) -> str | None:
    """Return the hex across an edge, or ``None`` at the board's rim or a sealed edge."""
    here = title.hexes[hex_id]
    if edge in here.printed.sealed:
        return None
    across = hex_at(title).get(neighbour(title.layout, here.xy, edge))
    if across is None or opposite(edge) in title.hexes[across].printed.sealed:
        return None
    return across


class Crossing(NamedTuple):
    """What lies across an edge: the hex, the name of the hexside, its number there."""

    hex: str
    side: str
    edge: int


@cache
def crossings(title: Title) -> dict[tuple[str, int], Crossing]:
    """Return all hexsides that track can cross, from both sides, by hex and edge."""
    return {
        (hex_id, edge): Crossing(across, hexside(hex_id, across), opposite(edge))
        for hex_id in title.hexes
        for edge in range(6)
        if (across := hex_across(title, hex_id, edge)) is not None
    }


@cache
def hex_at(title: Title) -> dict[tuple[int, int], str]:
    """Return the hexes of the board by their coordinates."""
    return {place.xy: place.id for place in title.hexes.values()}


@cache
def area_members(title: Title, area: str) -> tuple[StopKey, ...]:
    """Return all stops of an off-board area, the hex that carries its name first."""
    members = [
        (place.id, index)
        for place in title.hexes.values()
        for index, stop in enumerate(place.printed.stops)
        if stop.area == area
    ]
    return tuple(sorted(members, key=lambda key: (title.hexes[key[0]].name is None, key)))
