"""Methods side by side: each from position to plan, in turns, and never without a check.

A measurement begins with the position as written and ends with the plan, re-checked: reading,
the compile from board to network, and the method. All are made in one warm process apart, so
that imports count for none and a death in native code is a missing figure and not the end.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from msgspec import structs

from bestrun.cases import read_cases
from bestrun.files import Case, read_data
from bestrun.games.eighteen.solve import turn_of
from bestrun.own_method import RuleBroken, is_own, own_function, own_name, search_path, solve_own
from mapdata.errors import InputError, did_you_mean
from solvers.clock import Clock
from solvers.errors import SolverFailed, TooLarge
from solvers.isolate import WorkerDied, WorkerStopped, isolated
from solvers.judge import judge
from solvers.methods import METHODS, NATIVE, solve
from solvers.plan import BestPlan, Found
from solvers.problem import Problem

DATA = Path(__file__).parent / "data"
BENCH = DATA / "bench"
SETS = {
    "small": "the rulebook's example, first turns of real games, early boards",
    "real": "187 turns of finished games, with their optima",
    "open": "dense late boards, grown at random",
    "growth": "boards at every stage of their growth",
    "tail": "400 open and late boards of all titles, half of them kept away from tuning",
}
YARDSTICK = "circuit"
"""The yardstick for other methods: one CP-SAT circuit for each train, nothing clever."""

FIRST_TURNS = 6
BRIEF = 0.005
"""Seconds that a measurement takes at least."""
OVERTIME = 10.0
"""Seconds after which a method that does not keep its time limit is given up."""


@dataclass(frozen=True)
class BenchCase:
    """A case with its size, and its optimum if that is known."""

    case: Case
    set: str
    optimum: int | None
    stops: int
    links: int
    trains: int

    @property
    def id(self) -> str:
        """Return the name of the case."""
        return self.case.id

    @property
    def key(self) -> str:
        """Unique key of the case: its set and its place there."""
        return f"{self.set}: {self.case.place}"


@dataclass(frozen=True)
class Sample:
    """One measurement. Without an answer ``failure`` says why, and nothing else counts."""

    method: str
    round: int
    case: BenchCase
    seconds: float = 0.0
    revenue: int = 0
    bound: int = 0
    failure: str = ""

    @property
    def proven(self) -> bool:
        """Whether the method has proven its answer."""
        return not self.failure and self.revenue >= self.bound

    def to_dict(self) -> dict[str, Any]:
        """Return the measurement as one object."""
        of = self.case
        answer: dict[str, Any] = {"set": of.set, "id": of.id, "method": self.method}
        answer |= {"round": self.round, "stops": of.stops, "links": of.links, "trains": of.trains}
        if self.failure:
            return answer | {"failure": self.failure}
        figures = {"revenue": self.revenue, "bound": self.bound, "proven": self.proven}
        return answer | {"seconds": round(self.seconds, 6)} | figures


def read_set(name: str) -> list[BenchCase]:
    """Return the cases of a set, or of a file of one's own (``optimum`` beside ``position``)."""
    if name not in SETS:
        if not Path(name).exists():
            raise InputError(f"there is no set and no file {name!r}{did_you_mean(name, SETS)}")
        return list(_read(Path(name), Path(name).stem))
    cases = list(_read(BENCH / f"{name}.json", name))
    return [*_first_turns(), *cases] if name == "small" else cases


def _first_turns() -> Iterator[BenchCase]:
    """Yield the rulebook's example and the beginnings of the real games."""
    yield from _read(DATA / "sion.toml", "small", 100)
    seen: dict[str, int] = {}
    for case in read_set("real"):
        seen[case.case.title] = seen.get(case.case.title, 0) + 1
        if seen[case.case.title] <= FIRST_TURNS:
            yield replace(case, set="small")


def _read(path: Path, name: str, optimum: int | None = None) -> Iterator[BenchCase]:
    data = read_data(path)
    entries = data if isinstance(data, list) else [data]
    for case, entry in zip(read_cases(path), entries, strict=True):
        known = entry.get("optimum", optimum)
        if known is not None and (isinstance(known, bool) or not isinstance(known, int)):
            raise InputError("optimum: a whole number is expected", case.place)
        problem = turn_of(case).problem()
        network = problem.network
        sizes = len(network.stops), len(network.links), len(problem.trains)
        yield BenchCase(case, name, known, *sizes)


def measurements(
    cases: Sequence[BenchCase], methods: Sequence[str], repeat: int, limit: float | None
) -> Iterator[Sample]:
    """Yield ``repeat`` rounds of every method on every case.

    The methods take turns on each case, each time beginning with another one, so that other load
    on the machine affects all alike.

    Raises
    ------
    SolverFailed
        Two answers contradict each other or the known optimum, or a plan breaks a rule.
    """
    for method in methods:
        if is_own(method):
            own_function(method, search_path())
        elif method not in METHODS:
            raise InputError(f"unknown method {method!r}{did_you_mean(method, METHODS)}")
    truth = _Truth(cases)
    isolated(_warm_up, sorted({case.case.title for case in cases}))
    for number in range(1, repeat + 1):
        for at, case in enumerate(cases):
            shift = (at + number) % len(methods)
            for method in (*methods[shift:], *methods[:shift]):
                sample = _sample(case, method, number, limit)
                truth.admit(sample)
                yield sample


def _warm_up(titles: Sequence[str]) -> None:
    """Import what any method needs and read the titles."""
    from mapdata.titles import load

    for title in titles:
        load(title)
    (example,) = read_cases(DATA / "sion.toml")
    for method in METHODS:
        measure(example, method, None)


def _sample(case: BenchCase, method: str, number: int, limit: float | None) -> Sample:
    clock = None if limit is None else Clock(limit + OVERTIME)
    failure = "died twice"
    path = (search_path(),) if is_own(method) else ()
    for _ in range(2):
        with suppress(WorkerDied):
            try:
                seconds, result = isolated(measure, case.case, method, limit, *path, clock=clock)
            except (TooLarge, WorkerStopped, RuleBroken) as error:
                failure = str(error)
                break
            return Sample(own_name(method), number, case, seconds, result.total, result.bound)
    return Sample(own_name(method), number, case, failure=failure)


def measure(
    case: Case, method: str, limit: float | None, path: tuple[str, ...] = ()
) -> tuple[float, BestPlan]:
    """Return the seconds from position to plan, and the plan.

    ``path`` is where the module of a user's own method is looked for.

    As in :mod:`timeit`, what is brief is repeated, and the mean is taken: a single run of
    less than a millisecond would measure how fast a processor wakes up. The garbage
    collector is off meanwhile, since it would run at random moments.
    """
    gc.disable()
    try:
        runs, seconds, started = 0, 0.0, time.perf_counter()
        while seconds < BRIEF:
            result = _solve(turn_of(case).problem(), method, limit, path)
            runs, seconds = runs + 1, time.perf_counter() - started
        return seconds / runs, result
    finally:
        gc.enable()


def _solve(problem: Problem, method: str, limit: float | None, path: tuple[str, ...]) -> BestPlan:
    """Solve as a user's ``solve`` does; native code here, without picking among equal plans."""
    if is_own(method):
        return solve_own(problem, method, path)
    if method not in NATIVE:
        return solve(problem, method, time_limit=limit)
    clock = Clock(limit)
    bare: Callable[..., Found] = NATIVE[method]
    (plan,), bound = bare(problem, clock, tidy=False)
    for breach in judge(problem, plan.runs):
        raise SolverFailed(f"{method} broke a rule: {breach.message}")
    earned = structs.replace(plan, revenue=plan.revenue + problem.beside)
    return BestPlan(earned, bound + problem.beside, method, clock.seconds)


class _Truth:
    """A lower and an upper bound on the optimum of each case, from all answers so far."""

    def __init__(self, cases: Iterable[BenchCase]) -> None:
        self.known: dict[str, tuple[int, float]] = {
            case.key: (0, float("inf")) if case.optimum is None else (case.optimum, case.optimum)
            for case in cases
        }

    def admit(self, sample: Sample) -> None:
        """Narrow the bounds by an answer; raise :class:`SolverFailed` if it contradicts them."""
        if sample.failure:
            return
        least, most = self.known[sample.case.key]
        if sample.revenue > most or sample.bound < least:
            stated = _between(sample.revenue, sample.bound)
            text = f"{sample.method} says {stated}, but {_between(least, most)} is known"
            raise SolverFailed(f"{sample.case.set} {sample.case.id}: {text}")
        self.known[sample.case.key] = max(least, sample.revenue), min(most, sample.bound)


def _between(least: float, most: float) -> str:
    return f"{least}" if least == most else f"{least} to {most}"
