"""``bestrun title check``: whether the folder of a title fits together."""

from __future__ import annotations

from pathlib import Path

import click

from bestrun import api
from bestrun.commands import Command
from bestrun.operating.commands import print_answer
from bestrun.pictures import save
from bestrun.terminal import say_written

EPILOG = """\b
Examples:
  bestrun title check my-title
  bestrun title check my-title -o pictures
  bestrun title check 1889
"""


@click.group("title", invoke_without_command=True)
@click.pass_context
def command(ctx: click.Context) -> None:
    """Look over a title of the 18xx family: one that is there, or a folder of your own."""
    if ctx.invoked_subcommand is None:
        raise click.UsageError("say what to do: bestrun title check FOLDER", ctx)


@command.command("check", cls=Command, epilog=EPILOG)
@click.argument("folder")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, file_okay=False),
    help="A folder for pictures: every tile (tiles.svg) and the empty board (board.svg).",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def check(folder: str, output: Path | None, as_json: bool) -> None:
    """Check FOLDER (or the id of a title): keys, counts, track that leads nowhere.

    The exit code is 0 if nothing looks wrong, 1 if there is something to look at, 2 if the
    folder cannot be read.
    """
    answer = api.title(folder)
    if output is not None:
        output.mkdir(parents=True, exist_ok=True)
        for name, drawing in (("board", answer.draw_board()), ("tiles", answer.draw_tiles())):
            path = output / f"{name}.svg"
            save(drawing, path)
            say_written(path)
    print_answer(answer, as_json)
    if not answer.good:
        raise SystemExit(1)
