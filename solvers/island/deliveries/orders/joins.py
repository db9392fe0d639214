"""Landfalls of many branches, and what is joined to them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from solvers.island.deliveries.costs import Costs, Landfall
from solvers.island.deliveries.orders.lookup import Lookup
from solvers.island.deliveries.orders.numbers import Numbers

_BITS = 62
"""What can be joined on an island, as bits of a number."""


class Joins:
    """Landfalls and what is joined to them, as bits of a number for each island.

    On an island lines begin where the train came ashore, or at lines that are there: its
    *entries*. What is joined to the same entry is one landfall. Points that own lines join already
    count as one. If there are too many for a number, ``fit`` is false.
    """

    def __init__(self, numbers: Numbers) -> None:
        world = numbers.world
        self._numbers, joined = numbers, world.joined
        begins = {joined(point) for point in (*world.base, world.start)}
        ports = {joined(port) for port in numbers.ports}
        places = {joined(place) for place in numbers.places}
        self._entries = self._by_island(begins | ports)
        self._points = self._by_island(places | ports)
        self._always = [[entry in begins for entry in each] for each in self._entries]
        self._wide, many = max(map(len, self._points)), max(map(len, self._entries))
        self.fit = (self._wide + 1) * many <= _BITS
        home = int(numbers.island_of[numbers.start])
        self.start = self._entries[home].index(joined(world.start))
        """The entry from which the train goes at the beginning."""
        self._point_of_place = self._places_in(self._points, numbers.places)
        self._point_of_port = self._places_in(self._points, numbers.ports)
        self._entry_of_port = self._places_in(self._entries, numbers.ports)
        self._bit = np.zeros((len(numbers.islands), many, self._wide), dtype=np.int64)
        self._landed = np.zeros(many, dtype=np.int64)
        if self.fit:
            self._set_bits()
        self._costs: dict[tuple[int, int], Lookup] = {}

    def _by_island(self, points: set[int]) -> list[list[int]]:
        """Return the points of each island, in order."""
        island = self._numbers.world.island
        return [[p for p in sorted(points) if island[p] == each] for each in self._numbers.islands]

    def _places_in(self, lists: list[list[int]], points: list[int]) -> Any:
        """Return the place of each point in the list of its island."""
        world, islands = self._numbers.world, self._numbers.islands
        found = [
            lists[islands.index(world.island[point])].index(world.joined(point)) for point in points
        ]
        return np.array(found or [0], dtype=np.int64)

    def _set_bits(self) -> None:
        for entry in range(len(self._landed)):
            self._landed[entry] = 1 << (entry * (self._wide + 1) + self._wide)
        for island, (entries, points) in enumerate(zip(self._entries, self._points, strict=True)):
            for number, entry in enumerate(entries):
                for other, point in enumerate(points):
                    if entry != point:
                        self._bit[island, number, other] = 1 << number * (self._wide + 1) + other

    def as_good(self, one: Any, other: Any) -> Any:
        """Return whether no line is joined but those of another; and trains landed as widely."""
        landed = int(np.bitwise_or.reduce(self._landed))
        more, less = one & ~other, other & ~one
        return ((more & ~landed) | (less & landed) == 0).all(axis=1)

    def needs(self, joined: Any, entry: Any, at: Any, passage: Any, to: Any) -> tuple[Any, Any]:
        """Return what is to be joined for a way, where it begins and where it ends, as bits."""
        numbers, rows = self._numbers, np.arange(len(at))
        by_land, boards, lands = numbers.ways(passage)
        here, there = numbers.island_of[at], numbers.island_of[to]
        goal = np.where(by_land, self._point_of_place[to], self._point_of_port[boards])
        first = self._bit[here, entry, goal]
        second = self._bit[there, self._entry_of_port[lands], self._point_of_place[to]]
        second = np.where(by_land, 0, second)
        return first & ~joined[rows, here], second & ~joined[rows, there]

    def after(self, joined: Any, entry: Any, at: Any, passage: Any, to: Any) -> tuple[Any, Any]:
        """Return what is joined after a way, and from which entries the trains go then."""
        numbers, rows = self._numbers, np.arange(len(at))
        first, second = self.needs(joined, entry, at, passage, to)
        by_land, _, lands = numbers.ways(passage)
        then = np.where(by_land, entry, self._entry_of_port[lands])
        found = joined.copy()
        found[rows, numbers.island_of[at]] |= first
        found[rows, numbers.island_of[to]] |= np.where(by_land, 0, second | self._landed[then])
        return found, then

    def costs(self, joined: Any, costs: Costs) -> Any:
        """Return what the lines cost on each island."""
        found = np.zeros(joined.shape, dtype=np.int64)
        for island in range(joined.shape[1]):
            (rows,) = np.nonzero(joined[:, island])
            if len(rows):
                key = island, id(costs)
                if key not in self._costs:
                    self._costs[key] = Lookup(partial(self._cost, island, costs.forest_cost))
                found[rows, island] = self._costs[key](joined[rows, island])
        return found

    def _cost(self, island: int, cost: Callable[[list[Landfall]], int], joined: int) -> int:
        found: list[Landfall] = []
        for number, entry in enumerate(self._entries[island]):
            bits = joined >> number * (self._wide + 1)
            points = frozenset(p for n, p in enumerate(self._points[island]) if bits >> n & 1)
            if points or bits >> self._wide & 1 or self._always[island][number]:
                found.append((entry, points))
        return cost(found)
