"""The best route of a train under prices, and the routes that come next.

Two ways with one face: a table over a state graph for trains with countless routes, and a
plain list for trains with few.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

import numpy as np

from solvers.enumerate import Route
from solvers.frontier.ledger import NEVER, Ledger, Table, pull, push
from solvers.frontier.pool import Ints, Words, to_bits
from solvers.frontier.states import Move, StateGraph
from solvers.pack import Scale


class Priced(NamedTuple):
    """Routes: scores less prices, and links. Complete down to the score ``least``."""

    scores: Ints
    links: Words
    least: int


class Pricer(Protocol):
    """One type of train; prices are given for each link."""

    def price(self, prices: Ints) -> int:
        """Set the prices; return the best score less prices, ``NEVER`` without a route."""

    def best(self, most: int, least: int = NEVER) -> Priced:
        """Return about ``most`` best routes at the prices last set, none below ``least``."""


class Listed:
    """A train whose routes are all known."""

    def __init__(self, routes: Sequence[Route], scale: Scale, links: int) -> None:
        words = -(-links // 64)
        sets = [sum(1 << link for link in route.links) for route in routes]
        data = b"".join(each.to_bytes(8 * words, "little") for each in sets)
        self.links: Words = np.frombuffer(data, np.uint64).reshape(len(sets), words)
        self.bits = to_bits(self.links, links).astype(np.float64)
        self.scores = np.array([scale.score(route) for route in routes], np.int64)

    def price(self, prices: Ints) -> int:
        """See :meth:`Pricer.price`."""
        self.priced = self.scores - (self.bits @ prices).astype(np.int64)
        return int(self.priced.max()) if len(self.priced) else NEVER

    def best(self, most: int, least: int = NEVER) -> Priced:
        """See :meth:`Pricer.best`."""
        if len(self.priced) > most:
            least = max(least, int(np.partition(self.priced, -most)[-most]))
        kept = self.priced >= least
        return Priced(self.priced[kept], self.links[kept], least)


class Tabled:
    """A train on a state graph: exact, however many routes there are."""

    def __init__(self, graph: StateGraph, ledger: Ledger, links: int) -> None:
        self.graph = graph
        self.ledger = ledger
        self.words = -(-links // 64)
        self.prices: Ints = np.zeros(links, np.int64)
        self.tables: list[Table] = []

    def price(self, prices: Ints) -> int:
        """See :meth:`Pricer.price`.

        One pass back over the layers: the most that can still be earned from each state on.
        """
        self.prices = prices
        accepted = self.ledger.accepted()
        table: Table = np.broadcast_to(accepted, (self.graph.last + 1, *accepted.shape))
        tables = [table]
        for step, ways in zip(reversed(self.graph.steps), reversed(self.ledger.ways), strict=True):
            before = np.full((step.rows + 1, *accepted.shape), NEVER, np.int64)
            before[0] = accepted
            for move, options in zip(step.moves, ways, strict=True):
                if options:
                    gained = self._add(pull(table[move.target], options), move)
                    before[move.source] = np.maximum(before[move.source], gained)
            table = before
            tables.append(table)
        self.tables = tables[::-1]
        best = self.tables[0][self.graph.starts, 0, 0].max(initial=NEVER)
        return int(best) - self.ledger.scale.train

    def _add(self, gained: Table, move: Move, which: Ints | slice = slice(None)) -> Table:
        """Add to what a move gains its price and its transit bonus."""
        if move.link is not None:
            gained -= self.prices[move.link]
        if move.bonus is not None:
            gained += self.ledger.scale.revenue * move.bonus[which, None, None]
        return gained

    def best(self, most: int, least: int = NEVER) -> Priced:
        """See :meth:`Pricer.best`.

        Beginnings of paths are followed through the layers, all at once. The table tells
        what each can come to, so that none is followed in vain; when there are too many,
        the least promising are given up, and ``least`` rises above them.
        """
        train = self.ledger.scale.train
        least = max(least, NEVER // 2) + train
        rows = self.graph.starts
        earned: Table = np.full((len(rows), *self.ledger.accepted().shape), NEVER, np.int64)
        earned[:, 0, 0] = 0
        links: Words = np.zeros((len(rows), self.words), np.uint64)
        found = Priced(np.zeros(0, np.int64), np.zeros((0, self.words), np.uint64), least)
        for at in range(len(self.graph.steps)):
            grown = self._grow(at, rows, earned, links, least)
            if not grown:
                break
            rows, earned, links, hopes = (np.concatenate(part) for part in zip(*grown, strict=True))
            done = rows == 0
            if done.any():
                found = Priced(
                    np.concatenate([found.scores, hopes[done]]),
                    np.concatenate([found.links, links[done]]),
                    least,
                )
                going = ~done
                rows, earned, links, hopes = rows[going], earned[going], links[going], hopes[going]
            if len(found.scores) + len(rows) > most:
                everything = np.concatenate([found.scores, hopes])
                least = max(least, int(np.partition(everything, -most)[-most]) + 1)
                found = _at_least(found, least)
                going = hopes >= least
                rows, earned, links = rows[going], earned[going], links[going]
        return Priced(found.scores - train, found.links, least - train)

    def _grow(
        self, at: int, rows: Ints, earned: Table, links: Words, least: int
    ) -> list[tuple[Ints, Table, Words, Ints]]:
        """Make every move of a step that leads to ``least``: rows, earned, links, hopes."""
        step, after = self.graph.steps[at], self.tables[at + 1]
        grown = []
        places = step.places[:, rows]
        for move, options, place in zip(step.moves, self.ledger.ways[at], places, strict=True):
            here = (place >= 0).nonzero()[0]
            if not len(here) or not options:
                continue
            which = place[here]
            target = move.target[which]
            gained = self._add(push(earned[here], options), move, which)
            hopes = (gained + after[target]).reshape(len(here), -1).max(axis=1)
            good = (hopes >= least).nonzero()[0]
            if not len(good):
                continue
            if len(good) < len(here):
                here, target, gained, hopes = here[good], target[good], gained[good], hopes[good]
            used = links[here]
            if move.link is not None:
                used[:, move.link // 64] |= np.uint64(1 << move.link % 64)
            grown.append((target, gained, used, hopes))
        return grown


def _at_least(priced: Priced, least: int) -> Priced:
    kept = priced.scores >= least
    return Priced(priced.scores[kept], priced.links[kept], least)
