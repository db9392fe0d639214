"""What the next share of a company is worth, and what should be bid for it.

The money that is bid goes to the company, which builds with it. So a share is worth the more
the more is paid for it, up to the point where money no longer helps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from mapdata.chicago_position import ChicagoPosition
from solvers.chicago import dividends, rules
from solvers.chicago.future import Future, Stream
from solvers.chicago.moves import waived
from solvers.chicago.prospects import Prospects
from solvers.clock import Clock


@dataclass(frozen=True)
class Bid:
    """A price for the share, and what the share is then paid."""

    bid: int
    stream: Stream

    @property
    def profit(self) -> int:
        """Return what the buyer gains in the end."""
        return self.stream.total - self.bid


@dataclass(frozen=True)
class ShareWorth:
    """What the next share of a company is worth over some dividends.

    Attributes
    ----------
    company, treasury, sold
        The company as it is before the sale.
    builds
        The builds that go to it before each dividend.
    steps
        The opening bid, then each price up to the highest from which on the share pays more.
    highest
        The highest price that the share still earns back, and with ``bound`` the price that
        it cannot earn back by any plan.
    complete
        Whether there was time to look at every price.
    """

    company: str
    treasury: int
    sold: int
    builds: tuple[int, ...]
    steps: tuple[Bid, ...]
    highest: Bid
    bound: int
    complete: bool

    @property
    def best(self) -> Bid:
        """Return the least price of those with the most profit."""
        return max(self.steps, key=lambda each: (each.profit, -each.bid))

    @property
    def capital(self) -> int:
        """Return what the company must have after the sale to pay what :attr:`best` says."""
        return self.treasury + self.best.bid

    @property
    def proven(self) -> bool:
        """Return whether every figure is proven under what is assumed."""
        known = self.complete and self.highest.bid == self.bound
        return known and all(each.stream.proven for each in self.steps)


def builds_ahead(position: ChicagoPosition, number: int, most: int | None) -> tuple[int, ...]:
    """Return how many builds the dials allow before each dividend, at most ``most``.

    A share is auctioned first: if that turns so many dials to red, the dividend comes at once.
    """
    length = position.title.dials.length("build")
    left = rules.dial_left(position, "build")
    if dividends.due(waived(position, "auction")):
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
    """Return what the next share of a company is worth; one must be left to be sold.

    ``watch`` is told which part of the work is done.
    """
    sold, money = position.sold[company], position.treasuries[company]
    opening = rules.opening_bid(position, company)
    assert opening is not None
    after = replace(position, sold={**position.sold, company: sold + 1})
    future = Future(Prospects(after, company, builds, clock))
    watch(0.0)
    bound = _fixed_point(future, money, opening)

    def settled(bid: int) -> None:
        watch((1 + (bid - opening) / max(1, bound - opening)) / 2)

    rises = [opening, *_rises(future, money, opening, bound, settled)]
    highest = bound
    while highest > opening and future.stream(money + highest).total < highest:
        highest = max(opening, future.stream(money + highest).total)
    steps = [Bid(bid, future.stream(money + bid)) for bid in rises if bid <= highest]
    top = Bid(highest, future.stream(money + highest))
    complete = clock.left != 0
    return ShareWorth(company, money, sold, future.builds, tuple(steps), top, bound, complete)


def _fixed_point(future: Future, money: int, opening: int) -> int:
    """Return the highest price that the bound on the stream allows.

    More money never makes the bound smaller. So from above, a price that is more than the
    bound can be lowered to the bound at once, until one is met that is not. A rough bound,
    which takes no search, goes first.
    """
    prospects = future.prospects
    rough = _lowered(prospects.ceiling, money, opening, rules.RICH)
    prospects.work_out_together(range(money + opening, money + rough + 1))
    return _lowered(prospects.bound, money, opening, rough)


def _lowered(bound_of: Callable[[int], int], money: int, opening: int, bid: int) -> int:
    while bid > opening:
        bound = max(opening, bound_of(money + bid))
        if bound >= bid:
            return bid
        bid = bound
    return opening


def _rises(
    future: Future, money: int, low: int, high: int, settled: Callable[[int], None]
) -> Iterator[int]:
    """Yield the prices above ``low`` at which the stream rises, by halving, while there is time."""
    settled(low)
    if future.clock.left == 0:
        return
    if future.stream(money + low).total == future.stream(money + high).total:
        return
    if high == low + 1:
        yield high
        return
    middle = (low + high) // 2
    yield from _rises(future, money, low, middle, settled)
    yield from _rises(future, money, middle, high, settled)
