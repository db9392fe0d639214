"""The best plan of a company: the methods by name, each exact, each re-checked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from mapdata.chicago_file import Goal
from mapdata.chicago_position import ChicagoPosition
from mapdata.errors import look_up
from solvers.chicago import rules
from solvers.chicago.growth import (
    Grown,
    Growth,
    best_way,
    building_order,
    exhaustive_sums,
    make_growth,
    shortest,
    solve_exhaustive,
)
from solvers.chicago.moves import Course, play
from solvers.chicago.rules import neighbours
from solvers.clock import Clock
from solvers.errors import SolverFailed, TooLarge
from solvers.isolate import WorkerDied, WorkerStopped, isolated


@dataclass(frozen=True)
class ChicagoPlan:
    """A plan and how good it is known to be.

    ``bound`` is an upper bound on the income of any plan, or for the way to Chicago a lower bound
    on its actions (``None`` if no plan gets there).
    """

    company: str
    treasury: int
    goal: Goal
    course: Course
    bound: int | None
    proven: bool
    seconds: float
    method: str


def growth_of(
    position: ChicagoPosition, company: str, treasury: int, limit: int, *, without: str = ""
) -> Growth:
    """Return the hexes that a company can build, as a problem of connected growth.

    The hex ``without`` is left out.
    """
    hexes = position.title.hexes
    printed = {
        each: (hexes[each].xy, rules.price(position, each), rules.pays(position, each))
        for each in hexes
        if each != without and rules.refusal(position, company, each) is None
    }
    limit = min(limit, rules.locomotives_left(position, company))
    near, network = neighbours(position.title), position.networks[company]
    return make_growth(printed, near, network, limit=limit, treasury=treasury)


def _sweep(growth: Growth, clock: Clock) -> Grown:
    from solvers.chicago.sweep import solve_sweep

    return solve_sweep(growth, clock)


def _cpsat(growth: Growth, clock: Clock) -> Grown:
    """Ask CP-SAT, in a process of its own: it can die in native code."""
    try:
        return isolated(_native, growth, clock.left, clock=clock)
    except (WorkerDied, WorkerStopped):
        return Grown(frozenset(), sum(growth.income), finished=False)


def _native(growth: Growth, limit: float | None) -> Grown:
    from solvers.chicago.model import solve_model

    return solve_model(growth, Clock(limit))


def most_income(growth: Growth, clock: Clock) -> Grown:
    """Try a few hexes exhaustively, sweep for many, and leave the rest to CP-SAT."""
    if growth.limit <= FEW_HEXES:
        return solve_exhaustive(growth, clock)
    try:
        return _sweep(growth, clock)
    except TooLarge:
        return _cpsat(growth, clock)


def good_hexes(growth: Growth, clock: Clock) -> frozenset[int]:
    """Return hexes that are the best in nearly all cases, and found fast."""
    from solvers.chicago.sweep import first_look

    if growth.limit <= FEW_HEXES:
        return solve_exhaustive(growth, clock).chosen
    return first_look(growth, clock)


def most_income_by_sum(
    growth: Growth, sums: Sequence[int], clock: Clock, better: Callable[[int], int] | None
) -> list[Grown]:
    """Return the hexes with the most income for each of several sums of money, in rising order.

    ``better`` tells which differences in income matter: see
    :func:`solvers.chicago.sweep.solve_sums`.
    """
    from solvers.chicago.sweep import solve_sums

    if growth.limit <= FEW_HEXES:
        return exhaustive_sums(growth, sums, clock)
    try:
        return solve_sums(growth, sums, clock, better)
    except TooLarge:
        pass
    return [most_income(replace(growth, treasury=money), clock) for money in sums]


FEW_HEXES = 3
"""Up to so many the plain enumeration is the fastest."""

METHODS: dict[str, Callable[[Growth, Clock], Grown]] = {
    "auto": most_income,
    "exhaustive": solve_exhaustive,
    "sweep": _sweep,
    "cpsat": _cpsat,
}


def solve_plan(
    position: ChicagoPosition,
    company: str,
    treasury: int,
    *,
    actions: int | None,
    goal: Goal = "income",
    method: str = "auto",
    time_limit: float | None = None,
) -> ChicagoPlan:
    """Return the best plan of at most ``actions`` actions, proven unless the time ran out.

    Parameters
    ----------
    actions
        The most actions; ``None`` for as many as there are locomotives.
    goal
        ``income``: the most income, then the least cost, then the fewest hexes.
        ``chicago``: the fewest actions, then the least cost, then the most income.
    method
        One of :data:`METHODS`; all find plans of the same worth.

    Raises
    ------
    TooLarge
        The method cannot hold the problem (never with ``auto``).
    SolverFailed
        A solver returned a plan that breaks a rule.
    """
    look_up(METHODS, method, "method")
    clock = Clock(time_limit)
    locomotives = rules.locomotives_left(position, company)
    most = position.title.building.hexes
    limit = locomotives if actions is None else min(actions * most, locomotives)
    growth = growth_of(position, company, treasury, limit)
    solve = _for_income if goal == "income" else _to_chicago
    with clock.stopped_by_interrupt():
        hexes, bound, proven = solve(position, company, growth, method, clock)
    parts = [hexes[at : at + most] for at in range(0, len(hexes), most)]
    course = play(position, company, treasury, parts)
    if not course.legal:
        raise SolverFailed(f"{method} broke a rule: {course.faults[0].message}")
    return ChicagoPlan(company, treasury, goal, course, bound, proven, clock.seconds, method)


_FoundHexes = tuple[Sequence[str], int | None, bool]


def _for_income(
    position: ChicagoPosition, company: str, growth: Growth, method: str, clock: Clock
) -> _FoundHexes:
    grown = METHODS[method](growth, clock)
    hexes = ordered(position, company, growth, grown.chosen)
    return hexes, rules.income(position, company) + grown.bound, grown.finished


def _to_chicago(
    position: ChicagoPosition, company: str, growth: Growth, method: str, clock: Clock
) -> _FoundHexes:
    goal, most = position.title.opening.hex, position.title.building.hexes
    if goal in position.networks[company]:
        return (), 0, True
    if goal not in growth.hexes:
        return (), None, True
    target = growth.hexes.index(goal)
    for limit in [*range(most, growth.limit, most), growth.limit]:
        try:
            chosen = _cheapest(growth, target, limit, method, clock)
        except (TimeoutError, WorkerDied, WorkerStopped):
            return (), -(-limit // most), False
        if chosen is not None:
            hexes = ordered(position, company, growth, chosen)
            return hexes, -(-len(hexes) // most), True
    return (), None, True


def _cheapest(
    growth: Growth, target: int, limit: int, method: str, clock: Clock
) -> frozenset[int] | None:
    """Return the cheapest hexes that lead to ``target``: by CP-SAT, or as the best way."""
    if method == "cpsat":
        shorter = replace(growth, limit=limit)
        return isolated(_native_way, shorter, target, clock.left, clock=clock)
    way = best_way(growth, target, limit)
    return None if way is None else frozenset(way)


def _native_way(growth: Growth, target: int, limit: float | None) -> frozenset[int] | None:
    from solvers.chicago.model import cheapest_with

    return cheapest_with(growth, target, Clock(limit))


@dataclass(frozen=True)
class GoalWay:
    """The effort of getting to the hex that opens a company; ``None`` if no way leads there.

    ``hexes`` and ``cost`` are the least of each, not always of one way. ``actions`` are the fewest
    with the money that there is, and with what is missing on top if it is not enough.
    """

    hexes: int | None
    cost: int | None
    actions: int | None
    treasury: int | None

    @property
    def missing(self) -> int | None:
        """The money that is missing for the cheapest way, if the treasury is known."""
        if self.cost is None or self.treasury is None:
            return None
        return max(0, self.cost - self.treasury)


def way_to_goal(position: ChicagoPosition, company: str, treasury: int | None) -> GoalWay:
    """The least that it takes an open company to get to Chicago, as far as locomotives go."""
    goal = position.title.opening.hex
    if goal in position.networks[company]:
        return GoalWay(0, 0, 0, treasury)
    growth = growth_of(position, company, rules.UNLIMITED, rules.UNLIMITED)
    if goal not in growth.hexes:
        return GoalWay(None, None, None, treasury)
    target = growth.hexes.index(goal)
    cost = sum(growth.cost[each] for each in best_way(growth, target, growth.limit) or ())
    if treasury is not None:
        growth = replace(growth, treasury=max(treasury, cost))
    way, most = None, 0
    while way is None:
        most += position.title.building.hexes
        way = best_way(growth, target, min(most, growth.limit))
    actions = -(-len(way) // position.title.building.hexes)
    return GoalWay(shortest(growth, target), cost, actions, treasury)


def ordered(
    position: ChicagoPosition, company: str, growth: Growth, chosen: frozenset[int]
) -> list[str]:
    """Return hexes in building order, so that none is dearer than it has to be.

    Whoever opens a company pays more for its start hex afterwards.
    """
    opening = position.title.opening
    start = position.title.companies[opening.company].start
    worth = {growth.hexes[each]: growth.income[each] for each in chosen}
    near, network = neighbours(position.title), position.networks[company]
    return building_order(near, network, worth, before=(start, opening.hex))
