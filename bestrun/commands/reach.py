"""``bestrun reach``: what a company can reach, its destination, whether it needs a train."""

from __future__ import annotations

from pathlib import Path

import click

from bestrun.files import read_cases
from bestrun.games import ability
from bestrun.terminal import echo_json, progress

EPILOG = """\b
Examples:
  bestrun reach sion.toml
  bestrun reach turns.json --json

\b
With par = 80 in the file the answer says what the destination pays.
"""


@click.command("reach", epilog=EPILOG)
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
def command(files: tuple[Path, ...], as_json: bool) -> None:
    """List the stops and hexes that the company can reach.

    Says whether its destination is reached, and whether it has a route and so must own a
    train. A FILE holds one position (TOML or JSON) or a JSON list of cases.
    """
    cases = [case for path in files for case in read_cases(path)]
    for case in progress(cases, len(cases), "tracing routes"):
        answer = ability(case, "reach")(case)
        if as_json:
            echo_json(answer.as_json())
        else:
            if len(cases) > 1:
                click.echo(f"== {case.id}")
            click.echo(answer.as_text())
