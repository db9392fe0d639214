"""A graph whose ways are all simple paths of a network, each exactly once.

The sweep decides link by link whether a path uses it. What was decided matters for the
rest only through the *state* at the frontier: for every open stop whether the path has
left it untouched, runs through it, or has an end there, and which ends belong to one
piece; which contested rows and groups are used; what is known of the two ends of the
path. Paths that agree in this share one state from there on, so that a few thousand states
hold millions of paths.

A state is one integer, and a layer of states one sorted array of them: all steps are done
for a whole layer at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from solvers.errors import TooLarge
from solvers.frontier.sweep import Sweep, sweep
from solvers.problem import Problem

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

UNTOUCHED, CLOSED, FIXED, MATE = 0, 1, 2, 3
"""What a stop at the frontier can be: not on the path; run through, or an end for good; an
end of a piece whose other end is fixed; from 3 on: an end whose other end is at slot - 3."""

DONE = np.int64(-1)
"""The code of a finished path; in every layer it is row 0."""


@dataclass(frozen=True, eq=False)
class Move:
    """Transitions of one step that mean the same for a route.

    ``source`` and ``target`` are rows of this layer and of the next one. ``link`` is the
    link that is used, if one is; ``inner`` are stops that the path from now on runs
    through, ``ends`` stops where it begins or ends. ``tunnel`` tells the paths that go
    through a tunnel from those that do not, before the tunnel is met. ``bonus`` is the
    transit that the second end earns.
    """

    source: Ints
    target: Ints
    link: int | None
    inner: tuple[int, ...]
    ends: tuple[int, ...]
    tunnel: bool
    bonus: Ints | None


@dataclass(frozen=True, eq=False)
class Step:
    """One link decided: the number of rows before it and the moves to the next layer."""

    rows: int
    moves: tuple[Move, ...]

    @cached_property
    def places(self) -> Ints:
        """Return for each move and row its place among the sources of the move, or -1."""
        places = np.full((len(self.moves), self.rows + 1), -1)
        for at, move in enumerate(self.moves):
            places[at, move.source] = np.arange(len(move.source))
        return places


@dataclass(frozen=True, eq=False)
class StateGraph:
    """Steps in order; ``starts`` are rows of the first layer, ``last`` rows after the last."""

    steps: tuple[Step, ...]
    starts: Ints
    last: int
    width: int
    """The most stops open at a time."""

    @property
    def states(self) -> int:
        """Return the number of states in all layers."""
        return sum(step.rows for step in self.steps)


def state_graph(problem: Problem, max_states: int | None = None) -> StateGraph:
    """Return the graph of all paths of the network of ``problem``.

    Raises :class:`TooLarge` when there are more than ``max_states`` states, or when more is
    open at the frontier than an integer can tell.
    """
    return _Builder(problem, sweep(problem.network), max_states).run()


@dataclass(frozen=True)
class _Field:
    """Some bits of the codes."""

    shift: int
    bits: int

    def get(self, codes: Ints) -> Ints:
        return (codes >> self.shift) & ((1 << self.bits) - 1)

    def put(self, codes: Ints, values: Ints | int) -> Ints:
        return (codes & ~np.int64(((1 << self.bits) - 1) << self.shift)) | (
            np.asarray(values, np.int64) << self.shift
        )


class _Builder:
    """Builds layer after layer."""

    def __init__(self, problem: Problem, way: Sweep, max_states: int | None) -> None:
        network = problem.network
        self.links, self.stops = network.links, network.stops
        self.way = way
        self.max_states = max_states
        self.tunnels = problem.bonuses.tunnel and any(link.tunnels for link in network.links)
        self.short = not all(stop.makes_route for stop in network.stops)
        self.classes, self.transit = _end_classes(problem)
        self.tunnel = _Field(0, 2)
        self.fixed = _Field(2, 2)
        self.making = _Field(4, 2)
        self.end = _Field(6, (len(self.transit) - 1).bit_length())
        self.fields, self.width = self._allot(6 + self.end.bits)

    def _allot(self, shift: int) -> tuple[list[_Field | None], int]:
        """Give every item its bits: four for a stop that can be run through, one for others."""
        items = max((item for of_link in self.way.items for item in of_link), default=-1) + 1
        fields: list[_Field | None] = [None] * items
        wide: list[int] = []
        narrow: list[int] = []
        counts = [0, 0]
        places: list[tuple[int, int]] = [(0, 0)] * items
        for link, closing in zip(self.way.order, self.way.closing, strict=True):
            for item in self.way.items[link]:
                if places[item] == (0, 0):
                    kind = int(item < len(self.stops) and self.stops[item].through)
                    free = (narrow, wide)[kind]
                    if not free:
                        free.append(counts[kind])
                        counts[kind] += 1
                    places[item] = (kind + 1, free.pop())
            for item in closing:
                kind, place = places[item]
                (narrow, wide)[kind - 1].append(place)
        self.slots = shift + counts[0]
        if self.slots + 4 * counts[1] > 62 or counts[1] > 12:
            raise TooLarge(f"{counts[1]} stops and {counts[0]} other things open at a time")
        for item, (kind, place) in enumerate(places):
            if kind == 1:
                fields[item] = _Field(shift + place, 1)
            elif kind == 2:
                fields[item] = _Field(self.slots + 4 * place, 4)
        self.open_ends = np.int64(
            sum(0b1110 << self.slots + 4 * place for place in range(counts[1]))
        )
        return fields, counts[1]

    def field(self, item: int) -> _Field:
        field = self.fields[item]
        assert field is not None
        return field

    def run(self) -> StateGraph:
        codes = np.array([0, 1] if self.tunnels else [0], np.int64)
        raw = []
        count = 0
        for link, closing in zip(self.way.order, self.way.closing, strict=True):
            moves = self._step(link, closing, codes)
            after = np.unique(np.concatenate([code for _, code, _, _ in moves]))
            after = after[after != DONE]
            raw.append((link, len(codes), after, moves))
            count += len(codes)
            if self.max_states is not None and count > self.max_states:
                raise TooLarge(f"more than {self.max_states} states")
            codes = after
        return self._number(raw)

    # One step: all transitions as (source rows, new codes, kind, bonus), where kind has bits
    # for link taken, one end inner, other end inner, with tunnel, one closed as an end, other

    def _step(
        self, link: int, closing: tuple[int, ...], codes: Ints
    ) -> list[tuple[Ints, Ints, Ints, Ints]]:
        rows = np.arange(1, len(codes) + 1)
        skipped = self._close(
            rows, codes, np.zeros_like(codes), np.zeros_like(codes), link, closing
        )
        taken = self._close(*self._take(link, codes), link, closing)
        return [skipped, taken]

    def _take(self, index: int, codes: Ints) -> tuple[Ints, Ints, Ints, Ints]:
        """Return the transitions that use a link, before anything closes."""
        link = self.links[index]
        allowed = np.ones(len(codes), np.bool_)
        for item in self.way.rows.get(index, ()):
            allowed &= self.field(item).get(codes) == 0
        for stop in (link.a, link.b):
            seen = self.field(stop).get(codes)
            allowed &= seen != CLOSED
            if stop in self.way.groups:
                used = self.field(self.way.groups[stop]).get(codes)
                allowed &= (seen != UNTOUCHED) | (used == 0)
        if self.way.groups.get(link.a, -1) == self.way.groups.get(link.b, -2):
            allowed[:] = False
        if self.stops[link.a].through and self.stops[link.b].through:
            allowed &= self.field(link.a).get(codes) != self._mate(link.b)
        if self.tunnels and link.tunnels:
            allowed &= self.tunnel.get(codes) != 0
        source = np.flatnonzero(allowed)
        codes = codes[source]
        for item in self.way.rows.get(index, ()):
            codes = self.field(item).put(codes, 1)
        if self.tunnels and link.tunnels:
            codes = self.tunnel.put(codes, 2)
        kind = 1 + 8 * (self.tunnel.get(codes) != 0)
        bonus = np.zeros(len(codes), np.int64)
        legal = np.ones(len(codes), np.bool_)
        far = []
        for bit, stop in ((2, link.a), (4, link.b)):
            field = self.field(stop)
            seen = field.get(codes)
            new = seen == UNTOUCHED
            if stop in self.way.groups:
                codes = self.field(self.way.groups[stop]).put(codes, 1)
            if self.short and self.stops[stop].makes_route:
                count = np.minimum(self.making.get(codes) + new, 2)
                codes = self.making.put(codes, count)
            if self.stops[stop].through:
                codes = field.put(codes, np.where(new, UNTOUCHED, CLOSED))
                kind = kind + bit * ~new
                far.append(np.where(new, self._mate(stop), seen))
            else:
                codes = field.put(codes, CLOSED)
                codes, good, earned = self._fix(codes, stop)
                legal &= good
                bonus += earned
                far.append(np.full(len(codes), FIXED))
        codes = self._tie(self._tie(codes, far[0], far[1]), far[1], far[0])
        codes, good = self._finish(codes, (far[0] == FIXED) & (far[1] == FIXED))
        legal &= good
        return source[legal] + 1, codes[legal], kind[legal], bonus[legal]

    def _mate(self, stop: int) -> int:
        """Return what the far end of a piece is, when its near end is ``stop``."""
        return MATE + (self.field(stop).shift - self.slots) // 4

    def _tie(self, codes: Ints, end: Ints, other: Ints) -> Ints:
        """Write at each ``end`` that is a stop of the frontier what its other end is."""
        shift = self.slots + 4 * np.maximum(end - MATE, 0)
        tied = (codes & ~(np.int64(15) << shift)) | (other << shift)
        return np.where(end >= MATE, tied, codes)

    def _fix(self, codes: Ints, stop: int) -> tuple[Ints, Bools, Ints]:
        """Make ``stop`` an end of the path: codes, whether that is possible, transit earned."""
        fixed = self.fixed.get(codes)
        here = self.classes[stop]
        earned = np.where(fixed == 1, self.transit[self.end.get(codes), here], 0)
        codes = self.fixed.put(codes, fixed + 1)
        return self.end.put(codes, np.where(fixed == 0, here, 0)), fixed < 2, earned

    def _finish(self, codes: Ints, finished: Bools) -> tuple[Ints, Bools]:
        """Return finished paths as ``DONE``, and which of them are a whole path of a route."""
        whole = (codes & self.open_ends) == 0
        if self.tunnels:
            whole &= self.tunnel.get(codes) != 1
        if self.short:
            whole &= self.making.get(codes) == 2
        return np.where(finished, DONE, codes), whole | ~finished

    def _close(
        self,
        source: Ints,
        codes: Ints,
        kind: Ints,
        bonus: Ints,
        index: int,
        closing: tuple[int, ...],
    ) -> tuple[Ints, Ints, Ints, Ints]:
        """Let items leave the frontier; a stop with one link so far becomes an end."""
        link = self.links[index]
        for bit, stop in ((16, link.a), (32, link.b)):
            if stop not in closing or not self.stops[stop].through:
                continue
            field = self.field(stop)
            done = codes == DONE
            codes = np.where(done, 0, codes)
            seen = field.get(codes)
            codes = field.put(codes, UNTOUCHED)
            ending = seen >= FIXED
            ended, good, earned = self._fix(codes, stop)
            ended = self._tie(ended, seen, np.full(len(seen), FIXED))
            ended, whole = self._finish(ended, seen == FIXED)
            tunnel = 8 * (self.tunnel.get(codes) != 0)
            kind = np.where(ending, kind | bit | tunnel, kind)
            bonus = np.where(ending, bonus + earned, bonus)
            codes = np.where(done, DONE, np.where(ending, ended, codes))
            kept = ~ending | (good & whole)
            source, codes, kind, bonus = source[kept], codes[kept], kind[kept], bonus[kept]
        spent = 0
        for item in closing:
            if item >= len(self.stops) or not self.stops[item].through:
                spent |= 1 << self.field(item).shift
        codes = np.where(codes == DONE, DONE, codes & ~np.int64(spent))
        return source, codes, kind, bonus

    def _number(
        self, raw: Sequence[tuple[int, int, Ints, list[tuple[Ints, Ints, Ints, Ints]]]]
    ) -> StateGraph:
        """Turn codes into rows and drop all states from which no path can be finished."""
        alive = np.zeros(len(raw[-1][2]) + 1 if raw else 1, np.bool_)
        alive[0] = True
        last = 0
        steps: list[Step] = []
        for link, before, after, moves in reversed(raw):
            number = np.cumsum(alive) - 1
            found = []
            useful = np.zeros(before + 1, np.bool_)
            useful[0] = True
            for source, codes, kind, bonus in moves:
                rows = np.where(codes == DONE, 0, np.searchsorted(after, codes) + 1)
                kept = alive[rows]
                useful[source[kept]] = True
                found.append((source[kept], number[rows[kept]], kind[kept], bonus[kept]))
            renumber = np.cumsum(useful) - 1
            made = [
                move
                for source, target, kind, bonus in found
                for move in self._moves(link, renumber[source], target, kind, bonus)
            ]
            steps.append(Step(int(useful.sum()) - 1, tuple(made)))
            alive = useful
        starts = np.flatnonzero(alive[1:]) + 1 if raw else np.zeros(0, np.int64)
        return StateGraph(tuple(reversed(steps)), starts, last, self.width)

    def _moves(self, link: int, source: Ints, target: Ints, kind: Ints, bonus: Ints) -> list[Move]:
        """Split transitions by what they mean."""
        one, two = self.links[link].a, self.links[link].b
        moves = []
        for value in np.unique(kind):
            here = kind == value
            taken = bool(value & 1)
            inner = tuple(stop for bit, stop in ((2, one), (4, two)) if value & bit)
            ends = tuple(stop for bit, stop in ((16, one), (32, two)) if value & bit)
            if taken:
                ends += tuple(stop for stop in (one, two) if not self.stops[stop].through)
            earned = bonus[here]
            moves.append(
                Move(
                    source[here],
                    target[here],
                    link if taken else None,
                    inner,
                    ends,
                    bool(value & 8),
                    earned if earned.any() else None,
                )
            )
        return moves


def _end_classes(problem: Problem) -> tuple[list[int], Ints]:
    """Return a class for each stop as an end of a route, and the transit between classes."""
    stops = range(len(problem.network.stops))
    rows = [tuple(problem.transit(one, two) if one != two else 0 for two in stops) for one in stops]
    known: dict[tuple[int, ...], int] = {tuple(0 for _ in stops): 0}
    classes = [known.setdefault(row, len(known)) for row in rows]
    transit = np.zeros((len(known), len(known)), np.int64)
    for one in stops:
        for two in stops:
            transit[classes[one], classes[two]] = rows[one][two]
    return classes, transit
