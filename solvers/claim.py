"""Claims: find track that realises all lines at once, or the rules that forbid it.

A director names stops, not track. Each line is first realised by itself in every way the
rules allow; then one way for each line is chosen so that no track is used twice. Where the
stops leave a choice (over special track, or past it), a line is read such that it earns the
stated figure, or else the most. If a line names more stops than the train is paid for, the
best of them pay, whatever figure is stated. If a line has no legal way, the way with the fewest
faults is judged and its faults are reported; lines that exclude each other are faults as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, islice, product, repeat
from math import inf

from solvers.claim_readings import Line, most, readings, with_disputes, worth
from solvers.claim_ways import SOME_WAYS, Ways, any_ways, legal_ways
from solvers.errors import SolverFailed, TooLarge
from solvers.fault import Fault
from solvers.isolate import isolated
from solvers.judge import judge_run, plan_rules, shared_markers, shared_passage, shared_track
from solvers.problem import Problem, Run

MOST_TRIES = 100_000
"""Combinations of ways tried before CP-SAT is asked."""

__all__ = ["Line", "Realisation", "realise"]


@dataclass(frozen=True)
class Realisation:
    """A run for each line of a claim (``None`` without track), and the rules broken."""

    by_line: tuple[Run | None, ...]
    faults: tuple[Fault, ...]

    @property
    def runs(self) -> tuple[Run, ...]:
        """Return the runs that were found: one for each line if the claim is legal."""
        return tuple(run for run in self.by_line if run is not None)

    @property
    def legal(self) -> bool:
        """Whether the claim can be run as stated."""
        return not self.faults


def realise(problem: Problem, lines: Sequence[Line]) -> Realisation:
    """Return track for all ``lines`` together, or the faults if there is none."""
    lines = with_disputes(problem, lines)
    ways = [legal_ways(problem, line) for line in lines]
    runs = _legal(problem, lines, ways)
    if runs is None:
        return _faulty(problem, lines, ways)
    return Realisation(tuple(runs), tuple(plan_rules(problem, runs)))


def _legal(problem: Problem, lines: Sequence[Line], ways: Sequence[Ways]) -> list[Run] | None:
    """Return the runs that realise all lines legally and best, or ``None``."""
    if any(each.complete and not each.runs for each in ways):
        return None
    try:
        runs = together(problem, lines, [each.runs for each in ways])
        if all(each.complete for each in ways):
            return runs
        if runs is not None and all(map(_as_good_as_can_be, repeat(problem), lines, runs)):
            return runs
    except TooLarge:
        pass
    runs = isolated(_search, problem, lines, ways)
    return None if runs is None or _broken(problem, runs) else runs


def _broken(problem: Problem, runs: Sequence[Run]) -> bool:
    """Whether runs break a rule, apart from rules of the whole plan."""
    alone = any(judge_run(problem, run) for run in runs)
    return alone or any(shared_track(problem, runs))


def _search(problem: Problem, lines: Sequence[Line], ways: Sequence[Ways]) -> list[Run] | None:
    """Answer of CP-SAT, run in a process that may die."""
    from solvers.claim_cpsat import search

    return search(problem, lines, ways)


def _as_good_as_can_be(problem: Problem, line: Line, run: Run) -> bool:
    """Whether no other reading of the line can be better: an upper bound over all track."""
    earned = problem.earnings(run)
    if line.figure is not None and (earned.revenue != line.figure or not problem.subsidies):
        return earned.revenue == line.figure
    return all(most(problem, reading) <= earned.total for reading in readings(problem, line))


def together(
    problem: Problem, lines: Sequence[Line], ways: Sequence[Sequence[Run]]
) -> list[Run] | None:
    """Return one way for each line, such that no track is used twice and they earn the most.

    Raises :class:`TooLarge` after many tries.
    """
    pools = []
    for line, runs in zip(lines, ways, strict=True):
        pool = [(worth(line, problem.earnings(run)), problem.mask_of(run), run) for run in runs]
        pools.append(sorted(pool, key=lambda way: -way[0]))
    if not all(pools):
        return None
    order = sorted(range(len(pools)), key=lambda at: len(pools[at]))
    best_left = [sum(pools[at][0][0] for at in order[depth:]) for depth in range(len(order) + 1)]
    best = -inf
    found: list[Run] | None = None
    chosen: dict[int, Run] = {}
    tries = 0

    def place(depth: int, used: int, value: int) -> None:
        nonlocal best, found, tries
        if depth == len(order):
            runs = [chosen[at] for at in range(len(pools))]
            legal = problem.seat is None or not any(plan_rules(problem, runs))
            if legal or found is None:
                found = runs
            if legal:
                best = value
            return
        at = order[depth]
        for worth_here, mask, run in pools[at]:
            if value + worth_here + best_left[depth + 1] <= best:
                return
            tries += 1
            if tries > MOST_TRIES:
                raise TooLarge("too many ways to combine")
            if not mask & used:
                chosen[at] = run
                place(depth + 1, used | mask, value + worth_here)

    place(0, 0, 0)
    return found


def _faulty(problem: Problem, lines: Sequence[Line], ways: Sequence[Ways]) -> Realisation:
    """Return every fault of a claim that cannot be run.

    Faulty lines are read so that they break the fewest rules. Track that two lines have to
    share is a fault as well.
    """
    options: dict[int, list[Run]] = {}
    faults: list[Fault] = []
    for at, (line, legal) in enumerate(zip(lines, ways, strict=True)):
        if legal.runs:
            options[at] = legal.runs
            continue
        faulty, broken = _least_faulty(problem, line)
        faults += [Fault(each.code, at, each.where, each.message) for each in broken]
        if faulty:
            options[at] = faulty
    runs = {at: each[0] for at, each in options.items()}
    for group in _clashes(problem, lines, options, always=not faults):
        nearest = _nearest(problem, [options[at] for at in group])
        runs |= dict(zip(group, nearest, strict=True))
        faults += shared_track(problem, nearest, group)
        faults += shared_markers(problem, nearest, group)
        faults += shared_passage(problem, nearest, group) if problem.closed else ()
    if not faults:
        raise SolverFailed("a claim that has no legal reading breaks no rule")
    return Realisation(tuple(map(runs.get, range(len(lines)))), tuple(faults))


def _clashes(
    problem: Problem, lines: Sequence[Line], options: dict[int, list[Run]], always: bool
) -> list[tuple[int, ...]]:
    """Return the smallest sets of lines that cannot run together, all of one size.

    With ``always`` there must be such a set: all lines, if it is too hard to find.
    """
    for size in range(2, len(options) + 1):
        found = []
        for group in combinations(options, size):
            try:
                some = together(problem, [lines[at] for at in group], [options[at] for at in group])
            except TooLarge:
                continue
            if some is None:
                found.append(group)
        if found:
            return found
    return [tuple(options)] if always else []


def _nearest(problem: Problem, ways: Sequence[Sequence[Run]]) -> tuple[Run, ...]:
    """Return the choice of ways, one for each line, that shares the least track."""
    few = [list(islice(each, 40)) for each in ways]
    return min(
        islice(product(*few), 20_000),
        key=lambda runs: sum(
            (problem.mask(a.links) & problem.mask(b.links)).bit_count()
            for a, b in combinations(runs, 2)
        ),
    )


def _least_faulty(problem: Problem, line: Line) -> tuple[list[Run], list[Fault]]:
    """Return the ways that break the fewest rules, and those rules, which are the same for all."""
    judged = [
        (run, judge_run(problem, run)) for run in islice(any_ways(problem, line), 2 * SOME_WAYS)
    ]
    if not judged:
        return [], [_why_no_track(problem, line)]
    _, least = min(judged, key=lambda each: len(each[1]))
    return [run for run, broken in judged if _codes(broken) == _codes(least)], least


def _codes(faults: Sequence[Fault]) -> list[str]:
    return sorted(fault.code for fault in faults)


def _why_no_track(problem: Problem, line: Line) -> Fault:
    names = [problem.network.stops[options[0]].name for options in line.stops]
    if len(names) < 2:
        where = names[0] if names else ""
        return Fault("too-few-stops", None, where, "a route needs two stops")
    if line.hexes is not None and _joined(problem, Line(line.train, line.stops, line.paid)):
        text = f"the hexes {' '.join(line.hexes)} are no track through these stops"
        return Fault("wrong-hexes", None, "-".join(names), text)
    for at in range(len(names) - 1):
        if line.stops[at] == line.stops[at + 1] and len(line.stops[at]) == 1:
            text = f"{names[at]} is visited twice in a row"
            return Fault("stop-twice", None, names[at], text)
        pair = Line(line.train, line.stops[at : at + 2], (True, True))
        if not _joined(problem, pair):
            where = f"{names[at]}-{names[at + 1]}"
            text = f"no track joins {names[at]} and {names[at + 1]}"
            return Fault("no-track", None, where, text)
    last = next(
        (
            at
            for at in range(2, len(names) - 1)
            if not _joined(problem, Line(line.train, line.stops[: at + 1], line.paid[: at + 1]))
        ),
        len(names) - 1,
    )
    where = f"{names[last - 1]}-{names[last]}"
    stations = _two_stations(problem, line, last - 1)
    text = stations or f"no track leads on from {names[last - 1]} to {names[last]}"
    return Fault("no-track", None, where, text)


def _two_stations(problem: Problem, line: Line, at: int) -> str:
    """A message that a run enters one station of a place and leaves another; empty if not so."""
    stops = problem.network.stops

    def joined(here: int, others: tuple[int, ...]) -> bool:
        links = (problem.network.links[link] for link in problem.links_at[here])
        return any(link.other(here) in others for link in links)

    before, here, after = line.stops[at - 1], line.stops[at], line.stops[at + 1]
    entered = [stops[each].name for each in here if joined(each, before)]
    left = [stops[each].name for each in here if joined(each, after)]
    if len(here) < 2 or not entered or not left or set(entered) & set(left):
        return ""
    onward = stops[after[0]].name
    return f"the run enters {entered[0]}; the track to {onward} leaves from {left[0]}"


def _joined(problem: Problem, line: Line) -> bool:
    """Whether any track at all joins the stops of ``line``."""
    return next(any_ways(problem, line), None) is not None
