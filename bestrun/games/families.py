"""The three families of games, each with its modules.

A module is imported when it is used: a user of one game never loads another.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bestrun.files import Case
from bestrun.games.base import DrawOptions, SolveOptions
from bestrun.games.family import Family
from mapdata.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable

    from bestrun.claims.source import ClaimSource
    from bestrun.games.chicago.action import Advised
    from bestrun.games.chicago.check import JudgedBuild
    from bestrun.games.chicago.develop import Developed
    from bestrun.games.chicago.moves_check import JudgedMoves
    from bestrun.games.chicago.report import Report
    from bestrun.games.chicago.share import SharesWorth
    from bestrun.games.chicago.solve import Built
    from bestrun.games.eighteen.check import JudgedClaim
    from bestrun.games.eighteen.solve import Solution
    from bestrun.games.eighteen.tiles import TileChart
    from bestrun.games.island.answers import Joined, PricedCards
    from bestrun.games.island.check import JudgedTurns
    from bestrun.games.island.keep import KeptCards
    from bestrun.games.island.plans import Planned
    from bestrun.operating.advise import Advice
    from bestrun.operating.moves import Moves, Reason
    from bestrun.operating.payout import Payout
    from bestrun.operating.phase import PhaseChange
    from bestrun.operating.reach import Reached
    from bestrun.operating.round import Round
    from bestrun.operating.wanted import Wanted
    from plots.drawing import Drawing


def filled(title: str, family: str, company: str) -> str:
    """Return the template of a position, for a family that has one file for all titles."""
    from importlib.resources import files

    if company:
        raise InputError(
            "goes with titles of the 18xx only: write the company into the file", "--company"
        )
    text = (files("bestrun") / "data" / f"new-{family}.toml").read_text(encoding="utf-8")
    return text.replace(f'title = "{family}"', f'title = "{title}"')


class Eighteen(Family):
    """The 18xx family: trains run for a company."""

    def solve(self, case: Case, options: SolveOptions) -> Solution:
        """Return the runs that earn most."""
        from bestrun.games.eighteen import solve

        return solve.solve(case, options)

    def check(self, case: Case, source: ClaimSource, options: SolveOptions) -> JudgedClaim:
        """Return the verdict on the runs of a director."""
        from bestrun.games.eighteen import check

        return check.check(case, source, options)

    def draw(self, case: Case, options: DrawOptions) -> Drawing:
        """Return the board, with runs or a claim on it."""
        from bestrun.games.eighteen import draw

        return draw.draw(case, options)

    def warnings(self, case: Case) -> tuple[str, ...]:
        """Warnings about a position; none for a board that is nobody's turn."""
        from bestrun.games.eighteen.solve import turn_of

        return turn_of(case).warnings if "company" in case.data else ()

    def new(self, title: str, company: str = "") -> str:
        """Return a position to fill in, as a commented file."""
        from bestrun.template import template
        from mapdata.titles import load

        return template(load(title), company)

    def tiles(self, title: str, hex: str | None = None) -> TileChart:
        """Return the tiles of a title, or those that fit on a hex."""
        from bestrun.games.eighteen import tiles

        return tiles.tiles(title, hex)

    def moves(self, case: Case, *, online: bool = False) -> Moves:
        """Return every legal tile lay and marker place."""
        from bestrun.operating import moves

        return moves.moves(case, online=online)

    def why(self, case: Case, where: str, what: str, *, online: bool = False) -> list[Reason]:
        """Whether a lay or a marker is legal, and why not."""
        from bestrun.operating import moves

        return moves.why(case, where, what, online=online)

    def reach(self, case: Case) -> Reached:
        """The company's reach."""
        from bestrun.operating import reach

        return reach.reach(case)

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
        from bestrun.operating import advise

        return advise.advise(
            case,
            top=top,
            wanted=wanted,
            jobs=jobs,
            online=online,
            time_limit=time_limit,
            watch=watch,
        )

    def phase(self, case: Case, to: str) -> PhaseChange:
        """Runs of a company now and in a later phase."""
        from bestrun.operating import phase

        return phase.phase(case, to)

    def round(self, case: Case, options: SolveOptions) -> Round:
        """Return the best run of every company at the table."""
        from bestrun.operating import round

        return round.round(case, options)

    def payout(self, case: Case, revenue: int, *, withhold: bool = False) -> Payout:
        """The payout of a revenue by holder."""
        from bestrun.operating import payout

        return payout.payout(case, revenue, withhold=withhold)


class Chicago(Family):
    """Chicago Express: a company builds, a player develops."""

    def new(self, title: str, company: str = "") -> str:
        """Return a position to fill in, as a commented file."""
        return filled(title, "chicago-express", company)

    def solve(self, case: Case, options: SolveOptions) -> Built | Developed | Advised | SharesWorth:
        """Return the best build, plan, development or action, or what shares are worth."""
        from bestrun.games.chicago import solve

        return solve.solve(case, options)

    def check(
        self, case: Case, source: ClaimSource, options: SolveOptions
    ) -> JudgedBuild | JudgedMoves:
        """Return the verdict on builds, on other moves, or on figures."""
        from bestrun.games.chicago import check

        return check.check(case, source, options)

    def draw(self, case: Case, options: DrawOptions) -> Drawing:
        """Return the board, with a build on it."""
        from bestrun.games.chicago import draw

        return draw.draw(case, options)

    def report(self, case: Case) -> Report:
        """Return the position in figures, company by company."""
        from bestrun.games.chicago import report

        return report.report(case)


class Island(Family):
    """Island Rails: a player builds track and delivers goods."""

    def new(self, title: str, company: str = "") -> str:
        """Return a position to fill in, as a commented file."""
        return filled(title, "island-rails", company)

    def solve(
        self, case: Case, options: SolveOptions
    ) -> PricedCards | Joined | Planned | KeptCards:
        """Answer to the question of the file: contracts, track, deliveries or hand."""
        from bestrun.games.island import solve

        return solve.solve(case, options)

    def check(self, case: Case, source: ClaimSource, options: SolveOptions) -> JudgedTurns:
        """Return the verdict on turns of a player."""
        from bestrun.games.island import check

        return check.check(case, source, options)

    def draw(self, case: Case, options: DrawOptions) -> Drawing:
        """Return the board, with track or deliveries on it."""
        from bestrun.games.island import draw

        return draw.draw(case, options)

    def board(self, title: str, *, seed: int, shape: str, apart: bool) -> dict[str, object]:
        """Return a board out of a seed."""
        from solvers.island.boards.generate import generate

        return generate(seed, shape, apart=apart, title=title).to_dict()


FAMILIES: dict[str, Family] = {
    "18xx": Eighteen(),
    "chicago-express": Chicago(),
    "island-rails": Island(),
}
"""By the ``family`` in the data of a title."""
