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
from solvers.frontier.cuts import Tightening
from solvers.frontier.interior import middle_prices
from solvers.frontier.kept import Kept
from solvers.frontier.model import Model, Prices
from solvers.frontier.pool import Bools, RoutePool, join

_ROUNDS = 40
_BATCH = 150
"""Routes looked at for each type and round."""
_TOP = 50
"""The best of them come in; the others only if they are the best with or without some row."""
_CUT_BATCH = 4000
_PATIENCE = 3
"""Once there are cuts: routes looked at, and rounds without success before giving up."""
_COLUMNS = 1000
"""Routes kept in the linear program."""


def find_prices(model: Model, kept: Kept, clock: Clock) -> Prices:
    """Return prices with nearly the lowest bound there is."""
    columns = _greedy(model, kept)
    unit = model.scale.revenue
    nothing = np.zeros(len(model.incidence), np.int64)
    found = Prices(nothing, *model.price(nothing))
    supply = np.concatenate([np.ones(len(nothing)), model.trains])
    for _ in range(_ROUNDS):
        clock.check()
        if found.bound < kept.floor or not len(columns):
            break
        kinds = np.arange(len(model.types))[:, None] == columns.train
        uses = np.concatenate([columns.uses.T, kinds]).astype(np.float64)
        values = columns.score / unit
        fair, value = middle_prices(values, uses, supply, found.bound / unit, 0.1)
        columns = _trim(columns, values - fair @ uses)
        rows = np.maximum(np.rint(fair[: len(nothing)] * unit), 0).astype(np.int64)
        best, bound = model.price(rows)
        if bound < found.bound:
            found = Prices(rows, best, bound)
        kept.lower_bound(found.bound)
        if found.bound / unit - value < 1:
            break
        now = Prices(rows, best, bound)
        fresh = [_missing(model, train, now)[0] for train in range(len(model.types))]
        columns = _distinct(join([columns, *fresh]))
    return found


def _greedy(model: Model, kept: Kept) -> RoutePool:
    """Run one train after the other as well as the earlier ones leave it: first routes."""
    order = sorted(range(len(model.types)), key=lambda at: not model.types[at].skips)
    used: Bools = np.zeros(len(model.incidence), np.bool_)
    plan: list[RoutePool] = []
    met = []
    for train in [at for at in order for _ in range(int(model.trains[at]))]:
        prices = np.where(used, _forbidding(model), 0)
        fresh, best = _missing(model, train, Prices(prices, np.zeros(0, np.int64), 0))
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
    words = np.zeros((0, -(-model.incidence.shape[1] // 64)), np.uint64)
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


def cut_prices(model: Model, tight: Tightening, prices: Prices, kept: Kept, clock: Clock) -> Prices:
    """Return prices of rows and cuts with a lower bound, if they can be found.

    Column generation goes on with the cuts of ``tight``: they were made for some routes;
    others that they do not hold back come in, and then more cuts. The table knows nothing
    of cuts; when that makes it lose sight of the routes that matter, this gives up.
    """
    stalled = 0
    while stalled < _PATIENCE:
        clock.check()
        tight.solve()
        rows, of_cuts = tight.prices[: tight.rows], tight.prices[tight.rows :]
        now = Prices(rows, tight.idle, tight.bound, tuple(tight.cuts), of_cuts)
        slack = prices.bound - kept.floor
        pools, tops = [], []
        for train, idle in enumerate(tight.idle):
            pool, least = model.routes(train, _CUT_BATCH, int(idle) - slack, now, thin=True)
            pools.append(pool)
            tops.append(max(0, least - 1, int((pool.score - now.paid(pool)).max(initial=0))))
        best = np.array(tops, np.int64)
        bound = int(tight.prices.sum() + model.trains @ best)
        better = prices.bound - bound > 0.02 * (prices.bound - kept.floor)
        if bound < prices.bound:
            prices = Prices(rows, best, bound, tuple(tight.cuts), of_cuts)
            kept.lower_bound(bound)
        if prices.bound < kept.floor:
            break
        if (best - tight.idle > 0.5 * tight.unit).any():
            better |= tight.add(join(pools)) > 0
        elif not tight.cut():
            break
        stalled = 0 if better else stalled + 1
    return prices


def _trim(columns: RoutePool, gain: np.ndarray) -> RoutePool:
    """Drop the routes that are worth least at the prices, if there are too many."""
    if len(columns) <= _COLUMNS:
        return columns
    return columns.take(np.sort(np.argsort(-gain, kind="stable")[:_COLUMNS]))


def _distinct(pool: RoutePool) -> RoutePool:
    """Drop routes that are there twice."""
    first = {pool.key(at): at for at in reversed(range(len(pool)))}
    return pool.take(np.array(sorted(first.values()), np.int64))
