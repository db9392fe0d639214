"""The bonuses of a route from bit masks, fast enough for listing routes.

These are the bonuses of :mod:`solvers.bonus`, for trains that are paid for all visited stops
or at least at both ends. Then it is enough to know which stops pay, which special track is
used, and where the route ends.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import permutations
from typing import NamedTuple

from mapdata.lazy import lazy
from solvers.bonus import (
    Again,
    Between,
    ClaimedNames,
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
    claims_among,
    once,
)
from solvers.problem import Problem, Run, Train
from solvers.route import Route


class Ceiling(NamedTuple):
    """Upper bounds: an amount for each stop, one for sets of stops by their masks, and the rest."""

    each: int
    beside: int
    sets: list[tuple[list[int], int]]

    @property
    def anywhere(self) -> int:
        """The bound for any stops, apart from the amount for each."""
        return self.beside + sum([amount for _, amount in self.sets])


class Tally:
    """The bonuses and rules of one train as bit masks.

    Attributes
    ----------
    makers
        The stops of which a route needs two; ``None`` if any two stops will do.
    strict
        Whether there are rules on stops: some need others, must be visited, or cannot be ends.
    special
        Whether a route can earn more than the worth of its stops. It may depend on stops anywhere
        (``deep``), on its ends (bits of ``sided``), or on its links (``flags``).
    flags, links
        For each link, the bits of the bonuses that it can earn, and the amount of the link alone.
    once
        Whether there are bonuses that only one route of a plan earns.
    """

    def __init__(self, problem: Problem, train: Train) -> None:
        self.problem, self.train = problem, train
        makes = [stop.makes_route for stop in problem.network.stops]
        self.makers = None if all(makes) else _bits([at for at, each in enumerate(makes) if each])
        self.homes = 0
        self.no_ends = _bits(train.no_ends) if train.no_ends else 0
        self.must = None if train.must is None else _bits(train.must)
        self.needs = [(_bits(some), number) for some, number in problem.needs]
        self.flags = [0] * len(problem.network.links)
        self.links = [0] * len(problem.network.links)
        self.marked: list[tuple[int, int, bool]] = []
        self.sets: list[tuple[int, list[tuple[int, Set]]]] = []
        self.ends: dict[tuple[int, int], int] = {}
        self.markers: list[tuple[int, int]] = []
        self.stations: list[tuple[Stations, list[int]]] = []
        self.again: list[dict[int, int]] = []
        self.counted: list[tuple[Counted, int]] = []
        self.between = 0
        self.only: list[Sets | Visited | HalfEnds | Over] = []
        for bonus in train.bonuses:
            self._sort(bonus)
        self.once = bool(self.only)
        self.asked = [
            (bonus.name, [_bits(dict(s)) for s in bonus.sets] if isinstance(bonus, Sets) else [])
            for bonus in self.only
        ]
        self.choices: dict[ClaimedNames, list[tuple[ClaimedNames, int]]] = {}
        self.deep = bool(self.sets or self.markers or self.stations or self.again or self.counted)
        self.sided = _bits([end for pair in self.ends for end in pair]) if self.ends else 0
        self.special = bool(self.deep or self.marked or self.ends)
        self.strict = bool(self.no_ends or self.needs or self.must is not None or problem.visits)
        self.exact = (train.trims and not self.between) or not train.skips
        """Whether these bit masks give the exact revenue, and not only an upper bound."""

    def _sort(self, bonus: Earned) -> None:
        if once(bonus):
            assert isinstance(bonus, Sets | Visited | HalfEnds | Over)
            self.only.append(bonus)
        elif isinstance(bonus, Sets):
            if bonus.ends:
                for one, two in permutations({at for each in bonus.sets for at, _ in each}, 2):
                    earned = bonus.of_ends(one, two)
                    self.ends[one, two] = self.ends.get((one, two), 0) + earned
            else:
                self.sets.append((bonus.amount, [(_bits(dict(s)), s) for s in bonus.sets]))
        elif isinstance(bonus, Marked):
            if bonus.per == "mark":
                for link, marks in bonus.links:
                    self.links[link] += bonus.amount * marks
            else:
                self._flag(dict(bonus.links), bonus.amount, bonus.per == "paid")
        elif isinstance(bonus, Over):
            self._flag(bonus.links, bonus.amount, False)
        elif isinstance(bonus, Stations):
            self.homes = _homes(self.problem)
            met = bonus.where.sets if bonus.where is not None and not bonus.where.ends else ()
            self.stations.append((bonus, [_bits(dict(each)) for each in met]))
        elif isinstance(bonus, Markers):
            self.homes = _homes(self.problem)
            self.markers += [(1 << stop, figure) for stop, figure in bonus.stops]
        elif isinstance(bonus, Again):
            self.again.append(dict(bonus.stops))
        elif isinstance(bonus, Between):
            self.between += bonus.most
        elif isinstance(bonus, Counted):
            self.counted.append((bonus, _bits(bonus.stops)))

    def _flag(self, links: Iterable[int], amount: int, for_each: bool) -> None:
        bit = 1 << len(self.marked)
        self.marked.append((bit, amount, for_each))
        for link in links:
            self.flags[link] |= bit

    @lazy
    def ceiling(self) -> Ceiling:
        """Upper bounds on the earnings of a route beyond the worth of its stops and links."""
        homes = self.homes.bit_count()
        each = sum([max(0, amount) for _, amount, for_each in self.marked if for_each])
        beside = (
            max(0, *self.ends.values(), 0)
            + self.between
            + sum([max(0, amount) for _, amount, for_each in self.marked if not for_each])
            + sum([max(0, figure * homes) for _, figure in self.markers])
            + sum([max(0, bonus.of(homes)) for bonus, _ in self.stations])
            + sum([max(0, *again.values(), 0) for again in self.again])
            + sum([bonus.of(len(bonus.stops)) for bonus, _ in self.counted])
        )
        for only in self.only:
            if isinstance(only, Visited):
                each += max(0, only.amount)
            elif isinstance(only, HalfEnds):
                beside += only.most
            elif isinstance(only, Over):
                beside += max(0, only.amount)
            else:
                most = sum([max(dict(some).values()) for some in only.sets])
                beside += max(0, only.amount + most)
        sets = [
            ([mask for mask, _ in some], max(0, amount + _best(some))) for amount, some in self.sets
        ]
        return Ceiling(each, beside, sets)

    def most(self, stops: int) -> int:
        """Upper bound for a route that visits ``stops``, whichever of them pay.

        Unlike :meth:`more` it holds for what only one route earns, too.
        """
        each, total, sets = self.ceiling
        if each:
            total += each * stops.bit_count()
        for masks, amount in sets:
            if all(stops & mask for mask in masks):
                total += amount
        return total

    def allows(self, stops: int, one: int, two: int) -> bool:
        """Whether a route may visit these stops with these ends, whatever pays."""
        if (1 << one | 1 << two) & self.no_ends:
            return False
        if self.must is not None and (stops & self.must).bit_count() < self.train.must_count:
            return False
        if any(not rule.allows(stops) for rule in self.problem.visits):
            return False
        return all(not stops & some or stops.bit_count() >= n for some, n in self.needs)

    def enough(self, stops: Sequence[int], paid: Sequence[int]) -> bool:
        """Whether enough stops pay for the stops visited that need others."""
        return all(len(paid) >= n for some, n in self.problem.needs if some.intersection(stops))

    def more(self, paid: int, flags: int, one: int, two: int) -> int:
        """Revenue of a route beyond the worth of its stops and links.

        If the tally is not exact, it is an upper bound.
        """
        total = self.ends.get((one, two), 0) if self.ends else 0
        if flags:
            for bit, amount, for_each in self.marked:
                if flags & bit:
                    total += amount * paid.bit_count() if for_each else amount
        if not self.deep:
            return total
        for amount, sets in self.sets:
            for mask, extras in sets:
                if not paid & mask:
                    break
                amount += max([extra for stop, extra in extras if paid >> stop & 1])
            else:
                total += amount
        for bit, figure in self.markers:
            if paid & bit:
                total += figure * (paid & self.homes).bit_count()
        for bonus, met in self.stations:
            ends = bonus.where if bonus.where is not None and bonus.where.ends else None
            if ends is not None and not ends.of_ends(one, two):
                continue
            if all(paid & mask for mask in met):
                total += bonus.of((paid & self.homes).bit_count())
        for again in self.again:
            total += max(again.get(one, 0), again.get(two, 0))
        for bonus_of, mask in self.counted:
            total += bonus_of.of((paid & mask).bit_count())
        return total

    def paid(self, run: Run, flags: int) -> int:
        """Revenue of a run of which not all stops pay."""
        if not self.exact or run.once:
            return self.problem.earnings(run).total
        worth, own = self.train.worth, self.links
        total = sum([worth[stop] for stop in run.paid]) + sum([own[link] for link in run.links])
        if not self.special:
            return total
        return total + self.more(_bits(run.paid), flags, run.stops[0], run.stops[-1])

    def claims(self, stops: int) -> list[tuple[ClaimedNames, int]]:
        """Every combination of claims of a route that visits ``stops``, with its mask.

        A bonus for sets of stops is earned by nobody who misses one of them.
        """
        names = tuple([name for name, sets in self.asked if all(stops & each for each in sets)])
        if names not in self.choices:
            bits = self.problem.once
            self.choices[names] = [
                (some, sum([bits[name] for name in some]))
                for some in claims_among(dict.fromkeys(names), self.train.rivals)
            ]
        return self.choices[names]

    def earns(self, run: Run) -> bool:
        """Whether a run earns something by every bonus that it claims."""
        earned = {bonus.name for bonus in self.only if bonus.earned(run, ())}
        return earned.issuperset(run.once)

    def claiming(self, route: Route, stops: int) -> list[Route]:
        """Return a route whose stops all pay, once for every choice of bonuses to claim."""
        amounts = dict.fromkeys([bonus.name for bonus in self.only], 0)
        for bonus in self.only:
            if isinstance(bonus, Visited):
                visited = [at for at in range(stops.bit_length()) if stops >> at & 1]
                amounts[bonus.name] += bonus.of(visited)
            else:
                amounts[bonus.name] += bonus.earned(route._replace(once=tuple(amounts)).run, ())
        return [
            route._replace(
                revenue=route.revenue + sum([amounts[name] for name in names]),
                mask=route.mask | mask,
                once=(*route.once, *names),
            )
            for names, mask in self.claims(stops)
            if all(amounts[name] for name in names)
        ]


def _homes(problem: Problem) -> int:
    return _bits([at for at, stop in enumerate(problem.network.stops) if stop.home])


def _best(sets: Iterable[tuple[int, Set]]) -> int:
    return sum([max([extra for _, extra in extras]) for _, extras in sets])


def _bits(stops: Iterable[int]) -> int:
    bits = 0
    for stop in stops:
        bits |= 1 << stop
    return bits
