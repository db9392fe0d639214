"""Where a player may build and what it costs, and the ways of ships over sea points."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from hexgraph.search import before_each, pieces, reached, way_to
from mapdata.island.board import IslandBoard, PointPair, pair
from mapdata.island.figures import PLACES, Figures
from mapdata.island.position import IslandPosition

Arc = tuple[int, int, int]
"""A line to build from one point to the next, and its cost."""


@dataclass(frozen=True)
class IslandGround:
    """The board with all lines on it, seen by one player.

    The others stand still: a plan reckons with the lines that are there.
    """

    board: IslandBoard
    figures: Figures
    network: frozenset[PointPair]
    others: Mapping[str, frozenset[PointPair]]
    players: int
    bridges: bool

    @classmethod
    def of(cls, position: IslandPosition) -> IslandGround:
        """The ground of a position."""
        board, network, others = position.board, position.network, position.others
        rest = position.players, position.bridges
        return cls(board, position.figures, network, others, *rest)

    @cached_property
    def taken(self) -> frozenset[PointPair]:
        """All lines on the board: two points are joined by one line at most."""
        return self.network.union(*self.others.values())

    @cached_property
    def mine(self) -> frozenset[int]:
        """The points that the player has joined."""
        return frozenset(end for link in self.network for end in link)

    @cached_property
    def guests(self) -> Mapping[int, int]:
        """How many other players have joined each place."""
        count: dict[int, int] = {}
        for links in self.others.values():
            for end in {end for link in links for end in link}:
                if self.board.kind(end) in PLACES:
                    count[end] = count.get(end, 0) + 1
        return count

    def limit(self, place: int) -> int:
        """How many players may join a place."""
        return min(self.players, self.figures.places.get(self.board.kind(place), self.players))

    def full(self, place: int) -> bool:
        """Whether others have taken all the room of a place."""
        if self.board.kind(place) not in PLACES or place in self.mine:
            return False
        return self.guests.get(place, 0) >= self.limit(place)

    def cost(self, tail: int, head: int) -> int:
        """The cost of a line that joins ``head`` to ``tail``."""
        river = pair(tail, head) in self.board.rivers
        return self.figures.joining(self.board.kind(head)) + river * self.figures.build.river

    def at_sea(self, link: PointPair) -> bool:
        """Whether a line there would be a sea bridge."""
        return any(self.board.sea(end) for end in link)

    def ways_in(self, place: int) -> list[PointPair]:
        """The links into a place on which lines are built, whether they are or not.

        A sea bridge is a way in like any other, where there are bridges at all.
        """
        links = (pair(place, each) for each in self.board.neighbours[place])
        return [link for link in links if self.bridges or not self.at_sea(link)]

    def room(self, place: int) -> int:
        """How many lines the player may still draw at a place.

        As long as further players may join it, a way in is left for them. The line that
        joins the player himself shuts nobody out, even if it takes the last way: the place
        has room for him.
        """
        free = sum(link not in self.taken for link in self.ways_in(place))
        to_come = self.limit(place) - self.guests.get(place, 0) - 1
        left = free - 1 if to_come > 0 else free
        return max(0, left if place in self.mine else max(left, min(1, free)))

    def walled_off(self, line: PointPair) -> list[int]:
        """The places into which a new line leaves no way for others."""
        return [
            place
            for place in line
            if self.board.kind(place) in PLACES
            and line in self.ways_in(place)
            and self.room(place) == 0
        ]

    def arcs(self) -> list[Arc]:
        """Every line that may be built some time, once for each direction.

        Left out: links that are taken, places that are full or whose last way in must be
        left to others, the sea unless bridges are asked for, and what no turn has money for.
        """
        shut = {
            place
            for place in self.board.of_kind(*PLACES)
            if self.full(place) or self.room(place) == 0
        }
        found = []
        for link in self.board.links:
            able = self.bridges or not self.at_sea(link)
            if able and link not in self.taken and not shut.intersection(link):
                found += [(a, b, self.cost(a, b)) for a, b in (link, link[::-1])]
        return [arc for arc in found if arc[2] <= self.figures.build.limit]


def islands(size: int, links: Iterable[PointPair]) -> dict[int, int]:
    """The number of the connected component of each point, whichever way links lead."""
    near: list[set[int]] = [set() for _ in range(size)]
    for a, b in links:
        near[a].add(b)
        near[b].add(a)
    groups = pieces(range(size), lambda here: near[here])
    return {point: group[0] for group in groups for point in group}


def _sails(board: IslandBoard, start: int) -> Callable[[int], list[int]]:
    """Where a ship from ``start`` goes next.

    Ships pass sea points only: a port ends the crossing.
    """

    def onward(here: int) -> list[int]:
        if here != start and not board.sea(here):
            return []
        return [there for there in board.neighbours[here] if board.ship_link(here, there)]

    return onward


def crossings(board: IslandBoard, start: int) -> dict[int, int]:
    """The steps to every port that a ship from ``start`` can land at."""
    return {
        point: steps
        for point, steps in reached([start], _sails(board, start)).items()
        if point != start and board.kind(point) == "port"
    }


def course(board: IslandBoard, start: int, end: int) -> list[int]:
    """The points of a shortest crossing, both ends included; empty if there is none."""
    before = before_each(start, _sails(board, start))
    return way_to(end, before) if end in before else []
