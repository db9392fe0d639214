"""Positions and answers of ``advise`` that tests share."""

from __future__ import annotations

from pathlib import Path

import bestrun
from bestrun.operating.advise import Advice
from bestrun.turn import Turn
from hexgraph.board import Board
from hexgraph.compile import compile_network
from hexgraph.live import live_rules
from solvers.methods import solve
from solvers.pose import pose

SION = Path(bestrun.__file__).parent / "data" / "sion.toml"


Move = tuple[str | None, str | None, str | None]
"""A move by its hex and tile, its marker and its train."""


def worth(turn: Turn, board: Board, train: str | None = None) -> int:
    names = [*turn.position.trains, *([train] if train else [])]
    trains = [turn.title.trains[name] for name in names]
    network = compile_network(board, turn.company.id)
    return solve(pose(network, trains, live_rules(turn.board, turn.company.id))).revenue


def revenue_by_move(advice: Advice) -> dict[Move, int]:
    """Return the moves of an advice with their revenue, variants and lays alike one by one."""
    moves: dict[Move, int] = {}
    for row in advice.moves:
        for each in (row.move, *row.variants):
            stop = None if each.marker is None else row.solution.turn.board.stop_id(each.marker)
            lays = [each.lay, *each.alike] if each.lay else [None]
            for one in lays:
                lays_made = (one, *each.further) if one else ()
                name = " + ".join(f"{lay.hex} {lay.code}" for lay in lays_made) or None
                assert (name, stop, each.train) not in moves
                moves[name, stop, each.train] = row.solution.revenue
    return moves
