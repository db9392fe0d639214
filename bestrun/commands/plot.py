"""``bestrun plot``: a board as a picture, with the best runs or a claim on it."""

from __future__ import annotations

from pathlib import Path

import click

from bestrun.answers import game_options
from bestrun.claims.source import source_on_the_command_line
from bestrun.commands import Command
from bestrun.games import family_of
from bestrun.games.base import DrawOptions, SolveOptions
from bestrun.operating.commands import cases_in
from bestrun.pictures import check_format, save
from bestrun.terminal import say_written, warn
from mapdata.errors import InputError, did_you_mean
from plots.shown import Shown

EPILOG = """\b
Examples:
  bestrun plot sion.toml -o board.png
  bestrun plot sion.toml --solve -o best.svg
  bestrun plot sion.toml --solve --alternatives 2 -o three.png
  bestrun plot sion.toml --claim claim.txt --solve -o both.pdf
  bestrun plot sion.toml --claim "3H: Sion-Visp-Brig" -o claim.png
  bestrun plot turns.json --case 1844-a:627 --solve --focus -o turn.png
  bestrun plot game.json --action 758 --solve -o best.svg
"""


@click.command("plot", cls=Command, epilog=EPILOG)
@click.argument("file", type=click.Path(path_type=Path))
@click.option("-o", "--output", required=True, type=click.Path(path_type=Path), help="PNG/SVG/PDF.")
@click.option("--solve", "solve_it", is_flag=True, help="Draw the best runs.")
@click.option(
    "--claim",
    help="Draw a claim (a file, or its words), faults marked; with --solve, the best beside it.",
)
@click.option(
    "--alternatives",
    type=click.IntRange(min=0),
    default=0,
    help="With --solve: the next best plans beside it.",
)
@click.option("--focus/--whole", default=None, help="Crop to the company's network, or do not.")
@click.option("--numbers", is_flag=True, help="Write the numbers of tiles.")
@click.option("--ids", is_flag=True, help="Write the coordinate of every hex on it.")
@click.option("--homes", is_flag=True, help="Mark the homes of companies.")
@click.option("--case", "case_id", help="The case to draw, if the file has several.")
@click.option("--time-limit", type=click.FloatRange(min=0), help="Seconds for the best plan.")
@game_options
def command(
    file: Path,
    output: Path,
    solve_it: bool,
    claim: str | None,
    alternatives: int,
    focus: bool | None,
    numbers: bool,
    ids: bool,
    homes: bool,
    case_id: str | None,
    time_limit: float | None,
    action: int | None,
    company: str,
) -> None:
    """Draw the position in FILE.

    The whole board, or only what is around the company's network if that is small.
    """
    check_format(output)
    every = cases_in([file], action, company)
    cases = [case for case in every if case_id in (None, case.id)]
    if not cases:
        meant = did_you_mean(str(case_id), [case.id for case in every])
        raise InputError(f"there is no case {case_id!r}{meant}", str(file))
    if len(cases) > 1:
        raise InputError(f"holds {len(cases)} cases: name one with --case", str(file))
    solve = SolveOptions(time_limit=time_limit, alternatives=alternatives)
    source = None if claim is None else source_on_the_command_line(claim)
    options = DrawOptions(solve if solve_it else None, source, focus, Shown(numbers, ids, homes))
    (case,) = cases
    save(family_of(case).draw(case, options), output)
    for warning in family_of(case).warnings(case):
        warn(warning, case.place)
    say_written(output)
