"""A plan found on one network, carried over to another that has its track, too."""

from __future__ import annotations

from collections.abc import Iterable

from bestrun.operating.catalogue import Catalogue
from solvers.judge import judge
from solvers.plan import Plan, make_plan
from solvers.problem import Problem, Run


class Landmarks:
    """The stops and links of a problem by what they look like."""

    def __init__(self, catalogue: Catalogue, problem: Problem) -> None:
        self.problem = problem
        self.bits = catalogue.link_bits(problem.network)
        self.links = {bit: at for at, bit in enumerate(self.bits)}
        self.stops = {stop.id: at for at, stop in enumerate(problem.network.stops)}

    def track(self, plan: Plan) -> int:
        """Return the links of a plan as bits."""
        return sum({self.bits[link] for run in plan.runs for link in run.links})


def carried(plan: Plan, here: Landmarks, there: Landmarks) -> Plan | None:
    """Return the same runs of the same trains on another network, if they are legal there.

    What they earn can differ: stops may pay more, or less.
    """
    trains = {train.name: train for train in there.problem.trains}
    seen = here.problem.network.stops
    runs = []
    for run in plan.runs:
        stops = [there.stops.get(seen[stop].id) for stop in run.stops]
        links = [there.links.get(here.bits[link]) for link in run.links]
        if run.train.name not in trains or None in stops or None in links:
            return None
        place = dict(zip(run.stops, stops, strict=True))
        runs.append(
            Run(
                trains[run.train.name],
                _all(stops),
                _all(links),
                _all(place[stop] for stop in run.paid),
                run.once,
            )
        )
    if judge(there.problem, runs):
        return None
    return make_plan(there.problem, runs)


def _all(some: Iterable[int | None]) -> tuple[int, ...]:
    return tuple([each for each in some if each is not None])
