"""What one lay and one token would have changed: for each turn the best that was legal instead."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bestrun.files import Case
from bestrun.importers import Export, RecordedRun, replay
from bestrun.positions import written
from mapdata.errors import InputError

SECONDS = 5.0
"""Time for one turn unless more is given."""


@dataclass(frozen=True)
class Instead:
    """The best move of a turn, in words, and what the company could have run after it."""

    move: str
    revenue: int
    more: int
    """How much more that is than the best run after what was built."""
    cost: int
    complete: bool
    """Whether all lays and tokens were ranked in time."""

    def to_dict(self) -> dict[str, Any]:
        """The answer for programs."""
        return {
            "move": self.move,
            "revenue": self.revenue,
            "more": self.more,
            "cost": self.cost,
            **({} if self.complete else {"complete": False}),
        }


def turn_starts(export: Export) -> dict[int, Mapping[str, Any]]:
    """The position with which the turn of each run began, by the action of the run."""
    game = replay(export)
    starts: dict[int, Mapping[str, Any]] = {}
    turn, start = ("", ""), None
    for step in game.moments():
        company = step.company
        if not game.clock.operating or company != game.clock.company:
            continue
        if turn != (game.clock.label, company):
            turn, start = (game.clock.label, company), written(game.to_build(company))
        if step.action.type == "run_routes" and start is not None:
            starts[step.id] = start
    return starts


def best_instead(run: RecordedRun, best: int, seconds: float) -> Instead | None:
    """The best lay and token that was legal instead, if it beats what was built.

    Money is not known: what a move costs is told with it. The trains are those of the run.
    """
    from bestrun.operating.advise import advise

    if run.turn_start is None:
        return None
    table = {**run.turn_start, "trains": list(run.position.trains)}
    try:
        advice = advise(Case(run.id, table, run.id), top=1, jobs=1, online=True, time_limit=seconds)
    except InputError:
        return None
    moves = [each for each in advice.moves if each.gain > 0 and each.solution.total > best]
    if not moves:
        return None
    move = moves[0]
    total = move.solution.total
    words = move.as_words(alike=False)
    return Instead(words, total, total - best, move.move.cost, advice.complete)
