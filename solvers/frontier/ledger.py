"""The limits and revenue of one train, as counters and scores for the moves of a state graph.

A state graph knows paths, not trains. This module gives a train its counters (:mod:`axes`), and
for every move of the graph the shift of the counters and the score. A move may have several ways:
a stop that is run through may pay or not, if the train need not be paid for all stops.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import product
from math import gcd, prod

import numpy as np

from mapdata.words import with_article
from solvers.bonus import (
    Again,
    Between,
    Counted,
    Earned,
    HalfEnds,
    Marked,
    Markers,
    Over,
    Set,
    Sets,
    Stations,
    Visited,
)
from solvers.errors import TooLarge
from solvers.frontier.axes import NEVER, Axis, AxisShift, AxisTable
from solvers.frontier.graph import StateGraph, Transitions
from solvers.frontier.pool import Ints
from solvers.pack import Scale
from solvers.problem import Problem, Train
from solvers.visits import Requires, Together, VisitRule

MOST = 20_000
"""Most places on the axes of a train, which is the width of its table."""

_AxisPlace = tuple[int, ...]
_Final = Callable[[_AxisPlace], int | None]
"""The earnings of a complete path by its place on the axes; ``None`` if it is no legal route."""

_Shifts = Mapping[int, int]
"""The shift of an axis by each stop."""

_NONE: _Shifts = {}


class Ledger:
    """The axes of one train on a state graph, for routes that claim the bonuses ``once``.

    ``ways[step][move]`` lists the ways to make each move of each step, and ``bonus[step][move]``
    has the amounts that the two ends of a path earn by it.
    """

    def __init__(
        self,
        problem: Problem,
        train: Train,
        scale: Scale,
        graph: StateGraph,
        once: tuple[str, ...] = (),
    ) -> None:
        self.problem, self.train, self.scale, self.once = problem, train, scale, once
        self.axes: list[Axis] = []
        self.visited: list[_Shifts] = []
        self.paid: list[_Shifts] = []
        self.ended: list[_Shifts] = []
        self.length: int | None = None
        self.passed: int | None = None
        self.lengths: list[int] = []
        self.on_the_way: dict[int, list[int]] = {}
        self.finals: list[_Final] = []
        self.each_visit = self.each_paid = 0
        self.end_worth: dict[int, int] = {}
        self.each_end = [0] * len(problem.network.stops)
        self.track = graph.track
        closed = self.track.sections.any_of(train.closed)
        assert closed is not None  # or else the track would not have been taken apart
        self.closed = closed
        self.liked = self._shares(dict.fromkeys(problem.prefer_links, 1))
        self.section_worth = [0] * len(self.liked)
        if train.lengths is not None:
            self.lengths = self._shares(dict(enumerate(train.lengths)))
        self.first_worth: dict[frozenset[int], int] = {}
        if train.local:
            raise TooLarge(f"frontier cannot hold the single stops of {with_article(train.name)}")
        if train.half:
            raise TooLarge(
                f"frontier cannot hold the rounded revenue of {with_article(train.name)}"
            )
        self._keep_the_rules()
        for bonus in train.bonuses:
            self._earn(bonus)
        self.places = prod(axis.size for axis in self.axes)
        if self.places > MOST:
            raise TooLarge(
                f"frontier cannot hold all limits and bonuses of {with_article(train.name)}"
            )
        number = list(problem.fleet).index(train)
        amounts = np.array([each[number] for each in graph.between], np.int64)
        self.amounts = amounts
        self.ways = [[self._ways(move) for move in step.moves] for step in graph.steps]
        self.bonus: list[list[Ints | None]] = [
            [None if m.bonus is None else scale.revenue * amounts[m.bonus] for m in step.moves]
            for step in graph.steps
        ]

    # -- axes: rules and bonuses

    def _axis(
        self, axis: Axis, visited: _Shifts = _NONE, paid: _Shifts = _NONE, ended: _Shifts = _NONE
    ) -> int:
        """Add an axis with its shifts by stops that are visited, that pay, that are ends."""
        self.axes.append(axis)
        self.visited.append(visited)
        self.paid.append(paid)
        self.ended.append(ended)
        return len(self.axes) - 1

    def _keep_the_rules(self) -> None:
        """Add an axis for each limit and rule of the train's routes."""
        train, stops = self.train, self.problem.network.stops
        homes = {at: 1 for at, stop in enumerate(stops) if stop.home}
        paying = train.marker_must_pay
        marker = self._axis(Axis(2), _NONE if paying else homes, homes if paying else _NONE)
        self.finals.append(lambda place: 0 if place[marker] else None)
        if train.must is not None:
            most = Axis(train.must_count + 1, caps=True)
            there = self._axis(most, dict.fromkeys(train.must, 1))
            self.finals.append(lambda place: 0 if place[there] == train.must_count else None)
        if train.hexes is not None:
            self.length = self._axis(Axis(train.hexes, counts=True))
        for limit in train.visits:
            ends = dict(enumerate(limit.ends or ()))
            at = self._axis(Axis(limit.most + 1, True), dict(enumerate(limit.weights)), ended=ends)
            if limit.links:
                if min(limit.links) < 0:
                    raise TooLarge("frontier cannot hold stops that count as one")
                self.on_the_way[at] = self._shares(dict(enumerate(limit.links)))
        if self.problem.closed:
            self.passed = self._axis(Axis(2, counts=True))
        for limit in train.pays:
            self._axis(Axis(limit.most + 1, True), paid=dict(enumerate(limit.weights)))
        for some, number in self.problem.needs:
            many = self._axis(Axis(number + 1, caps=True), paid=dict.fromkeys(range(len(stops)), 1))
            met = self._axis(Axis(2), dict.fromkeys(some, 1))
            self.finals.append(_needing(many, met, number))
        for rule in self.problem.visits:
            self._keep(rule)

    def _keep(self, rule: VisitRule) -> None:
        if isinstance(rule, Together):
            most, stops = len(rule.stops), range(len(self.problem.network.stops))
            met = self._axis(Axis(most + 1, caps=True), dict.fromkeys(rule.stops, 1))
            many = self._axis(Axis(rule.least + 1, caps=True), dict.fromkeys(stops, 1))
            self.finals.append(
                lambda place: (
                    None if place[met] and (place[met], place[many]) != (most, rule.least) else 0
                )
            )
        elif isinstance(rule, Requires):
            there = self._axis(Axis(2), dict.fromkeys(rule.stops, 1))
            begun = self._axis(Axis(2), dict.fromkeys(rule.starts, 1))
            self.finals.append(lambda place: None if place[there] and not place[begun] else 0)
        else:
            both = self._axis(Axis(3, caps=True), dict.fromkeys(rule.stops, 1))
            free = self._axis(Axis(2), dict.fromkeys(rule.unless, 1))
            self.finals.append(lambda place: None if place[both] > 1 and not place[free] else 0)

    def _earn(self, bonus: Earned) -> None:
        """Add a bonus: to the score of moves where it is local, else by axes of its own.

        One case for each kind of bonus: a table of functions would say the same in more words.
        """
        train = self.train
        if isinstance(bonus, Between):
            raise TooLarge(f"frontier cannot hold the bonus {bonus.name}, told by links")
        by_ends = isinstance(bonus, Marked) or (isinstance(bonus, Sets) and bonus.ends)
        if by_ends and train.skips and not train.trims:
            raise TooLarge(
                f"frontier cannot hold the bonus {bonus.name} of {with_article(train.name)}"
            )
        if isinstance(bonus, Sets) and not bonus.ends:
            if not bonus.once or bonus.name in self.once:
                levels = [_levels(each) for each in bonus.sets]
                places = [self._level_axis(shifts, len(figures)) for shifts, figures in levels]
                self.finals.append(_all(places, [figures for _, figures in levels], bonus.amount))
        elif isinstance(bonus, Marked):
            if bonus.per == "paid":
                self.each_paid += bonus.amount
            elif bonus.per == "mark":
                for section, number in enumerate(self._shares(dict(bonus.links))):
                    self.section_worth[section] += bonus.amount * number
            else:
                self._first(frozenset(dict(bonus.links)), bonus.amount)
        elif isinstance(bonus, Over):
            if not bonus.once or bonus.name in self.once:
                self._first(bonus.links, bonus.amount)
        elif isinstance(bonus, Visited):
            if bonus.stops is not None or bonus.most is not None:
                raise TooLarge(f"frontier cannot hold the bonus {bonus.name}, for some visits only")
            self.each_visit += bonus.amount if bonus.name in self.once else 0
        elif isinstance(bonus, HalfEnds):
            self._for_ends(bonus)
        elif isinstance(bonus, Counted):
            count = Axis(len(bonus.stops) + 1, counts=True)
            many = self._axis(count, paid=dict.fromkeys(bonus.stops, 1))
            self.finals.append(lambda place: bonus.of(place[many]))
        elif isinstance(bonus, Markers):
            self._for_markers(bonus)
        elif isinstance(bonus, Stations):
            self._for_stations(bonus)
        elif isinstance(bonus, Again):
            if self._apart(stop for stop, _ in bonus.stops):
                for stop, figure in bonus.stops:
                    self.end_worth[stop] = self.end_worth.get(stop, 0) + figure
            else:
                shifts, figures = _levels(bonus.stops)
                again = self._axis(Axis(len(figures)), ended=shifts)
                self.finals.append(lambda place: figures[place[again]])

    def _level_axis(self, shifts: _Shifts, levels: int) -> int:
        """The axis of the best paying stop of a set; bonuses for the same set share it."""
        for at, (axis, paid) in enumerate(zip(self.axes, self.paid, strict=True)):
            others = self.visited[at] or self.ended[at]
            if axis == Axis(levels) and paid == shifts and not others:
                return at
        return self._axis(Axis(levels), paid=shifts)

    def _shares(self, numbers: Mapping[int, int]) -> list[int]:
        """Numbers of links spread over sections."""
        shares = self.track.sections.shared_out(numbers)
        assert shares is not None  # or else the track would not have been taken apart
        return shares

    def _first(self, links: frozenset[int], amount: int) -> None:
        some = self.track.met[links]
        self.first_worth[some] = self.first_worth.get(some, 0) + amount

    def _for_markers(self, bonus: Markers) -> None:
        if not self._apart(stop for stop, _ in bonus.stops):
            raise TooLarge(f"frontier cannot hold the bonus {bonus.name}")
        homes = {at: 1 for at, stop in enumerate(self.problem.network.stops) if stop.home}
        shifts, figures = _levels(bonus.stops)
        port = self._axis(Axis(len(figures)), paid=shifts)
        markers = self._axis(Axis(len(homes) + 1, counts=True), paid=homes)
        self.finals.append(lambda place: figures[place[port]] * place[markers])

    def _for_ends(self, bonus: HalfEnds) -> None:
        if any(value % 2 for value in bonus.values):
            raise TooLarge(f"frontier cannot hold the bonus {bonus.name}, which is rounded")
        if bonus.name in self.once:
            halves = zip(self.each_end, bonus.values, strict=True)
            self.each_end = [before + value // 2 for before, value in halves]

    def _for_stations(self, bonus: Stations) -> None:
        homes = {at: 1 for at, stop in enumerate(self.problem.network.stops) if stop.home}
        steps = len(bonus.steps(len(homes)))
        markers = self._axis(Axis(steps + 1, caps=True), paid=homes)
        where = bonus.where
        sets = [dict.fromkeys(dict(each), 1) for each in where.sets] if where is not None else []
        needed = [1] * len(sets)
        if where is not None and where.ends:  # one end in each, and both in either
            sets, needed = [*sets, sets[0] | sets[1]], [1, 1, 2]
            met = [self._axis(Axis(3, caps=True), ended=each) for each in sets]
        else:
            met = [self._axis(Axis(2), paid=each) for each in sets]
        self.finals.append(
            lambda place: (
                bonus.of(place[markers])
                if all(place[at] >= least for at, least in zip(met, needed, strict=True))
                else 0
            )
        )

    def _apart(self, stops: Iterable[int]) -> bool:
        """Whether no two of these stand in one route."""
        some = list(stops)
        bits = sum(1 << stop for stop in some)
        return all(bits & ~self.problem.shuts[stop] == 0 for stop in some)

    def accepted(self) -> AxisTable:
        """Score of completing a path at each place on the axes; ``NEVER`` if it is no route."""
        table = np.full([axis.size for axis in self.axes], NEVER, np.int64)
        for place in product(*[range(axis.size) for axis in self.axes]):
            earned = [final(place) for final in self.finals]
            if None not in earned:
                table[place] = self.scale.revenue * sum(each or 0 for each in earned)
        return table

    @property
    def unit(self) -> int:
        """Common divisor of the revenues of all routes.

        A revenue is a sum of figures that moves add and of one figure for the finished path.
        """
        table = self.accepted()
        return gcd(
            *self.train.worth,
            *self.section_worth,
            *self.first_worth.values(),
            *self.end_worth.values(),
            *self.each_end,
            self.each_visit,
            self.each_paid,
            *np.unique(self.amounts).tolist(),
            *(np.unique(table[table != NEVER]) // self.scale.revenue).tolist(),
        )

    # -- the ways of moves

    def _ways(self, move: Transitions) -> list[AxisShift]:
        train = self.train
        if train.barred.intersection((*move.ends, *move.inner)):
            return []
        if train.no_ends.intersection(move.ends) or move.section in self.closed:
            return []
        if train.no_through.intersection(move.inner):
            return []
        ways = [self._section(move)]
        for stop in (*move.ends, *move.inner):
            end = stop in move.ends
            options = [self._stop(stop, move.mark, end, pays=True)]
            if train.skips and stop not in train.must_pay and not (end and train.trims):
                options.append(self._stop(stop, move.mark, end, pays=False))
            ways = [self._sum(way, option) for way in ways for option in options]
        best: dict[_AxisPlace, int] = {}
        for way in ways:
            best[way.shifts] = max(way.score, best.get(way.shifts, NEVER))
        return [
            AxisShift(shifts, score)
            for shifts, score in best.items()
            if not any(a.counts and by >= a.size for a, by in zip(self.axes, shifts, strict=True))
        ]

    def _section(self, move: Transitions) -> AxisShift:
        shifts = [0] * len(self.axes)
        if move.section is None:
            return AxisShift(tuple(shifts), 0)
        hexsides = self.track.sections.sections[move.section].hexsides
        if self.length is not None:
            shifts[self.length] = self.lengths[move.section] if self.lengths else hexsides
        for at, shares in self.on_the_way.items():
            shifts[at] = shares[move.section]
        worth = self.section_worth[move.section] + sum(
            self.first_worth.get(some, 0) for some in move.firsts
        )
        liked = self.scale.liked * self.liked[move.section]
        return AxisShift(tuple(shifts), self.scale.revenue * worth + liked - hexsides)

    def _stop(self, stop: int, mark: bool, end: bool, *, pays: bool) -> AxisShift:
        worth, liked = self.each_visit + (self.each_end[stop] if end else 0), 0
        parts = [self.visited]
        if pays:
            parts.append(self.paid)
            worth += self.train.worth[stop] + mark * self.each_paid
            worth += self.end_worth.get(stop, 0) if end else 0
            liked = self.scale.liked * (stop in self.problem.prefer_stops)
        shifts = [0] * len(self.axes)
        for part in parts:
            for at, axis in enumerate(self.axes):
                shifts[at] = axis.sum(shifts[at], part[at].get(stop, 0))
        if self.passed is not None and not end and stop in self.problem.closed:
            shifts[self.passed] += 1
        if end:
            for at, axis in enumerate(self.axes):
                if axis.counts or pays:
                    shifts[at] = axis.sum(shifts[at], self.ended[at].get(stop, 0))
        return AxisShift(tuple(shifts), self.scale.revenue * worth + liked)

    def _sum(self, one: AxisShift, two: AxisShift) -> AxisShift:
        shifts = [
            axis.sum(*pair) for axis, *pair in zip(self.axes, one.shifts, two.shifts, strict=True)
        ]
        return AxisShift(tuple(shifts), one.score + two.score)


def _levels(stops: Set) -> tuple[dict[int, int], list[int]]:
    """The level to which each stop raises an axis, and the figure of each level."""
    figures = sorted({figure for _, figure in stops})
    return {stop: 1 + figures.index(figure) for stop, figure in stops}, [0, *figures]


def _all(places: list[int], figures: list[list[int]], amount: int) -> _Final:
    """The final score of a bonus: its amount if every set is met, with the best stop of each."""

    def final(place: _AxisPlace) -> int:
        levels = [place[at] for at in places]
        extras = [each[level] for each, level in zip(figures, levels, strict=True)]
        return amount + sum(extras) if all(levels) else 0

    return final


def _needing(many: int, met: int, number: int) -> _Final:
    """The rule that a route with some stop has ``number`` paying stops."""
    return lambda place: None if place[met] and place[many] < number else 0
