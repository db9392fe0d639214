"""One train as a circuit in a CP-SAT model: graph in, model, route out.

The model is built on the networkx graph of the problem (:meth:`solvers.problem.Problem.graph`):
a literal for each stop that is visited and for each direction of each edge. A circuit is one
path of a train closed through a depot that stands for "nowhere": an arc from the depot begins
the route, an arc to it ends the route, a loop at a stop means that the train does not come
there, and a loop at the depot that it stays idle.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import combinations
from operator import itemgetter
from typing import Any

import networkx as nx
from ortools.sat.python import cp_model

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
from solvers.errors import SolverFailed
from solvers.pay import best_run
from solvers.problem import Problem, Run, Train
from solvers.visits import Requires, Together, VisitRule


class Circuit:
    """The variables of one train.

    Attributes
    ----------
    idle
        It does not run.
    visited, paid, begin, end
        By stop.
    taken
        Each link in one direction: where from, where to, the link, the literal.
    revenue
        What it earns: figures and literals.
    once
        The literals of bonuses that one run of the plan earns, by name.
    """

    def __init__(
        self, model: cp_model.CpModel, problem: Problem, graph: nx.MultiGraph, train: Train
    ) -> None:
        self.model, self.problem, self.train = model, problem, train
        stops = problem.network.stops
        self.idle = model.new_bool_var("")
        self.visited = self._literals(len(stops))
        self.begin, self.end = self._literals(len(stops)), self._literals(len(stops))
        self.paid = self._literals(len(stops)) if train.skips else self.visited
        self.taken: list[tuple[int, int, int, Any]] = []
        self.revenue = [(train.worth[at], self.paid[at]) for at in range(len(stops))]
        self.once: dict[str, Any] = {}
        if train.local:
            self.once |= {name: self.visited[at] for name, at in problem.stations.items()}
        self.passing: list[Any] = []
        """Literals that closed stops are run through."""
        self.alone: list[Any] = []
        """Literals that a single stop is the route."""
        self._lead(graph)
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
            model.add_at_most_one([self.once[name] for name in names if name in self.once])

    def _literals(self, count: int) -> list[Any]:
        return [self.model.new_bool_var("") for _ in range(count)]

    def _lead(self, graph: nx.MultiGraph) -> None:
        """One path through the graph, closed through the depot, or none."""
        model, train, depot = self.model, self.train, len(graph)
        place = {stop: at for at, stop in enumerate(graph)}
        arcs: list[tuple[int, int, Any]] = [(depot, depot, self.idle)]
        for at, stop in enumerate(graph.nodes.values()):
            arcs += [
                (at, at, ~self.visited[at]),
                (depot, at, self.begin[at]),
                (at, depot, self.end[at]),
            ]
            model.add_implication(self.idle, ~self.visited[at])  # no round trip past the depot
            if train.local:
                alone = model.new_bool_var("")
                model.add_bool_and(self.begin[at], self.end[at]).only_enforce_if(alone)
                model.add_bool_or(~self.begin[at], ~self.end[at], alone)
                self.alone.append(alone)
            else:
                model.add_bool_or(~self.begin[at], ~self.end[at])
            if at in train.barred:
                model.add(self.visited[at] == 0)
            # The circuit enters and leaves every stop; where none runs through, one of the two
            # arcs is that of the depot.
            if not stop["through"] or at in train.no_through:
                model.add_bool_or(self.begin[at], self.end[at], ~self.visited[at])
            if at in train.no_ends:
                model.add(self.begin[at] + self.end[at] == 0)
            if at in self.problem.closed:
                self.passing.append(model.new_bool_var(""))
                through = [~self.visited[at], self.begin[at], self.end[at]]
                model.add_bool_or(*through, self.passing[-1])
        for _, _, index, link in sorted(graph.edges(keys=True, data=True), key=itemgetter(2)):
            one, two = (place[stop] for stop in link["ends"])
            for here, there in ((one, two), (two, one)):
                literal = model.new_bool_var("")
                arcs.append((here, there, literal))
                self.taken.append((here, there, index, literal))
                if index in train.closed:
                    model.add(literal == 0)
                for stop_at in link["dead_ends"]:
                    model.add_bool_or(self.begin[stop_at], self.end[stop_at], ~literal)
        model.add_circuit(arcs)

    def _visit(self) -> None:
        """Add the rules about stops that are visited."""
        model, train, problem = self.model, self.train, self.problem
        links, stops = problem.network.links, problem.network.stops
        if train.hexes is not None:
            taken = [(train.length(at, links[at].hexsides), x) for _, _, at, x in self.taken]
            length = sum(each * literal for each, literal in taken)
            model.add(length <= train.hexes - 1)
        for limit in train.visits:
            count = _dot(limit.weights, self.visited)
            if limit.ends:
                count += _dot(limit.ends, self.begin) + _dot(limit.ends, self.end)
            if limit.links:
                count += sum(limit.links[at] * x for _, _, at, x in self.taken if limit.links[at])
            model.add(count <= limit.most)
        for group in problem.groups:
            model.add_at_most_one([self.visited[at] for at in group])
        if train.must is not None:
            reached = [self.visited[at] for at in train.must]
            model.add(sum(reached) >= train.must_count).only_enforce_if(~self.idle)
        for rule in problem.visits:
            self._keep(rule)
        counted = [self.visited[at] for at, stop in enumerate(stops) if stop.makes_route]
        model.add(sum(counted) + sum(self.alone) >= 2).only_enforce_if(~self.idle)

    def _keep(self, rule: VisitRule) -> None:
        some = [self.visited[at] for at in sorted(rule.stops)]
        if isinstance(rule, Together):
            for one in some:
                model_rule = self.model.add(sum(self.visited) >= rule.least)
                model_rule.only_enforce_if(one)
                self.model.add_bool_and(some).only_enforce_if(one)
        elif isinstance(rule, Requires):
            for one in some:
                self.model.add_bool_or(~one, *[self.visited[at] for at in sorted(rule.starts)])
        else:
            unless = [self.visited[at] for at in sorted(rule.unless)]
            for pair in combinations(some, 2):
                self.model.add_bool_or(~pair[0], ~pair[1], *unless)

    def _pay(self) -> None:
        """Add the rules about stops that pay."""
        model, train, stops = self.model, self.train, self.problem.network.stops
        if train.skips:
            for at in range(len(stops)):
                model.add_implication(self.paid[at], self.visited[at])
                if train.trims:
                    model.add_implication(self.begin[at], self.paid[at])
                    model.add_implication(self.end[at], self.paid[at])
            for at in train.must_pay:
                model.add_implication(self.visited[at], self.paid[at])
        for limit in train.pays:
            model.add(_dot(limit.weights, self.paid) <= limit.most)
        serving = self.paid if train.marker_must_pay else self.visited
        model.add_bool_or(self.idle, *[serving[at] for at, stop in enumerate(stops) if stop.home])
        for some, number in self.problem.needs:
            for at in some:
                model.add(sum(self.paid) >= number).only_enforce_if(self.visited[at])

    def _earn(self, bonus: Earned) -> None:
        """Add a bonus to the aim.

        One case for each kind of bonus: a table of functions would say the same in more words.
        """
        if isinstance(bonus, Sets):
            self._earn_at_ends(bonus) if bonus.ends else self._earn_sets(bonus)
        elif isinstance(bonus, Between):
            self._earn_between(bonus)
        elif isinstance(bonus, Marked):
            self._earn_marked(bonus)
        elif isinstance(bonus, Over):
            met = [x for _, _, at, x in self.taken if at in bonus.links]
            over = self._earn_any(bonus.amount, met)
            if bonus.once:
                claimed = self.once.setdefault(bonus.name, self.model.new_bool_var(""))
                self.model.add_implication(over, claimed)
            for literal in met if bonus.amount < 0 else ():
                self.model.add_implication(literal, over)
        elif isinstance(bonus, Stations):
            self._earn_stations(bonus)
        elif isinstance(bonus, HalfEnds):
            self._earn_half(bonus)
        elif isinstance(bonus, Counted):
            paid = [self.paid[at] for at in sorted(bonus.stops)]
            more = self.model.new_int_var(0, max(0, len(paid) - 1), "")
            none = self.model.new_bool_var("")
            self.model.add(more <= sum(paid) - 1).only_enforce_if(~none)
            self.model.add(more == 0).only_enforce_if(none)
            self.revenue.append((bonus.amount, more))
        elif isinstance(bonus, Visited):
            claimed = self.once[bonus.name] = self.model.new_bool_var("")
            counted = [visited for at, visited in enumerate(self.visited) if bonus.counts(at)]
            earned = [self._earn_both(bonus.amount, claimed, visited) for visited in counted]
            if bonus.most is not None:
                self.model.add(sum(earned) <= bonus.most)
        elif isinstance(bonus, Markers):
            homes = [at for at, stop in enumerate(self.problem.network.stops) if stop.home]
            for stop, figure in bonus.stops:
                for home in homes:
                    self._earn_both(figure, self.paid[stop], self.paid[home])
        elif isinstance(bonus, Again):
            counted = []
            for stop, figure in bonus.stops:
                again = self.model.new_bool_var("")
                self.model.add_implication(again, self.paid[stop])
                self.model.add_bool_or(~again, self.begin[stop], self.end[stop])
                self.revenue.append((figure, again))
                counted.append(again)
            self.model.add_at_most_one(counted)

    def _halve(self) -> None:
        """Halve the sum, rounded to tens: the most tens ``n`` with 20 ``n`` - 10 <= sum."""
        whole = sum(amount * literal for amount, literal in self.revenue)
        most = sum(max(0, amount) for amount, _ in self.revenue)
        tens = self.model.new_int_var(0, most // 20 + 1, "")
        # Halves are rounded to tens, halfway up; the aim pushes ``tens`` as high as this allows.
        self.model.add(20 * tens <= whole + 10)
        self.revenue = [(10, tens)]

    def _earn_half(self, bonus: HalfEnds) -> None:
        """Add half the value of both ends; a single stop is not two ends."""
        claimed = self.once[bonus.name] = self.model.new_bool_var("")
        worth = _dot(bonus.values, self.begin) + _dot(bonus.values, self.end)
        if self.alone:
            worth -= _dot(bonus.values, self.alone)
        half = self.model.new_int_var(0, bonus.most // bonus.unit, "")
        self.model.add(2 * bonus.unit * half <= worth)
        self.model.add(half == 0).only_enforce_if(~claimed)
        self.revenue.append((bonus.unit, half))

    def _earn_both(self, amount: int, *all_of: Any) -> Any:
        """Add ``amount`` to the revenue if all of these literals hold."""
        both = self.model.new_bool_var("")
        for each in all_of:
            self.model.add_implication(both, each)
        self.revenue.append((amount, both))
        return both

    def _earn_any(self, amount: int, any_of: Iterable[Any]) -> Any:
        """Add ``amount`` to the revenue if one of these literals holds."""
        some = self.model.new_bool_var("")
        self.model.add_bool_or(~some, *any_of)
        self.revenue.append((amount, some))
        return some

    def _earn_sets(self, bonus: Sets) -> None:
        earned = self.model.new_bool_var("")
        self.model.add_implication(self.idle, ~earned)
        self.revenue.append((bonus.amount, earned))
        for each in bonus.sets:
            picks = []
            for stop, extra in each:
                pick = self.model.new_bool_var("")
                self.model.add_implication(pick, self.paid[stop])
                self.revenue.append((extra, pick))
                picks.append(pick)
            # One stop stands for each set. The aim picks the dearest that pays.
            self.model.add(sum(picks) == earned)
        # What costs must be forced: the aim alone would leave it out.
        if bonus.amount < 0:
            some = [sum(self.paid[stop] for stop, _ in each) for each in bonus.sets]
            self.model.add(sum(some) <= len(some) - 1 + earned)
        if bonus.once:
            self.once[bonus.name] = earned

    def _earn_at_ends(self, bonus: Sets) -> None:
        """Add bonuses of the two ends of the route, with a literal for each pair."""
        claimed = self.model.new_bool_var("")
        if bonus.once:
            self.once[bonus.name] = claimed
        for pair in self._ends_of(bonus):
            if amount := bonus.of_ends(*pair):
                earned = self._at_ends(pair)
                self.model.add_implication(earned, claimed)
                self.revenue.append((amount, earned))

    def _earn_between(self, bonus: Between) -> None:
        """Add bonuses by the sorts of both ends: a route has exactly one such pair."""
        ways = defaultdict(list)
        for one, two, index, literal in self.taken:
            for stop, ending in ((one, self.begin), (two, self.end)):
                if (sort := bonus.ends.get((stop, index))) is not None:
                    ways[sort].append((ending[stop], literal))
        last: dict[int, list[Any]] = defaultdict(list)
        for (here, there), amount in bonus.pairs.items():
            both = self.model.new_bool_var("")
            self.revenue.append((amount, both))
            for sort in (here, there):
                last[sort].append(both)
        for sort, earned in last.items():
            ending = []
            for at_end, taken in ways[sort]:
                ending.append(self.model.new_bool_var(""))
                self.model.add_implication(ending[-1], at_end)
                self.model.add_implication(ending[-1], taken)
            self.model.add(sum(earned) <= sum(ending))

    def _earn_stations(self, bonus: Stations) -> None:
        homes = [self.paid[at] for at, stop in enumerate(self.problem.network.stops) if stop.home]
        counted = []
        for more in bonus.steps(len(homes)):
            counted.append(self.model.new_bool_var(""))
            self.revenue.append((more, counted[-1]))
        self.model.add(sum(counted) <= sum(homes))
        where = bonus.where
        if where is not None and where.ends:
            joined = [pair for pair in self._ends_of(where) if where.of_ends(*pair)]
            options = [[self._at_ends(pair) for pair in joined]]
        else:
            sets = where.sets if where is not None else ()
            options = [[self.paid[stop] for stop, _ in each] for each in sets]
        for literal in counted:
            for some in options:
                self.model.add_bool_or(~literal, *some)

    def _ends_of(self, bonus: Sets) -> Iterable[tuple[int, int]]:
        """The pairs of stops for which a bonus is paid."""
        return combinations(sorted({stop for each in bonus.sets for stop, _ in each}), 2)

    def _at_ends(self, pair: tuple[int, int]) -> Any:
        """A literal that these are the two ends and pay."""
        literal = self.model.new_bool_var("")
        for stop in pair:
            self.model.add_bool_or(~literal, self.begin[stop], self.end[stop])
            self.model.add_implication(literal, self.paid[stop])
        return literal

    def _earn_marked(self, bonus: Marked) -> None:
        marks = dict(bonus.links)
        met = [(index, one, two, x) for one, two, index, x in self.taken if index in marks]
        counted = [(marks[index], self._between(one, two, x)) for index, one, two, x in met]
        if bonus.per == "mark":
            self.revenue += [(bonus.amount * number, literal) for number, literal in counted]
            return
        amount = bonus.amount if bonus.per == "route" else 0
        through = self._earn_any(amount, [literal for _, literal in counted])
        if bonus.per == "paid":
            for paid in self.paid:
                self._earn_both(bonus.amount, paid, through)

    def _between(self, one: int, two: int, taken: Any) -> Any:
        """Whether a link is taken with paying stops before and after it."""
        if self.train.trims or not self.train.skips:
            return taken
        before, after = self._paid_by_now
        literal = self.model.new_bool_var("")
        for each in (taken, before[one], after[two]):
            self.model.add_implication(literal, each)
        return literal

    @cached_property
    def _paid_by_now(self) -> tuple[list[Any], list[Any]]:
        """Literals for each stop: one up to it pays, and one from it on pays."""
        there = [(one, two, literal) for one, two, _, literal in self.taken]
        back = [(two, one, literal) for one, two, literal in there]
        return self._reached(there, self.begin), self._reached(back, self.end)

    def _reached(self, way: Sequence[tuple[int, int, Any]], ends: Sequence[Any]) -> list[Any]:
        known = self._literals(len(self.paid))
        for at, literal in enumerate(known):
            self.model.add_implication(literal, self.visited[at])
            self.model.add_bool_or(~literal, ~ends[at], self.paid[at])
        for one, two, taken in way:
            self.model.add_bool_or(~known[two], ~taken, self.paid[two], known[one])
        return known

    def connecting(self) -> Any:
        """A literal that the run joins the two places that one run must join."""
        assert self.problem.connect is not None
        literal = self.model.new_bool_var("")
        for some, ends in zip(self.problem.connect, (self.begin, self.end), strict=True):
            self.model.add_bool_or(~literal, *[ends[at] for at in sorted(some)])
        return literal

    def run(self, solver: cp_model.CpSolver) -> Run | None:
        """The route that it runs in a solution, if it runs."""
        if solver.value(self.idle):
            return None
        after: dict[int, tuple[int, int]] = {}
        for one, two, link, literal in self.taken:
            if solver.value(literal):
                after[one] = two, link
        stops = [next(at for at, begins in enumerate(self.begin) if solver.value(begins))]
        links = []
        while stops[-1] in after:
            stop, link = after[stops[-1]]
            stops.append(stop)
            links.append(link)
        names = tuple(name for name, literal in self.once.items() if solver.value(literal))
        paid = None
        if self.problem.paid_once and not self.train.ends_pay:
            paid = [at for at in stops if solver.value(self.paid[at])]
        run = best_run(self.problem, self.train, tuple(stops), tuple(links), names, paid)
        if run is None:
            raise SolverFailed("CP-SAT pays a train for more than it can count")
        return run


def _dot(weights: Sequence[int], literals: Sequence[Any]) -> Any:
    return sum(weight * each for weight, each in zip(weights, literals, strict=True) if weight)
