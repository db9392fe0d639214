"""What a delivery plan moves in: lines there are or can be, crossings, distances."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import get_args

from mapdata.island.board import Link, pair
from mapdata.island.figures import Kind
from solvers.island.contracts import contract
from solvers.island.ground import Arc, Ground
from solvers.island.position import Offer, Position
from solvers.island.sea import crossings
from solvers.island.trees import FAR, Trees

_Grouping = tuple[int, tuple[tuple[int, frozenset[int]], ...]]
"""A cost, and trees as roots with the points they reach."""


class World:
    """A position with the train at ``start``, as a graph of moves.

    Parameters
    ----------
    position
        The position; its own lines, ships for hire and, if asked for, sea bridges are
        what a plan uses. Other players' lines are not.
    start
        Where the train stands, or the large town where it begins.
    """

    def __init__(self, position: Position, start: int) -> None:
        self.position, self.board, self.start = position, position.board, start
        self.figures = position.figures
        self.ground = Ground.of(position)
        self.ship = self.figures.ships[position.ship]
        arcs = self.ground.arcs(bridges=position.bridges)
        self.price = {(tail, head): cost for tail, head, cost in arcs}
        """What each line costs that can be built, by its direction."""
        self.cheapest = min(map(self.figures.joining, get_args(Kind)))
        self.steps: list[list[int]] = [[] for _ in self.board.points]
        """The points next to each, over lines that are there or can be."""
        for a, b in {*self.price, *self.ground.network, *((b, a) for a, b in self.ground.network)}:
            self.steps[a].append(b)
        for each in self.steps:
            each.sort()
        ports = set(self.board.of_kind("port"))
        self.sails = {port: crossings(self.board, port) for port in sorted(ports)}
        """From each port to each other, the steps of a crossing."""
        if self.board.sea(start):
            self.sails[start] = crossings(self.board, start)
        self.base = frozenset(self.ground.mine | {start})
        self._groupings: dict[frozenset[tuple[int, frozenset[int]]], _Grouping] = {}
        self._ways: dict[int, dict[int, int]] = {}
        self._pays: dict[Offer, int] = {}

    @cached_property
    def dead_ends(self) -> frozenset[int]:
        """Places where one new line is allowed and none is there: the way in is the way out.

        Not ports, which a ship may reach.
        """
        towns = self.board.of_kind("small", "medium", "large")
        free = set(towns) - self.base
        return frozenset(town for town in free if self.ground.room(town) == 1)

    @cached_property
    def anchors(self) -> frozenset[int]:
        """One point of each piece of the player's network, and the start."""
        left, found = set(self.base), set()
        while left:
            fringe = [min(left)]
            found.add(fringe[0])
            while fringe:
                here = fringe.pop()
                left.discard(here)
                fringe += [there for there in left if not self.new(here, there)]
        return frozenset(found)

    def sailing_turns(self, steps: int) -> int:
        """Return the turns that a crossing takes."""
        return -(-steps // self.ship.speed)

    def new(self, a: int, b: int) -> bool:
        """Return whether a line must be built before the train can go from ``a`` to ``b``."""
        return pair(a, b) not in self.ground.network

    @cached_property
    def island(self) -> dict[int, int]:
        """A number for each point; equal numbers can be joined by lines."""
        found: dict[int, int] = {}
        for point in range(len(self.board.points)):
            if point not in found:
                found.update(dict.fromkeys(self.lengths(point), point))
        return found

    def lengths(self, start: int) -> dict[int, int]:
        """Return the points of the shortest way over lines to everywhere."""
        if start not in self._ways:
            self._ways[start] = self._search(start)
        return self._ways[start]

    def _search(self, start: int) -> dict[int, int]:
        reached, layer = {start: 0}, [start]
        while layer:
            found = []
            for here in layer:
                if here in self.dead_ends and here != start:
                    continue
                for there in self.steps[here]:
                    if there not in reached:
                        reached[there] = reached[here] + 1
                        found.append(there)
            layer = found
        return reached

    @cached_property
    def off_network(self) -> dict[int, int]:
        """How many points each point lies off the lines that are there; none are left out."""
        reached, layer = dict.fromkeys(self.base, 0), sorted(self.base)
        while layer:
            found = {there for here in layer for there in self.steps[here]} - reached.keys()
            reached.update(dict.fromkeys(found, reached[layer[0]] + 1))
            layer = sorted(found)
        return {point: steps for point, steps in reached.items() if steps}

    def pays(self, offer: Offer) -> int:
        """Return what a delivery earns."""
        if offer not in self._pays:
            self._pays[offer] = contract(self.board, self.figures.pay, offer).pay
        return self._pays[offer]

    @cached_property
    def _inhabited(self) -> list[int]:
        points = range(len(self.board.points))
        return [p for p in points if self.steps[p] or p in self.sails or p == self.start]

    @cached_property
    def _number(self) -> dict[int, int]:
        return {point: number for number, point in enumerate(self._inhabited)}

    def _trees(self, near_hire: int) -> Trees:
        """Return the cheapest trees; crossings to other islands are free."""
        arcs = self._line_arcs()
        for port, others in self.sails.items():
            for other in others:
                hired = self.position.aboard and port == self.start
                near = self.island[port] == self.island[other] and not hired
                arcs.append((port, other, near_hire if near else 0))
        return Trees(len(self._inhabited), self._numbered(arcs))

    def _line_arcs(self) -> list[Arc]:
        """Return lines that are there, for nothing, and lines that can be built.

        A line from new ground into the network could be built from either end, so that only
        the cheapest is certain.
        """
        arcs = []
        for (tail, head), cost in self.price.items():
            if tail not in self.dead_ends:
                if head in self.ground.mine:
                    cost += self.cheapest - self.figures.joining(self.board.kind(head))
                arcs.append((tail, head, cost))
        for a, b in self.ground.network:
            arcs += [(a, b, 0), (b, a, 0)]
        return arcs

    def _numbered(self, arcs: list[Arc]) -> list[Arc]:
        return [(self._number[tail], self._number[head], cost) for tail, head, cost in arcs]

    @cached_property
    def _cost_trees(self) -> Trees:
        return self._trees(self.ship.hire)

    @cached_property
    def _line_trees(self) -> Trees:
        return self._trees(0)

    def least_cost(self, stops: Iterable[int]) -> int:
        """Return a bound on lines and crossings that a visit to all ``stops`` needs.

        Crossings to another island count as free here: how many there are depends on the
        order of the stops.
        """
        return self._least(self._cost_trees, stops)

    def least_lines(self, stops: Iterable[int]) -> int:
        """Return a bound on the cost of lines alone for a visit to all ``stops``."""
        return self._least(self._line_trees, stops)

    def _least(self, trees: Trees, stops: Iterable[int]) -> int:
        towns = {self._number.get(stop, -1) for stop in stops}
        if -1 in towns:
            return FAR
        return int(trees.costs(towns)[self._number[self.start]])

    @cached_property
    def _land_trees(self) -> Trees:
        return Trees(len(self._inhabited), self._numbered(self._line_arcs()))

    def forest_cost(self, stretches: tuple[tuple[int, frozenset[int]], ...]) -> int:
        """Return a bound on the lines for stretches by land, each from a landing on.

        On every island the stretches hang together in groups; each group needs a tree.
        """
        by_island: dict[int, list[tuple[int, frozenset[int]]]] = {}
        for entry, points in dict.fromkeys(stretches):
            by_island.setdefault(self.island[entry], []).append((entry, points))
        return sum(self._grouped(frozenset(each))[0] for each in by_island.values())

    def forest_links(self, stretches: tuple[tuple[int, frozenset[int]], ...]) -> set[Link]:
        """Return the links of trees that cost as :meth:`forest_cost` says, about."""
        by_island: dict[int, list[tuple[int, frozenset[int]]]] = {}
        for entry, points in dict.fromkeys(stretches):
            by_island.setdefault(self.island[entry], []).append((entry, points))
        found: set[Link] = set()
        for each in by_island.values():
            for root, points in self._grouped(frozenset(each))[1]:
                tree = self._land_trees.tree(
                    self._number[root], {self._number[point] for point in points}
                )
                found.update(pair(self._inhabited[a], self._inhabited[b]) for a, b in tree)
        return found

    def _grouped(self, stretches: frozenset[tuple[int, frozenset[int]]]) -> _Grouping:
        """Return the least cost over all ways to group the stretches of an island."""
        if stretches not in self._groupings:
            first, *rest = sorted(stretches, key=lambda each: (each[0], sorted(each[1])))
            best: _Grouping | None = None
            for size in range(1 << len(rest)):
                others = [each for bit, each in enumerate(rest) if size >> bit & 1]
                left = [each for bit, each in enumerate(rest) if not size >> bit & 1]
                cost, root, points = self._group([first, *others])
                more, trees = self._grouped(frozenset(left)) if left else (0, ())
                if best is None or cost + more < best[0]:
                    best = cost + more, ((root, points), *trees)
            assert best is not None
            self._groupings[stretches] = best
        return self._groupings[stretches]

    def _group(self, group: list[tuple[int, frozenset[int]]]) -> tuple[int, int, frozenset[int]]:
        """Return a bound for one tree through all stretches of a group, its root and points.

        Building can begin wherever the train lands: beyond the first such point, to join
        one costs what the cheapest line costs.
        """
        entries = {entry for entry, _ in group}
        everything = frozenset(entries.union(*(points for _, points in group)))
        best = None
        for root in sorted(entries):
            points = everything - {root}
            cost = int(
                self._land_trees.costs({self._number[point] for point in points})[
                    self._number[root]
                ]
            )
            for entry in entries - {root} - self.base:
                cost -= self.figures.joining(self.board.kind(entry)) - self.cheapest
            if best is None or cost < best[0]:
                best = cost, root, points
        assert best is not None
        return best
