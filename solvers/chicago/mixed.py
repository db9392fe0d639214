"""CP-SAT model of the plans of an agenda: which hexes, when, and what they bring the player.

Variables that are good for the player (incomes, dividends) only have upper bounds, those that are
bad (an early end of the game) only lower ones. At an optimum both take their exact values.

Import of OR-Tools takes half a second, so this module is imported only when it is used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ortools.sat.python import cp_model

from mapdata.chicago import HOUSED
from mapdata.chicago_position import ChicagoPosition
from solvers.chicago import dividends, rules
from solvers.chicago.ceiling import Agenda
from solvers.chicago.moves import ChicagoMove
from solvers.chicago.steps import Steps
from solvers.clock import Clock
from solvers.cpsat import new_solver
from solvers.errors import SolverFailed

FoundMoves = tuple[list[ChicagoMove], int | None, bool]
"""The moves, an upper bound on the money of any plan (if known), whether the search finished."""


def solve_mixed(
    position: ChicagoPosition,
    player: str,
    agenda: Agenda,
    number: int,
    limit: float | None,
    money: range,
) -> FoundMoves:
    """Return the moves of an agenda that bring ``player`` most in the next ``number`` dividends.

    Only plans that bring a sum of ``money`` are looked for. He gets each share that he
    offers for what he bids.
    """
    model = _Mixed(position, player, agenda, number, money)
    solver = new_solver(Clock(limit))
    status = solver.solve(model.model)
    if status == cp_model.INFEASIBLE:
        return [], money.start - 1, True
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE, cp_model.UNKNOWN):
        raise SolverFailed(f"CP-SAT says {solver.status_name(status)}")
    if status == cp_model.UNKNOWN:  # its bound is none: it may not have begun
        return [], None, False
    bound = -(-round(solver.best_objective_bound) // model.big)
    return model.moves(solver), bound, status == cp_model.OPTIMAL


class _Mixed(Steps):
    """The steps of a plan, and what they bring the player."""

    def __init__(
        self, position: ChicagoPosition, player: str, agenda: Agenda, number: int, wanted: range
    ) -> None:
        super().__init__(position, player, agenda)
        self.big = 1 + len(self.steps) * len(self.layers)
        money = self._money(number)
        self.model.add(money >= wanted.start)
        self.model.add(money < wanted.stop)
        self.model.maximize(self.big * money - self.effort())

    def _rises(self, h: str, end: int) -> list[tuple[Any, int]]:
        """The rises in the income of a hex within ``end`` steps: literals with amounts."""
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
            if self.offered:
                self.model.add(developed <= level - 1 + end * reached)
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
        """The player's dividends, less what he pays for shares."""
        over = self._over()
        every = len(self.steps)
        money: Any = 0
        for c in self.companies:
            income, bought, now = self._income(c, every), self.bought(c, every), self.position
            for turn in range(dividends.still_paid(self.position, number)):
                grown = self._grown(c, now)
                for paid, times in self._a_share(c, income + grown, bought):
                    if turn:
                        self.model.add(paid == 0).only_enforce_if(over)
                    money = money + times * paid
                now = dividends.phase(now)
        purse: Any = self.position.cash.get(self.player, rules.RICH)
        for t in self.steps:
            for c in self.offered:
                purse = purse - self.price[c, t]
                money = money - self.price[c, t]
                self._bid(c, t)
            self.model.add(purse >= 0)
            for c in self.companies:
                extra = self._arrival(c, t)
                purse, money = purse + extra, money + extra
        return money

    def _grown(self, c: str, now: ChicagoPosition) -> Any:
        """Income added by then by industries that grow by themselves."""
        grown: Any = 0
        for name, each in self.title.industry.items():
            if each.by == "dividends":
                more = now.industry[name] - self.position.industry[name]
                grown = grown + more * self.on_network(c, each.hex, len(self.steps))
        return grown

    def _arrival(self, c: str, t: int) -> Any:
        """The player's extra dividend if a company arrives in Chicago in a step."""
        goal = self.title.opening.hex
        if goal not in self.hexes[c]:
            return 0
        arrives = sum(self.on[c, goal, t, s] for s in self.layers)
        money: Any = 0
        for paid, times in self._a_share(c, self._income(c, t + 1), self.bought(c, t)):
            self.model.add(paid <= self._most(c) * arrives)
            money = money + times * paid
        return money

    def _bid(self, c: str, t: int) -> None:
        """A share is not had for less than the opening bid."""
        income, sold = self._income(c, t), self.position.sold[c]
        for count, literal in enumerate(self.bought(c, t)):
            enough = self.model.add((sold + count + 1) * self.price[c, t] >= income)
            enough.only_enforce_if(self.auction[c, t], literal)

    def _most(self, c: str) -> int:
        """A number above any income of a company in a plan, so above any dividend of its shares."""
        title, steps = self.title, len(self.steps)
        top = {each.hex: each.scale[-1] for each in title.industry.values()}
        worth = {h: top.get(h, place.income + place.develop) for h, place in title.hexes.items()}
        new = sorted((worth[h] for h in self.hexes[c]), reverse=True)[: steps * len(self.layers)]
        old = sorted((worth[h] for h in self.position.networks[c]), reverse=True)
        return 1 + rules.income(self.position, c) + sum(new) + sum(old)

    def _a_share(self, c: str, income: Any, bought: list[Any]) -> Iterator[tuple[Any, int]]:
        """Yield dividends that are at most a share's part, rounded up, and how many there are.

        There is one for each number of shares that the player may have bought by then; all but the
        one for the true number are 0.
        """
        for count, literal in enumerate(bought):
            sold, times = self.position.sold[c] + count, self.held.get(c, 0) + count
            if not times:
                continue
            most = rules.rounded_up(self._most(c), sold)
            paid = self.model.new_int_var(0, most, "")
            self.model.add(sold * paid <= income + sold - 1)
            self.model.add(paid <= most * literal)
            yield paid, times

    def _over(self) -> Any:
        """Return a literal that is true if the plan makes the next dividend the last."""
        over = self.model.new_bool_var("over")
        if dividends.over(self.position):
            return over
        end, left = self.title.end, rules.houses_left(self.position)
        self.model.add(self.supply <= left - end.houses_left - 1 + len(self.steps) * over)
        built = {c: sum(self.built(c, h) for h in self.hexes[c]) for c in self.companies}
        empty = self._run_out("empty", rules.locomotives_left, built)
        self.model.add(empty <= end.without_locomotives - 1 + len(self.title.companies) * over)
        bought = {c: sum(self.auction[c, t] for t in self.steps) for c in self.offered}
        gone = self._run_out("sold out", rules.shares_left, bought)
        self.model.add(gone <= end.without_shares - 1 + len(self.title.companies) * over)
        return over

    def _run_out(
        self,
        name: str,
        left: Callable[[ChicagoPosition, str], int],
        taken: Mapping[str, Any],
    ) -> Any:
        """Number of companies that have nothing left once the plan has taken its part."""
        count: Any = 0
        for c in self.title.companies:
            now = left(self.position, c)
            if c not in taken:
                count = count + int(not now)
                continue
            out = self.model.new_bool_var(f"{c} {name}")
            self.model.add(taken[c] <= now - 1 + (now + 1) * out)
            count = count + out
        return count
