"""Construction of the state graph by a frontier search (as in Simpath, or a path decomposition).

The sweep decides section by section whether a path uses it. Past decisions matter for the rest
only through the *state* at the frontier: for every open stop, whether the path has not touched
it, runs through it, or has a loose end there, and which loose ends belong to one piece; which
contested rows and groups are used; and what is known of the two ends of the path. Paths with
the same state have the same continuations, so that a few thousand states hold millions of paths.

A state is one integer, and a layer of states one sorted array of them: all steps are done
for a whole layer at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from solvers.errors import TooLarge
from solvers.frontier.codes import MOST_BITS, Codes, Field
from solvers.frontier.ends import end_classes
from solvers.frontier.graph import SectionDecision, StateGraph, Transitions
from solvers.frontier.plan_rows import PlanRows
from solvers.frontier.pool import Bools, Ints
from solvers.frontier.sections import TrackSection
from solvers.frontier.sweep import Sweep, sweep
from solvers.frontier.track import ProblemTrack, track_of
from solvers.problem import Problem

UNTOUCHED, CLOSED, FIXED, MATE = 0, 1, 2, 3
"""States of a stop at the frontier: not on the path; run through, or a final end of the path; a
loose end of a piece whose other end is final; from 3 on, a loose end whose other end is at the
slot of that number less 3."""

DONE = np.int64(-1)
"""The code of a finished path."""

TAKEN, ONE_INNER, TWO_INNER, MARK, ONE_ENDS, TWO_ENDS, FIRST = 1, 2, 4, 8, 16, 32, 64
"""Bits of the effect of a transition: the section is used; its first or second stop is now run
through; the path has a mark; its first or second stop becomes an end. From 64 on: the path uses
the first section of a set. Beyond these: the number of pairs of a cut's rows it completes."""
_FIRST_BIT = 6


class _Transitions(NamedTuple):
    """Transitions: rows of this layer, codes of the next, effects, and bonuses of the two ends."""

    source: Ints
    codes: Ints
    meaning: Ints
    bonus: Ints

    def where(self, kept: Bools) -> _Transitions:
        return _Transitions(*(part[kept] for part in self))


class _Layer(NamedTuple):
    """A section decided: the number of states before, and the codes and transitions after."""

    section: int
    before: int
    after: Ints
    parts: tuple[_Transitions, ...]


def state_graph(problem: Problem, max_states: int | None = None) -> StateGraph:
    """Return the graph of all paths of the network of ``problem``.

    Raises :class:`TooLarge` when there are more than ``max_states`` states, or when a state does
    not fit into an integer.
    """
    track, way = track_of(problem)
    return _Builder(problem, track, way, max_states).run()


def graph_with_cuts(
    problem: Problem, graph: StateGraph, rows: PlanRows, max_states: int | None = None
) -> StateGraph:
    """Return the graph with states split so that each path pays for the cuts of ``rows`` it uses.

    Raises :class:`TooLarge` as :func:`state_graph` does.
    """
    track, cuts = graph.track, range(len(rows.cuts))
    touching = [rows.touching(cut) for cut in cuts]
    way = sweep(track.sections, problem.groups, list(track.met.values()), touching, graph.order)
    return _Builder(problem, track, way, max_states, [rows.steps(cut) for cut in cuts]).run()


class _Builder:
    """Builds layer after layer."""

    def __init__(
        self,
        problem: Problem,
        track: ProblemTrack,
        way: Sweep,
        max_states: int | None,
        cuts: Sequence[tuple[Mapping[int, int], frozenset[int]]] = (),
    ) -> None:
        self.cuts = cuts
        self.track = track
        self.sections, self.stops = track.sections.sections, track.sections.stops
        self.way = way
        self.max_states = max_states
        self.marked = track.marked
        self.short = not all(stop.makes_route for stop in self.stops)
        self.classes, self.pairs, self.between = end_classes(problem)
        self.codes = Codes(way, track.sections, len(self.pairs))

    def run(self) -> StateGraph:
        codes = np.array([0, 1] if self.marked else [0], np.int64)
        layers = []
        count = 0
        for section, closing in zip(self.way.order, self.way.closing, strict=True):
            nothing = np.zeros_like(codes)
            skipped = _Transitions(np.arange(1, len(codes) + 1), codes, nothing, nothing)
            parts = tuple(
                self._close(part, section, closing)
                for part in (skipped, self._take(section, codes))
            )
            # Paths that meet in one code have the same continuations: one state stands for all.
            after = np.unique(np.concatenate([part.codes for part in parts]))
            after = after[after != DONE]
            layers.append(_Layer(section, len(codes), after, parts))
            count += len(codes)
            if self.max_states is not None and count > self.max_states:
                raise TooLarge(f"more than {self.max_states} states")
            codes = after
        return self._number(layers)

    def _take(self, index: int, codes: Ints) -> _Transitions:
        """Return the transitions that use a section, before anything closes."""
        section, layout = self.sections[index], self.codes
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
        passing: dict[int, Bools] = {}
        for inner, (stop, side) in zip((ONE_INNER, TWO_INNER), section.nodes, strict=True):
            field = layout.items[stop]
            seen = field.get(codes)
            new = seen == UNTOUCHED
            if stop >= len(self.stops):
                codes = self._cross(codes, stop, side, new)
                far.append(np.where(new, MATE + layout.slot(stop), seen))
                continue
            for item in self.way.groups.get(stop, ()):
                codes = layout.items[item].put(codes, 1)
            if self.short and self.stops[stop].makes_route:
                making = np.minimum(layout.making.get(codes) + new, 2)
                codes = layout.making.put(codes, making)
            if self._open(stop, section):
                passing[stop] = ~new
                codes = field.put(codes, np.where(new, UNTOUCHED, CLOSED))
                meaning = meaning + inner * ~new
                far.append(np.where(new, MATE + layout.slot(stop), seen))
            else:
                codes = field.put(codes, CLOSED)
                codes, good, earned = self._fix(codes, stop)
                legal &= good
                bonus += earned
                far.append(np.full(len(codes), FIXED))
        codes, joined = self._belong(index, codes, passing)
        meaning += joined
        codes = self._tie(self._tie(codes, far[0], far[1]), far[1], far[0])
        codes, good = self._finish(codes, (far[0] == FIXED) & (far[1] == FIXED))
        return _Transitions(source + 1, codes, meaning, bonus).where(legal & good)

    def _belong(self, index: int, codes: Ints, passing: Mapping[int, Bools]) -> tuple[Ints, Ints]:
        """Count the rows of each cut that a path uses, and report each pair when it is complete.

        The state keeps only the parity: a path uses no row twice, and complete pairs are paid.
        """
        meaning = np.zeros(len(codes), np.int64)
        for item, cut, pairs in self._pairs(index):
            sections, stops = self.cuts[cut]
            field = self.codes.items[item]
            count = field.get(codes) + sections.get(index, 0)
            for stop in stops.intersection(passing):
                count = count + passing[stop]
            codes = field.put(codes, count & 1)
            meaning += (count >> 1) << pairs.shift
        return codes, meaning

    def _pairs(self, index: int) -> Iterator[tuple[int, int, Field]]:
        """Yield the cuts that a section can add to: item, number, field of the effect for pairs."""
        shift = _FIRST_BIT + len(self.way.firsts.get(index, ()))
        section = self.sections[index]
        for item, cut in self.way.cuts.get(index, ()):
            sections, stops = self.cuts[cut]
            most = 1 + sections.get(index, 0) + len(stops.intersection((section.a, section.b)))
            field = Field(shift, (most >> 1).bit_length())
            shift += field.bits
            if shift > MOST_BITS:
                raise TooLarge("too many cuts at one section of track")
            yield item, cut, field

    def _cross(self, codes: Ints, point: int, side: int, new: Bools) -> Ints:
        """Enter a point from a side, or leave it by that side if the path is not ``new`` to it.

        Where all sections of one side are decided before those of the other, a point that was
        left may count as untouched: only a loose end leads on to its second side.
        """
        layout = self.codes
        if point in self.way.second:
            return layout.items[point].put(codes, UNTOUCHED)
        codes = layout.items[self.way.sides[point]].put(codes, side * new)
        return layout.items[point].put(codes, np.where(new, UNTOUCHED, CLOSED))

    def _open(self, stop: int, section: TrackSection) -> bool:
        """Whether a path that comes to a stop by a section may go on."""
        return self.stops[stop].through and stop not in section.dead_ends

    def _allowed(self, index: int, codes: Ints) -> Bools:
        """Mask of states that let a path use a section."""
        section, items = self.sections[index], self.codes.items
        allowed = np.ones(len(codes), np.bool_)
        for item in self.way.rows.get(index, ()):
            allowed &= items[item].get(codes) == 0
        for stop, side in section.nodes:
            seen = items[stop].get(codes)
            if stop in self.way.second:
                allowed &= seen != UNTOUCHED if side == self.way.second[stop] else seen == UNTOUCHED
            else:
                allowed &= seen != CLOSED
            if stop in self.way.sides:
                came = items[self.way.sides[stop]].get(codes)
                allowed &= (seen == UNTOUCHED) | (came != side)
            if stop in section.dead_ends:
                allowed &= seen == UNTOUCHED
            for item in self.way.groups.get(stop, ()):
                allowed &= (seen != UNTOUCHED) | (items[item].get(codes) == 0)
        one, two = section.a, section.b
        if set(self.way.groups.get(one, ())).intersection(self.way.groups.get(two, ())):
            allowed[:] = False
        # Both stops are the loose ends of one piece: joining them would close a ring.
        if self.track.sections.passable(one) and self.track.sections.passable(two):  # no ring
            allowed &= items[one].get(codes) != MATE + self.codes.slot(two)
        if index in self.marked:
            allowed &= self.codes.mark.get(codes) != 0
        return allowed

    def _tie(self, codes: Ints, end: Ints, other: Ints) -> Ints:
        """Store ``other`` as the other end of the piece at each ``end`` that is an open stop."""
        shift = self.codes.first_slot + 4 * np.maximum(end - MATE, 0)
        tied = (codes & ~(np.int64(15) << shift)) | (other << shift)
        return np.where(end >= MATE, tied, codes)

    def _fix(self, codes: Ints, stop: int) -> tuple[Ints, Bools, Ints]:
        """Make ``stop`` a final end of the path: new codes, whether legal, the bonus earned."""
        layout, here = self.codes, self.classes[stop]
        fixed = layout.fixed.get(codes)
        earned = np.where(fixed == 1, self.pairs[layout.end.get(codes), here], 0)
        codes = layout.fixed.put(codes, fixed + 1)
        return layout.end.put(codes, np.where(fixed == 0, here, 0)), fixed < 2, earned

    def _finish(self, codes: Ints, finished: Bools) -> tuple[Ints, Bools]:
        """Code finished paths as ``DONE``; mask of paths that are unfinished or a legal route."""
        whole = (codes & self.codes.open_ends) == 0
        if self.marked:
            whole &= self.codes.mark.get(codes) != 1
        if self.short:
            whole &= self.codes.making.get(codes) == 2
        return np.where(finished, DONE, codes), whole | ~finished

    def _close(self, moves: _Transitions, index: int, closing: Sequence[int]) -> _Transitions:
        """Remove items from the frontier; a stop that is a loose end becomes a final one."""
        section, layout = self.sections[index], self.codes
        for ends, stop in ((ONE_ENDS, section.a), (TWO_ENDS, section.b)):
            if stop not in closing or not self.track.sections.passable(stop):
                continue
            if stop >= len(self.stops):
                moves = self._leave(moves, stop)
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
            if not self.track.sections.passable(item)
        )
        codes = np.where(moves.codes == DONE, DONE, moves.codes & ~np.int64(spent))
        return moves._replace(codes=codes)

    def _leave(self, moves: _Transitions, point: int) -> _Transitions:
        """Remove a point from the frontier; states with a loose end there are dropped."""
        field, done = self.codes.items[point], moves.codes == DONE
        moves = moves.where(done | (field.get(moves.codes) < FIXED))
        cleared = field.put(moves.codes, UNTOUCHED)
        return moves._replace(codes=np.where(moves.codes == DONE, DONE, cleared))

    def _number(self, layers: Sequence[_Layer]) -> StateGraph:
        """Turn codes into rows, last layer first; states with no way to finish are dropped."""
        alive = np.zeros(1 + (len(layers[-1].after) if layers else 0), np.bool_)
        alive[0] = True
        steps: list[SectionDecision] = []
        for section, before, after, parts in reversed(layers):
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
                for move in self._moves(section, part._replace(source=rank[part.source]))
            ]
            steps.append(SectionDecision(int(useful.sum()) - 1, tuple(moves)))
            alive = useful
        starts = np.arange(1, alive.sum())
        return StateGraph(
            tuple(reversed(steps)),
            starts,
            self.codes.width,
            self.track,
            self.way.order,
            self.between,
        )

    def _moves(self, index: int, part: _Transitions) -> list[Transitions]:
        """Split transitions by their effect."""
        section = self.sections[index]
        one, two = section.a, section.b
        moves = []
        for meaning in np.unique(part.meaning):
            source, target, _, bonus = part.where(part.meaning == meaning)
            ends = [stop for bit, stop in ((ONE_ENDS, one), (TWO_ENDS, two)) if meaning & bit]
            if meaning & TAKEN:
                ends += [
                    stop
                    for stop in (one, two)
                    if stop < len(self.stops) and not self._open(stop, section)
                ]
            inner = [stop for bit, stop in ((ONE_INNER, one), (TWO_INNER, two)) if meaning & bit]
            moves.append(
                Transitions(
                    source,
                    target,
                    index if meaning & TAKEN else None,
                    tuple(inner),
                    tuple(ends),
                    bool(meaning & MARK),
                    bonus if bonus.any() else None,
                    tuple(
                        some
                        for bit, (_, some) in enumerate(self.way.firsts.get(index, ()))
                        if meaning & FIRST << bit
                    ),
                    tuple(
                        cut
                        for _, cut, pairs in self._pairs(index)
                        for _ in range(int(pairs.get(meaning)))
                    ),
                )
            )
        return moves
