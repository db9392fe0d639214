"""``moves``: every legal tile lay and marker place of a company, and why not another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bestrun.files import Case
from bestrun.games.base import OfTurn
from bestrun.games.eighteen import turn_of
from bestrun.operating.builder import Builder, Lay
from bestrun.operating.homes import at_home
from bestrun.operating.placer import Marker, homes_to_choose
from bestrun.operating.specials import special_lays, special_markers
from bestrun.terminal import table
from bestrun.turn import Turn
from hexgraph.board import Board
from hexgraph.face import StopKey
from hexgraph.lay import Refusal
from hexgraph.reach import own_stations
from hexgraph.sides import split_stop
from hexgraph.turns import turns
from mapdata.building import lays_allowed
from mapdata.errors import InputError, look_up, within
from mapdata.places import find_hex
from mapdata.written import whole

MARKER_WORDS = ("token", "marker")
"""What stands in the place of a tile when the question is about a marker."""


def builder_of(case: Case, *, online: bool = False) -> tuple[Turn, Builder]:
    """Return the turn of a case and its company as a builder."""
    turn = turn_of(case)
    with within(case.place):
        par = whole_number(case, "par")
        builder = Builder(
            at_home(turn.board, turn.company),
            turn.company,
            par,
            online,
            first_turn=not turn.position.trains,
            homes=homes_to_choose(turn.board, turn.company),
        )
        builder.price  # noqa: B018 - an impossible issue price is said here, with its place
    return turn, builder


def whole_number(case: Case, key: str) -> int | None:
    """Return a figure that a position may carry, or ``None`` if it does not."""
    value = case.data.get(key)
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

    def to_dict(self) -> dict[str, Any]:
        """Return the fields of the JSON contract."""
        return {
            "id": self.id,
            "lays": [
                {"hex": lay.hex, "tile": lay.code, "cost": lay.cost} | _by(lay.by)
                for lay in self.lays
            ],
            "tokens": [
                {"stop": self.board.stop_id(marker.stop), "cost": marker.cost}
                | _by(marker.by)
                | ({"neutral": True} if marker.neutral else {})
                for marker in self.markers
            ],
            **self.warned(),
        }

    def summary(self) -> str:
        """Return what a person reads: a row for each tile on each hex, with its turns."""
        lines = [str(self.turn), "", self._lays_line()]
        rows: dict[tuple[str, str, str, int], list[Lay]] = {}
        for lay in self.lays:
            rows.setdefault((lay.hex, lay.tile, lay.by, lay.cost), []).append(lay)
        if rows:
            cells = [
                (
                    at,
                    self._name(at),
                    f"{tile} by {by}" if by else tile,
                    " ".join(str(lay.rotation) for lay in same),
                    cost,
                )
                for (at, tile, by, cost), same in rows.items()
            ]
            lines.append(table(("hex", "place", "tile", "turned by", "cost"), cells, right="cost"))
        lines += ["", f"marker places: {len(self.markers) or 'none'}"]
        if self.markers:
            places = [
                (self.board.stop_id(marker.stop), self._name(marker.stop[0]), marker.cost)
                for marker in self.markers
            ]
            lines.append(table(("stop", "place", "cost"), places, right="cost"))
        return "\n".join(lines)

    def _name(self, hex_id: str) -> str:
        return self.turn.title.hexes[hex_id].name or ""

    def _lays_line(self) -> str:
        company = self.turn.company
        stations = len(own_stations(self.board, company.id))
        allowed = lays_allowed(self.turn.title, company, self.board.phase.name, stations)
        line = f"tile lays: {len(self.lays) or 'none'}"
        if allowed > 1:
            line += f" ({company.id} may lay {allowed} tiles, each from another station)"
        return line


def _by(private: str) -> dict[str, str]:
    """Return whose ability a move is, if it is not the company's own."""
    return {"by": private} if private else {}


def moves(case: Case, *, online: bool = False) -> Moves:
    """Answer ``bestrun moves`` for one case."""
    turn, builder = builder_of(case, online=online)
    return Moves(
        case.id,
        turn,
        builder.board,
        (*builder.lays(), *special_lays(builder)),
        (*builder.markers(), *special_markers(builder)),
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

    @property
    def legal(self) -> bool:
        """Return whether the move may be made."""
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
            **self.warned(),
        }

    def summary(self) -> str:
        """Return one line."""
        if self.refusal is None:
            return f"{self.what} at {self.where}: legal, costs {self.cost}"
        return f"{self.what} at {self.where}: {self.refusal.message} [{self.refusal.code}]"


def why(case: Case, where: str, what: str, *, online: bool = False) -> list[Reason]:
    """Answer ``bestrun moves --why``: for a tile (each of its turns) or a marker."""
    asked, builder = builder_of(case, online=online)
    if what.casefold() in MARKER_WORDS:
        stop = _stop_meant(builder.board, where)
        refusal = builder.why_no_marker(stop)
        cost = None if refusal else builder.placer.cost(stop)
        return [Reason(case.id, asked, "marker", builder.board.stop_id(stop), cost, refusal)]
    name, _, turn = what.partition(":")
    hex_id = find_hex(builder.title, where)
    tile = look_up(builder.title.tiles, name, "tile")
    wanted = whole(turn)
    if turn and (wanted is None or wanted > 5):
        raise InputError(f"rotation {turn} of tile {name} is outside 0-5")
    refusal = builder.why_no_tile(hex_id, tile)
    if refusal is not None:
        return [Reason(case.id, asked, what, hex_id, None, refusal)]
    reasons = []
    for rotation in turns(tile) if wanted is None else [wanted]:
        refusal = builder.why_no_lay(hex_id, tile, rotation)
        cost = None if refusal else builder.cost(hex_id, tile, rotation)
        reasons.append(Reason(case.id, asked, f"{name}:{rotation}", hex_id, cost, refusal))
    return reasons


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
