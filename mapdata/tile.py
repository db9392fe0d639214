"""What is printed on a tile or on a hex of the board: stops and track."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache


@dataclass(frozen=True, slots=True)
class PrintedStop:
    """A place printed on a tile where trains stop.

    Attributes
    ----------
    kind
        ``city``, ``town``, ``offboard``, or another kind that the title describes in
        its ``stop_kinds``.
    values
        Revenue for each stage; a value that never changes has the one key ``""``.
    slots
        Places for markers.
    area
        Name shared by all hexes that are one off-board area: one stop.
    at
        Where on the hex it is drawn: an edge (``3``), between two (``2.5``), or ``None``
        for wherever the drawing likes.
    closed
        Printed, but not in play until a panel is laid on it.
    alpine
        A pass of the high Alps, which only tiles of its own kind can follow.
    centred
        Drawn in the middle of the hex although the hex has several stops.
    """

    kind: str
    values: Mapping[str, int]
    slots: int = 1
    area: str | None = None
    at: float | None = None
    closed: bool = False
    alpine: bool = False
    centred: bool = False

    def value(self, stage: str) -> int:
        """Return the revenue of the stop in ``stage``."""
        return self.values[""] if "" in self.values else self.values[stage]


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of track with two ends, each at an edge of the hex or at a stop.

    ``edges`` and ``stops`` together always name two ends: edge to edge, edge to stop,
    or stop to stop. Pieces that name the same ``junction`` meet inside the hex, so that
    only one of them can be used.
    """

    edges: tuple[int, ...]
    stops: tuple[int, ...] = ()
    narrow: bool = False
    terminal: bool = False
    junction: int | None = None

    def turned(self, rotation: int) -> Piece:
        """Return the piece as it lies when its tile is turned by ``rotation``."""
        edges = tuple((edge + rotation) % 6 for edge in self.edges)
        return Piece(edges, self.stops, self.narrow, self.terminal, self.junction)


@dataclass(frozen=True, slots=True)
class Tile:
    """A tile, or the print of a hex: its colour, stops, track and what building costs.

    ``layer`` says how the tile lies: ``tile`` replaces what was there, ``overlay`` is
    added to it (only on hexes of its own colour; several share a hex, and a stop on it
    takes the place of the printed stop with the same index), ``panel`` opens a closed
    stop and gives it its value. ``cost`` and ``terrain`` are printed on hexes and paid by the first
    tile; ``upgrade_cost`` is printed on tiles and paid by the next one.
    """

    name: str
    colour: str
    stops: tuple[PrintedStop, ...] = ()
    track: tuple[Piece, ...] = ()
    label: str | None = None
    label_from: tuple[str, str] | None = None
    """A label that holds from a colour on: ``(label, colour)``."""
    cost: int = 0
    terrain: tuple[str, ...] = ()
    sealed: frozenset[int] = frozenset()
    frontier: frozenset[int] = frozenset()
    count: int | None = None
    layer: str = "tile"
    online_only: bool = False
    upgrade_cost: int = 0

    def __hash__(self) -> int:
        return hash((self.name, self.colour))


@cache
def turned_track(tile: Tile, rotation: int) -> tuple[Piece, ...]:
    """Return the track of ``tile`` turned by ``rotation``: edge e comes to (e + r) mod 6."""
    return tuple(piece.turned(rotation) for piece in tile.track)
