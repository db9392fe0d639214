"""A path carried out turn by turn: moving, loading, building ahead of the train."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations

from mapdata.island.board import PointPair, pair
from solvers.island.deliveries.calendar import Calendar
from solvers.island.deliveries.path import DeliveryPath, PathStep
from solvers.island.deliveries.world import World
from solvers.island.rules.actions import (
    Action,
    Build,
    Buy,
    Deliver,
    Drop,
    Hire,
    IslandTurn,
    Load,
    Move,
    Sail,
    Upgrade,
)
from solvers.island.rules.game import Game
from solvers.island.rules.ground import course

MOST_ENTRIES = 5
"""Entries to other players' lines before which waiting is tried in every combination."""


@dataclass(frozen=True)
class DeliveryPlan:
    """Turns that break no rule, and the money at the end of each."""

    start: int
    turns: tuple[IslandTurn, ...]
    money: tuple[int, ...]
    income: int

    @property
    def gain(self) -> int:
        """The money at the end."""
        return self.money[-1] if self.money else 0

    @property
    def cards(self) -> frozenset[int]:
        """The cards that are used."""
        acts = (action for turn in self.turns for action in turn.actions)
        return frozenset(
            act.card for act in acts if isinstance(act, Deliver) and act.card is not None
        )

    def with_cards(self, number: Mapping[int, int]) -> DeliveryPlan:
        """The same plan with cards that have other numbers."""

        def renumbered(action: Action) -> Action:
            if not isinstance(action, Deliver) or action.card is None:
                return action
            return replace(action, card=number[action.card])

        turns = tuple(IslandTurn(tuple(map(renumbered, turn.actions))) for turn in self.turns)
        return replace(self, turns=turns)


def carry_out(
    world: World, calendar: Calendar, path: DeliveryPath, horizon: int
) -> list[DeliveryPlan]:
    """The path as turns, in each way there is; none if it takes too long.

    Each turn the train goes as far as it can; then lines are built in the order in which
    the train will need them, and upgrades are made in their turns. Lines from a port where
    the train will land and wait can be built from the network before, or, as it may cost
    less, from the port. A ship is bought as soon as possible, or when the train is in its port.
    """
    steps = [step for section in path.sections for step in section]
    waits = any(step.waits for step in steps)
    buys = world.terms.bought is not None
    plans = [
        _Carrier(world, calendar, path, bool(later), stops, bool(early)).run(horizon)
        for later in range(1 + waits)
        for stops in _stops(world, steps)
        for early in range(1 + buys)
    ]
    return [plan for plan in dict.fromkeys(plans) if plan is not None]


def _stops(world: World, steps: list[PathStep]) -> Iterator[frozenset[int]]:
    """Yield sets of steps before which the train waits for the next turn, to save tolls.

    A toll is paid for a turn, so that only the first step over a player's lines is worth a wait:
    once it is paid, to go on over them costs nothing more.
    """
    moves = [(number, step) for number, step in enumerate(steps) if not step.built]
    owners = [world.foreign.get(pair(step.start, step.end)) for _, step in moves]
    entries = [
        number
        for (number, _), owner, before in zip(moves, owners, [None, *owners], strict=False)
        if owner is not None and owner != before
    ][:MOST_ENTRIES]
    for many in range(1 + len(entries)):
        yield from map(frozenset, combinations(entries, many))


class _Carrier:
    def __init__(
        self,
        world: World,
        calendar: Calendar,
        path: DeliveryPath,
        later: bool,
        stops: frozenset[int],
        early: bool,
    ) -> None:
        self.world, self.calendar, self.path = world, calendar, path
        self.later, self.early = later, early
        self.game = Game(world.position, world.start)
        self.steps: list[tuple[PathStep | None, int]] = []
        self.stops: set[int] = set()
        """Where in ``steps`` the train still has to wait for the next turn."""
        for number, section in enumerate(path.sections):
            first = len(self.steps) - number
            at = len(self.steps)
            self.stops |= {at + k for k in range(len(section)) if first + k in stops}
            self.steps += [(step, number) for step in section]
            self.steps.append((None, number))
        self.next = 0
        self.actions: list[Action] = []
        self.at_sea: list[int] = []

    def run(self, horizon: int) -> DeliveryPlan | None:
        turns, money = [], []
        while self.next < len(self.steps):
            if self.game.turn == horizon:
                return None
            self.game.begin_turn()
            self.actions = []
            before = self._progress()
            if not self.game.building_only:
                self._move()
            if self.next < len(self.steps):
                self._build()
            if self.game.problems:
                return None
            waiting = any(at >= self.game.turn for at, _, _ in self.calendar.changes or ())
            waiting = waiting or self.game.building_only
            if before == self._progress() and not waiting:
                return None
            turns.append(IslandTurn(tuple(joined(self.actions))))
            money.append(self.game.money)
        return DeliveryPlan(self.world.start, tuple(turns), tuple(money), self.game.income)

    def _progress(self) -> tuple[object, ...]:
        """What changes in a turn in which anything is done."""
        game = self.game
        done = self.next, len(self.at_sea), len(game.network), len(self.stops)
        return *done, game.train, game.ship, game.own_ship

    def _do(self, action: Action) -> None:
        self.game.do(action)
        self.actions.append(action)

    def _move(self) -> None:
        """Follow the path until points, lines or the land end."""
        while self.next < len(self.steps):
            step, number = self.steps[self.next]
            if step is None:
                if not self._visit(number):
                    return
            elif step.sails:
                if not self._sail(step):
                    return
            elif not step.built and not self._go(step):
                return
            self.next += 1

    def _go(self, step: PathStep) -> bool:
        link = pair(step.start, step.end)
        there = link in self.game.network or self._pays_toll(link)
        if self.game.rest.points == 0 or not there:
            return False
        self._do(Move((step.start, step.end)))
        return True

    def _pays_toll(self, link: PointPair) -> bool:
        """Whether the train may go over another player's line in this turn."""
        owner = self.world.foreign.get(link)
        if owner is None:
            return False
        if self.game.has_paid(owner):
            return True
        if self.next in self.stops:
            self.stops.remove(self.next)
            return False
        return self.game.money >= self.world.figures.game.toll

    def _sail(self, step: PathStep) -> bool:
        """Sail on, or hire a ship for the next turn; true when the ship has landed."""
        game = self.game
        if not self.at_sea:
            if game.ship is None and not step.own:
                hire = self.world.ship.hire
                if game.money >= hire:
                    self._do(Hire(self.world.position.ship, hire))
                return False
            if game.rest.sea_points == 0 or game.rest.moved:
                return False
            self.at_sea = course(self.world.board, step.start, step.end)
        reach = game.rest.sea_points
        part, self.at_sea = self.at_sea[: reach + 1], self.at_sea[reach:]
        self._do(Sail(tuple(part)))
        if len(self.at_sea) > 1:
            return False
        self.at_sea = []
        return True

    def _visit(self, number: int) -> bool:
        visit = self.path.visits[number]
        game, job = self.game, visit.job
        if visit.deliver:
            self._do(Deliver(job.good, job.card, job.pay))
            return True
        capacity = game.figures.trains[game.train].capacity
        for good in _not_wanted(game.load, self.path, number):
            if len(game.load) >= capacity:
                self._do(Drop(good))
        if len(game.load) >= capacity:
            return False
        self._do(Load(job.good))
        return True

    def _build(self) -> None:
        """Upgrade if it is time, then build what the train needs next."""
        game, limit = self.game, self.world.figures.build.limit
        for at, train, cost in self.calendar.changes or ():
            if at == game.turn:
                self._do(Upgrade(train, cost))
        if not game.building_only:
            self._buy()
        while self._one_line(limit - game.rest.spent):
            pass

    def _buy(self) -> None:
        """Buy the ship that the terms name, and before it the one that it is made of."""
        game, kinds = self.game, list(self.world.figures.ships)
        port = self._harbour()
        while self.world.terms.bought not in (None, game.own_ship) and port is not None:
            kind = kinds[0 if game.own_ship is None else 1 + kinds.index(game.own_ship)]
            price = self.world.figures.ships[kind].price
            left = self.world.figures.build.limit - game.rest.spent
            if price > min(left, game.money) or not (self.early or game.at == port):
                return
            self._do(Buy(kind, port, price))

    def _harbour(self) -> int | None:
        """Where the own ship lies or is to be: where the train boards it, if it does."""
        if self.game.own_ship_at is not None:
            return self.game.own_ship_at
        sails = [step.start for step, _ in self.steps[self.next :] if step and step.own]
        joined = sorted(self.game.joined_places & {*self.world.board.of_kind("port")})
        if sails:
            return sails[0] if sails[0] in joined else None
        return joined[0] if joined else None

    def _one_line(self, limit: int) -> bool:
        """Build the line that is needed first, of those that can be built; false if none.

        Money for hire and lines that are due before the next delivery is kept for them.
        """
        game, bases = self.game, self.game.bases
        soon, later = self._needed()
        money = game.money - self._hires_before_pay()
        spare = money - sum(self.world.price[step.start, step.end] for step in soon)
        for step, most in [*((each, money) for each in soon), *((each, spare) for each in later)]:
            ends = self._direction(step, bases | self._clipper_ports())
            if ends is None:
                continue
            cost = self.world.ground.cost(*ends)
            if cost > most:
                return False
            if cost <= limit and game.may_leave(ends[0]):
                self._do(Build(ends, cost))
                return True
        return False

    def _clipper_ports(self) -> set[int]:
        """The ports at which the owner of a clipper may begin in this turn."""
        if self.game.own_ship != "clipper":
            return set()
        begun = self.game.rest.clipper_start
        return set(self.world.board.of_kind("port")) if begun is None else {begun}

    def _direction(self, step: PathStep, bases: set[int]) -> PointPair | None:
        """The ends of a line in the cheaper order of those that are allowed."""
        able = [
            ends
            for ends in ((step.start, step.end), (step.end, step.start))
            if ends[0] in bases or self.game.may_begin(ends[0])
        ]
        allowed = [ends for ends in able if self.game.may_leave(ends[0])] or able
        return min(allowed, key=lambda ends: self.world.ground.cost(*ends), default=None)

    def _needed(self) -> tuple[list[PathStep], list[PathStep]]:
        """The lines to build before the next delivery, and those for after it."""
        found: dict[PointPair, PathStep] = {}
        soon = None
        closed = set()
        passed = [each for each in self.steps[: self.next] if each[0] is not None and each[0].built]
        for step, number in [*passed, *self.steps[self.next :]]:
            if step is None:
                if soon is None and self.path.visits[number].deliver:
                    soon = len(found)
            elif step.sails:
                closed |= {self.world.island[step.end]} if self.later and step.waits else set()
            elif self.world.island[step.end] not in closed:
                link = pair(step.start, step.end)
                if link not in self.game.network and link not in self.world.foreign:
                    found.setdefault(link, step)
        lines = list(found.values())
        return lines[:soon], lines[len(lines) if soon is None else soon :]

    def _hires_before_pay(self) -> int:
        """The hire and toll that are due before the next delivery brings money."""
        due = 0
        abroad: Counter[str] = Counter()
        for step, number in self.steps[self.next :]:
            if step is None and self.path.visits[number].deliver:
                break
            if step is not None and step.sails:
                due += 0 if step.own else self.world.ship.hire
            elif step is not None and (link := pair(step.start, step.end)) in self.world.foreign:
                abroad[self.world.foreign[link]] += 1
        first = self.steps[self.next][0]
        paid = self.game.ship is not None and first is not None and first.sails
        speed = self.game.figures.trains[self.game.train].speed
        turns = sum(-(-points // speed) for points in abroad.values())
        tolls = turns * self.world.figures.game.toll
        return due - paid * self.world.ship.hire + tolls


def _not_wanted(load: list[str], path: DeliveryPath, number: int) -> list[str]:
    """The goods aboard that no later visit delivers before loading them again."""
    left = list(load)
    loaded = []
    for visit in path.visits[number:]:
        if visit.loads:
            loaded.append(visit.job)
        elif visit.job not in loaded and visit.job.good in left:
            left.remove(visit.job.good)
    return left


def joined(actions: list[Action]) -> list[Action]:
    """The actions with moves and lines put together where they follow each other."""
    result: list[Action] = []
    for action in actions:
        last = result[-1] if result else None
        if isinstance(action, Move) and isinstance(last, Move) and last.path[-1] == action.path[0]:
            result[-1] = Move((*last.path, *action.path[1:]))
        elif (
            isinstance(action, Build)
            and isinstance(last, Build)
            and last.path[-1] == action.path[0]
        ):
            cost = (last.cost or 0) + (action.cost or 0)
            result[-1] = Build((*last.path, *action.path[1:]), cost)
        else:
            result.append(action)
    return result
