"""The best single action of a player: every build, development and auction he may choose.

What counts is the money that the player gets while nobody else acts: at once from an arrival
in Chicago, and from the next dividends. What the others get is counted, too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from mapdata.chicago_position import ChicagoPosition
from solvers.chicago import dividends, houses, rules
from solvers.chicago.exhaustive import connected_sets
from solvers.chicago.moves import AuctionMove, BuildMove, ChicagoMove, DevelopMove, after, arrival
from solvers.chicago.plan import growth_of, ordered
from solvers.clock import Clock


@dataclass(frozen=True)
class Gain:
    """What moves bring: money of the player and of all others, beyond what comes anyway.

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
        """Return how good it is: the player's gain first; to waive an action is worth 0."""
        size = len(self.move.hexes) if isinstance(self.move, BuildMove) else 0
        return self.gain.player, self.gain.part, -self.gain.others, -self.cost, -size


class _Counted(NamedTuple):
    """What dividends bring: to the player, to the others, in the first one, and unrounded."""

    own: int
    others: int
    first: int
    part: Fraction


class DividendLedger:
    """Counts what moves bring a player in the next dividends, against doing nothing."""

    def __init__(self, position: ChicagoPosition, player: str, number: int) -> None:
        self.position, self.player, self.number = position, player, number
        self.before = self._counted(position)

    def gain(self, end: ChicagoPosition, extra: Mapping[str, int], paid: int = 0) -> Gain:
        """Return what it brings to have come to ``end``.

        Parameters
        ----------
        extra
            The extra dividends a share that were paid on the way, company by company.
        paid
            What the player paid for shares.
        """
        now, before = self._counted(end), self.before
        own, others = now.own - before.own, now.others - before.others
        first, part = now.first - before.first, now.part - before.part
        for name, a_share in extra.items():
            held, sold = self._held(self.position, name), self.position.sold[name]
            own += held * a_share
            first += held * a_share
            others += (sold - held) * a_share
            part += held * a_share
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

    Of the builds of a company only the best is listed.
    """
    ledger = DividendLedger(position, player, number)
    found: list[WeighedMove] = []
    if rules.dial_left(position, "build") != 0:
        for name in builders(position, player):
            best = _best_build(ledger, name, clock)
            found += [best] if best is not None else []
    if rules.dial_left(position, "develop") != 0:
        for hex_id in position.title.hexes:
            if houses.refusal(position, hex_id) is None:
                move = DevelopMove(hex_id)
                found.append(WeighedMove(move, ledger.gain(after(position, move), {})))
    return sorted(found, key=lambda each: each.rank, reverse=True)


def builders(position: ChicagoPosition, player: str) -> list[str]:
    """Return the companies that a player may build for."""
    held = position.players[player]
    return [name for name in position.networks if held.get(name, 0)]


def _best_build(ledger: DividendLedger, name: str, clock: Clock) -> WeighedMove | None:
    """Return the best build of one action for a company, if it can build at all.

    What a build brings depends on a few figures only, so that each is counted once.
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
            gains[key] = ledger.gain(after(position, move), {name: arrival(position, move)})
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

    ``bought`` is what the player gains if he gets it at the opening bid, ``lost`` if another
    gets it, ``limit`` the most that he can bid and gain no less than by letting it go.
    """

    company: str
    opening_bid: int
    bought: Gain
    lost: Gain
    limit: int


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
        bought, lost = ledger.gain(mine, {}, bid), ledger.gain(theirs, {})
        limit = bought.player + bid - lost.player
        found.append(AuctionOption(name, bid, bought, lost, limit))
    return sorted(found, key=lambda each: each.bought.player, reverse=True)
