"""The face of one hex: the print of the board, or the tiles that lie on it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, cached_property
from typing import NamedTuple

from msgspec import Struct

from mapdata.tile import Piece, PrintedStop, Tile
from mapdata.title import Title

StopKey = tuple[str, int]
"""A stop on the board: its hex and its index there."""


TrackMark = tuple[str, str]
"""Special track: its kind, and the hex it lies in."""

LaneEnd = tuple[int, int, str]
"""The lane on which track comes to a side: number of lanes, number of this one, and its gauge."""


class Special(NamedTuple):
    """The features of special track: lanes, dead ends, junctions.

    Attributes
    ----------
    lane
        Number of its lane at the edge where it begins; ``None`` if that has one lane.
    lay
        Its lane at the edge that it leads to; ``None`` for a plain one that all track meets.
    dead
        Whether it ends at its stop, so that a route over it goes no further.
    junctions
        Junctions without a stop that it passes; a train passes each at most once between stops.
    """

    lane: int | None = None
    lay: LaneEnd | None = None
    dead: bool = False
    junctions: frozenset[str] = frozenset()


class Way(NamedTuple):
    """A piece of track in one direction, to an edge of its hex or to a stop.

    Attributes
    ----------
    uses
        Names of resources inside the hex that it uses up: no other train can use these, too.
    edge, stop
        Its end: one of the two.
    alone
        Whether no other track comes to its edges, so that it leads back only to its start.
    piece
        The hex, and the index of the piece in the track of its face.
    special
        Its special features; ``None`` for plain track.
    """

    uses: tuple[str, ...]
    marks: tuple[TrackMark, ...]
    edge: int | None
    stop: int | None
    alone: bool
    piece: tuple[str, int]
    special: Special | None


_TrackEnd = tuple[int | None, int | None]
"""An end of a piece of track: its edge, or its stop."""
_PLAIN_WAY = Special()


class Face(Struct, frozen=True, eq=False, dict=True):
    """The stops and track of a hex, of all its layers, turned as they lie.

    ``layers`` are the tiles with their rotations; none for a hex as printed. Without ``gauges``
    all track meets, whatever its gauge. Faces are shared between boards, and their properties
    are computed once.
    """

    hex: str
    stops: tuple[PrintedStop, ...]
    track: tuple[Piece, ...]
    layers: tuple[tuple[Tile, int], ...] = ()
    gauges: bool = True

    @cached_property
    def open(self) -> bool:
        """Whether trains may enter: a closed stop keeps its hex shut."""
        return not any(stop.closed for stop in self.stops)

    def stop_id(self, index: int) -> str:
        """Return a stop as people write it: the hex, with its index if it has several."""
        return self.hex if len(self.stops) == 1 else f"{self.hex}.{index}"

    @cached_property
    def ways_in(self) -> tuple[tuple[Way, ...], ...]:
        """The ways of a train that enters on plain track, for each edge."""
        return tuple(self.ways_from(edge, None) for edge in range(6))

    def ways_from(self, edge: int, lay: LaneEnd | None) -> tuple[Way, ...]:
        """Return the ways of a train that comes to ``edge`` on track of the kind ``lay``."""
        known = self._from.get((edge, lay))
        if known is None:
            ways = tuple(self._ways((edge, None)))
            known = tuple(way for way in ways if self.meets(way.piece[1], edge, lay))
            self._from[edge, lay] = known
        return known

    @cached_property
    def _from(self) -> dict[tuple[int, LaneEnd | None], tuple[Way, ...]]:
        return {}

    def meets(self, number: int, edge: int, lay: LaneEnd | None) -> bool:
        """Whether a piece of track goes on at ``edge`` from track of the kind ``lay`` there."""
        lanes, lane, gauge = lay or _PLAIN
        own = self.track[number]
        fits = not self.gauges or own.gauge == gauge or "dual" in (own.gauge, gauge)
        return fits and lanes_meet((lanes, lane), own.lane(edge))

    @cached_property
    def ways_out(self) -> tuple[tuple[Way, ...], ...]:
        """The ways of a train that leaves a stop, for each stop."""
        return tuple(tuple(self._ways((None, stop))) for stop in range(len(self.stops)))

    def _ways(self, start: _TrackEnd) -> Iterator[Way]:
        """Yield the track that trains can run over from ``start``."""
        for number, piece in enumerate(self.track if self.open else ()):
            ends: list[_TrackEnd] = [(edge, None) for edge in piece.edges]
            ends += [(None, stop) for stop in piece.stops]
            if start in ends:
                edge, stop = ends[1 - ends.index(start)]
                yield Way(
                    uses=tuple(self._uses(number, piece)),
                    marks=() if piece.gauge == "broad" else ((piece.gauge, self.hex),),
                    edge=edge,
                    stop=stop,
                    alone=self._alone(piece),
                    piece=(self.hex, number),
                    special=self._special(piece, start[0], edge),
                )

    def _special(self, piece: Piece, start: int | None, end: int | None) -> Special | None:
        found = Special(
            lane=None if start is None else self._lane(piece, start),
            lay=None if end is None else self.lay(piece, end),
            dead=piece.terminal,
            junctions=frozenset(f"{self.hex} {each}" for each in piece.junctions),
        )
        return None if found == _PLAIN_WAY else found

    def _uses(self, number: int, piece: Piece) -> Iterator[str]:
        """Resources inside the hex that a train uses up on a piece of track."""
        for stop in piece.stops:
            if self.stops[stop].single:
                yield f"visit {self.hex}.{stop}"
            if piece.stem:
                yield f"stem {self.hex}.{stop}"
        if not piece.edges:
            yield f"track {self.hex} {number}"

    def _alone(self, piece: Piece) -> bool:
        return not any(
            edge in piece.edges
            for other in self.track
            if other is not piece
            for edge in other.edges
        )

    @staticmethod
    def _lane(piece: Piece, edge: int) -> int | None:
        lanes, lane = piece.lane(edge)
        return None if lanes == 1 else lane

    def lay(self, piece: Piece, edge: int) -> LaneEnd | None:
        """The lane and gauge with which a piece comes to an edge; ``None`` for plain track."""
        lay = (*piece.lane(edge), piece.gauge if self.gauges else "broad")
        return None if lay == _PLAIN else lay

    @cached_property
    def dead_ends(self) -> frozenset[int]:
        """The stops at which all track ends, so that nothing runs through them."""
        ended = {stop for piece in self.track if piece.terminal for stop in piece.stops}
        return frozenset(
            ended - {stop for piece in self.track if not piece.terminal for stop in piece.stops}
        )


_PLAIN: LaneEnd = (1, 0, "broad")


def lanes_meet(one: tuple[int, int], two: tuple[int, int]) -> bool:
    """Whether two tracks meet at a hexside.

    Seen from the other hex the tracks lie mirrored. Fewer tracks lie in the middle of
    more: a single one meets the second of two.
    """
    (few, at), (many, other) = sorted((one, two))
    return at + (many - few) // 2 == many - 1 - other


@cache
def printed_faces(title: Title) -> dict[str, Face]:
    """Return all hexes as printed on the board."""
    return {
        hex_id: Face(
            hex_id, place.printed.stops, place.printed.track, gauges=title.gauges == "separate"
        )
        for hex_id, place in title.hexes.items()
    }


def runs_through(title: Title, face: Face, stop: int) -> bool:
    """Whether a stop can be run through at all, markers aside."""
    return title.stop_kinds[face.stops[stop].kind].through and stop not in face.dead_ends
