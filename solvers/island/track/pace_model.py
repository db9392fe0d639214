"""Whether a track of the least cost is built in so many turns, as a model for CP-SAT.

A cheapest track has no line and no hire too many. So every point but the roots is joined
once, by a line or by landing there, and the turn of a line decides when those after it, and
the train, can go on from its end. The journey of the train is in :mod:`.pace_journey`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from mapdata.island.board import PointPair, pair
from mapdata.island.figures import BuildCosts
from solvers.island.rules.ground import Arc


@dataclass(frozen=True)
class Passage:
    """A way by ship, the turns it takes, and whether it must be paid if it is made.

    What is paid for belongs to the track; a ship for nothing may go anywhere.
    """

    tail: int
    head: int
    turns: int
    hire: int


@dataclass(frozen=True)
class Journey:
    """What the train has for its journey.

    ``starts`` are the points where it may stand, ``own`` is where its owner's ship lies,
    ``ready`` are crossings by a ship that it has boarded, ``ways`` are lines there are.
    """

    starts: tuple[int, ...]
    speed: int
    crossings: tuple[Passage, ...]
    ready: tuple[Passage, ...]
    own: int | None
    ways: frozenset[PointPair]


@dataclass(frozen=True)
class PaceProblem:
    """Tracks from ``roots`` to ``towns`` that cost ``cost``, of lines that can be in one.

    ``cuts`` are sets of lines and of crossings, by their ends, of which each track has one.
    """

    roots: frozenset[int]
    towns: frozenset[int]
    lines: tuple[Arc, ...]
    room: Mapping[int, int]
    cost: int
    build: BuildCosts
    large: frozenset[int]
    cuts: tuple[tuple[frozenset[PointPair], frozenset[PointPair]], ...]
    journey: Journey | None


class PaceModel:
    """Which lines are built, and in which turn; turns count from 0."""

    def __init__(self, problem: PaceProblem, turns: int) -> None:
        from ortools.sat.python import cp_model

        self.problem, self.turns = problem, turns
        self.model = cp_model.CpModel()
        self.sits = [[self.model.new_bool_var("") for _ in range(turns)] for _ in problem.lines]
        self.into: dict[int, list[Any]] = defaultdict(list)
        """What can join each point: lines, and landings that the track needs."""
        self.out: dict[int, list[Any]] = defaultdict(list)
        self.landings: dict[PointPair, list[Any]] = defaultdict(list)
        self.paid: Any = 0
        self._when: dict[int, Any] = {}
        self._rank: dict[int, Any] = {}
        self.used = [self.model.new_bool_var("") for _ in problem.lines]
        for (tail, head, _), used, sits in zip(problem.lines, self.used, self.sits, strict=True):
            self.model.add(sum(sits) == used)
            self.into[head].append(used)
            self.out[tail].append(used)

    def when(self, point: int) -> Any:
        """Return the turn in which a point is joined, 0 for the roots."""
        if point in self.problem.roots:
            return 0
        if point not in self._when:
            self._when[point] = self.model.new_int_var(0, self.turns - 1, "")
        return self._when[point]

    def follows(self, tail: int, head: int, used: Any) -> None:
        """Let a point be joined through another one, which is joined by then."""
        size = 2 * len(self.problem.lines) + 2
        for point in {tail, head} - self.problem.roots - self._rank.keys():
            self._rank[point] = self.model.new_int_var(1, size, "")
        before = self._rank.get(tail, 0)
        if head in self.problem.roots:
            return
        self.model.add(self.when(head) >= self.when(tail)).only_enforce_if(used)
        self.model.add(self._rank[head] >= before + 1).only_enforce_if(used)

    def turn_of(self, number: int) -> Any:
        """Return the turn of a line, if it is built."""
        return sum(turn * sits for turn, sits in enumerate(self.sits[number]))

    def of_link(self) -> dict[PointPair, list[int]]:
        """Return the lines by the points they join; one of two directions is built."""
        found: dict[PointPair, list[int]] = defaultdict(list)
        for number, (tail, head, _) in enumerate(self.problem.lines):
            found[pair(tail, head)].append(number)
        return found

    def finish(self) -> Any:
        """Add the rules for all lines together, and return the model."""
        problem, model = self.problem, self.model
        for number, (tail, head, _) in enumerate(problem.lines):
            used = self.used[number]
            model.add(self.when(head) == self.turn_of(number)).only_enforce_if(used)
            self.follows(tail, head, used)
        for point, ways in self.into.items():
            model.add(sum(ways) <= (point not in problem.roots))
        for town in problem.towns - problem.roots:
            model.add(sum(self.into[town]) == 1)
        for point in self.out.keys() - problem.roots:
            for used in self.out[point]:
                model.add(used <= sum(self.into[point]))
        for number, (_, head, _) in enumerate(problem.lines):
            if head not in problem.towns:
                model.add(self.used[number] <= sum(self.out[head]))
        self._limits()
        for lines, ships in problem.cuts:
            pairs = zip(problem.lines, self.used, strict=True)
            some = [used for arc, used in pairs if arc[:2] in lines]
            some += [landing for ends in ships for landing in self.landings[ends]]
            model.add(sum(some) >= 1)
        return model

    def _limits(self) -> None:
        """Keep to the money of a turn, lines out of large towns, room, and the cost."""
        problem, model = self.problem, self.model
        numbers = range(len(problem.lines))
        cost = sum(problem.lines[n][2] * self.used[n] for n in numbers)
        model.add(cost + self.paid <= problem.cost)
        for turn in range(self.turns):
            spent = sum(problem.lines[n][2] * self.sits[n][turn] for n in numbers)
            model.add(spent <= problem.build.limit)
            for town in problem.large:
                out = [self.sits[n][turn] for n in numbers if problem.lines[n][0] == town]
                model.add(sum(out) <= problem.build.lines_from_large)
        for place, room in problem.room.items():
            drawn = [self.used[n] for n in numbers if place in problem.lines[n][:2]]
            model.add(sum(drawn) <= room)
