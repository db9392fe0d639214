"""Time in points: what the train can have moved by the end of each turn.

A moment of a plan is the number of points the train has moved or let go by since the
beginning. All that counts of a turn follows from it: a train that boards a ship lets the
rest of its turn go by, one that lands has its full speed again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, combinations_with_replacement, pairwise

from mapdata.island.figures import Figures

NEVER = 10**6
Change = tuple[int, str, int]
"""An upgrade: the turn at whose end it happens, the new train, its cost."""


@dataclass(frozen=True)
class Calendar:
    """Speed and capacity of the train in each turn to come, from turn 1 on.

    ``changes`` are the upgrades behind it, or ``None`` for a calendar that is only a bound:
    no upgrades of cost ``cost`` or less give more speed or room in any turn.
    """

    speeds: tuple[int, ...]
    capacities: tuple[int, ...]
    cost: int
    changes: tuple[Change, ...] | None

    @cached_property
    def turns(self) -> int:
        """The number of turns the calendar knows."""
        return len(self.speeds)

    @cached_property
    def ends(self) -> tuple[int, ...]:
        """The moment at which each turn ends; turn 0 is before the first."""
        return tuple(accumulate(self.speeds, initial=0))

    @cached_property
    def _turn(self) -> tuple[int, ...]:
        found = [0]
        for turn, speed in enumerate(self.speeds, 1):
            found += [turn] * speed
        return tuple(found)

    def turn(self, moment: int) -> int:
        """Return the turn in which a moment lies; what ends a turn belongs to it."""
        return self._turn[moment] if moment < len(self._turn) else NEVER

    def end(self, turn: int) -> int:
        """Return the moment at which a turn ends."""
        return self.ends[turn] if turn <= self.turns else NEVER

    def capacity(self, moment: int) -> int:
        """Return how many goods the train can carry at a moment.

        At the very end of a turn a train that grows then counts as grown, and one that
        shrinks then as not yet shrunk: it may still wait there, or have gone on.
        """
        turn = self.turn(moment)
        if turn >= self.turns:
            return max(self.capacities)
        later = self.capacities[turn] if moment == self.ends[turn] else 0
        return max(self.capacities[max(turn, 1) - 1], later)

    def room_by(self, moment: int, aboard: int) -> int:
        """Return the first moment, from this one on, with room for one more good; late if never."""
        if self.capacity(moment) > aboard:
            return moment
        for turn in range(self.turn(moment), self.turns + 1):
            if self.capacity(self.ends[turn]) > aboard:
                return self.ends[turn]
        return self.ends[-1] + 1

    @cached_property
    def paid(self) -> tuple[int, ...]:
        """What upgrades have cost by the end of each turn, as far as they are known."""
        turns = range(self.turns + 1)
        return tuple(sum(cost for at, _, cost in self.changes or () if at <= t) for t in turns)

    def bills(self, moment: int) -> int:
        """Return what upgrades have certainly cost before the turn of a moment."""
        return self.paid[min(max(0, self.turn(moment) - 1), self.turns)]

    def built(self, cost: int, since: int, limit: int) -> int:
        """Return the earliest turn by whose end lines can be built.

        What an upgrade costs is no longer there for lines in its turn.

        Parameters
        ----------
        cost
            What they cost.
        since
            The last turn before they can be begun.
        limit
            What can be spent in a turn.
        """
        if cost <= 0:
            return 0
        turn = since - (-cost // limit)
        while turn <= self.turns and limit * (turn - since) - self._upgrades(since, turn) < cost:
            turn += 1
        return turn

    def _upgrades(self, since: int, turn: int) -> int:
        return self.paid[turn] - self.paid[min(since, self.turns)]


def calendar(figures: Figures, train: str, changes: tuple[Change, ...], turns: int) -> Calendar:
    """Return the calendar of a train with these upgrades."""
    trains = []
    for turn in range(1, turns + 1):
        before = [other for at, other, _ in changes if at < turn]
        trains.append(figures.trains[before[-1] if before else train])
    return Calendar(
        tuple(each.speed for each in trains),
        tuple(each.capacity for each in trains),
        sum(cost for _, _, cost in changes),
        changes,
    )


def ladders(figures: Figures, train: str) -> Iterator[tuple[tuple[str, int], ...]]:
    """Yield every succession of upgrades, with costs, that never comes back to a train."""
    stack: list[tuple[tuple[str, int], ...]] = [()]
    while stack:
        ladder = stack.pop()
        yield ladder
        seen = {train, *(name for name, _ in ladder)}
        for other, cost in figures.upgrades(ladder[-1][0] if ladder else train).items():
            if other not in seen:
                stack.append((*ladder, (other, cost)))


def bounding_calendars(figures: Figures, train: str, turns: int) -> list[Calendar]:
    """Return calendars that together bound every succession of upgrades.

    One for each speed and capacity that can be reached at all, as if it were there from
    the second turn on, at the least cost of having both some time.
    """
    least: dict[tuple[int, int], int] = {}
    first = figures.trains[train]
    for ladder in ladders(figures, train):
        trains = [first, *(figures.trains[name] for name, _ in ladder)]
        reach = max(each.speed for each in trains), max(each.capacity for each in trains)
        cost = sum(cost for _, cost in ladder)
        least[reach] = min(cost, least.get(reach, cost))
    return [
        Calendar(
            (first.speed, *[speed] * (turns - 1)),
            (first.capacity, *[capacity] * (turns - 1)),
            cost,
            () if cost == 0 else None,
        )
        for (speed, capacity), cost in sorted(least.items(), key=lambda item: item[1])
    ]


def returning_calendar(figures: Figures, train: str, turns: int) -> Calendar | None:
    """Return a calendar that bounds all upgrades that come back to a train, if there are any.

    Whoever exchanges a train for one of the same step can exchange it back.
    """
    sideways = figures.upgrade.sideways
    costs = [
        sum(cost for _, cost in ladder) + sideways
        for ladder in ladders(figures, train)
        if any(
            figures.trains[a].step == figures.trains[b].step
            for a, b in pairwise([train, *(name for name, _ in ladder)])
        )
    ]
    if not costs:
        return None
    first = figures.trains[train]
    speed = max(each.speed for each in figures.trains.values())
    capacity = max(each.capacity for each in figures.trains.values())
    speeds = first.speed, *[speed] * (turns - 1)
    capacities = first.capacity, *[capacity] * (turns - 1)
    return Calendar(speeds, capacities, min(costs), None)


def real_calendars(
    figures: Figures, train: str, turns: int, bound: Calendar, last: int
) -> list[Calendar]:
    """Return the calendars that ``bound`` stands for, all upgrades by the turn ``last``."""
    found = []
    top = bound.speeds[-1], bound.capacities[-1]
    for ladder in ladders(figures, train):
        trains = [figures.trains[train], *(figures.trains[name] for name, _ in ladder)]
        if (max(t.speed for t in trains), max(t.capacity for t in trains)) != top:
            continue
        for at in combinations_with_replacement(range(1, last + 1), len(ladder)):
            changes = tuple((turn, *step) for turn, step in zip(at, ladder, strict=True))
            if _within_limit(changes, figures.build.limit):
                found.append(calendar(figures, train, changes, turns))
    return found


def _within_limit(changes: tuple[Change, ...], limit: int) -> bool:
    turns = {turn for turn, _, _ in changes}
    return all(sum(c for at, _, c in changes if at == turn) <= limit for turn in turns)
