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

Arm = tuple["Arm", int, int] | None
"""A way from the marker outwards: the way so far, the last link and the stop it leads to."""


class Route(NamedTuple):
    """A route with all that packing needs; its way is told when it is asked for."""

    revenue: int
    liked: int
    hexsides: int
    mask: int
    train: Train
    home: int
    arms: tuple[Arm, Arm]
    paying: tuple[int, ...] | None
    """The stops that pay, if not all do."""

    @property
    def stops(self) -> tuple[int, ...]:
        """Return its stops in order."""
        one, two = (_unwind(arm) for arm in self.arms)
        return (*[stop for _, stop in one], self.home, *[stop for _, stop in reversed(two)])

    @property
    def links(self) -> tuple[int, ...]:
        """Return its links in order."""
        one, two = (_unwind(arm) for arm in self.arms)
        return (*[link for link, _ in one], *[link for link, _ in reversed(two)])

    @property
    def paid(self) -> tuple[int, ...]:
        """Return the stops that pay, in the order of :attr:`stops`."""
        return self.stops if self.paying is None else self.paying

    @property
    def run(self) -> Run:
        """Return the run that the route stands for."""
        return Run(self.train, self.stops, self.links, self.paid)


def _unwind(arm: Arm) -> list[tuple[int, int]]:
    """Return links and the stops they lead to, from the end of an arm inwards."""
    way = []
    while arm is not None:
        arm, link, stop = arm
        way.append((link, stop))
    return way


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
    found.sort(key=lambda route: (-route.revenue, -route.liked, route.hexsides))
    return found


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
    arm: Arm = None
    for link, stop in zip(way, stops[1:], strict=True):
        arm = (arm, link, stop)
    return Route(
        problem.earnings(run).total,
        problem.preference(run),
        problem.hexsides(way),
        problem.mask(way),
        train,
        stops[0],
        (None, arm),
        paid,
    )


class _Search:
    """One search from each marker of the company."""

    def __init__(
        self, problem: Problem, train: Train, max_steps: int | None, clock: Clock | None
    ) -> None:
        self.problem = problem
        self.train = train
        self.steps_left = max_steps if max_steps is not None else -1
        self.clock = clock
        self.by_length = train.by_length
        stops, links = problem.network.stops, problem.network.links
        free = train.by_length or train.skips
        self.exits = [
            [
                (
                    index,
                    there,
                    link.mask,
                    link.hexsides,
                    link.hexsides if train.by_length else 0 if free else train.weights[there],
                    stops[there].value,
                    (there in problem.prefer_stops) + (index in problem.prefer_links),
                    stops[there].makes_route,
                    bool(link.tunnels),
                )
                for index in problem.links_at[here]
                for link in [links[index]]
                for there in [link.other(here)]
            ]
            for here in range(len(stops))
        ]
        self.through = [stop.through for stop in stops]
        self.excludes = [_excludes(problem, stop) for stop in range(len(stops))]
        self.sided = [stop.side is not None for stop in stops]
        tunnels = problem.bonuses.tunnel and any(link.tunnels for link in links)
        self.plain = not (train.skips or tunnels or any(self.sided))
        """Every stop pays its value and that is all."""
        self.found: list[Route] = []

    def run(self) -> list[Route]:
        train = self.train
        closed = sum(1 << stop for stop in train.barred)
        for home, stop in enumerate(self.problem.network.stops):
            if stop.home and not closed >> home & 1:
                spent = 1 if train.by_length else 0 if train.skips else train.weights[home]
                self.home = home
                liked = int(home in self.problem.prefer_stops)
                worth = (stop.value, liked, 0, int(stop.makes_route), False)
                barred = closed | self.excludes[home]
                self._grow(home, (None, None), 0, barred, 0, train.limit - spent, *worth)
                closed |= 1 << home
        return self.found

    def _grow(
        self,
        here: int,
        arms: tuple[Arm, Arm],
        growing: int,
        closed: int,
        mask: int,
        budget: int,
        value: int,
        liked: int,
        hexsides: int,
        making: int,
        tunnel: bool,
    ) -> None:
        """Take every link out of ``here`` that the route so far leaves free.

        The rest says what the route so far amounts to: what it pays, preferred places,
        hexsides, stops that make a route, and whether it goes through a tunnel.
        """
        one, two = arms
        first = _first(one) if growing and two is None else -1
        for index, there, used, length, cost, pays, likes, makes, narrow in self.exits[here]:
            if cost > budget or closed >> there & 1 or mask & used or index <= first:
                continue
            if self.steps_left == 0:
                raise TooLarge(f"too many routes for a {self.train.name}")
            self.steps_left -= 1
            if self.clock is not None and not self.steps_left & 1023:
                self.clock.check()
            now: tuple[Arm, Arm] = (
                (one, (two, index, there)) if growing else ((one, index, there), two)
            )
            closed_now, mask_now, left = closed | self.excludes[there], mask | used, budget - cost
            worth = (
                value + pays,
                liked + likes,
                hexsides + length,
                making + makes,
                tunnel or narrow,
            )
            if worth[3] > 1 and self.plain:
                self.found.append(Route(*worth[:3], mask_now, self.train, self.home, now, None))
            elif worth[3] > 1:
                self._record(now, mask_now, *worth)
            if self.through[there]:
                self._grow(there, now, growing, closed_now, mask_now, left, *worth)
            if not growing and self.through[self.home]:
                self._grow(self.home, now, 1, closed_now, mask_now, left, *worth)

    def _record(
        self,
        arms: tuple[Arm, Arm],
        mask: int,
        revenue: int,
        liked: int,
        hexsides: int,
        making: int,
        tunnel: bool,
    ) -> None:
        """Keep the route so far, if it can be paid; ``making`` has been looked at."""
        problem = self.problem
        paid: tuple[int, ...] | None = None
        one, two = arms
        begin = self.home if one is None else one[2]
        end = self.home if two is None else two[2]
        route = Route(revenue, liked, hexsides, mask, self.train, self.home, arms, None)
        if self.train.skips:
            paid = best_paid(problem, self.train, route.stops)
            if paid is None:
                return
            for stop in set(route.stops).difference(paid):
                revenue -= problem.network.stops[stop].value
                liked -= stop in problem.prefer_stops
        if tunnel and problem.bonuses.tunnel:
            revenue += problem.bonuses.tunnel * len(route.stops if paid is None else paid)
        if self.sided[begin] and self.sided[end]:
            revenue += problem.transit(begin, end)
        if revenue != route.revenue or paid is not None:
            route = Route(revenue, liked, hexsides, mask, self.train, self.home, arms, paid)
        self.found.append(route)


def _first(arm: Arm) -> int:
    """Return the first link of an arm."""
    link = -1
    while arm is not None:
        arm, link, _ = arm
    return link


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
