"""The moves that are worth ranking, each with the network it leads to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import partial

from bestrun.operating.builder import Builder, Lay
from bestrun.operating.ranking import CompanyMove, Option
from bestrun.operating.wanted import Wanted
from bestrun.operating.worth import Key, Worth
from bestrun.turn import Turn
from hexgraph.board import Board
from hexgraph.compile import compile_network
from hexgraph.lay import with_marker, with_tile
from hexgraph.live import live_rules
from mapdata.rules import TrainType
from mapdata.title import gone_trains, train_limit
from solvers.pose import pose


@dataclass
class Prospect:
    """A company before its moves: makes the options, and knows the board after each."""

    turn: Turn
    builder: Builder
    worth: Worth
    base: Key = field(init=False)

    def __post_init__(self) -> None:
        self.base = self._key(self.builder.board)

    def after(self, move: CompanyMove) -> Board:
        """Return the board after a move."""
        board = self.builder.board
        if move.lay is not None:
            board = self._laid(move.lay)
        if move.marker is not None:
            board = with_marker(board, move.marker, self.builder.company.id)
        return board

    def options(self, wanted: Wanted) -> list[Option]:
        """Return every option; markers as families that are opened when they could matter."""
        lays = [Option(move, key) for move, key in self._lays()]
        useful = [option.move for option in lays if option.key != self.base]
        trains = self.trains() if wanted.trains or wanted.turn else []
        found = [*lays, *self._with_markers(CompanyMove(), None)]
        found += [self._with_train(CompanyMove(), train) for train in trains]
        if wanted.pairs or wanted.turn:
            found += [option for move in useful for option in self._with_markers(move, None)]
        if wanted.turn:
            for train in trains:
                found += [self._with_train(move, train) for move in useful]
                for move in (CompanyMove(), *useful):
                    found += self._with_markers(move, train)
        return found

    def trains(self) -> list[TrainType]:
        """Return the trains that are on sale in this phase and that the company may buy."""
        title, company = self.turn.title, self.builder.company
        owned, phase = self.turn.position.trains, self.turn.board.phase
        limit = train_limit(title, phase.name, company.id)
        if limit is not None and len(owned) >= limit:
            return []
        piles = phase.starts_with or tuple(title.trains)[:1]
        gone = gone_trains(title, phase.name)
        return [
            train
            for name, train in title.trains.items()
            if (train.base or name) in piles
            and name not in gone
            and (company.trains is None or name in company.trains)
        ]

    def _lays(self) -> Iterator[tuple[CompanyMove, Key]]:
        """Yield the lays; those on one hex that open the same network are one move."""
        groups: dict[tuple[Key, str, tuple[int, ...]], list[Lay]] = {}
        for lay in self.builder.lays():
            board = self._laid(lay)
            places = tuple(stop.slots for stop in board.face(lay.hex).stops)
            groups.setdefault((self._key(board), lay.hex, places), []).append(lay)
        for (key, _, _), lays in groups.items():
            yield CompanyMove(lays[0], tuple(lays[1:]), cost=lays[0].cost), key

    def _with_train(self, move: CompanyMove, train: TrainType) -> Option:
        return Option(_buying(move, train), self._key(self.after(move), train))

    def _with_markers(self, move: CompanyMove, train: TrainType | None) -> list[Option]:
        """Return a move with any marker: bounded by a network with markers everywhere."""
        price = self.builder.price
        if price is None:
            return []
        head = _buying(move, train)
        head = replace(head, cost=head.cost + price)
        key = self._key(self._crowded(self.after(move)), train)
        return [Option(head, key, partial(self._each_marker, move, train))]

    def _each_marker(self, move: CompanyMove, train: TrainType | None) -> list[Option]:
        """Return a move with each marker that can follow it."""
        old, board, head = self.builder, self.after(move), _buying(move, train)
        found = []
        for marker in Builder(board, old.company, old.par, old.online).markers():
            placed = with_marker(board, marker.stop, old.company.id)
            both = replace(head, marker=marker.stop, cost=head.cost + marker.cost)
            found.append(Option(both, self._key(placed, train)))
        return found

    def _crowded(self, board: Board) -> Board:
        """Return the board with a marker of the company wherever one could ever go."""
        company = self.builder.company.id
        kinds = self.turn.title.stop_kinds
        for stop in compile_network(board, company).stops:
            if kinds[stop.kind].marker and not stop.home and not stop.blocked:
                board = with_marker(board, stop.key, company)
        return board

    def _laid(self, lay: Lay) -> Board:
        tile = self.turn.title.tiles[lay.tile]
        return with_tile(self.builder.board, lay.hex, tile, lay.rotation)

    def _key(self, board: Board, train: TrainType | None = None) -> Key:
        title = self.turn.title
        trains = [title.trains[name] for name in self.turn.position.trains]
        company = self.builder.company.id
        rules = live_rules(board, company)
        network = compile_network(board, company)
        return self.worth.add(pose(network, [*trains, train] if train else trains, rules))


def _buying(move: CompanyMove, train: TrainType | None) -> CompanyMove:
    """Return the move with a train bought as well, if there is one."""
    if train is None:
        return move
    return replace(move, train=train.name, cost=move.cost + train.price)
