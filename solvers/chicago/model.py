"""CP-SAT models of connected growth: an independent proof, slower than the sweep.

A hex that is built stands on a layer: the first touches the network, every other touches a
hex of the layer before. So whatever is built hangs together with the network.

Import of OR-Tools takes half a second, so this module is imported only when it is used.
"""

from __future__ import annotations

from typing import Any

from ortools.sat.python import cp_model

from solvers.chicago.growth import Grown, Growth
from solvers.clock import Clock
from solvers.cpsat import new_solver
from solvers.errors import SolverFailed


def solve_model(growth: Growth, clock: Clock) -> Grown:
    """Return a best set of hexes; when time runs out, the best one known by then."""
    if not growth.hexes:
        return Grown(frozenset(), 0)
    model = _BuildModel(growth)
    hexes, money = growth.limit + 1, growth.treasury + 1
    worth = [
        (income * money - cost) * hexes - 1
        for income, cost in zip(growth.income, growth.cost, strict=True)
    ]
    model.model.maximize(sum(map(_times, worth, model.built)))
    solver, status = model.solve(clock)
    if status == cp_model.UNKNOWN:
        return Grown(frozenset(), sum(growth.income), finished=False)
    bound = -(-round(solver.best_objective_bound) // (hexes * money))
    return Grown(model.chosen(solver), bound, status == cp_model.OPTIMAL)


def cheapest_with(growth: Growth, target: int, clock: Clock) -> frozenset[int] | None:
    """Return the cheapest set with ``target``, of equals the one with most income."""
    model = _BuildModel(growth)
    model.model.add(model.built[target] == 1)
    most = sum(growth.income) + 1
    worth = [
        (most * cost - income) * (growth.limit + 1) + 1
        for income, cost in zip(growth.income, growth.cost, strict=True)
    ]
    model.model.minimize(sum(map(_times, worth, model.built)))
    solver, status = model.solve(clock)
    if status == cp_model.INFEASIBLE:
        return None
    if status != cp_model.OPTIMAL:
        raise TimeoutError
    return model.chosen(solver)


def _times(factor: int, literal: Any) -> Any:
    return factor * literal


class _BuildModel:
    """CP-SAT model of the hexes built: connected with the network, within money and locomotives."""

    def __init__(self, growth: Growth) -> None:
        self.growth = growth
        self.model = model = cp_model.CpModel()
        self.built = [model.new_bool_var(name) for name in growth.hexes]
        layers = range(growth.limit)
        on = [[model.new_bool_var("") for _ in layers] for _ in growth.hexes]
        for each, near in enumerate(growth.near):
            model.add_exactly_one([*on[each], ~self.built[each]])
            if not growth.touching[each]:
                model.add(on[each][0] == 0)
            for layer in layers[1:]:
                model.add_bool_or(~on[each][layer], *(on[other][layer - 1] for other in near))
        model.add(sum(self.built) <= growth.limit)
        model.add(sum(map(_times, growth.cost, self.built)) <= growth.treasury)

    def solve(self, clock: Clock) -> tuple[cp_model.CpSolver, Any]:
        """Run CP-SAT in the time that is left."""
        solver = new_solver(clock)
        status = solver.solve(self.model)
        if status == cp_model.MODEL_INVALID:
            raise SolverFailed("CP-SAT says MODEL_INVALID")
        return solver, status

    def chosen(self, solver: cp_model.CpSolver) -> frozenset[int]:
        """Return the hexes that a solution builds."""
        return frozenset(at for at, each in enumerate(self.built) if solver.value(each))
