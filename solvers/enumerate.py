"""All routes of a train, by depth-first search with integer masks.

Every route holds a stop with a marker of the company. The search grows each route from
its first such stop (in the order of the network) in two arms: one arm to every length, and
from each of these the other arm. Earlier markers are left out, and the second arm's first
link comes after the first arm's, so that each route is met exactly once.
"""

from __future__ import annotations

from typing import NamedTuple

from solvers.errors import TooLarge
from solvers.problem import Problem, Run, Train


class Route(NamedTuple):
    """A route with all that packing needs, and the run it stands for."""

    revenue: int
    liked: int
    hexsides: int
    mask: int
    run: Run


def routes(problem: Problem, train: Train, max_steps: int | None = None) -> list[Route]:
    """Return every route of ``train``, best first.

    For a train that may skip stops, one route stands for all that run the same way: the
    one with the best stops paid, and paid at both ends (a route not paid at its end is
    shorter and worth the same when it is cut back).

    Raises :class:`TooLarge` after ``max_steps`` steps of the search.
    """
    found = _Search(problem, train, max_steps).run()
    return sorted(found, key=_order)


def _order(route: Route) -> tuple[int, int, int, tuple[int, ...], tuple[int, ...]]:
    run = route.run
    return (-route.revenue, -route.liked, route.hexsides, run.stops, run.links)


class _Search:
    """One search; the route so far lives in two lists, one for each arm."""

    def __init__(self, problem: Problem, train: Train, max_steps: int | None) -> None:
        self.problem = problem
        self.train = train
        self.steps_left = max_steps if max_steps is not None else -1
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
        self.found: list[Route] = []

    def run(self) -> list[Route]:
        closed = sum(1 << stop for stop in self.train.barred)
        for home, stop in enumerate(self.problem.network.stops):
            if stop.home and not closed >> home & 1:
                budget = self.train.limit - (self.train.by_length or self.cost[home])
                self.home = home
                self.arms: tuple[list[tuple[int, int]], list[tuple[int, int]]] = ([], [])
                self._grow(home, 0, closed | self.excludes[home], 0, budget)
                closed |= 1 << home
        return self.found

    def _grow(self, here: int, arm: int, closed: int, mask: int, budget: int) -> None:
        """Take every link out of ``here`` that the route so far leaves free."""
        way = self.arms[arm]
        first = self.arms[0][0][0] if arm and not way else -1
        for index, there, link_mask, hexsides in self.exits[here]:
            left = budget - (hexsides if self.train.by_length else self.cost[there])
            if left < 0 or closed >> there & 1 or mask & link_mask or index <= first:
                continue
            if self.steps_left == 0:
                raise TooLarge(f"too many routes for a {self.train.name}")
            self.steps_left -= 1
            way.append((index, there))
            self._record(mask | link_mask)
            closed_now = closed | self.excludes[there]
            if self.through[there]:
                self._grow(there, arm, closed_now, mask | link_mask, left)
            if arm == 0 and self.through[self.home]:
                self._grow(self.home, 1, closed_now, mask | link_mask, left)
            way.pop()

    def _record(self, mask: int) -> None:
        """Keep the route so far, if it is one that can be run and paid."""
        one, two = self.arms
        stops = (*[stop for _, stop in reversed(one)], self.home, *[stop for _, stop in two])
        links = (*[link for link, _ in reversed(one)], *[link for link, _ in two])
        if stops[0] > stops[-1]:
            stops, links = stops[::-1], links[::-1]
        problem = self.problem
        paid = best_paid(problem, self.train, stops) if self.train.skips else stops
        if paid is None or sum(problem.network.stops[stop].makes_route for stop in stops) < 2:
            return
        run = Run(self.train, stops, links, paid)
        self.found.append(
            Route(
                problem.earnings(run).total,
                problem.preference(run),
                problem.hexsides(links),
                mask,
                run,
            )
        )


def _excludes(problem: Problem, stop: int) -> int:
    """Return the stops that ``stop`` keeps out of its route: itself, and its group."""
    stops = problem.network.stops
    group = stops[stop].group
    mates = [i for i, other in enumerate(stops) if group is not None and other.group == group]
    return sum(1 << mate for mate in {stop, *mates})


def best_paid(problem: Problem, train: Train, stops: tuple[int, ...]) -> tuple[int, ...] | None:
    """Return the best stops to be paid by a train that skips, both ends among them.

    With both ends paid every tunnel on the way lies between paying stops, so that each
    paying stop earns the same bonus: the best choice is the most valuable stops, one of
    them with a marker. ``None`` if the limit leaves no room for that.
    """
    seen = problem.network.stops
    ends = (stops[0], stops[-1])
    room = train.limit - sum(train.weights[end] for end in ends)
    inner = stops[1:-1]
    free = [stop for stop in inner if not train.weights[stop]]
    ranked = sorted(
        (stop for stop in inner if train.weights[stop]),
        key=lambda stop: (stop not in problem.prefer_stops, stop),
    )
    ranked.sort(key=lambda stop: -seen[stop].value)
    chosen = ranked[: max(room, 0)]
    if room < 0:
        return None
    if not any(seen[stop].home for stop in (*ends, *free, *chosen)):
        homes = [stop for stop in ranked if seen[stop].home]
        if not homes or not chosen:
            return None
        chosen[-1] = homes[0]
    kept = {*ends, *free, *chosen}
    return tuple(stop for stop in stops if stop in kept)
