"""Bonuses that are more than the worth of a stop, in numbers: one class for each shape.

Each class says what a run earns by it. A bonus for a single stop is already part of that
stop's worth. Here are those that depend on several stops, on track, or on the whole plan.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import chain, combinations
from math import gcd
from typing import TYPE_CHECKING

from msgspec import Struct, field

if TYPE_CHECKING:
    from hexgraph.network import Stop
    from solvers.problem import Run, Train

Set = tuple[tuple[int, int], ...]
"""Stops with what each adds."""


class Sets(Struct, frozen=True):
    """An amount for a paying stop in every set, plus what the best stop of each set adds.

    With ``ends`` only the two ends of the route count. With ``once`` only one run of the
    plan earns it: the run that claims it. An amount below nothing is due wherever it is met.
    """

    name: str
    amount: int
    sets: tuple[Set, ...]
    ends: bool = False
    once: bool = False

    def earned(self, run: Run, stops: Sequence[Stop]) -> int:
        """Amount that ``run`` earns by it."""
        if self.once and self.name not in run.once:
            return 0
        if self.ends:
            one, two = run.stops[0], run.stops[-1]
            return self.of_ends(one, two) if one in run.paid and two in run.paid else 0
        total = self.amount
        for each in self.sets:
            extras = [extra for stop, extra in each if stop in run.paid]
            if not extras:
                return 0
            total += max(extras)
        return total

    def of_ends(self, one: int, two: int) -> int:
        """Amount for two paying ends; a single stop is not two."""
        found = 0
        if one == two:
            return 0
        first, second = self.sets
        for here, there in ((one, two), (two, one)):
            some = [extra for stop, extra in first if stop == here]
            if some:
                more = [extra for stop, extra in second if stop == there]
                found = max(found, self.amount + some[0] + more[0] if more else 0)
        return found


class Distance(Sets, frozen=True):
    """An amount for each pair of ends.

    The ends are the outermost of these stops: what a route visits beyond them is worth nothing.
    """

    pairs: dict[tuple[int, int], int] = field(default_factory=dict)

    def earned(self, run: Run, stops: Sequence[Stop]) -> int:
        """Amount that ``run`` earns by it."""
        among = {stop for stop, _ in self.sets[0]}
        met = [stop for stop in run.stops if stop in among]
        return self.of_ends(met[0], met[-1]) if met else 0

    def of_ends(self, one: int, two: int) -> int:
        """Amount for these ends."""
        return self.pairs.get((one, two), 0)


class Between(Struct, frozen=True):
    """An amount for each pair of ends, which depends on the links that lead there as well.

    ``ends`` has the sort of each end: a stop with a link there; ``pairs`` the amount for two sorts.
    Both ends pay, for a train whose ends alone do.
    """

    name: str
    ends: dict[tuple[int, int], int]
    pairs: dict[tuple[int, int], int]

    @property
    def most(self) -> int:
        """Upper bound on the amount for any two ends."""
        return max(self.pairs.values(), default=0)

    def earned(self, run: Run, stops: Sequence[Stop]) -> int:
        """Amount that ``run`` earns by it; nothing without track."""
        if not run.links:
            return 0
        one = self.ends.get((run.stops[0], run.links[0]), -1)
        two = self.ends.get((run.stops[-1], run.links[-1]), -1)
        return self.pairs.get((min(one, two), max(one, two)), 0)


class Marked(Struct, frozen=True):
    """For special track between two paying stops: once, for each of them, or for each mark.

    ``links`` has the links with such track, and how many marks are on each.
    """

    name: str
    amount: int
    links: tuple[tuple[int, int], ...]
    per: str

    def earned(self, run: Run, stops: Sequence[Stop]) -> int:
        """Amount that ``run`` earns by it."""
        known = dict(self.links)
        if known.keys().isdisjoint(run.links):
            return 0
        paying = [at for at, stop in enumerate(run.stops) if stop in run.paid]
        if not paying:
            return 0
        marks = [known[link] for link in run.links[paying[0] : paying[-1]] if link in known]
        if not marks:
            return 0
        times = {"route": 1, "paid": len(paying), "mark": sum(marks)}[self.per]
        return self.amount * times


class Over(Struct, frozen=True):
    """An amount, or a cost, for running over a hex, which means over any of these links.

    With ``once`` only the run of the plan that claims it earns it.
    """

    name: str
    amount: int
    links: frozenset[int]
    once: bool = False

    def earned(self, run: Run, stops: Sequence[Stop]) -> int:
        """Amount that ``run`` earns by it."""
        if self.once and self.name not in run.once:
            return 0
        return 0 if self.links.isdisjoint(run.links) else self.amount


class Visited(Struct, frozen=True):
    """An amount for each stop visited by the one run that claims it.

    Only ``stops`` count, if there are any, and ``most`` of them at most.
    """

    name: str
    amount: int
    stops: frozenset[int] | None = None
    most: int | None = None
    once = True

    def counts(self, stop: int) -> bool:
        """Whether visits of a stop earn it."""
        return self.stops is None or stop in self.stops

    def of(self, stops: Iterable[int]) -> int:
        """Amount for visits of these stops."""
        number = sum([self.counts(stop) for stop in stops])
        return self.amount * (number if self.most is None else min(number, self.most))

    def earned(self, run: Run, stops: Sequence[Stop]) -> int:
        """Amount that ``run`` earns by it."""
        return self.of(run.stops) if self.name in run.once else 0


class Markers(Struct, frozen=True):
    """A paying stop of a set earns an amount for each paying stop with an own marker."""

    name: str
    stops: Set

    def earned(self, run: Run, stops: Sequence[Stop]) -> int:
        """Amount that ``run`` earns by it."""
        each = sum([figure for stop, figure in self.stops if stop in run.paid])
        return each * sum([stops[stop].home for stop in run.paid]) if each else 0


class Stations(Struct, frozen=True):
    """For each paying stop with an own marker, up to ``most``, where a route meets some sets."""

    name: str
    amount: int
    most: int | None = None
    where: Sets | None = None

    def earned(self, run: Run, stops: Sequence[Stop]) -> int:
        """Amount that ``run`` earns by it."""
        if self.where is not None and not self.where.earned(run, stops):
            return 0
        return self.of(sum([stops[stop].home for stop in run.paid]))

    def of(self, markers: int) -> int:
        """Amount for a number of paying stops with a marker."""
        earned = self.amount * markers
        return earned if self.most is None else min(earned, self.most)

    def steps(self, markers: int) -> list[int]:
        """Marginal amounts of the first, the second, ...: non-increasing."""
        return [more for at in range(markers) if (more := self.of(at + 1) - self.of(at))]


class Again(Struct, frozen=True):
    """An amount for one paying stop of a set that begins or ends the route."""

    name: str
    stops: Set

    def earned(self, run: Run, stops: Sequence[Stop]) -> int:
        """Amount that ``run`` earns by it."""
        known = dict(self.stops)
        ends = (run.stops[0], run.stops[-1])
        return max([known.get(end, 0) for end in ends if end in run.paid], default=0)


class Counted(Struct, frozen=True):
    """An amount for each paying stop of a set beyond the first."""

    name: str
    amount: int
    stops: frozenset[int]

    def of(self, number: int) -> int:
        """Amount for a number of paying stops."""
        return self.amount * max(0, number - 1)

    def earned(self, run: Run, stops: Sequence[Stop]) -> int:
        """Amount that ``run`` earns by it."""
        return self.of(len(self.stops.intersection(run.paid)))


class HalfEnds(Struct, frozen=True):
    """Half of what the two ends are worth together, for the one run that claims it.

    ``values`` has what each stop is worth; a single stop is both ends and counts once.
    """

    name: str
    values: tuple[int, ...]
    once = True

    @property
    def unit(self) -> int:
        """A divisor of whatever it earns."""
        common = gcd(*self.values)
        return common // 2 if common and common % 2 == 0 else 1

    @property
    def most(self) -> int:
        """Upper bound on the amount for any two ends."""
        return sum(sorted(self.values)[-2:]) // 2

    def earned(self, run: Run, stops: Sequence[Stop]) -> int:
        """Amount that ``run`` earns by it."""
        if self.name not in run.once:
            return 0
        return sum([self.values[end] for end in {run.stops[0], run.stops[-1]}]) // 2


class StopExtras(Struct, frozen=True):
    """Amounts of single stops: part of their worth, listed here for the breakdown of revenue."""

    name: str
    stops: Set

    def earned(self, run: Run, stops: Sequence[Stop]) -> int:
        """Amount that ``run`` earns by it."""
        return sum([extra for stop, extra in self.stops if stop in run.paid])


Earned = (
    Sets
    | Between
    | Marked
    | Over
    | Visited
    | Markers
    | Stations
    | Again
    | HalfEnds
    | Counted
    | StopExtras
)


ClaimedNames = tuple[str, ...]
"""Names of bonuses that one run claims."""


def claims_of(train: Train, stops: Collection[int] | None = None) -> list[ClaimedNames]:
    """Return every choice of the bonuses that only one run of a plan can claim.

    If the ``stops`` of a run are given, only what these can earn.
    """
    only = [bonus for bonus in train.bonuses if once(bonus)]
    met = [bonus.name for bonus in only if stops is None or _met(bonus, stops)]
    return claims_among(dict.fromkeys(met), train.rivals)


def claims_among(names: Iterable[str], rivals: Sequence[frozenset[str]]) -> list[ClaimedNames]:
    """Return every choice of ``names``; of each set of ``rivals`` a run claims one at most."""
    some = list(names)
    sizes = range(len(some) + 1)
    found = chain.from_iterable(combinations(some, size) for size in sizes)
    return [each for each in found if all(len(few.intersection(each)) < 2 for few in rivals)]


def _met(bonus: Earned, stops: Collection[int]) -> bool:
    """Whether stops stand in every set of a bonus; other shapes depend on more."""
    sets = bonus.sets if isinstance(bonus, Sets) else ()
    return all(any(stop in stops for stop, _ in each) for each in sets)


def once(bonus: Earned) -> bool:
    """Whether only one run of a plan earns it."""
    return isinstance(bonus, Visited | HalfEnds) or (isinstance(bonus, Sets | Over) and bonus.once)
