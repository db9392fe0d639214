"""An upper bound on what can still be earned from a stop on.

A dynamic programme over places, points of time left and what has become of each card. Goods
must be loaded and delivered one after the other, the train has limited room, and ways and
ships take their time. On islands where the train has been every line is there; the first
island that is new takes a turn to be opened, and a line to the first place there. One
table serves for every order that has been to the same islands, and for every last turn.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING, Any

from solvers.island.deliveries.fates import Fates, how_many
from solvers.island.deliveries.order import Job
from solvers.island.deliveries.shares import PARTS, JoiningShares

if TYPE_CHECKING:
    from solvers.island.deliveries.world import World

LARGEST = 40_000_000
"""Entries of a table: cards for which there is no room count with their best pay at once."""


MANY_TABLES = 60
"""Tables of islands beyond which new ones are no longer thought of."""
FEW_FATES = 500
"""Up to so many fates two new islands take their time and cost, with more of them one."""


@dataclass(frozen=True)
class _Table:
    """Gains by points of time left, place and fate; the places are those of some islands."""

    visited: frozenset[int]
    number: Mapping[int, int]
    gains: Any


class StillToEarn:
    """What can be earned at most, by place, points of time left, and fate of the cards.

    ``net``: what is spent is taken off. The calendar's speed is ``speed`` in every turn. Visits
    bear their ``shares``. With more goods than the train has ``capacity`` for it goes only where
    it can soon be back.
    """

    def __init__(
        self,
        world: World,
        sources: Mapping[str, Sequence[int]],
        jobs: Sequence[Job],
        speed: int,
        room: int,
        turns: int,
        shares: JoiningShares,
        capacity: int,
        *,
        net: bool,
    ) -> None:
        self.world, self.speed, self._sources, self._shares = world, speed, sources, shares
        self._hire = PARTS * world.least_hire if net else 0
        stops = {job.town for job in jobs}.union(*(sources[job.good] for job in jobs))
        self.places = sorted(stops)
        self._net, self._turns, self._steps = net, turns, speed * turns
        best = {job.card: 0 for job in jobs}
        for job in jobs:
            best[job.card] = max(best[job.card], PARTS * job.pay)
        cards = sorted(best, key=lambda card: (-best[card], card))
        most = LARGEST // (len(self.places) * (self._steps + 1))
        while how_many(jobs, cards, room) > most:
            cards.pop()
        self.fates = Fates([job for job in jobs if job.card in cards], room)
        self._light = self.fates.light(capacity)
        self._beside = {card: pay for card, pay in best.items() if card not in cards}
        self._more = 2 if len(self.fates.known) <= FEW_FATES else 1
        self._large = sum(best.values()) >= 2**15
        self._tables: dict[tuple[frozenset[int], int], _Table] = {}
        """By the islands visited, and how many new ones take their time and cost."""

    def gains(
        self,
        point: int,
        done: Set[int],
        aboard: Iterable[Job],
        visited: frozenset[int] | None = None,
    ) -> list[int]:
        """Return the most that can be earned, in parts, by the points of time that are left.

        Parameters
        ----------
        point
            Where the train is: a place where goods are loaded or delivered.
        done
            The cards that are used.
        aboard
            The jobs whose goods are aboard.
        visited
            The islands where the train has been; nothing if all are to count as visited.
        """
        more = 0 if visited is None or len(self._tables) > MANY_TABLES else self._more
        table = self._table(visited or frozenset(), more)
        fate = self.fates.number(done, aboard)
        beside = sum(pay for card, pay in self._beside.items() if card not in done)
        found: list[int] = table.gains[:, table.number[point], fate].tolist()
        return [each + beside for each in found] if beside else found

    def _table(self, visited: frozenset[int], more: int) -> _Table:
        """Return the table for trains that have been to some islands.

        ``more`` new islands take their time and cost; then every island counts as visited.
        """
        visited &= self._islands
        more = more if visited < self._islands else 0
        key = visited if more else self._islands, more
        if key not in self._tables:
            self._tables[key] = self._reckon(*key)
        return self._tables[key]

    @cached_property
    def _islands(self) -> frozenset[int]:
        """The islands that count: those with places, and those with ports."""
        return frozenset(self.world.island[point] for point in (*self.places, *self._ports))

    def _reckon(self, visited: frozenset[int], more: int) -> _Table:
        import numpy as np

        island = self.world.island
        places = [place for place in self.places if island[place] in visited]
        number = {place: number for number, place in enumerate(places)}
        kind, many = np.int32 if self._large else np.int16, len(self.fates.known)
        gains = np.zeros((self._steps + 1, len(places), many), dtype=kind)
        landed, boarded = np.zeros((2, self._turns + 1, len(self._ports), many), dtype=kind)
        landings, few = self._landings(visited, more, number, gains), slice(self._light)
        sailings = [(*each, few) for each in self._sailings(visited, self._sailing)]
        if self._light < many:
            heavy, short = slice(self._light, None), self._short_sailing
            sailings += [(*each, heavy) for each in self._sailings(visited, short)]
        for left in range(self._steps + 1):
            turn, rest = divmod(left, self.speed)
            if not rest:
                for port, there, first, cost in landings:
                    if first <= left:
                        best = landed[turn, port]
                        np.maximum(best, there[left - first] - cost, out=best)
                for start, end, turns, some in sailings:
                    if turns <= turn:
                        best = boarded[turn, start, some]
                        there = landed[turn - turns + 1, end, some]
                        np.maximum(best, there - self._hire, out=best)
            for place in places:
                best = gains[left, number[place]]
                for other, length in self._near[place]:
                    if length <= left:
                        np.maximum(best, gains[left - length, number[other]], out=best)
                for port, length in self._harbours[place]:
                    if length <= left:
                        np.maximum(best, boarded[(left - length) // self.speed, port], out=best)
                for before, after, pay in self._deeds[place]:
                    best[before] = np.maximum(best[before], best[after] + pay)
        return _Table(visited, number, gains)

    def _landings(
        self, visited: frozenset[int], more: int, number: Mapping[int, int], gains: Any
    ) -> list[tuple[int, Any, int, int]]:
        """Return the first places after landing in a port: gains there, time and cost.

        Where the train has not been, its first line is built at the end of the turn.
        """
        world, found = self.world, []
        for port, point in enumerate(self._ports):
            for place in self.places:
                length, island = self._lengths[point].get(place), world.island[place]
                if length is None:
                    continue
                if island in visited:
                    found.append((port, gains[:, number[place]], length, 0))
                    continue
                table = self._table(visited | {island}, more - 1)
                wait = 0 if island in self._open else self.speed
                there = table.gains[:, table.number[place]]
                found.append((port, there, length + wait, self._first_line[place]))
        return found

    @cached_property
    def _open(self) -> frozenset[int]:
        """The islands that need no opening, as far as is known."""
        world = self.world
        return self._islands if world.terms.bought else world.settled

    @cached_property
    def _first_line(self) -> dict[int, int]:
        """What a line to each place costs at least, if it is the first place on its island."""
        world, home = self.world, self.world.island[self.world.start]
        if not self._net:
            return dict.fromkeys(self.places, 0)
        costs = self._shares.costs
        return {
            place: PARTS * costs.first_line(place) if world.island[place] != home else 0
            for place in self.places
        }

    def _sailings(
        self, visited: frozenset[int], ways: Mapping[tuple[int, int], int]
    ) -> list[tuple[int, int, int]]:
        """Return the crossings from islands where the train has been, and the turns they take.

        On a long one the train may open other islands in passing. Each such island saves a
        turn when the train comes there, so that it is taken off at once.
        """
        world, found = self.world, []
        for (start, end), turns in ways.items():
            if world.island[start] in visited:
                passed = turns - 1
                direct = world.sails[start].get(end)
                if direct is not None and world.sailing_turns(direct) == turns:
                    new = world.stopovers(start, end) - visited - self._open
                    passed = min(passed, len(new))
                elif visited == self._islands:
                    passed = 0
                found.append((self._ports.index(start), self._ports.index(end), turns - passed))
        return found

    @cached_property
    def _deeds(self) -> dict[int, list[tuple[Any, Any, int]]]:
        """What can be done in each place: its last deeds first, each with its share."""
        jobs, fates = self.fates.jobs, self.fates
        all_deeds = {}
        for place in self.places:
            share = self._shares.share.get(place, 0)
            loads = [job for job in jobs if place in self._sources[job.good]]
            here = [(job, PARTS * job.pay - share) for job in jobs if job.town == place]
            found = [(*fates.loaded(job), -share) for job in loads]
            found += [(*fates.handed_on(job), pay - share) for job, pay in here if job in loads]
            found += [(*fates.delivered(job), pay) for job, pay in here]
            all_deeds[place] = found
        return all_deeds

    @cached_property
    def _lengths(self) -> dict[int, dict[int, int]]:
        """The points by land from every place and port."""
        return {point: _reached(self.world.steps, point) for point in (*self.places, *self._ports)}

    @cached_property
    def _ports(self) -> list[int]:
        return self.world.board.of_kind("port")

    @cached_property
    def _sailing(self) -> dict[tuple[int, int], int]:
        """The turns from boarding in a port to landing in another one, over others too."""
        return self._over_others(self.world.direct)

    @cached_property
    def _short_sailing(self) -> dict[tuple[int, int], int]:
        """The same for trains that cannot carry all they have: some of it lies in a town."""
        world = self.world
        return self._over_others(
            {ports: turns for ports, turns in world.direct.items() if world.returns(*ports)}
        )

    def _over_others(self, direct: Mapping[tuple[int, int], int]) -> dict[tuple[int, int], int]:
        found = dict(direct)
        for middle, other in product(self._ports, repeat=2):
            walk = self._lengths[middle].get(other)
            if walk is None:
                continue
            wait = max(0, walk - 1) // self.speed
            for start, end in product(self._ports, repeat=2):
                if (start, middle) in found and (other, end) in found and start != end:
                    turns = found[start, middle] + wait + found[other, end]
                    found[start, end] = min(turns, found.get((start, end), turns))
        return found

    @cached_property
    def _near(self) -> dict[int, list[tuple[int, int]]]:
        """The other places that each is joined to by land, and how far they are."""
        return {
            place: self._from(place, [(other, other) for other in self.places])
            for place in self.places
        }

    @cached_property
    def _harbours(self) -> dict[int, list[tuple[int, int]]]:
        """The ports that each place is joined to by land, and how far they are."""
        return {place: self._from(place, list(enumerate(self._ports))) for place in self.places}

    def _from(self, place: int, named: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
        lengths = self._lengths[place]
        return [
            (name, lengths[point]) for name, point in named if point in lengths and point != place
        ]


def _reached(steps: Sequence[Sequence[int]], start: int) -> dict[int, int]:
    reached, layer = {start: 0}, [start]
    while layer:
        found = {there for here in layer for there in steps[here]} - reached.keys()
        reached.update(dict.fromkeys(found, reached[layer[0]] + 1))
        layer = sorted(found)
    return reached
