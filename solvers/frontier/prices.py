"""Column generation: prices of the rows at which no more than the bound can be earned.

Routes are weighed against each other in a linear program of the routes met so far; its
prices show which routes are missing; these come in, and so on. Any prices give a bound,
so that the program need not be finished, nor exact.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from solvers.clock import Clock
from solvers.frontier.interior import middle_prices
from solvers.frontier.kept import Kept
from solvers.frontier.model import Model
from solvers.frontier.pool import Bools, Ints, Pool, join

_ROUNDS = 40
_BATCH = 150
"""Routes looked at for each type and round."""
_TOP = 50
"""The best of them come in; the others only if they are the best with or without some row."""
_COLUMNS = 1000
"""Routes kept in the linear program."""


@dataclass(frozen=True, eq=False)
class Prices:
    """Prices of the rows, the best score less prices of each type, and the bound."""

    rows: Ints
    best: Ints
    bound: int


def find_prices(model: Model, kept: Kept, clock: Clock) -> Prices:
    """Return prices with nearly the lowest bound there is."""
    columns = _greedy(model, kept)
    unit = model.scale.revenue
    nothing = np.zeros(len(model.incidence), np.int64)
    found = Prices(nothing, *model.price(nothing))
    supply = np.concatenate([np.ones(len(nothing)), model.trains])
    for _ in range(_ROUNDS):
        clock.check()
        if not len(columns):
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
        fresh = [_missing(model, train, rows) for train in range(len(model.types))]
        columns = _distinct(join([columns, *fresh]))
    return found


def _greedy(model: Model, kept: Kept) -> Pool:
    """Run one train after the other as well as the earlier ones leave it: first routes."""
    order = sorted(range(len(model.types)), key=lambda at: not model.types[at].skips)
    used: Bools = np.zeros(len(model.incidence), np.bool_)
    plan: list[Pool] = []
    met = []
    for train in [at for at in order for _ in range(int(model.trains[at]))]:
        prices = np.where(used, _forbidding(model), 0)
        if model.pricers[train].price(prices @ model.incidence) <= 0:
            continue
        fresh = _missing(model, train, prices)
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
    return Pool(np.zeros(0, np.int64), np.zeros(0, np.int64), words, empty)


def _forbidding(model: Model) -> int:
    """Return a price that no route can pay."""
    values = sum(stop.value for stop in model.problem.network.stops)
    return model.scale.revenue * (10 * values + 10_000)


def _missing(model: Model, train: int, prices: Ints) -> Pool:
    """Return good routes at these prices that differ: the best with and without each row."""
    priced = model.pricers[train].best(_BATCH)
    order = np.argsort(-priced.scores, kind="stable")
    pool = model.routes(train, priced, prices).take(order)
    if not len(pool):
        return pool
    top = np.arange(min(_TOP, len(pool)))
    telling = np.concatenate([top, pool.uses.argmax(axis=0), pool.uses.argmin(axis=0)])
    return pool.take(np.unique(telling))


def _trim(columns: Pool, gain: np.ndarray) -> Pool:
    """Drop the routes that are worth least at the prices, if there are too many."""
    if len(columns) <= _COLUMNS:
        return columns
    return columns.take(np.sort(np.argsort(-gain, kind="stable")[:_COLUMNS]))


def _distinct(pool: Pool) -> Pool:
    """Drop routes that are there twice."""
    first = {pool.key(at): at for at in reversed(range(len(pool)))}
    return pool.take(np.array(sorted(first.values()), np.int64))
