"""Time in points: what the train can have moved by the end of each turn.

A moment of a plan is the number of points the train has moved or let go by since the
beginning. All that counts of a turn follows from it: a train that boards a ship lets the
rest of its turn go by, one that lands has its full speed again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate, combinations_with_replacement, pairwise

from mapdata.island.figures import Figures

NEVER = 10**6
Change = tuple[int, str, int]
"""An upgrade: the turn at whose end it happens, the new train, its cost."""
Ladder = tuple[tuple[str, int], ...]
"""A succession of upgrades: the new train and the cost of each."""
TrainChoice = tuple[tuple[int, int], ...]
"""Trains of which none outdoes another: room and speed of each, the fastest first."""


@dataclass(frozen=True)
class Calendar:
    """Speed and capacity of the train in each turn to come, from turn 1 on.

    ``changes`` are the upgrades behind it, or ``None`` for a calendar that is only a bound:
    upgrades of at least ``cost`` by which the train is, in each turn, no better than one of a
    ``choice``. Its speed and room are the most of these; with more goods aboard than the fastest
    has room for, the train is slower. No plan is over before turn ``least``: upgrades happen at the
    end of a turn, and one after the last delivery would serve nothing.
    """

    speeds: tuple[int, ...]
    capacities: tuple[int, ...]
    cost: int
    changes: tuple[Change, ...] | None
    choice: TrainChoice = ()
    least: int = 1

    def after_first_round(self) -> Calendar:
        """The same trains if the first turn is in the first round, in which no train moves.

        Nothing can be delivered in it, so that no plan is over before the second turn.
        """
        return replace(self, speeds=(0, *self.speeds[1:]), least=max(2, self.least))

    @cached_property
    def turns(self) -> int:
        """The number of turns the calendar knows."""
        return len(self.speeds)

    @cached_property
    def fastest(self) -> int:
        """The highest speed in any turn."""
        return max(self.speeds)

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
        """The turn in which a moment lies; what ends a turn belongs to it."""
        return self._turn[moment] if moment < len(self._turn) else NEVER

    def end(self, turn: int) -> int:
        """The moment at which a turn ends."""
        return self.ends[turn] if turn <= self.turns else NEVER

    def speed(self, load: int) -> int:
        """The speed of a train with so many goods, from the second turn on."""
        able = [speed for room, speed in self.choice if room >= load]
        return able[0] if able else self.speeds[-1]

    def slowed(self, speed: int) -> Calendar:
        """The calendar of a train that has no more than this speed."""
        return replace(self, speeds=tuple(min(each, speed) for each in self.speeds))

    def seen_from(self, other: Calendar, moment: int) -> int:
        """The moment of this calendar that is the same point of the same turn as another's.

        After the last point of a turn the next one begins.
        """
        turn = max(1, other.turn(moment))
        if turn > self.turns:
            return self.ends[-1] + 1
        return min(self.ends[turn - 1] + moment - other.ends[turn - 1], self.ends[turn])

    def capacity(self, moment: int) -> int:
        """How many goods the train can carry at a moment.

        At the very end of a turn a train that grows then counts as grown, and one that
        shrinks then as not yet shrunk: it may still wait there, or have gone on.
        """
        turn = self.turn(moment)
        if turn >= self.turns:
            return max(self.capacities)
        later = self.capacities[turn] if moment == self.ends[turn] else 0
        return max(self.capacities[max(turn, 1) - 1], later)

    def room_by(self, moment: int, aboard: int) -> int:
        """The first moment, from this one on, with room for one more good; late if never."""
        if self.capacity(moment) > aboard:
            return moment
        for turn in range(self.turn(moment), self.turns + 1):
            if self.capacity(self.ends[turn]) > aboard:
                return self.ends[turn]
        return self.ends[-1] + 1

    @cached_property
    def upgraded(self) -> int:
        """The moment before which no plan is over: it would belong to fewer upgrades."""
        return self.end(self.changes[-1][0]) + 1 if self.changes else 0

    @cached_property
    def paid(self) -> tuple[int, ...]:
        """What upgrades have cost by the end of each turn, as far as they are known."""
        turns = range(self.turns + 1)
        return tuple(sum(cost for at, _, cost in self.changes or () if at <= t) for t in turns)

    def bills(self, moment: int) -> int:
        """What upgrades have certainly cost before the turn of a moment."""
        return self.paid[min(max(0, self.turn(moment) - 1), self.turns)]

    def built(self, cost: int, since: int, limit: int) -> int:
        """The earliest turn by whose end lines can be built.

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
    """The calendar of a train with these upgrades."""
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


def ladders(figures: Figures, train: str) -> Iterator[Ladder]:
    """Yield every succession of upgrades that never comes back to a train."""
    stack: list[Ladder] = [()]
    while stack:
        ladder = stack.pop()
        yield ladder
        seen = {train, *(name for name, _ in ladder)}
        for other, cost in figures.upgrades(ladder[-1][0] if ladder else train).items():
            if other not in seen:
                stack.append((*ladder, (other, cost)))


def choice_of(figures: Figures, train: str, ladder: Ladder) -> TrainChoice:
    """The best of the trains that one has in the course of a ladder."""
    names = [train, *(name for name, _ in ladder)]
    pairs = {(figures.trains[name].capacity, figures.trains[name].speed) for name in names}
    best = [
        (room, speed)
        for room, speed in pairs
        if not any(a >= room and b >= speed for a, b in pairs - {(room, speed)})
    ]
    return tuple(sorted(best, key=lambda each: -each[1]))


def bounding_calendars(figures: Figures, train: str, turns: int) -> list[Calendar]:
    """Calendars that together bound every succession of upgrades.

    One for each choice of trains that can be had, as if all of them were there from the second
    turn on, at the least cost of having had each of them.
    """
    return _bounds(figures, train, turns, ladders(figures, train))


def returning_calendars(figures: Figures, train: str, turns: int) -> list[Calendar]:
    """Calendars that bound all upgrades that come back to a train, if there are any.

    Whoever exchanges a train for one of the same step can exchange it back.
    """
    able = [
        ladder
        for ladder in ladders(figures, train)
        if any(
            figures.trains[a].step == figures.trains[b].step
            for a, b in pairwise([train, *(name for name, _ in ladder)])
        )
    ]
    return _bounds(figures, train, turns, able, back=figures.upgrade.sideways)


def _bounds(
    figures: Figures, train: str, turns: int, some: Iterable[Ladder], back: int | None = None
) -> list[Calendar]:
    """A calendar for each choice of trains that ladders give.

    ``back`` is what it costs to come back to a train. Whoever does so with good reason has had
    each of them for a turn.
    """
    least: dict[TrainChoice, tuple[int, int]] = {}
    for ladder in some:
        choice = choice_of(figures, train, ladder)
        cost = sum(cost for _, cost in ladder) + (back or 0)
        turn = min(2, 1 + len(ladder)) if back is None else 2 + len(ladder)
        known = least.get(choice, (cost, turn))
        least[choice] = min(known[0], cost), min(known[1], turn)
    first = figures.trains[train]
    return [
        Calendar(
            (first.speed, *[choice[0][1]] * (turns - 1)),
            (first.capacity, *[choice[-1][0]] * (turns - 1)),
            cost,
            () if choice == choice_of(figures, train, ()) else None,
            choice,
            turn,
        )
        for choice, (cost, turn) in sorted(least.items(), key=lambda item: item[1][0])
    ]


def real_calendars(
    figures: Figures, train: str, turns: int, bound: Calendar, last: int
) -> list[Calendar]:
    """The calendars that ``bound`` stands for, all upgrades by the turn ``last``.

    If no train moves in the first turn, there are no upgrades in it either.
    """
    waits = bound.speeds[0] == 0
    found = []
    for ladder in ladders(figures, train):
        if choice_of(figures, train, ladder) != bound.choice:
            continue
        for at in combinations_with_replacement(range(1 + waits, last + 1), len(ladder)):
            changes = tuple((turn, *step) for turn, step in zip(at, ladder, strict=True))
            if _within_limit(changes, figures.build.limit):
                real = calendar(figures, train, changes, turns)
                found.append(real.after_first_round() if waits else real)
    return found


def _within_limit(changes: tuple[Change, ...], limit: int) -> bool:
    turns = {turn for turn, _, _ in changes}
    return all(sum(c for at, _, c in changes if at == turn) <= limit for turn in turns)
