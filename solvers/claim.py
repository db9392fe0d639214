"""Claims: find track that realises all lines at once, or the rules that forbid it.

A director names stops, not track. Each line is first realised by itself in every way the
rules allow; then one way for each line is chosen so that no track is used twice. If a line
has no legal way, the least faulty one is judged and its faults are reported; if every line
has one but they exclude each other, the smallest set of lines that cannot run together is.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, islice, pairwise, product

from solvers.enumerate import best_paid
from solvers.judge import Breach, judge
from solvers.problem import Problem, Run, Train

MOST_WAYS = 3000
MOST_DETOURS = 300
"""Ways kept for a line and for a leg of it. Only a train that skips stops has more; if the
short ones do not fit together, CP-SAT decides."""


@dataclass(frozen=True)
class Line:
    """One line of a claim: a train and the stops it names.

    A name can mean several stops (two stations of one town): ``stops`` holds the options
    at each place. ``paid`` says which are paid; only a train that skips leaves some out. If
    such a train names more stops than it is paid for, the best of them pay.
    ``hexes``, if given, are the hexes that the route must follow.
    """

    train: Train
    stops: tuple[tuple[int, ...], ...]
    paid: tuple[bool, ...]
    hexes: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Realisation:
    """Runs for a claim, one for each line that has any, and the rules they break."""

    runs: tuple[Run, ...]
    breaches: tuple[Breach, ...]

    @property
    def legal(self) -> bool:
        """Return whether the claim can be run as it stands."""
        return not self.breaches


def realise(problem: Problem, lines: Sequence[Line]) -> Realisation:
    """Return track for all ``lines`` together, or the reasons why there is none."""
    ways = [legal_ways(problem, line) for line in lines]
    if all(each.runs or not each.complete for each in ways):
        runs = together(problem, [each.runs for each in ways])
        if runs is None and not all(each.complete for each in ways):
            from solvers.claim_cpsat import search

            runs = search(problem, lines, ways)
        if runs is not None:
            return Realisation(tuple(runs), ())
        if all(each.runs for each in ways):
            return _excluding(problem, [each.runs for each in ways])
    return _faulty(problem, lines, ways)


def _faulty(problem: Problem, lines: Sequence[Line], ways: Sequence[Ways]) -> Realisation:
    """Return every fault of a claim in which some line is illegal by itself.

    Faulty lines are taken as they break the fewest rules; track that they cannot but
    share with other lines is a fault as well.
    """
    options: dict[int, list[Run]] = {}
    breaches: list[Breach] = []
    for at, (line, legal) in enumerate(zip(lines, ways, strict=True)):
        if legal.runs:
            options[at] = legal.runs
            continue
        run, broken = _least_faulty(problem, line)
        breaches += [Breach(each.code, at, each.where, each.message) for each in broken]
        if run is not None:
            options[at] = [run]
    runs = together(problem, list(options.values()))
    if runs is None:
        clash = _excluding(problem, list(options.values()))
        runs = list(clash.runs)
        breaches += [
            Breach(each.code, list(options)[each.run or 0], each.where, each.message)
            for each in clash.breaches
            if each.code == "track-shared"
        ]
    return Realisation(tuple(runs), tuple(breaches))


@dataclass
class Ways:
    """Legal ways to run one line by itself, short ones first; ``complete`` if these are all."""

    runs: list[Run]
    complete: bool


def legal_ways(problem: Problem, line: Line) -> Ways:
    """Return the ways to run ``line`` by itself that break no rule."""
    limits = _Limits()
    every = _ways(problem, line, limits, detours=line.train.skips)
    tried = list(islice(every, MOST_WAYS))
    complete = next(every, None) is None and not limits.reached
    return Ways([run for run in tried if not judge(problem, [run])], complete)


@dataclass
class _Limits:
    """Whether a search for detours was cut short."""

    reached: bool = False


def together(problem: Problem, ways: Sequence[Sequence[Run]]) -> list[Run] | None:
    """Return one way for each line so that no track is used twice."""
    masks = [[problem.mask(run.links) for run in each] for each in ways]
    order = sorted(range(len(ways)), key=lambda at: len(ways[at]))
    chosen: dict[int, Run] = {}

    def place(depth: int, used: int) -> bool:
        if depth == len(order):
            return True
        at = order[depth]
        for run, mask in zip(ways[at], masks[at], strict=True):
            if not mask & used:
                chosen[at] = run
                if place(depth + 1, used | mask):
                    return True
        return False

    return [chosen[at] for at in range(len(ways))] if place(0, 0) else None


def _excluding(problem: Problem, ways: Sequence[Sequence[Run]]) -> Realisation:
    """Return the least that lines, each legal alone, get into each other's way."""
    everyone = range(len(ways))
    for size in range(2, len(ways) + 1):
        for group in combinations(everyone, size):
            if together(problem, [ways[at] for at in group]) is None:
                few = [list(islice(ways[at], 40)) for at in group]
                best = min(
                    islice(product(*few), 20_000),
                    key=lambda runs: sum(
                        (problem.mask(a.links) & problem.mask(b.links)).bit_count()
                        for a, b in combinations(runs, 2)
                    ),
                )
                found = dict(zip(group, best, strict=True))
                runs = tuple(found.get(at, ways[at][0]) for at in everyone)
                broken = [
                    Breach(each.code, group[each.run or 0], each.where, each.message)
                    for each in judge(problem, best)
                ]
                return Realisation(runs, tuple(broken))
    raise AssertionError("lines that exclude each other have a smallest such set")


def _least_faulty(problem: Problem, line: Line) -> tuple[Run | None, list[Breach]]:
    """Return the way that breaks the fewest rules, and those rules."""
    best: tuple[Run | None, list[Breach]] = (None, [])
    for run in islice(_ways(problem, line, _Limits(), detours=True, forbidden=True), 400):
        broken = judge(problem, [run])
        if best[0] is None or len(broken) < len(best[1]):
            best = run, broken
    if best[0] is None:
        return None, [_why_no_track(problem, line)]
    return best


def _why_no_track(problem: Problem, line: Line) -> Breach:
    names = [problem.network.stops[options[0]].name for options in line.stops]
    if len(names) < 2:
        where = names[0] if names else ""
        return Breach("too-few-stops", None, where, "a route needs two stops")
    if line.hexes is not None and _joined(problem, Line(line.train, line.stops, line.paid)):
        text = f"the hexes {' '.join(line.hexes)} are no track through these stops"
        return Breach("wrong-hexes", None, "-".join(names), text)
    for at in range(len(names) - 1):
        pair = Line(line.train, line.stops[at : at + 2], (True, True))
        if not _joined(problem, pair):
            where = f"{names[at]}-{names[at + 1]}"
            text = f"no track joins {names[at]} and {names[at + 1]}"
            return Breach("no-track", None, where, text)
    return Breach("no-track", None, "-".join(names), "no track joins these stops in this order")


def _joined(problem: Problem, line: Line) -> bool:
    """Return whether any track at all joins the stops of ``line``."""
    return next(_ways(problem, line, _Limits(), detours=True, forbidden=True), None) is not None


def _ways(
    problem: Problem, line: Line, limits: _Limits, detours: bool, forbidden: bool = False
) -> Iterator[Run]:
    """Yield runs that visit the named stops in order.

    With ``detours`` other stops may lie between two named ones; with ``forbidden`` even
    such as cannot be run through, for explaining what is wrong.
    """
    if len(line.stops) < 2:
        return
    if line.hexes is not None:
        yield from _along_hexes(problem, line)
        return
    for stops in product(*line.stops):
        legs = [
            _legs(problem, (one, two), set(stops), limits, detours, forbidden)
            for one, two in pairwise(stops)
        ]
        if all(legs):
            for choice in product(*legs):
                yield _assemble(problem, line, stops, choice)


_Leg = tuple[int, ...]
"""The links from one named stop to the next."""


def _legs(
    problem: Problem,
    ends: tuple[int, int],
    named: set[int],
    limits: _Limits,
    detours: bool,
    forbidden: bool,
) -> list[_Leg]:
    """Return the ways from one named stop to the next, the most direct first."""
    links = problem.network.links
    one, two = ends
    direct = [(index,) for index in problem.links_at[one] if links[index].other(one) == two]
    direct.sort(key=lambda leg: (links[leg[0]].hexsides, leg))
    if not detours or (forbidden and direct):
        return list(direct)
    return [*direct, *_detours(problem, ends, named, limits, forbidden)]


def _detours(
    problem: Problem, ends: tuple[int, int], named: set[int], limits: _Limits, forbidden: bool
) -> list[_Leg]:
    """Return the ways past stops that are not named, short ones first.

    With ``forbidden`` the shortest one is enough, through whatever stops.
    """
    stops, links = problem.network.stops, problem.network.links
    found: list[_Leg] = []
    queue: deque[tuple[int, _Leg, frozenset[int], int]] = deque([(ends[0], (), frozenset(), 0)])
    seen: set[int] = set()
    while queue:
        here, leg, passed, mask = queue.popleft()
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
                if forbidden:
                    seen.add(there)
        if forbidden and found:
            return found[:1]
        if len(found) > MOST_DETOURS or len(queue) > 10 * MOST_DETOURS:
            limits.reached = True
            return found
    return found


def _assemble(problem: Problem, line: Line, stops: Sequence[int], legs: Sequence[_Leg]) -> Run:
    links = problem.network.links
    way = [stops[0]]
    for leg in legs:
        for index in leg:
            way.append(links[index].other(way[-1]))
    links_used = tuple(index for leg in legs for index in leg)
    return Run(line.train, tuple(way), links_used, paying(problem, line, stops))


def paying(problem: Problem, line: Line, stops: Sequence[int]) -> tuple[int, ...]:
    """Return which of the named ``stops`` are paid."""
    paid = tuple(stop for stop, pays in zip(stops, line.paid, strict=True) if pays)
    train = line.train
    if train.skips and sum(train.weights[stop] for stop in paid) > train.limit:
        return best_paid(problem, train, paid) or paid
    return paid


def _along_hexes(problem: Problem, line: Line) -> Iterator[Run]:
    """Yield the runs whose hexes are exactly those given, told in either direction."""
    assert line.hexes is not None
    for hexes in dict.fromkeys((line.hexes, line.hexes[::-1])):
        for start in line.stops[0]:
            for stops, links in _follow(problem, hexes, start):
                named = _match(stops, line.stops)
                if named is not None:
                    yield Run(line.train, stops, links, paying(problem, line, named))


def _follow(
    problem: Problem, hexes: tuple[str, ...], start: int
) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Yield all ways along ``hexes`` from stop ``start`` to a stop in the last hex."""
    links = problem.network.links
    stack: list[tuple[int, tuple[int, ...], tuple[int, ...]]] = [(0, (start,), ())]
    while stack:
        at, stops, used = stack.pop()
        if at == len(hexes) - 1 and used:
            yield stops, used
        for index in problem.links_at[stops[-1]]:
            link = links[index]
            way = link.hexes_from(stops[-1])
            there = link.other(stops[-1])
            if hexes[at : at + len(way)] == way and there not in stops:
                stack.append((at + len(way) - 1, (*stops, there), (*used, index)))


def _match(stops: Sequence[int], listed: Sequence[tuple[int, ...]]) -> list[int] | None:
    """Return the stops of a way that the listed ones mean, in order, or ``None``."""
    named: list[int] = []
    places = iter(stops)
    for options in listed:
        found = next((stop for stop in places if stop in options), None)
        if found is None:
            return None
        named.append(found)
    return named if named[0] == stops[0] and named[-1] == stops[-1] else None
