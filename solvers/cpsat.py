"""CP-SAT models: trains as circuits, or as a choice among their enumerated routes.

A circuit is one path of a train closed through a depot that stands for "nowhere": an arc
from the depot begins the route, an arc to it ends the route, a loop at a stop means that
the train does not come there, and a loop at the depot that it stays idle.

Import of OR-Tools takes half a second, so this module is imported only by the methods
that need it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from ortools.sat.python import cp_model

from solvers.bonus import Marked, Sets
from solvers.bound import optimistic
from solvers.clock import Clock
from solvers.errors import SolverFailed
from solvers.held import hold_simple
from solvers.pack import scale_for
from solvers.pay import best_run
from solvers.plan import Plan, make_plan
from solvers.problem import Problem, Run, Train
from solvers.route import Route

WORKERS = 8
"""More than the cores of a small machine, and still faster: the workers differ."""


@dataclass
class _Circuit:
    """The variables of one train's circuit."""

    train: Train
    arcs: dict[tuple[int, int], list[tuple[int, Any]]]
    """From stop and to stop (-1 is the depot) to links (-1 for the depot's) and literals."""
    paid: list[Any]


class Model:
    """One CP-SAT model of a problem, filled train by train."""

    def __init__(self, problem: Problem) -> None:
        hold_simple(problem, "CP-SAT")
        self.problem = problem
        self.model = cp_model.CpModel()
        self.revenue: list[tuple[int, Any]] = []
        self.liked: list[Any] = []
        self.used: list[Any] = []
        self.length: list[tuple[int, Any]] = []
        self.takers: dict[int, list[Any]] = defaultdict(list)
        self.circuits: list[_Circuit] = []
        self.choices: list[tuple[Route, Any]] = []

    def add_routes(self, routes: Sequence[Route], trains: int) -> None:
        """Let up to ``trains`` of ``routes`` be run."""
        literals = []
        for route in routes:
            literal = self.model.new_bool_var("")
            literals.append(literal)
            self.choices.append((route, literal))
            self.revenue.append((route.revenue, literal))
            self.liked.extend([literal] * route.liked)
            self.length.append((route.hexsides, literal))
            self._take(route.mask, literal)
        self.used += literals
        self.model.add(sum(literals) <= trains)

    def add_circuit(self, train: Train) -> None:
        """Let one ``train`` run any route."""
        problem, model = self.problem, self.model
        stops, links = problem.network.stops, problem.network.links
        idle = model.new_bool_var("")
        visited = [model.new_bool_var("") for _ in stops]
        arcs: dict[tuple[int, int], list[tuple[int, Any]]] = defaultdict(list)
        depot = len(stops)
        graph: list[tuple[int, int, Any]] = [(depot, depot, idle)]
        ends = []
        for at, stop in enumerate(stops):
            graph.append((at, at, ~visited[at]))
            model.add_implication(idle, ~visited[at])  # no round trip past the depot
            begin, end = model.new_bool_var(""), model.new_bool_var("")
            graph += [(depot, at, begin), (at, depot, end)]
            arcs[-1, at].append((-1, begin))
            arcs[at, -1].append((-1, end))
            ends.append((begin, end))
            if at in train.barred:
                model.add(visited[at] == 0)
            if not stop.through:
                model.add_bool_or(begin, end, ~visited[at])
            model.add_bool_or(~begin, ~end)
        for index, link in enumerate(links):
            for one, two in ((link.a, link.b), (link.b, link.a)):
                literal = model.new_bool_var("")
                graph.append((one, two, literal))
                arcs[one, two].append((index, literal))
                self._take(link.mask, literal)
                self.length.append((link.hexsides, literal))
        model.add_circuit(graph)
        self.used.append(~idle)
        used_links = [
            (index, literal)
            for options in arcs.values()
            for index, literal in options
            if index >= 0
        ]
        paid = [model.new_bool_var("") for _ in stops] if train.skips else visited
        if train.skips:
            for at, (begin, end) in enumerate(ends):
                model.add_implication(paid[at], visited[at])
                model.add_implication(begin, paid[at])
                model.add_implication(end, paid[at])
        self._limit(train, visited, paid, used_links)
        model.add_bool_or(idle, *[paid[at] for at, stop in enumerate(stops) if stop.home])
        counted = [visited[at] for at, stop in enumerate(stops) if stop.makes_route]
        model.add(sum(counted) >= 2).only_enforce_if(~idle)
        self._groups(visited)
        self._earn(train, paid, ends, used_links)
        self.circuits.append(_Circuit(train, arcs, paid))

    def _limit(
        self,
        train: Train,
        visited: list[Any],
        paid: list[Any],
        used_links: list[tuple[int, Any]],
    ) -> None:
        if train.hexes is not None:
            links = self.problem.network.links
            length = sum(links[index].hexsides * literal for index, literal in used_links)
            self.model.add(length <= train.hexes - 1)
        for limits, counted in ((train.visits, visited), (train.pays, paid)):
            for limit in limits:
                count = sum(w * here for w, here in zip(limit.weights, counted, strict=True))
                self.model.add(count <= limit.most)

    def _groups(self, visited: list[Any]) -> None:
        for group in self.problem.groups:
            self.model.add_at_most_one([visited[at] for at in group])

    def _earn(
        self,
        train: Train,
        paid: list[Any],
        ends: list[tuple[Any, Any]],
        used_links: list[tuple[int, Any]],
    ) -> None:
        problem, model = self.problem, self.model
        stops = problem.network.stops
        self.revenue += [(train.worth[at], paid[at]) for at in range(len(stops))]
        self.liked += [paid[at] for at in problem.prefer_stops]
        self.liked += [literal for index, literal in used_links if index in problem.prefer_links]
        for bonus in train.bonuses:
            if isinstance(bonus, Sets):
                for one, two in combinations(range(len(stops)), 2):
                    if earned := bonus.of_ends(one, two):
                        both = model.new_bool_var("")
                        model.add_bool_or(~both, *ends[one])
                        model.add_bool_or(~both, *ends[two])
                        self.revenue.append((earned, both))
            elif isinstance(bonus, Marked):
                marked = dict(bonus.links)
                through = model.new_bool_var("")
                met = [literal for index, literal in used_links if index in marked]
                model.add_bool_or(~through, *met)
                for at in range(len(stops)):
                    both = model.new_bool_var("")
                    model.add_implication(both, paid[at])
                    model.add_implication(both, through)
                    self.revenue.append((bonus.amount, both))

    def _take(self, mask: int, literal: Any) -> None:
        bit = 0
        while mask:
            if mask & 1:
                self.takers[bit].append(literal)
            mask >>= 1
            bit += 1

    def solve(self, clock: Clock, *, tidy: bool = True) -> tuple[Plan, int]:
        """Return the best plan within the time and the bound on all plans.

        With ``tidy``, once the revenue is proven a second search picks among the plans
        that earn it: preferred places, fewer trains, the shorter way.
        """
        for literals in self.takers.values():
            self.model.add_at_most_one(literals)
        revenue = sum(value * literal for value, literal in self.revenue)
        self.model.maximize(revenue)
        solver = new_solver(clock)
        status = solver.solve(self.model)
        if status == cp_model.UNKNOWN:
            return make_plan(self.problem, ()), optimistic(self.problem)
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            raise SolverFailed(f"CP-SAT says {solver.status_name(status)}")
        plan = self._plan(solver)
        bound = plan.revenue
        if status == cp_model.FEASIBLE:
            bound = self._bound(solver.best_objective_bound, plan.revenue)
        if tidy and status == cp_model.OPTIMAL:
            self.model.add(revenue == plan.revenue)
            scale = scale_for(self.problem)
            self.model.minimize(
                sum(length * literal for length, literal in self.length)
                + scale.train * sum(self.used)
                - scale.liked * sum(self.liked)
            )
            solver = new_solver(clock)
            solver.parameters.num_workers = 1  # the same plan every time
            if solver.solve(self.model) in (cp_model.OPTIMAL, cp_model.FEASIBLE):
                plan = self._plan(solver)
        return plan, bound

    def _bound(self, reported: float, revenue: int) -> int:
        """Return a bound for a search that was cut short.

        Before it has a bound CP-SAT reports 0, which would prove anything.
        """
        loose = optimistic(self.problem)
        return min(loose, int(reported + 1e-6)) if reported > revenue else loose

    def _plan(self, solver: cp_model.CpSolver) -> Plan:
        runs = [route.run for route, literal in self.choices if solver.value(literal)]
        runs += [run for circuit in self.circuits for run in self._run(solver, circuit)]
        return make_plan(self.problem, runs)

    def _run(self, solver: cp_model.CpSolver, circuit: _Circuit) -> Iterable[Run]:
        """Yield the route that a circuit runs; nothing for an idle train."""
        after = {
            one: (two, link)
            for (one, two), options in circuit.arcs.items()
            for link, literal in options
            if solver.value(literal)
        }
        stops, links = [], []
        here = -1
        while after:
            here, link = after[here]
            if here == -1:
                break
            stops.append(here)
            links.append(link)
        if not stops:
            return
        run = best_run(self.problem, circuit.train, tuple(stops), tuple(links[1:]))
        if run is None:
            raise SolverFailed("CP-SAT pays a train for more than it can count")
        yield run


def new_solver(clock: Clock) -> cp_model.CpSolver:
    """Return a solver with the settings that proved best, stopped by the clock."""
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = WORKERS
    solver.parameters.linearization_level = 2
    solver.parameters.random_seed = 1
    if clock.left is not None:
        solver.parameters.max_time_in_seconds = clock.left
    return solver
