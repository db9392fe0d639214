"""The whole method: column generation, the routes within the gap, cuts, packing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

import numpy as np

from solvers.bound import optimistic
from solvers.clock import Clock
from solvers.errors import TooLarge
from solvers.frontier.beam import good_plan
from solvers.frontier.chosen import chosen_cuts
from solvers.frontier.combine import Combination
from solvers.frontier.cuts import Tightening
from solvers.frontier.improve import improve
from solvers.frontier.kept import Kept
from solvers.frontier.model import Model, Prices, build
from solvers.frontier.pool import Cut, RoutePool, join
from solvers.frontier.prices import find_prices, forbidding
from solvers.pack import Scale
from solvers.problem import Problem, Train
from solvers.route import Route, route_along

FoundRoutes = tuple[list[list[Route]], int]
"""Plans, best first, and an upper bound on the revenue of any plan."""

_POOLS = (3000, 50_000, 250_000)
"""Most routes of a type to list: few while cuts still help, then more if some are missing."""
_FEW = 1500
"""Up to this many routes are combined at once, without branching."""
_CUT_ROUNDS, _CUT_STATES = 12, 250_000
"""Rounds of cuts at most, and the states of a graph that distinguishes their rows."""
_GROWTH = 6
"""Upper estimate of the growth of the graph in the first round; doubled in each further round."""
_CHEAP, _WORTH = 0.1, 0.05
"""Cuts with a smaller dual price are dropped; a round that closes less of the gap is the last."""
_ALIKE = 0.02
"""A list that covers less of the gap has nearly equal routes only, which make no good plan."""
_TRIES = 500
"""Search nodes spent on a good plan among the columns."""
_DEPTH = 12
"""Branching depth from which on the combinations decide."""
_NODES = 100_000
"""Search nodes of one combination before it gives up."""


def best_plans(
    problem: Problem,
    clock: Clock,
    keep: int,
    listed: Mapping[Train, Sequence[Route] | None] | None = None,
) -> FoundRoutes:
    """Return the best plans, best first, and an upper bound on the revenue of any plan.

    When the time of ``clock`` is over, these are the plans and the bound known by then.

    Parameters
    ----------
    listed
        All routes of trains that have few, ``None`` for other trains.

    Raises
    ------
    TooLarge
        The position exceeds what the method can hold; ``known`` has its best plans so far.
    """
    if not problem.trains:
        return [[]], 0
    kept = Kept(keep)
    try:
        model = build(problem, clock, listed)
    except TimeoutError:
        return [[]], optimistic(problem)
    try:
        _solve(model, kept, clock)
    except TimeoutError:
        return _known(model, kept)
    except (TooLarge, MemoryError) as error:
        refusal = TooLarge(str(error) or "out of memory")
        refusal.known = _known(model, kept)
        raise refusal from None
    plans, _ = _known(model, kept)
    return plans, sum(route.revenue for route in plans[0])


def _known(model: Model, kept: Kept) -> FoundRoutes:
    """Return the plans kept, best first, and the best upper bound so far."""
    ranked = sorted(kept.plans.items(), key=lambda entry: -entry[1])
    routes: dict[tuple[int, bytes], Route] = {}
    for route in {route for chosen, _ in ranked for route in chosen}:
        routes[route] = _decode(model, *route)
    plans = [[routes[route] for route in sorted(chosen)] for chosen, _ in ranked]
    bound = optimistic(model.problem)
    if kept.bound is not None:
        bound = min(bound, revenue_bound(model.scale, kept.bound))
    return plans, bound


def _solve(model: Model, kept: Kept, clock: Clock) -> None:
    """Find all wanted plans.

    Cuts lower the bound until few routes lie within the gap. If they stall, larger pools are
    listed and branched on. A pool that is complete down to the best known plan ends the search.
    """
    bare, unit = model, model.unit
    prices, columns = find_prices(model, kept, clock)
    good_plan(model, columns, prices.loss(columns), kept)
    for number in range(_CUT_ROUNDS):
        if prices.bound < kept.floor:
            return
        tight = _list(model, prices, _POOLS[0], kept)
        if kept.floor >= tight.least:
            _explore(tight, clock, 0)
            return
        if prices.bound - tight.least < _ALIKE * (prices.bound - kept.floor):
            improve(model, prices, kept, clock, forbidding(model))
        # One plan is wanted, and no stop preferred: shorter track with equal revenue is not
        # worth a search, so that a better plan must earn more by a whole unit.
        if kept.keep == 1 and not model.problem.prefers:
            kept.want_more_revenue(model.scale.revenue, unit)
        cuts, worth = _cuts(bare, model.rows.cuts, columns, kept, clock)
        cutting = _with_cuts(bare, cuts, worth, _GROWTH * 2**number)
        if cutting is None or prices.bound < kept.floor:
            break
        better, columns = find_prices(cutting, kept, clock, columns, prices.bound)
        gained = prices.bound - better.bound
        if gained > 0:
            model, prices = cutting, better
        told_all = len(cutting.rows.cuts) == len(cuts)
        if gained <= _WORTH * (prices.bound - kept.floor) and told_all:
            break
    for size in _POOLS[1:]:
        if prices.bound < kept.floor:
            return
        tight = _list(model, prices, size, kept)
        _explore(tight, clock, 0)
        if kept.floor >= tight.least:
            return
        # All plans of routes in the pool are known; any other plan scores below ``least``.
        kept.lower_bound(max(kept.best, tight.least - 1))
    raise TooLarge("too many routes are nearly as good as the best")


def _cuts(
    bare: Model, known: Sequence[Cut], columns: RoutePool, kept: Kept, clock: Clock
) -> tuple[list[Cut], list[int]]:
    """Return cuts that lower the bound on plans of these columns, and their dual prices.

    The dearest come first. Good plans of the columns are kept on the way.
    """
    tight = Tightening(bare, columns, kept, 0, known)
    tight.run(clock, all_cuts=True)
    worth = tight.prices[tight.rows :]
    on_graph = bare.rows.on_graph
    found = [
        at
        for at in np.argsort(-worth, kind="stable").tolist()
        if worth[at] > _CHEAP * bare.scale.revenue and on_graph[list(tight.cuts[at])].all()
    ]
    cuts = [tight.cuts[at] for at in found]
    tight.forget()
    good_plan(bare, tight.pool, tight.loss, kept)
    with suppress(TooLarge):
        Combination(tight, clock, _TRIES).run()
    return cuts, [int(worth[at]) for at in found]


def _with_cuts(
    bare: Model, cuts: Sequence[Cut], worth: Sequence[int], growth: float
) -> Model | None:
    """Return the model with the cuts that lower the bound most for the states they need."""
    if bare.graph is None:
        return bare.with_cuts(cuts, 0) if cuts else None
    most = max(_CUT_STATES, bare.graph.states)
    rows = replace(bare.rows, cuts=tuple(cuts))
    chosen = chosen_cuts(bare.graph, rows, worth, growth)
    while chosen:
        try:
            return bare.with_cuts([cuts[at] for at in chosen], most)
        except TooLarge:
            by_worth = sorted(chosen, key=lambda at: -worth[at])
            chosen = sorted(by_worth[: len(chosen) * 2 // 3])
    return None


def _list(model: Model, prices: Prices, size: int, kept: Kept) -> Tightening:
    """Return the pool of routes that a wanted plan can use, least loss first.

    If that are more than ``size`` of a type, the pool is complete only down to a higher score:
    its ``least``. A good plan of the routes is kept on the way.
    """
    slack = prices.bound - kept.floor
    pools = []
    for train, best in enumerate(prices.best):
        pool, least = model.routes(train, size, int(best) - slack, prices, thin=kept.keep == 1)
        slack = min(slack, int(best) - least)
        pools.append(pool)
    pool = join(pools)
    pool = pool.take(pool.score > 0)
    pool = pool.take(np.argsort(prices.loss(pool), kind="stable"))
    good_plan(model, pool, prices.loss(pool), kept)
    return Tightening(model, pool, kept, prices.bound - slack, model.rows.cuts)


def _explore(tight: Tightening, clock: Clock, depth: int) -> None:
    """Find all wanted plans of a pool: few routes are combined, many are branched on.

    This is Ryan-Foster branching on two rows. Either one route of the plan uses both, and then
    no other route uses either of them; or no route uses both.
    """
    tight.run(clock)
    if tight.bound < tight.floor:
        return
    rows = tight.undecided() if len(tight.pool) > _FEW and depth < _DEPTH else None
    if rows is None:
        Combination(tight, clock, _NODES).run()
        return
    one, two = tight.pool.uses[:, rows].T
    for case in (one == two, ~(one & two)):
        _explore(tight.part(case), clock, depth + 1)


def revenue_bound(scale: Scale, score: int) -> int:
    """Upper bound on the revenue of a plan with this score.

    The score takes less than one unit of revenue off for trains and hexsides.
    """
    return -(-score // scale.revenue)


def _decode(model: Model, train: int, sections: bytes) -> Route:
    """Return the route of a type of train along a set of sections, with its claimed bonuses."""
    words = np.frombuffer(sections, np.uint64)
    chosen = [at for at in range(model.rows.columns) if int(words[at // 64]) >> at % 64 & 1]
    count, names = len(model.sections.sections), list(model.problem.once)
    once = tuple(names[at - count] for at in chosen if at >= count)
    ways = model.sections.links_along(at for at in chosen if at < count)
    return route_along(model.problem, model.types[train], ways, once)
