"""``bestrun tiles``: the tiles of a title, as a table or a chart."""

from __future__ import annotations

from pathlib import Path

import click

from bestrun import api
from bestrun.commands import Command
from bestrun.operating.commands import print_answer
from bestrun.pictures import check_format, save
from bestrun.terminal import say_written

EPILOG = """\b
Examples:
  bestrun tiles 1844
  bestrun tiles 1844 -o chart.svg
  bestrun tiles 1844 --hex Sion -o sion.png
"""


@click.command("tiles", cls=Command, epilog=EPILOG)
@click.argument("title")
@click.option("--hex", "place", help="Only tiles that may ever lie on this hex, with rotations.")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="A chart: PNG/SVG/PDF.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def command(title: str, place: str | None, output: Path | None, as_json: bool) -> None:
    """Show the tiles of TITLE: number, count, colour, label, values, what they upgrade to."""
    if output is not None:
        check_format(output)
    answer = api.tiles(title, hex=place)
    if output is not None:
        save(answer.draw(), output)
        say_written(output)
    if output is None or as_json:
        print_answer(answer, as_json)
