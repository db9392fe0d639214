"""``bestrun moves``: every legal tile lay and marker place of a company."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from bestrun.answers import answer_all, cases_of, game_options
from bestrun.commands import Command
from bestrun.games import family_of
from bestrun.operating.commands import cases_in, print_answers
from mapdata.errors import InputError

EPILOG = """\b
Examples:
  bestrun moves sion.toml
  bestrun moves sion.toml --why Visp 58:4
  bestrun moves turns.json --json
  bestrun moves sion.toml --why Visp 58        (every turn of the tile)
  bestrun moves sion.toml --why Brig token
"""


@click.command("moves", cls=Command, epilog=EPILOG)
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print JSON, one object on each line.")
@click.option(
    "--why",
    nargs=2,
    metavar="HEX TILE",
    help="Judge one lay, or a marker (TILE: token). Exit code 1 if it is illegal.",
)
@click.option("--online", is_flag=True, help="Include tiles that only online games have.")
@game_options
def command(
    files: tuple[Path, ...],
    as_json: bool,
    why: tuple[str, str] | None,
    online: bool,
    action: int | None,
    company: str,
) -> None:
    """List every legal tile lay and marker place of the company.

    A tile is written with its rotation (57:2); rotations that look alike count as one lay. A
    FILE holds one position (TOML or JSON), a JSON list of cases, or an exported game.
    """
    if why is None:
        answer_all(
            cases_of(files, action, company),
            lambda case: family_of(case).moves(case, online=online),
            "listing moves",
            as_json,
        )
        return
    cases = cases_in(files, action, company)
    if len(cases) > 1:
        raise InputError(f"--why asks about one position, there are {len(cases)}")
    reasons = family_of(cases[0]).why(cases[0], *why, online=online)
    print_answers(cases[0], reasons, as_json)
    sys.exit(0 if any(reason.legal for reason in reasons) else 1)
