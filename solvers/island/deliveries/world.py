"""What a delivery plan moves in: lines, crossings and distances; and on which terms."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, get_args

from hexgraph.search import reached
from mapdata.island.board import PointPair, pair
from mapdata.island.figures import PointKind
from mapdata.island.position import IslandPosition
from solvers.island.deliveries.costs import Costs
from solvers.island.rules.ground import IslandGround, crossings, islands

if TYPE_CHECKING:
    from solvers.island.deliveries.timetable import Crossings


FEW = 3
"""Other players up to whose number every choice of them is looked at by itself."""


@dataclass(frozen=True)
class Terms:
    """One kind of plans.

    ``owners`` are the players over whose lines the train goes; ``fee`` is what that costs at
    least. ``bought`` is a ship that is built on the way.
    """

    owners: frozenset[str] = frozenset()
    fee: int = 0
    bought: str | None = None


def all_terms(position: IslandPosition) -> list[Terms]:
    """Terms that together hold for every plan, the plain ones first."""
    return [*_tolls(position), *_purchases(position)]


def _tolls(position: IslandPosition) -> Iterator[Terms]:
    """Yield each choice of players to whom toll is paid; of many, those of three or more at once.

    A toll is paid for a turn, to each of them.
    """
    toll = position.figures.game.toll
    names = sorted(name for name, links in position.others.items() if links)
    several = len(names) > FEW
    for count in range(FEW if several else len(names) + 1):
        for some in combinations(names, count):
            yield Terms(frozenset(some), toll * count)
    if several:
        yield Terms(frozenset(names), toll * FEW)


def _purchases(position: IslandPosition) -> Iterator[Terms]:
    """Yield the ships that could be bought; whose lines are used then is left open."""
    ships, price = position.figures.ships, 0
    everybody = frozenset(position.others)
    kinds = list(ships)
    begin = 0 if position.own_ship is None else kinds.index(position.own_ship) + 1
    for kind in kinds[begin:]:
        price += ships[kind].price
        yield Terms(everybody, price, kind)


class World:
    """A position with the train at ``start``, as a graph of moves.

    Parameters
    ----------
    position
        The position; its own lines and ship, ships for hire and, if asked for, sea bridges
        are what a plan uses.
    start
        Where the train stands, or the large town where it begins.
    terms
        What a plan uses beside that.
    """

    def __init__(self, position: IslandPosition, start: int, terms: Terms) -> None:
        self.position, self.board, self.start, self.terms = position, position.board, start, terms
        self.figures = position.figures
        self.ground = IslandGround.of(position)
        self.ship = self.figures.ships[position.ship]
        kinds = {position.ship, position.own_ship, terms.bought} - {None}
        self._knots = max(self.figures.ships[kind].speed for kind in kinds if kind)
        self.own_ship = terms.bought or position.own_ship
        """The kind of the player's ship, if there is one now or at some time."""
        self.least_hire = 0 if self.own_ship else self.ship.hire
        """What a crossing costs at least."""
        self.purchase = self._first_price() if terms.bought and not position.own_ship else 0
        """What is paid before the first crossing with an own ship, if none is there yet."""
        self.free_ports = self.own_ship == "clipper"
        """Whether lines may begin at any port, as for the owner of a clipper."""
        self.foreign: dict[PointPair, str] = {
            link: name for name in sorted(terms.owners) for link in position.others[name]
        }
        """Lines of other players that the train may go over, and whose they are."""
        self.abroad = frozenset(end for link in self.foreign for end in link) - self.ground.mine
        arcs = self.ground.arcs()
        self.price = {(tail, head): cost for tail, head, cost in arcs}
        """What each line costs that can be built, by its direction."""
        self.cheapest = min(map(self.figures.joining, get_args(PointKind)))
        self.steps: list[list[int]] = [[] for _ in self.board.points]
        """The points next to each, over lines that are there or can be."""
        there = {*self.ground.network, *self.foreign}
        for a, b in {*self.price, *there, *((b, a) for a, b in there)}:
            self.steps[a].append(b)
        for each in self.steps:
            each.sort()
        ports = set(self.board.of_kind("port"))
        self.sails = {port: crossings(self.board, port) for port in sorted(ports)}
        """From each port to each other, the steps of a crossing."""
        if self.board.sea(start) and position.aboard:
            self.sails[start] = crossings(self.board, start)
        stranger = start in self.abroad and not self._begins(start)
        elsewhere = self.foreign or self.free_ports or self.board.sea(start)
        placed = self.board.kind(start) == "large"
        self.anywhere = bool(elsewhere) and not self.ground.network and not placed
        """Whether the first line may begin in any large town.

        The train stands elsewhere, on other players' lines or at sea, so that the town where it
        began is not known.
        """
        self.first_towns = frozenset(self.board.of_kind("large") if self.anywhere else ())
        """The large towns where it may begin though the train is elsewhere."""
        self.base = self.ground.mine.union(self.first_towns, () if stranger else (start,))
        """Where building may begin, or where the train stands without any line."""
        self.voyages: dict[tuple[int, frozenset[int]], Crossings] = {}
        """What is known of crossings, by the train's speed and the islands that are open."""
        self._ways: dict[int, dict[int, int]] = {}
        self._stopovers: dict[tuple[int, int], frozenset[int]] = {}

    def _first_price(self) -> int:
        """What the first ship costs: one has it before any other."""
        return next(iter(self.figures.ships.values())).price

    def _begins(self, point: int) -> bool:
        """Whether a line may begin where the train stands."""
        kind = self.board.kind(point)
        first = kind == "large" and not self.ground.network
        return point in self.ground.mine or kind in ("port", "sea") or first

    @cached_property
    def loose(self) -> bool:
        """Whether the train stands where no line may begin: it is to be joined first."""
        return self.start not in self.abroad and not self._begins(self.start)

    @cached_property
    def begin_ports(self) -> frozenset[int]:
        """The ports at which lines may begin though they are not joined."""
        return frozenset(self.board.of_kind("port") if self.free_ports else ())

    @cached_property
    def rails_at_start(self) -> bool:
        """Whether a line leads from where the train stands."""
        return self.start in self.ground.mine or self.start in self.abroad

    @cached_property
    def settled(self) -> frozenset[int]:
        """The islands on which the train can move or build without having landed there."""
        if self.free_ports:
            return frozenset(self.island.values())
        return frozenset(self.island[point] for point in {*self.base, *self.abroad, self.start})

    @cached_property
    def dead_ends(self) -> frozenset[int]:
        """Places where one new line is allowed and none is there: the way in is the way out.

        Not ports, which a ship may reach.
        """
        towns = self.board.of_kind("small", "medium", "large")
        free = set(towns) - self.base - self.abroad
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
                fringe += [each for each in left if pair(here, each) in self.ground.network]
        return frozenset(found)

    def joined(self, point: int) -> int:
        """A point that stands for all those that own lines join to this one."""
        return self._joined.get(point, point)

    @cached_property
    def _joined(self) -> dict[int, int]:
        near: dict[int, list[int]] = {point: [] for point in sorted(self.ground.mine)}
        for a, b in self.ground.network:
            near[a].append(b)
            near[b].append(a)
        found: dict[int, int] = {}
        for first in near:
            if first not in found:
                found |= dict.fromkeys(reached([first], near.__getitem__), first)
        return found

    @cached_property
    def beginnings(self) -> list[int]:
        """Points where a train that is not joined yet can be joined from."""
        network = self.anchors - {self.start}
        return sorted(network if self.ground.network else self.board.of_kind("large"))

    def sailing_turns(self, steps: int) -> int:
        """The fewest turns that a crossing takes, with the fastest ship there is."""
        return -(-steps // self._knots)

    @cached_property
    def direct(self) -> dict[tuple[int, int], int]:
        """The turns from each port to each other at least."""
        ports = [port for port in self.sails if not self.board.sea(port)]
        return {
            (start, end): self.sailing_turns(steps)
            for start in ports
            for end, steps in self.sails[start].items()
        }

    def crossing_turns(self, start: int, end: int, own: bool) -> int:
        """The turns that a crossing takes with the own ship, or with one of the pile."""
        kind = self.own_ship if own else self.position.ship
        assert kind is not None
        return -(-self.sails[start][end] // self.figures.ships[kind].speed)

    def stopovers(self, start: int, end: int) -> frozenset[int]:
        """The islands at which a crossing can land on its way without loss of time."""
        if (start, end) not in self._stopovers:
            self._stopovers[start, end] = frozenset(
                self.island[middle]
                for middle in self.sails[start]
                for own in ((False, True) if self.own_ship else (False,))
                if self._on_the_way(start, middle, end, own)
            )
        return self._stopovers[start, end]

    def _on_the_way(self, start: int, middle: int, end: int, own: bool) -> bool:
        if end not in self.sails[middle]:
            return False
        two = self.crossing_turns(start, middle, own) + self.crossing_turns(middle, end, own)
        return 1 < two <= self.crossing_turns(start, end, own)

    def new(self, a: int, b: int) -> bool:
        """Whether a line must be built before the train can go from ``a`` to ``b``."""
        link = pair(a, b)
        return link not in self.ground.network and link not in self.foreign

    @cached_property
    def island(self) -> dict[int, int]:
        """A number for each point; equal numbers can be joined by lines.

        A dead end may be reached from either side, and so what lies beyond it is one island.
        A line that no turn has the money for in one direction may be built in the other.
        """
        steps = ((here, there) for here, near in enumerate(self.steps) for there in near)
        return islands(len(self.board.points), steps)

    def lengths(self, start: int) -> dict[int, int]:
        """The points of the shortest way over lines to everywhere."""
        if start not in self._ways:
            self._ways[start] = self._search(start)
        return self._ways[start]

    def _search(self, start: int) -> dict[int, int]:
        ends = self.dead_ends - {start}
        return reached([start], lambda here: () if here in ends else self.steps[here])

    @cached_property
    def off_network(self) -> dict[int, int]:
        """How many points each point lies off the lines that are there; none are left out."""
        there = {*self.base, *self.abroad, self.start}
        away = reached(there, lambda here: self.steps[here])
        return {point: steps for point, steps in away.items() if steps}

    @cached_property
    def costs(self) -> Costs:
        """What must be spent at least."""
        return Costs(self)

    def lines_from(self, tail: int) -> Iterator[tuple[int, int]]:
        """Yield the points to which a line from ``tail`` leads, or can, with its least cost.

        Lines that are there are free. A line from new ground into the network, or into a port or
        town where lines may begin, could be built from either end, so that only the cheapest is
        certain.
        """
        begins = self.ground.mine | self.begin_ports | self.first_towns
        for head in self.steps[tail]:
            if not self.new(tail, head):
                yield head, 0
            elif tail not in self.dead_ends:
                into = head in begins
                more = self.cheapest - self.figures.joining(self.board.kind(head)) if into else 0
                yield head, self.price[tail, head] + more
