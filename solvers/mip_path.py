"""One train as a path in a mixed-integer program: variables, and a row for each rule.

That a path is in one piece would take a row for every set of stops; such rows are left to
:mod:`solvers.mip`, which adds them where an answer breaks them.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations
from typing import Any

from ortools.math_opt.python import mathopt

from mapdata.words import with_article
from solvers.bonus import (
    Again,
    Between,
    Counted,
    Earned,
    HalfEnds,
    Marked,
    Markers,
    Over,
    Sets,
    Stations,
    Visited,
)
from solvers.errors import TooLarge
from solvers.problem import Problem, Train
from solvers.visits import Requires, Together, VisitRule

total = mathopt.fast_sum


class TrainVariables:
    """The variables of one train, by stop and by link, and what it earns.

    ``once`` has a variable for each bonus that one run of the plan earns, by its name.
    """

    def __init__(self, model: Any, problem: Problem, train: Train) -> None:
        self.model, self.problem, self.train = model, problem, train
        self.row = model.add_linear_constraint
        seen, links = problem.network.stops, problem.network.links
        self.used = self._variable()
        self.stops = {at: self._variable() for at in range(len(seen)) if at not in train.barred}
        self.ends = {
            at: self._variable() if self._through(at) else visited
            for at, visited in self.stops.items()
        }
        self.paid = {at: self._variable() for at in self.stops} if train.skips else self.stops
        self.links = {
            at: self._variable()
            for at, link in enumerate(links)
            if link.a in self.stops and link.b in self.stops and at not in train.closed
        }
        self.revenue = [(train.worth[at], paid) for at, paid in self.paid.items()]
        self.once: dict[str, Any] = {}
        self.alone: dict[int, Any] = {}
        """Variables that a single stop is the whole route."""
        if train.local:
            stations = {at: name for name, at in problem.stations.items() if at in self.stops}
            self.once |= {name: self.stops[at] for at, name in stations.items()}
            self.alone = {at: self._variable() for at in stations}
        self._lead_from_end_to_end()
        self._visit()
        self._pay()
        apart = [bonus for bonus in train.bonuses if bonus.name in problem.subsidies]
        for bonus in train.bonuses:
            if bonus not in apart:
                self._earn(bonus)
        if train.half:
            self._halve()
        for bonus in apart:
            self._earn(bonus)
        for names in train.rivals:
            self.row(total(self.once[name] for name in names if name in self.once) <= self.used)

    def _through(self, stop: int) -> bool:
        """Whether the train runs through a stop."""
        return self.problem.network.stops[stop].through and stop not in self.train.no_through

    def _variable(self, most: int = 1) -> Any:
        """A new variable: 0 or 1, or a whole number up to ``most``."""
        return self.model.add_variable(lb=0, ub=most)

    def _lead_from_end_to_end(self) -> None:
        """Add the rows of a path: two links at every inner stop, one at an end, and two ends."""
        links = self.problem.network.links
        joining: dict[frozenset[int], list[Any]] = defaultdict(list)
        for at, taken in self.links.items():
            joining[frozenset((links[at].a, links[at].b))].append(taken)
            for stop in links[at].dead_ends:
                self.row(taken <= self.ends[stop])
        for pair, options in joining.items():
            for stop in pair:
                self.row(total(options) <= self.stops[stop])
        for stop, visited in self.stops.items():
            leaving = [self.links[at] for at in self.problem.links_at[stop] if at in self.links]
            # Degrees make paths and rings apart from them; rings are cut off as they appear.
            self.row(total(leaving) == 2 * visited - self._ending(stop))
            self.row(visited <= self.used)
            if stop in self.alone:
                self.row(self.alone[stop] <= visited)
            if stop in self.train.no_ends:
                self.row(self._ending(stop) <= 0)
        self.row(total(map(self._ending, self.ends)) == 2 * self.used)

    def _ending(self, stop: int) -> Any:
        """Number of path ends at a stop."""
        if stop not in self.alone:
            return self.ends[stop]
        through = self._through(stop)
        return self.ends[stop] + (2 if through else 1) * self.alone[stop]

    def passing(self, stop: int) -> Any:
        """Whether the path runs through a stop."""
        if stop not in self.stops:
            return 0
        return self.stops[stop] - self._ending(stop)

    def _visit(self) -> None:
        """Add rows for two stops that make a route, and for the limits on visits."""
        train, seen, links = self.train, self.problem.network.stops, self.problem.network.links
        making = [visited for at, visited in self.stops.items() if seen[at].makes_route]
        self.row(total([*making, *self.alone.values()]) >= 2 * self.used)
        if train.must is not None:
            reached = [visited for at, visited in self.stops.items() if at in train.must]
            self.row(total(reached) >= train.must_count * self.used)
        for group in self.problem.groups:
            members = [visited for at, visited in self.stops.items() if at in group]
            self.row(total(members) <= self.used)
        for rule in self.problem.visits:
            self._keep(rule)
        if train.hexes is not None:
            length = total(
                train.length(at, links[at].hexsides) * taken for at, taken in self.links.items()
            )
            self.row(length <= (train.hexes - 1) * self.used)
        for limit in train.visits:
            counted = [limit.weights[at] * visited for at, visited in self.stops.items()]
            if limit.ends:
                counted += [limit.ends[at] * self._ending(at) for at in self.ends]
            if limit.links:
                counted += [limit.links[at] * taken for at, taken in self.links.items()]
            self.row(total(counted) <= limit.most * self.used)

    def _keep(self, rule: VisitRule) -> None:
        some = [visited for at, visited in self.stops.items() if at in rule.stops]
        if isinstance(rule, Together):
            for one in some:
                self.row(total(self.stops.values()) >= rule.least * one)
                self.row(total(some) >= len(rule.stops) * one)
        elif isinstance(rule, Requires):
            starts = [visited for at, visited in self.stops.items() if at in rule.starts]
            for one in some:
                self.row(one <= total(starts))
        else:
            unless = [visited for at, visited in self.stops.items() if at in rule.unless]
            for one, two in combinations(some, 2):
                self.row(one + two <= 1 + total(unless))

    def _pay(self) -> None:
        """Add rows for a marker, and for the places of paying stops."""
        train, seen = self.train, self.problem.network.stops
        if train.skips:
            for at, paid in self.paid.items():
                self.row(paid <= self.stops[at])
                if train.trims:
                    self.row(self.ends[at] <= paid)
                    if at in self.alone:
                        self.row(self.alone[at] <= paid)
                if at in train.must_pay:
                    self.row(paid >= self.stops[at])
        for limit in train.pays:
            counted = total(limit.weights[at] * paid for at, paid in self.paid.items())
            self.row(counted <= limit.most * self.used)
        serving = self.paid if train.marker_must_pay else self.stops
        self.row(total(each for at, each in serving.items() if seen[at].home) >= self.used)
        for some, number in self.problem.needs:
            for at in some.intersection(self.stops):
                self.row(total(self.paid.values()) >= number * self.stops[at])

    def _earn(self, bonus: Earned) -> None:
        """Add a bonus to the aim.

        One case for each kind of bonus: a table of functions would say the same in more words.
        """
        if isinstance(bonus, Sets):
            if bonus.ends:
                self._earn_at_ends(bonus)
            else:
                self._earn_sets(bonus)
        elif isinstance(bonus, Between):
            self._earn_between(bonus)
        elif isinstance(bonus, Marked):
            self._earn_marked(bonus)
        elif isinstance(bonus, Over):
            over = self._variable()
            met = [self.links[at] for at in bonus.links if at in self.links]
            self.row(over <= total(met))
            if bonus.once:
                claimed = self.once.get(bonus.name)
                self.once[bonus.name] = claimed = claimed or self._variable()
                self.row(over <= claimed)
            for taken in met if bonus.amount < 0 else ():
                self.row(over >= taken)
            self.revenue.append((bonus.amount, over))
        elif isinstance(bonus, Stations):
            self._earn_stations(bonus)
        elif isinstance(bonus, HalfEnds):
            self._earn_half(bonus)
        elif isinstance(bonus, Counted):
            paid = [self.paid[at] for at in bonus.stops if at in self.paid]
            for number in range(2, len(paid) + 1):
                step = self._variable()
                self.row(number * step <= total(paid))
                self.revenue.append((bonus.amount, step))
        elif isinstance(bonus, Visited):
            claimed = self.once[bonus.name] = self._variable()
            counted = [visited for at, visited in self.stops.items() if bonus.counts(at)]
            earned = [self._earn_both(bonus.amount, claimed, visited) for visited in counted]
            if bonus.most is not None:
                self.row(total(earned) <= bonus.most)
        elif isinstance(bonus, Markers):
            seen = self.problem.network.stops
            homes = [paid for at, paid in self.paid.items() if seen[at].home]
            for stop, figure in bonus.stops:
                if stop in self.paid:
                    for home in homes:
                        self._earn_both(figure, self.paid[stop], home)
        elif isinstance(bonus, Again):
            self._earn_again(bonus)

    def _halve(self) -> None:
        """Halve the sum, rounded to tens: the most tens ``n`` with 20 ``n`` - 10 <= sum."""
        tens = self._variable(sum(max(0, amount) for amount, _ in self.revenue) // 20 + 1)
        whole = total(amount * each for amount, each in self.revenue)
        self.row(20 * tens <= whole + 10 * self.used)
        self.revenue = [(10, tens)]

    def _earn_half(self, bonus: HalfEnds) -> None:
        """Add half the value of both ends; a single stop is not two ends."""
        claimed = self.once[bonus.name] = self._variable()
        most = bonus.most // bonus.unit
        half = self._variable(most)
        worth = [bonus.values[at] * self._ending(at) for at in self.ends]
        worth += [-bonus.values[at] * alone for at, alone in self.alone.items()]
        self.row(2 * bonus.unit * half <= total(worth))
        self.row(half <= most * claimed)
        self.revenue.append((bonus.unit, half))

    def _earn_both(self, amount: int, *all_of: Any) -> Any:
        """Add ``amount`` to the revenue if all of these are 1."""
        both = self._variable()
        for each in all_of:
            self.row(both <= each)
        self.revenue.append((amount, both))
        return both

    def _earn_sets(self, bonus: Sets) -> None:
        earned = self._variable()
        self.row(earned <= self.used)
        self.revenue.append((bonus.amount, earned))
        for each in bonus.sets:
            picks = []
            for stop, extra in each:
                if stop in self.paid:
                    picks.append(self._variable())
                    self.row(picks[-1] <= self.paid[stop])
                    self.revenue.append((extra, picks[-1]))
            self.row(total(picks) == earned)
        # What costs must be forced: the aim alone would leave it out.
        if bonus.amount < 0:
            some = [self.paid[stop] for each in bonus.sets for stop, _ in each if stop in self.paid]
            self.row(total(some) <= len(bonus.sets) - 1 + earned)
        if bonus.once:
            self.once[bonus.name] = earned

    def _earn_at_ends(self, bonus: Sets) -> None:
        claimed = self._variable()
        if bonus.once:
            self.once[bonus.name] = claimed
        for amount, both in self._pairs(bonus):
            self.row(both <= claimed)
            self.revenue.append((amount, both))

    def _pairs(self, bonus: Sets) -> list[tuple[int, Any]]:
        """Bonuses by pair of ends, each with the literal that these are paying ends."""
        areas = sorted({stop for each in bonus.sets for stop, _ in each if stop in self.stops})
        found: list[tuple[int, Any]] = []
        at_end: dict[int, list[Any]] = defaultdict(list)
        for pair in combinations(areas, 2):
            if amount := bonus.of_ends(*pair):
                found.append((amount, self._variable()))
                for end in pair:
                    at_end[end].append(found[-1][1])
        for end, some in at_end.items():
            self.row(total(some) <= self.ends[end])
            self.row(total(some) <= self.paid[end])
        return found

    def _earn_between(self, bonus: Between) -> None:
        ways: dict[int, list[Any]] = defaultdict(list)
        for (stop, link), sort in bonus.ends.items():
            if link in self.links and stop in self.ends:
                ways[sort].append(self._variable())
                self.row(ways[sort][-1] <= self.links[link])
                self.row(ways[sort][-1] <= self.ends[stop])
        last: dict[int, list[Any]] = defaultdict(list)
        for pair, amount in bonus.pairs.items():
            self.revenue.append((amount, self._variable()))
            for sort in pair:
                last[sort].append(self.revenue[-1][1])
        for sort, earned in last.items():
            self.row(total(earned) <= total(ways[sort]))

    def _earn_stations(self, bonus: Stations) -> None:
        seen, where = self.problem.network.stops, bonus.where
        homes = [paid for at, paid in self.paid.items() if seen[at].home]
        steps = [(more, self._variable()) for more in bonus.steps(len(homes))]
        self.revenue += steps
        self.row(total(step for _, step in steps) <= total(homes))
        options: list[list[Any]] = []
        if where is not None and where.ends:
            options = [[both for _, both in self._pairs(where)]]
        elif where is not None:
            options = [
                [self.paid[stop] for stop, _ in each if stop in self.paid] for each in where.sets
            ]
        for _, step in steps:
            for some in options:
                self.row(step <= total(some))

    def _earn_again(self, bonus: Again) -> None:
        counted = []
        for stop, figure in bonus.stops:
            if stop in self.paid:
                counted.append(self._variable())
                self.row(counted[-1] <= self.paid[stop])
                self.row(counted[-1] <= self._ending(stop))
                self.revenue.append((figure, counted[-1]))
        self.row(total(counted) <= self.used)

    def _earn_marked(self, bonus: Marked) -> None:
        if self.train.skips and not self.train.trims:
            name = with_article(self.train.name)
            raise TooLarge(f"mip cannot tell between which paying stops of {name} a mark lies")
        met = [(number, self.links[at]) for at, number in bonus.links if at in self.links]
        if bonus.per == "mark":
            self.revenue += [(bonus.amount * number, taken) for number, taken in met]
            return
        through = self._variable()
        self.row(through <= total(taken for _, taken in met))
        if bonus.per == "route":
            self.revenue.append((bonus.amount, through))
            return
        for paid in self.paid.values():
            self._earn_both(bonus.amount, paid, through)

    def connecting(self) -> Any:
        """A variable that is 1 only if the path joins the two places it must join."""
        assert self.problem.connect is not None
        one, two = self.problem.connect
        joins = self._variable()
        for some in (one, two):
            self.row(joins <= total(self._ending(at) for at in self.ends if at in some))
        both = total(self._ending(at) for at in self.ends if at in one | two)
        self.row(2 * joins <= both)
        return joins
