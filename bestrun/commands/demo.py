"""``bestrun demo``: the rulebook's example of a run, solved, its claim checked, drawn."""

from __future__ import annotations

from pathlib import Path

import click

from bestrun.api import demo


@click.command("demo")
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
    click.echo("The Visp-Zermatt in Sion owns a 2H and a 3H. What is its best run?\n")
    click.echo(solution.summary())
    click.echo("\nIts director claims what the rulebook shows:\n")
    click.echo(verdict.summary())
    click.echo(f"\nDrawn in {output}")
