"""``bestrun board``: a board out of a seed, for the games whose boards are laid anew."""

from __future__ import annotations

import json
from pathlib import Path

import click

from bestrun import api
from bestrun.commands import Command
from bestrun.files import write_whole
from bestrun.terminal import say, say_written

EPILOG = """\b
Examples:
  bestrun board island-rails --seed 7 -o board.json
  bestrun board island-rails --seed 8 --shape rhombus --apart -o board.json

\b
A position uses it by its name: board = "board.json"
"""


@click.command("board", cls=Command, epilog=EPILOG)
@click.argument("title")
@click.option(
    "--seed",
    type=click.IntRange(-(10**15), 10**15),
    required=True,
    help="A whole number; the same seed gives the same board.",
)
@click.option("--shape", default="hexagon", show_default=True, help="hexagon or rhombus.")
@click.option(
    "--apart",
    is_flag=True,
    help="Put the land of both halves of the peninsula towards the open sea.",
)
@click.option("-o", "--output", type=click.Path(path_type=Path), help="A file instead of stdout.")
def command(title: str, seed: int, shape: str, apart: bool, output: Path | None) -> None:
    """Generate a board of TITLE (island-rails) as JSON."""
    text = as_text(api.board(title, seed=seed, shape=shape, apart=apart))
    if output is None:
        say(text, nl=False)
    else:
        write_whole(output, text)
        say_written(output)


def as_text(board: dict[str, object]) -> str:
    """Return a board as JSON that people can read: a point or some links a line."""

    def block(items: list[object], many: int) -> str:
        rows = [items[at : at + many] for at in range(0, len(items), many)]
        lines = [", ".join(json.dumps(each, ensure_ascii=False) for each in row) for row in rows]
        return "[\n    " + ",\n    ".join(lines) + "\n  ]" if lines else "[]"

    fields = []
    for key, value in board.items():
        many = 1 if key == "points" else 8
        text = block(value, many) if isinstance(value, list) else json.dumps(value)
        fields.append(f"  {json.dumps(key)}: {text}")
    return "{\n" + ",\n".join(fields) + "\n}\n"
