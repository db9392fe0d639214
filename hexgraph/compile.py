"""From a board to the network of one company, by following track from stop to stop."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from hexgraph.board import Board, filled
from hexgraph.face import Face, LaneEnd, Special, StopKey, TrackMark, runs_through
from hexgraph.network import Link, Network, Stop
from hexgraph.sides import Crossing, area_members
from mapdata.title import Title


def compile_network(board: Board, company: str, *, whole: bool = False) -> Network:
    """Return the network of ``company``.

    Only stops that a route of the company could visit are kept: those reached from its
    markers without running through a stop that cannot be passed. With ``whole`` every
    stop is kept, as a judge of illegal claims needs it, even where no track leads.
    """
    return _Compiler(board, company, whole).run()


_Marks = tuple[TrackMark, ...]
_Pieces = tuple[tuple[str, int], ...]


class _Run(NamedTuple):
    """Special track on a link so far.

    ``begins`` and ``ends`` tell whether its first and its last piece is a dead end. ``passed``
    are the junctions on the way. ``lay`` is the lane on which it comes to the next hexside.
    """

    begins: bool = False
    ends: bool = False
    passed: frozenset[str] = frozenset()
    lay: LaneEnd | None = None

    def over(self, special: Special | None) -> _Run | None:
        """Return the run extended by a piece; ``None`` if that meets a junction again."""
        if special is None:
            return _Run(self.begins, False, self.passed, None)
        if not self.passed.isdisjoint(special.junctions):
            return None
        passed = self.passed | special.junctions
        return _Run(self.begins, special.dead, passed, special.lay)


_PLAIN = _Run()
_NO_MARKS: frozenset[TrackMark] = frozenset()


class _Compiler:
    """One compilation; stops and resources are numbered in the order in which it meets them."""

    def __init__(self, board: Board, company: str, whole: bool) -> None:
        self.board, self.title, self.stage = board, board.title, board.phase.stage
        self.company = company
        self.whole = whole
        self.markers = board.markers
        self.faces = board.faces
        self.crossings = _one_of_sides(board)
        extras = board.extras
        self.stated = bool(
            extras.slots or extras.neutral or extras.groups or extras.values or extras.no_station
        )
        self.stops: list[Stop] = []
        self.keys: list[tuple[StopKey, ...]] = []
        self.index: dict[StopKey, int] = {}
        self.bits: dict[str, int] = {}
        self.links: list[Link] = []
        self.arrived: set[tuple[str, int | None]] = set()
        self.known: set[tuple[int, int, int, frozenset[TrackMark]]] = set()

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
        kinds = self.title.stop_kinds
        for key, companies in self.markers.items():
            if self.company in companies:
                hex_id, index = key
                if kinds[self.faces[hex_id].stops[index].kind].marker:
                    yield key

    def _number(self, key: StopKey) -> int:
        """Return the index of the stop at ``key``, with a new one if it is first met."""
        known = self.index.get(key)
        if known is not None:
            return known
        number = len(self.stops)
        keys: tuple[StopKey, ...] = (key,)
        face = self.faces[key[0]]
        if (area := face.stops[key[1]].area) is not None:
            keys = area_members(self.title, area)
            key = keys[0]
            face = self.faces[key[0]]
        for each in keys:
            self.index[each] = number
        there, facts = self.markers.get(key, ()), None
        if self.stated:
            extras = self.board.extras
            value = extras.value(key[0], self.stage)
            no_station = (self.company, key) == extras.no_station
            facts = (
                extras.slots.get(key),
                key in extras.neutral,
                extras.groups.get(key),
                value,
                no_station,
            )
        own = self.company in there
        self.keys.append(keys)
        self.stops.append(_seen(self.title, face, key[1], self.stage, own, len(there), facts))
        return number

    def _leave(self, start: int, key: StopKey) -> None:
        """Add the links that leave stop ``start`` in one of its hexes."""
        hex_id, index = key
        for uses, marks, edge, stop, alone, piece, special in self.faces[hex_id].ways_out[index]:
            if (hex_id, edge) in self.arrived:
                continue
            used = self._mask(uses) if uses else 0
            run = None if special is None else _Run(begins=special.dead).over(special)
            if edge is not None:
                self._cross(start, edge, used, (hex_id,), marks, (piece,), alone, run)
            elif stop is not None:
                self._add(start, (hex_id, stop), used, (hex_id,), marks, (piece,), run)

    def _cross(
        self,
        start: int,
        edge: int,
        used: int,
        hexes: tuple[str, ...],
        marks: _Marks,
        pieces: _Pieces,
        alone: bool,
        run: _Run | None,
    ) -> None:
        """Cross a hexside and go on until every way has come to a stop or an end.

        ``alone`` tells that no other track has joined the way so far. If that holds to its end,
        the search from the other end would find only this link again, so it is left out. ``run``
        is the special track on the way, if there was any.
        """
        crossing = self.crossings.get((hexes[-1], edge))
        if crossing is None:
            return
        across, side, entry = crossing
        bit = self.bits.get(side)
        if bit is None:
            self.bits[side] = bit = 1 << len(self.bits)
        face = self.faces[across]
        lay = None if run is None else run.lay
        if lay is not None:
            ways = face.ways_from(entry, lay)
        elif used & bit:
            return
        else:
            ways = face.ways_in[entry]
        hexes = (*hexes, across)
        for uses, marked, onward, stop, single, piece, special in ways:
            taken, after = bit, run
            if special is not None or run is not None:
                after = (run or _PLAIN).over(special)
                if after is None:
                    continue
                taken = self._lane_bit(hexes, side, lay, special)
            if uses:
                taken |= self._mask(uses)
            if used & taken:
                continue
            met, way, mask = marks + marked, (*pieces, piece), used | taken
            if stop is not None:
                self._add(start, (across, stop), mask, hexes, met, way, after)
                if alone and single:
                    self.arrived.add((across, entry))
            elif onward is not None:
                self._cross(start, onward, mask, hexes, met, way, alone and single, after)

    def _lane_bit(
        self, hexes: tuple[str, ...], side: str, lay: LaneEnd | None, special: Special | None
    ) -> int:
        """Return the bit of one lane of a hexside; a hexside with one lane has its own bit."""
        entered = None if special is None else special.lane
        if entered is None and (lay is None or lay[0] == 1):
            return self._bit(side)
        both = (lay[1] if lay else 0, entered or 0)
        if hexes[-2] > hexes[-1]:
            both = both[::-1]
        return self._bit(f"{side} {both[0]}-{both[1]}")

    def _mask(self, names: tuple[str, ...]) -> int:
        mask = 0
        for name in names:
            mask |= self._bit(name)
        return mask

    def _bit(self, name: str) -> int:
        """Return the bit of a resource; bits are given out in the order they are asked for."""
        return self.bits.setdefault(name, 1 << len(self.bits))

    def _add(
        self,
        start: int,
        end: StopKey,
        mask: int,
        hexes: tuple[str, ...],
        marks: _Marks,
        pieces: _Pieces,
        run: _Run | None,
    ) -> None:
        """Add a link, unless it comes back or was found from its other end."""
        other = self.index.get(end)
        if other is None:
            other = self._number(end)
        if other == start:
            return
        both = (start, other) if start < other else (other, start)
        # Special track and open track beside it over the same hexsides are two links.
        track = (mask, *both, frozenset(marks) if marks else _NO_MARKS)
        if track not in self.known:
            self.known.add(track)
            ends = () if run is None else self._dead_ends(start, other, run)
            self.links.append(Link(start, other, mask, len(hexes) - 1, hexes, marks, pieces, ends))

    def _dead_ends(self, start: int, other: int, run: _Run) -> tuple[int, ...]:
        """Stops at which the link's track is a dead end though other track runs through."""
        ends = (start,) * run.begins + (other,) * run.ends
        return tuple(end for end in ends if self.stops[end].through)


def _one_of_sides(board: Board) -> Mapping[tuple[str, int], Crossing]:
    """Crossings in which sides of a hex of which a turn uses only one have the same name.

    The bits of masks go by that name, so no two links of a plan cross such sides.
    """
    sides = board.title.route_rules.one_of_sides
    found = dict(board.crossings) if sides else board.crossings
    for hex_id, edges in sides.items():
        there = [found[hex_id, edge] for edge in edges if (hex_id, edge) in found]
        same = {each.side: there[0].side for each in there}
        changed = {
            at: each._replace(side=same[each.side])
            for at, each in found.items()
            if each.side in same
        }
        found = {**found, **changed}
    return found


_StopFacts = tuple[int | None, bool, tuple[str, ...] | None, int | None, bool]
"""Facts of a position about a stop: places, whether a marker there is neutral, groups, value, and
whether the company's marker there is no station. ``None`` where the position does not say."""


@lru_cache(maxsize=32768)
def _seen(
    title: Title,
    face: Face,
    index: int,
    stage: str,
    own: bool,
    markers: int,
    facts: _StopFacts | None,
) -> Stop:
    """Return a stop as a company sees it; ``own`` if one of the ``markers`` is the company's.

    Results are cached from turn to turn, since most stops stay as they are.
    """
    printed = face.stops[index]
    kind = title.stop_kinds[printed.kind]
    name = title.hexes[face.hex].name or face.hex
    slots, neutral, groups, value, no_station = facts or (None, False, None, None, False)
    crowded = not own and filled(title, printed, markers, slots)
    full = crowded and not neutral
    if groups is None:
        groups = _groups(title, face, index)
    if kind.alone and sum(stop.kind == printed.kind for stop in face.stops) > 1:
        groups = (*groups, face.hex)
    keys: tuple[StopKey, ...] = ((face.hex, index),)
    if printed.area is not None:
        keys = area_members(title, printed.area)
    return Stop(
        id=face.stop_id(index),
        key=(face.hex, index),
        name=name if len(face.stops) == 1 else f"{name}.{index}",
        kind=printed.kind,
        value=printed.value(stage) if value is None else value,
        hexes=tuple(hex_id for hex_id, _ in keys),
        through=runs_through(title, face, index) and (not full or title.route_rules.closed_once),
        blocked=full,
        home=own and kind.marker and not no_station,
        makes_route=kind.makes_route,
        figures=tuple(printed.figures.items()),
        groups=groups,
        visit=printed.visit,
        others=keys[1:],
        crowded=crowded and neutral,
    )


def _groups(title: Title, face: Face, index: int) -> tuple[str, ...]:
    """Return the groups of a stop; the cities of a tile have those of the printed cities."""
    if not face.layers:
        return face.stops[index].groups
    printed = {stop.groups for stop in title.hexes[face.hex].printed.stops}
    if face.stops[index].kind != "city" or len(printed) != 1:
        return face.stops[index].groups
    return next(iter(printed))
