"""How the state graph is built.

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
from typing import NamedTuple

import numpy as np

from solvers.bonus import Marked, Sets
from solvers.errors import TooLarge
from solvers.frontier.codes import Codes
from solvers.frontier.graph import Move, StateGraph, Step
from solvers.frontier.pool import Bools, Ints
from solvers.frontier.sweep import Sweep, sweep
from solvers.problem import Problem

UNTOUCHED, CLOSED, FIXED, MATE = 0, 1, 2, 3
"""What a stop at the frontier can be: not on the path; run through, or an end for good; an
end of a piece whose other end is fixed; from 3 on: an end whose other end is at slot - 3."""

DONE = np.int64(-1)
"""The code of a finished path."""

TAKEN, ONE_INNER, TWO_INNER, MARK, ONE_ENDS, TWO_ENDS = 1, 2, 4, 8, 16, 32
"""What a transition means: the link is used; one or the other of its stops is now run through;
the path has a mark; one or the other stop closes as an end."""


class _Transitions(NamedTuple):
    """Rows of this layer, codes of the next, what each means, and what the two ends earn."""

    source: Ints
    codes: Ints
    meaning: Ints
    bonus: Ints

    def where(self, kept: Bools) -> _Transitions:
        return _Transitions(*(part[kept] for part in self))


class _Layer(NamedTuple):
    """A link decided: the number of states before, and the codes and transitions after."""

    link: int
    before: int
    after: Ints
    parts: tuple[_Transitions, ...]


def state_graph(problem: Problem, max_states: int | None = None) -> StateGraph:
    """Return the graph of all paths of the network of ``problem``.

    Raises :class:`TooLarge` when there are more than ``max_states`` states, or when more is
    open at the frontier than an integer can tell.
    """
    return _Builder(problem, sweep(problem.network, problem.groups), max_states).run()


class _Builder:
    """Builds layer after layer."""

    def __init__(self, problem: Problem, way: Sweep, max_states: int | None) -> None:
        network = problem.network
        self.links, self.stops = network.links, network.stops
        self.way = way
        self.max_states = max_states
        self.marked = {
            link
            for train in problem.fleet
            for bonus in train.bonuses
            if isinstance(bonus, Marked)
            for link, _ in bonus.links
        }
        self.short = not all(stop.makes_route for stop in network.stops)
        self.classes, self.between = _end_classes(problem)
        self.codes = Codes(way, network.stops, len(self.between))

    def run(self) -> StateGraph:
        codes = np.array([0, 1] if self.marked else [0], np.int64)
        layers = []
        count = 0
        for link, closing in zip(self.way.order, self.way.closing, strict=True):
            nothing = np.zeros_like(codes)
            skipped = _Transitions(np.arange(1, len(codes) + 1), codes, nothing, nothing)
            parts = tuple(
                self._close(part, link, closing) for part in (skipped, self._take(link, codes))
            )
            after = np.unique(np.concatenate([part.codes for part in parts]))
            after = after[after != DONE]
            layers.append(_Layer(link, len(codes), after, parts))
            count += len(codes)
            if self.max_states is not None and count > self.max_states:
                raise TooLarge(f"more than {self.max_states} states")
            codes = after
        return self._number(layers)

    def _take(self, index: int, codes: Ints) -> _Transitions:
        """Return the transitions that use a link, before anything closes."""
        link, layout = self.links[index], self.codes
        source = np.flatnonzero(self._allowed(index, codes))
        codes = codes[source]
        for item in self.way.rows.get(index, ()):
            codes = layout.items[item].put(codes, 1)
        if index in self.marked:
            codes = layout.mark.put(codes, 2)
        meaning = TAKEN + MARK * (layout.mark.get(codes) != 0)
        bonus = np.zeros(len(codes), np.int64)
        legal = np.ones(len(codes), np.bool_)
        far = []
        for inner, stop in ((ONE_INNER, link.a), (TWO_INNER, link.b)):
            field = layout.items[stop]
            seen = field.get(codes)
            new = seen == UNTOUCHED
            for item in self.way.groups.get(stop, ()):
                codes = layout.items[item].put(codes, 1)
            if self.short and self.stops[stop].makes_route:
                making = np.minimum(layout.making.get(codes) + new, 2)
                codes = layout.making.put(codes, making)
            if self.stops[stop].through:
                codes = field.put(codes, np.where(new, UNTOUCHED, CLOSED))
                meaning = meaning + inner * ~new
                far.append(np.where(new, MATE + layout.slot(stop), seen))
            else:
                codes = field.put(codes, CLOSED)
                codes, good, earned = self._fix(codes, stop)
                legal &= good
                bonus += earned
                far.append(np.full(len(codes), FIXED))
        codes = self._tie(self._tie(codes, far[0], far[1]), far[1], far[0])
        codes, good = self._finish(codes, (far[0] == FIXED) & (far[1] == FIXED))
        return _Transitions(source + 1, codes, meaning, bonus).where(legal & good)

    def _allowed(self, index: int, codes: Ints) -> Bools:
        """Tell which states let a path use a link."""
        link, items = self.links[index], self.codes.items
        allowed = np.ones(len(codes), np.bool_)
        for item in self.way.rows.get(index, ()):
            allowed &= items[item].get(codes) == 0
        for stop in (link.a, link.b):
            seen = items[stop].get(codes)
            allowed &= seen != CLOSED
            for item in self.way.groups.get(stop, ()):
                allowed &= (seen != UNTOUCHED) | (items[item].get(codes) == 0)
        if set(self.way.groups.get(link.a, ())).intersection(self.way.groups.get(link.b, ())):
            allowed[:] = False
        if self.stops[link.a].through and self.stops[link.b].through:  # no closed ring
            allowed &= items[link.a].get(codes) != MATE + self.codes.slot(link.b)
        if index in self.marked:
            allowed &= self.codes.mark.get(codes) != 0
        return allowed

    def _tie(self, codes: Ints, end: Ints, other: Ints) -> Ints:
        """Write at each ``end`` that is a stop of the frontier what its other end is."""
        shift = self.codes.first_slot + 4 * np.maximum(end - MATE, 0)
        tied = (codes & ~(np.int64(15) << shift)) | (other << shift)
        return np.where(end >= MATE, tied, codes)

    def _fix(self, codes: Ints, stop: int) -> tuple[Ints, Bools, Ints]:
        """Make ``stop`` an end of the path: codes, whether that is possible, what it earns."""
        layout, here = self.codes, self.classes[stop]
        fixed = layout.fixed.get(codes)
        earned = np.where(fixed == 1, self.between[layout.end.get(codes), here], 0)
        codes = layout.fixed.put(codes, fixed + 1)
        return layout.end.put(codes, np.where(fixed == 0, here, 0)), fixed < 2, earned

    def _finish(self, codes: Ints, finished: Bools) -> tuple[Ints, Bools]:
        """Return finished paths as ``DONE``, and which of them are a whole path of a route."""
        whole = (codes & self.codes.open_ends) == 0
        if self.marked:
            whole &= self.codes.mark.get(codes) != 1
        if self.short:
            whole &= self.codes.making.get(codes) == 2
        return np.where(finished, DONE, codes), whole | ~finished

    def _close(self, moves: _Transitions, index: int, closing: Sequence[int]) -> _Transitions:
        """Let items leave the frontier; a stop with one link so far becomes an end."""
        link, layout = self.links[index], self.codes
        for ends, stop in ((ONE_ENDS, link.a), (TWO_ENDS, link.b)):
            if stop not in closing or not self.stops[stop].through:
                continue
            source, codes, meaning, bonus = moves
            done = codes == DONE
            codes = np.where(done, 0, codes)
            seen = layout.items[stop].get(codes)
            codes = layout.items[stop].put(codes, UNTOUCHED)
            ending = seen >= FIXED
            ended, good, earned = self._fix(codes, stop)
            ended = self._tie(ended, seen, np.full(len(seen), FIXED))
            ended, whole = self._finish(ended, seen == FIXED)
            mark = MARK * (layout.mark.get(codes) != 0)
            moves = _Transitions(
                source,
                np.where(done, DONE, np.where(ending, ended, codes)),
                np.where(ending, meaning | ends | mark, meaning),
                np.where(ending, bonus + earned, bonus),
            ).where(~ending | (good & whole))
        spent = sum(
            1 << layout.items[item].shift
            for item in closing
            if item >= len(self.stops) or not self.stops[item].through
        )
        codes = np.where(moves.codes == DONE, DONE, moves.codes & ~np.int64(spent))
        return moves._replace(codes=codes)

    def _number(self, layers: Sequence[_Layer]) -> StateGraph:
        """Turn codes into rows and drop all states from which no path can be finished."""
        alive = np.zeros(1 + (len(layers[-1].after) if layers else 0), np.bool_)
        alive[0] = True
        steps: list[Step] = []
        for link, before, after, parts in reversed(layers):
            number = np.cumsum(alive) - 1
            useful = np.zeros(before + 1, np.bool_)
            useful[0] = True
            numbered = []
            for part in parts:
                rows = np.where(part.codes == DONE, 0, np.searchsorted(after, part.codes) + 1)
                part = part._replace(codes=number[rows]).where(alive[rows])
                useful[part.source] = True
                numbered.append(part)
            rank = np.cumsum(useful) - 1
            moves = [
                move
                for part in numbered
                for move in self._moves(link, part._replace(source=rank[part.source]))
            ]
            steps.append(Step(int(useful.sum()) - 1, tuple(moves)))
            alive = useful
        return StateGraph(tuple(reversed(steps)), np.arange(1, alive.sum()), self.codes.width)

    def _moves(self, link: int, part: _Transitions) -> list[Move]:
        """Split transitions by what they mean."""
        one, two = self.links[link].a, self.links[link].b
        moves = []
        for meaning in np.unique(part.meaning):
            source, target, _, bonus = part.where(part.meaning == meaning)
            ends = [stop for bit, stop in ((ONE_ENDS, one), (TWO_ENDS, two)) if meaning & bit]
            if meaning & TAKEN:
                ends += [stop for stop in (one, two) if not self.stops[stop].through]
            inner = [stop for bit, stop in ((ONE_INNER, one), (TWO_INNER, two)) if meaning & bit]
            moves.append(
                Move(
                    source,
                    target,
                    link if meaning & TAKEN else None,
                    tuple(inner),
                    tuple(ends),
                    bool(meaning & MARK),
                    bonus if bonus.any() else None,
                )
            )
        return moves


def _end_classes(problem: Problem) -> tuple[list[int], Ints]:
    """Return a class for each stop as an end of a route, and what two classes earn.

    Stops of one class earn the same with every other stop.
    """
    stops = range(len(problem.network.stops))
    found = {
        bonus
        for train in problem.fleet
        for bonus in train.bonuses
        if isinstance(bonus, Sets) and bonus.ends
    }
    rows = [
        tuple(sum(b.of_ends(one, two) for b in found) if one != two else 0 for two in stops)
        for one in stops
    ]
    known: dict[tuple[int, ...], int] = {tuple(0 for _ in stops): 0}
    classes = [known.setdefault(row, len(known)) for row in rows]
    between = np.zeros((len(known), len(known)), np.int64)
    for one in stops:
        for two in stops:
            between[classes[one], classes[two]] = rows[one][two]
    return classes, between
