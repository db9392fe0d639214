"""The ways on track that one line of a claim can mean."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise, product

from msgspec.structs import replace

from solvers.bonus import claims_of
from solvers.claim_readings import Line, earns, left_to_others, said_paid
from solvers.judge import judge_run
from solvers.pay import best_paid, fits
from solvers.problem import Problem, Run

MOST_WAYS = 3000
MOST_DETOURS = 300
"""Ways kept for a line and for a leg of it. Only a train that skips stops has more; if the
short ones do not fit together, CP-SAT decides."""

MOST_STEPS = 300_000
"""Links examined for all readings of a line; one of a thousand names would take for ever."""

SOME_WAYS = 200
"""Ways that are judged to find the one that breaks the fewest rules."""


@dataclass
class Ways:
    """Legal ways to run one line by itself, short ones first; ``complete`` if none is missing."""

    runs: list[Run]
    complete: bool


@dataclass
class _Limits:
    """Whether a search for ways was cut short, and the steps it has left."""

    reached: bool = False
    steps: int = MOST_STEPS

    def step(self, steps: int = 1) -> bool:
        """Take steps; return whether there were any left."""
        self.steps -= steps
        if self.steps < 0:
            self.reached = True
        return self.steps >= 0


def legal_ways(problem: Problem, line: Line) -> Ways:
    """Return the ways to run ``line`` by itself that break no rule."""
    limits = _Limits()
    every = _ways(problem, line, limits, detours=line.train.may_skip)
    tried = list(islice(every, MOST_WAYS))
    complete = next(every, None) is None and not limits.reached
    return Ways([run for run in tried if not judge_run(problem, run)], complete)


def any_ways(problem: Problem, line: Line) -> Iterator[Run]:
    """Yield ways to run ``line``, legal or not, to explain its faults.

    First come ways past stops that may be run through, then any ways there are.
    """
    yield from islice(_ways(problem, line, _Limits(), detours=line.train.may_skip), SOME_WAYS)
    yield from _ways(problem, line, _Limits(), detours=True, forbidden=True)


def _ways(
    problem: Problem, line: Line, limits: _Limits, detours: bool, forbidden: bool = False
) -> Iterator[Run]:
    """Yield runs that visit the named stops in order.

    With ``detours`` other stops may lie between two named ones. With ``forbidden`` that may
    even be stops that cannot be run through, so as to explain what is wrong.
    """
    if len(line.stops) < (1 if line.train.local else 2):
        return
    if line.hexes is not None:
        yield from _along_hexes(problem, line, forbidden)
        return
    for stops in product(*line.stops):
        if not limits.step(len(stops)):
            return
        legs = _all_legs(problem, stops, limits, detours, forbidden)
        if legs is not None:
            for choice in product(*legs):
                yield from _assemble(problem, line, stops, choice)


_ClaimLeg = tuple[int, ...]
"""The links from one named stop to the next."""


def _all_legs(
    problem: Problem, stops: Sequence[int], limits: _Limits, detours: bool, forbidden: bool
) -> list[list[_ClaimLeg]] | None:
    """Return the ways of each leg; ``None`` if a leg has none.

    A line that goes to and fro names the same leg many times: it is searched once.
    """
    named = set(stops)
    known: dict[tuple[int, int], list[_ClaimLeg]] = {}
    for ends in pairwise(stops):
        if ends not in known:
            known[ends] = _legs(problem, ends, named, limits, detours, forbidden)
            if not known[ends]:
                return None
    return [known[ends] for ends in pairwise(stops)]


def _legs(
    problem: Problem,
    ends: tuple[int, int],
    named: set[int],
    limits: _Limits,
    detours: bool,
    forbidden: bool,
) -> list[_ClaimLeg]:
    """Return the ways from one named stop to the next, the most direct first."""
    links = problem.network.links
    one, two = ends
    direct = [(index,) for index in problem.links_at[one] if links[index].other(one) == two]
    direct.sort(key=lambda leg: (links[leg[0]].hexsides, leg))
    if not detours or (forbidden and direct):
        return list(direct)
    if forbidden:
        return (
            _detours(problem, ends, named, limits, forbidden=True, hasty=True)
            or _detours(problem, ends, named, limits, forbidden=True)
        )[:1]
    return [*direct, *_detours(problem, ends, named, limits)]


def _detours(
    problem: Problem,
    ends: tuple[int, int],
    named: set[int],
    limits: _Limits,
    *,
    forbidden: bool = False,
    hasty: bool = False,
) -> list[_ClaimLeg]:
    """Return the ways past stops that are not named, short ones first.

    With ``forbidden`` any stops may be run through, and the first way found is enough. A
    ``hasty`` search visits each stop once, so that it can miss a way.
    """
    stops, links = problem.network.stops, problem.network.links
    found: list[_ClaimLeg] = []
    queue: deque[tuple[int, _ClaimLeg, frozenset[int], int]] = deque(
        [(ends[0], (), frozenset(), 0)]
    )
    seen: set[int] = set()
    while queue:
        here, leg, passed, mask = queue.popleft()
        if not limits.step(len(problem.links_at[here])):
            return found
        for index in problem.links_at[here]:
            link = links[index]
            there = link.other(here)
            if link.mask & mask or there in passed or there in seen:
                continue
            if there == ends[1]:
                if leg:
                    found.append((*leg, index))
            elif there not in named and (forbidden or stops[there].through):
                queue.append((there, (*leg, index), passed | {there}, mask | link.mask))
                if hasty:
                    seen.add(there)
        if forbidden and found:
            return found
        if len(found) > MOST_DETOURS or len(queue) > 10 * MOST_DETOURS:
            limits.reached = True
            return found
    return found


def _assemble(
    problem: Problem, line: Line, stops: Sequence[int], legs: Sequence[_ClaimLeg]
) -> Iterator[Run]:
    links = problem.network.links
    way = [stops[0]]
    for leg in legs:
        for index in leg:
            way.append(links[index].other(way[-1]))
    links_used = tuple(index for leg in legs for index in leg)
    yield from _paid(problem, line, stops, tuple(way), links_used)


def _paid(
    problem: Problem,
    line: Line,
    named: Sequence[int],
    stops: tuple[int, ...],
    links: tuple[int, ...],
) -> Iterator[Run]:
    """Yield the best paid run along a way, for every choice of bonuses to claim."""
    said = said_paid(line, named)
    for once in claims_of(line.train, stops):
        choices = [said]
        if problem.paid_once or line.train.ends_pay:
            choices = left_to_others(problem, line, stops, said)
        elif not fits(line.train, set(said)):
            best = best_paid(problem, line.train, stops, links, once, among=said)
            choices = [said if best is None else best]
        for paid in choices:
            run = Run(line.train, stops, links, paid, once)
            if not once or earns(run):
                yield replace(run, once=(*problem.claimed(line.train, stops), *once))


def _along_hexes(problem: Problem, line: Line, forbidden: bool) -> Iterator[Run]:
    """Yield the runs whose hexes are exactly those given, in either direction."""
    assert line.hexes is not None
    seen = problem.network.stops
    for hexes in dict.fromkeys((line.hexes, line.hexes[::-1])):
        for start in (at for at, stop in enumerate(seen) if hexes[0] in stop.hexes):
            for stops, links in _follow(problem, hexes, start, forbidden):
                for named in _matches(stops, line.stops):
                    yield from _paid(problem, line, named, stops, links)


def _follow(
    problem: Problem, hexes: tuple[str, ...], start: int, forbidden: bool
) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Yield all ways along ``hexes`` from stop ``start`` to a stop in the last hex.

    With ``forbidden`` also those that visit a stop twice.
    """
    links = problem.network.links
    stack: list[tuple[int, tuple[int, ...], tuple[int, ...]]] = [(0, (start,), ())]
    while stack:
        at, stops, used = stack.pop()
        if at == len(hexes) - 1 and (used or len(hexes) == 1):
            yield stops, used
        for index in problem.links_at[stops[-1]]:
            link = links[index]
            way = link.hexes_from(stops[-1])
            there = link.other(stops[-1])
            again = there in stops and not (forbidden and link.hexsides)
            if _same_hexes(hexes[at : at + len(way)], way) and not again:
                stack.append((at + len(way) - 1, (*stops, there), (*used, index)))


def _same_hexes(stated: tuple[str, ...], way: tuple[str, ...]) -> bool:
    """Whether the stated hexes are those of a way.

    Where the way passes a hex twice, the hexes in between may be stated in the other direction.
    """
    if stated == way:
        return True
    loops = len(set(way)) < len(way)
    return loops and (stated[0], stated[-1]) == (way[0], way[-1]) and sorted(stated) == sorted(way)


def _matches(stops: Sequence[int], listed: Sequence[tuple[int, ...]]) -> Iterator[tuple[int, ...]]:
    """Yield the stops of a way that the listed ones can mean, in order.

    Those that were not listed, at the ends as well, are passed without paying.
    """
    latest: list[int] = []  # where each listed stop can stand at the latest
    end = len(stops)
    for options in reversed(listed):
        end = next((at for at in reversed(range(end)) if stops[at] in options), -1)
        if end < 0:
            return
        latest.insert(0, end)
    stack: list[tuple[tuple[int, ...], int]] = [((), 0)]
    while stack:
        named, start = stack.pop()
        place = len(named)
        if place == len(listed):
            yield named
            continue
        for at in reversed(range(start, latest[place] + 1)):
            if stops[at] in listed[place]:
                stack.append(((*named, stops[at]), at + 1))
