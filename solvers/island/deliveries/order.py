"""Deliveries that can be made, goods to be loaded for them, and orders of such visits."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Literal

from mapdata.island.position import IslandPosition
from solvers.island.deliveries.calendar import Calendar
from solvers.island.deliveries.world import World
from solvers.island.rules.contract import contract


@dataclass(frozen=True, slots=True)
class Job:
    """A delivery that can be made: which card, what, where to, for how much."""

    card: int
    good: str
    town: int
    pay: int


Hopeless = Callable[[int, int, int], bool]
"""Whether no plan with at most this pay, at least this cost and turn can matter."""
Deed = Literal["load", "deliver"]


@dataclass(frozen=True, slots=True)
class Visit:
    """A stop of the train for a job's good: to load or to deliver it."""

    point: int
    job: Job
    deed: Deed

    @property
    def deliver(self) -> bool:
        """Whether the good is delivered."""
        return self.deed == "deliver"

    @property
    def loads(self) -> bool:
        """Whether the good comes aboard."""
        return self.deed == "load"

    @property
    def rank(self) -> tuple[bool, int, str, int]:
        """What decides the order of visits in one place."""
        return self.loads, self.job.card, self.job.good, self.job.town


@dataclass(frozen=True)
class Order:
    """Visits in their order, with lower bounds for every plan that keeps it.

    ``moments`` bound the arrival at each visit; ``cost`` bounds lines, hire and upgrades
    together, ``hires`` being the hire for crossings that the order itself demands.
    """

    visits: tuple[Visit, ...]
    moments: tuple[int, ...]
    cost: int
    hires: int
    pay: int
    calendar: Calendar

    @property
    def turn(self) -> int:
        """The earliest turn of the last delivery."""
        return self.calendar.turn(self.moments[-1]) if self.moments else 0

    @property
    def aboard(self) -> int:
        """How many goods are aboard that are delivered without being loaded."""
        return sum(-1 if visit.loads else 1 for visit in self.visits)

    @property
    def held(self) -> list[int]:
        """How many goods are held at the beginning and after each visit."""
        changes = (1 if visit.loads else -1 for visit in self.visits)
        return list(accumulate(changes, initial=self.aboard))

    def under(self, calendar: Calendar) -> Order:
        """The order for one of the calendars that its own is a bound for.

        No visit is in an earlier turn, nothing is loaded before there is room for it; and a
        plan that is over before the last upgrade belongs to the calendar without it.
        """
        before = [self.calendar.turn(moment) - 1 for moment in self.moments]
        moments = [calendar.end(turn) + 1 if turn >= 0 else 0 for turn in before]
        for number, (visit, held) in enumerate(zip(self.visits, self.held[:-1], strict=True)):
            if visit.loads:
                moments[number] = calendar.room_by(moments[number], held)
        moments[-1] = max(moments[-1], calendar.upgraded)
        cost = self.cost - self.calendar.cost + calendar.cost
        return Order(self.visits, tuple(moments), cost, self.hires, self.pay, calendar)


def jobs(position: IslandPosition) -> list[Job]:
    """Every delivery that the cards offer."""
    board, pay = position.board, position.figures.pay
    return [
        Job(card, offer.good, offer.town, contract(board, pay, offer).pay)
        for card, offers in enumerate(position.cards)
        for offer in dict.fromkeys(offers)
    ]


def built_by(world: World, calendar: Calendar, lines: int, paid: Iterable[tuple[int, int]]) -> int:
    """The earliest turn by whose end lines of this cost can all be built.

    A turn has a limit, and what the money at hand does not cover is built only after a
    delivery that pays for it. ``paid`` has the turn and the pay of each delivery.
    """
    limit = world.figures.build.limit
    money = world.position.money
    last = calendar.built(lines, 0, limit)
    for turn, pay in paid:
        last = max(last, calendar.built(lines - money, turn - 1, limit))
        money += pay
    return last


class Supplies:
    """The goods of a position."""

    def __init__(self, position: IslandPosition) -> None:
        self._position, self._sources = position, position.board.sources

    @property
    def counted(self) -> bool:
        """Whether it matters how many goods have been loaded."""
        return bool(self._position.stock or self._position.lying)

    def towns(self, good: str) -> tuple[int, ...]:
        """The towns that offer a good, and those where some lies."""
        lying = {each.town for each in self._position.lying if each.good == good}
        return tuple(dict.fromkeys((*self._sources[good], *sorted(lying))))

    def left(self, visits: Sequence[Visit], load: Visit) -> bool:
        """Whether there can be a good to load after some visits.

        What is delivered goes back to the stock; so does, in time, what lies in a town or was
        aboard at the beginning and is not delivered.
        """
        good, stock = load.job.good, self._position.stock
        offered = load.point in self._sources[good]
        if offered and good not in stock:
            return True
        loads = [visit for visit in visits if visit.deed == "load" and visit.job.good == good]
        if not offered:
            here = sum(visit.point == load.point for visit in loads)
            return here < self._lying(good, load.point)
        delivered = [visit.job for visit in visits if visit.deliver and visit.job.good == good]
        loaded = {visit.job for visit in loads}
        brought = sum(job not in loaded for job in delivered)
        idle = self._position.load.count(good) - brought + self._lying(good)
        return len(loads) < stock[good] + len(delivered) + max(0, idle)

    def _lying(self, good: str, town: int | None = None) -> int:
        return sum(each.good == good and town in (None, each.town) for each in self._position.lying)

    def until(self, load: Visit) -> int | None:
        """The last turn in which a good is there to be loaded; nothing if there is none."""
        good, town = load.job.good, load.point
        if town in self._sources[good]:
            return None
        turns = (e.turns for e in self._position.lying if (e.good, e.town) == (good, town))
        return max(turns, default=0)
