"""The best next actions of a player: one by looking at all, several by CP-SAT, each replayed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mapdata.chicago_position import ChicagoPosition
from solvers.chicago import dividends
from solvers.chicago.action import DividendLedger, Gain, single_options
from solvers.chicago.moves import BuildMove, ChicagoMove, after, arrival, refusals
from solvers.clock import Clock
from solvers.errors import SolverFailed
from solvers.isolate import WorkerDied, WorkerStopped, isolated


@dataclass(frozen=True)
class PlayedMove:
    """A move as it turns out: who may be paid at once, and the position after it."""

    move: ChicagoMove
    before: ChicagoPosition
    after: ChicagoPosition
    extra: int
    """The extra dividend a share of an arrival in Chicago."""


@dataclass(frozen=True)
class PlayedMoves:
    """Moves of a player and what they bring; ``bound`` is the gain that no moves exceed."""

    turns: tuple[PlayedMove, ...]
    gain: Gain
    bound: int | None
    proven: bool
    seconds: float


def replay(
    position: ChicagoPosition, player: str, moves: Sequence[ChicagoMove]
) -> list[PlayedMove]:
    """Return the moves played one after the other, all by ``player`` and before a dividend.

    Raises
    ------
    SolverFailed
        A move breaks a rule, or comes after a dividend that is due.
    """
    now, turns = position, []
    for move in moves:
        broken = [message for _, _, message in refusals(now, player, move)]
        if dividends.due(now):
            broken.append("a dividend comes before the next action")
        if broken:
            raise SolverFailed(f"a plan broke a rule: {broken[0]}")
        then = after(now, move)
        turns.append(PlayedMove(move, now, then, arrival(now, move)))
        now = then
    return turns


def gain_of(
    position: ChicagoPosition, player: str, turns: Sequence[PlayedMove], number: int, paid: int = 0
) -> Gain:
    """Return what moves bring a player in the next ``number`` dividends."""
    extra: dict[str, int] = {}
    for turn in turns:
        if isinstance(turn.move, BuildMove):
            extra[turn.move.company] = extra.get(turn.move.company, 0) + turn.extra
    end = turns[-1].after if turns else position
    return DividendLedger(position, player, number).gain(end, extra, paid)


def best_turns(
    position: ChicagoPosition, player: str, actions: int, number: int, clock: Clock
) -> PlayedMoves:
    """Return the builds and developments that bring a player most, proven unless time ran out.

    He makes them himself, one after the other, and nobody else acts before the dividend.
    """
    with clock.stopped_by_interrupt():
        moves, bound, proven = _moves(position, player, actions, number, clock)
    turns = replay(position, player, moves)
    gain = gain_of(position, player, turns, number)
    if proven and bound != gain.player:
        raise SolverFailed(f"a plan brings {gain.player}, not {bound} as was said")
    return PlayedMoves(tuple(turns), gain, bound, proven, clock.seconds)


_FoundTurns = tuple[Sequence[ChicagoMove], int | None, bool]


def _moves(
    position: ChicagoPosition, player: str, actions: int, number: int, clock: Clock
) -> _FoundTurns:
    """Return moves, the gain that none exceed, and whether that is proven."""
    if actions == 1:
        moves = _one_by_one(position, player, 1, number)
        return moves, _gain(position, player, moves, number), True
    try:
        args = position, player, actions, number, clock.left
        moves, money, proven = isolated(_native, *args, clock=clock)
    except (WorkerDied, WorkerStopped):
        return _one_by_one(position, player, actions, number), None, False
    before = DividendLedger(position, player, number).before.own
    bound = None if money is None else money - before
    if proven:
        return moves, bound, True
    found = [moves, _one_by_one(position, player, actions, number)]
    best = max(found, key=lambda each: _gain(position, player, each, number))
    return best, bound, False


def _gain(position: ChicagoPosition, player: str, moves: Sequence[ChicagoMove], number: int) -> int:
    return gain_of(position, player, replay(position, player, moves), number).player


def _one_by_one(
    position: ChicagoPosition, player: str, actions: int, number: int
) -> list[ChicagoMove]:
    """Return the best single action, then the best after that: a few milliseconds each."""
    now = position
    moves: list[ChicagoMove] = []
    for _ in range(actions):
        best = single_options(now, player, number, Clock())[:1]
        if dividends.due(now) or not best or best[0].gain.player <= 0:
            break
        moves.append(best[0].move)
        now = after(now, best[0].move)
    return moves


def _native(
    position: ChicagoPosition, player: str, actions: int, number: int, limit: float | None
) -> tuple[list[ChicagoMove], int | None, bool]:
    from solvers.chicago.mixed import solve_mixed

    return solve_mixed(position, player, actions, number, limit)
