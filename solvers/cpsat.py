"""CP-SAT models: trains as circuits, or as a choice among their enumerated routes.

Import of OR-Tools takes half a second, so this module is imported only by the methods
that need it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from ortools.sat.python import cp_model

from solvers.bound import optimistic
from solvers.circuit import Circuit
from solvers.clock import Clock
from solvers.errors import SolverFailed
from solvers.pack import scale_for
from solvers.plan import Plan, make_plan
from solvers.problem import Problem, Train, connects
from solvers.route import Route

WORKERS = 8
"""Workers: more than a small machine has cores, yet faster, because their strategies differ."""


class CircuitModel:
    """One CP-SAT model of a problem, filled train by train."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.graph = problem.graph()
        self.model = cp_model.CpModel()
        self.revenue: list[tuple[int, Any]] = []
        self.liked: list[Any] = []
        self.used: list[Any] = []
        self.length: list[tuple[int, Any]] = []
        self.takers: dict[tuple[int, int], list[Any]] = defaultdict(list)
        self.circuits: list[Circuit] = []
        self.connecting: list[Any] = []
        self.choices: list[tuple[Route, Any]] = []

    def add_routes(self, routes: Sequence[Route], trains: int) -> None:
        """Add trains that run listed routes, up to ``trains`` of them."""
        literals = []
        for route in routes:
            literal = self.model.new_bool_var("")
            literals.append(literal)
            self.choices.append((route, literal))
            self.revenue.append((route.revenue, literal))
            self.liked.extend([literal] * route.liked)
            self.length.append((route.hexsides, literal))
            self._take(route.mask, literal)
            if self.problem.connect is not None and connects(self.problem, route.run):
                self.connecting.append(literal)
        self.used += literals
        self.model.add(sum(literals) <= trains)

    def add_circuit(self, train: Train) -> None:
        """Add a circuit for one ``train``, which can run any route."""
        problem = self.problem
        circuit = Circuit(self.model, problem, self.graph, train)
        self.circuits.append(circuit)
        self.used.append(~circuit.idle)
        self.revenue += circuit.revenue
        self.liked += [circuit.paid[at] for at in problem.prefer_stops]
        for _, _, index, literal in circuit.taken:
            link = problem.network.links[index]
            self._take(link.mask, literal, within=len(self.circuits))
            self.length.append((link.hexsides, literal))
            if index in problem.prefer_links:
                self.liked.append(literal)
        for name, literal in circuit.once.items():
            self._take(problem.once[name], literal)
        for literal in circuit.passing:
            self._take(problem.passage, literal)
        for at, literal in enumerate(circuit.paid):
            self._take(problem.paid_mask([at]), literal)
        if problem.connect is not None:
            self.connecting.append(circuit.connecting())

    def _take(self, mask: int, literal: Any, within: int = 0) -> None:
        """Take the bits of ``mask``; of shared track only ``within`` the circuit of this number."""
        bit, between = 0, self.problem.between_runs
        while mask:
            if mask & 1:
                self.takers[bit, 0 if between >> bit & 1 else within].append(literal)
            mask >>= 1
            bit += 1

    def solve(self, clock: Clock, *, tidy: bool = True) -> tuple[Plan, int]:
        """Return the best plan within the time, and an upper bound on all plans.

        With ``tidy``, once the revenue is proven a second search picks among the plans
        that earn it: preferred places, fewer trains, the shorter way.
        """
        for literals in self.takers.values():
            self.model.add_at_most_one(literals)
        if self.problem.idle:
            self.model.add(sum(self.used) <= len(self.problem.trains) - self.problem.idle)
        if self.problem.seat is not None:
            self._hang_together(self.problem.seat)
        if self.problem.connect is not None:
            nothing = self.model.new_bool_var("")
            self.model.add(sum(self.used) == 0).only_enforce_if(nothing)
            self.model.add_bool_or(nothing, *self.connecting)
        revenue = sum(value * literal for value, literal in self.revenue)
        self.model.maximize(revenue)
        solver = new_solver(clock)
        status = solver.solve(self.model)
        if status == cp_model.UNKNOWN:
            return make_plan(self.problem, ()), optimistic(self.problem)
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            raise SolverFailed(f"CP-SAT says {solver.status_name(status)}")
        plan = self._plan(solver)
        bound = plan.total
        if status == cp_model.FEASIBLE:
            bound = self._bound(solver.best_objective_bound, plan.total)
        if tidy and status == cp_model.OPTIMAL:
            self.model.add(revenue == plan.total)
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

    def _hang_together(self, seat: frozenset[int]) -> None:
        """Connect all runs to one that visits the home: a tree, whose levels rule out rings.

        Every run but the root has a parent that shares a stop with it and is one level nearer.
        """
        model, circuits = self.model, self.circuits
        levels = [model.new_int_var(0, len(circuits) - 1, "") for _ in circuits]
        roots = [model.new_bool_var("") for _ in circuits]
        model.add_at_most_one(roots)
        for at, circuit in enumerate(circuits):
            model.add_bool_or(~roots[at], *[circuit.visited[stop] for stop in sorted(seat)])
            parents = []
            for other, above in enumerate(circuits):
                if other == at:
                    continue
                parent = model.new_bool_var("")
                parents.append(parent)
                model.add_implication(parent, ~above.idle)
                model.add(levels[at] >= levels[other] + 1).only_enforce_if(parent)
                common = []
                for one, two in zip(circuit.visited, above.visited, strict=True):
                    common.append(model.new_bool_var(""))
                    model.add_implication(common[-1], one)
                    model.add_implication(common[-1], two)
                model.add_bool_or(~parent, *common)
            model.add_bool_or(circuit.idle, roots[at], *parents)

    def _bound(self, reported: float, revenue: int) -> int:
        """A valid bound for a search that was cut short.

        Before it has a bound CP-SAT reports 0, which would prove anything.
        """
        loose = optimistic(self.problem)
        return min(loose, int(reported + 1e-6)) if reported > revenue else loose

    def _plan(self, solver: cp_model.CpSolver) -> Plan:
        runs = [route.run for route, literal in self.choices if solver.value(literal)]
        found = [circuit.run(solver) for circuit in self.circuits]
        return make_plan(self.problem, [*runs, *[run for run in found if run is not None]])


def new_solver(clock: Clock) -> cp_model.CpSolver:
    """Return a solver with the settings that proved best, stopped by the clock.

    CP-SAT's local search is off: over circuits it corrupts memory and kills the process.
    """
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = WORKERS
    solver.parameters.linearization_level = 2
    solver.parameters.num_violation_ls = 0
    solver.parameters.use_feasibility_jump = False
    solver.parameters.random_seed = 1
    if clock.left is not None:
        solver.parameters.max_time_in_seconds = clock.left
    return solver
