"""Whether a track of the least cost is built in so many turns, as a model for CP-SAT.

A cheapest track has no line and no hire too many. So every point but the roots is joined once, by a
line or by landing there, and the turn of a line decides when those after it, and the train, can go
on from its end.

The journey of the train is made of stages: a way by land to a port, then a crossing. Steps by land
are counted through: with a speed of 6, the turn 0 has the steps 0 to 5, the turn 1 the steps 6 to
11, and the train may leave out any. So a step over a line needs no more than to be later than the
step before, and in a later turn than that in which the line was built.
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
        """The turn in which a point is joined, 0 for the roots."""
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
        """The turn of a line, if it is built."""
        return sum(turn * sits for turn, sits in enumerate(self.sits[number]))

    def of_link(self) -> dict[PointPair, list[int]]:
        """The lines by the points they join; one of two directions is built."""
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


@dataclass(frozen=True)
class JourneyStage:
    """Variables of one stage: which crossing is made, and how the train gets to its port.

    ``boards`` is the turn at whose end the train is in port, -1 if it is there at first;
    ``lands`` is the turn in which it lands.
    """

    crossings: tuple[Passage, ...]
    made: tuple[Any, ...]
    ready: tuple[bool, ...]
    steps: dict[tuple[int, int], Any]
    boards: Any
    lands: Any

    @property
    def active(self) -> Any:
        """Whether there is such a stage."""
        return sum(self.made)


class JourneyModel:
    """The stages of a journey, and what they have to do with the track."""

    def __init__(self, track: PaceModel, journey: Journey) -> None:
        self.track, self.model, self.journey = track, track.model, journey
        self.start = {each: self.model.new_bool_var("") for each in journey.starts}
        self.model.add_exactly_one(self.start.values())
        self._links = {link: tuple(numbers) for link, numbers in track.of_link().items()}
        self._links |= dict.fromkeys(journey.ways, ())
        heads = {each.head for each in journey.crossings}
        most = track.turns if journey.own is not None else len(heads) + bool(journey.ready)
        self.stages: list[JourneyStage] = []
        for _ in range(min(most, track.turns)):
            self._add_stage()
        self._joins()
        if journey.own is not None:
            self._own_ship(journey.own)

    def _add_stage(self) -> None:
        model, turns, first = self.model, self.track.turns, not self.stages
        ready = self.journey.ready if first else ()
        crossings = (*ready, *self.journey.crossings)
        made = tuple(model.new_bool_var("") for _ in crossings)
        steps = {
            step: model.new_bool_var("") for link in self._links for step in (link, link[::-1])
        }
        stage = JourneyStage(
            crossings,
            made,
            tuple(each in ready for each in crossings),
            steps,
            model.new_int_var(-1, turns - 1, ""),
            model.new_int_var(0, turns - 1, ""),
        )
        model.add(stage.active <= 1)
        if not first:
            before = self.stages[-1]
            model.add(stage.active <= before.active)
            model.add(stage.boards >= before.lands)
        for each, at_once, is_made in zip(crossings, stage.ready, made, strict=True):
            model.add(stage.lands >= stage.boards + each.turns).only_enforce_if(is_made)
            if at_once:
                model.add(stage.boards == -1).only_enforce_if(is_made)
            elif self.journey.own is None:
                model.add(stage.boards >= 0).only_enforce_if(is_made)
        self._by_land(stage)
        self.stages.append(stage)

    def _by_land(self, stage: JourneyStage) -> None:
        """Let the train go from where it is to the port of the crossing."""
        model, speed = self.model, self.journey.speed
        begins: dict[int, list[Any]] = defaultdict(list)
        ends: dict[int, list[Any]] = defaultdict(list)
        if self.stages:
            before = self.stages[-1]
            for each, is_made in zip(before.crossings, before.made, strict=True):
                begins[each.head].append(is_made)
        else:
            begins |= {point: [here] for point, here in self.start.items()}
        for each, is_made in zip(stage.crossings, stage.made, strict=True):
            ends[each.tail].append(is_made)
        points = {*begins, *ends, *(end for step in stage.steps for end in step)}
        late = speed * self.track.turns
        reached = {point: model.new_int_var(0, late, "") for point in sorted(points)}
        into: dict[int, list[Any]] = defaultdict(list)
        out: dict[int, list[Any]] = defaultdict(list)
        for (a, b), goes in stage.steps.items():
            into[b].append(goes)
            out[a].append(goes)
            model.add(goes <= stage.active)
            model.add(reached[b] >= reached[a] + 1).only_enforce_if(goes)
            if numbers := self._links[pair(a, b)]:
                built = sum(self.track.used[number] for number in numbers)
                turn = sum(self.track.turn_of(number) for number in numbers)
                model.add(goes <= built)
                model.add(reached[b] >= speed * (turn + 1) + 1).only_enforce_if(goes)
        some = model.new_bool_var("")
        model.add(stage.active == some)
        for point in sorted(points):
            more = sum(out[point]) - sum(into[point])
            rest = sum(begins[point]) - sum(ends[point])
            model.add(more == rest).only_enforce_if(some)
            model.add(sum(into[point]) <= 1)
        for point, here in begins.items():
            for starts in here if self.stages else ():
                landed = speed * self.stages[-1].lands
                model.add(reached[point] >= landed).only_enforce_if(starts)
        for point, here in ends.items():
            for stops in here:
                model.add(reached[point] <= speed * (stage.boards + 1)).only_enforce_if(stops)

    def _joins(self) -> None:
        """Let landings open islands: what is paid for always does, once for each port."""
        track = self.track
        paid: list[Any] = []
        for stage in self.stages:
            for each, is_made in zip(stage.crossings, stage.made, strict=True):
                if each.hire:
                    joins = is_made
                    paid.append(each.hire * is_made)
                elif each.head in track.problem.roots:
                    continue
                else:
                    joins = self.model.new_bool_var("")
                    self.model.add_implication(joins, is_made)
                track.into[each.head].append(joins)
                track.out[each.tail].append(joins)
                track.landings[each.tail, each.head].append(joins)
                track.follows(each.tail, each.head, joins)
                if each.head not in track.problem.roots:
                    self.model.add(track.when(each.head) >= stage.lands).only_enforce_if(joins)
        track.paid = sum(paid)

    def _own_ship(self, port: int) -> None:
        """Let the own ship be where it was sailed to."""
        model = self.model
        ports = sorted({port, *(e for c in self.journey.crossings for e in (c.tail, c.head))})
        lies = {each: model.new_constant(each == port) for each in ports}
        for stage in self.stages:
            then = {each: model.new_bool_var("") for each in ports}
            model.add_exactly_one(then.values())
            sails = []
            for each, at_once, is_made in zip(
                stage.crossings, stage.ready, stage.made, strict=True
            ):
                if not at_once:
                    sails.append(is_made)
                    model.add_implication(is_made, lies[each.tail])
                    model.add_implication(is_made, then[each.head])
            for port in ports:
                model.add(then[port] >= lies[port] - sum(sails))
            lies = then
