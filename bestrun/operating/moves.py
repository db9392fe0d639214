"""``moves``: every legal tile lay and marker place of a company, and why not another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from msgspec.structs import replace as struct_replace

from bestrun.files import Case
from bestrun.games.base import OfTurn
from bestrun.games.eighteen.solve import turn_of
from bestrun.operating.builder import Builder, Lay
from bestrun.operating.cubes import cube_lays, is_cube, no_cube_left, why_no_cube
from bestrun.operating.extra_lays import extra_named
from bestrun.operating.homes import at_home
from bestrun.operating.placer import Marker, homes_to_choose
from bestrun.operating.specials import special_lays, special_markers
from bestrun.operating.turn_lays import no_permit
from bestrun.terminal import table
from bestrun.turn import Turn
from hexgraph.bases import own_stations
from hexgraph.board import Board
from hexgraph.face import StopKey
from hexgraph.lay import Refusal
from hexgraph.sides import split_stop
from hexgraph.turns import turns
from mapdata.building import building, lays_allowed, tiles_called
from mapdata.errors import InputError, within
from mapdata.holdings import short
from mapdata.places import find_hex
from mapdata.tile import Tile
from mapdata.written import whole

MARKER_WORDS = ("token", "marker")
"""The word in place of a tile when the question is about a marker."""


def builder_of(case: Case, *, online: bool = False) -> tuple[Turn, Builder]:
    """Return the turn of a case and its company as a builder."""
    turn = turn_of(case)
    with within(case.place):
        par = whole_number(case, "par")
        builder = Builder(
            at_home(turn.board, turn.company),
            turn.company,
            par,
            online or turn.position.rules == "online",
            first_turn=not turn.position.trains or _of_nobody(turn),
            homes=homes_to_choose(turn.board, turn.company),
            trains=tuple(turn.position.trains),
        )
        builder.price  # noqa: B018 - an impossible issue price is said here, with its place
    return turn, builder


def _of_nobody(turn: Turn) -> bool:
    """Whether the company may be one of an owner who is no player, in its first turn.

    Its train came without money.
    """
    board, name = turn.board, turn.company.id
    if building(board.title).without_money is None or board.extras.cash not in (0, None):
        return False
    return sum(name in standing for standing in board.markers.values()) <= 1


def whole_number(case: Case, key: str) -> int | None:
    """Return a figure that a position may carry, or ``None`` if it does not."""
    value = short(case.data).get(key)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise InputError(f"expected a whole number, got {value!r}", key)
    return value


@dataclass(frozen=True, repr=False)
class Moves(OfTurn):
    """The answer of ``moves`` for one position."""

    id: str
    turn: Turn
    board: Board
    lays: tuple[Lay, ...]
    markers: tuple[Marker, ...]
    by_book: Mapping[Lay, int | None] = field(default_factory=dict)
    """Lays that the rulebook prices differently, or (``None``) refuses."""

    def to_dict(self) -> dict[str, Any]:
        """Return the fields of the JSON contract."""
        return {
            "id": self.id,
            "lays": [
                {"hex": lay.hex, "tile": lay.code, "cost": lay.cost}
                | _by(lay.by)
                | ({"extra": lay.extra} if lay.extra else {})
                | ({"owner_pays": lay.owner_pays} if lay.owner_pays else {})
                | ({"doubt": lay.doubt} if lay.doubt else {})
                | ({} if self._payable(lay.cost) else {"payable": False})
                | ({"by_book": self.by_book[lay]} if lay in self.by_book else {})
                for lay in self.lays
            ],
            "tokens": [
                {"stop": self.board.stop_id(marker.stop), "cost": marker.cost}
                | _by(marker.by)
                | ({"neutral": True} if marker.neutral else {})
                | ({} if self._payable(marker.cost) else {"payable": False})
                for marker in self.markers
            ],
            **self.warned(),
        }

    def summary(self) -> str:
        """The text for a terminal: a row for each tile on each hex, with its turns."""
        lines = [str(self.turn), "", self._lays_line()]
        rows: dict[tuple[str, str, str, int, str], list[Lay]] = {}
        for lay in self.lays:
            words = f"{lay.tile} by {lay.by}" if lay.by else lay.tile
            words += f" ({lay.extra}, extra)" if lay.extra else ""
            rows.setdefault((lay.hex, lay.tile, words, lay.cost, self._note(lay)), []).append(lay)
        if rows:
            cells = [
                (
                    at,
                    self._name(at),
                    words,
                    " ".join(str(lay.rotation) for lay in same),
                    cost,
                    note,
                )
                for (at, _, words, cost, note), same in rows.items()
            ]
            noted = any(note for *_, note in cells)
            headings = ("hex", "place", "tile", "turned by", "cost", *([""] if noted else []))
            shown = cells if noted else [cell[:-1] for cell in cells]
            lines.append(table(headings, shown, right="cost"))
        for name in dict.fromkeys(lay.extra for lay in self.lays if lay.extra):
            lines.append(f"a {name} needs {building(self.turn.title).extra_lays[name].needs}")
        lines += ["", f"marker places: {len(self.markers) or 'none'}"]
        if self.markers:
            places = [
                (self.board.stop_id(marker.stop), self._name(marker.stop[0]), cost_words)
                for marker in self.markers
                for cost_words in [f"{marker.cost}{self._unpaid(marker.cost)}"]
            ]
            lines.append(table(("stop", "place", "cost"), places, right="cost"))
        return "\n".join(lines)

    def _payable(self, cost: int) -> bool:
        cash = self.board.extras.cash
        return cash is None or cost <= cash

    def _unpaid(self, cost: int) -> str:
        return "" if self._payable(cost) else " cannot be paid"

    def _note(self, lay: Lay) -> str:
        """Note on a lay beside its cost."""
        notes = [] if self._payable(lay.cost) else ["cannot be paid"]
        if lay.owner_pays:
            notes.append(f"its owner pays {lay.owner_pays}")
        notes += [lay.doubt] if lay.doubt else []
        if lay in self.by_book:
            notes.append(book_words(self.by_book[lay]))
        return ", ".join(notes)

    def _name(self, hex_id: str) -> str:
        return self.turn.title.hexes[hex_id].name or ""

    def _lays_line(self) -> str:
        company = self.turn.company
        stations = len(own_stations(self.board, company.id))
        allowed = lays_allowed(self.turn.title, company, self.board.phase.name, stations)
        line = f"tile lays: {len(self.lays) or 'none'}"
        refusal = no_permit(self.board)
        if refusal is not None:
            line += f" ({refusal.message})"
        if allowed > 1:
            line += f" ({company.id} may lay {allowed} tiles, each from another station)"
        return line


def _by(private: str) -> dict[str, str]:
    """Owner of the ability behind a move, if it is not the company."""
    return {"by": private} if private else {}


def book_words(cost: int | None) -> str:
    """Words for a rulebook price that differs from that of online games."""
    return "not by the book" if cost is None else f"{cost} by the book"


def _by_book(builder: Builder) -> Builder | None:
    """Return the company under the rulebook, if the position leaves it open and it differs."""
    title, extras = builder.title, builder.board.extras
    if extras.rules is not None or building(title) == building(title, book=True):
        return None
    return replace(
        builder, board=struct_replace(builder.board, extras=struct_replace(extras, rules="book"))
    )


def _book_cost(builder: Builder, lay: Lay) -> int | None:
    tile = builder.title.tiles[lay.tile]
    if builder.why_no_turn(lay.hex, tile, lay.rotation) is not None:
        return None
    return builder.cost(lay.hex, tile, lay.rotation)


def moves(case: Case, *, online: bool = False) -> Moves:
    """Answer ``bestrun moves`` for one case."""
    turn, builder = builder_of(case, online=online)
    lays, by_book = tuple(builder.lays()), {}
    if (book := _by_book(builder)) is not None:
        costs = {lay: _book_cost(book, lay) for lay in lays}
        by_book = {lay: cost for lay, cost in costs.items() if cost != lay.cost}
    return Moves(
        case.id,
        turn,
        builder.board,
        (*lays, *special_lays(builder), *cube_lays(builder)),
        (*builder.markers(), *special_markers(builder)),
        by_book,
    )


@dataclass(frozen=True, repr=False)
class Reason(OfTurn):
    """Whether one move is legal, and why not."""

    id: str
    turn: Turn
    what: str
    where: str
    cost: int | None
    refusal: Refusal | None
    notes: tuple[str, ...] = ()

    @property
    def legal(self) -> bool:
        """Whether the move may be made."""
        return self.refusal is None

    def to_dict(self) -> dict[str, Any]:
        """Return the answer for programs."""
        return {
            "id": self.id,
            "where": self.where,
            "what": self.what,
            "legal": self.legal,
            "cost": self.cost,
            "code": self.refusal.code if self.refusal else None,
            "message": self.refusal.message if self.refusal else None,
            **({"notes": list(self.notes)} if self.notes else {}),
            **self.warned(),
        }

    def summary(self) -> str:
        """Return one line."""
        if self.refusal is None:
            line = f"{self.what} at {self.where}: legal, costs {self.cost}"
            return f"{line} ({'; '.join(self.notes)})" if self.notes else line
        return f"{self.what} at {self.where}: {self.refusal.message} [{self.refusal.code}]"


def why(case: Case, where: str, what: str, *, online: bool = False) -> list[Reason]:
    """Answer ``bestrun moves --why``: for a tile (each of its turns) or a marker."""
    asked, builder = builder_of(case, online=online)
    if what.casefold() in MARKER_WORDS:
        stop = _stop_meant(builder.board, where)
        refusal = builder.why_no_marker(stop)
        cost = None if refusal else builder.placer.cost(stop)
        stop_id, notes = builder.board.stop_id(stop), _unpaid_note(builder, cost)
        return [Reason(case.id, asked, "marker", stop_id, cost, refusal, notes)]
    name, _, turn = what.partition(":")
    hex_id = find_hex(builder.title, where)
    wanted = whole(turn)
    if turn and (wanted is None or wanted > 5):
        raise InputError(f"rotation {turn} of tile {name} is outside 0-5")
    return [
        reason
        for tile in tiles_called(builder.title, name)
        for reason in _reasons(case.id, asked, builder, hex_id, tile, wanted)
    ]


def _reasons(
    case_id: str, asked: Turn, builder: Builder, hex_id: str, tile: Tile, wanted: int | None
) -> list[Reason]:
    """Whether a tile is legal in the turn that is wanted, or in each."""
    name = tile.name
    if is_cube(builder, name):
        refusal = why_no_cube(builder, hex_id) or no_cube_left(builder, hex_id)
        return [Reason(case_id, asked, name, hex_id, None if refusal else 0, refusal)]
    refusal = builder.why_no_tile(hex_id, tile)
    if refusal is not None:
        what = name if wanted is None else f"{name}:{wanted}"
        return [Reason(case_id, asked, what, hex_id, None, refusal)]
    reasons = []
    for rotation in turns(tile) if wanted is None else [wanted]:
        refusal = builder.why_no_lay(hex_id, tile, rotation)
        lays = [] if refusal else list(builder.priced(hex_id, tile, rotation))
        what, cost = f"{name}:{rotation}", lays[0].cost if lays else None
        notes = _notes(builder, lays) if lays else ()
        reasons.append(Reason(case_id, asked, what, hex_id, cost, refusal, notes))
    return reasons


def _unpaid_note(builder: Builder, cost: int | None) -> tuple[str, ...]:
    cash = builder.board.extras.cash
    if cost is None or cash is None or cost <= cash:
        return ()
    return (f"cannot be paid with {cash}",)


def _notes(builder: Builder, lays: Sequence[Lay]) -> tuple[str, ...]:
    """Notes on a legal lay; the further ones say what else it may cost."""
    lay = lays[0]
    notes = list(_unpaid_note(builder, lay.cost))
    notes += [f"its owner pays {lay.owner_pays}"] if lay.owner_pays else []
    notes += [f"{each.cost or each.owner_pays} {each.doubt}" for each in lays[1:]]
    if (book := _by_book(builder)) is not None:
        cost = _book_cost(book, lay)
        if cost != lay.cost:
            notes.append(book_words(cost))
    extra = extra_named(builder, builder.title.tiles[lay.tile])
    if extra:
        notes.append(
            f"in addition to the turn's lays; needs {builder.rules.extra_lays[extra].needs}"
        )
    return tuple(notes)


def _stop_meant(board: Board, text: str) -> StopKey:
    """Return the stop that ``text`` names; of a hex with several the station, if only one."""
    hex_id, index = split_stop(board.title, text)
    stops = board.face(hex_id).stops
    if not stops:
        raise InputError(f"{hex_id} has no stop")
    if index is None:
        kinds = board.title.stop_kinds
        stations = [at for at, stop in enumerate(stops) if kinds[stop.kind].blocks]
        if len(stations) > 1:
            options = " or ".join(f"{hex_id}.{at}" for at in stations)
            raise InputError(f"{text} has {len(stations)} stations: write {options}")
        index = stations[0] if stations else 0
    if index >= len(stops):
        raise InputError(f"{hex_id} has no stop {index}: they are numbered from 0")
    return hex_id, index
