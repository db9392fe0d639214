"""The methods by name, and ``solve``: each exact, each re-checked before it is shown."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial

from mapdata.errors import InputError, did_you_mean
from solvers.bound import optimistic
from solvers.clock import Clock
from solvers.enumerate import Route, routes
from solvers.errors import SolverFailed, TooLarge
from solvers.isolate import WorkerDied, WorkerStopped, isolated
from solvers.judge import judge
from solvers.pack import pack
from solvers.plan import Plan, Result, make_plan
from solvers.problem import Problem, Train

MANY_STEPS = 2_000_000
"""Steps after which the enumeration of one type of train gives up."""

FEW_STEPS = 15_000
FEW_TRIES = 100_000
"""Where plain enumeration and packing stop being the fastest way."""

AT_LEAST = 1.0
"""Seconds to put a plan together when all else has failed."""

Found = tuple[list[Plan], int]
"""The best plans, best first, and the revenue that no plan exceeds."""


def solve_routes(
    problem: Problem,
    clock: Clock,
    keep: int = 1,
    *,
    max_steps: int = MANY_STEPS,
    max_tries: int | None = None,
) -> Found:
    """Enumerate every route of every train and pack them; loads no other solver."""
    try:
        pools = [
            (trains, routes(problem, train, max_steps, clock))
            for train, trains in problem.fleet.items()
        ]
    except TimeoutError:
        return [make_plan(problem, ())], optimistic(problem)
    packing = pack(problem, pools, keep=keep, clock=clock, max_tries=max_tries)
    plans = [make_plan(problem, [route.run for route in plan]) for plan in packing.plans]
    return plans or [make_plan(problem, ())], packing.bound


def solve_frontier(problem: Problem, clock: Clock, keep: int = 1) -> Found:
    """Price routes on a state graph, list those within the gap, and combine them."""
    from solvers.frontier.method import best_plans

    found, bound = best_plans(problem, clock, keep)
    return [make_plan(problem, [route.run for route in plan]) for plan in found], bound


def solve_circuit(problem: Problem, clock: Clock, keep: int = 1, *, tidy: bool = True) -> Found:
    """Solve one CP-SAT model with a circuit for each train."""
    from solvers.cpsat import Model

    model = Model(problem)
    for train in problem.trains:
        model.add_circuit(train)
    plan, bound = model.solve(clock, tidy=tidy)
    return [plan], bound


def solve_mixed(problem: Problem, clock: Clock, keep: int = 1, *, tidy: bool = True) -> Found:
    """Solve one CP-SAT model: routes where they can be listed, circuits for the rest."""
    from solvers.cpsat import Model

    model = Model(problem)
    for train, trains in problem.fleet.items():
        listed = _listed(problem, train)
        if listed is not None:
            model.add_routes(listed, trains)
        else:
            for _ in range(trains):
                model.add_circuit(train)
    plan, bound = model.solve(clock, tidy=tidy)
    return [plan], bound


def _listed(problem: Problem, train: Train) -> list[Route] | None:
    try:
        return routes(problem, train, FEW_STEPS if train.skips else MANY_STEPS)
    except TooLarge:
        return None


def solve_auto(problem: Problem, clock: Clock, keep: int = 1) -> Found:
    """Try the fastest method first and go on to those that hold more."""
    try:
        return solve_routes(problem, clock, keep, max_steps=FEW_STEPS, max_tries=FEW_TRIES)
    except TooLarge:
        pass
    try:
        return solve_frontier(problem, clock, keep)
    except (TooLarge, MemoryError):
        return _whatever_dies(problem, clock, keep)


def _whatever_dies(problem: Problem, clock: Clock, keep: int) -> Found:
    """Ask CP-SAT; if it dies over one model, over the other; or else tell what is known."""
    for method in ("mixed", "circuit"):
        if clock.left != 0:
            with suppress(WorkerDied, WorkerStopped):
                return _apart(method, problem, clock, keep)
    pools = [
        (trains, listed)
        for train, trains in problem.fleet.items()
        if (listed := _listed(problem, train)) is not None
    ]
    packing = pack(problem, pools, keep=keep, clock=Clock(AT_LEAST))
    plans = [make_plan(problem, [route.run for route in plan]) for plan in packing.plans]
    return plans or [make_plan(problem, ())], optimistic(problem)


def _apart(method: str, problem: Problem, clock: Clock, keep: int = 1) -> Found:
    """Run a method of native code where its death is survived."""
    return isolated(_native, method, problem, clock.left, keep, clock=clock)


def _native(method: str, problem: Problem, limit: float | None, keep: int) -> Found:
    return NATIVE[method](problem, Clock(limit), keep)


Method = Callable[[Problem, Clock, int], Found]

NATIVE: dict[str, Method] = {"circuit": solve_circuit, "mixed": solve_mixed}
"""Methods that can take their process with them."""

METHODS: dict[str, Method] = {
    "auto": solve_auto,
    "routes": solve_routes,
    "frontier": solve_frontier,
    **{name: partial(_apart, name) for name in NATIVE},
}


def solve(
    problem: Problem,
    method: str = "auto",
    *,
    time_limit: float | None = None,
    alternatives: int = 0,
) -> Result:
    """Return the best plan of ``problem``, proven unless the time ran out.

    Ctrl-C ends the time: the result then is ``interrupted``, and whoever solves one problem
    after the other should look at that and stop.

    Parameters
    ----------
    method
        One of :data:`METHODS`; all find the same revenue.
    time_limit
        Seconds; afterwards the best plan found is returned with the bound that holds.
    alternatives
        How many of the next best plans to return as ``others``.

    Raises
    ------
    TooLarge
        The method cannot hold the problem (never with ``auto``).
    SolverFailed
        A solver returned a plan that breaks a rule, or died (then never with ``auto``).
    """
    if method not in METHODS:
        raise InputError(f"unknown method {method!r}{did_you_mean(method, METHODS)}")
    clock = Clock(time_limit)
    with clock.stopped_by_interrupt():
        plans, bound = METHODS[method](problem, clock, 1 + alternatives)
    for plan in plans:
        breaches = judge(problem, plan.runs)
        if breaches:
            raise SolverFailed(f"{method} broke a rule: {breaches[0].message}")
    return Result(
        plans[0], bound, method, clock.seconds, tuple(plans[1:]), interrupted=clock.interrupted
    )
