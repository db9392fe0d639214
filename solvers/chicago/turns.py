"""The best next actions of a player: one by looking at all, several by CP-SAT, each replayed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mapdata.chicago_position import ChicagoPosition
from solvers.chicago import dividends
from solvers.chicago.action import (
    DividendLedger,
    Extra,
    Gain,
    auction_options,
    extra_of,
    offered,
    single_options,
)
from solvers.chicago.moves import AuctionMove, ChicagoMove, after, arrival, refusals
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
    position: ChicagoPosition, player: str, turns: Sequence[PlayedMove], number: int
) -> Gain:
    """Return what moves bring a player in the next ``number`` dividends, less what he pays."""
    extras = [extra_of(turn.before, player, turn.move) for turn in turns]
    extra = Extra(sum(each.own for each in extras), sum(each.others for each in extras))
    end = turns[-1].after if turns else position
    return DividendLedger(position, player, number).gain(end, extra, paid_for_shares(player, turns))


def paid_for_shares(player: str, turns: Sequence[PlayedMove]) -> int:
    """Return what a player pays in auctions."""
    moves = [turn.move for turn in turns]
    return sum(
        move.price for move in moves if isinstance(move, AuctionMove) and move.buyer == player
    )


@dataclass(frozen=True)
class TurnQuestion:
    """What is asked: so many actions of a player, for the money of so many dividends."""

    position: ChicagoPosition
    player: str
    actions: int
    number: int

    @property
    def before(self) -> int:
        """Return what the player is paid if he does nothing."""
        return DividendLedger(self.position, self.player, self.number).before.own


def best_turns(question: TurnQuestion, clock: Clock) -> PlayedMoves:
    """Return the builds and developments that bring a player most, proven unless time ran out.

    He makes them himself, one after the other, and nobody else acts before the dividend.
    """
    with clock.stopped_by_interrupt():
        if question.actions == 1:
            moves = _one_by_one(question)
            return _played(question, moves, _gain(question, moves), clock, proven=True)
        moves, bound, proven = _searched(question, clock)
    if not proven:
        moves = max(moves, _one_by_one(question), key=lambda each: _gain(question, each))
    return _played(question, moves, bound, clock, proven=proven)


def best_with_auctions(question: TurnQuestion, known: PlayedMoves, clock: Clock) -> PlayedMoves:
    """Return the same with auctions: ``known``, or moves with auctions that bring more.

    The player gets each share that he offers for what he bids.
    """
    with clock.stopped_by_interrupt():
        simple = _one_by_one(question, auctions=True)
        if question.actions == 1:
            best = max(
                [turn.move for turn in known.turns], simple, key=lambda m: _gain(question, m)
            )
            return _played(question, best, _gain(question, best), clock, proven=True)
        least = max(known.gain.player, _gain(question, simple))
        moves, bound, proven = _searched(question, clock, beyond=least)
    found = [[turn.move for turn in known.turns], simple, moves]
    best = max(found, key=lambda each: _gain(question, each))
    sure = proven and known.proven
    if bound is not None and known.bound is not None:
        bound = max(bound, known.bound)
    return _played(question, best, bound, clock, proven=sure)


def _played(
    question: TurnQuestion,
    moves: Sequence[ChicagoMove],
    bound: int | None,
    clock: Clock,
    *,
    proven: bool,
) -> PlayedMoves:
    turns = replay(question.position, question.player, moves)
    gain = gain_of(question.position, question.player, turns, question.number)
    if proven and bound != gain.player:
        raise SolverFailed(f"a plan brings {gain.player}, not {bound} as was said")
    return PlayedMoves(tuple(turns), gain, bound, proven, clock.seconds)


def _searched(
    question: TurnQuestion, clock: Clock, beyond: int | None = None
) -> tuple[list[ChicagoMove], int | None, bool]:
    """Return moves, the gain that none exceed, and whether the search came to its end."""
    try:
        moves, money, proven = isolated(_native, question, clock.left, beyond, clock=clock)
    except (WorkerDied, WorkerStopped):
        return [], None, False
    return moves, None if money is None else money - question.before, proven


def _gain(question: TurnQuestion, moves: Sequence[ChicagoMove]) -> int:
    turns = replay(question.position, question.player, moves)
    return gain_of(question.position, question.player, turns, question.number).player


def _one_by_one(question: TurnQuestion, *, auctions: bool = False) -> list[ChicagoMove]:
    """Return the best single action, then the best after that: a few milliseconds each."""
    now, player = question.position, question.player
    moves: list[ChicagoMove] = []
    for _ in range(question.actions):
        best: list[tuple[int, ChicagoMove]] = [
            (each.gain.player, each.move)
            for each in single_options(now, player, question.number, Clock())[:1]
        ]
        if auctions:
            best += [
                (each.bought.player, AuctionMove(each.company, player, each.opening_bid))
                for each in auction_options(now, player, question.number)
                if each.bought is not None and each.company in offered(question.position)
            ]
        gain, move = max(best, key=lambda each: each[0], default=(0, None))
        if dividends.due(now) or move is None or gain <= 0:
            break
        moves.append(move)
        now = after(now, move)
    return moves


def _native(
    question: TurnQuestion, limit: float | None, beyond: int | None
) -> tuple[list[ChicagoMove], int | None, bool]:
    from solvers.chicago.mixed import solve_mixed

    asked = question.position, question.player, question.actions, question.number
    return solve_mixed(*asked, limit, None if beyond is None else question.before + beyond)
