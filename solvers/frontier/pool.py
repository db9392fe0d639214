"""Routes of all trains as arrays, for prices, cuts and combinations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
Counts = NDArray[np.int8]
Bits = NDArray[np.uint64]
"""Sets as bits, 64 to a word."""


_BLOCK = 256
"""Routes compared with all better ones at a time."""


@dataclass(frozen=True, eq=False)
class RoutePool:
    """Some routes: the type of train, score, sections and rows used of each."""

    train: Ints
    score: Ints
    sections: Bits
    uses: Bools

    def __len__(self) -> int:
        return len(self.score)

    def take(self, which: Ints | Bools) -> RoutePool:
        """Return some of the routes."""
        return RoutePool(
            self.train[which], self.score[which], self.sections[which], self.uses[which]
        )

    def key(self, route: int) -> tuple[int, bytes]:
        """Identity of a route: its type of train and its sections."""
        return int(self.train[route]), self.sections[route].tobytes()


def join(pools: Sequence[RoutePool]) -> RoutePool:
    """Return the routes of several pools as one."""
    return RoutePool(
        np.concatenate([pool.train for pool in pools]),
        np.concatenate([pool.score for pool in pools]),
        np.concatenate([pool.sections for pool in pools]),
        np.concatenate([pool.uses for pool in pools]),
    )


def undominated(pool: RoutePool) -> Bools:
    """Mask of routes not dominated by a route of the same type with fewer rows.

    A best plan needs no others: the route with fewer rows fits wherever the other does.
    """
    order = np.lexsort((-pool.score, pool.train))
    words = to_words(pool.uses)[order]
    kinds = pool.train[order]
    first = np.searchsorted(kinds, kinds)
    kept = np.ones(len(pool), np.bool_)
    for at in range(0, len(pool), _BLOCK):
        here = np.arange(at, min(at + _BLOCK, len(pool)))
        better = np.flatnonzero(kept[: here[-1]])
        better = better[better >= first[at]]
        beaten = (better[:, None] < here) & (better[:, None] >= first[here])
        for word in words.T:
            beaten &= (word[better][:, None] & ~word[here]) == 0
        kept[here] = ~beaten.any(axis=0)
    return kept[np.argsort(order)]


Cut = tuple[int, ...]
"""Three rows or five: the routes of a plan use at most one pair of three, or two pairs of five."""


def pairs_of(uses: Bools, cuts: Sequence[Cut]) -> Counts:
    """Pairs of each cut's rows used by each route."""
    table = np.zeros((uses.shape[1], len(cuts)), np.float32)
    for at, cut in enumerate(cuts):
        table[list(cut), at] = 1
    return (uses.astype(np.float32) @ table).astype(np.int8) // 2


def paid(uses: Bools | Counts, prices: Ints) -> Ints:
    """The prices that each route pays for its rows; most rows are free."""
    priced = np.flatnonzero(prices)
    total: Ints = uses[:, priced] @ prices[priced]
    return total


def to_words(bits: Bools) -> Bits:
    """Return each row of ``bits`` as words."""
    width = -(-bits.shape[1] // 64) * 64
    padded = np.zeros((bits.shape[0], width), np.bool_)
    padded[:, : bits.shape[1]] = bits
    return np.packbits(padded, axis=1, bitorder="little").view(np.uint64)


def to_bits(words: Bits, count: int) -> Bools:
    """Return the first ``count`` bits of each row of words."""
    octets = np.ascontiguousarray(words).view(np.uint8)
    return np.unpackbits(octets, axis=1, count=count, bitorder="little").astype(np.bool_)
