"""What a delivery plan moves in: lines there are or can be, crossings, distances."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, get_args

from mapdata.island.board import pair
from mapdata.island.figures import Kind
from solvers.island.costs import Costs
from solvers.island.ground import Ground
from solvers.island.position import Position
from solvers.island.sea import crossings

if TYPE_CHECKING:
    from solvers.island.voyages import Voyages


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
        self.voyages: dict[tuple[int, frozenset[int]], Voyages] = {}
        """What is known of crossings, by the train's speed and the islands that are open."""
        self._ways: dict[int, dict[int, int]] = {}
        self._stopovers: dict[tuple[int, int], frozenset[int]] = {}

    @cached_property
    def loose(self) -> bool:
        """Whether the train stands where no line may begin: it is to be joined first."""
        if self.start in self.ground.mine or self.board.kind(self.start) in ("port", "sea"):
            return False
        return bool(self.ground.network) or self.board.kind(self.start) != "large"

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

    @cached_property
    def beginnings(self) -> list[int]:
        """Points where a train that is not joined yet can be joined from."""
        network = self.anchors - {self.start}
        return sorted(network if self.ground.network else self.board.of_kind("large"))

    def sailing_turns(self, steps: int) -> int:
        """Return the turns that a crossing takes."""
        return -(-steps // self.ship.speed)

    def stopovers(self, start: int, end: int) -> frozenset[int]:
        """Return the islands at which a crossing can land on its way without loss of time."""
        if (start, end) not in self._stopovers:
            turns = self.sailing_turns(self.sails[start][end])
            self._stopovers[start, end] = frozenset(
                self.island[middle]
                for middle, steps in self.sails[start].items()
                if turns > 1
                and end in self.sails[middle]
                and self.sailing_turns(steps) + self.sailing_turns(self.sails[middle][end]) <= turns
            )
        return self._stopovers[start, end]

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

    @cached_property
    def costs(self) -> Costs:
        """What must be spent at least."""
        return Costs(self)

    def lines_from(self, tail: int) -> Iterator[tuple[int, int]]:
        """Yield the points to which a line from ``tail`` leads, or can, with its least cost.

        Lines that are there are free. A line from new ground into the network could be built
        from either end, so that only the cheapest is certain.
        """
        for head in self.steps[tail]:
            if not self.new(tail, head):
                yield head, 0
            elif tail not in self.dead_ends:
                into = head in self.ground.mine
                more = self.cheapest - self.figures.joining(self.board.kind(head)) if into else 0
                yield head, self.price[tail, head] + more
