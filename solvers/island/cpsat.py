"""CP-SAT models solved in a process that may die."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Literal

from solvers.clock import Clock
from solvers.isolate import WorkerDied, WorkerStopped, isolated

WORKERS = 8
"""More than the cores of a small machine, and still faster: the workers differ."""
Status = Literal["optimal", "feasible", "infeasible", "unknown"]


@dataclass(frozen=True)
class SolvedModel:
    """How far a model was solved: a bound on its objective, and the value of each variable."""

    status: Status
    bound: int = 0
    values: tuple[int, ...] = ()

    def value(self, variable: Any) -> int:
        """The value of a variable."""
        index: int = variable.index
        return self.values[index]


def solved(model: Any, clock: Clock, seconds: float | None = None) -> SolvedModel:
    """Solve a model that minimises, within the time of the clock and so many seconds.

    A process that dies, or is stopped before it knows anything, leaves all open.
    """
    limits = [each for each in (seconds, clock.left) if each is not None]
    try:
        return isolated(_solve, str(model.proto), min(limits, default=None), clock=clock)
    except (WorkerDied, WorkerStopped):
        return SolvedModel("unknown")


def _solve(text: str, seconds: float | None) -> SolvedModel:
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    model.proto.parse_text_format(text)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = WORKERS
    if seconds is not None:
        solver.parameters.max_time_in_seconds = max(0.05, seconds)
    status = solver.solve(model)
    if status == cp_model.INFEASIBLE:
        return SolvedModel("infeasible")
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE, cp_model.UNKNOWN):
        raise ValueError(f"CP-SAT says {status}")
    known = solver.best_objective_bound if model.has_objective() else 0.0
    bound = round(known) if math.isfinite(known) else 0
    if status == cp_model.UNKNOWN:
        return SolvedModel("unknown", bound)
    proven: Status = "optimal" if status == cp_model.OPTIMAL else "feasible"
    return SolvedModel(proven, bound, tuple(solver.response_proto.solution))
