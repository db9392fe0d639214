"""Claims with too many ways to list them all: one CP-SAT model of flows decides.

Each leg, from one named stop of a line to the next, is a unit flow over links. Legs of one
line share no stop, legs of the whole claim no track. The least number of links keeps
flows free of idle rounds.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from itertools import pairwise, product
from typing import Any

from ortools.sat.python import cp_model

from solvers.claim import Line, Ways, paying
from solvers.clock import Clock
from solvers.cpsat import new_solver
from solvers.problem import Problem, Run


def search(problem: Problem, lines: Sequence[Line], ways: Sequence[Ways]) -> list[Run] | None:
    """Return runs that realise all ``lines``, or ``None`` if there are none."""
    options = [
        [()] if each.complete else product(*line.stops)
        for line, each in zip(lines, ways, strict=True)
    ]
    for choice in product(*options):
        runs = _Flows(problem).search(lines, ways, choice)
        if runs is not None:
            return runs
    return None


class _Flows:
    """One model: lines with few ways choose one, the others flow from stop to stop."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.model = cp_model.CpModel()
        self.takers: dict[int, list[Any]] = defaultdict(list)
        self.links: list[Any] = []

    def search(
        self, lines: Sequence[Line], ways: Sequence[Ways], choice: Sequence[Sequence[int]]
    ) -> list[Run] | None:
        makers = [
            self._choose(each.runs) if each.complete else self._flow(line, stops)
            for line, each, stops in zip(lines, ways, choice, strict=True)
        ]
        for used in self.takers.values():
            self.model.add_at_most_one(used)
        self.model.minimize(sum(self.links))
        solver = new_solver(Clock())
        if solver.solve(self.model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return None
        return [make(solver) for make in makers]

    def _take(self, mask: int, literal: Any) -> None:
        for bit in range(mask.bit_length()):
            if mask >> bit & 1:
                self.takers[bit].append(literal)

    def _choose(self, runs: Sequence[Run]) -> Callable[[cp_model.CpSolver], Run]:
        literals = [self.model.new_bool_var("") for _ in runs]
        self.model.add_exactly_one(literals)
        for run, literal in zip(runs, literals, strict=True):
            self._take(self.problem.mask(run.links), literal)
        return lambda solver: next(
            run for run, literal in zip(runs, literals, strict=True) if solver.value(literal)
        )

    def _flow(self, line: Line, stops: Sequence[int]) -> Callable[[cp_model.CpSolver], Run]:
        passing: dict[int, list[Any]] = defaultdict(list)
        legs = [self._leg(pair, stops, passing) for pair in pairwise(stops)]
        groups: dict[object, list[Any]] = defaultdict(list)
        for stop, used in passing.items():
            self.model.add_at_most_one(used)
            groups[self.problem.network.stops[stop].group] += used
        for group, used in groups.items():
            if group is not None:
                self.model.add_at_most_one(used)
        return lambda solver: self._run(line, stops, legs, solver)

    def _leg(
        self, ends: tuple[int, int], stops: Sequence[int], passing: dict[int, list[Any]]
    ) -> dict[tuple[int, int], Any]:
        """Add one leg; stops that are not named may be passed, and are noted as passed."""
        network, (one, two) = self.problem.network, ends
        flow: dict[tuple[int, int], Any] = {}
        balance: dict[int, list[Any]] = defaultdict(list)
        free = {i for i, stop in enumerate(network.stops) if stop.through and i not in stops}
        for index, link in enumerate(network.links):
            for a, b in ((link.a, link.b), (link.b, link.a)):
                if (a == one or a in free) and (b == two or b in free):
                    taken = flow[index, a] = self.model.new_bool_var("")
                    balance[a].append(taken)
                    balance[b].append(-taken)
                    if b != two:
                        passing[b].append(taken)
                    self._take(link.mask, taken)
        for stop in {*balance, one, two}:
            self.model.add(sum(balance[stop]) == (stop == one) - (stop == two))
        self.links += flow.values()
        return flow

    def _run(
        self,
        line: Line,
        stops: Sequence[int],
        legs: Sequence[dict[tuple[int, int], Any]],
        solver: cp_model.CpSolver,
    ) -> Run:
        way, used = [stops[0]], []
        for flow, goal in zip(legs, stops[1:], strict=True):
            out = {a: index for (index, a), taken in flow.items() if solver.value(taken)}
            while way[-1] != goal:
                used.append(out[way[-1]])
                way.append(self.problem.network.links[used[-1]].other(way[-1]))
        return Run(line.train, tuple(way), tuple(used), paying(self.problem, line, stops))
