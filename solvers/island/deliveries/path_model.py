"""The ways of a route by land, chosen by CP-SAT: the least cost by a given turn.

The crossings are fixed; every leg by land has a way, and all legs share the lines
that are built. The model knows when the train is where, what has been paid by then and how
much can have been built, so that its optimum is a bound for every plan that keeps to the
route; whether a plan reaches it, carrying it out shows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from mapdata.island.board import pair
from mapdata.island.figures import PLACES
from solvers.clock import Clock
from solvers.island.cpsat import solved
from solvers.island.deliveries.path import DeliveryPath, as_path
from solvers.island.deliveries.path_variables import PathVariables, TollVariables
from solvers.island.deliveries.route import DeliveryRoute, Leg
from solvers.island.deliveries.timetable import Pace
from solvers.island.deliveries.world import World


@dataclass(frozen=True)
class BestPath:
    """The answer: a bound on the cost, or none if the route cannot be done by the turn.

    It is ``decided`` unless time was over before the model was solved.
    """

    bound: int | None
    path: DeliveryPath | None
    decided: bool = True


def best_path(
    world: World,
    pace: Pace,
    route: DeliveryRoute,
    turn: int,
    most: int,
    time: tuple[Clock, float],
    *,
    precise: bool = False,
) -> BestPath:
    """The cheapest ways of a route that is over by ``turn``, costing at most ``most``.

    ``time`` is a calendar, and seconds; without an optimum by then the bound is what is proven
    so far. ``precise`` takes longer and counts every line at its full cost.
    """
    room = _spare(world, pace, route, turn)
    if room is None:
        return BestPath(None, None)
    return _PathModel(world, pace, route, turn, most, room, precise=precise).solve(*time)


def _lengths(world: World, route: DeliveryRoute) -> list[int]:
    return [0 if leg.sails else world.lengths(leg.start)[leg.end] for leg in route.legs]


def _spare(world: World, pace: Pace, route: DeliveryRoute, turn: int) -> list[int] | None:
    """The longest way of each leg by land with which the route can be over in time."""
    least = _lengths(world, route)
    if finish(world, pace, route, least) > pace.calendar.end(turn):
        return None
    most = []
    for number, leg in enumerate(route.legs):
        longest = least[number]
        while not leg.sails and leg.start != leg.end and longest < len(world.board.points):
            tried = [*least[:number], longest + 1, *least[number + 1 :]]
            if finish(world, pace, route, tried) > pace.calendar.end(turn):
                break
            longest += 1
        most.append(longest)
    return most


def finish(world: World, pace: Pace, route: DeliveryRoute, lengths: list[int]) -> int:
    """The earliest moment at which a route with these lengths is over."""
    moment, landed, waits = 0, False, False
    for leg, length in zip(route.legs, lengths, strict=True):
        if leg.sails:
            turns = world.crossing_turns(leg.start, leg.end, leg.own)
            moment = pace.landing(leg.start, moment, turns, landed, own=leg.own)
            landed = True
            waits = leg.waits
        elif length:
            wait = landed and waits
            leave = pace.opening(moment) if wait else pace.leaving(leg.start, moment)
            moment, landed = pace.arriving(leave, length, leg.end), False
        if leg.visit is not None:
            floor = route.order.moments[leg.visit]
            moment, landed = max(moment, floor), landed and moment >= floor
    return moment


class _PathModel:
    def __init__(
        self,
        world: World,
        pace: Pace,
        route: DeliveryRoute,
        turn: int,
        most: int,
        longest: list[int],
        *,
        precise: bool,
    ) -> None:
        from ortools.sat.python import cp_model

        self.model = cp_model.CpModel()
        self.world, self.pace, self.calendar = world, pace, pace.calendar
        self.route, self.turn = route, turn
        self.paths = PathVariables(self.model, world, route, longest, precise=precise)
        self.tolls: TollVariables | None = None
        if precise and world.foreign:
            self.tolls = TollVariables(self.model, world, self.calendar, self.paths, turn)
        self.over: list[Any] = []
        self.first_turn: dict[int, Any] = {}
        self._times(longest)
        self._keep_load()
        self._money(most)
        self._room()

    def _whole(self, most: int) -> Any:
        return self.model.new_int_var(0, max(0, most), "")

    def _end_of(self, turn: Any, shift: int = 0) -> Any:
        """The moment at which a turn ends, some turns later."""
        moment = self._whole(self.calendar.ends[-1] + 1)
        ends = [self.calendar.end(t + shift) for t in range(self.turn + 2)]
        ends = [min(end, self.calendar.ends[-1] + 1) for end in ends]
        self.model.add_element(turn, ends, moment)
        return moment

    def _times(self, longest: list[int]) -> None:
        """Say when each leg by land and crossing is over, as :func:`finish` does."""
        world = self.world
        opened = {world.island[point] for point in world.base | world.begin_ports}
        now: Any = 0
        landing: Any = None
        waits = False
        for number, leg in enumerate(self.route.legs):
            then = self._whole(self.calendar.ends[self.turn])
            if leg.sails:
                now, landing = self._crossing(leg, now, landing, then), self.landing
                waits = leg.waits
                if world.island[leg.end] not in opened:
                    opened.add(world.island[leg.end])
                    self.first_turn[world.island[leg.end]] = landing
            elif longest[number]:
                leave = now
                if landing is not None and waits:
                    leave = self._end_of(landing, 1)
                elif leg.start == world.start and not world.rails_at_start:
                    self.model.add(
                        then >= self.calendar.end(1) + sum(self.paths.moves[number].values())
                    )
                self.model.add(then >= leave + sum(self.paths.moves[number].values()))
                if self.tolls:
                    self.tolls.leg(number, leave, then)
                now, landing = then, None
            else:
                self.model.add(then >= now)
                now = then
                if self.tolls:
                    self.tolls.leg(number, now, then)
            if leg.visit is not None:
                self.model.add(now >= self.route.order.moments[leg.visit])
            if not leg.sails:
                self.over.append(now)
        self.model.add(now <= self.calendar.end(self.turn))

    def _keep_load(self) -> None:
        """Let nothing go over board when the train shrinks, nor be loaded without room."""
        order, rooms = self.route.order, self.calendar.capacities
        stages = (leg for leg in self.route.legs if not leg.sails)
        pairs = zip(stages, self.over, strict=True)
        visited = [over for leg, over in pairs if leg.visit is not None]
        turns = [turn for turn, _, _ in self.calendar.changes or ()]
        for turn, following in pairwise([*turns, self.calendar.turns]):
            aboard, before = order.aboard, 0
            end, grown = self.calendar.end(turn), self.calendar.end(following)
            for visit, over in zip(order.visits, visited, strict=True):
                if aboard > rooms[turn]:
                    self._either(over <= end, before > end)
                elif aboard == rooms[turn] and visit.loads:
                    self._either(over <= end, over >= grown)
                aboard, before = aboard + (1 if visit.loads else -1), over

    def _either(self, one: Any, other: Any) -> None:
        second = self.model.new_bool_var("")
        self.model.add(one).only_enforce_if(~second)
        self.model.add(other).only_enforce_if(second)

    def _crossing(self, leg: Leg, now: Any, landing: Any, then: Any) -> Any:
        """Board when the turn is over, land some turns later."""
        world = self.world
        turns = world.crossing_turns(leg.start, leg.end, leg.own)
        boarded = self._whole(self.turn)
        if landing is not None:
            self.model.add(boarded >= landing + 1)
        if isinstance(now, int):
            ready = leg.start == world.start and self.pace.ready(leg.own)
            self.model.add(boarded >= (0 if ready else 1))
        else:
            self.model.add(self._end_of(boarded) >= now)
            self.model.add(boarded >= 1)
        self.landing = self._whole(self.turn)
        self.model.add(self.landing == boarded + turns - 1)
        self.model.add(then == self._end_of(self.landing))
        return then

    def _money(self, most: int) -> None:
        """Nothing is spent before it is earned, nor built faster than allowed."""
        world, visits = self.world, self.route.order.visits
        limit, hire = world.figures.build.limit, world.ship.hire
        money = world.position.money
        paid: list[tuple[Any, int]] = []
        first = next((leg for leg in self.route.legs if leg.start != leg.end), None)
        aboard = world.position.aboard and first is not None and first.sails and not first.own
        hires = -hire * aboard
        bought = stage = 0
        after = [0, *(self.calendar.end(turn) + 1 for turn in range(1, self.turn + 1))]
        spent = self.calendar.paid
        room = [limit * turn - spent[turn] for turn in range(self.turn + 1)]
        for leg in self.route.legs:
            if leg.sails:
                hires += (not leg.own) * hire
                bought = world.purchase if leg.own else bought
                continue
            cost = self.paths.cost(stage)
            built = self._whole(self.turn)
            self.model.add(self.over[stage] >= self._of(after, built))
            self.model.add(self.over[stage] <= self._end_of(built, 1))
            bills = max(0, hires) + bought + self._of(spent, built) + self._tolls(stage)
            self.model.add(cost + bills <= money)
            by_then = self._of(room, built)
            self.model.add(cost <= by_then)
            for turn, before in paid:
                self._at_most(cost - before, by_then - self._of(room, turn, -1))
            for island, landing in self.first_turn.items():
                self._at_most(self.paths.cost(stage, island), by_then - self._of(room, landing))
            if leg.visit is not None and visits[leg.visit].deliver:
                turn = self._whole(self.turn)
                self.model.add(self._end_of(turn) >= self.over[stage])
                paid.append((turn, money))
                money += visits[leg.visit].job.pay
            stage += 1
        fee = world.terms.fee if world.foreign else 0
        tolls = self._whole(world.figures.game.toll * self.turn * len(world.terms.owners) + fee)
        self.model.add(tolls >= self._tolls(stage - 1))
        self.model.add(tolls >= fee)
        total = self.paths.cost(stage - 1) + max(0, hires) + self.calendar.cost - fee + tolls
        self.total = self._whole(most)
        self.model.add(self.total == total)
        self.model.minimize(self.total)

    def _tolls(self, stage: int) -> Any:
        """Lower bound on the tolls that are paid by the end of so many legs by land.

        Over each network the train goes in at least as many turns as its points there take.
        """
        world, speed = self.world, max(self.calendar.speeds)
        if self.tolls:
            return self.tolls.cost(stage)
        ashore = [
            moves
            for leg, moves in zip(self.route.legs, self.paths.moves, strict=True)
            if not leg.sails
        ]
        used: dict[str, list[Any]] = {}
        for moves in ashore[: stage + 1]:
            for (a, b), move in moves.items():
                if (owner := world.foreign.get(pair(a, b))) is not None:
                    used.setdefault(owner, []).append(move)
        turns = []
        for moves_there in used.values():
            count = self._whole(self.turn)
            self.model.add(speed * count >= sum(moves_there))
            turns.append(count)
        return world.figures.game.toll * sum(turns)

    def _of(self, table: Sequence[int], turn: Any, shift: int = 0) -> Any:
        """What a table has for a turn, or for some turns later."""
        if len(set(table)) == 1:
            return table[0]
        value = self._whole(max(table))
        shifted = [table[max(0, each + shift)] for each in range(len(table))]
        self.model.add_element(turn, shifted, value)
        return value

    def _at_most(self, cost: Any, room: Any) -> None:
        """Constrain cost ≤ room, unless cost ≤ 0."""
        nothing = self.model.new_bool_var("")
        self.model.add(cost <= 0).only_enforce_if(nothing)
        self.model.add(cost <= room).only_enforce_if(~nothing)

    def _room(self) -> None:
        """Limit own lines per town so that other players keep an approach."""
        board, ground = self.world.board, self.world.ground
        for place in board.of_kind(*PLACES):
            ways = set(ground.ways_in(place))
            lines = [var for link, var in self.paths.used[-1].items() if link in ways]
            if len(lines) > ground.room(place):
                self.model.add(sum(lines) <= ground.room(place))

    def solve(self, clock: Clock, seconds: float) -> BestPath:
        """Bound and path."""
        answer = solved(self.model, clock, seconds)
        if answer.status == "infeasible":
            return BestPath(None, None)
        bound = answer.bound
        if not answer.values:
            return BestPath(max(bound, self.route.cost), None, decided=False)
        ways = []
        for leg, moves in zip(self.route.legs, self.paths.moves, strict=True):
            way = [leg.start]
            following = {a: b for (a, b), move in moves.items() if answer.value(move)}
            while not leg.sails and way[-1] != leg.end:
                way.append(following[way[-1]])
            ways.append((leg.start, leg.end) if leg.sails else tuple(way))
        path, decided = as_path(self.world, self.route, ways), answer.status == "optimal"
        return BestPath(max(bound, self.route.cost), path, decided)
