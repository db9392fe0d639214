"""CP-SAT model of mixed plans: the next actions of one player, builds and developments alike.

What is good for the player (incomes, dividends) is bounded from above, what is bad (an early
end of the game) from below, so that the best solution counts both right.

Import of OR-Tools takes half a second, so this module is imported only when it is used.
"""

from __future__ import annotations

from typing import Any

from ortools.sat.python import cp_model

from mapdata.chicago import HOUSED
from mapdata.chicago_position import ChicagoPosition
from solvers.chicago import dividends, rules
from solvers.chicago.moves import ChicagoMove
from solvers.chicago.steps import Steps
from solvers.clock import Clock
from solvers.cpsat import new_solver
from solvers.errors import SolverFailed

FoundMoves = tuple[list[ChicagoMove], int | None, bool]
"""The moves, the money that no plan exceeds (if known), and whether the search came to its end."""


def solve_mixed(
    position: ChicagoPosition, player: str, actions: int, number: int, limit: float | None
) -> FoundMoves:
    """Return the moves that bring ``player`` most in the next ``number`` dividends."""
    model = _Mixed(position, player, actions, number)
    solver = new_solver(Clock(limit))
    status = solver.solve(model.model)
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE, cp_model.UNKNOWN):
        raise SolverFailed(f"CP-SAT says {solver.status_name(status)}")
    if status == cp_model.UNKNOWN:  # its bound is none: it may not have begun
        return [], None, False
    bound = -(-round(solver.best_objective_bound) // model.big)
    return model.moves(solver), bound, status == cp_model.OPTIMAL


class _Mixed(Steps):
    """The steps of a plan, and what they bring the player."""

    def __init__(self, position: ChicagoPosition, player: str, actions: int, number: int) -> None:
        super().__init__(position, player, actions)
        self.held = position.players[player]
        self.big = 1 + len(self.steps) * (1 + len(self.layers))
        self.model.maximize(self.big * self._money(number) - self.effort())

    def _rises(self, h: str, end: int) -> list[tuple[Any, int]]:
        """Return by how much a hex pays more after ``end`` steps: literals with amounts."""
        developed = sum(self.develop[h, t] for t in range(end))
        if self.title.hexes[h].kind in HOUSED:
            return [(developed, self.title.hexes[h].develop)]
        name = self.title.industry_at[h]
        scale = self.title.industry[name].scale
        rises = []
        at = scale.index(self.position.industry[name])
        for level in range(1, min(len(scale) - at, end + 1)):
            reached = self.model.new_bool_var(f"{name} {level} {end}")
            self.model.add(level * reached <= developed)
            rises.append((reached, scale[at + level] - scale[at + level - 1]))
        return rises

    def _income(self, c: str, end: int) -> Any:
        """Return the income of a company after ``end`` steps."""
        income: Any = rules.income(self.position, c)
        for h in self.hexes[c]:
            income = income + rules.pays(self.position, h) * self.built(c, h, end)
        for h in self.sites:
            there = self.on_network(c, h, end)
            for literal, amount in self._rises(h, end):
                if isinstance(there, int):
                    income = income + amount * there * literal
                elif amount:
                    income = income + amount * self.both(there, literal)
        return income

    def _money(self, number: int) -> Any:
        """Return what the player is paid in all dividends, an arrival's included."""
        position, goal = self.position, self.title.opening.hex
        growing = {
            each.hex: name for name, each in self.title.industry.items() if each.by == "dividends"
        }
        over = self._over()
        money: Any = 0
        for c in self.companies:
            sold, now = position.sold[c], position
            income = self._income(c, len(self.steps))
            for turn in range(dividends.still_paid(position, number)):
                grown: Any = 0
                for h, name in growing.items():
                    more = now.industry[name] - position.industry[name]
                    grown = grown + more * self.on_network(c, h, len(self.steps))
                paid = self._a_share(income + grown, sold)
                if turn:
                    self.model.add(paid == 0).only_enforce_if(over)
                money = money + self.held[c] * paid
                now = dividends.phase(now)
            if goal not in self.hexes[c]:
                continue
            for t in self.steps:
                paid = self._a_share(self._income(c, t + 1), sold)
                arrives = sum(self.on[c, goal, t, s] for s in self.layers)
                self.model.add(paid <= self._most * arrives)
                money = money + self.held[c] * paid
        return money

    _most = 10_000
    """More than a share ever pays."""

    def _a_share(self, income: Any, sold: int) -> Any:
        """Return a dividend that is at most the income's part, rounded up."""
        paid = self.model.new_int_var(0, self._most, "")
        self.model.add(sold * paid <= income + sold - 1)
        return paid

    def _over(self) -> Any:
        """Return a literal that is true if the plan makes the next dividend the last."""
        over = self.model.new_bool_var("over")
        if dividends.over(self.position):
            return over
        end, left = self.title.end, rules.houses_left(self.position)
        self.model.add(self.supply <= left - end.houses_left - 1 + len(self.steps) * over)
        empty: Any = 0
        for c in self.title.companies:
            locomotives = rules.locomotives_left(self.position, c)
            if c not in self.companies:
                empty = empty + int(not locomotives)
                continue
            without = self.model.new_bool_var(f"{c} empty")
            built = sum(self.built(c, h) for h in self.hexes[c])
            self.model.add(built <= locomotives - 1 + (locomotives + 1) * without)
            empty = empty + without
        self.model.add(empty <= end.without_locomotives - 1 + len(self.title.companies) * over)
        return over
