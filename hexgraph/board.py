"""A board as it lies: which face each hex shows and whose markers stand where."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache

from mapdata.errors import InputError, look_up, within
from mapdata.places import find_hex
from mapdata.position import Position
from mapdata.tile import Piece, PrintedStop, Tile, turned_track
from mapdata.title import Company, Phase, Title, gone_trains

StopKey = tuple[str, int]
"""A stop on the board: its hex and its index there."""

_CODE = re.compile(r"([^:+]+)(?::(-?\d+))?")


@dataclass(frozen=True, eq=False)
class Face:
    """What a hex shows: stops and track of all its layers, turned as they lie.

    ``layers`` are the tiles with their rotations; none for a hex as printed. Faces are
    kept from board to board, and what is looked up in them is found once.
    """

    hex: str
    stops: tuple[PrintedStop, ...]
    track: tuple[Piece, ...]
    layers: tuple[tuple[Tile, int], ...] = ()

    @cached_property
    def open(self) -> bool:
        """Return whether trains may enter: a closed stop keeps its hex shut."""
        return not any(stop.closed for stop in self.stops)

    @cached_property
    def track_at(self) -> tuple[tuple[Piece, ...], ...]:
        """Return for each edge the track that trains can enter by."""
        return tuple(
            tuple(piece for piece in self.track if self.open and edge in piece.edges)
            for edge in range(6)
        )

    @cached_property
    def dead_ends(self) -> frozenset[int]:
        """Return the stops that nothing runs through, since track ends there."""
        return frozenset(stop for piece in self.track if piece.terminal for stop in piece.stops)


@dataclass(frozen=True)
class Board:
    """A position laid out: faces that differ from the print, and the markers.

    ``markers`` maps a stop to the companies standing there, in the order given.
    """

    title: Title
    phase: Phase
    laid: Mapping[str, Face]
    markers: Mapping[StopKey, tuple[str, ...]]

    def face(self, hex_id: str) -> Face:
        """Return what ``hex_id`` shows."""
        return self.laid.get(hex_id) or printed_face(self.title, hex_id)

    def stop_id(self, stop: StopKey) -> str:
        """Return a stop as people write it: the hex, with its index if it has several."""
        hex_id, index = stop
        return hex_id if len(self.face(hex_id).stops) == 1 else f"{hex_id}.{index}"

    def full(self, stop: StopKey, company: str) -> bool:
        """Return whether other companies' markers bar ``company`` from passing a stop."""
        printed = self.face(stop[0]).stops[stop[1]]
        markers = self.markers.get(stop, ())
        blocks = self.title.stop_kinds[printed.kind].blocks
        return blocks and company not in markers and len(markers) >= printed.slots

    def passable(self, stop: StopKey, company: str) -> bool:
        """Return whether ``company`` may run through a stop."""
        face, index = self.face(stop[0]), stop[1]
        through = self.title.stop_kinds[face.stops[index].kind].through
        return through and index not in face.dead_ends and not self.full(stop, company)


def lay_out(position: Position, title: Title) -> Board:
    """Return the board that ``position`` describes, or say what in it is impossible."""
    with within("phase"):
        phase = look_up(title.phases, position.phase, "phase")
    laid: dict[str, Face] = {}
    for place, code in position.tiles.items():
        try:
            hex_id = find_hex(title, place)
            if hex_id in laid:
                raise InputError(f"{hex_id} is given twice")
            laid[hex_id] = laid_face(title, hex_id, code)
        except InputError as error:
            raise error.at(f"tiles.{place}") from None
    board = Board(title, phase, laid, {})
    markers: dict[StopKey, tuple[str, ...]] = {}
    for name, places in position.tokens.items():
        with within(f"tokens.{name}"):
            company = look_up(title.companies, name, "company")
            for place in places:
                stop = marker_stop(board, place)
                markers[stop] = (*markers.get(stop, ()), company.id)
                _check_places(board, stop, markers[stop])
    return Board(title, phase, laid, markers)


def company_of(position: Position, title: Title) -> Company:
    """Return the company that runs, once it and its trains are known to be possible."""
    with within("company"):
        company = look_up(title.companies, position.company, "company")
    with within("phase"):
        look_up(title.phases, position.phase, "phase")
    gone = gone_trains(title, position.phase)
    with within("trains"):
        for name in position.trains:
            train = look_up(title.trains, name, "train")
            if name in gone:
                raise InputError(f"there is no {name} in phase {position.phase}: {gone[name]}")
            if company.trains is not None and train.name not in company.trains:
                own = ", ".join(train for train in title.trains if train in company.trains)
                raise InputError(f"{company.id} ({company.kind}) cannot own a {name}, only {own}")
    return company


@cache
def printed_face(title: Title, hex_id: str) -> Face:
    """Return a hex as printed on the board."""
    printed = title.hexes[hex_id].printed
    return Face(hex_id, printed.stops, printed.track)


@lru_cache(maxsize=4096)
def laid_face(title: Title, hex_id: str, code: str) -> Face:
    """Return what a hex shows under the tiles in ``code`` (``57:2``, ``OP2:0+X78:3``)."""
    layers = [_layer(title, hex_id, part) for part in code.split("+")]
    if len(layers) > 1 and any(tile.layer != "overlay" for tile, _ in layers):
        raise InputError(f"{code!r}: only overlays can be joined by +")
    if len(set(layers)) < len(layers):
        raise InputError(f"{code!r}: the same tile lies there twice")
    tile, rotation = layers[0]
    if tile.layer == "panel":
        return _open_panel(title, hex_id, tile)
    stops: list[PrintedStop] = []
    track: list[Piece] = []
    for tile, rotation in layers:
        shift = len(stops)
        for piece in turned_track(tile, rotation):
            ends = tuple(index + shift for index in piece.stops)
            track.append(Piece(piece.edges, ends, piece.narrow, piece.terminal, piece.junction))
        stops += tile.stops
    return Face(hex_id, tuple(stops), tuple(track), tuple(layers))


def _open_panel(title: Title, hex_id: str, panel: Tile) -> Face:
    """Return a printed stop opened by its panel: printed track, the panel's value."""
    printed = title.hexes[hex_id].printed
    stops = tuple(
        PrintedStop(old.kind, new.values, old.slots, old.area, old.at)
        for old, new in zip(printed.stops, panel.stops, strict=True)
    )
    return Face(hex_id, stops, printed.track, ((panel, 0),))


def _layer(title: Title, hex_id: str, part: str) -> tuple[Tile, int]:
    match = _CODE.fullmatch(part.strip())
    if match is None:
        raise InputError(f"{part!r} is no tile: write tile:rotation, layers joined by +")
    name, turn = match.groups()
    tile = look_up(title.tiles, name, "tile")
    if turn is None and tile.layer != "panel":
        raise InputError(f"{name} needs a rotation, as in {name}:0")
    rotation = int(turn or 0)
    if not 0 <= rotation <= 5:
        raise InputError(f"rotation {rotation} of tile {name} is outside 0-5")
    _check_kind(title, hex_id, tile)
    return tile, rotation


def _check_kind(title: Title, hex_id: str, tile: Tile) -> None:
    """Refuse a tile on a hex of the wrong kind: other stops, another label, no building."""
    printed = title.hexes[hex_id].printed
    kinds = {stop.kind for stop in printed.stops}
    closed = any(stop.closed for stop in printed.stops)
    what = f"tile {tile.name} cannot lie on {hex_id}"
    if (tile.layer == "panel") != closed:
        raise InputError(
            f"{what}: " + ("it is opened by a panel" if closed else "a panel opens a closed stop")
        )
    if closed:
        return
    if (tile.layer == "overlay") != (printed.colour in _overlay_colours(title)):
        raise InputError(f"{what}: a {printed.colour} hex takes other tiles")
    if tile.layer == "overlay":
        return
    if printed.colour in ("gray", "red", "blue"):
        raise InputError(f"{what}: a {printed.colour} hex is never built on")
    if {stop.kind for stop in tile.stops} != kinds or len(tile.stops) > len(printed.stops):
        raise InputError(
            f"{what}: the hex has {_stops_text(printed)}, the tile {_stops_text(tile)}"
        )
    if tile.label != label_for(title, hex_id, tile.colour):
        wanted = label_for(title, hex_id, tile.colour)
        raise InputError(
            f"{what}: " + (f"label {wanted} is needed" if wanted else "no label there")
        )


def label_for(title: Title, hex_id: str, colour: str) -> str | None:
    """Return the label that a tile of ``colour`` must carry on ``hex_id``."""
    printed = title.hexes[hex_id].printed
    if printed.label_from is not None:
        label, first = printed.label_from
        order = [name for phase in title.phases.values() for name in phase.colours]
        return label if order.index(colour) >= order.index(first) else None
    return printed.label


@cache
def _overlay_colours(title: Title) -> frozenset[str]:
    return frozenset(tile.colour for tile in title.tiles.values() if tile.layer == "overlay")


def _stops_text(tile: Tile) -> str:
    kinds = [stop.kind for stop in tile.stops]
    return " and ".join(f"{kinds.count(kind)} {kind}" for kind in sorted(set(kinds))) or "no stop"


def marker_stop(board: Board, text: str) -> StopKey:
    """Return the stop at which a marker stands, from ``K10``, ``Sion`` or ``I4.0``."""
    hex_id, index = split_stop(board.title, text)
    stops = board.face(hex_id).stops
    holding = [i for i, stop in enumerate(stops) if board.title.stop_kinds[stop.kind].blocks]
    if index is None:
        if len(holding) > 1:
            options = " or ".join(f"{hex_id}.{i}" for i in holding)
            raise InputError(f"{text} has {len(holding)} stations: write {options}")
        index = holding[0] if holding else 0
    if index not in holding:
        options = " or ".join(board.stop_id((hex_id, i)) for i in holding)
        only = f", only at {options}" if holding else ""
        raise InputError(f"no marker can stand at {text}: there is no city{only}")
    return hex_id, index


def split_stop(title: Title, text: str) -> tuple[str, int | None]:
    """Return the hex and the index, if one is given, of ``K10``, ``Sion``, ``Sion.0``."""
    name, dot, index = text.rpartition(".")
    if dot and index.isdecimal():
        return find_hex(title, name), int(index)
    return find_hex(title, text), None


def _check_places(board: Board, stop: StopKey, markers: tuple[str, ...]) -> None:
    slots = board.face(stop[0]).stops[stop[1]].slots
    if len(set(markers)) < len(markers):
        raise InputError(f"{markers[-1]} stands twice in {board.stop_id(stop)}")
    if len(markers) > slots:
        raise InputError(
            f"{board.stop_id(stop)} has {slots} place{'s' * (slots > 1)}, "
            f"but markers of {', '.join(markers)}"
        )
