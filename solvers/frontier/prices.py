"""Column generation: dual prices of the rows, and the Lagrangian bound that they give.

The master program is a linear program over the routes found so far. Its dual prices show which
routes are missing; exact pricing finds these, and they come in. Any prices give a valid bound,
so the master program need be neither finished nor exact.
"""

from __future__ import annotations

import numpy as np

from solvers.bound import optimistic
from solvers.clock import Clock
from solvers.frontier.axes import NEVER
from solvers.frontier.interior import Floats, middle_prices
from solvers.frontier.kept import Kept
from solvers.frontier.model import Model, Prices
from solvers.frontier.pool import Bools, RoutePool, join

_ROUNDS, _STALLED = 40, 8
_BATCH = 150
"""Routes priced for each type and round."""
_TOP = 50
"""The best of them become columns; others only if they are the best with or without some row."""
_COLUMNS, _MET = 1000, 3000
"""Columns of the linear program, and routes kept beside it."""
_REPEATS = 5
"""Rounds in which kept routes become columns before new ones are priced."""


def find_prices(
    model: Model,
    kept: Kept,
    clock: Clock,
    columns: RoutePool | None = None,
    bound: int | None = None,
) -> tuple[Prices, RoutePool]:
    """Return prices whose bound is nearly the lowest possible, and the columns, best first.

    Parameters
    ----------
    columns
        Routes to begin with, best first.
    bound
        A bound known already, which the prices returned need not reach.
    """
    unit, count = model.scale.revenue, len(model.rows)
    found: Prices | None = None
    if bound is None or not columns:
        found = model.priced(np.zeros(count, np.int64))
        bound = found.bound
        kept.lower_bound(bound)  # every train alone: a first bound for whoever stops early
    if columns is None:
        clock.check()
        columns = _greedy(model, kept)
    stalled = 0
    for _ in range(_ROUNDS):
        clock.check()
        if bound < kept.floor or not len(columns):
            break
        fair, value, columns = _weighed(model, columns, bound)
        # Any prices of 0 or more give a valid Lagrangian bound. Whole ones give it exactly.
        rows = np.maximum(np.rint(fair[:count] * unit), 0).astype(np.int64)
        now = model.priced(rows)
        stalled = 0 if bound - now.bound > 0.02 * (bound - value * unit) else stalled + 1
        if found is None or now.bound < found.bound:
            found = now
        bound = min(bound, now.bound)
        kept.lower_bound(bound)
        # No prices bring the bound below the program's value. While that excludes all wanted
        # plans, better prices are a proof; otherwise less than a unit is not worth a round.
        provable = value < kept.floor / unit
        if (not provable and bound / unit - value < 1) or stalled == _STALLED:
            break
        missing = [_missing(model, train, now)[0] for train in range(len(model.types))]
        columns = _distinct(join([*missing, columns]))
    if found is None:
        return find_prices(model, kept, clock, columns)
    return found, columns


def _weighed(model: Model, columns: RoutePool, bound: int) -> tuple[Floats, float, RoutePool]:
    """Solve the master program: prices of rows and trains, its value, and routes, best first.

    It starts with a part of many routes; others with a positive reduced value are added.
    """
    unit = model.scale.revenue
    supply = np.concatenate([model.rows.supply, model.trains]).astype(np.float64)
    kinds = np.arange(len(model.types))[:, None] == columns.train
    uses = np.concatenate([model.rows.charged(columns.uses).T, kinds]).astype(np.float64)
    values = columns.score / unit
    some = np.arange(min(_COLUMNS, len(columns)))
    for _ in range(_REPEATS):
        fair, value = middle_prices(values[some], uses[:, some], supply, bound / unit, 0.1)
        gain = values - fair @ uses
        missed = np.setdiff1d(np.flatnonzero(gain > 0.5), some)
        if not len(missed):
            break
        some = np.concatenate([some, missed[np.argsort(-gain[missed], kind="stable")[:_BATCH]]])
    return fair, value, columns.take(np.argsort(-gain, kind="stable")[:_MET])


def _greedy(model: Model, kept: Kept) -> RoutePool:
    """Greedy start: the best route of each train on the track that earlier trains leave free."""
    order = sorted(range(len(model.types)), key=lambda at: not model.types[at].skips)
    used: Bools = np.zeros(model.rows.plain, np.bool_)
    plan: list[RoutePool] = []
    met = []
    for train in [at for at in order for _ in range(int(model.trains[at]))]:
        prices = np.where(used, forbidding(model), 0)
        fresh, best = _missing(model, train, Prices(prices, (), np.zeros(0, np.int64), 0))
        if best <= 0:
            continue
        met.append(fresh)
        chosen = fresh.take(np.array([0]))
        plan.append(chosen)
        used |= chosen.uses[0]
    if plan:
        whole = join(plan)
        kept.offer(whole, list(range(len(whole))))
        return _distinct(join(met))
    empty = np.zeros((0, len(used)), np.bool_)
    words = np.zeros((0, -(-model.rows.columns // 64)), np.uint64)
    return RoutePool(np.zeros(0, np.int64), np.zeros(0, np.int64), words, empty)


def forbidding(model: Model) -> int:
    """A price above the revenue of any route, which keeps routes off a row."""
    return model.scale.revenue * (10 * optimistic(model.problem) + 10_000)


def _missing(model: Model, train: int, prices: Prices) -> tuple[RoutePool, int]:
    """Return good and diverse routes, and an upper bound on the reduced score of any route.

    They are the best routes of a type, and the best with and without each row.
    """
    pool, least = model.routes(train, _BATCH, NEVER, prices, thin=True)
    gain = pool.score - prices.paid(pool)
    pool = pool.take(np.argsort(-gain, kind="stable"))
    # Routes that were left out have a reduced score below ``least``.
    best = max(int(gain.max(initial=NEVER)), least - 1)
    if not len(pool):
        return pool, best
    top = np.arange(min(_TOP, len(pool)))
    telling = np.concatenate([top, pool.uses.argmax(axis=0), pool.uses.argmin(axis=0)])
    return pool.take(np.unique(telling)), best


def _distinct(pool: RoutePool) -> RoutePool:
    """Drop routes that are there twice."""
    first = {pool.key(at): at for at in reversed(range(len(pool)))}
    return pool.take(np.array(sorted(first.values()), np.int64))
