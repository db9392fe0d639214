"""``bestrun demo``: the rulebook's example of a run, solved, its claim checked, drawn."""

from __future__ import annotations

from pathlib import Path

import click

from bestrun.api import demo
from bestrun.commands import Command
from bestrun.terminal import say

EPILOG = """\b
Examples:
  bestrun demo
  bestrun demo -o sion.svg
"""


@click.command("demo", cls=Command, epilog=EPILOG)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    default="bestrun-demo.png",
    show_default=True,
    help="Where to draw it.",
)
def command(output: Path) -> None:
    """Solve, check and draw the Visp-Zermatt example of the 1844 rulebook."""
    solution, verdict = demo(output)
    say("The Visp-Zermatt in Sion owns a 2H and a 3H. What is its best run?\n")
    say(solution.summary())
    say("\nIts director claims what the rulebook shows:\n")
    say(verdict.summary())
    say(f"\nDrawn in {output}")
