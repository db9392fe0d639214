"""``bestrun title``: whether a title's folder fits together; first folders of new titles."""

from __future__ import annotations

from pathlib import Path

import click

from bestrun import api
from bestrun.answers import BAD_INPUT
from bestrun.commands import Command
from bestrun.drafts.folder import from_facts, like
from bestrun.operating.commands import print_answer
from bestrun.pictures import save
from bestrun.terminal import complain, say_written
from mapdata.errors import Mistakes

EPILOG = """\b
Examples:
  bestrun title check my-title
  bestrun title check my-title -o pictures
  bestrun title check my-title -o pictures --png
  bestrun title check 1889
"""


@click.group("title", invoke_without_command=True)
@click.pass_context
def command(ctx: click.Context) -> None:
    """Check a title of the 18xx family, or begin a folder of your own."""
    if ctx.invoked_subcommand is None:
        raise click.UsageError("say what to do: bestrun title check, from, or new", ctx)


@command.command("check", cls=Command, epilog=EPILOG)
@click.argument("folder")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, file_okay=False),
    help="A folder for pictures: every tile (tiles.svg) and the empty board (board.svg).",
)
@click.option("--png", is_flag=True, help="Pictures as PNG instead of SVG.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def check(folder: str, output: Path | None, png: bool, as_json: bool) -> None:
    """Check FOLDER (or the id of a title): keys, counts, track that leads nowhere.

    It says how many hexes, tiles and so on there are, and reads the rules back in words. The exit
    code is 0 if nothing looks wrong, 1 if there is something to look at, 2 if the folder cannot
    be read; then it says all mistakes.
    """
    if png and output is None:
        raise click.UsageError("--png goes with -o, which says where the pictures go")
    try:
        answer = api.title(folder)
    except Mistakes as mistakes:
        for each in mistakes.every:
            complain(str(each))
        raise SystemExit(BAD_INPUT) from None
    if output is not None:
        output.mkdir(parents=True, exist_ok=True)
        for name, drawing in (("board", answer.draw_board()), ("tiles", answer.draw_tiles())):
            path = output / f"{name}.{'png' if png else 'svg'}"
            save(drawing, path)
            say_written(path)
    print_answer(answer, as_json)
    if not answer.good:
        raise SystemExit(1)


FROM = """\b
Examples:
  bestrun title from facts/18EU.json
  bestrun title from facts/18EU.json -o my-titles/18EU
"""
NEW = """\b
Examples:
  bestrun title new my-title --like 18CO
  bestrun title new my-title --like 1830 -o titles
"""
_FOLDER = click.Path(path_type=Path, file_okay=False)


@command.command("from", cls=Command, epilog=FROM)
@click.argument("facts", type=click.Path(path_type=Path, dir_okay=False))
@click.option("-o", "--output", type=_FOLDER, help="The folder; named after the title by default.")
def from_file(facts: Path, output: Path | None) -> None:
    """Write a first folder of a title from FACTS, a JSON file, as far as it goes."""
    folder, left = from_facts(facts, output)
    say_written(folder)
    for line in left:
        click.echo(f"left out: {line}")


@command.command("new", cls=Command, epilog=NEW)
@click.argument("name")
@click.option("--like", "title_id", required=True, help="The title that is nearest to it.")
@click.option("-o", "--output", type=_FOLDER, help="The folder; called NAME by default.")
def new(name: str, title_id: str, output: Path | None) -> None:
    """Write a first folder of a title NAME: the files of another title, for you to change."""
    say_written(like(name, title_id, output))
