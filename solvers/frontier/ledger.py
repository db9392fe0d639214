"""What a train counts along a path, as columns beside the states.

A state graph knows paths, not trains. The train adds two things to every state: whether a
stop with a marker is paid by now, and how much of its limit is used. Every move of the
graph shifts these columns and earns something, in one way or in several: a train that
skips may be paid at a stop that it runs through, or not.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solvers.bonus import Marked
from solvers.frontier.graph import Move, StateGraph
from solvers.pack import Scale
from solvers.problem import Limit, Problem, Train

Table = NDArray[np.int64]
"""Scores by row, marker paid or not, and count."""

NEVER = -(1 << 50)
"""The score of what cannot be: any sum with it stays far below every real score."""


class Way(NamedTuple):
    """One way to make a move: what it counts, whether it pays a marker, what it earns."""

    counts: int
    marker: bool
    score: int


class Ledger:
    """One train's columns on a state graph.

    ``ways[step][move]`` lists the different ways to make each move of each step.
    """

    def __init__(self, problem: Problem, train: Train, scale: Scale, graph: StateGraph) -> None:
        self.problem = problem
        self.train = train
        self.scale = scale
        if train.hexes is not None:
            self.columns, self.weights = train.hexes, (0,) * len(train.values)
        else:
            (limit,) = train.visits or train.pays or (Limit((0,) * len(train.values), 0),)
            self.columns, self.weights = limit.most + 1, limit.weights
        self.marked = sum(each.amount for each in train.bonuses if isinstance(each, Marked))
        self.ways = [[self._ways(move) for move in step.moves] for step in graph.steps]

    def accepted(self) -> Table:
        """Return what a finished path is worth from here on: nothing more, if it is a route."""
        table = np.full((2, self.columns), NEVER, np.int64)
        table[1] = 0
        return table

    def _ways(self, move: Move) -> list[Way]:
        ways = [self._link(move.link)]
        for stop in move.ends:
            ways = [_sum(way, self._pay(stop, move.mark)) for way in ways]
        for stop in move.inner:
            paid = [_sum(way, self._pay(stop, move.mark)) for way in ways]
            ways = paid + ways if self.train.skips else paid
        if self.train.barred.intersection((*move.ends, *move.inner)):
            return []
        best: dict[tuple[int, bool], int] = {}
        for way in ways:
            key = way.counts, way.marker
            best[key] = max(way.score, best.get(key, NEVER))
        return [Way(*key, score) for key, score in best.items() if key[0] < self.columns]

    def _link(self, link: int | None) -> Way:
        if link is None:
            return Way(0, False, 0)
        hexsides = self.problem.network.links[link].hexsides
        liked = self.scale.liked * (link in self.problem.prefer_links)
        return Way(0 if self.train.hexes is None else hexsides, False, liked - hexsides)

    def _pay(self, stop: int, mark: bool) -> Way:
        place = self.problem.network.stops[stop]
        value = self.train.worth[stop] + mark * self.marked
        liked = self.scale.liked * (stop in self.problem.prefer_stops)
        return Way(self.weights[stop], place.home, self.scale.revenue * value + liked)


def _sum(one: Way, two: Way) -> Way:
    return Way(one.counts + two.counts, one.marker or two.marker, one.score + two.score)


def pull(after: Table, ways: list[Way]) -> Table:
    """Return the best of what can follow, seen from before the move."""
    if ways == _STILL:
        return after
    columns = after.shape[2]
    before = np.full_like(after, NEVER)
    for count, marker, score in ways:
        part = after[:, 1:, count:] if marker else after[:, :, count:]
        room = before[:, :, : columns - count]
        np.maximum(room, part + score, out=room)
    return before


def push(before: Table, ways: list[Way]) -> Table:
    """Return the best of what was earned so far, seen from after the move."""
    if ways == _STILL:
        return before
    columns = before.shape[2]
    after = np.full_like(before, NEVER)
    for count, marker, score in ways:
        part = before[:, :, : columns - count]
        if marker:
            part = np.maximum(part[:, :1], part[:, 1:])
        room = after[:, 1:, count:] if marker else after[:, :, count:]
        np.maximum(room, part + score, out=room)
    return after


_STILL = [Way(0, False, 0)]
"""Nothing counted, nothing earned: most moves leave out a link."""
