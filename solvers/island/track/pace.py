"""The fewest turns in which any cheapest track is built, and a track with so few."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from mapdata.island.board import PointPair
from mapdata.island.position import IslandPosition
from solvers.clock import Clock
from solvers.island.cpsat import SolvedModel, solved
from solvers.island.rules.ground import Arc, IslandGround, crossings
from solvers.island.track.pace_model import (
    Journey,
    JourneyModel,
    JourneyStage,
    PaceModel,
    PaceProblem,
    Passage,
)
from solvers.island.track.problem import TrackWays, joined_already, outward, ways_from
from solvers.island.track.trees import ascend, worth_keeping

PATIENCE = 20.0
"""Seconds for this question, if the user names no limit."""


@dataclass(frozen=True)
class Voyage:
    """A way by land, then a crossing; ``hired`` if a ship is taken for it from the pile."""

    path: tuple[int, ...]
    port: int
    hired: bool


@dataclass(frozen=True)
class PacedTrack:
    """Lines turn by turn, in a legal order, and the voyages of the train between them."""

    start: int | None
    lines: tuple[tuple[Arc, ...], ...]
    voyages: tuple[Voyage, ...]
    crossings: tuple[PointPair, ...]


@dataclass(frozen=True)
class Quickest:
    """The quickest track in fewer turns than were known, if any; ``bound`` holds for all."""

    pace: PacedTrack | None
    bound: int


def least_turns(position: IslandPosition, cost: int) -> int:
    """A lower bound on the turns of tracks that cost so much: money alone.

    An own ship costs nothing; of hired ones no more is known here than that they are not
    built.
    """
    built = 0 if position.ferries and not position.own_ship else cost
    return max(1, -(-built // position.figures.build.limit))


def comparable(position: IslandPosition) -> bool:
    """Whether all cheapest tracks are as simple as the model has them.

    Where something is for nothing, a cheapest track can have more of it than it needs; the
    owner of a clipper begins where he likes.
    """
    figures, build = position.figures, position.figures.build
    kinds = (build.plain, build.mountain, build.alpine, build.port, build.small)
    prices = [*kinds, build.medium, build.large, build.sea]
    if position.ferries:
        prices += [figures.ships[position.ship].hire, figures.game.toll]
    return min(prices) > 0 and build.river >= 0 and position.own_ship != "clipper"


def quickest(position: IslandPosition, cost: int, most: int, clock: Clock) -> Quickest:
    """Look for a track of this cost, the least there is, in fewer than ``most`` turns.

    From few turns up: that so few are not enough is seen soon, and the model for the number
    that is left is as small as it can be.
    """
    least = least_turns(position, cost)
    if least >= most or not comparable(position):
        return Quickest(None, least)
    patience = Clock(PATIENCE if clock.limit is None else clock.left)
    problems = list(_problems(position, cost))
    for turns in range(least, most):
        for problem in problems:
            model = PaceModel(problem, turns)
            journey = JourneyModel(model, problem.journey) if problem.journey else None
            answer = solved(model.finish(), clock, patience.left)
            if answer.values:
                return Quickest(_read(model, journey, answer), turns)
            if answer.status != "infeasible":
                return Quickest(None, turns)
    return Quickest(None, most)


def _problems(position: IslandPosition, cost: int) -> Iterator[PaceProblem]:
    """Yield the problem from each beginning: the network, or a first large town."""
    begun = joined_already(position)
    large = position.board.of_kind("large")
    if position.start_town is not None:
        large = [position.start_town]
    for roots in [begun] if begun else [frozenset({town}) for town in large]:
        problem = _problem(position, roots, cost)
        if problem is not None:
            yield problem


def _problem(position: IslandPosition, roots: frozenset[int], cost: int) -> PaceProblem | None:
    """The problem with lines that tracks of this cost can have, if there are any."""
    ways, size = ways_from(position, roots), len(position.board.points)
    arcs = (*ways.lines, *ways.ships, *((size, root, 0) for root in sorted(roots)))
    towns = frozenset(position.connect) - roots
    ascent = ascend(size + 1, arcs, size, towns)
    if ascent is None or ascent.bound > cost:
        return None
    kept = set(worth_keeping(size + 1, arcs, size, towns, ascent, cost))
    lines, ships = len(ways.lines), len(ways.lines) + len(ways.ships)
    cuts = [
        (
            frozenset(arcs[number][:2] for number in cut if number < lines),
            frozenset(arcs[number][:2] for number in cut if lines <= number),
        )
        for cut in ascent.cuts
        if max(cut) < ships
    ]
    sails = [arcs[number] for number in sorted(kept) if lines <= number < ships]
    return PaceProblem(
        roots=roots,
        towns=towns,
        lines=tuple(arcs[number] for number in sorted(kept) if number < lines),
        room=ways.room,
        cost=cost,
        build=position.figures.build,
        large=frozenset(position.board.of_kind("large")),
        cuts=tuple(cuts),
        journey=_journey(position, roots, ways, sails),
    )


def _journey(
    position: IslandPosition, roots: frozenset[int], ways: TrackWays, sails: list[Arc]
) -> Journey | None:
    """What there is for a journey; nothing if no cheapest track needs one."""
    board, figures = position.board, position.figures
    large = roots & set(board.of_kind("large"))
    starts = sorted(large) if position.at is None else [position.at]
    if not (sails and starts):
        return None
    own, pile = position.own_ship, figures.ships[position.ship]
    knots = figures.ships[own].speed if own else pile.speed
    steps = {port: crossings(board, port) for port in {a for a, _, _ in ways.ships}}

    def crossing(a: int, b: int, knots: int, hire: int) -> Passage:
        return Passage(a, b, -(-steps[a][b] // knots), hire)

    hire = 0 if own else pile.hire
    able = [arc for arc in (ways.ships if own else sails) if board.kind(arc[0]) == "port"]
    ready = [arc for arc in ways.ships if position.aboard and arc[0] == position.at]
    return Journey(
        starts=tuple(starts),
        speed=figures.trains[position.train].speed,
        crossings=tuple(crossing(a, b, knots, hire) for a, b, _ in able),
        ready=tuple(crossing(a, b, pile.speed, 0) for a, b, _ in ready),
        own=position.own_ship_at,
        ways=IslandGround.of(position).network,
    )


def _read(model: PaceModel, journey: JourneyModel | None, answer: SolvedModel) -> PacedTrack:
    """The track of a solution."""
    joins = [ends for ends, each in model.landings.items() if any(map(answer.value, each))]
    begun = {*model.problem.roots, *(head for _, head in joins)}
    turns: list[tuple[Arc, ...]] = []
    for turn in range(model.turns):
        pairs = zip(model.problem.lines, model.sits, strict=True)
        lines = [arc for arc, sits in pairs if answer.value(sits[turn])]
        turns.append(outward(tuple(begun), lines))
        begun.update(head for _, head, _ in lines)
    if journey is None:
        return PacedTrack(None, tuple(turns), (), ())
    here = start = next(point for point, at in journey.start.items() if answer.value(at))
    voyages = []
    for stage in journey.stages:
        voyage = _voyage(stage, answer, here, own=journey.journey.own is not None)
        if voyage is not None:
            voyages.append(voyage)
            here = voyage.port
    return PacedTrack(start, tuple(turns), tuple(voyages), tuple(joins))


def _voyage(stage: JourneyStage, answer: SolvedModel, here: int, *, own: bool) -> Voyage | None:
    for each, at_once, made in zip(stage.crossings, stage.ready, stage.made, strict=True):
        if answer.value(made):
            onward = dict(step for step, goes in stage.steps.items() if answer.value(goes))
            path = [here]
            while path[-1] != each.tail:
                path.append(onward[path[-1]])
            return Voyage(tuple(path), each.head, hired=not (own or at_once))
    return None
