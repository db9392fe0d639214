"""``bestrun moves``: every legal tile lay and token place of a company."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from bestrun.files import read_cases
from bestrun.games import ability
from bestrun.terminal import echo_json, progress
from mapdata.errors import InputError

EPILOG = """\b
Examples:
  bestrun moves sion.toml
  bestrun moves turns.json --json
  bestrun moves sion.toml --why Visp 58:4
  bestrun moves sion.toml --why Visp 58        (every turn of the tile)
  bestrun moves sion.toml --why Brig token
"""


@click.command("moves", epilog=EPILOG)
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
@click.option(
    "--why",
    nargs=2,
    metavar="HEX TILE",
    help="Is this lay legal, and why not? TILE can be the word token. Exit code 1 if not.",
)
@click.option("--online", is_flag=True, help="With the tiles that only online games have.")
def command(
    files: tuple[Path, ...], as_json: bool, why: tuple[str, str] | None, online: bool
) -> None:
    """List every legal tile lay and token place of the company.

    A tile is named with its turn (57:2); turns that look alike are one lay. A FILE holds
    one position (TOML or JSON) or a JSON list of cases.
    """
    cases = [case for path in files for case in read_cases(path)]
    if why is not None:
        if len(cases) > 1:
            raise InputError(f"--why asks about one position, there are {len(cases)}")
        reasons = ability(cases[0], "why")(cases[0], *why, online=online)
        for reason in reasons:
            if as_json:
                echo_json(reason.as_json())
            else:
                click.echo(reason.as_text())
        sys.exit(0 if any(reason.legal for reason in reasons) else 1)
    for case in progress(cases, len(cases), "listing moves"):
        answer = ability(case, "moves")(case, online=online)
        if as_json:
            echo_json(answer.as_json())
        else:
            if len(cases) > 1:
                click.echo(f"== {case.id}")
            click.echo(answer.as_text())
