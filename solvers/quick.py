"""A good plan soon, whatever the board: the best plans on some of the track, one after the other.

With fewer links a train has few routes, and the best plan on them is found in milliseconds. So some
trains of the best plan so far are routed anew, on its links and on others drawn at random: a plan
never becomes worse (large neighbourhood search). Every rule holds, since each of these smaller
problems is the problem itself with links closed. Nothing is proven by it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from contextlib import suppress

from msgspec.structs import replace

from solvers.clock import Clock
from solvers.errors import TooLarge
from solvers.plan import Found, Plan, make_plan
from solvers.problem import Problem, Run, Train

_FIRST = 1.0
"""Links to begin with for each stop: about a tree."""
_FEWER, _MORE = 0.8, 1.15
"""The number of links changes by this factor where there were too many routes, or few."""
_STALLED = 150
"""Smaller problems in a row without a better plan after which the search ends."""

Packer = Callable[[Problem, Clock], Found | None]
"""The best plans of a small problem; ``None`` where it has too many routes."""


def quick_plan(problem: Problem, pack: Packer, seconds: float) -> Plan:
    """Return a plan after at most about so many seconds.

    ``pack`` solves the smaller problems.
    """
    rng = random.Random(0)
    clock = Clock(seconds)
    best = make_plan(problem, ())
    sizes = [_FIRST * len(problem.network.stops)] * (len(problem.trains) + 1)
    stalled = 0
    while clock.left and stalled < _STALLED:
        fixed = _fixed(problem, best, rng)
        moved = len(problem.trains) - len(fixed)
        links = _free(problem, fixed)
        some = rng.sample(links, min(len(links), int(sizes[moved])))
        own = [link for run in best.runs if run not in fixed for link in run.links]
        plan = _best_on(problem, {*own, *some}, fixed, pack, clock)
        if plan is None:
            sizes[moved] = max(1.0, _FEWER * sizes[moved])
        else:
            stalled += 1
            sizes[moved] = min(_MORE * sizes[moved], len(problem.network.links))
            if plan.total > best.total:
                best, stalled = plan, 0
    return best


def _fixed(problem: Problem, plan: Plan, rng: random.Random) -> list[Run]:
    """Runs of a plan that stay as they are: all but one or two, or none. Idle trains move, too.

    Where a rule ties the runs of a plan together, all trains move.
    """
    tied = problem.connect or problem.seat or problem.closed or problem.idle or problem.quotas
    if tied or problem.once or problem.paid_once or not plan.runs:
        return []
    moved = rng.sample(plan.runs, rng.randint(1, min(2, len(plan.runs))))
    fixed = list(plan.runs)
    for run in moved:
        fixed.remove(run)
    return fixed


def _free(problem: Problem, fixed: Sequence[Run]) -> list[int]:
    """Links that clash with none of these runs."""
    used = 0
    for run in fixed:
        used |= problem.mask(run.links) & problem.between_runs
    links = enumerate(problem.network.links)
    return [at for at, link in links if not link.mask & used]


def _best_on(
    problem: Problem, links: set[int], fixed: Sequence[Run], pack: Packer, clock: Clock
) -> Plan | None:
    """The best plan of these runs and others on some links; ``None`` where it is not soon found."""
    others = frozenset(range(len(problem.network.links))) - links
    left = list(problem.trains)
    for run in fixed:
        left.remove(run.train)
    whole: dict[Train, Train] = {}
    for train in dict.fromkeys(left):
        whole[replace(train, closed=train.closed | others)] = train
    fleet = {train: few for few, train in whole.items()}
    smaller = replace(problem, trains=tuple([fleet[train] for train in left]))
    found: Found | None = None
    with suppress(TooLarge, TimeoutError):
        found = pack(smaller, clock)
    if found is None:
        return None
    runs = [replace(run, train=whole[run.train]) for run in found[0][0].runs]
    return make_plan(problem, [*fixed, *runs])
