"""What each visit to a town bears of the cost of joining it, by dual ascent.

A plan that visits a town must have joined it. Wong's dual ascent prices that: around each town a
moat grows, one million at a time, until it meets a point at which lines may begin. Every tree that
joins the town crosses its moat, and what one moat takes of a line is no longer there for another,
so that the prices of several towns may be added up. (That a line may begin in the town itself is
for the caller to think of.) Several cards may lead to one town, so each visit bears a share of its
price. What has no share, the lines up to the moats, is left for the trees (:class:`Costs` with a
rebate).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from typing import TYPE_CHECKING

from hexgraph.search import reached
from mapdata.island.figures import TOWNS
from solvers.island.deliveries.costs import Costs
from solvers.island.deliveries.order import Job

if TYPE_CHECKING:
    from solvers.island.deliveries.world import World


MoatLine = tuple[int, int]
"""A line by its direction."""


class Moats:
    """The moats of some towns: ``price`` of each, and ``taken``, what they take of each line."""

    def __init__(self, world: World, towns: Iterable[int], begins: Set[int]) -> None:
        self._left: dict[int, dict[int, int]] = {}
        """Into each point, what is left of the cost of a line from each neighbour."""
        for tail in range(len(world.board.points)):
            for head, cost in world.lines_from(tail):
                self._left.setdefault(head, {})[tail] = cost
        self.price = dict.fromkeys(sorted(towns), 0)
        self.taken: dict[MoatLine, int] = {}
        growing = list(self.price)
        while growing:
            growing = [town for town in growing if self._grow(town, begins)]

    def _grow(self, town: int, begins: Set[int]) -> bool:
        """Let the moat of a town grow by a million, if it can."""
        inside = reached([town], self._for_nothing)
        if not begins.isdisjoint(inside.keys() - {town}):
            return False
        entering = [
            (tail, head)
            for head in inside
            for tail in self._left.get(head, ())
            if tail not in inside
        ]
        if not entering:
            return False
        for tail, head in entering:
            self._left[head][tail] -= 1
            self.taken[tail, head] = self.taken.get((tail, head), 0) + 1
        self.price[town] += 1
        return True

    def _for_nothing(self, head: int) -> list[int]:
        return [tail for tail, cost in self._left.get(head, {}).items() if not cost]


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
