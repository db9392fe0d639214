"""Places, ports and islands of a world by number, for tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from mapdata.island.figures import TOWNS
from solvers.island.deliveries.world import World

MOST_ISLANDS = 40
"""Islands that fit into a number, as bits; others count as open always."""


class Numbers:
    """What is where in one world.

    ``places`` are the ``towns`` that the train can come to, then where it starts unless that is
    one of them. ``ports`` are where ships are boarded.
    """

    def __init__(self, world: World) -> None:
        self.world = world
        figures, horizon = world.figures, world.position.horizon
        fastest = max(train.speed for train in figures.trains.values())
        self.late = fastest * (horizon + figures.game.lying + 1) + 1
        """A moment after every last one, even if a plan ends as late as goods can lie."""
        self.far = len(world.board.points) + 1
        """More points than any way by land has."""
        self.ports = list(world.sails)
        island = world.island
        here, over_sea = island[world.start], {island[port] for port in self.ports}
        reached = over_sea | {here} if here in over_sea else {here}
        self.towns = [town for town in world.board.of_kind(*TOWNS) if island[town] in reached]
        away = [] if world.start in self.towns else [world.start]
        self.places = [*self.towns, *away]
        self.place = {point: number for number, point in enumerate(self.places)}
        self.start = self.place[world.start]
        self.islands = sorted({island[point] for point in (*self.places, *self.ports)})
        self._island = {each: number for number, each in enumerate(self.islands)}
        self.island_of = self._numbers(self.places)
        self.island_of_port = self._numbers(self.ports)

    def _numbers(self, points: Iterable[int]) -> Any:
        island = self.world.island
        return np.array([self._island[island[point]] for point in points], dtype=np.int64)

    def mask(self, islands: Iterable[int]) -> int:
        """Return islands as bits."""
        numbers = (self._island[each] for each in islands if each in self._island)
        return sum(1 << number for number in numbers if number < MOST_ISLANDS)

    def unmask(self, mask: int) -> frozenset[int]:
        """Return the islands that bits stand for."""
        return frozenset(
            island
            for number, island in enumerate(self.islands)
            if number >= MOST_ISLANDS or mask >> number & 1
        )

    @cached_property
    def island_bit(self) -> Any:
        """The bit of each place's island."""
        return np.where(self.island_of < MOST_ISLANDS, 1 << np.minimum(self.island_of, 62), 0)

    @cached_property
    def lengths(self) -> Any:
        """The points by land from place to place."""
        return self._lengths(self.places, self.places)

    @cached_property
    def to_port(self) -> Any:
        """The points by land from each place to each port."""
        return self._lengths(self.places, self.ports)

    @cached_property
    def from_port(self) -> Any:
        """The points by land from each port to each place."""
        return self._lengths(self.ports, self.places)

    def _lengths(self, starts: Sequence[int], ends: Sequence[int]) -> Any:
        found = np.full((len(starts), len(ends)), self.far, dtype=np.int64)
        for row, start in enumerate(starts):
            ways = self.world.lengths(start)
            found[row] = [ways.get(end, self.far) for end in ends]
        return found

    def ways(self, passage: Any) -> tuple[Any, Any, Any]:
        """Return whether passages are by land, and otherwise where they board and land."""
        by_land = passage == BY_LAND
        boards, lands = np.divmod(np.where(by_land, 0, passage), max(1, len(self.ports)))
        return by_land, boards, lands


BY_LAND = -1
"""A passage without a ship; others are a number for each pair of ports."""
