"""Stops and track as printed on a tile or on a hex of the board."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from msgspec import Struct, field
from msgspec.structs import replace

COLOURS = (
    *("white", "yellow", "green", "brown", "gray"),
    *("red", "blue", "purple", "black", "orange", "sepia", "salmon"),
)
"""Of hexes and tiles, those of the tiles in the order in which they follow each other."""

SINGLE = (1, 0)
"""The lane of a side that has one track."""


class PrintedStop(Struct, frozen=True):
    """A place printed on a tile where trains stop.

    Attributes
    ----------
    kind
        ``city``, ``town``, ``offboard``, or another kind that the title describes in
        its ``stop_kinds``.
    values
        Revenue for each stage; a value that never changes has the one key ``""``.
    figures
        Revenue for trains that read a figure of their own, by its name: ``diesel``.
    slots
        Places for markers.
    area
        Name shared by all hexes that are one off-board area: one stop.
    groups
        At most one visited stop of each group stands in a route.
    visit
        What a visit costs a train that counts stops.
    at
        Where on the hex it is drawn: an edge (``3``), between two (``2.5``), or ``None``
        for wherever the drawing likes.
    single
        Only one train of a company may visit it.
    closed
        Printed, but not in play until a tile of the layer ``opening`` is laid on it.
    sort
        What its title calls it beside its kind. Only a stop of the same sort can follow it.
    centred
        Drawn in the middle of the hex although the hex has several stops.
    """

    kind: str
    values: Mapping[str, int]
    figures: Mapping[str, int] = field(default_factory=dict)
    slots: int = 1
    area: str | None = None
    groups: tuple[str, ...] = ()
    visit: int = 1
    at: float | None = None
    single: bool = False
    closed: bool = False
    sort: str | None = None
    centred: bool = False

    @property
    def plot(self) -> str:
        """The kind of stop that it is in building: towns and halts follow each other."""
        return "town" if self.kind == "halt" else self.kind

    def value(self, stage: str) -> int:
        """Return the revenue of the stop in ``stage``."""
        return self.values[""] if "" in self.values else self.values[stage]


class Piece(Struct, frozen=True):
    """A piece of track with two ends, each at an edge of the hex or at a stop.

    ``edges`` and ``stops`` together always name two ends: edge to edge, edge to stop,
    or stop to stop.

    Attributes
    ----------
    gauge
        ``broad``, or what else is printed: ``narrow``, ``dual``, ``thin``.
    terminal
        It ends at its stop: a route over it goes no further.
    junctions
        Numbers of the meetings without a stop that it passes inside the hex.
    lanes
        For each of ``edges``: how many tracks lie side by side there, and which one it is.
    stem
        It shares the last bit to its stop with the other pieces that say so.
    """

    edges: tuple[int, ...]
    stops: tuple[int, ...] = ()
    gauge: str = "broad"
    terminal: bool = False
    junctions: tuple[int, ...] = ()
    lanes: tuple[tuple[int, int], ...] = ()
    stem: bool = False

    @property
    def narrow(self) -> bool:
        """Whether it is special track, drawn thin."""
        return self.gauge == "narrow"

    def lane(self, edge: int) -> tuple[int, int]:
        """Lanes at ``edge`` and the index among them: ``(2, 1)`` is the second of two."""
        return self.lanes[self.edges.index(edge)] if self.lanes else SINGLE

    def turned(self, rotation: int) -> Piece:
        """Return the piece as it lies when its tile is turned by ``rotation``."""
        return replace(self, edges=tuple((edge + rotation) % 6 for edge in self.edges))


class Border(NamedTuple):
    """A hexside with something on it: a river to cross, a mountain ridge."""

    edge: int
    kind: str
    cost: int


class Partition(NamedTuple):
    """A line across the hex: ``inner`` edges lie on one side of it, ``outer`` on the other."""

    inner: frozenset[int]
    outer: frozenset[int]
    kind: str
    restrict: str


class Cost(NamedTuple):
    """The price of building, and the terrain it is paid for."""

    amount: int
    terrain: tuple[str, ...]


class Tile(Struct, frozen=True):
    """A tile, or the print of a hex: its colour, stops, track and what building costs.

    ``layer`` says how the tile lies: ``tile`` replaces what was there, ``overlay`` is
    added to it (only on hexes of its own colour; several share a hex, and a stop on it
    takes the place of the printed stop with the same index), ``opening`` opens a
    closed stop and gives it its value. ``costs`` are paid by the next tile that is laid there.
    """

    name: str
    colour: str
    stops: tuple[PrintedStop, ...] = ()
    track: tuple[Piece, ...] = ()
    label: str | None = None
    label_from: Mapping[str, str | None] = field(default_factory=dict)
    """Labels that hold from a colour on; ``None`` for no label any more."""
    costs: tuple[Cost, ...] = ()
    sealed: frozenset[int] = frozenset()
    opening: Mapping[int, str] = field(default_factory=dict)
    """Edges that are sealed until a phase."""
    province_edges: frozenset[int] = frozenset()
    borders: tuple[Border, ...] = ()
    stubs: frozenset[int] = frozenset()
    """Edges on which the hex shows that track is wanted there."""
    partitions: tuple[Partition, ...] = ()
    icons: tuple[str, ...] = ()
    extras: tuple[tuple[str, Mapping[str, str]], ...] = ()
    """Parts of the print that only decorate it, as written: frames, stripes."""
    count: int | None = None
    layer: str = "tile"
    online_only: bool = False

    @property
    def cost(self) -> int:
        """The price of the next tile here."""
        return sum(cost.amount for cost in self.costs)

    @property
    def terrain(self) -> tuple[str, ...]:
        """Every terrain that the next tile pays for."""
        return tuple(word for cost in self.costs for word in cost.terrain)

    def __hash__(self) -> int:
        return hash((self.name, self.colour))


@cache
def turned_track(tile: Tile, rotation: int) -> tuple[Piece, ...]:
    """Return the track of ``tile`` turned by ``rotation``: edge e comes to (e + r) mod 6."""
    return tuple(piece.turned(rotation) for piece in tile.track)
