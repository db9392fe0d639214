"""The next actions of a player, played by the rules, and what they bring."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from mapdata.chicago_position import ChicagoPosition
from solvers.chicago import dividends
from solvers.chicago.action import DividendLedger, Extra, Gain, extra_of
from solvers.chicago.moves import AuctionMove, BuildMove, ChicagoMove, after, arrival, refusals
from solvers.errors import SolverFailed


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
    bound: int
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


def rival_gains(
    position: ChicagoPosition, player: str, turns: Sequence[PlayedMove], number: int
) -> dict[str, int]:
    """What moves bring each other player who is named, in the next ``number`` dividends."""
    money: Counter[str] = Counter()
    for payments in dividends.to_come(turns[-1].after if turns else position, number):
        money.update(payments)
    for payments in dividends.to_come(position, number):
        money.subtract(payments)
    for turn in turns:
        if turn.extra and isinstance(turn.move, BuildMove):
            for name, held in turn.before.players.items():
                money[name] += turn.extra * held.get(turn.move.company, 0)
    return {name: money[name] for name in position.players if name != player}


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

    @cached_property
    def before(self) -> int:
        """Return what the player is paid if he does nothing."""
        return DividendLedger(self.position, self.player, self.number).before.own

    def gain(self, moves: Sequence[ChicagoMove]) -> int:
        """Return what legal moves bring the player."""
        turns = replay(self.position, self.player, moves)
        return gain_of(self.position, self.player, turns, self.number).player
