"""Bonuses that only cost: left out at first, brought in where a best plan would pay them.

A title may take something off for two stops in one route: for the frontier each such pair is an
axis of its own, and every further axis multiplies its table. Without the cost no plan is worth
less, so that the best plan without it is best with it, too, if it does not pay it (relaxation).
Mostly one or two of many pairs matter.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from msgspec.structs import replace

from solvers.bonus import Earned, Sets
from solvers.errors import TooLarge
from solvers.plan import Found, better, make_plan
from solvers.problem import Problem, Train
from solvers.route import Route

Listed = Mapping[Train, Sequence[Route] | None]
Solve = Callable[[Problem, Listed | None], Found]


def with_costs_late(problem: Problem, listed: Listed | None, solve: Solve) -> Found:
    """Solve a problem, without the costs that no best plan pays.

    ``listed`` has all routes of trains that have few: those keep their costs from the start.
    """
    late = {bonus for train in _large(problem, listed) for bonus in train.bonuses if costs(bonus)}
    known: Found | None = None
    while late:
        found, met = _without(problem, listed, solve, late)
        # A plan that pays costs may still be the best one known.
        known = found if known is None else better(known, found)
        if not met:
            return known
        late -= met
    found = solve(problem, listed)
    return found if known is None else better(known, found)


def _large(problem: Problem, listed: Listed | None) -> list[Train]:
    return [train for train in problem.fleet if listed is None or listed.get(train) is None]


def costs(bonus: Earned) -> bool:
    """Whether a bonus for sets of stops is never above nothing, and due wherever it is met."""
    if not isinstance(bonus, Sets) or bonus.ends or bonus.once:
        return False
    return bonus.amount + sum(max(extra for _, extra in each) for each in bonus.sets) <= 0


def _without(
    problem: Problem, listed: Listed | None, solve: Solve, late: Collection[Earned]
) -> tuple[Found, set[Earned]]:
    """Solve without some costs: plans at what they are worth with them, the bound, costs met.

    No costs count as met if the time was over before the best plan without them was known.
    """
    large = _large(problem, listed)
    whole: dict[Train, Train] = {}
    for train in problem.fleet:
        bonuses = tuple([bonus for bonus in train.bonuses if not (costs(bonus) and bonus in late)])
        few = replace(train, bonuses=bonuses) if train in large else train
        # Trains that differ in nothing but a cost keep theirs, so as not to become one.
        whole[train if few in whole else few] = train
    cheaper = {train: few for few, train in whole.items()}
    relaxed = replace(problem, trains=tuple([cheaper[train] for train in problem.trains]))
    lists = None if listed is None else {few: listed.get(train) for few, train in whole.items()}

    def true(found: Found) -> Found:
        plans = [
            make_plan(problem, [replace(run, train=whole[run.train]) for run in plan.runs])
            for plan in found[0]
        ]
        return sorted(plans, key=lambda plan: -plan.total), found[1]

    try:
        plans, bound = solve(relaxed, lists)
    except TooLarge as error:
        if error.known is not None:
            error.known = true(error.known)
        raise
    found = true((plans, bound))
    if plans[0].total < bound:
        return found, set()
    stops = problem.network.stops
    met = {
        bonus
        for plan in found[0]
        for run in plan.runs
        for bonus in run.train.bonuses
        if costs(bonus) and bonus in late and bonus.earned(run, stops)
    }
    return found, met
