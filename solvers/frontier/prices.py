"""Column generation: prices of the rows at which no more than the bound can be earned.

Routes are weighed against each other in a linear program of the routes met so far; its
prices show which routes are missing; these come in, and so on. Any prices give a bound,
so that the program need not be finished, nor exact.
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
"""Routes looked at for each type and round."""
_TOP = 50
"""The best of them come in; the others only if they are the best with or without some row."""
_COLUMNS, _MET = 1000, 3000
"""Routes in the linear program, and all that are kept."""
_REPEATS = 5
"""How often routes that are kept are let into the linear program before others are sought."""


def find_prices(
    model: Model,
    kept: Kept,
    clock: Clock,
    columns: RoutePool | None = None,
    bound: int | None = None,
) -> tuple[Prices, RoutePool]:
    """Return prices with nearly the lowest bound there is, and the routes met, the best first.

    Parameters
    ----------
    columns
        Routes to begin with, the best first.
    bound
        A bound that is known without these prices. Theirs may be higher.
    """
    if columns is None:
        columns = _greedy(model, kept)
    unit, count = model.scale.revenue, len(model.rows)
    found: Prices | None = None
    if bound is None or not len(columns):
        nothing = np.zeros(count, np.int64)
        found = model.priced(nothing)
        bound = found.bound
    stalled = 0
    for _ in range(_ROUNDS):
        clock.check()
        if bound < kept.floor or not len(columns):
            break
        fair, value, columns = _weighed(model, columns, bound)
        rows = np.maximum(np.rint(fair[:count] * unit), 0).astype(np.int64)
        now = model.priced(rows)
        stalled = 0 if bound - now.bound > 0.02 * (bound - value * unit) else stalled + 1
        if found is None or now.bound < found.bound:
            found = now
        bound = min(bound, now.bound)
        kept.lower_bound(bound)
        if bound / unit - value < 1 or stalled == _STALLED:
            break
        missing = [_missing(model, train, now)[0] for train in range(len(model.types))]
        columns = _distinct(join([*missing, columns]))
    if found is None:
        return find_prices(model, kept, clock, columns)
    return found, columns


def _weighed(model: Model, columns: RoutePool, bound: int) -> tuple[Floats, float, RoutePool]:
    """Return prices of rows and trains, the value of the linear program, and routes, best first.

    Of many routes it takes some; those that are missed come in before others are sought.
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
    """Run one train after the other as well as the earlier ones leave it: first routes."""
    order = sorted(range(len(model.types)), key=lambda at: not model.types[at].skips)
    used: Bools = np.zeros(model.rows.plain, np.bool_)
    plan: list[RoutePool] = []
    met = []
    for train in [at for at in order for _ in range(int(model.trains[at]))]:
        prices = np.where(used, _forbidding(model), 0)
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


def _forbidding(model: Model) -> int:
    """Return a price that no route can pay."""
    return model.scale.revenue * (10 * optimistic(model.problem) + 10_000)


def _missing(model: Model, train: int, prices: Prices) -> tuple[RoutePool, int]:
    """Return good routes that differ: the best ones, and the best with or without each row.

    The second is a score less prices that no route exceeds.
    """
    pool, least = model.routes(train, _BATCH, NEVER, prices, thin=True)
    gain = pool.score - prices.paid(pool)
    pool = pool.take(np.argsort(-gain, kind="stable"))
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
