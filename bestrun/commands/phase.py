"""``bestrun phase``: what a later phase does to the runs of a company."""

from __future__ import annotations

from pathlib import Path

import click

from bestrun.answers import answer_all, cases_of, game_options
from bestrun.commands import Command
from bestrun.games import family_of

EPILOG = """\b
Examples:
  bestrun phase sion.toml --to 4
  bestrun phase game.json --to 5 --json

\b
For every company, with its trains in the file:
  [trains]
  VZ = ["2H", "3H"]
  BLS = ["3"]
"""


@click.command("phase", cls=Command, epilog=EPILOG)
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--to", required=True, help="The later phase.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, one object on each line.")
@game_options
def command(
    files: tuple[Path, ...], to: str, as_json: bool, action: int | None, company: str
) -> None:
    """Show the best run now and in a later phase.

    With trains that are scrapped or turned over, changed values, and companies that close or
    are formed. A FILE holds one position (TOML or JSON), a JSON list of cases, or an exported game.
    """
    cases = cases_of(files, action, company)
    answer_all(cases, lambda case: family_of(case).phase(case, to), "changing phases", as_json)
