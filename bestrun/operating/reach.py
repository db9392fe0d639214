"""``reach``: what a company can reach, its destination, whether it needs a train."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bestrun.files import Case
from bestrun.games.base import OfTurn
from bestrun.operating.homes import started
from bestrun.operating.moves import builder_of
from bestrun.terminal import table
from bestrun.turn import Turn
from hexgraph.bases import home_stops, own_stations
from hexgraph.board import Board
from hexgraph.face import StopKey
from hexgraph.reach import Reach, reach_of
from mapdata.building import Lapse, building, has_begun
from mapdata.title import Company


@dataclass(frozen=True)
class Destination:
    """A company's destination: its hex, whether it is reached, and the payment for reaching it.

    ``times`` is the payment in issue prices, ``pays`` the sum if the issue price is known. ``void``
    is the reason why it pays nothing, ``unless`` a condition under which it does not.
    """

    hex: str
    name: str
    reached: bool
    times: int
    pays: int | None
    void: str = ""
    unless: str = ""

    @property
    def paid_words(self) -> str:
        """Payment for reaching it, in words."""
        return f"pays {self.times} x par" if self.pays is None else f"pays {self.pays}"


@dataclass(frozen=True, repr=False)
class Reached(OfTurn):
    """The answer of ``reach`` for one position."""

    id: str
    turn: Turn
    board: Board
    reach: Reach
    destination: Destination | None
    route: bool
    must_own_train: bool

    @property
    def stops(self) -> list[StopKey]:
        """Return the stops that routes of the company can visit, in the board's order."""
        order = {hex_id: at for at, hex_id in enumerate(self.turn.title.hexes)}
        return sorted(self.reach.stops, key=lambda stop: (order[stop[0]], stop[1]))

    @property
    def hexes(self) -> list[str]:
        """Return the hexes with track that routes of the company can use."""
        return [hex_id for hex_id in self.turn.title.hexes if hex_id in self.reach.hexes]

    def to_dict(self) -> dict[str, Any]:
        """Return the answer for programs."""
        aim = self.destination
        return {
            "id": self.id,
            "company": self.turn.company.id,
            "stops": [self.board.stop_id(stop) for stop in self.stops],
            "hexes": self.hexes,
            "destination": None
            if aim is None
            else {
                "hex": aim.hex,
                "name": aim.name,
                "reached": aim.reached,
                "times_par": aim.times,
                "pays": aim.pays,
                **({"void": aim.void} if aim.void else {}),
                **({"unless": aim.unless} if aim.unless else {}),
            },
            "route": self.route,
            "must_own_train": self.must_own_train,
            **self.warned(),
        }

    def summary(self) -> str:
        """The text for a terminal."""
        company = self.turn.company.id
        lines = [str(self.turn), "", f"stops in reach: {len(self.stops) or 'none'}"]
        if self.stops:
            lines.append(table(("stop", "place", "kind", "value"), self._rows(), right="value"))
        lines += ["", f"hexes in reach: {' '.join(self.hexes) or 'none'}"]
        if self.destination is not None:
            lines.append(self._destination_line(self.destination))
        if not self.route:
            lines.append(f"{company} has no route")
        elif self.must_own_train:
            lines.append(f"{company} has a route and must own a train")
        else:
            lines.append(f"{company} has a route, but need not own a train")
        return "\n".join(lines)

    def _rows(self) -> list[tuple[object, ...]]:
        rows: list[tuple[object, ...]] = []
        for hex_id, index in self.stops:
            stop = self.board.face(hex_id).stops[index]
            name = self.turn.title.hexes[hex_id].name or ""
            worth = stop.value(self.board.phase.stage)
            rows.append((self.board.stop_id((hex_id, index)), name, stop.kind, worth))
        return rows

    @staticmethod
    def _destination_line(aim: Destination) -> str:
        if aim.void:
            return f"destination {aim.name} ({aim.hex}): void, {aim.void}"
        state = "reached" if aim.reached else "not reached"
        worth = f"{aim.times} times the issue price" if aim.pays is None else str(aim.pays)
        paid = f", pays {worth}" if aim.times else ""
        unless = f", unless {aim.unless}" if aim.unless and paid else ""
        return f"destination {aim.name} ({aim.hex}): {state}{paid}{unless}"


def reach(case: Case) -> Reached:
    """Answer ``bestrun reach`` for one case."""
    turn, builder = builder_of(case)
    board, company = builder.board, builder.company
    route = has_route(board, company)
    duty = company.kind not in building(turn.title).trainless
    return Reached(
        case.id,
        turn,
        board,
        reach_of(board, company.id),
        destination_of(turn.board, board, company, builder.par),
        route,
        route and duty,
    )


def destination_of(
    before: Board, board: Board, company: Company, par: int | None
) -> Destination | None:
    """Return the destination of a company; ``before`` is the board without its home markers."""
    if company.destination is None:
        return None
    rules = building(board.title)
    name = board.title.hexes[company.destination].name or company.destination
    times, void, unless = rules.destination_pays.get(company.kind, 0), "", ""
    lapse = rules.destination_lapses.get(company.kind)
    if lapse is not None:
        merged = lapse.company is not None and _merged(board, company, lapse)
        late = lapse.phase is not None and has_begun(board.title, lapse.phase, board.phase.name)
        if merged:
            void = f"{company.id} is part of the {lapse.company}"
        elif late and not started(before, company):
            void = f"a company that starts in phase {lapse.phase} or later has none"
        elif late:
            unless = f"it started in phase {lapse.phase} or later"
    if void:
        times = 0
    reached = reaches_destination(board, company)
    pays = None if par is None else par * times
    return Destination(company.destination, name, reached, times, pays, void, unless)


def _merged(board: Board, company: Company, lapse: Lapse) -> bool:
    """Whether a company has become part of another: that has begun, or its phase has."""
    stands = any(lapse.company in names for names in board.markers.values())
    begun = lapse.phase is not None and has_begun(board.title, lapse.phase, board.phase.name)
    return stands or begun


def reaches_destination(board: Board, company: Company) -> bool:
    """Whether a train of any length could run from home to the destination.

    Any stop of the destination will do. A destination without a stop of its own is a tunnel:
    it is reached when someone has built it.
    """
    if company.destination is None:
        return False
    aim = board.face(company.destination)
    if not board.title.hexes[company.destination].printed.stops:
        return any(piece.narrow for piece in aim.track)
    homes = {stop for home in company.homes for stop in home_stops(board, home)}
    starts = homes.intersection(own_stations(board, company.id))
    found = reach_of(board, company.id, starts=starts)
    return any((company.destination, index) in found.stops for index in range(len(aim.stops)))


def has_route(board: Board, company: Company) -> bool:
    """Whether some train that the company may own could run at all.

    A route needs a second stop, but for a local train. One that all of its trains avoid does not
    count, nor a second station on the hex of the first where routes must not visit both.
    """
    title = board.title
    trains = [each for name, each in title.trains.items() if _may_own(company, name)]
    for start in own_stations(board, company.id):
        here = board.face(start[0]).stops[start[1]].kind
        if title.stop_kinds[here].makes_route and any(
            train.local and train.enters(here) for train in trains
        ):
            return True
        for stop in reach_of(board, company.id, starts=[start]).stops - {start}:
            printed = board.face(stop[0]).stops[stop[1]]
            kind = title.stop_kinds[printed.kind]
            if not kind.makes_route or (kind.alone and stop[0] == start[0]):
                continue
            if any(train.enters(printed.kind) for train in trains):
                return True
    return False


def _may_own(company: Company, train: str) -> bool:
    return company.trains is None or train in company.trains
