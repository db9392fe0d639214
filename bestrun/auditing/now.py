"""A game that is still going on: what the company to run now can earn."""

from __future__ import annotations

from dataclasses import dataclass

from bestrun.auditing.pictures import PictureRow
from bestrun.batch import Died, spread
from bestrun.files import Case
from bestrun.games.base import SolveOptions
from bestrun.games.eighteen.solve import ShownRun
from bestrun.importers import Export, position_now
from mapdata.errors import InputError
from solvers.errors import SolverFailed

SECONDS = 20.0
"""Time for the answer unless another is given."""


@dataclass(frozen=True)
class NextRun:
    """The best run of the company to run next; ``assumed`` if it is only the likely one."""

    round: str
    company: str
    revenue: int
    bound: int
    runs: tuple[ShownRun, ...]
    rows: tuple[PictureRow, ...]
    assumed: str = ""

    @property
    def headline(self) -> str:
        """It, in one line."""
        sure = "" if self.revenue >= self.bound else f", at most {self.bound}"
        line = f"now, {self.round}: {self.company} can earn {self.revenue}{sure}"
        return f"{line} ({self.assumed})" if self.assumed else line


def next_run(export: Export, time_limit: float | None = None) -> NextRun | None:
    """The best next run; ``None`` if the game is over or no company has a train."""
    if export.finished:
        return None
    limit = SECONDS if time_limit is None else time_limit
    try:
        moment = position_now(export)
        case = Case("now", moment.table, export.place)
        (answer,) = spread(_solved, [(case, limit)], 1)
    except (InputError, SolverFailed):
        return None
    if isinstance(answer, Died):
        return None
    revenue, bound, runs, rows = answer
    company = moment.position.company
    return NextRun(moment.round, company, revenue, bound, runs, rows, moment.assumed)


def _solved(
    question: tuple[Case, float],
) -> tuple[int, int, tuple[ShownRun, ...], tuple[PictureRow, ...]]:
    from bestrun.games.eighteen.draw import row_of
    from bestrun.games.eighteen.solve import solve
    from plots.palette import train_colour

    case, limit = question
    found = solve(case, SolveOptions(time_limit=limit))
    runs = found.result.plan.runs
    rows = (row_of(found.problem, number, run) for number, run in enumerate(runs, 1))
    coloured = tuple(
        PictureRow(train_colour(row.number - 1), row.train, row.text, row.total) for row in rows
    )
    return found.total, found.bound, tuple(found.runs), coloured
