"""A company as a builder: which tiles it may lay, where its markers may go, and why not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from hexgraph.board import Board
from hexgraph.face import Face, StopKey, printed_faces
from hexgraph.laid import laid_face
from hexgraph.lattice import opposite
from hexgraph.lay import (
    Refusal,
    kept_stops,
    lay_cost,
    next_colour,
    piece_ends,
    turns,
    unfit_tile,
    unfit_turn,
    with_marker,
    with_tile,
)
from hexgraph.reach import Reach, frontiers, own_stations, reach_of
from hexgraph.sides import hex_across, hexside, split_stop
from mapdata.building import Building, building, has_begun, marker_prices
from mapdata.tile import Tile
from mapdata.title import Company, Title


@dataclass(frozen=True, slots=True)
class Lay:
    """A tile lay: where, which tile, how it is turned, what it costs."""

    hex: str
    tile: str
    rotation: int
    cost: int

    @property
    def code(self) -> str:
        """Return the tile as positions write it."""
        return f"{self.tile}:{self.rotation}"


@dataclass(frozen=True, slots=True)
class Marker:
    """A place for a marker, and what it costs."""

    stop: StopKey
    cost: int


@dataclass(frozen=True)
class Builder:
    """A company on a board, ready to build.

    ``par`` is its issue price, where that is known: it can limit its markers. ``online``
    adds the tiles that only online games have.
    """

    board: Board
    company: Company
    par: int | None = None
    online: bool = False

    @property
    def title(self) -> Title:
        """Return the title that is played."""
        return self.board.title

    @cached_property
    def rules(self) -> Building:
        """Return how the title is built on."""
        return building(self.title)

    # -- tiles -----------------------------------------------------------------------------

    @cached_property
    def closed(self) -> frozenset[str]:
        """Return the frontiers that nothing may be built across in this phase."""
        opening, now = self.rules.frontiers_open, self.board.phase.name
        if opening is None or has_begun(self.title, opening, now):
            return frozenset()
        return frontiers(self.title, now)

    @cached_property
    def reach(self) -> Reach:
        """Return what the company reaches for laying tiles."""
        return reach_of(self.board, self.company.id, barred=self.closed)

    @cached_property
    def _stations(self) -> frozenset[StopKey]:
        return frozenset(own_stations(self.board, self.company.id))

    def lays(self) -> Iterator[Lay]:
        """Yield every legal tile lay; turns that look alike are one, the smallest named."""
        for hex_id in self.title.hexes:
            begins = any(at == hex_id for at, _ in self._stations)
            if not begins and hex_id not in self._entries:
                continue
            cost, colour = lay_cost(self.board, hex_id), next_colour(self.board, hex_id)
            for tile in self.title.tiles.values():
                if tile.colour != colour or self.why_no_tile(hex_id, tile) is not None:
                    continue
                for rotation in turns(tile):
                    if self.why_no_turn(hex_id, tile, rotation) is None:
                        yield Lay(hex_id, tile.name, rotation, cost)

    def why_no_lay(self, hex_id: str, tile: Tile, rotation: int) -> Refusal | None:
        """Return why a tile may not be laid, or ``None`` if it may."""
        return self.why_no_tile(hex_id, tile) or self.why_no_turn(hex_id, tile, rotation)

    def why_no_tile(self, hex_id: str, tile: Tile) -> Refusal | None:
        """Return why a tile may not be laid on a hex however it is turned, or ``None``."""
        return unfit_tile(self.board, hex_id, tile, online=self.online)

    def why_no_turn(self, hex_id: str, tile: Tile, rotation: int) -> Refusal | None:
        """Return why a tile that the hex takes may not be laid in this turn, or ``None``."""
        unfit = unfit_turn(self.board, hex_id, tile, rotation, self.closed)
        return unfit or self._out_of_reach(hex_id, tile, rotation)

    @cached_property
    def _entries(self) -> dict[str, set[int]]:
        """Return for each hex the edges at which routes of the company arrive from outside."""
        found: dict[str, set[int]] = {}
        for hex_id, edge in self.reach.exits:
            across = hex_across(self.title, hex_id, edge)
            if across is not None and hexside(hex_id, across) not in self.closed:
                found.setdefault(across, set()).add(opposite(edge))
        return found

    def _out_of_reach(self, hex_id: str, tile: Tile, rotation: int) -> Refusal | None:
        """Return why a tile that fits is not the company's to lay, or ``None``."""
        old = self.board.face(hex_id)
        new = laid_face(self.title, hex_id, f"{tile.name}:{rotation}")
        became = kept_stops(old, new)
        assert became is not None
        entries = self._entries.get(hex_id, set())
        begins = {became[index] for at, index in self._stations if at == hex_id}
        arrives = {
            stop for piece in new.track if entries.intersection(piece.edges) for stop in piece.stops
        }
        if not begins and not any(entries.intersection(piece.edges) for piece in new.track):
            what = "no route" if self._stations else "no marker, so no route"
            return Refusal(
                "unreachable",
                f"{self.company.id} has {what} to the track of {tile.name}:{rotation}",
            )
        if not self.rules.new_track:
            return None
        after = with_tile(self.board, hex_id, tile, rotation)
        reached = self._reached_pieces(after, new, entries, begins | arrives)
        had = {piece_ends(piece, became) for piece in old.track}
        if any(piece_ends(new.track[at]) not in had for at in reached):
            return None
        stage = self.board.phase.stage
        for index, stop in enumerate(old.stops):
            now = became[index]
            if now in begins | arrives and new.stops[now].value(stage) != stop.value(stage):
                return None
        return Refusal(
            "no-new-track", f"{self.company.id} reaches no new track of {tile.name}:{rotation}"
        )

    def _reached_pieces(
        self, after: Board, new: Face, entries: set[int], stops: set[int]
    ) -> set[int]:
        """Return the pieces of a new tile that routes of the company can use."""
        reached = {at for at, piece in enumerate(new.track) if entries.intersection(piece.edges)}
        queue = list(stops)
        for stop in queue:
            key = (new.hex, stop)
            own = self.company.id in after.markers.get(key, ())
            if not own and not after.passable(key, self.company.id):
                continue
            for at, piece in enumerate(new.track):
                if stop in piece.stops:
                    reached.add(at)
                    queue += [other for other in piece.stops if other not in queue]
        return reached

    # -- markers ---------------------------------------------------------------------------

    @cached_property
    def marker_reach(self) -> Reach:
        """Return what the company reaches without crossing a frontier that stands."""
        barred = frontiers(self.title, self.board.phase.name)
        return reach_of(self.board, self.company.id, barred=barred)

    @cached_property
    def price(self) -> int | None:
        """Return the price of the company's next marker, or ``None`` if it has none left."""
        prices = marker_prices(self.title, self.company, self.par)
        placed = sum(self.company.id in standing for standing in self.board.markers.values())
        return prices[placed] if placed < len(prices) else None

    def markers(self) -> Iterator[Marker]:
        """Yield every legal place for the company's next marker."""
        if self.price is not None:
            for stop in sorted(self.marker_reach.stops, key=self._in_board_order):
                if self.why_no_marker(stop) is None:
                    yield Marker(stop, self.price)

    def _in_board_order(self, stop: StopKey) -> tuple[int, int]:
        return self._order[stop[0]], stop[1]

    @cached_property
    def _order(self) -> dict[str, int]:
        return {hex_id: at for at, hex_id in enumerate(self.title.hexes)}

    def why_no_marker(self, stop: StopKey) -> Refusal | None:
        """Return why no marker of the company may be placed at a stop, or ``None``."""
        hex_id, index = stop
        face = self.board.face(hex_id)
        if not self.title.stop_kinds[face.stops[index].kind].blocks:
            return Refusal("no-station", f"markers do not stand in a {face.stops[index].kind}")
        if any(
            self.company.id in self.board.markers.get((hex_id, at), ())
            for at in range(len(face.stops))
        ):
            return Refusal("one-a-tile", f"{self.company.id} has a marker on {hex_id} already")
        free = self._free(stop)
        if free == 0:
            return Refusal("full", "every place is taken")
        keeper = self._kept_for(stop)
        if keeper is not None:
            return Refusal("kept-for-home", f"the last place is kept for {keeper}")
        if stop not in self.marker_reach.stops:
            if stop in reach_of(self.board, self.company.id).stops:
                return Refusal("frontier", "it lies across a frontier")
            return Refusal("unreachable", f"{self.company.id} has no route there")
        if self.price is None:
            return Refusal("no-marker-left", f"all markers of {self.company.id} are placed")
        return None

    def _free(self, stop: StopKey) -> int:
        taken = len(self.board.markers.get(stop, ()))
        return self.board.face(stop[0]).stops[stop[1]].slots - taken

    def _kept_for(self, stop: StopKey) -> str | None:
        """Return the company whose home would have no place left, if a marker went there."""
        for keeper, places in self._kept:
            if stop in places:
                needed = sum(others <= places for _, others in self._kept)
                if sum(map(self._free, places)) - 1 < needed:
                    return keeper
        return None

    @cached_property
    def _kept(self) -> tuple[tuple[str, frozenset[StopKey]], ...]:
        """Return the homes of companies that may still start, with the stops that will do."""
        started = {name for standing in self.board.markers.values() for name in standing}
        kept = []
        for other in self.title.companies.values():
            if other.id in started or other.id == self.company.id or self._lapsed(other, started):
                continue
            kept += [(other.id, home_stops(self.board, home)) for home in other.homes]
        return tuple(kept)

    def _lapsed(self, other: Company, started: set[str]) -> bool:
        lapse = self.rules.homes_lapse.get(other.kind)
        if lapse is None:
            return False
        begun = lapse.phase and has_begun(self.title, lapse.phase, self.board.phase.name)
        return bool(begun) or lapse.company in started


def home_stops(board: Board, home: str) -> frozenset[StopKey]:
    """Return the stops of the board as it lies that a printed home means."""
    hex_id, index = split_stop(board.title, home)
    face, printed = board.face(hex_id), printed_faces(board.title)[hex_id]
    stations = [
        at for at, stop in enumerate(printed.stops) if board.title.stop_kinds[stop.kind].blocks
    ]
    became = kept_stops(printed, face) if face.layers else tuple(range(len(printed.stops)))
    if became is None:
        became = tuple(min(at, len(face.stops) - 1) for at in range(len(printed.stops)))
    meant = stations if index is None else [index]
    return frozenset((hex_id, became[at]) for at in meant)


def at_home(board: Board, company: Company) -> Board:
    """Return the board as the company's first turn finds it: with its home markers.

    They are placed, free of charge, before anything is built; a company that has a marker
    on the board has had its first turn.
    """
    if any(company.id in standing for standing in board.markers.values()):
        return board
    for home in company.homes:
        for stop in sorted(home_stops(board, home)):
            board = with_marker(board, stop, company.id)
    return board
