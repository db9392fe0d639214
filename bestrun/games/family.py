"""The answers of a family of games: one method for each command.

A family overrides what it has an answer to; the rest is refused in one line. Commands find
the family by the title and never ask which game it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from bestrun.files import Case
from bestrun.games.base import Answer, DrawOptions, Result, SolveOptions, Verdict
from mapdata.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable

    from bestrun.claims.source import ClaimSource
    from bestrun.games.eighteen.tiles import TileChart
    from bestrun.operating.advise import Advice
    from bestrun.operating.moves import Moves, Reason
    from bestrun.operating.payout import Payout
    from bestrun.operating.phase import PhaseChange
    from bestrun.operating.reach import Reached
    from bestrun.operating.round import Round
    from bestrun.operating.wanted import Wanted
    from plots.drawing import Drawing


class Family:
    """A family of games."""

    def solve(self, case: Case, options: SolveOptions) -> Result:
        """Return the best there is to a position."""
        _refuse(case, "solve")

    def check(self, case: Case, source: ClaimSource, options: SolveOptions) -> Verdict:
        """Return the verdict on a claim."""
        _refuse(case, "check")

    def draw(self, case: Case, options: DrawOptions) -> Drawing:
        """Return a picture of a position, with the best or a claim on it."""
        _refuse(case, "draw")

    def warnings(self, case: Case) -> tuple[str, ...]:
        """Warnings about a position that is only drawn."""
        return ()

    def report(self, case: Case) -> Answer:
        """Return a position in figures."""
        _refuse(case, "report")

    def moves(self, case: Case, *, online: bool = False) -> Moves:
        """Return every legal tile lay and marker place."""
        _refuse(case, "moves")

    def why(self, case: Case, where: str, what: str, *, online: bool = False) -> list[Reason]:
        """Whether a lay or a marker is legal, and why not."""
        _refuse(case, "why")

    def reach(self, case: Case) -> Reached:
        """The company's reach."""
        _refuse(case, "reach")

    def advise(
        self,
        case: Case,
        *,
        top: int = 10,
        wanted: Wanted | None = None,
        jobs: int | None = None,
        online: bool = False,
        time_limit: float | None = None,
        watch: Callable[[int, int], None] | None = None,
    ) -> Advice:
        """Return the moves that add most to the best run."""
        _refuse(case, "advise")

    def phase(self, case: Case, to: str) -> PhaseChange:
        """Runs of a company now and in a later phase."""
        _refuse(case, "phase")

    def round(self, case: Case, options: SolveOptions) -> Round:
        """Return the best run of every company at the table."""
        _refuse(case, "round")

    def payout(self, case: Case, revenue: int, *, withhold: bool = False) -> Payout:
        """The payout of a revenue by holder."""
        _refuse(case, "payout")

    def tiles(self, title: str, hex: str | None = None) -> TileChart:
        """Return the tiles of a title, or those that fit on a hex."""
        raise InputError(f"{title} is played without tiles")

    def new(self, title: str, company: str = "") -> str:
        """Return a position to fill in, as a commented file."""
        raise InputError(f"{title} has no answer to 'new': see its page in the documents")

    def board(self, title: str, *, seed: int, shape: str, apart: bool) -> dict[str, object]:
        """Return a board out of a seed."""
        raise InputError(f"{title} is always played on the same board: none to generate")


def _refuse(case: Case, name: str) -> NoReturn:
    raise InputError(f"{case.title} has no answer to '{name}'", case.place)
