"""The order in which sections are decided, chosen to keep the frontier narrow.

A sweep passes over the board section by section. A state must keep every *item* that has both
decided and undecided sections: stops and points, and whatever else ties sections to each other
(a hexside that several of them use, stations that exclude each other). The fewer items are open
at a time, the smaller the state graph.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from hexgraph.bits import ones
from solvers.frontier.rows import contested
from solvers.frontier.sections import Sections

_STOP, _POINT = 1.8, 1.4
"""Weight of an open stop or point against an open yes-or-no item: the logarithm of its states."""


@dataclass(frozen=True)
class Sweep:
    """An order of the sections, and the items that open and close along it.

    Items are numbered: stops first, then points, contested rows, groups, sets of sections, and
    points that need to know which side a path came from. ``items`` has those of each section;
    ``closing`` those that close after each section of the order.
    """

    order: tuple[int, ...]
    items: tuple[tuple[int, ...], ...]
    closing: tuple[tuple[int, ...], ...]
    rows: dict[int, list[int]]
    """The items of contested rows that each section uses."""
    groups: dict[int, list[int]]
    """The items of the groups that each stop belongs to."""
    firsts: dict[int, list[tuple[int, frozenset[int]]]]
    """The items of the sets that each section belongs to: whether the path uses one of a set."""
    second: dict[int, int]
    """The later side of each point of which one side is decided before the other begins."""
    cuts: dict[int, list[tuple[int, int]]]
    """The items of cuts that each section can add to, and the numbers of the cuts."""
    sides: dict[int, int]
    """The items of all other points: the side from which a path came."""
    cost: float
    """Estimate of the number of states."""


def sweep(
    track: Sections,
    excluding: Sequence[frozenset[int]] = (),
    met: Sequence[frozenset[int]] = (),
    cuts: Sequence[frozenset[int]] = (),
    order: tuple[int, ...] = (),
) -> Sweep:
    """Return the cheapest greedy order of the sections, over all stops to start from.

    Parameters
    ----------
    excluding
        Sets of stops of which a path visits at most one.
    met
        Sets of sections of which a state must know whether the path uses one already.
    cuts
        The sections that can add to each cut.
    order
        An order to be kept, if there is one already.
    """
    nodes = len(track.stops) + track.points
    watched = contested(track)
    groups: dict[int, list[int]] = defaultdict(list)
    for item, group in enumerate(excluding, nodes + len(watched)):
        for at in sorted(group):
            groups[at].append(item)
    rows: dict[int, list[int]] = defaultdict(list)
    for item, row in enumerate(watched, nodes):
        for section in row:
            rows[section].append(item)
    firsts: dict[int, list[tuple[int, frozenset[int]]]] = defaultdict(list)
    for item, some in enumerate(met, nodes + len(watched) + len(excluding)):
        for at in some:
            firsts[at].append((item, some))
    of_cuts: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for number, some in enumerate(cuts):
        for at in some:
            item = nodes + len(watched) + len(excluding) + len(met) + number
            of_cuts[at].append((item, number))
    items = [
        (
            section.a,
            section.b,
            *rows[at],
            *sorted({*groups.get(section.a, ()), *groups.get(section.b, ())}),
            *(item for item, _ in firsts.get(at, ())),
            *(item for item, _ in of_cuts.get(at, ())),
        )
        for at, section in enumerate(track.sections)
    ]
    weights = [_STOP if stop.through else 1.0 for stop in track.stops] + [_POINT] * track.points
    weights += [1.0] * (len(watched) + len(excluding) + len(met) + len(cuts))
    cost = 0.0
    if not order:
        cost, order = _Greedy(items, weights, len(track.stops), nodes).best()
    second, mixed = _sides(track, order)
    sides = {point: item for item, point in enumerate(mixed, len(weights))}
    if sides:
        items = [(*of, *(sides[node] for node in of[:2] if node in sides)) for of in items]
    last = {item: at for at, section in enumerate(order) for item in items[section]}
    closing = tuple(
        tuple(item for item in items[section] if last[item] == at)
        for at, section in enumerate(order)
    )
    return Sweep(
        order,
        tuple(items),
        closing,
        dict(rows),
        dict(groups),
        dict(firsts),
        second,
        dict(of_cuts),
        sides,
        cost,
    )


def _sides(track: Sections, order: Sequence[int]) -> tuple[dict[int, int], list[int]]:
    """The later side of each point, and the points whose two sides are mixed in the order."""
    met: dict[int, list[int]] = {}
    for section in order:
        for node, side in track.sections[section].nodes:
            if node >= len(track.stops):
                seen = met.setdefault(node, [])
                if not seen or seen[-1] != side:
                    seen.append(side)
    second = {point: seen[-1] for point, seen in met.items() if len(seen) == 2}
    return second, [point for point in met if point not in second]


class _Greedy:
    """Finish one stop after the other, next always the one that leaves least open."""

    def __init__(
        self, items: Sequence[tuple[int, ...]], weights: list[float], stops: int, nodes: int
    ) -> None:
        self.stops, self.nodes = stops, (1 << nodes) - 1
        self.touches = [sum(1 << item for item in of_link) for of_link in items]
        self.users = [0] * len(weights)
        for link, of_link in enumerate(items):
            for item in of_link:
                self.users[item] |= 1 << link
        self.alive = sum(1 << item for item, links in enumerate(self.users) if links)
        """Items that some section uses."""
        self.ending = [[(1 << item, self.users[item]) for item in of_link] for of_link in items]
        self.around: list[list[tuple[int, int]]] = []
        """The items of all sections at a stop or point, each with the sections that use it."""
        for node in range(nodes):
            met = {item for link in ones(self.users[node]) for item in items[link]}
            self.around.append([(1 << item, self.users[item]) for item in sorted(met)])
        self.met = [sum(bit for bit, _ in some) for some in self.around]
        by_weight: dict[float, int] = {}
        for item, weight in enumerate(weights):
            by_weight[weight] = by_weight.get(weight, 0) | 1 << item
        self.by_weight = list(by_weight.items())

    def best(self) -> tuple[float, tuple[int, ...]]:
        """Return the cheapest of the orders from every stop."""
        found: tuple[float, tuple[int, ...]] = (float("inf"), ())
        for start in range(self.stops):
            if self.users[start]:
                cost, order = self._from(start, found[0])
                if cost < found[0]:
                    found = cost, order
        return found

    def _from(self, stop: int, limit: float) -> tuple[float, tuple[int, ...]]:
        """Return the cost of the order from ``stop`` on, at least ``limit`` if it is dear."""
        left, open_now, cost, alive = (1 << len(self.touches)) - 1, 0, 0.0, self.alive
        order: list[int] = []
        while True:
            for link in ones(self.users[stop] & left):
                left ^= 1 << link
                order.append(link)
                open_now |= self.touches[link]
                cost += 2.0 ** self._weight(open_now)
                for bit, users in self.ending[link]:
                    if not users & left:
                        open_now ^= bit
                        alive ^= bit
            # The cost only grows: an order that is dearer than the best one is given up.
            if not left or cost >= limit:
                return cost, tuple(order)
            near = list(ones(open_now & self.nodes or alive & self.nodes))
            weights = [self._open_after(item, left, open_now, alive) for item in near]
            stop = near[weights.index(min(weights))]

    def _open_after(self, stop: int, left: int, open_now: int, alive: int) -> float:
        """Return the weight of what is open once ``stop`` is finished."""
        left &= ~self.users[stop]
        open_now |= self.met[stop] & alive
        for bit, users in self.around[stop]:
            if alive & bit and not users & left:
                open_now ^= bit
        return self._weight(open_now)

    def _weight(self, items: int) -> float:
        total = 0.0
        for weight, some in self.by_weight:
            total += weight * (items & some).bit_count()
        return total
