"""Tolls in the CP-SAT model of a route: in which turns the train is on whose lines.

A toll is paid once for each turn in which the train goes over lines of a player. Time is kept for
each point of a leg, so that the model may let the train wait before another player's line.
"""

from __future__ import annotations

from typing import Any

from mapdata.island.board import pair
from solvers.island.deliveries.calendar import Calendar
from solvers.island.deliveries.path_variables import PathVariables
from solvers.island.deliveries.world import World

PaidTurn = tuple[str, int]
"""A player to whom toll is paid, and the turn."""


class TollVariables:
    """``paid`` has, for each leg by land, a variable for each toll that is paid by its end."""

    def __init__(
        self, model: Any, world: World, calendar: Calendar, paths: PathVariables, turn: int
    ) -> None:
        self._model, self._world, self._calendar, self._turn = model, world, calendar, turn
        self._paths = paths
        self.paid: list[dict[PaidTurn, Any]] = []

    def leg(self, number: int, leave: Any, then: Any) -> None:
        """Add a leg by land that begins and ends at these moments."""
        moves, leg = self._paths.moves[number], self._paths.route.legs[number]
        before = self.paid[-1] if self.paid else {}
        paid = {toll: self._model.new_bool_var("") for toll in before}
        for toll, variable in before.items():
            self._model.add_implication(variable, paid[toll])
        self.paid.append(paid)
        owners = {arc: self._world.foreign.get(pair(*arc)) for arc in moves}
        if not any(owners.values()):
            return
        last = self._calendar.ends[self._turn]
        at = {point: self._model.new_int_var(0, last, "") for arc in moves for point in arc}
        for (tail, head), move in moves.items():
            since = leave if tail == leg.start else at[tail]
            self._model.add(at[head] >= since + 1).only_enforce_if(move)
        self._model.add(then >= at[leg.end])
        turns = {head: self._turns(at[head]) for (_, head), owner in owners.items() if owner}
        for (tail, head), owner in owners.items():
            if owner is not None:
                for turn, here in turns[head].items():
                    toll = paid.setdefault((owner, turn), self._model.new_bool_var(""))
                    self._model.add_bool_or(~moves[tail, head], ~here, toll)

    def _turns(self, moment: Any) -> dict[int, Any]:
        """A variable for each turn: the moment lies in it."""
        found = {turn: self._model.new_bool_var("") for turn in range(1, self._turn + 1)}
        self._model.add_exactly_one(found.values())
        for turn, here in found.items():
            self._model.add(moment <= self._calendar.end(turn)).only_enforce_if(here)
            self._model.add(moment > self._calendar.end(turn - 1)).only_enforce_if(here)
        return found

    def cost(self, stage: int) -> Any:
        """The tolls that are paid by the end of so many legs by land, as an expression."""
        return self._world.figures.game.toll * sum(self.paid[stage].values())
