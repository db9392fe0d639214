"""The best plan by one sweep over the board: fast however many plans are equally good.

This is a dynamic program over a frontier. It decides hex by hex, column by column, whether a hex is
built. Past decisions matter for the rest only through the *state* at the frontier: which of the
hexes with undecided neighbours are built, and which of those are connected with each other or with
the network. Sets with the same state share a table of the least cost for every number of hexes and
every income. States are dropped if a piece is left behind unconnected (it can never be joined), or
if an upper bound shows that they cannot reach the income of a known plan.

That plan comes from a first sweep that keeps only the most promising states of each column.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solvers.chicago.frontier import (
    FAR,
    FIRST,
    NETWORK,
    CostArray,
    IntArray,
    Labels,
    canonical,
    codes_of,
    least,
    sweep_order,
    to_come,
    ways_home,
)
from solvers.chicago.growth import Grown, Growth
from solvers.clock import Clock
from solvers.errors import SolverFailed, TooLarge

SLOTS = 14
"""Hexes that can be open at a time: a label is kept in four bits."""

MOST_MONEY = 20_000
"""Some hundred are on the printed board; every sum has a column in tables."""

MOST_BYTES = 1_500_000_000
"""Limit on the memory of the tables of all layers together."""


@dataclass
class _SweepLayer:
    """The states after one hex is decided.

    ``costs[state, hexes, income]`` is the least cost. ``skipped`` and ``taken`` say which
    state of this layer each state of the layer before leads to (-1: none).
    """

    labels: Labels
    costs: CostArray
    skipped: IntArray
    taken: IntArray


Target = tuple[int, int]
"""A sum of money, and the income that is wanted for it."""


class ChicagoSweep:
    """The order of the hexes, and what is known of the part that is still to come."""

    def __init__(self, growth: Growth, clock: Clock) -> None:
        if growth.treasury > MOST_MONEY:
            raise TooLarge(f"a sum of {growth.treasury} can be spent, more than {MOST_MONEY}")
        self.growth, self.clock = growth, clock
        self.order = sweep_order(growth)
        place = {each: at for at, each in enumerate(self.order)}
        self.earlier = [
            [other for other in growth.near[each] if place[other] < at]
            for at, each in enumerate(self.order)
        ]
        self.closing: list[list[int]] = [[] for _ in self.order]
        for at, each in enumerate(self.order):
            self.closing[max([at, *(place[other] for other in growth.near[each])])].append(each)
        self.slot = self._slots()
        self.width = 1 + max(self.slot)
        self.to_come = to_come(growth, self.order)
        self.most = int(self.to_come[0][-1, -1])
        """An income that no set exceeds: that of the best hexes, connected or not."""
        self.size: type = np.uint8 if growth.treasury < 255 else np.uint16
        self.never = np.iinfo(self.size).max
        self.ways = ways_home(growth, self.order, self.slot)

    def _slots(self) -> list[int]:
        """Give every hex a place in the state; places are used again."""
        free = list(range(SLOTS))
        slot = [0] * len(self.order)
        for at, each in enumerate(self.order):
            if not free:
                raise TooLarge(f"more than {SLOTS} hexes are open at a time")
            slot[each] = min(free)
            free.remove(slot[each])
            free += [slot[other] for other in self.closing[at]]
        return slot

    def run(
        self, targets: list[Target], sums: Sequence[int], hope: int = 0, beam: int | None = None
    ) -> list[frozenset[int]]:
        """The best set for each sum of money, if it reaches its target; otherwise any set or none.

        With ``beam`` only that many states of a layer are kept, the most promising for the sum
        ``hope``: a heuristic, whose sets are feasible but maybe not the best.
        """
        growth = self.growth
        targets = _staircase(targets, self.most)
        costs: CostArray = np.full((1, growth.limit + 1, self.most + 1), self.never, self.size)
        costs[0, 0, 0] = 0
        nothing = np.zeros(0, np.int64)
        layer = _SweepLayer(np.zeros((1, self.width), np.uint8), costs, nothing, nothing)
        layers = [layer]
        held = 0
        for at in range(len(self.order) if targets or beam else 0):
            self.clock.check()
            layer = self._decide(at, layer, targets)
            if beam is not None and len(layer.labels) > beam:
                layer = self._thinned(at, layer, hope, beam)
            layers.append(layer)
            held += layer.costs.nbytes
            if held > MOST_BYTES:
                raise TooLarge(f"the tables of the sweep need more than {MOST_BYTES // 10**6} MB")
        return self._traced(layers, sums)

    def _decide(self, at: int, before: _SweepLayer, targets: list[Target]) -> _SweepLayer:
        """Return the states after the hex at ``at`` in the order is built or not."""
        growth, each = self.growth, self.order[at]
        cost, income = growth.cost[each], growth.income[each]
        paid = np.full_like(before.costs, self.never)
        from_ = before.costs[:, :-1, : self.most + 1 - income]
        affordable = from_ <= growth.treasury - cost
        paid[:, 1:, income:] = np.where(affordable, from_ + self.size(cost), self.never)
        can = np.flatnonzero((paid != self.never).any(axis=(1, 2)))
        labels = np.concatenate([before.labels, self._joined(at, before.labels[can])])
        costs = np.concatenate([before.costs, paid[can]])
        origin = np.concatenate([np.arange(len(before.labels)), can + len(before.labels)])

        alive = self._close(at, labels)
        self._forget_hopeless(at, labels, costs, targets)
        alive &= (costs != self.never).any(axis=(1, 2))
        labels, costs, origin = canonical(labels[alive]), costs[alive], origin[alive]

        codes = codes_of(labels)
        order = np.argsort(codes, kind="stable")
        first = np.flatnonzero(np.diff(codes[order], prepend=-1))
        many = np.diff(first, append=len(order))
        state = np.full(2 * len(before.labels), -1)
        state[origin[order]] = np.repeat(np.arange(len(first)), many)
        labels, costs = labels[order[first]], least(costs, order, first, many)
        return _SweepLayer(labels, costs, *np.split(state, 2))

    def _thinned(self, at: int, layer: _SweepLayer, hope: int, beam: int) -> _SweepLayer:
        """Return a layer with its most promising states alone."""
        kept = self._promising(at, layer.labels, layer.costs, hope, beam)
        renumbered = np.full(len(layer.labels) + 1, -1)
        renumbered[kept] = np.arange(len(kept))
        skipped, taken = renumbered[layer.skipped], renumbered[layer.taken]
        return _SweepLayer(layer.labels[kept], layer.costs[kept], skipped, taken)

    def _joined(self, at: int, labels: Labels) -> Labels:
        """Return the labels after a hex is built: it joins the pieces beside it.

        A piece is labelled by its first slot, so no other can have the label of this slot.
        """
        each = self.order[at]
        slot = self.slot[each]
        beside = labels[:, [self.slot[other] for other in self.earlier[at]]]
        fresh = NETWORK if self.growth.touching[each] else slot + FIRST
        own = np.where(beside == 0, fresh, beside).min(axis=1, initial=fresh).astype(np.uint8)
        joined = labels.copy()
        for old in beside.T:
            rows = np.flatnonzero((old > 0) & (old != own))
            part = joined[rows]
            joined[rows] = np.where(part == old[rows, None], own[rows, None], part)
        joined[:, slot] = own
        return joined

    def _close(self, at: int, labels: Labels) -> NDArray[np.bool_]:
        """Forget hexes with no undecided neighbours; return which states live on.

        A piece that is left behind without the network can never be joined to it.
        """
        alive = np.ones(len(labels), bool)
        for each in self.closing[at]:
            slot = self.slot[each]
            old = labels[:, slot].copy()
            labels[:, slot] = 0
            apart = np.flatnonzero(old > NETWORK)
            alive[apart] &= (labels[apart] == old[apart, None]).any(axis=1)
        return alive

    def _forget_hopeless(
        self, at: int, labels: Labels, costs: CostArray, targets: list[Target]
    ) -> None:
        """Drop states that can no longer reach an income wanted, or the network."""
        dearest = self._dearest(at, targets)
        costs[costs > np.maximum(dearest, 0).astype(self.size)] = self.never
        costs[:, dearest < 0] = self.never
        money, hexes = self._way_home(at, labels)
        lost = np.flatnonzero(hexes)
        money, hexes = np.minimum(money[lost], self.growth.treasury), hexes[lost]
        part = costs[lost]
        part[part > (self.growth.treasury - money).astype(self.size)[:, None, None]] = self.never
        part[np.arange(self.growth.limit + 1) > self.growth.limit - hexes[:, None]] = self.never
        costs[lost] = part

    def _dearest(self, at: int, targets: list[Target]) -> IntArray:
        """Upper bound on the cost so far, for each number of hexes and each income."""
        table = self.to_come[at + 1][::-1]
        most = -1 if targets else self.growth.treasury
        dearest = np.full((len(table), self.most + 1), most, np.int64)
        for money, wanted in targets:
            missing = wanted - np.arange(self.most + 1)
            needed = np.array([np.searchsorted(row, missing) for row in table])
            dearest = np.maximum(dearest, np.where(needed <= money, money - needed, -1))
        return dearest

    def _way_home(self, at: int, labels: Labels) -> tuple[IntArray, IntArray]:
        """Return the money and the hexes that each state still needs at the very least."""
        apart = labels > NETWORK
        lost, beside = apart.any(axis=1), (labels == NETWORK).any(axis=1)
        money, hexes = (np.where(apart, way, FAR).min(axis=1) for way in self.ways[at])
        money, hexes = (np.where(beside, 1, need) for need in (money, hexes))
        return np.where(lost, money, 0), np.where(lost, hexes, 0)

    def _promising(
        self, at: int, labels: Labels, costs: CostArray, hope: int, beam: int
    ) -> IntArray:
        """Return the states from which the most can still be hoped for with a sum of money."""
        limit = self.growth.limit
        money, hexes = (need[:, None, None] for need in self._way_home(at, labels))
        left = hope - money - costs.astype(np.int64)
        free = np.maximum(limit - hexes - np.arange(limit + 1)[:, None], 0)
        promised = self.to_come[at + 1][free, np.maximum(left, 0)] + np.arange(self.most + 1)
        best = np.where((costs == self.never) | (left < 0), -1, promised).max(axis=(1, 2))
        return np.sort(np.argsort(-best, kind="stable")[:beam])

    def _traced(self, layers: list[_SweepLayer], sums: Sequence[int]) -> list[frozenset[int]]:
        """Return the best set that the last table has for each sum, an empty one if none."""
        if len(layers) <= len(self.order) or not len(layers[-1].labels):
            return [frozenset()] * len(sums)
        cheapest = layers[-1].costs[0].min(axis=0)
        best = [
            max((income for income, cost in enumerate(cheapest) if cost <= money), default=0)
            for money in sums
        ]
        sets = {income: self._trace(layers, income) for income in set(best)}
        return [sets[income] for income in best]

    def _trace(self, layers: list[_SweepLayer], income: int) -> frozenset[int]:
        """Return the cheapest hexes with an income, going back layer by layer."""
        table = layers[-1].costs[0]
        if (table[:, income] == self.never).all():
            return frozenset()
        hexes = int(table[:, income].argmin())
        cost = int(table[hexes, income])
        state = 0
        chosen = []
        for at in range(len(self.order) - 1, -1, -1):
            before, layer, each = layers[at], layers[at + 1], self.order[at]
            same = before.costs[:, hexes, income] == cost
            options = np.flatnonzero((layer.skipped == state) & same)
            if not len(options):
                chosen.append(each)
                hexes, income = hexes - 1, income - self.growth.income[each]
                cost -= self.growth.cost[each]
                same = before.costs[:, hexes, income] == cost
                options = np.flatnonzero((layer.taken == state) & same)
            state = int(options[0])
        return frozenset(chosen)


def _staircase(targets: Iterable[Target], most: int) -> list[Target]:
    """Return the targets that matter: who reaches more with less money meets the others, too."""
    found: list[Target] = []
    for money, wanted in sorted(targets, reverse=True):
        if wanted <= most and (not found or wanted < found[-1][1]):
            found.append((money, wanted))
    return found


BEAM = 150
"""States of each layer that the first sweep keeps."""

Better = Callable[[int], int]
"""Says which income would be better than a given one: the least that makes a difference."""


def solve_sweep(growth: Growth, clock: Clock) -> Grown:
    """Return a best set of hexes; when time runs out, the best one known by then."""
    (grown,) = solve_sums(growth, [growth.treasury], clock)
    return grown


def first_look(growth: Growth, clock: Clock) -> frozenset[int]:
    """Return good hexes, maybe not the best: what the first sweep finds, or nothing in no time."""
    if not growth.hexes or not growth.limit:
        return frozenset()
    try:
        (found,) = ChicagoSweep(growth, clock).run([], [growth.treasury], growth.treasury, BEAM)
    except (TimeoutError, TooLarge):
        return frozenset()
    return found


def solve_sums(
    growth: Growth, sums: Sequence[int], clock: Clock, better: Better | None = None
) -> list[Grown]:
    """Return a best set of hexes for each of several sums of money, in rising order.

    The table of a state has the least cost of every income, so that one sweep serves them all.

    Parameters
    ----------
    sums
        None is more than the treasury.
    better
        For an income, the least income that counts as better. If given, the search ends with a set
        for which no better one exists. Otherwise cost and number of hexes decide between equal
        incomes.
    """
    if not growth.hexes or not growth.limit:
        return [Grown(frozenset(), 0)] * len(sums)
    sweep = ChicagoSweep(growth, clock)
    known: list[frozenset[int]] = [frozenset()] * len(sums)
    try:
        known = sweep.run([], sums, sums[len(sums) // 3], BEAM)
        incomes = [growth.rank(each)[0] for each in known]
        wanted = [better(income) for income in incomes] if better else incomes
        found = sweep.run(list(zip(sums, wanted, strict=True)), sums)
    except TimeoutError:
        most = sweep.to_come[0][-1]
        return [
            Grown(each, int(most[money]), finished=False)
            for each, money in zip(known, sums, strict=True)
        ]
    best = [max(pair, key=growth.rank) for pair in zip(found, known, strict=True)]
    if better is None and best != found:
        raise SolverFailed("the sweep lost a plan that it had found")
    incomes = [growth.rank(each)[0] for each in best]
    bounds = [better(income) - 1 for income in incomes] if better else incomes
    return [Grown(*pair) for pair in zip(best, bounds, strict=True)]
