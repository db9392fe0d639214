"""The best single action of a player: every build, development and auction he may choose.

Options are ranked by the money that the player gets while nobody else acts: at once from an
arrival in Chicago, and from the next dividends. The money of the others is counted, too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from mapdata.chicago_position import ChicagoPosition
from solvers.chicago import dividends, rules
from solvers.chicago.growth import connected_sets
from solvers.chicago.moves import (
    AuctionMove,
    BuildMove,
    ChicagoMove,
    DevelopMove,
    after,
    arrival,
    refusals,
)
from solvers.chicago.plan import growth_of, ordered
from solvers.clock import Clock
from solvers.errors import SolverFailed


@dataclass(frozen=True)
class Gain:
    """The gain of moves: money of the player and of all others, beyond that of doing nothing.

    ``next`` is what the player gains by the next dividend alone, ``part`` his gain before
    dividends are rounded, which decides between equals.
    """

    player: int
    others: int
    next: int
    part: Fraction


@dataclass(frozen=True)
class WeighedMove:
    """A move and what it brings."""

    move: ChicagoMove
    gain: Gain
    cost: int = 0

    @property
    def rank(self) -> tuple[int, Fraction, int, int, int]:
        """Sort key, higher is better: the player's gain first; waiving an action gains 0."""
        size = len(self.move.hexes) if isinstance(self.move, BuildMove) else 0
        return self.gain.player, self.gain.part, -self.gain.others, -self.cost, -size


class _Counted(NamedTuple):
    """Dividends added up: the player's, the others', the player's first one, and unrounded."""

    own: int
    others: int
    first: int
    part: Fraction


class Extra(NamedTuple):
    """Payment at once for an arrival in Chicago: to the player, and to the others."""

    own: int
    others: int


NO_EXTRA = Extra(0, 0)


def extra_of(position: ChicagoPosition, player: str, move: ChicagoMove) -> Extra:
    """Money that a move pays at once, to those who hold shares when it is made."""
    if not isinstance(move, BuildMove):
        return NO_EXTRA
    a_share, name = arrival(position, move), move.company
    held = position.players[player].get(name, 0)
    return Extra(held * a_share, (position.sold[name] - held) * a_share)


class DividendLedger:
    """Counts what moves bring a player in the next dividends, against doing nothing."""

    def __init__(self, position: ChicagoPosition, player: str, number: int) -> None:
        self.position, self.player, self.number = position, player, number
        self.before = self._counted(position)

    def gain(self, end: ChicagoPosition, extra: Extra = NO_EXTRA, paid: int = 0) -> Gain:
        """The gain of the moves that led to ``end``.

        Parameters
        ----------
        extra
            What arrivals in Chicago have paid on the way.
        paid
            What the player paid for shares.
        """
        now, before = self._counted(end), self.before
        own, others = now.own - before.own + extra.own, now.others - before.others + extra.others
        first, part = now.first - before.first + extra.own, now.part - before.part + extra.own
        return Gain(own - paid, others, first - paid, part - paid)

    def _held(self, position: ChicagoPosition, name: str) -> int:
        return position.players[self.player].get(name, 0)

    def _counted(self, position: ChicagoPosition) -> _Counted:
        own = others = first = 0
        part = Fraction(0)
        now = position
        for number in range(dividends.still_paid(position, self.number)):
            for name in now.networks:
                held, sold = self._held(now, name), now.sold[name]
                if not sold:
                    continue
                earned = rules.income(now, name)
                a_share = rules.rounded_up(earned, sold)
                own += held * a_share
                others += (sold - held) * a_share
                first += 0 if number else held * a_share
                part += Fraction(held * earned, sold)
            now = dividends.phase(now)
        return _Counted(own, others, first, part)


def single_options(
    position: ChicagoPosition, player: str, number: int, clock: Clock
) -> list[WeighedMove]:
    """Return the builds and developments that a player may choose, the best first.

    Of the builds of a company only the best is listed; none, if its money is not known.
    """
    ledger = DividendLedger(position, player, number)
    found: list[WeighedMove] = []
    if rules.dial_left(position, "build") != 0:
        for name in builders(position, player):
            if name not in position.treasuries:
                continue
            best = _best_build(ledger, name, clock)
            found += [best] if best is not None else []
    found += development_options(ledger)
    return sorted(found, key=lambda each: each.rank, reverse=True)


def development_options(ledger: DividendLedger) -> list[WeighedMove]:
    """Return the developments that a player may choose, the best first."""
    position = ledger.position
    if rules.dial_left(position, "develop") == 0:
        return []
    hexes = [each for each in position.title.hexes if rules.house_refusal(position, each) is None]
    moves = map(DevelopMove, hexes)
    found = [WeighedMove(move, ledger.gain(after(position, move))) for move in moves]
    return sorted(found, key=lambda each: each.rank, reverse=True)


def builders(position: ChicagoPosition, player: str) -> list[str]:
    """Return the companies that a player may build for."""
    held = position.players[player]
    return [name for name in position.networks if held.get(name, 0)]


def offered(position: ChicagoPosition) -> list[str]:
    """Return the companies of which a share may be auctioned."""
    return [name for name in position.networks if rules.shares_left(position, name)]


def may_open(position: ChicagoPosition, player: str, actions: int) -> bool:
    """Whether a player might open the late company within so many actions."""
    title = position.title
    if rules.is_open(position, title.opening.company):
        return False
    own, on_offer = builders(position, player), offered(position)
    for name in {*own, *(on_offer if actions > 1 else ())} & position.treasuries.keys():
        money = position.treasuries[name] + title.development.forest * (actions - 1)
        if name in on_offer and actions > 1:
            money += position.cash.get(player, rules.RICH)
        builds = actions if name in own else actions - 1
        growth = growth_of(position, name, money, builds * title.building.hexes)
        if title.opening.hex in growth.hexes:
            return True
    return False


def _best_build(ledger: DividendLedger, name: str, clock: Clock) -> WeighedMove | None:
    """Return the best build of one action for a company, if it can build at all.

    The gain of a build depends on a few figures only, so builds with the same figures share it.
    """
    position, title = ledger.position, ledger.position.title
    growth = growth_of(position, name, position.treasuries[name], title.building.hexes)
    growing = [each.hex for each in title.industry.values() if each.by == "dividends"]
    marked = {at for at, each in enumerate(growth.hexes) if each in (title.opening.hex, *growing)}
    gains: dict[tuple[int, int, frozenset[int]], Gain] = {}
    best: tuple[WeighedMove, frozenset[int]] | None = None
    for chosen, cost, income in connected_sets(growth, clock):
        key = income, len(chosen), frozenset(marked.intersection(chosen))
        move = BuildMove(name, tuple(growth.hexes[each] for each in chosen))
        if key not in gains:
            gains[key] = ledger.gain(after(position, move), extra_of(position, ledger.player, move))
        option = WeighedMove(move, gains[key], cost)
        if best is None or option.rank > best[0].rank:
            best = option, frozenset(chosen)
    if best is None:
        return None
    hexes = ordered(position, name, growth, best[1])
    return replace(best[0], move=BuildMove(name, tuple(hexes)))


@dataclass(frozen=True)
class AuctionOption:
    """A share that may be auctioned off.

    ``bought`` is what the player gains if he gets it at the opening bid (nothing, if he has
    not so much), ``lost`` if another gets it, ``limit`` the most that he can bid and gain no
    less than by letting it go, whatever he has.
    """

    company: str
    opening_bid: int
    bought: Gain | None
    lost: Gain
    limit: int

    @property
    def rank(self) -> tuple[int, int]:
        """Sort key, higher is better: shares that the player can pay for first, by his gain."""
        return (0, self.limit) if self.bought is None else (1, self.bought.player)


def auction_options(position: ChicagoPosition, player: str, number: int) -> list[AuctionOption]:
    """Return every share that may be auctioned, with what the player gains or loses by it."""
    if rules.dial_left(position, "auction") == 0:
        return []
    ledger = DividendLedger(position, player, number)
    found = []
    for name in position.networks:
        bid = rules.opening_bid(position, name)
        if bid is None:
            continue
        mine, theirs = (
            after(position, AuctionMove(name, buyer, bid)) for buyer in (player, "another player")
        )
        bought, lost = ledger.gain(mine, paid=bid), ledger.gain(theirs)
        limit = bought.player + bid - lost.player
        can = position.cash.get(player, bid) >= bid
        found.append(AuctionOption(name, bid, bought if can else None, lost, limit))
    return sorted(found, key=lambda each: each.rank, reverse=True)


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
    """The gain of a player's moves over the next ``number`` dividends, less what he pays."""
    extras = [extra_of(turn.before, player, turn.move) for turn in turns]
    extra = Extra(sum(each.own for each in extras), sum(each.others for each in extras))
    end = turns[-1].after if turns else position
    return DividendLedger(position, player, number).gain(end, extra, paid_for_shares(player, turns))


def rival_gains(
    position: ChicagoPosition, player: str, turns: Sequence[PlayedMove], number: int
) -> dict[str, int]:
    """Gains of all other named players over the next ``number`` dividends."""
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
    """Money that a player pays for shares in auctions."""
    moves = [turn.move for turn in turns]
    return sum(
        move.price for move in moves if isinstance(move, AuctionMove) and move.buyer == player
    )


@dataclass(frozen=True)
class TurnQuestion:
    """The question: a number of actions of a player, judged by the money of some dividends."""

    position: ChicagoPosition
    player: str
    actions: int
    number: int

    @cached_property
    def before(self) -> int:
        """Dividends of the player if he does nothing."""
        return DividendLedger(self.position, self.player, self.number).before.own

    def gain(self, moves: Sequence[ChicagoMove]) -> int:
        """The player's gain by moves, which must be legal."""
        turns = replay(self.position, self.player, moves)
        return gain_of(self.position, self.player, turns, self.number).player
