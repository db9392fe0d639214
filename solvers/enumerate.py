"""All routes of a train, by depth-first search with integer masks.

Every route holds a stop with a marker of the company. The search grows each route from
its first such stop (in the order of the network) in two arms: one arm to every length, and
from each of these the other arm. Earlier markers are left out, and the second arm's first
link comes after the first arm's, so that each route is met exactly once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from solvers.clock import Clock
from solvers.errors import TooLarge
from solvers.problem import Problem, Run, Train


class Route(NamedTuple):
    """A route with all that packing needs."""

    revenue: int
    liked: int
    hexsides: int
    mask: int
    train: Train
    stops: tuple[int, ...]
    links: tuple[int, ...]
    paid: tuple[int, ...]

    @property
    def run(self) -> Run:
        """Return the run that the route stands for."""
        return Run(self.train, self.stops, self.links, self.paid)


def routes(
    problem: Problem, train: Train, max_steps: int | None = None, clock: Clock | None = None
) -> list[Route]:
    """Return every route of ``train``, best first.

    For a train that may skip stops, one route stands for all that run the same way: the
    one with the best stops paid, and paid at both ends (a route not paid at its end is
    shorter and worth the same when it is cut back).

    Raises :class:`TooLarge` after ``max_steps`` steps of the search, and
    :class:`TimeoutError` when the time of ``clock`` is over.
    """
    found = _Search(problem, train, max_steps, clock).run()
    return sorted(found, key=_order)


def route_along(problem: Problem, train: Train, links: Sequence[int]) -> Route:
    """Return the route of ``train`` that runs over ``links``, given in any order.

    Raises :class:`ValueError` if they are no route of the train.
    """
    network = problem.network
    at: dict[int, list[int]] = {}
    for index in links:
        for stop in (network.links[index].a, network.links[index].b):
            at.setdefault(stop, []).append(index)
    ends = sorted(stop for stop, joined in at.items() if len(joined) == 1)
    stops = ends[:1]
    way: list[int] = []
    while stops and len(way) < len(links):
        onward = [index for index in at[stops[-1]] if index not in way[-1:]]
        if not onward:
            break
        way.append(onward[0])
        stops.append(network.links[onward[0]].other(stops[-1]))
    if len(ends) != 2 or len(way) != len(links) or len(set(stops)) != len(at):
        raise ValueError(f"links {sorted(links)} are no path")
    paid = best_paid(problem, train, tuple(stops)) if train.skips else tuple(stops)
    if paid is None:
        raise ValueError(f"no {train.name} can be paid along links {sorted(links)}")
    run = Run(train, tuple(stops), tuple(way), paid)
    return Route(
        problem.earnings(run).total,
        problem.preference(run),
        problem.hexsides(way),
        problem.mask(way),
        *(run.train, run.stops, run.links, run.paid),
    )


def _order(route: Route) -> tuple[int, int, int, tuple[int, ...], tuple[int, ...]]:
    return (-route.revenue, -route.liked, route.hexsides, route.stops, route.links)


class _Worth(NamedTuple):
    """What a route so far amounts to, if all its stops are paid."""

    value: int
    liked: int
    hexsides: int
    making: int
    tunnel: bool


class _Search:
    """One search; the route so far lives in two lists, one for each arm."""

    def __init__(
        self, problem: Problem, train: Train, max_steps: int | None, clock: Clock | None
    ) -> None:
        self.problem = problem
        self.train = train
        self.steps_left = max_steps if max_steps is not None else -1
        self.clock = clock
        stops = problem.network.stops
        self.exits = [
            [
                (index, link.other(here), link.mask, link.hexsides)
                for index in problem.links_at[here]
                for link in [problem.network.links[index]]
            ]
            for here in range(len(stops))
        ]
        self.through = [stop.through for stop in stops]
        self.cost = [0] * len(stops) if train.by_length or train.skips else list(train.weights)
        self.excludes = [_excludes(problem, stop) for stop in range(len(stops))]
        self.values = [stop.value for stop in stops]
        self.making = [stop.makes_route for stop in stops]
        self.liked_stop = [stop in problem.prefer_stops for stop in range(len(stops))]
        links = problem.network.links
        self.liked_link = [link in problem.prefer_links for link in range(len(links))]
        self.tunnels = [bool(link.tunnels) for link in links]
        self.sided = [stop.side is not None for stop in stops]
        self.found: list[Route] = []

    def run(self) -> list[Route]:
        closed = sum(1 << stop for stop in self.train.barred)
        for home, stop in enumerate(self.problem.network.stops):
            if stop.home and not closed >> home & 1:
                budget = self.train.limit - (self.train.by_length or self.cost[home])
                self.home = home
                self.arms: tuple[list[tuple[int, int]], list[tuple[int, int]]] = ([], [])
                worth = _Worth(stop.value, self.liked_stop[home], 0, stop.makes_route, False)
                self._grow(home, 0, closed | self.excludes[home], 0, budget, worth)
                closed |= 1 << home
        return self.found

    def _grow(
        self, here: int, arm: int, closed: int, mask: int, budget: int, worth: _Worth
    ) -> None:
        """Take every link out of ``here`` that the route so far leaves free."""
        way = self.arms[arm]
        first = self.arms[0][0][0] if arm and not way else -1
        by_length = self.train.by_length
        for index, there, link_mask, hexsides in self.exits[here]:
            left = budget - (hexsides if by_length else self.cost[there])
            if left < 0 or closed >> there & 1 or mask & link_mask or index <= first:
                continue
            if self.steps_left == 0:
                raise TooLarge(f"too many routes for a {self.train.name}")
            self.steps_left -= 1
            if self.clock is not None and not self.steps_left & 1023:
                self.clock.check()
            way.append((index, there))
            now = _Worth(
                worth.value + self.values[there],
                worth.liked + self.liked_stop[there] + self.liked_link[index],
                worth.hexsides + hexsides,
                worth.making + self.making[there],
                worth.tunnel or self.tunnels[index],
            )
            if now.making > 1:
                self._record(mask | link_mask, now)
            closed_now = closed | self.excludes[there]
            if self.through[there]:
                self._grow(there, arm, closed_now, mask | link_mask, left, now)
            if arm == 0 and self.through[self.home]:
                self._grow(self.home, 1, closed_now, mask | link_mask, left, now)
            way.pop()

    def _record(self, mask: int, worth: _Worth) -> None:
        """Keep the route so far, if it can be paid."""
        one, two = self.arms
        stops = (*[stop for _, stop in reversed(one)], self.home, *[stop for _, stop in two])
        links = (*[link for link, _ in reversed(one)], *[link for link, _ in two])
        ends = stops[0], stops[-1]
        if ends[0] > ends[1]:
            stops, links = stops[::-1], links[::-1]
        paid: tuple[int, ...] | None = stops
        revenue, liked = worth.value, worth.liked
        if self.train.skips:
            paid = best_paid(self.problem, self.train, stops)
            if paid is None:
                return
            for stop in set(stops).difference(paid):
                revenue -= self.values[stop]
                liked -= self.liked_stop[stop]
        assert paid is not None
        if worth.tunnel:
            revenue += self.problem.bonuses.tunnel * len(paid)
        if self.sided[ends[0]] and self.sided[ends[1]]:
            revenue += self.problem.transit(*ends)
        self.found.append(
            Route(revenue, liked, worth.hexsides, mask, self.train, stops, links, paid)
        )


def _excludes(problem: Problem, stop: int) -> int:
    """Return the stops that ``stop`` keeps out of its route: itself, and its group."""
    stops = problem.network.stops
    group = stops[stop].group
    if group is None:
        return 1 << stop
    return sum(1 << mate for mate, other in enumerate(stops) if other.group == group)


def best_paid(problem: Problem, train: Train, stops: tuple[int, ...]) -> tuple[int, ...] | None:
    """Return the best stops to be paid by a train that skips, both ends among them.

    With both ends paid every tunnel on the way lies between paying stops, so that each
    paying stop earns the same bonus: the best choice is the most valuable stops, one of
    them with a marker. ``None`` if the limit leaves no room for that.
    """
    seen = problem.network.stops
    ends = (stops[0], stops[-1])
    room = train.limit - sum(train.weights[end] for end in ends)
    if room < 0:
        return None
    inner = stops[1:-1]
    free = [stop for stop in inner if not train.weights[stop]]
    ranked = sorted(
        (stop for stop in inner if train.weights[stop]),
        key=lambda stop: (-seen[stop].value, stop not in problem.prefer_stops, stop),
    )
    chosen = ranked[:room]
    if not any(seen[stop].home for stop in (*ends, *free, *chosen)):
        homes = [stop for stop in ranked if seen[stop].home]
        if not homes or not chosen:
            return None
        chosen[-1] = homes[0]
    kept = {*ends, *free, *chosen}
    return tuple(stop for stop in stops if stop in kept)
