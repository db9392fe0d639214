"""Several lays of one turn, joined: each legal after those before it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from msgspec.structs import replace as struct_replace

from bestrun.operating.builder import Builder, Lay
from bestrun.operating.lay_price import added_gauges
from hexgraph.board import Board
from hexgraph.lay import colour_of, with_marker, with_tile
from mapdata.position import Before

Pieces = frozenset[tuple[str, str]]
"""The hexes and tiles of some lays, whatever order they are made in."""


@dataclass
class JoinedLays:
    """Sets of two or more lays that one turn allows.

    After ``most`` sets no further ones are looked for, and it is not ``complete``.
    """

    builder: Builder
    most: int
    complete: bool = True
    _cheapest: dict[Pieces, tuple[Lay, ...]] = field(default_factory=dict)

    def all(self, first: Sequence[Lay]) -> list[tuple[Lay, ...]]:
        """Return the sets that begin with one of ``first``, each in its cheapest order."""
        queue: list[tuple[tuple[Lay, ...], Builder]]
        queue = [((lay,), after(self.builder, lay)) for lay in first]
        for lays, builder in queue:
            for lay in self._next(builder, lays):
                together = (*lays, lay)
                if self._known(together):
                    continue
                if len(self._cheapest) >= self.most:
                    self.complete = False
                    return list(self._cheapest.values())
                self._cheapest[_pieces(together)] = together
                queue.append((together, after(builder, lay)))
        return list(self._cheapest.values())

    def _next(self, builder: Builder, lays: tuple[Lay, ...]) -> Iterator[Lay]:
        """Next lays, at most one of them extra: each extra lay needs a right of its own."""
        hexes, extra = {lay.hex for lay in lays}, any(lay.extra for lay in lays)
        for lay in builder.lays():
            if lay.hex not in hexes and not (extra and lay.extra):
                yield lay

    def _known(self, lays: tuple[Lay, ...]) -> bool:
        """Whether the same lays are there already; the cheaper order is kept."""
        pieces = _pieces(lays)
        old = self._cheapest.get(pieces)
        if old is not None and _cost(lays) < _cost(old):
            self._cheapest[pieces] = lays
        return old is not None


def after(builder: Builder, lay: Lay) -> Builder:
    """Return the company after a lay, which used up one of the turn's unless it was extra."""
    board = with_lay(builder.board, lay)
    if lay.hex in builder.rules.home_tiles.get(builder.company.id, ()):
        board = with_marker(board, (lay.hex, 0), builder.company.id)
    if not lay.extra:
        before = builder.board.extras.before
        upgrade = colour_of(builder.board, lay.hex) != "white"
        gauges = added_gauges(builder.board.face(lay.hex), board.face(lay.hex))
        added = (*(before.added or ()), *(gauges if len(gauges) == 1 else ()))
        done = Before((*before.lays, lay.hex), before.used + 1, before.upgraded or upgrade, added)
        board = struct_replace(board, extras=struct_replace(board.extras, before=done))
    return replace(builder, board=board)


def with_lay(board: Board, lay: Lay) -> Board:
    """Return the board after a lay."""
    return with_tile(board, lay.hex, board.title.tiles[lay.tile], lay.rotation)


def _pieces(lays: Sequence[Lay]) -> Pieces:
    return frozenset((lay.hex, lay.code) for lay in lays)


def _cost(lays: Sequence[Lay]) -> int:
    return sum(lay.cost for lay in lays)
