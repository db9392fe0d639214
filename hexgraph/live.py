"""The rules that hold for one company now: what its title says, with conditions decided."""

from __future__ import annotations

from dataclasses import replace

from hexgraph.board import Board
from mapdata.rules import Rules


def live_rules(board: Board, company: str) -> Rules:
    """Return the rules for the routes of ``company`` on ``board``."""
    title, stage = board.title, board.phase.stage
    bonuses = tuple(
        replace(bonus, amount=bonus.figure(stage))
        for bonus in title.bonuses
        if bonus.company in (None, company)
        and (bonus.phases is None or board.phase.name in bonus.phases)
    )
    return Rules(bonuses, title.route_rules)
