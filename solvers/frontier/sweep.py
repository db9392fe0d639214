"""In which order to look at the links: so that little must be remembered in between.

A sweep passes over the board link by link. What lies on both sides of it must be
remembered: stops with links already decided and links still to come, and whatever else
joins such links (a hexside that several of them use, stations that exclude each other).
The fewer of these *items* are open at a time, the smaller the state graph.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from hexgraph.network import Network
from solvers.frontier.rows import contested, rows_of

_STOP = 1.8
"""What an open stop weighs against an open yes-or-no item: the logarithm of its states."""


@dataclass(frozen=True)
class Sweep:
    """An order of the links, and the items that open and close along it.

    Items are numbered: stops first, then contested rows, groups, sets of links. ``items`` has those
    of each link; ``closing`` those that close after each link of the order.
    """

    order: tuple[int, ...]
    items: tuple[tuple[int, ...], ...]
    closing: tuple[tuple[int, ...], ...]
    rows: dict[int, list[int]]
    """The items of contested rows that each link uses."""
    groups: dict[int, list[int]]
    """The items of the groups that a stop belongs to."""
    firsts: dict[int, list[tuple[int, frozenset[int]]]]
    """The items of sets of links that each link belongs to: used by the path, or not yet."""


def sweep(
    network: Network,
    excluding: Sequence[frozenset[int]] = (),
    met: Sequence[frozenset[int]] = (),
) -> Sweep:
    """Return the best order found by going from every stop to the nearest ones.

    Of each set of stops in ``excluding`` a path visits one at most. Of each set of links in
    ``met`` it is to be known which one a path uses first.
    """
    stops = len(network.stops)
    watched = contested(network, rows_of(network))
    groups: dict[int, list[int]] = defaultdict(list)
    for item, group in enumerate(excluding, stops + len(watched)):
        for at in sorted(group):
            groups[at].append(item)
    rows: dict[int, list[int]] = defaultdict(list)
    for item, row in enumerate(watched, stops):
        for link in row:
            rows[link].append(item)
    firsts: dict[int, list[tuple[int, frozenset[int]]]] = defaultdict(list)
    for item, some in enumerate(met, stops + len(watched) + len(excluding)):
        for at in some:
            firsts[at].append((item, some))
    items = tuple(
        (
            link.a,
            link.b,
            *rows[at],
            *sorted({*groups.get(link.a, ()), *groups.get(link.b, ())}),
            *(item for item, _ in firsts.get(at, ())),
        )
        for at, link in enumerate(network.links)
    )
    weights = [_STOP if stop.through else 1.0 for stop in network.stops]
    weights += [1.0] * (len(watched) + len(excluding) + len(met))
    order = _Greedy(items, weights, stops).best()
    last = {item: at for at, link in enumerate(order) for item in items[link]}
    closing = tuple(
        tuple(item for item in items[link] if last[item] == at) for at, link in enumerate(order)
    )
    return Sweep(order, items, closing, dict(rows), dict(groups), dict(firsts))


class _Greedy:
    """Finish one stop after the other, next always the one that leaves least open."""

    def __init__(
        self, items: tuple[tuple[int, ...], ...], weights: list[float], stops: int
    ) -> None:
        self.stops = stops
        self.weights = weights
        self.touches = [sum(1 << item for item in of_link) for of_link in items]
        self.users = [0] * len(weights)
        for link, of_link in enumerate(items):
            for item in of_link:
                self.users[item] |= 1 << link

    def best(self) -> tuple[int, ...]:
        """Return the cheapest of the orders from every stop."""
        found: tuple[float, tuple[int, ...]] = (float("inf"), ())
        for start in range(self.stops):
            if self.users[start]:
                cost, order = self._from(start, found[0])
                if cost < found[0]:
                    found = cost, order
        return found[1]

    def _from(self, stop: int, limit: float) -> tuple[float, tuple[int, ...]]:
        """Return the cost of the order from ``stop`` on, at least ``limit`` if it is dear."""
        left, open_now, cost = (1 << len(self.touches)) - 1, 0, 0.0
        order: list[int] = []
        while True:
            for link in _bits(self.users[stop] & left):
                left ^= 1 << link
                order.append(link)
                open_now |= self.touches[link]
                cost += 2.0 ** self._weight(open_now)
                for item in _bits(self.touches[link]):
                    if not self.users[item] & left:
                        open_now ^= 1 << item
            if not left or cost >= limit:
                return cost, tuple(order)
            near = [item for item in _bits(open_now) if item < self.stops]
            if not near:
                near = [item for item in range(self.stops) if self.users[item] & left]
            stop = min(near, key=lambda item: self._open_after(item, left, open_now))

    def _open_after(self, stop: int, left: int, open_now: int) -> float:
        """Return the weight of what is open once ``stop`` is finished."""
        for link in _bits(self.users[stop] & left):
            open_now |= self.touches[link]
        left &= ~self.users[stop]
        return sum(self.weights[item] for item in _bits(open_now) if self.users[item] & left)

    def _weight(self, items: int) -> float:
        return sum(self.weights[item] for item in _bits(items))


def _bits(mask: int) -> list[int]:
    """Return the positions of the bits that are set."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found
