"""Pricing: the best routes of a train at prices of the rows.

There are two implementations of one interface: a table over a state graph
(:mod:`solvers.frontier.table`) for trains with very many routes, and a plain list for few.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import gcd
from types import MappingProxyType
from typing import NamedTuple, Protocol

import numpy as np

from solvers.frontier.axes import NEVER
from solvers.frontier.plan_rows import PlanRows
from solvers.frontier.pool import Bits, Ints
from solvers.pack import Scale
from solvers.route import Route


class Priced(NamedTuple):
    """Routes with their reduced scores and sections, complete down to the score ``least``."""

    scores: Ints
    sections: Bits
    least: int


class Pricer(Protocol):
    """One type of train."""

    @property
    def unit(self) -> int:
        """Common divisor of the revenues of all routes; 0 if none earns anything."""

    def price(self, prices: Ints) -> int:
        """Set the prices of rows; return the reduced score (score less prices) of the best route.

        It is ``NEVER`` if there is no route.
        """

    def best(self, most: int, least: int = NEVER, *, thin: bool = False) -> Priced:
        """Return about ``most`` best routes at the prices last set, none below ``least``.

        With ``thin`` dominated routes may be left out: another scores more with fewer rows.
        """


class ListedTrain:
    """A train whose routes are all known."""

    def __init__(
        self,
        routes: Sequence[Route],
        scale: Scale,
        rows: PlanRows,
        of_links: Sequence[Sequence[int]],
        claims: Mapping[str, int] = MappingProxyType({}),
    ) -> None:
        words = -(-rows.columns // 64)
        bits = [sum(1 << at for at in sections) for sections in of_links]
        sets = [
            sum(bits[link] for link in route.links) + sum(1 << claims[name] for name in route.once)
            for route in routes
        ]
        data = b"".join(each.to_bytes(8 * words, "little") for each in sets)
        self.sections: Bits = np.frombuffer(data, np.uint64).reshape(len(sets), words)
        self.uses = rows.charged(rows.used(self.sections))
        self.scores = np.array([scale.score(route) for route in routes], np.int64)
        self.unit = gcd(*{route.revenue for route in routes})

    def price(self, prices: Ints) -> int:
        """See :meth:`Pricer.price`."""
        self.priced = self.scores - self.uses @ prices
        return int(self.priced.max()) if len(self.priced) else NEVER

    def best(self, most: int, least: int = NEVER, *, thin: bool = False) -> Priced:
        """See :meth:`Pricer.best`."""
        if len(self.priced) > most:
            least = max(least, int(np.partition(self.priced, -most)[-most]))
        kept = self.priced >= least
        return Priced(self.priced[kept], self.sections[kept], least)


class Claiming:
    """A train with bonuses to claim: one pricer for every choice of them."""

    def __init__(self, pricers: Sequence[Pricer]) -> None:
        self.pricers = pricers

    @property
    def unit(self) -> int:
        """See :attr:`Pricer.unit`."""
        return gcd(*[pricer.unit for pricer in self.pricers])

    def price(self, prices: Ints) -> int:
        """See :meth:`Pricer.price`."""
        return max(pricer.price(prices) for pricer in self.pricers)

    def best(self, most: int, least: int = NEVER, *, thin: bool = False) -> Priced:
        """See :meth:`Pricer.best`."""
        found: list[Priced] = []
        for pricer in self.pricers:
            found.append(pricer.best(most, least, thin=thin))
            least = max(least, found[-1].least)
        scores = np.concatenate([each.scores for each in found])
        sections = np.concatenate([each.sections for each in found])
        kept = scores >= least
        return Priced(scores[kept], sections[kept], least)
