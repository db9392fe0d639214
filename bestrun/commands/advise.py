"""``bestrun advise``: the moves of a turn, ranked by what they add to the best run."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from bestrun.answers import answer_all, cases_of, game_options
from bestrun.commands import Command
from bestrun.files import Case
from bestrun.games import family_of
from bestrun.games.base import Answer
from bestrun.operating.wanted import Wanted
from bestrun.terminal import say_written, watched
from mapdata.errors import InputError

if TYPE_CHECKING:
    from bestrun.operating.advise import Advice

EPILOG = """\b
Examples:
  bestrun advise sion.toml
  bestrun advise game.json --turn --top 5
  bestrun advise sion.toml --plot best.png
  bestrun advise sion.toml --turn --time-limit 10
  bestrun advise turns.json --json
"""


@click.command("advise", cls=Command, epilog=EPILOG)
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print JSON, one object on each line.")
@click.option(
    "--top", type=click.IntRange(min=1), default=10, show_default=True, help="Moves to list."
)
@click.option("--single", is_flag=True, help="Only single moves, no lay together with a marker.")
@click.option("--trains", is_flag=True, help="Buy one more train of the phase, too.")
@click.option("--turn", is_flag=True, help="Whole turns, too: lay, marker and train together.")
@click.option(
    "--plot", "picture", type=click.Path(path_type=Path), help="Draw the best few: PNG/SVG/PDF."
)
@click.option("--jobs", type=click.IntRange(min=1), help="Processes; all cores by default.")
@click.option(
    "--time-limit",
    type=click.FloatRange(min=0),
    help="Seconds for each position; then it prints the ranking so far, as Ctrl-C does.",
)
@click.option("--online", is_flag=True, help="Include tiles that only online games have.")
@game_options
def command(
    files: tuple[Path, ...],
    as_json: bool,
    top: int,
    single: bool,
    trains: bool,
    turn: bool,
    picture: Path | None,
    jobs: int | None,
    time_limit: float | None,
    online: bool,
    action: int | None,
    company: str,
) -> None:
    """Rank the company's moves by what they add to its best run, each figure proven.

    A move of two parts is listed only if it earns more than either. A FILE holds one
    position (TOML or JSON), a JSON list of cases, or an exported game.
    """
    cases = cases_of(files, action, company)
    if picture is not None:
        from bestrun.pictures import check_format

        check_format(picture)
        if len(cases) > 1:
            raise InputError(f"a picture shows one position, there are {len(cases)}")
    wanted = Wanted(not single, trains, turn)
    given: list[Advice] = []

    def advise(case: Case) -> Answer:
        with watched(f"advising {case.id}", alone=len(cases) == 1) as watch:
            advice = family_of(case).advise(
                case,
                top=top,
                wanted=wanted,
                jobs=jobs,
                online=online,
                time_limit=time_limit,
                watch=watch,
            )
        given.append(advice)
        return advice

    answer_all(cases, advise, "advising", as_json)
    if picture is not None:
        from bestrun.pictures import save

        save(given[0].draw(), picture)
        say_written(picture)
