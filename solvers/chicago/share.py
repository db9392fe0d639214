"""The worth of the next share of a company, and the best bid for it.

The price of a share goes to the company, which builds with it. So a share is worth more if more is
paid for it, up to the point where money no longer helps.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from mapdata.chicago_position import ChicagoPosition
from solvers.chicago import dividends, rules
from solvers.chicago.future import Future
from solvers.chicago.moves import waived
from solvers.chicago.prospects import Prospects, Stream
from solvers.clock import Clock


@dataclass(frozen=True)
class Bid:
    """A price for the share, and what the share is then paid."""

    bid: int
    stream: Stream

    @property
    def profit(self) -> int:
        """The buyer's gain in the end."""
        return self.stream.total - self.bid


@dataclass(frozen=True)
class Profit:
    """The buyer's gain at a price: by a known plan, and an upper bound."""

    known: int
    most: int


@dataclass(frozen=True)
class ShareWorth:
    """The worth of the next share of a company over some dividends.

    Attributes
    ----------
    company, treasury, sold
        The company as it is before the sale.
    builds
        The builds that go to it before each dividend.
    steps
        The opening bid, then each price up to the highest from which on the share pays more.
    highest
        The highest price that the share is known to earn back; ``bound`` is an upper bound on it.
    capital
        The least money of the company after the sale that is known to pay as much as :attr:`best`
        does; ``capital_bound`` is a lower bound on it.
    exact
        Whether it is proven that at no price, listed or not, the share pays more than listed.
    """

    company: str
    treasury: int
    sold: int
    builds: tuple[int, ...]
    steps: tuple[Bid, ...]
    highest: Bid
    bound: int
    capital: int
    capital_bound: int
    exact: bool

    @property
    def best(self) -> Bid:
        """Return the least price of those with the most profit."""
        return best_of(self.steps)

    @property
    def proven(self) -> bool:
        """Whether every figure is proven under the assumptions."""
        known = self.highest.bid == self.bound and self.capital == self.capital_bound
        return self.exact and known

    def profit(self, bid: int) -> Profit:
        """The buyer's gain at a price, which is the opening bid or more.

        Below a listed price the share pays no more than at that price. A price above ``bound`` is
        never earned back.
        """
        listed = [*self.steps, self.highest]
        known = max(each.stream.total for each in listed if each.bid <= bid) - bid
        if self.exact and bid <= self.highest.bid:
            return Profit(known, known)
        most = [each.stream.bound - bid for each in listed if each.bid >= bid]
        most += [-1] if bid > self.bound else []
        return Profit(known, min(most, default=rules.RICH))


def best_of(steps: Sequence[Bid]) -> Bid:
    """Return the least price of those with the most profit."""
    return max(steps, key=lambda each: (each.profit, -each.bid))


def builds_ahead(
    position: ChicagoPosition, number: int, most: int | None, *, in_turn: bool = True
) -> tuple[int, ...]:
    """Number of builds that the dials allow before each dividend, at most ``most``.

    A share is auctioned first, ``in_turn`` by turning a dial: if that turns so many dials to red,
    the dividend comes at once.
    """
    length = position.title.dials.length("build")
    left = rules.dial_left(position, "build")
    if dividends.due(waived(position, "auction") if in_turn else position):
        left = 0
    any_number = max(each.locomotives for each in position.title.companies.values())
    now, later = (any_number if each is None else each for each in (left, length))
    counts = (now, *[later] * (number - 1))
    return tuple(each if most is None else min(each, most) for each in counts)


def share_worth(
    position: ChicagoPosition,
    company: str,
    builds: tuple[int, ...],
    clock: Clock,
    watch: Callable[[float], None] = lambda part: None,
) -> ShareWorth:
    """The worth of the next share of a company; one must be left to be sold.

    ``watch`` is called with the part of the work that is done.
    """
    sold, money = position.sold[company], position.treasuries[company]
    opening = rules.opening_bid(position, company)
    assert opening is not None
    after = replace(position, sold={**position.sold, company: sold + 1})
    future = Future(Prospects(after, company, builds, clock))
    watch(0.0)
    top = _fixed_point(future, money, opening)

    def settled(bid: int) -> None:
        watch((1 + (bid - opening) / max(1, top - opening)) / 2)

    prices, exact = _prices(future, money, opening, top, settled)
    bound = _lowered(future.bound, money, opening, top)
    highest = _lowered(lambda having: future.stream(having).total, money, opening, bound)

    def offer(bid: int) -> Bid:
        return Bid(bid, future.stream(money + bid))

    best = best_of([offer(bid) for bid in prices if bid <= highest])
    capital = future.least_money(best.stream.total, 0, money + best.bid)
    assert capital.money is not None
    return ShareWorth(
        company,
        money,
        sold,
        future.builds,
        tuple(offer(bid) for bid in prices if bid <= highest),
        offer(highest),
        bound,
        capital.money,
        capital.bound,
        exact,
    )


def _fixed_point(future: Future, money: int, opening: int) -> int:
    """Return the highest price that the bound on the stream allows.

    A rough bound, which takes no search, goes first.
    """
    prospects = future.prospects
    rough = _lowered(prospects.ceiling, money, opening, rules.RICH)
    prospects.work_out_together(range(money + rough + 1))
    return _lowered(prospects.bound, money, opening, rough)


def _lowered(paid: Callable[[int], int], money: int, opening: int, bid: int) -> int:
    """Return the highest price, ``bid`` or less, that comes back if a share is ``paid`` so much.

    More money never pays less. So a price that exceeds what is then paid can be lowered to that
    payment at once, again and again, until it does not exceed it.
    """
    while bid > opening:
        back = max(opening, paid(money + bid))
        if back >= bid:
            return bid
        bid = back
    return opening


def _prices(
    future: Future, money: int, opening: int, top: int, settled: Callable[[int], None]
) -> tuple[list[int], bool]:
    """Return each price from which on the share pays more, while there is time.

    Also whether it is proven that it pays no more before the next of them, nor after the last.
    """
    prices: list[int] = []
    bid, exact = opening, True
    while True:
        settled(bid)
        value = future.stream(money + bid).total + 1
        more = future.least_money(value, money + bid, money + top)
        if more.money == money + bid:
            continue
        prices.append(bid)
        exact = exact and more.bound >= (more.money or money + top + 1)
        if more.money is None:
            return prices, exact
        if future.clock.left == 0:
            return prices, False
        bid = more.money - money
