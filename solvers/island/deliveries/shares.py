"""What each visit to a town bears of the cost of joining it.

A plan that visits a town must have joined it, which costs what its kind costs, whatever way the
line comes. Several cards may lead to one town, so each visit bears a share of that. What has no
share, the lines up to the town, is left for the trees (:class:`Costs` with a rebate).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from mapdata.island.figures import TOWNS
from solvers.island.deliveries.costs import Costs
from solvers.island.deliveries.moats import Moats
from solvers.island.deliveries.order import Job

if TYPE_CHECKING:
    from solvers.island.deliveries.world import World

PARTS = 12
"""Sums are counted in parts of a million; shares are rounded down to them."""


class JoiningShares:
    """The shares of one world.

    ``by_card`` has the jobs of each card. ``price`` is what joining each place costs, if a visit
    bears any of it; ``share`` is what a visit bears, in parts. Nobody bears anything where it does
    not count what is spent (``net``), where the first line may begin in any large town, or where
    the train is to be joined first.
    """

    def __init__(
        self,
        world: World,
        sources: Mapping[str, Sequence[int]],
        jobs: Sequence[Job],
        *,
        net: bool,
    ) -> None:
        self.sources = sources
        self.by_card: dict[int, list[Job]] = {}
        for job in jobs:
            self.by_card.setdefault(job.card, []).append(job)
        self.price: dict[int, int] = {}
        self.costs = world.costs
        if net and not (world.loose or world.anywhere):
            there = world.ground.mine | world.abroad | {world.position.at}
            towns = {*(job.town for job in jobs)}.union(*sources.values()) - there
            towns = {town for town in towns if world.board.kind(town) in TOWNS}
            moats = Moats(world, towns, self._begins(world))
            self.price, self.costs = moats.price, Costs(world, moats.taken)
        self.share = {
            place: PARTS * price // self._visits(place) for place, price in self.price.items()
        }

    def _begins(self, world: World) -> set[int]:
        """Return the points at which lines may begin, wherever the train is at first."""
        starts = world.board.of_kind("large") if world.position.at is None else [world.start]
        ports = world.board.of_kind("port")
        return {*world.base, *world.abroad, *ports} - {world.start} | {*starts}

    def _visits(self, place: int) -> int:
        """Return how many visits to a place there can be: cards use one of their jobs each."""
        return sum(
            max((job.town == place) + (place in self.sources[job.good]) for job in jobs)
            for jobs in self.by_card.values()
        )
