"""CP-SAT model of the builds between several dividends: the least money that pays a share a sum.

Dividends only have upper bounds, and costs only lower ones; an optimum has their exact values.
Within a round Chicago comes last: its neighbours touch each other, so no hex needs it for its
connection, and the extra dividend is that of the round.

Import of OR-Tools takes half a second, so this module is imported only when it is used.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ortools.sat.python import cp_model

from mapdata.chicago import FOR_ONE
from solvers.chicago import rules
from solvers.chicago.future import CheapestRounds, RoundsQuestion
from solvers.clock import Clock
from solvers.cpsat import new_solver
from solvers.errors import SolverFailed


def cheapest_rounds(
    asked: RoundsQuestion, value: int, sums: range, effort: float, limit: float | None
) -> CheapestRounds:
    """Return a plan that pays a share ``value`` with the least of several sums of money."""
    model = _Rounds(asked, value, sums)
    solver = new_solver(Clock(limit))
    solver.parameters.num_workers = 1
    solver.parameters.linearization_level = 1
    solver.parameters.max_deterministic_time = effort
    status = solver.solve(model.model)
    taken = solver.response_proto.deterministic_time
    if status == cp_model.INFEASIBLE:
        return CheapestRounds(None, sums.stop, taken)
    if status == cp_model.UNKNOWN:
        return CheapestRounds(None, sums.start, taken)
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        raise SolverFailed(f"CP-SAT says {solver.status_name(status)}")
    least = max(sums.start, round(solver.best_objective_bound))
    return CheapestRounds(model.chosen(solver), least, taken)


_Layered = list[list[list[Any]]]
"""Literals by hex, round and layer."""


class _Rounds:
    """The model of hexes built before each dividend, each next to the network as it grows."""

    def __init__(self, asked: RoundsQuestion, value: int, sums: range) -> None:
        self.asked, self.growth, self.first = asked, asked.growth, asked.positions[0]
        self.title = self.first.title
        self.rounds, self.every = range(len(asked.builds)), range(len(asked.growth.hexes))
        self.model = cp_model.CpModel()
        self.built = [[self.model.new_bool_var("") for _ in self.rounds] for _ in self.every]
        self._connected()
        self._limits()
        money = self.model.new_int_var(sums.start, sums[-1], "")
        self.model.add(self._cost() <= money)
        self.model.add(self._paid() >= value)
        self.model.minimize(money)

    def by(self, each: int | None, last: int) -> Any:
        """Literal: a hex is built by a round; 0 if it never can be."""
        return 0 if each is None else sum(self.built[each][: last + 1])

    def _at(self, hex_id: str) -> int | None:
        hexes = self.growth.hexes
        return hexes.index(hex_id) if hex_id in hexes else None

    def _connected(self) -> None:
        """A hex stands on a layer: the first touches the network, any other the one before.

        The hex it touches there is built in the same round or before. A hex that earns nothing and
        is not Chicago must be followed by one on the next layer, in the same round or later:
        nothing is lost by this cut, since a dead end without income never helps.
        """
        model, growth = self.model, self.growth
        layers = range(growth.limit)
        on = [[[model.new_bool_var("") for _ in layers] for _ in self.rounds] for _ in self.every]
        for each in self.every:
            model.add_at_most_one(self.built[each])
            idle = each != self._at(self.title.opening.hex) and not any(
                rules.pays(now, growth.hexes[each]) for now in self.asked.positions
            )
            for at in self.rounds:
                model.add_exactly_one([*on[each][at], ~self.built[each][at]])
                for layer, here in enumerate(on[each][at]):
                    if growth.touching[each] != (not layer) or layer >= self._most(at):
                        model.add(here == 0)
                        continue
                    if layer:
                        before = self.rounds[: at + 1]
                        model.add_bool_or(~here, *self._beside(on, each, before, layer - 1))
                    if idle:
                        later = self.rounds[at:] if layer + 1 < len(layers) else ()
                        model.add_bool_or(~here, *self._beside(on, each, later, layer + 1))

    def _beside(self, on: _Layered, each: int, rounds: Sequence[int], layer: int) -> list[Any]:
        """Return literals for what is built next to a hex, in some rounds and on a layer."""
        return [on[other][at][layer] for other in self.growth.near[each] for at in rounds]

    def _limits(self) -> None:
        """So many hexes a build, and no more than there are locomotives."""
        for at in self.rounds:
            new = sum(self.built[each][at] for each in self.every)
            self.model.add(new <= self._most(at) - self._most(at - 1))
        self.model.add(self._locomotives(self.rounds[-1]) <= self._left)

    def _most(self, last: int) -> int:
        """Upper bound on the hexes built by a round."""
        return self.title.building.hexes * sum(self.asked.builds[: last + 1])

    @property
    def _left(self) -> int:
        return rules.locomotives_left(self.first, self.asked.company)

    def _locomotives(self, last: int) -> Any:
        return sum(self.by(each, last) for each in self.every)

    def _opened(self, last: int) -> Any:
        """Literal: the arrival in Chicago has opened the late company by a round."""
        if rules.is_open(self.first, self.title.opening.company):
            return 0
        return self.by(self._at(self.title.opening.hex), last)

    def _cost(self) -> Any:
        """Lower bound on the cost of all builds; a start hex is dearer once its company is open."""
        costs = [price * sum(row) for price, row in zip(self.growth.cost, self.built, strict=True)]
        place = self.title.hexes[self.title.companies[self.title.opening.company].start]
        start = self._at(place.id)
        if start is None:
            return sum(costs)
        for at in self.rounds[1:]:
            late = self.model.new_bool_var("")
            self.model.add(late >= self.built[start][at] + self._opened(at - 1) - 1)
            if place.kind in FOR_ONE:
                self.model.add(late == 0)
            costs.append(place.cost * late)
        return sum(costs)

    def _paid(self) -> Any:
        """Upper bound on what a share is paid altogether."""
        model, goal = self.model, self._at(self.title.opening.hex)
        total: Any = 0
        over: list[Any] = []
        for at, (now, most) in enumerate(zip(self.asked.positions, self.asked.most, strict=True)):
            sold = now.sold[self.asked.company]
            earned: Any = rules.income(now, self.asked.company)
            for each, hex_id in enumerate(self.growth.hexes):
                earned = earned + rules.pays(now, hex_id) * self.by(each, at)
            paid = model.new_int_var(0, most, "")
            model.add(sold * paid <= earned + sold - 1)
            for ended in over:
                model.add(paid == 0).only_enforce_if(ended)
            total = total + paid
            if goal is not None:
                extra = model.new_int_var(0, most, "")
                model.add(extra <= paid)
                model.add(extra <= most * self.built[goal][at])
                total = total + extra
            over.append(self._over(at))
        return total

    def _over(self, at: int) -> Any:
        """Return a literal that is true if the game ends with the dividend of a round.

        That is so once too many companies are out of locomotives: this one, or one that opens.
        """
        late = self.title.opening.company
        spent = [
            each for each in self.title.companies if not rules.locomotives_left(self.first, each)
        ]
        out, over = self.model.new_bool_var(""), self.model.new_bool_var("")
        self.model.add(self._locomotives(at) <= self._left - 1 + out)
        single = rules.locomotives_left(self.first, late) == 1
        opened = self._opened(at) if single else 0
        gone = len([each for each in spent if each != self.asked.company]) + out + opened
        self.model.add(gone <= self.title.end.without_locomotives - 1 + 2 * over)
        return over

    def chosen(self, solver: cp_model.CpSolver) -> tuple[frozenset[str], ...]:
        """Return the hexes that a solution builds before each dividend."""
        return tuple(
            frozenset(
                self.growth.hexes[each] for each in self.every if solver.value(self.built[each][at])
            )
            for at in self.rounds
        )
