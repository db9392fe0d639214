"""The rules of a legal plan, one function each; nothing is shown that they refuse.

Claims of directors and plans of solvers are judged by this same code. Each rule has a
code, so that a program can tell what was broken.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise

from solvers.fault import Fault
from solvers.problem import Problem, Run


def judge(problem: Problem, runs: Sequence[Run]) -> list[Fault]:
    """Return every rule that ``runs`` break together; an empty list means legal."""
    faults = [
        Fault(code, index, where, message)
        for index, run in enumerate(runs)
        for rule in _RUN_RULES
        for code, where, message in rule(problem, run)
    ]
    return faults + list(shared_track(problem, runs))


_Found = Iterator[tuple[str, str, str]]


def _joined(problem: Problem, run: Run) -> _Found:
    """Links join the stops one after the other."""
    links = problem.network.links
    for link, (here, there) in zip(run.links, pairwise(run.stops), strict=False):
        if links[link][:2] not in ((here, there), (there, here)):
            one, two = _name(problem, here), _name(problem, there)
            yield "no-track", f"{one}-{two}", f"no track joins {one} and {two} directly"


def _two_stops(problem: Problem, run: Run) -> _Found:
    """A route has two or more different stops of a kind that makes a route."""
    counted = {stop for stop in run.stops if problem.network.stops[stop].makes_route}
    if len(counted) < 2:
        names = ", ".join(_name(problem, stop) for stop in counted) or "none"
        yield "too-few-stops", _route(problem, run), f"a route needs two stops; here: {names}"


def _marker(problem: Problem, run: Run) -> _Found:
    """At least one paying stop holds a marker of the company.

    Where every stop must pay, one that was left out is another rule broken, not this one.
    """
    serving = run.paid if run.train.skips else run.stops
    if not any(problem.network.stops[stop].home for stop in serving):
        company = problem.network.company
        where = _route(problem, run)
        if any(problem.network.stops[stop].home for stop in run.stops):
            yield "no-marker", where, f"no stop with a marker of {company} is paid"
        else:
            yield "no-marker", where, f"no marker of {company} on the route"


def _stop_once(problem: Problem, run: Run) -> _Found:
    """No stop twice in one route."""
    if len(set(run.stops)) == len(run.stops):
        return
    for stop in sorted(set(run.stops)):
        if run.stops.count(stop) > 1:
            name = _name(problem, stop)
            yield "stop-twice", name, f"{name} is visited {run.stops.count(stop)} times"


def _group_once(problem: Problem, run: Run) -> _Found:
    """Stations that exclude each other never stand in the same route."""
    grouped = [stop for stop in dict.fromkeys(run.stops) if problem.network.stops[stop].group]
    for one, two in combinations(grouped, 2):
        if problem.network.stops[one].group == problem.network.stops[two].group:
            names = f"{_name(problem, one)} and {_name(problem, two)}"
            yield "two-stations", names, f"{names} cannot stand in the same route"


def _passable(problem: Problem, run: Run) -> _Found:
    """Only stops that are open to the company are run through."""
    for stop in run.stops[1:-1]:
        seen = problem.network.stops[stop]
        name = _name(problem, stop)
        if seen.blocked:
            yield "blocked-city", name, f"{name} is full of other markers: nothing runs through"
        elif not seen.through:
            yield "ends-only", name, f"{name} can only begin or end a route"


def _barred(problem: Problem, run: Run) -> _Found:
    """The train enters only stops it may enter."""
    for stop in dict.fromkeys(run.stops):
        if stop in run.train.barred:
            name = _name(problem, stop)
            yield "barred-stop", name, f"a {run.train.name} never runs to {name}"


def _all_paid(problem: Problem, run: Run) -> _Found:
    """Every stop that is passed pays, unless the train may skip."""
    if not run.train.skips:
        for stop in dict.fromkeys(run.stops):
            if stop not in run.paid:
                name = _name(problem, stop)
                yield "stop-skipped", name, f"a {run.train.name} cannot pass {name} uncounted"


def _limit(problem: Problem, run: Run) -> _Found:
    """The train counts no more than its number."""
    train = run.train
    if train.by_length:
        hexes = problem.hexsides(run.links) + 1
        if hexes > train.limit:
            text = f"{hexes} hexes, but a {train.name} runs through {train.limit}"
            yield "too-many-hexes", _route(problem, run), text
        return
    counted = sum(train.weights[stop] for stop in (run.paid if train.skips else run.stops))
    if counted > train.limit:
        paying = "paying stops" if train.skips else "stops"
        text = f"{counted} {paying}, but a {train.name} counts {train.limit}"
        yield "too-many-stops", _route(problem, run), text


def _track_once(problem: Problem, run: Run) -> _Found:
    """No track twice in one route."""
    used = 0
    for link in run.links:
        mask = problem.network.links[link].mask
        for place in _places(problem, used & mask):
            yield "track-reused", place, f"the train uses {place} twice"
        used |= mask


def shared_track(
    problem: Problem, runs: Sequence[Run], numbers: Sequence[int] | None = None
) -> Iterator[Fault]:
    """No track for two trains; ``numbers`` are those of the runs, if they are some of many."""
    numbered = zip(numbers if numbers is not None else range(len(runs)), runs, strict=True)
    for (one, first), (two, second) in combinations(numbered, 2):
        both = problem.mask(first.links) & problem.mask(second.links)
        for place in _places(problem, both):
            names = f"{first.train.name} and {second.train.name}"
            yield Fault(
                "track-shared", two, place, f"{names} (runs {one + 1}, {two + 1}) both use {place}"
            )


_RUN_RULES = (
    _joined,
    _two_stops,
    _marker,
    _stop_once,
    _group_once,
    _passable,
    _barred,
    _all_paid,
    _limit,
    _track_once,
)


def _places(problem: Problem, mask: int) -> list[str]:
    """Return what the bits of ``mask`` stand for, in words."""
    names = problem.network.resources
    return [names[bit] for bit in range(mask.bit_length()) if mask >> bit & 1]


def _name(problem: Problem, stop: int) -> str:
    return problem.network.stops[stop].name


def _route(problem: Problem, run: Run) -> str:
    return "-".join(_name(problem, stop) for stop in run.stops)
