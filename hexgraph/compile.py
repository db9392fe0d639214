"""From a board to the network of one company: track is followed from stop to stop."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from hexgraph.board import Board
from hexgraph.face import Face, StopKey, runs_through
from hexgraph.network import Link, Network, Stop
from hexgraph.sides import area_members, crossings
from mapdata.title import Title


def compile_network(board: Board, company: str, *, whole: bool = False) -> Network:
    """Return the network of ``company``.

    Only stops that a route of the company could visit are kept: those reached from its
    markers without running through a stop that cannot be passed. With ``whole`` every
    stop is kept, as a judge of illegal claims needs it, even where no track leads.
    """
    return _Compiler(board, company, whole).run()


_Marks = tuple[tuple[str, str], ...]
_Pieces = tuple[tuple[str, int], ...]


class _Bits(dict[str, int]):
    """A bit for each name, given out in the order they are asked for."""

    def __missing__(self, name: str) -> int:
        self[name] = bit = 1 << len(self)
        return bit


class _Compiler:
    """One compilation: numbers stops and resources in the order they are met."""

    def __init__(self, board: Board, company: str, whole: bool) -> None:
        self.board = board
        self.company = company
        self.whole = whole
        self.faces = board.faces
        self.crossings = crossings(board.title)
        self.stops: list[Stop] = []
        self.keys: list[tuple[StopKey, ...]] = []
        self.index: dict[StopKey, int] = {}
        self.bits = _Bits()
        self.links: list[Link] = []
        self.arrived: set[tuple[str, int | None]] = set()
        self.known: set[tuple[int, int, int, frozenset[tuple[str, str]]]] = set()

    def run(self) -> Network:
        for key in self._starts():
            self._number(key)
        for start, stop in enumerate(self.stops):  # it grows meanwhile
            if self.whole or stop.through or stop.home:
                for key in self.keys[start]:
                    self._leave(start, key)
        return Network(self.company, tuple(self.stops), tuple(self.links), tuple(self.bits))

    def _starts(self) -> Iterator[StopKey]:
        if self.whole:
            for hex_id, face in self.faces.items():
                yield from ((hex_id, index) for index in range(len(face.stops)))
            return
        kinds = self.board.title.stop_kinds
        for key, companies in self.board.markers.items():
            if self.company in companies:
                hex_id, index = key
                if kinds[self.faces[hex_id].stops[index].kind].marker:
                    yield key

    def _number(self, key: StopKey) -> int:
        """Return the index of the stop at ``key``, with a new one if it is first met."""
        known = self.index.get(key)
        if known is not None:
            return known
        board, number = self.board, len(self.stops)
        area = self.faces[key[0]].stops[key[1]].area
        keys = (key,) if area is None else area_members(board.title, area)
        for each in keys:
            self.index[each] = number
        first = keys[0]
        own = self.company in board.markers.get(first, ())
        full = board.full(first, self.company)
        face, stage = self.faces[first[0]], board.phase.stage
        self.keys.append(keys)
        self.stops.append(_seen(board.title, face, first[1], stage, own, full))
        return number

    def _leave(self, start: int, key: StopKey) -> None:
        """Add the links that leave stop ``start`` in one of its hexes."""
        hex_id, index = key
        for uses, marks, edge, stop, alone, piece in self.faces[hex_id].ways_out[index]:
            if (hex_id, edge) in self.arrived:
                continue
            used = self._mask(uses) if uses else 0
            if edge is not None:
                self._cross(start, edge, used, (hex_id,), marks, (piece,), alone)
            elif stop is not None:
                self._add(start, (hex_id, stop), used, (hex_id,), marks, (piece,))

    def _cross(
        self,
        start: int,
        edge: int,
        used: int,
        hexes: tuple[str, ...],
        marks: _Marks,
        pieces: _Pieces,
        alone: bool,
    ) -> None:
        """Cross a hexside and go on until every way has come to a stop or an end.

        ``alone`` says that nothing has joined the way so far. If that holds to its end,
        the way back would find the same link and nothing else, and is not taken.
        """
        crossing = self.crossings.get((hexes[-1], edge))
        if crossing is None:
            return
        across, side, entry = crossing
        bit = self.bits[side]
        if used & bit:
            return
        hexes = (*hexes, across)
        for uses, marked, onward, stop, single, piece in self.faces[across].ways_in[entry]:
            taken = self._mask(uses) if uses else 0
            if used & taken:
                continue
            met, way, mask = marks + marked, (*pieces, piece), used | bit | taken
            if stop is not None:
                self._add(start, (across, stop), mask, hexes, met, way)
                if alone and single:
                    self.arrived.add((across, entry))
            elif onward is not None:
                self._cross(start, onward, mask, hexes, met, way, alone and single)

    def _mask(self, names: tuple[str, ...]) -> int:
        mask = 0
        for name in names:
            mask |= self.bits[name]
        return mask

    def _add(
        self,
        start: int,
        end: StopKey,
        mask: int,
        hexes: tuple[str, ...],
        marks: _Marks,
        pieces: _Pieces,
    ) -> None:
        """Add a link, unless it comes back or was found from its other end."""
        other = self._number(end)
        if other == start:
            return
        ends = (start, other) if start < other else (other, start)
        # Special track and open track beside it over the same hexsides are two links.
        track = (mask, *ends, frozenset(marks))
        if track not in self.known:
            self.known.add(track)
            self.links.append(Link(start, other, mask, len(hexes) - 1, hexes, marks, pieces))


@lru_cache(maxsize=4096)
def _seen(title: Title, face: Face, index: int, stage: str, own: bool, full: bool) -> Stop:
    """Return a stop as a company sees it that has a marker there, or others' fill it, or not.

    Kept from turn to turn, as most stops stay what they are.
    """
    printed = face.stops[index]
    kind = title.stop_kinds[printed.kind]
    name = title.hexes[face.hex].name or face.hex
    alone = kind.alone and sum(stop.kind == printed.kind for stop in face.stops) > 1
    hexes: tuple[str, ...] = (face.hex,)
    if printed.area is not None:
        hexes = tuple(hex_id for hex_id, _ in area_members(title, printed.area))
    return Stop(
        id=face.stop_id(index),
        key=(face.hex, index),
        name=name if len(face.stops) == 1 else f"{name}.{index}",
        kind=printed.kind,
        value=printed.value(stage),
        hexes=hexes,
        through=runs_through(title, face, index) and not full,
        blocked=full,
        home=own and kind.marker,
        makes_route=kind.makes_route,
        groups=(face.hex,) if alone else (),
    )
