"""A good plan early, by beam search: train after train, keeping the partial plans of least loss.

The better the best known plan, the fewer routes lie within the gap. This is a heuristic and
proves nothing: its plan is offered like any other.
"""

from __future__ import annotations

import numpy as np

from solvers.frontier.kept import Kept
from solvers.frontier.model import Model
from solvers.frontier.pool import Bits, Ints, RoutePool, to_words

_ABREAST, _ROUTES = 500, 800
"""Partial plans kept at each level, and routes of a type that extend them."""

_NEVER = np.int64(1) << 60


def good_plan(model: Model, pool: RoutePool, loss: Ints, kept: Kept) -> None:
    """Offer a good plan in which all trains run, made of routes that lose little."""
    order = np.argsort(loss, kind="stable")
    words = to_words(pool.uses)
    plans = np.zeros((1, 0), np.int64)
    used: Bits = np.zeros((1, words.shape[1]), np.uint64)
    lost, score = np.zeros(1, np.int64), np.zeros(1, np.int64)
    kinds = np.repeat(np.arange(len(model.trains)), model.trains).tolist()
    for level, kind in enumerate(kinds):
        own = order[pool.train[order] == kind][:_ROUTES]
        clash = np.zeros((len(plans), len(own)), np.bool_)
        for word in range(words.shape[1]):
            clash |= (used[:, word, None] & words[own, word]) != 0
        if level and kinds[level - 1] == kind:  # equal trains in one order only
            place = np.zeros(len(pool), np.int64)
            place[own] = np.arange(len(own))
            clash |= np.arange(len(own)) <= place[plans[:, -1], None]
        if clash.all():
            return
        if level == len(kinds) - 1:
            total = np.where(clash, -_NEVER, score[:, None] + pool.score[own])
            first, last = divmod(int(total.argmax()), len(own))
            kept.offer(pool, [*plans[first].tolist(), int(own[last])])
            return
        worse = np.where(clash, _NEVER, lost[:, None] + loss[own]).ravel()
        # Least loss, not most score: it counts what the routes take from later trains.
        best = np.argpartition(worse, min(_ABREAST, len(worse)) - 1)[:_ABREAST]
        best = best[worse[best] < _NEVER]
        plan, route = np.divmod(best, len(own))
        chosen = own[route]
        plans = np.concatenate([plans[plan], chosen[:, None]], axis=1)
        used, lost = used[plan] | words[chosen], worse[best]
        score = score[plan] + pool.score[chosen]
