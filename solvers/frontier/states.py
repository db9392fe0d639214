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

from hexgraph.network import Link
from solvers.bonus import Marked, Over, Sets
from solvers.errors import TooLarge
from solvers.frontier.codes import Codes
from solvers.frontier.graph import LinkDecision, StateGraph, Transitions
from solvers.frontier.pool import Bools, Ints
from solvers.frontier.sweep import Sweep, sweep
from solvers.problem import Problem

UNTOUCHED, CLOSED, FIXED, MATE = 0, 1, 2, 3
"""What a stop at the frontier can be: not on the path; run through, or an end for good; an
end of a piece whose other end is fixed; from 3 on: an end whose other end is at slot - 3."""

DONE = np.int64(-1)
"""The code of a finished path."""

TAKEN, ONE_INNER, TWO_INNER, MARK, ONE_ENDS, TWO_ENDS, FIRST = 1, 2, 4, 8, 16, 32, 64
"""What a transition means: the link is used; one or the other of its stops is now run through;
the path has a mark; one or the other stop closes as an end; from 64 on: the path
uses the first link of a set."""


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
    way = sweep(problem.network, problem.groups, _met(problem))
    return _Builder(problem, way, max_states).run()


class _Builder:
    """Builds layer after layer."""

    def __init__(self, problem: Problem, way: Sweep, max_states: int | None) -> None:
        network = problem.network
        self.links, self.stops = network.links, network.stops
        self.way = way
        self.max_states = max_states
        self.marked = _marked(problem)
        self.short = not all(stop.makes_route for stop in network.stops)
        self.classes, self.pairs, self.between = _end_classes(problem)
        self.codes = Codes(way, network.stops, len(self.pairs))

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
        for bit, (item, _) in enumerate(self.way.firsts.get(index, ())):
            field = layout.items[item]
            meaning = meaning + (FIRST << bit) * (field.get(codes) == 0)
            codes = field.put(codes, 1)
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
            if self._open(stop, link):
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

    def _open(self, stop: int, link: Link) -> bool:
        """Return whether a path that comes to a stop by a link may go on."""
        return self.stops[stop].through and stop not in link.dead_ends

    def _allowed(self, index: int, codes: Ints) -> Bools:
        """Tell which states let a path use a link."""
        link, items = self.links[index], self.codes.items
        allowed = np.ones(len(codes), np.bool_)
        for item in self.way.rows.get(index, ()):
            allowed &= items[item].get(codes) == 0
        for stop in (link.a, link.b):
            seen = items[stop].get(codes)
            allowed &= seen != CLOSED
            if stop in link.dead_ends:
                allowed &= seen == UNTOUCHED
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
        earned = np.where(fixed == 1, self.pairs[layout.end.get(codes), here], 0)
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
        steps: list[LinkDecision] = []
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
            steps.append(LinkDecision(int(useful.sum()) - 1, tuple(moves)))
            alive = useful
        starts = np.arange(1, alive.sum())
        return StateGraph(tuple(reversed(steps)), starts, self.codes.width, self.between)

    def _moves(self, link: int, part: _Transitions) -> list[Transitions]:
        """Split transitions by what they mean."""
        one, two = self.links[link].a, self.links[link].b
        moves = []
        for meaning in np.unique(part.meaning):
            source, target, _, bonus = part.where(part.meaning == meaning)
            ends = [stop for bit, stop in ((ONE_ENDS, one), (TWO_ENDS, two)) if meaning & bit]
            if meaning & TAKEN:
                ends += [stop for stop in (one, two) if not self._open(stop, self.links[link])]
            inner = [stop for bit, stop in ((ONE_INNER, one), (TWO_INNER, two)) if meaning & bit]
            moves.append(
                Transitions(
                    source,
                    target,
                    link if meaning & TAKEN else None,
                    tuple(inner),
                    tuple(ends),
                    bool(meaning & MARK),
                    bonus if bonus.any() else None,
                    tuple(
                        some
                        for bit, (_, some) in enumerate(self.way.firsts.get(link, ()))
                        if meaning & FIRST << bit
                    ),
                )
            )
        return moves


def _met(problem: Problem) -> list[frozenset[int]]:
    """Return the sets of links of which it matters whether a path uses one."""
    found: dict[frozenset[int], None] = {}
    for train in problem.fleet:
        for bonus in train.bonuses:
            if isinstance(bonus, Over):
                found[bonus.links] = None
            elif isinstance(bonus, Marked) and bonus.per == "route":
                found[frozenset(dict(bonus.links))] = None
    return list(found)


def _marked(problem: Problem) -> frozenset[int]:
    """Return the links with marks that count for each paying stop."""
    found = {
        frozenset(dict(bonus.links))
        for train in problem.fleet
        for bonus in train.bonuses
        if isinstance(bonus, Marked) and bonus.per == "paid"
    }
    if len(found) > 1:
        raise TooLarge("frontier cannot hold several kinds of marks for each paying stop")
    return frozenset(link for links in found for link in links)


def _end_classes(problem: Problem) -> tuple[list[int], Ints, tuple[tuple[int, ...], ...]]:
    """Return a class for each stop as an end of a route, and what two classes earn.

    Stops of one class earn the same with every other stop, with every train. What they earn
    is told by a number, and what the number means comes last; 0 is nothing.
    """
    stops = range(len(problem.network.stops))
    found = [
        [bonus for bonus in train.bonuses if isinstance(bonus, Sets) and bonus.ends]
        for train in problem.fleet
    ]
    nothing = tuple(0 for _ in found)
    earned = {nothing: 0}

    def number(one: int, two: int) -> int:
        amounts = tuple(sum(bonus.of_ends(one, two) for bonus in some) for some in found)
        return earned.setdefault(nothing if one == two else amounts, len(earned))

    if any(found):
        rows = [tuple(number(one, two) for two in stops) for one in stops]
    else:
        rows = [tuple(0 for _ in stops)] * len(stops)
    known: dict[tuple[int, ...], int] = {tuple(0 for _ in stops): 0}
    classes = [known.setdefault(row, len(known)) for row in rows]
    pairs = np.zeros((len(known), len(known)), np.int64)
    for one in stops:
        for two in stops:
            pairs[classes[one], classes[two]] = rows[one][two]
    return classes, pairs, tuple(earned)
