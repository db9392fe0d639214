"""``bestrun report``: a position in figures, for the games that have such a page."""

from __future__ import annotations

from pathlib import Path

import click

from bestrun.files import read_cases
from bestrun.games import ability
from bestrun.terminal import echo_json


@click.command("report")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
def command(files: tuple[Path, ...], as_json: bool) -> None:
    """Print what a position amounts to: incomes, dividends, what is left."""
    for path in files:
        for case in read_cases(path):
            answer = ability(case, "report")(case)
            if as_json:
                echo_json(answer.as_json())
            else:
                click.echo(answer.as_text())
