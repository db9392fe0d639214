"""Claims with too many ways to list or to combine them all: one CP-SAT model decides.

Each leg, from one named stop of a line to the next, is a path over links. Legs of one line
share no stop, legs of the whole claim no track. Lines whose ways are all known choose one
of them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise, product
from math import inf
from typing import Any

from msgspec.structs import replace
from ortools.sat.python import cp_model

from solvers.bonus import Between, Marked, Over, Visited
from solvers.claim_readings import AS_STATED, Line, most, readings, worth
from solvers.claim_ways import Ways
from solvers.clock import Clock
from solvers.cpsat import new_solver
from solvers.problem import Problem, Run
from solvers.visits import Requires, Together, VisitRule

_Taken = dict[tuple[int, int], Any]
"""The literals of a leg, by link and the stop it is taken from."""

_Maker = Callable[[cp_model.CpSolver], Run]
"""A function that reads the run of a line out of a solution."""


def search(problem: Problem, lines: Sequence[Line], ways: Sequence[Ways]) -> list[Run] | None:
    """Return runs that realise all ``lines`` and are worth the most, or ``None``."""
    options = [
        [None] if each.complete else _by_stations(readings(problem, line))
        for line, each in zip(lines, ways, strict=True)
    ]
    best: tuple[float, list[Run] | None] = (-inf, None)
    for choice in product(*options):
        value, runs = _ClaimModel(problem).search(lines, ways, choice)
        if value > best[0]:
            best = value, runs
    return best[1]


def _by_stations(runs: Iterable[Run]) -> list[list[Run]]:
    """Return the readings in groups that visit the same stops and differ in what is paid."""
    found: dict[tuple[int, ...], list[Run]] = defaultdict(list)
    for run in runs:
        found[run.stops].append(run)
    return list(found.values())


class _ClaimModel:
    """One model: lines with few ways choose one, the others find theirs from stop to stop."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.model = cp_model.CpModel()
        self.takers: dict[tuple[int, int], list[Any]] = defaultdict(list)
        self.found = 0
        """Number of lines so far that find their way in the model."""
        self.links: list[Any] = []
        self.worth: list[Any] = []

    def search(
        self, lines: Sequence[Line], ways: Sequence[Ways], choice: Sequence[list[Run] | None]
    ) -> tuple[float, list[Run] | None]:
        """Return the best runs for one choice of stations, and their worth."""
        makers = [
            self._choose(line, each.runs) if meant is None else self._find(line, meant)
            for line, each, meant in zip(lines, ways, choice, strict=True)
        ]
        for used in self.takers.values():
            self.model.add_at_most_one(used)
        weight = len(self.problem.network.links) + 1
        self.model.maximize(weight * sum(self.worth) - sum(self.links))
        solver = new_solver(Clock())
        if solver.solve(self.model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return -inf, None
        return solver.objective_value, [make(solver) for make in makers]

    def _take(self, mask: int, literal: Any) -> None:
        """Take the bits of ``mask``; of shared track only within one such line."""
        between = self.problem.between_runs
        for bit in range(mask.bit_length()):
            if mask >> bit & 1:
                self.takers[bit, 0 if between >> bit & 1 else self.found].append(literal)

    def _choose(self, line: Line, runs: Sequence[Run]) -> _Maker:
        literals = [self.model.new_bool_var("") for _ in runs]
        self.model.add_exactly_one(literals)
        for run, literal in zip(runs, literals, strict=True):
            self._take(self.problem.mask_of(run), literal)
            self.worth.append(worth(line, self.problem.earnings(run)) * literal)
        return lambda solver: next(
            run for run, literal in zip(runs, literals, strict=True) if solver.value(literal)
        )

    def _find(self, line: Line, meant: Sequence[Run]) -> _Maker:
        """Add a line with several readings, all over the same stops.

        Of the stops named the best pay, whatever figure was said.
        """
        self.found += 1
        passing: dict[int, list[Any]] = defaultdict(list)
        named = meant[0].stops
        free = self._free(meant[0])
        closed, last = meant[0].train.closed, (named[0], named[-1])
        legs = [self._leg(pair, free, passing, last, closed) for pair in pairwise(named)]
        for used in passing.values():
            self.model.add_at_most_one(used)
        for group in self.problem.groups:
            self.model.add_at_most_one([each for stop in group for each in passing.get(stop, ())])
        self._limit(meant[0], legs, passing)
        self._claim(meant[0], passing)
        chosen = [self.model.new_bool_var("") for _ in meant]
        self.model.add_exactly_one(chosen)
        totals = [self._total(reading, legs, passing) for reading in meant]
        for reading, literal, total in zip(meant, chosen, totals, strict=True):
            claimed = sum(self.problem.once[name] for name in reading.once)
            self._take(claimed | self.problem.paid_mask(reading.paid), literal)
            self._need(reading, literal, passing)
            self._earn(line, reading, literal, total, self._subsidy(reading, legs))
            for other, more in zip(meant, totals, strict=True):
                same = other.once == reading.once and not self.problem.paid_once
                if other is not reading and same:
                    self.model.add(total >= more).only_enforce_if(literal)
        return lambda solver: next(
            self._run(reading, legs, solver)
            for reading, literal in zip(meant, chosen, strict=True)
            if solver.value(literal)
        )

    def _free(self, reading: Run) -> frozenset[int]:
        """Return the stops that may be passed without being named."""
        seen = self.problem.network.stops
        shut = 0
        for stop in reading.stops:
            shut |= self.problem.shuts[stop]
        train = reading.train
        return frozenset(
            at
            for at, stop in enumerate(seen)
            if train.may_skip
            and stop.through
            and not shut >> at & 1
            and at not in train.barred
            and at not in train.must_pay
        )

    def _leg(
        self,
        ends: tuple[int, int],
        free: frozenset[int],
        passing: dict[int, list[Any]],
        last: tuple[int, int],
        closed: frozenset[int],
    ) -> _Taken:
        """Add one leg: a circuit that goes from its end straight back to its beginning."""
        one, two = ends
        taken: _Taken = {}
        graph: list[tuple[int, int, Any]] = [(two, one, True)]
        for index, link in enumerate(self.problem.network.links):
            if index in closed or not set(link.dead_ends).issubset(last):
                continue
            for a, b in ((link.a, link.b), (link.b, link.a)):
                if (a == one or a in free) and (b == two or b in free):
                    literal = taken[index, a] = self.model.new_bool_var("")
                    graph.append((a, b, literal))
                    self._take(link.mask, literal)
        for stop in free:
            passed = self.model.new_bool_var("")
            graph.append((stop, stop, ~passed))
            passing[stop].append(passed)
        self.model.add_circuit(graph)
        self.links += taken.values()
        return taken

    def _limit(self, reading: Run, legs: Sequence[_Taken], passing: dict[int, list[Any]]) -> None:
        """Keep the train within what it may visit, and within its hexes."""
        train, links, seen = reading.train, self.problem.network.links, self.problem.network.stops
        making = [at for at, stop in enumerate(seen) if stop.makes_route]
        single = train.local and len(reading.stops) == 1
        self._reach(making, 1 if single else 2, reading, passing)
        if train.must is not None:
            self._reach(train.must, train.must_count, reading, passing)
        if not train.marker_must_pay:
            homes = [at for at, stop in enumerate(seen) if stop.home]
            self._reach(homes, 1, reading, passing)
        for limit in train.visits:
            counted = limit.count(reading.stops) + limit.at_ends(reading.stops)
            more = sum(
                limit.weights[stop] * each for stop, all_ in passing.items() for each in all_
            )
            if limit.links:
                along = [each for leg in legs for each in leg.items()]
                more += sum(limit.links[at] * literal for (at, _), literal in along)
            self.model.add(counted + more <= limit.most)
        for rule in self.problem.visits:
            self._keep(rule, reading, passing)
        if train.hexes is not None:
            along = [each for leg in legs for each in leg.items()]
            taken = [(train.length(at, links[at].hexsides), x) for (at, _), x in along]
            self.model.add(sum(length * literal for length, literal in taken) <= train.hexes - 1)

    def _keep(self, rule: VisitRule, reading: Run, passing: dict[int, list[Any]]) -> None:
        """Add a rule about stops that are visited together, named or passed."""

        def there(stops: Iterable[int]) -> Any:
            named = sum(stop in reading.stops for stop in stops)
            return named + sum(each for stop in stops for each in passing.get(stop, ()))

        met = self.model.new_bool_var("")
        if isinstance(rule, Together):
            everywhere = range(len(self.problem.network.stops))
            self.model.add(there(rule.stops) == len(rule.stops)).only_enforce_if(met)
            self.model.add(there(everywhere) >= rule.least).only_enforce_if(met)
            self.model.add(there(rule.stops) == 0).only_enforce_if(~met)
        elif isinstance(rule, Requires):
            self.model.add(there(rule.starts) >= 1).only_enforce_if(met)
            self.model.add(there(rule.stops) == 0).only_enforce_if(~met)
        else:
            self.model.add(there(rule.unless) >= 1).only_enforce_if(met)
            self.model.add(there(rule.stops) <= 1).only_enforce_if(~met)

    def _claim(self, reading: Run, passing: dict[int, list[Any]]) -> None:
        """Take the markers that a local train visits, and the passage of a closed city."""
        for stop in self.problem.closed:
            named = [self.model.new_constant(1)] if stop in reading.stops[1:-1] else []
            for literal in (*named, *passing.get(stop, ())):
                self._take(self.problem.passage, literal)
        for name, stop in self.problem.stations.items() if reading.train.local else ():
            named = [self.model.new_constant(1)] if stop in reading.stops else []
            for literal in (*named, *passing.get(stop, ())):
                self._take(self.problem.once[name], literal)

    def _reach(
        self, some: Iterable[int], number: int, reading: Run, passing: dict[int, list[Any]]
    ) -> None:
        """Visit at least ``number`` of these stops, named or passed."""
        wanted = set(some)
        missing = number - len(wanted.intersection(reading.stops))
        if missing > 0:
            passed = [each for at in wanted for each in passing.get(at, ())]
            self.model.add(sum(passed) >= missing)

    def _need(self, reading: Run, chosen: Any, passing: dict[int, list[Any]]) -> None:
        """Pass no stop that needs more paying stops than there are."""
        for some, number in self.problem.needs:
            if len(reading.paid) < number:
                for stop in some:
                    for passed in passing.get(stop, ()):
                        self.model.add_implication(chosen, ~passed)

    def _total(self, reading: Run, legs: Sequence[_Taken], passing: dict[int, list[Any]]) -> Any:
        """Revenue of a reading, track bonuses included."""
        parts: list[Any] = [self.problem.earnings(reading).total]
        for bonus in reading.train.bonuses:
            if isinstance(bonus, Marked):
                parts.append(self._marked(reading, bonus, legs))
            elif isinstance(bonus, Over):
                parts.append(self._over(bonus, reading, legs))
            elif isinstance(bonus, Between):
                parts.append(self._between(bonus, reading, legs))
            elif isinstance(bonus, Visited) and bonus.name in reading.once:
                parts.append(bonus.amount * self._passed(reading, bonus, passing))
        return sum(parts)

    def _subsidy(self, reading: Run, legs: Sequence[_Taken]) -> Any:
        """Subsidy of a reading, by its stops or by hexes that it runs over."""
        apart = [each for each in reading.train.bonuses if each.name in self.problem.subsidies]
        over = [self._over(each, reading, legs) for each in apart if isinstance(each, Over)]
        return self.problem.earnings(reading).subsidy + sum(over)

    def _over(self, bonus: Over, reading: Run, legs: Sequence[_Taken]) -> Any:
        """Bonus for running over a hex."""
        if bonus.once and bonus.name not in reading.once:
            return 0
        met = [x for leg in legs for (at, _), x in leg.items() if at in bonus.links]
        return bonus.amount * self._any(met)

    def _between(self, bonus: Between, reading: Run, legs: Sequence[_Taken]) -> Any:
        """Bonus for the hexes between the ends, by the links that lead to them."""
        first, last = reading.stops[0], reading.stops[-1]
        links = self.problem.network.links
        leaving = {at: literal for (at, here), literal in legs[0].items() if here == first}
        reaching = {
            at: literal for (at, here), literal in legs[-1].items() if links[at].other(here) == last
        }
        amounts = []
        for (one, out), (two, back) in product(leaving.items(), reaching.items()):
            sorts = sorted([bonus.ends[first, one], bonus.ends[last, two]])
            both = self.model.new_bool_var("")
            self.model.add_bool_and(out, back).only_enforce_if(both)
            self.model.add_bool_or(~out, ~back, both)
            amounts.append(bonus.pairs.get((sorts[0], sorts[1]), 0) * both)
        return sum(amounts)

    def _passed(self, reading: Run, bonus: Visited, passing: dict[int, list[Any]]) -> Any:
        """Number of stops beside the named ones that count for a bonus."""
        passed = sum(each for at, some in passing.items() if bonus.counts(at) for each in some)
        if bonus.most is None:
            return passed
        room = max(0, bonus.most - sum(bonus.counts(at) for at in reading.stops))
        counted = self.model.new_int_var(0, room, "")
        self.model.add_min_equality(counted, [passed, room])
        return counted

    def _earn(self, line: Line, reading: Run, chosen: Any, total: Any, subsidy: Any) -> None:
        """Add the worth of a reading if it is chosen."""
        most_of_all = most(self.problem, reading)
        earned = self.model.new_int_var(self._least(reading), most_of_all, "")
        self.model.add(earned == total).only_enforce_if(chosen)
        self.model.add(earned == 0).only_enforce_if(~chosen)
        self.worth.append(earned)
        if line.figure is not None and line.figure <= most_of_all:
            as_stated = self.model.new_bool_var("")
            self.model.add_implication(as_stated, chosen)
            self.model.add(earned == line.figure + subsidy).only_enforce_if(as_stated)
            self.worth.append(AS_STATED * as_stated)

    def _least(self, reading: Run) -> int:
        """Lower bound on the revenue of a reading: some track costs."""
        costs = [bonus.amount for bonus in reading.train.bonuses if isinstance(bonus, Over)]
        return min(0, self.problem.earnings(reading).total) + sum(min(0, each) for each in costs)

    def _marked(self, reading: Run, bonus: Marked, legs: Sequence[_Taken]) -> Any:
        """Bonus for marks between paying stops."""
        marks = dict(bonus.links)
        pays = [stop in reading.paid for stop in reading.stops]
        met = [
            (marks[index], literal)
            for at, leg in enumerate(legs)
            if any(pays[: at + 1]) and any(pays[at + 1 :])
            for (index, _), literal in leg.items()
            if index in marks
        ]
        if bonus.per == "mark":
            return sum(bonus.amount * number * literal for number, literal in met)
        times = 1 if bonus.per == "route" else len(reading.paid)
        return bonus.amount * times * self._any([literal for _, literal in met])

    def _any(self, literals: Sequence[Any]) -> Any:
        """Whether one of these holds."""
        some = self.model.new_bool_var("")
        self.model.add_max_equality(some, [*literals, 0])
        return some

    def _run(
        self,
        reading: Run,
        legs: Sequence[_Taken],
        solver: cp_model.CpSolver,
    ) -> Run:
        way, used = [reading.stops[0]], []
        for leg, goal in zip(legs, reading.stops[1:], strict=True):
            out = {a: index for (index, a), literal in leg.items() if solver.value(literal)}
            while way[-1] != goal:
                used.append(out[way[-1]])
                way.append(self.problem.network.links[used[-1]].other(way[-1]))
        claimed = self.problem.claimed(reading.train, way)
        return replace(reading, stops=tuple(way), links=tuple(used), once=(*claimed, *reading.once))
