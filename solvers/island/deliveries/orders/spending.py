"""What many branches have to spend at least."""

from __future__ import annotations

from functools import cached_property, partial
from typing import Any

import numpy as np

from solvers.island.deliveries.orders.joins import Joins
from solvers.island.deliveries.orders.lookup import Lookup
from solvers.island.deliveries.orders.numbers import Numbers
from solvers.island.deliveries.shares import PARTS, JoiningShares

_STOPS = 50
"""Stops that fit into a number, as bits, beside the number of an island; others cost nothing."""


class Spending:
    """Bounds on the cost of lines, by what branches have visited and joined.

    *Stops* are places as bits; those that own lines join are one. If ``by_port`` is set, it is
    known in which ports trains board and land, and what is joined to where they land. Without own
    lines ports tell little, as none is joined already: then they are left open. ``net``: it
    counts what is spent.
    """

    def __init__(self, numbers: Numbers, shares: JoiningShares, *, net: bool) -> None:
        self.numbers, self.shares, self.net = numbers, shares, net
        world = numbers.world
        joined = [world.joined(point) for point in numbers.places]
        self._stops = list(dict.fromkeys(joined))[:_STOPS]
        number = {point: bit for bit, point in enumerate(self._stops)}
        bits = [1 << number[point] if point in number else 0 for point in joined]
        self.stop = np.array(bits, dtype=np.int64)
        """The bit of each place."""
        self._home = int(numbers.island_of[numbers.start])
        self._of_island = np.zeros(len(numbers.islands), dtype=np.int64)
        for island, bit in zip(numbers.island_of.tolist(), bits, strict=True):
            self._of_island[island] |= bit
        self._trees: dict[tuple[bool, int], Lookup] = {}
        self.joins = Joins(numbers)
        self.by_port = bool(world.ground.network) and self.joins.fit

    def lines(self, joined: Any, stops: Any) -> Any:
        """Return what the lines cost for what is joined and for visits to all stops."""
        trees = self._tree_costs(stops, False, 0)
        if self.by_port:
            trees = np.maximum(trees, self.joins.costs(joined, self.numbers.world.costs))
        return trees.sum(axis=1)

    def trees(self, stops: Any) -> Any:
        """Return what the lines cost for visits to all stops, whatever is joined to what."""
        return self._tree_costs(stops, False, 0).sum(axis=1)

    def lines_and_near_ships(self, stops: Any) -> Any:
        """Return what lines cost, and crossings between ports of an island, for all stops."""
        return self._tree_costs(stops, False, self.numbers.world.least_hire).sum(axis=1)

    def lines_to_come(self, joined: Any, stops: Any) -> Any:
        """Return what lines cost at least beside what visits bear; nothing if it does not count."""
        if not self.net:
            return np.zeros(len(stops), dtype=np.int64)
        if not self.by_port:
            return self._tree_costs(stops, True, self.numbers.world.least_hire).sum(axis=1)
        trees = self._tree_costs(stops, True, 0)
        return np.maximum(trees, self.joins.costs(joined, self.shares.costs)).sum(axis=1)

    def _tree_costs(self, stops: Any, shared: bool, near_hire: int) -> Any:
        """Return the cost of the trees of each island; ``shared``: beside what visits bear."""
        key = shared, near_hire
        if key not in self._trees:
            self._trees[key] = Lookup(partial(self._tree_cost, *key))
        on_islands = stops[:, None] & self._of_island
        wanted = on_islands != 0
        away = wanted.sum(axis=1) > wanted[:, self._home]
        keys = on_islands | (np.arange(len(self._of_island)) << (_STOPS + 1))
        keys[:, self._home] |= away.astype(np.int64) << _STOPS
        wanted[:, self._home] |= away
        costs = np.zeros(on_islands.shape, dtype=np.int64)
        costs[wanted] = self._trees[key](keys[wanted])
        return costs

    def _tree_cost(self, shared: bool, near_hire: int, key: int) -> int:
        island = self.numbers.islands[key >> (_STOPS + 1)]
        away, stops = bool(key >> _STOPS & 1), key & ((1 << _STOPS) - 1)
        points = [point for bit, point in enumerate(self._stops) if stops >> bit & 1]
        costs = self.shares.costs if shared else self.numbers.world.costs
        return costs.tree_cost(island, points, away, near_hire)

    def due(self, stops: Any, cards: Any, held: Any) -> Any:
        """Return what joining the stops costs, in parts, beside what visits to come bear.

        Parameters
        ----------
        stops
            Where the train has been, and where what is held is to go.
        cards
            Which cards are not begun, a column each.
        held
            The shares of the towns where what is held is to go, in parts.
        """
        if not self.shares.price:
            return np.zeros(len(stops), dtype=np.int64)
        different, back = np.unique(stops, return_inverse=True)
        price, bears = self._bears(different)
        return price[back] - (bears[back] * cards).sum(axis=1) - held

    def _bears(self, stops: Any) -> tuple[Any, Any]:
        """Return the cost of joining stops, and what each card can bear of it at most.

        Where the train begins joining costs nothing, so that a visit there bears too much.
        """
        price, start = np.zeros(len(stops), dtype=np.int64), self.numbers.world.start
        bears = dict[int, Any]()
        for point, bit in self._priced.items():
            there = (stops & bit != 0) | (point == start)
            price += PARTS * self.shares.price[point] * there * (point != start)
            bears[point] = self.shares.share[point] * there
        nothing = np.zeros(len(stops), dtype=np.int64)
        columns = []
        for jobs in self.shares.by_card.values():
            most = nothing
            for job in jobs:
                loads = [bears.get(town, nothing) for town in self.shares.sources[job.good]]
                most = np.maximum(most, np.max(loads, axis=0) + bears.get(job.town, nothing))
            columns.append(most)
        return price, np.stack(columns, axis=1)

    @cached_property
    def _priced(self) -> dict[int, int]:
        """The bit of each point that costs something to join."""
        known = self.numbers.place
        return {
            point: int(self.stop[known[point]]) for point in self.shares.price if point in known
        }

    @cached_property
    def settled(self) -> Any:
        """Whether lines lead from each port already."""
        base = self.numbers.world.base
        return np.array([port in base for port in self.numbers.ports] or [False], dtype=bool)
