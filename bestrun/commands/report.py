"""``bestrun report``: a position in figures, for the games that have such a page."""

from __future__ import annotations

from pathlib import Path

import click

from bestrun.answers import answer_all, cases_of
from bestrun.commands import Command
from bestrun.games import family_of

EPILOG = """\b
Examples:
  bestrun report chicago-plan.toml
  bestrun report chicago-plan.toml --json
"""


@click.command("report", cls=Command, epilog=EPILOG)
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print JSON, one object on each line.")
def command(files: tuple[Path, ...], as_json: bool) -> None:
    """Print a position of Chicago Express in figures, company by company.

    Income, dividend, next opening bid, shares and locomotives left, and the way to Chicago.
    Then the end conditions, and whether each holds.
    """
    answer_all(cases_of(files), lambda case: family_of(case).report(case), "reporting", as_json)
