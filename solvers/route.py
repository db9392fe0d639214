"""One route of a train, ready to be combined with others."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from solvers.problem import Problem, Run, Train

Arm = tuple["Arm", int, int] | None
"""A way out of a marker as a linked list: the way so far, the last link, the stop it leads to."""


class Route(NamedTuple):
    """A route as packing needs it; its stops and links are computed on demand."""

    revenue: int
    liked: int
    hexsides: int
    mask: int
    train: Train
    home: int
    arms: tuple[Arm, Arm]
    paying: tuple[int, ...] | None
    """The stops that pay, if not all do."""
    once: tuple[str, ...] = ()
    """Bonuses that it claims and only one route of a plan can have."""

    @property
    def way(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Its stops and its links, in order."""
        links, stops = _unwind(self.arms[0])
        onward, beyond = _unwind(self.arms[1])
        return (*stops, self.home, *reversed(beyond)), (*links, *reversed(onward))

    @property
    def stops(self) -> tuple[int, ...]:
        """Its stops, in order."""
        return self.way[0]

    @property
    def links(self) -> tuple[int, ...]:
        """Its links, in order."""
        return self.way[1]

    @property
    def paid(self) -> tuple[int, ...]:
        """Return the stops that pay, in the order of :attr:`stops`."""
        return self.stops if self.paying is None else self.paying

    @property
    def run(self) -> Run:
        """Return the run that the route stands for."""
        stops, links = self.way
        paid = stops if self.paying is None else self.paying
        return Run(self.train, stops, links, paid, self.once)


def _unwind(arm: Arm) -> tuple[list[int], list[int]]:
    """Return links and the stops they lead to, from the end of an arm inwards."""
    links, stops = [], []
    while arm is not None:
        arm, link, stop = arm
        links.append(link)
        stops.append(stop)
    return links, stops


def run_along(
    problem: Problem,
    train: Train,
    links: Sequence[int],
    once: tuple[str, ...] = (),
    among: Collection[int] | None = None,
) -> Run:
    """Return the run of ``train`` over ``links``, given in any order, that earns the most.

    ``among`` as in :func:`solvers.pay.best_run`.

    Raises :class:`ValueError` if they are no route of the train.
    """
    from solvers.pay import best_run

    network = problem.network
    if not links and train.local:
        stops = [problem.stations[name] for name in once if name in problem.stations]
        run = best_run(problem, train, tuple(stops), (), once, among) if len(stops) == 1 else None
        if run is not None:
            return run
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
    run = best_run(problem, train, tuple(stops), tuple(way), once, among)
    if run is None:
        raise ValueError(f"no {train.name} can be paid along links {sorted(links)}")
    return run


def route_along(
    problem: Problem, train: Train, links: Sequence[int], once: tuple[str, ...] = ()
) -> Route:
    """Return the route of :func:`run_along`."""
    run = run_along(problem, train, links, once)
    arm: Arm = None
    for link, stop in zip(run.links, run.stops[1:], strict=True):
        arm = (arm, link, stop)
    return Route(
        problem.earnings(run).total,
        problem.preference(run),
        problem.hexsides(run.links),
        problem.mask_of(run),
        train,
        run.stops[0],
        (None, arm),
        run.paid,
        once,
    )
