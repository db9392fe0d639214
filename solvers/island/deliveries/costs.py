"""Lower bounds on what the lines of a delivery plan cost, and what visits bear of it.

Every point that the train comes to must hang by lines on a port of its island, or on the start.
Between ports there is only sea, which is free here, so that each island has Steiner trees of its
own: small ones, of which few are different.

What joining a town costs whatever else is built is charged to the visits there. Wong's dual ascent
prices that: around each town a moat grows, one million at a time, until it meets a point at which
lines may begin. Every tree that joins the town crosses its moat, and what one moat takes of a line
is no longer there for another, so that the prices of several towns may be added up. (That a line
may begin in the town itself is for the caller to think of.) Several cards may lead to one town, so
each visit bears a share of its price. What has no share is left for the trees (:class:`Costs` with
a rebate).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from typing import TYPE_CHECKING

from hexgraph.search import reached
from mapdata.island.board import PointPair, pair
from mapdata.island.figures import TOWNS
from solvers.island.track.trees import FAR, SteinerTrees

if TYPE_CHECKING:
    from solvers.island.deliveries.order import Job
    from solvers.island.deliveries.world import World
    from solvers.island.rules.ground import Arc


Landfall = tuple[int, frozenset[int]]
"""A journey by land: where it begins, and what is to be joined to that."""
_Grouping = tuple[int, tuple[Landfall, ...]]
"""A cost, and trees as roots with the points they reach."""


class Costs:
    """Lower bounds on what is spent, in the world of one start.

    ``rebate`` is taken off some lines: what is counted for them elsewhere.
    """

    def __init__(self, world: World, rebate: Mapping[tuple[int, int], int] | None = None) -> None:
        self.world, self._rebate = world, rebate or {}
        self._lands: dict[int, _Land] = {}
        self._groupings: dict[frozenset[Landfall], _Grouping] = {}
        self._least: dict[tuple[frozenset[int], int], dict[int, int]] = {}
        self._sums: dict[tuple[frozenset[int], int], int] = {}

    def still_needed(self, landfalls: Sequence[Landfall], stops: frozenset[int]) -> int:
        """Lower bound on lines for landfalls that are known and visits to all ``stops``."""
        known, all_ = self.forest_costs(landfalls), self._tree_costs(stops, 0)
        return sum(max(known.get(each, 0), all_.get(each, 0)) for each in {*known, *all_})

    def trees(self, stops: frozenset[int], near_hire: int) -> int:
        """Lower bound on lines, and crossings between ports of an island, for visits to stops."""
        key = stops, near_hire
        if key not in self._sums:
            self._sums[key] = sum(self._tree_costs(stops, near_hire).values())
        return self._sums[key]

    def _tree_costs(self, stops: frozenset[int], near_hire: int) -> dict[int, int]:
        """Cost of the trees of each island; crossings between islands are free."""
        key = stops, near_hire
        if key not in self._least:
            island, start = self.world.island, self.world.start
            by_island: dict[int, set[int]] = {island[start]: set()}
            for stop in stops:
                by_island.setdefault(island[stop], set()).add(stop)
            away = len(by_island) > 1
            self._least[key] = {
                number: self.tree_cost(number, points, away, near_hire)
                for number, points in by_island.items()
            }
        return self._least[key]

    def tree_cost(self, island: int, stops: Iterable[int], away: bool, near_hire: int) -> int:
        """Lower bound on the lines of an island for visits to ``stops`` there.

        ``away``: other islands are visited as well; ``near_hire`` is for crossings between its
        ports.
        """
        leaves = away and island == self.world.island[self.world.start]
        return self._land(island).tree_cost(stops, leaves, near_hire)

    def _land(self, island: int) -> _Land:
        if island not in self._lands:
            self._lands[island] = _Land(self.world, island, self._rebate)
        return self._lands[island]

    def forest_cost(self, landfalls: Sequence[Landfall]) -> int:
        """Lower bound on the lines for landfalls."""
        return sum(self.forest_costs(landfalls).values())

    def forest_costs(self, landfalls: Sequence[Landfall]) -> dict[int, int]:
        """That bound for each island.

        There the landfalls hang together in groups; each group needs a tree.
        """
        by_island = self._by_island(landfalls)
        return {island: self._grouped(each)[0] for island, each in by_island.items()}

    def forest_links(self, landfalls: Sequence[Landfall]) -> set[PointPair]:
        """Edges of a forest whose cost is approximately `forest_cost()`."""
        found: set[PointPair] = set()
        for island, each in self._by_island(landfalls).items():
            for root, points in self._grouped(each)[1]:
                found |= self._land(island).links(root, points)
        return found

    def _by_island(self, landfalls: Sequence[Landfall]) -> dict[int, frozenset[Landfall]]:
        found: dict[int, set[Landfall]] = {}
        for entry, points in landfalls:
            found.setdefault(self.world.island[entry], set()).add((entry, points))
        return {island: frozenset(each) for island, each in found.items()}

    def _grouped(self, landfalls: frozenset[Landfall]) -> _Grouping:
        """The least cost over all ways to group the landfalls of an island."""
        if landfalls not in self._groupings:
            first, *rest = sorted(landfalls, key=lambda each: (each[0], sorted(each[1])))
            best: _Grouping | None = None
            for size in range(1 << len(rest)):
                others = [each for bit, each in enumerate(rest) if size >> bit & 1]
                left = [each for bit, each in enumerate(rest) if not size >> bit & 1]
                cost, root, points = self._group([first, *others])
                more, trees = self._grouped(frozenset(left)) if left else (0, ())
                if best is None or cost + more < best[0]:
                    best = cost + more, ((root, points), *trees)
            assert best is not None
            self._groupings[landfalls] = best
        return self._groupings[landfalls]

    def _group(self, group: list[Landfall]) -> tuple[int, int, frozenset[int]]:
        """Lower bound for one tree through all landfalls of a group, with its root and points.

        Building can begin wherever the train lands: beyond the first such point, to join
        one costs what the cheapest line costs.
        """
        world = self.world
        entries = {entry for entry, _ in group}
        everything = frozenset(entries.union(*(points for _, points in group)))
        land = self._land(world.island[group[0][0]])
        best = None
        roots = entries - {world.start} if world.loose and len(entries) > 1 else entries
        for root in sorted(roots):
            points = everything - {root}
            cost = land.cost(root, points)
            for entry in entries - {root} - world.base:
                cost -= world.figures.joining(world.board.kind(entry)) - world.cheapest
            if best is None or cost < best[0]:
                best = cost, root, points
        assert best is not None
        return best


class _Land:
    """The trees of one island; its points are numbered from 0, and the sea comes last."""

    def __init__(self, world: World, island: int, rebate: Mapping[tuple[int, int], int]) -> None:
        self._world, self._rebate = world, rebate
        self._points = sorted(point for point, each in world.island.items() if each == island)
        self._number = {point: number for number, point in enumerate(self._points)}
        self._sea = len(self._points)
        self._by_hire: dict[int | None, SteinerTrees] = {}

    def cost(self, root: int, points: Iterable[int]) -> int:
        """The cost of the cheapest tree of lines alone."""
        cost = int(self._trees(None).costs(self._numbers(points))[self._number[root]])
        return self._from_start(cost) if root == self._world.start else cost

    def links(self, root: int, points: Iterable[int]) -> set[PointPair]:
        """The links of the cheapest tree of lines alone."""
        tree = self._trees(None).tree(self._number[root], self._numbers(points))
        return {pair(self._points[a], self._points[b]) for a, b in tree}

    def tree_cost(self, points: Iterable[int], leaves: bool, near_hire: int) -> int:
        """The cost of the cheapest tree that begins at sea, or at the train's start.

        ``leaves``: it leads from the start to the sea as well. ``near_hire`` is for crossings
        between ports of this island.
        """
        towns = self._numbers(points) | ({self._sea} if leaves else set())
        root = self._number.get(self._world.start, self._sea)
        cost = int(self._trees(near_hire).costs(towns)[root]) if towns else 0
        return self._from_start(cost) if root != self._sea else cost

    def _from_start(self, cost: int) -> int:
        """The cost of a tree that begins where the train stands.

        If no line may begin there, building begins at the network, or at a large town; and so
        it may if other players' lines lead to that.
        """
        world = self._world
        if cost and world.anywhere:
            return max(1, cost + world.cheapest - world.figures.joining("large"))
        if not (cost and world.loose) or world.free_ports:
            return cost
        begins = world.ground.mine or world.board.of_kind("large")
        if not self._number.keys() & begins:
            return FAR
        last = world.cheapest if world.ground.mine else world.figures.joining("large")
        return max(1, cost + world.figures.joining(world.board.kind(world.start)) - last)

    def _numbers(self, points: Iterable[int]) -> set[int]:
        return {self._number[point] for point in points}

    def _trees(self, near_hire: int | None) -> SteinerTrees:
        if near_hire not in self._by_hire:
            arcs = self._lines()
            if near_hire is not None:
                arcs += self._crossings(near_hire)
            self._by_hire[near_hire] = SteinerTrees(len(self._points) + 1, arcs)
        return self._by_hire[near_hire]

    def _lines(self) -> list[Arc]:
        number = self._number
        return [
            (number[tail], number[head], cost - self._rebate.get((tail, head), 0))
            for tail in self._points
            for head, cost in self._world.lines_from(tail)
        ]

    def _crossings(self, near_hire: int) -> list[Arc]:
        """Crossings between ports of the island, and those from and to the sea around it.

        A train that is at sea comes from there, even if no other island has a port.
        """
        world, number = self._world, self._number
        arcs: list[Arc] = []
        for port, others in world.sails.items():
            hired = world.position.aboard and port == world.start
            for other in others:
                if port in number and other in number:
                    arcs.append((number[port], number[other], 0 if hired else near_hire))
                elif port in number or other in number:
                    ends = number.get(port, self._sea), number.get(other, self._sea)
                    arcs.append((*ends, 0))
        return arcs


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
        """The points at which lines may begin, wherever the train is at first."""
        starts = world.board.of_kind("large") if world.position.at is None else [world.start]
        ports = world.board.of_kind("port")
        return {*world.base, *world.abroad, *ports} - {world.start} | {*starts}

    def _visits(self, place: int) -> int:
        """How many visits to a place there can be: cards use one of their jobs each."""
        return sum(
            max((job.town == place) + (place in self.sources[job.good]) for job in jobs)
            for jobs in self.by_card.values()
        )
