"""A board in play: the face that each hex shows, and the markers on its stops."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from hexgraph.extras import NOTHING, PositionExtras, extras_of
from hexgraph.face import Face, StopKey, printed_faces, runs_through
from hexgraph.laid import shown_face
from hexgraph.lattice import opposite
from hexgraph.sides import Crossing, crossings, hexside, split_stop
from hexgraph.stations import described_stations
from mapdata.companies import find_company
from mapdata.errors import InputError, look_up, within
from mapdata.lazy import lazy
from mapdata.places import find_hex
from mapdata.position import Position
from mapdata.tile import PrintedStop
from mapdata.title import Company, Phase, Title
from mapdata.words import with_article


class Board(Struct, frozen=True, dict=True):
    """A position laid out: faces that differ from the print, and the markers.

    ``markers`` maps a stop to the companies standing there, in the order given.
    """

    title: Title
    phase: Phase
    laid: Mapping[str, Face]
    markers: Mapping[StopKey, tuple[str, ...]]
    extras: PositionExtras = NOTHING

    @lazy
    def faces(self) -> dict[str, Face]:
        """Face of each hex."""
        return {**printed_faces(self.title), **self.laid}

    def face(self, hex_id: str) -> Face:
        """Face of ``hex_id``."""
        return self.faces[hex_id]

    def stop_id(self, stop: StopKey) -> str:
        """Return a stop as people write it: the hex, with its index if it has several."""
        hex_id, index = stop
        return self.face(hex_id).stop_id(index)

    @lazy
    def crossings(self) -> Mapping[tuple[str, int], Crossing]:
        """The neighbour across each hexside that track can cross."""
        printed, stated = crossings(self.title), self.extras.neighbours
        if not stated:
            return printed
        found = {side: crossing for side, crossing in printed.items() if side[0] not in stated}
        for hex_id, edges in stated.items():
            for edge, across in edges.items():
                side = hexside(hex_id, across)
                found[hex_id, edge] = Crossing(across, side, opposite(edge))
        return found

    def slots(self, stop: StopKey) -> int:
        """Number of marker places at a stop."""
        return self.extras.slots.get(stop, self.faces[stop[0]].stops[stop[1]].slots)

    def full(self, stop: StopKey, company: str) -> bool:
        """Whether other companies' markers bar ``company`` from passing a stop."""
        markers = self.markers.get(stop, ())
        if company in markers or stop in self.extras.neutral:
            return False
        printed = self.faces[stop[0]].stops[stop[1]]
        return filled(self.title, printed, len(markers), self.extras.slots.get(stop))

    def passable(self, stop: StopKey, company: str) -> bool:
        """Whether ``company`` may run through a stop."""
        face, index = self.face(stop[0]), stop[1]
        return runs_through(self.title, face, index) and not self.full(stop, company)


def filled(title: Title, printed: PrintedStop, markers: int, slots: int | None) -> bool:
    """Whether this many markers close a stop to companies without one there.

    ``slots`` is the number of its places if the position states it, else ``None``.
    """
    places = printed.slots if slots is None else slots
    return title.stop_kinds[printed.kind].blocks and markers >= places


def lay_out(position: Position, title: Title) -> Board:
    """Return the board that ``position`` describes; raise an error if it is impossible."""
    with within("phase"):
        phase = look_up(title.phases, position.phase, "phase")
    laid: dict[str, Face] = {}
    for place, code in position.tiles.items():
        try:
            face = _laid(title, place, code)
            if face.hex in laid:
                raise InputError(f"{face.hex} is given twice")
            laid[face.hex] = face
        except InputError as error:
            raise error.at(f"tiles.{place}") from None
    markers: dict[StopKey, tuple[str, ...]] = {}
    board = Board(title, phase, laid, markers)
    extras = extras_of(position, title, board.faces)
    if extras is not NOTHING:
        board = replace(board, extras=extras)
    for name, places in position.tokens.items():
        try:
            if extras.neutral and name not in title.companies and _neutral(board, places):
                continue
            company = find_company(title, name).id
            for place in places:
                _place(board, markers, place, company)
        except InputError as error:
            raise error.at(f"tokens.{name}") from None
    return board


@lru_cache(maxsize=32768)
def _laid(title: Title, place: str, code: str) -> Face:
    """Face of the hex ``place`` under the tiles of ``code``."""
    return shown_face(title, find_hex(title, place), code)


def _neutral(board: Board, places: Iterable[str]) -> bool:
    """Whether all these places have neutral markers, under whatever name."""
    return board.extras.neutral.issuperset(marker_stop(board, place) for place in places)


def company_of(position: Position, title: Title) -> Company:
    """Return the company that runs; raise an error if its phase or trains do not fit it."""
    with within("company"):
        company = find_company(title, position.company)
    with within("phase"):
        look_up(title.phases, position.phase, "phase")
    with within("trains"):
        for name in position.trains:
            train = look_up(title.trains, name, "train")
            if company.trains is not None and train.name not in company.trains:
                own = ", ".join(train for train in title.trains if train in company.trains)
                raise InputError(
                    f"{company.id} ({company.kind}) cannot own {with_article(name)}, only {own}"
                )
    return company


def marker_stop(board: Board, text: str) -> StopKey:
    """Return the stop at which a marker stands, from ``K10``, its name or ``I4.0``."""
    return _station_at(board, text)[0]


def _station_at(board: Board, text: str) -> tuple[StopKey, int]:
    """Return the stop at which a marker stands, and how many places are printed there."""
    face, index = board.faces.get(text), None
    if face is None:  # the name of a hex, or one of several stops
        hex_id, index = split_stop(board.title, text)
        face = board.faces[hex_id]
    return _station(board.title, face, index, text)


@lru_cache(maxsize=32768)
def _station(title: Title, face: Face, index: int | None, text: str) -> tuple[StopKey, int]:
    """Return the stop of a hex that can hold markers, and its number of places.

    ``text`` is the stop as the position has it, for messages.
    """
    holding = [i for i, stop in enumerate(face.stops) if title.stop_kinds[stop.kind].blocks]
    options = " or ".join(face.stop_id(i) for i in holding)
    if index is None:
        if len(holding) > 1:
            choices = described_stations(title, face, holding)
            raise InputError(f"{text} has {len(holding)} stations: write {choices}")
        index = holding[0] if holding else 0
    if index not in holding:
        only = f", only at {options}" if holding else ""
        raise InputError(f"no marker can stand at {text}: there is no city{only}")
    return (face.hex, index), face.stops[index].slots


def _place(board: Board, markers: dict[StopKey, tuple[str, ...]], text: str, company: str) -> None:
    """Put a marker on the board, if there is a place for it."""
    stop, slots = _station_at(board, text)
    there = markers.get(stop, ())
    owner = board.title.companies.get(company)
    if company in there and not (owner and owner.heir):
        raise InputError(f"{company} stands twice in {board.stop_id(stop)}")
    markers[stop] = there = (*there, company)
    if board.extras.slots:
        slots = board.slots(stop)
    if len(there) > slots:
        raise InputError(
            f"{board.stop_id(stop)} has {slots} place{'s' * (slots > 1)}, "
            f"but markers of {', '.join(there)}"
        )
