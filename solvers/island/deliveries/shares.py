"""What each visit to a town bears of the cost of joining it.

A plan that visits a town must have joined it, which costs what its kind costs, whatever way the
line comes. Several cards may lead to one town, so each visit bears a share of that. What has no
share, the lines up to the town, is left for the trees (:class:`Costs` with a rebate).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
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

    ``price`` is what joining each place costs, if a visit bears any of it; ``share`` is what a
    visit bears, in parts. Nobody bears anything where it does not count what is spent (``net``),
    where the first line may begin in any large town, or where the train is to be joined first.
    """

    def __init__(
        self,
        world: World,
        sources: Mapping[str, Sequence[int]],
        jobs: Sequence[Job],
        *,
        net: bool,
    ) -> None:
        self._world, self._sources = world, sources
        self._jobs: dict[int, list[Job]] = {}
        for job in jobs:
            self._jobs.setdefault(job.card, []).append(job)
        self.price: dict[int, int] = {}
        self.costs = world.costs
        if net and not (world.loose or world.anywhere):
            there = world.ground.mine | world.abroad | {world.position.at}
            towns = {*(job.town for job in jobs)}.union(*sources.values()) - there
            towns = {town for town in towns if world.board.kind(town) in TOWNS}
            moats = Moats(world, towns, self._begins())
            self.price, self.costs = moats.price, Costs(world, moats.taken)
        self.share = {
            place: PARTS * price // self._visits(place) for place, price in self.price.items()
        }
        self._known: dict[frozenset[int], tuple[int, dict[int, int]]] = {}

    def _begins(self) -> set[int]:
        """Return the points at which lines may begin, wherever the train is at first."""
        world = self._world
        starts = world.board.of_kind("large") if world.position.at is None else [world.start]
        ports = world.board.of_kind("port")
        return {*world.base, *world.abroad, *ports} - {world.start} | {*starts}

    def _visits(self, place: int) -> int:
        """Return how many visits to a place there can be: cards use one of their jobs each."""
        return sum(
            max((job.town == place) + (place in self._sources[job.good]) for job in jobs)
            for jobs in self._jobs.values()
        )

    def due(self, stops: frozenset[int], done: Set[int], held: Set[Job]) -> int:
        """Return what joining the ``stops`` costs, in parts, beside what visits to come bear.

        Where the train begins joining costs nothing, so that a visit there bears too much.
        """
        if not self.price:
            return 0
        price, by_card = self._of(stops)
        begun = done | {job.card for job in held}
        to_come = sum(each for card, each in by_card.items() if card not in begun)
        reached = stops | {self._world.start}
        to_come += sum(self.share.get(job.town, 0) for job in held if job.town in reached)
        return price - to_come

    def _of(self, stops: frozenset[int]) -> tuple[int, dict[int, int]]:
        """Return the cost of joining stops, and what each card can bear of it at most."""
        if stops not in self._known:
            start = self._world.start
            price = PARTS * sum(self.price.get(stop, 0) for stop in stops - {start})
            bears = {stop: self.share.get(stop, 0) for stop in stops | {start}}
            by_card = {
                card: max(self._most(job, bears) for job in jobs)
                for card, jobs in self._jobs.items()
            }
            self._known[stops] = price, by_card
        return self._known[stops]

    def _most(self, job: Job, bears: Mapping[int, int]) -> int:
        """Return what the visits of a job can bear in some places."""
        loading = max(bears.get(source, 0) for source in self._sources[job.good])
        return loading + bears.get(job.town, 0)
