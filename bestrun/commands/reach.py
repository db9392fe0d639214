"""``bestrun reach``: what a company can reach, its destination, whether it needs a train."""

from __future__ import annotations

from pathlib import Path

import click

from bestrun.answers import answer_all, cases_of, game_options
from bestrun.commands import Command
from bestrun.games import family_of

EPILOG = """\b
Examples:
  bestrun reach sion.toml
  bestrun reach turns.json --json

\b
With par = 80 in the file the answer says what the destination pays.
"""


@click.command("reach", cls=Command, epilog=EPILOG)
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print JSON, one object on each line.")
@game_options
def command(files: tuple[Path, ...], as_json: bool, action: int | None, company: str) -> None:
    """List the stops and hexes that the company can reach.

    It also tells whether the company reaches its destination, and whether it has a route and so
    must own a train. A FILE holds one position (TOML or JSON), a JSON list of cases, or an exported
    game.
    """
    cases = cases_of(files, action, company)
    answer_all(cases, lambda case: family_of(case).reach(case), "tracing routes", as_json)
