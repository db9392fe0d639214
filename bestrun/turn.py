"""A company's turn to run: the position with all that is compiled from it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from hexgraph.board import Board, company_of, lay_out
from hexgraph.compile import compile_network
from hexgraph.live import live_rules, live_trains
from hexgraph.network import Network
from hexgraph.sides import split_stop
from mapdata.errors import InputError, within
from mapdata.lazy import lazy
from mapdata.position import Position
from mapdata.title import Company, Title
from mapdata.titles import load
from solvers.plan import RunAim
from solvers.pose import pose
from solvers.problem import Problem


@dataclass(frozen=True, repr=False)
class Turn:
    """One position, laid out; networks and problems are compiled when first asked for."""

    position: Position
    title: Title
    board: Board
    company: Company

    def __str__(self) -> str:
        trains = ", ".join(self.position.trains) or "no trains"
        return f"{self.title.name}, {self.company.id} in phase {self.board.phase.name}: {trains}"

    def __repr__(self) -> str:
        return f"<Turn: {self}>"

    @lazy
    def warnings(self) -> tuple[str, ...]:
        """Warnings about the position, one line each; it is solved all the same."""
        from hexgraph.doubts import doubts

        position = self.position
        return doubts(self.board, self.company.id, position.trains, position.par)

    @lazy
    def network(self) -> Network:
        """Return the part of the board that routes of the company can visit."""
        return compile_network(self.board, self.company.id)

    @lazy
    def whole_network(self) -> Network:
        """Return all stops and links, as the judge of a claim needs them."""
        return compile_network(self.board, self.company.id, whole=True)

    def problem(self, prefer: Sequence[str] = (), aim: RunAim = "total") -> Problem:
        """The problem for a solver; ``prefer`` names stops and tunnels that break ties.

        With the ``aim`` dividend nothing is said of subsidies.
        """
        if not prefer:
            return self._pose(self.network, (), aim)
        with within("prefer"):
            return self._pose(self.network, [self.preferred(text) for text in prefer], aim)

    def preferred(self, text: str) -> str:
        """Return the stop or the hex that ``text`` means, if a train can run to it at all."""
        hex_id, index = split_stop(self.title, text)
        face = self.board.face(hex_id)
        if index is not None and index >= len(face.stops):
            raise InputError(f"{text}: {hex_id} has no stop {index}")
        if not face.stops and not any(piece.narrow for piece in face.track):
            raise InputError(f"{text}: no stop and no tunnel")
        return hex_id if index is None else self.board.stop_id((hex_id, index))

    @lazy
    def whole_problem(self) -> Problem:
        """Return the same trains on the whole board, as the judge of a claim needs them."""
        return self._pose(self.whole_network, ())

    def idle(self, running: Iterable[str]) -> list[str]:
        """Return the trains that could run beside those that do."""
        idle = [name for name in self.position.trains if self.title.trains[name].runs]
        for train in running:
            idle.remove(train)
        return idle

    def _pose(self, network: Network, prefer: Sequence[str], aim: RunAim = "total") -> Problem:
        names = self.position.trains
        trains, rules = (
            live_trains(self.board, names),
            live_rules(self.board, self.company.id, names),
        )
        if aim == "dividend":
            paid_out = tuple(bonus for bonus in rules.bonuses if not bonus.subsidy)
            rules = replace(rules, bonuses=paid_out)
        return pose(network, trains, rules, prefer)


def set_up(position: Position) -> Turn:
    """Lay out a position; raises :class:`mapdata.errors.InputError` if it is impossible."""
    title = load(position.title)
    company = company_of(position, title)
    return Turn(position, title, lay_out(position, title), company)
