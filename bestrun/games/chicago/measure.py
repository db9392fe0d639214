"""Chicago Express: how good a claim is beside the best that ``solve`` shows for the same file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bestrun.games.chicago.action import Advised, move_json
from bestrun.games.chicago.develop import Developed
from bestrun.games.chicago.moves_play import Played
from bestrun.games.chicago.share import SharesWorth
from solvers.chicago.action import gain_of, offered
from solvers.chicago.moves import AuctionMove


@dataclass(frozen=True)
class Measured:
    """A legal claim measured: what it brings, and what the best does.

    Attributes
    ----------
    gain, gain_others
        What the claim brings the player, and the others.
    value, optimum
        The figures that are compared, of the claim and of the best.
    improvable
        Whether something better was found.
    proven
        Whether it is proven that nothing beats the best.
    better
        The best moves, for programs.
    shown
        The best in lines, as ``solve`` says it.
    assumes
        Under which assumption all that holds; empty if under none.
    """

    gain: int
    gain_others: int
    value: int
    optimum: int
    improvable: bool
    proven: bool
    better: list[dict[str, Any]]
    shown: list[str]
    assumes: str = ""


def beside_developments(best: Developed, played: Played) -> Measured:
    """Measure a development by what the player gains on the others."""
    gain = gain_of(best.position, best.player, played.turns, 1)
    value, optimum = gain.player - gain.others, best.best.net if best.best else 0
    return Measured(
        gain.player,
        gain.others,
        value,
        optimum,
        improvable=value < optimum,
        proven=best.proven,
        better=[{"develop": best.best.hex}] if best.best else [],
        shown=best.body(),
    )


def beside_actions(best: Advised, played: Played) -> Measured:
    """Measure actions by the best of all, with auctions and without.

    If auctions bring more than all else, that holds only if nobody bids more than the player.
    """
    gain = gain_of(best.position, best.player, played.turns, best.position.dividends)
    rival, traded = best.turns, best.traded
    if traded is not None and traded.gain.player > rival.gain.player:
        rival = traded
    moves = [turn.move for turn in played.turns]
    bought = {move.company for move in moves if isinstance(move, AuctionMove) and move.buyer}
    improvable = gain.player < rival.gain.player
    assuming = bought or rival is traded or (traded is not None and not improvable)
    return Measured(
        gain.player,
        gain.others,
        gain.player,
        rival.gain.player,
        improvable=improvable,
        proven=best.proven
        and (traded is None or best.traded_proven)
        and bought <= set(offered(best.position)),
        better=[move_json(turn.move) for turn in rival.turns],
        shown=best.body(),
        assumes=f"nobody bids more than {best.player}" if assuming else "",
    )


def beside_shares(found: Sequence[SharesWorth], bids: Sequence[tuple[str, int]]) -> Measured:
    """Measure bids, each by the profit of the best one: what the share pays, less the price."""
    worths = {worth.company: worth for answer in found for worth in answer.worths}
    profits = [worths[name].profit(bid) for name, bid in bids]
    bests = [(name, worths[name].best) for name, _ in bids]
    optima = [best.profit for _, best in bests]
    gain = sum(each.known for each in profits)
    return Measured(
        gain,
        0,
        gain,
        sum(optima),
        improvable=any(one.most < two for one, two in zip(profits, optima, strict=True)),
        proven=all(each.exact for each in worths.values()),
        better=[{"auction": name, "bid": best.bid} for name, best in bests],
        shown=[line for answer in found for line in answer.body()],
        assumes="nobody bids more",
    )
