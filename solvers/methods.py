"""The methods by name, and ``solve``: each exact, each re-checked before it is shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial

from msgspec.structs import replace

from mapdata.errors import InputError, look_up
from solvers.alternatives import different_plans
from solvers.bound import optimistic
from solvers.clock import Clock
from solvers.costs import with_costs_late
from solvers.enumerate import RouteLister, routes, routes_if_few
from solvers.errors import MissingPackage, SolverFailed, TooLarge
from solvers.gap import pack_nearest
from solvers.isolate import WorkerDied, WorkerStopped, isolated
from solvers.judge import judge
from solvers.pack import pack
from solvers.plan import BestPlan, Found, Plan, better, make_plan
from solvers.problem import Problem, Train
from solvers.quick import quick_plan
from solvers.quotas import find_within, keeps_quotas
from solvers.route import Route

MANY_STEPS = 2_000_000
MANY_TRIES = 10_000_000
"""Limits at which ``routes`` gives up: search steps for one type of train, and combinations."""

MODEL_STEPS = 100_000
"""Search steps beyond which a model gets a circuit for a train, not a list of its routes."""

MANY_PAIRS = 20_000
"""Pairs of arms beyond which other methods get no list of all routes."""

FEW_STEPS = 30_000
FEW_TRIES = 100_000
"""Search steps and combinations beyond which enumeration is no longer the fastest method."""

SOME_STEPS = 3000
SOME_TRIES = 20_000
"""Limits for a problem on some of the track, of which many are solved for one good plan."""

SHORT, SHARE = 3.0, 0.2
"""Up to this time limit, and with this part of it, a good plan is made before anything else."""

AT_LEAST, BRIEF = 1.0, 0.3
"""Seconds for packing a plan from known routes when everything else has failed."""

ListedRoutes = Mapping[Train, Sequence[Route] | None]
"""All routes of trains that have few, ``None`` for the others."""


def solve_routes(problem: Problem, clock: Clock, keep: int = 1) -> Found:
    """Enumerate every route of every train and pack them; needs neither numpy nor CP-SAT."""
    listed: dict[Train, Sequence[Route] | None] = {}
    try:
        for train in problem.fleet:
            listed[train] = routes(problem, train, MANY_STEPS, clock)
    except TimeoutError:
        return _nothing(problem)
    packing = pack(problem, _pools(problem, listed), keep=keep, clock=clock, max_tries=MANY_TRIES)
    return _as_plans(problem, packing.plans, packing.bound)


def _pools(problem: Problem, listed: ListedRoutes) -> list[tuple[int, Sequence[Route]]]:
    return [(problem.fleet[train], found) for train, found in listed.items() if found is not None]


def solve_frontier(
    problem: Problem, clock: Clock, keep: int = 1, listed: ListedRoutes | None = None
) -> Found:
    """Price routes on a state graph, list those within the gap, and combine them.

    ``listed`` has all routes of trains that have few, ``None`` for the others.
    """
    try:
        from solvers.frontier.method import best_plans
    except ModuleNotFoundError as missing:  # a browser may have no numpy
        raise MissingPackage(f"there is no {missing.name} here") from None

    def found(problem: Problem, listed: ListedRoutes | None) -> Found:
        try:
            return _as_plans(problem, *best_plans(problem, clock, keep, listed))
        except TooLarge as error:
            if error.known is not None:
                error.known = _as_plans(problem, *error.known)
            raise

    return with_costs_late(problem, listed, found)


def _nothing(problem: Problem) -> Found:
    """The answer before any search: an empty plan and a simple upper bound."""
    return [make_plan(problem, ())], optimistic(problem)


def _as_plans(problem: Problem, found: Iterable[Iterable[Route]], bound: int) -> Found:
    plans = [make_plan(problem, [route.run for route in plan]) for plan in found]
    return plans or [make_plan(problem, ())], bound


def solve_circuit(problem: Problem, clock: Clock, keep: int = 1, *, tidy: bool = True) -> Found:
    """Solve one CP-SAT model with a circuit for each train."""
    from solvers.cpsat import CircuitModel

    model = CircuitModel(problem)
    for train in problem.trains:
        model.add_circuit(train)
    plan, bound = model.solve(clock, tidy=tidy)
    return [plan], bound


def solve_mixed(problem: Problem, clock: Clock, keep: int = 1, *, tidy: bool = True) -> Found:
    """Solve one CP-SAT model: routes where they can be listed, circuits for the rest."""
    from solvers.cpsat import CircuitModel

    model = CircuitModel(problem)
    for train, trains in problem.fleet.items() if problem.seat is None else ():
        try:
            known = routes_if_few(problem, train, FEW_STEPS if train.skips else MODEL_STEPS, clock)
        except TimeoutError:
            return _nothing(problem)
        if known is not None:
            model.add_routes(known, trains)
        else:
            for _ in range(trains):
                model.add_circuit(train)
    for train in problem.trains if problem.seat is not None else ():
        model.add_circuit(train)
    plan, bound = model.solve(clock, tidy=tidy)
    return [plan], bound


def solve_mip(problem: Problem, clock: Clock, keep: int = 1, *, tidy: bool = True) -> Found:
    """Solve one mixed-integer program with a path for each train."""
    from solvers.mip import PathProgram

    with clock.stopped_by_interrupt():  # an exception may get lost in MathOpt
        plan, bound = PathProgram(problem).solve(clock, tidy=tidy)
    return [plan], bound


def solve_auto(problem: Problem, clock: Clock, keep: int = 1) -> Found:
    """Try the fastest method first, then those for larger positions.

    Where the time is short, part of it goes into a good plan; and so it does where it was over
    before there was any.
    """
    listers: dict[Train, RouteLister] = {}
    soon: Found | None = None
    try:
        found = _solve_near(problem, clock, keep, listers)
        if found is not None:
            return found
        if clock.limit is not None and clock.limit <= SHORT:
            soon = _at_least(problem, SHARE * clock.limit)
        listed = {train: _all_if_few(listers.get(train), keep) for train in problem.fleet}
        found = _solve_large(problem, clock, keep, listed)
    except TimeoutError:
        found = _nothing(problem)
    if soon is None and not found[0][0].runs and found[1]:
        soon = _at_least(problem, BRIEF)
    return found if soon is None else better(soon, found)


def _solve_large(problem: Problem, clock: Clock, keep: int, listed: ListedRoutes) -> Found:
    """Solve a problem with too many routes for lists, by the fastest method that can hold it.

    Routes listed in full spare the frontier a state graph for these trains.
    """
    try:
        return solve_frontier(problem, clock, keep, listed)
    except MissingPackage:
        found = _solve_long(problem, clock, keep)
        if found is not None and found[0][0].total >= found[1]:
            return found
        known = _at_least(problem, _some_of(clock))
        return better(known, found or known)
    except TooLarge as error:
        known = _at_least(problem, _some_of(clock))
        if error.known is not None:
            known = better(error.known, known)
        return _by_cpsat(problem, clock, keep, known)


def _solve_long(problem: Problem, clock: Clock, keep: int) -> Found | None:
    """Pack longer lists: the last resort where neither numpy nor CP-SAT is installed."""
    with suppress(TimeoutError):
        return _solve_near(problem, clock, keep, {}, MANY_STEPS, MANY_TRIES)
    return None


def _solve_near(
    problem: Problem,
    clock: Clock,
    keep: int,
    listers: dict[Train, RouteLister],
    steps: int = FEW_STEPS,
    tries: int = FEW_TRIES,
) -> Found | None:
    """Pack the routes near the best; ``None`` if there are too many. ``listers`` are filled."""
    for train in problem.fleet:
        with suppress(TooLarge):
            listers[train] = RouteLister(problem, train, steps, clock)
    with suppress(TooLarge):
        if len(listers) == len(problem.fleet):
            packing = pack_nearest(problem, listers, keep, clock, tries)
            return _as_plans(problem, packing.plans, packing.bound)
    return None


def _all_if_few(lister: RouteLister | None, keep: int) -> Sequence[Route] | None:
    """Return every route, or ``None`` if there are too many: other methods can do without.

    If only one plan is wanted, the paying stops may not be chosen yet.
    """
    if lister is None or (lister.pairs > MANY_PAIRS and not lister.train.local):
        return None
    try:
        return lister.every(payers=keep > 1)
    except TooLarge:
        return None


def _some_of(clock: Clock) -> float:
    """Seconds for a good plan: half of what is left, but some."""
    return AT_LEAST if clock.left is None else max(BRIEF, min(AT_LEAST, clock.left / 2))


def _at_least(problem: Problem, seconds: float) -> Found:
    """Return a good plan and a simple upper bound: no proof, but soon."""
    plan = quick_plan(problem, _pack_some, seconds)
    return [plan], max(plan.total, optimistic(problem))


def _pack_some(problem: Problem, clock: Clock) -> Found | None:
    return _solve_near(problem, clock, 1, {}, SOME_STEPS, SOME_TRIES)


def _by_cpsat(problem: Problem, clock: Clock, keep: int, known: Found) -> Found:
    """Try one CP-SAT model; if its process dies, the other; else fall back on ``known``."""
    for method in ("mixed", "circuit"):
        if clock.left != 0:
            with suppress(WorkerDied, WorkerStopped):
                return better(known, _apart(method, problem, clock, keep))
    return known


def _apart(method: str, problem: Problem, clock: Clock, keep: int = 1) -> Found:
    """Run a method in native code in a process of its own, since it may crash."""
    return isolated(_native, method, problem, clock.left, keep, clock=clock)


def _alone(method: str, problem: Problem, clock: Clock, keep: int = 1) -> Found:
    """Run a method in native code; if stopped before it begins, return the empty plan."""
    try:
        return _apart(method, problem, clock, keep)
    except WorkerStopped:
        return _nothing(problem)


def _native(method: str, problem: Problem, limit: float | None, keep: int) -> Found:
    return NATIVE[method](problem, Clock(limit), keep)


Method = Callable[[Problem, Clock, int], Found]

NATIVE: dict[str, Method] = {"circuit": solve_circuit, "mixed": solve_mixed, "mip": solve_mip}
"""Methods in native code, which can crash their process."""

METHODS: dict[str, Method] = {
    "auto": solve_auto,
    "routes": solve_routes,
    "frontier": solve_frontier,
    **{name: partial(_alone, name) for name in NATIVE},
}

ALIASES = {"cpsat": "circuit"}
"""Other names of methods."""


def solve(
    problem: Problem,
    method: str = "auto",
    *,
    time_limit: float | None = None,
    alternatives: int = 0,
    every: bool = False,
) -> BestPlan:
    """Return the best plan of ``problem``, proven unless the time ran out.

    Ctrl-C ends the search at once. The result is marked ``interrupted``: a caller with more
    problems to solve should then stop.

    Parameters
    ----------
    method
        One of :data:`METHODS`, or of :data:`ALIASES`; all find the same revenue.
    time_limit
        Seconds; afterwards the best plan found is returned with a valid upper bound.
    alternatives
        Number of next best plans to return as ``others``. They differ from better ones in their
        revenues or in the stops visited.
    every
        Whether other plans may also be shortened ones, or leave a train idle.

    Raises
    ------
    TooLarge
        The method cannot hold the problem (never with ``auto``).
    SolverFailed
        A solver returned a plan that breaks a rule, or died (then never with ``auto``).
    """
    method = ALIASES.get(method, method)
    run = look_up(METHODS, method, "method")
    if alternatives and method in NATIVE:
        raise InputError(f"{method} finds the best plan only: for alternatives use auto")
    clock = Clock(time_limit)
    with clock.stopped_by_interrupt():
        find = partial(find_within, run, problem, clock)
        wanted = 1 + alternatives
        if every or not alternatives:
            plans, bound = find(wanted)
        else:
            plans, bound = different_plans(problem, find, wanted, clock)
    return _checked(problem, plans, bound, method, clock)


def solve_if_easy(problem: Problem, time_limit: float | None = None) -> BestPlan | None:
    """Return the best plan if the first method of ``auto`` finds and proves it, else ``None``.

    On Ctrl-C it raises :class:`KeyboardInterrupt`.
    """
    clock = Clock(time_limit)
    found: Found | None = None
    with clock.stopped_by_interrupt(), suppress(TimeoutError):
        found = _solve_near(problem, clock, 1, {})
    if clock.interrupted:
        raise KeyboardInterrupt
    if found is not None and not keeps_quotas(problem, found[0][0]):
        return None
    best = None if found is None else _checked(problem, *found, "auto", clock)
    return best if best is not None and best.proven else None


def _checked(
    problem: Problem, plans: Sequence[Plan], bound: int, method: str, clock: Clock
) -> BestPlan:
    """Return plans as an answer, once the judge has found each of them legal."""
    # The judge goes through the rules one by one, without the shortcuts of the methods.
    for plan in plans:
        faults = judge(problem, plan.runs)
        if faults:
            raise SolverFailed(f"{method} broke a rule: {faults[0].message}")
    if beside := problem.beside:
        plans = [replace(plan, revenue=plan.revenue + beside) for plan in plans]
    return BestPlan(
        plans[0],
        bound + beside,
        method,
        clock.seconds,
        tuple(plans[1:]),
        interrupted=clock.interrupted,
        without=problem.without,
    )
