"""``bestrun new``: a position to fill in."""

from __future__ import annotations

from pathlib import Path

import click

from bestrun import api
from bestrun.commands import Command
from bestrun.files import write_whole
from bestrun.terminal import say, say_written

EPILOG = """\b
Examples:
  bestrun new 1844 --company MOB -o mob.toml
  bestrun new 1889
"""


@click.command("new", cls=Command, epilog=EPILOG)
@click.argument("title")
@click.option("--company", default="", help="The company that runs: its letters or its name.")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="The file to write.")
def command(title: str, company: str, output: Path | None) -> None:
    """Write a commented position of TITLE, ready to be filled in.

    It names the phases, the companies with their homes, the trains of each phase, and which
    station of a hex is which. It can be drawn and solved as it is.
    """
    text = api.new(title, company=company)
    if output is None:
        say(text.rstrip("\n"))
        return
    write_whole(output, text)
    say_written(output)
