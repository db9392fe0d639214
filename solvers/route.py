"""One route of a train, ready to be combined with others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

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
    def way(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return its stops and its links, in order."""
        links, stops = _unwind(self.arms[0])
        onward, beyond = _unwind(self.arms[1])
        return (*stops, self.home, *reversed(beyond)), (*links, *reversed(onward))

    @property
    def stops(self) -> tuple[int, ...]:
        """Return its stops in order."""
        return self.way[0]

    @property
    def links(self) -> tuple[int, ...]:
        """Return its links in order."""
        return self.way[1]

    @property
    def paid(self) -> tuple[int, ...]:
        """Return the stops that pay, in the order of :attr:`stops`."""
        return self.stops if self.paying is None else self.paying

    @property
    def run(self) -> Run:
        """Return the run that the route stands for."""
        stops, links = self.way
        return Run(self.train, stops, links, stops if self.paying is None else self.paying)


def _unwind(arm: Arm) -> tuple[list[int], list[int]]:
    """Return links and the stops they lead to, from the end of an arm inwards."""
    links, stops = [], []
    while arm is not None:
        arm, link, stop = arm
        links.append(link)
        stops.append(stop)
    return links, stops


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
