"""The moves that are worth ranking, each with the network it leads to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial

from bestrun.operating.builder import Builder, Lay
from bestrun.operating.ranking import Move, Option
from bestrun.operating.wanted import Wanted
from bestrun.operating.worth import Key, Worth
from bestrun.turn import Turn
from hexgraph.board import Board, split_stop
from hexgraph.lay import with_marker, with_tile
from hexgraph.network import compile_network
from mapdata.title import TrainType, gone_trains, train_limit
from solvers.problem import pose


@dataclass
class Prospect:
    """A company before its moves: makes the options, and knows the board after each."""

    turn: Turn
    builder: Builder
    worth: Worth
    base: Key = field(init=False)

    def __post_init__(self) -> None:
        self.base = self._key(self.builder.board)

    def after(self, move: Move) -> Board:
        """Return the board after a move."""
        board = self.builder.board
        if move.lay is not None:
            board = self._laid(move.lay)
        if move.marker is not None:
            board = with_marker(board, move.marker, self.builder.company.id)
        return board

    def options(self, wanted: Wanted) -> list[Option]:
        """Return every option, pairs as families that are opened when they could matter."""
        found = [Option(move, key) for move, key in self._lays()]
        markers = list(self._markers(self.builder, Move()))
        found += [Option(move, key) for move, key in markers]
        trains = self.trains() if wanted.trains or wanted.turn else []
        for train in trains:
            move = Move(train=train.name, cost=train.price)
            found.append(Option(move, self._key(self.builder.board, train)))
        useful = [option for option in found if option.move.lay and option.key != self.base]
        if wanted.turn:
            for train in trains:
                singles = useful + [option for option in found if option.move.marker]
                found += [self._with_train(option.move, train) for option in singles]
        if (wanted.pairs or wanted.turn) and self.builder.price is not None:
            for each in [None, *trains] if wanted.turn else [None]:
                found += [self._family(option.move, each) for option in useful]
        return found

    def trains(self) -> list[TrainType]:
        """Return the trains that are on sale in this phase and that the company may buy."""
        title, company = self.turn.title, self.builder.company
        owned, phase = self.turn.position.trains, self.turn.board.phase
        limit = train_limit(title, phase.name, company.id)
        if limit is not None and len(owned) >= limit:
            return []
        pile = phase.starts_with or next(iter(title.trains), None)
        gone = gone_trains(title, phase.name)
        return [
            train
            for name, train in title.trains.items()
            if (train.base or name) == pile
            and name not in gone
            and (company.trains is None or name in company.trains)
        ]

    def _lays(self) -> Iterator[tuple[Move, Key]]:
        """Yield the lays; those on one hex that open the same network are one move."""
        groups: dict[tuple[object, ...], list[Lay]] = {}
        for lay in self.builder.lays():
            board = self._laid(lay)
            places = tuple(stop.slots for stop in board.face(lay.hex).stops)
            groups.setdefault((self._key(board), lay.hex, places), []).append(lay)
        for (key, *_), lays in groups.items():
            yield Move(lays[0], tuple(lays[1:]), cost=lays[0].cost), key  # type: ignore[misc]

    def _markers(
        self, builder: Builder, first: Move, train: TrainType | None = None
    ) -> Iterator[tuple[Move, Key]]:
        """Yield the markers that can follow a move, together with it."""
        price = train.price if train else 0
        for marker in builder.markers():
            board = with_marker(builder.board, marker.stop, builder.company.id)
            move = Move(
                first.lay,
                first.alike,
                marker.stop,
                train.name if train else None,
                first.cost + marker.cost + price,
            )
            yield move, self._key(board, train)

    def _with_train(self, move: Move, train: TrainType) -> Option:
        both = Move(move.lay, move.alike, move.marker, train.name, move.cost + train.price)
        return Option(both, self._key(self.after(move), train))

    def _family(self, move: Move, train: TrainType | None) -> Option:
        """Return a lay with any marker: bounded by a network with markers everywhere."""
        board = self.after(move)
        least = self.builder.price or 0
        name, price = (train.name, train.price) if train else (None, 0)
        head = Move(move.lay, move.alike, train=name, cost=move.cost + least + price)
        return Option(
            head, self._key(self._crowded(board), train), partial(self._open, move, train)
        )

    def _open(self, move: Move, train: TrainType | None) -> list[Option]:
        old = self.builder
        builder = Builder(self.after(move), old.company, old.par, old.online)
        return [Option(both, key) for both, key in self._markers(builder, move, train)]

    def _crowded(self, board: Board) -> Board:
        """Return the board with a marker of the company wherever one could ever go."""
        company = self.builder.company.id
        kinds = self.turn.title.stop_kinds
        for stop in compile_network(board, company).stops:
            if kinds[stop.kind].marker and not stop.home and not stop.blocked:
                hex_id, index = split_stop(self.turn.title, stop.id)
                board = with_marker(board, (hex_id, index or 0), company)
        return board

    def _laid(self, lay: Lay) -> Board:
        tile = self.turn.title.tiles[lay.tile]
        return with_tile(self.builder.board, lay.hex, tile, lay.rotation)

    def _key(self, board: Board, train: TrainType | None = None) -> Key:
        title = self.turn.title
        trains = [title.trains[name] for name in self.turn.position.trains]
        network = compile_network(board, self.builder.company.id)
        return self.worth.add(pose(network, [*trains, train] if train else trains, title.bonuses))
