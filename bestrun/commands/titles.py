"""``bestrun titles``: the games and editions that are there."""

from __future__ import annotations

import sys

import click

from bestrun.answers import BAD_INPUT
from bestrun.commands import Command
from bestrun.terminal import complain, echo_json, say, table
from mapdata.errors import InputError
from mapdata.titles import name_of, title_ids

EPILOG = """\b
Examples:
  bestrun titles
  bestrun --titles my-titles titles --json
"""


@click.command("titles", cls=Command, epilog=EPILOG)
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
def command(as_json: bool) -> None:
    """List the titles that bestrun knows, with those in BESTRUN_TITLES."""
    known: dict[str, str] = {}
    refused: list[InputError] = []
    for title in title_ids():
        try:
            known[title] = name_of(title)
        except InputError as error:
            refused.append(error)
    if as_json:
        for title, name in known.items():
            echo_json({"id": title, "name": name})
    else:
        say(table(("title", "name"), list(known.items())))
    for each in refused:
        complain(str(each))
    if refused:
        sys.exit(BAD_INPUT)
