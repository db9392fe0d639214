"""Upper bound on what the stops of a route add, for trains that are not paid for all of them.

It is a Lagrangian bound. Every paying place has a price (a penalty), and a stop counts for its
pay less the price, or 0 if that is negative. No more stops pay than there are places. So a route
earns at most the prices of all places plus the counts of its stops: a sum over single stops,
whichever of them pay in the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from solvers.problem import Train


class Hope(NamedTuple):
    """Upper bounds ``worth`` on what single stops add, at ``prices`` of the paying places.

    ``beyond`` is the price of all places together. An end of a route must pay: it adds ``cut``,
    which is 0 or less, to its ``worth``.
    """

    prices: tuple[int, ...]
    worth: Sequence[int]
    cut: Sequence[int]
    beyond: int


def hope_at(train: Train, prices: tuple[int, ...]) -> Hope:
    """Return upper bounds on what each stop adds to a route; they hold at any prices."""
    if not train.skips:
        return Hope((), train.worth, [0] * len(train.worth), 0)
    net, beyond = list(train.worth), 0
    for limit, price in zip(train.pays, prices, strict=True):
        # Lagrangian relaxation of this limit: its places are paid for, then it need not hold.
        if price:
            beyond += price * limit.most
            net = [each - price * one for each, one in zip(net, limit.weights, strict=True)]
    sure = train.must_pay
    worth = [each if at in sure else max(0, each) for at, each in enumerate(net)]
    cut = [0] * len(net)
    if train.trims and not train.local:  # a single stop would be cut twice
        cut = [a - b for a, b in zip(net, worth, strict=True)]
    return Hope(prices, worth, cut, beyond)


def first_prices(train: Train) -> tuple[int, ...]:
    """Return prices to begin with, one for each limit on paying stops.

    Where the dearest stops must pay anyway, it is the worth of the dearest other stop; else 0.
    """
    left, prices = list(train.worth), []
    for limit in train.pays:
        free = [
            each for at, each in enumerate(left) if limit.weights[at] and at not in train.must_pay
        ]
        sure = [left[at] for at in train.must_pay if limit.weights[at]]
        price = max([0, *free])
        if limit.most and (not sure or price > min(sure)):
            price = 0
        left = [each - price * one for each, one in zip(left, limit.weights, strict=True)]
        prices.append(price)
    return tuple(prices)


def prices_on(train: Train, long: int) -> tuple[int, ...]:
    """Return prices at which the bound is nearly tight for one long route.

    ``long`` has the stops of that route as bits. A place costs what the first stop without a
    place would pay. Any prices are valid; better ones leave fewer arms to look at.
    """
    left, prices = list(train.worth), []
    for limit in train.pays:
        counted = [each for at, each in enumerate(left) if limit.weights[at] and long >> at & 1]
        price = max([0, *sorted(counted, reverse=True)[limit.most : limit.most + 1]])
        left = [each - price * one for each, one in zip(left, limit.weights, strict=True)]
        prices.append(price)
    return tuple(prices)
