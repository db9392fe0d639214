"""``bestrun titles``: the games and editions that are there."""

from __future__ import annotations

import sys

import click

from bestrun.answers import BAD_INPUT
from bestrun.commands import Command
from bestrun.games.listed import ListedTitle, listed
from bestrun.terminal import complain, echo_json, say, table
from mapdata.errors import InputError
from mapdata.titles import title_ids

EPILOG = """\b
Examples:
  bestrun titles
  bestrun --titles my-titles titles --json
"""


@click.command("titles", cls=Command, epilog=EPILOG)
@click.option("--json", "as_json", is_flag=True, help="Print JSON, one object on each line.")
def command(as_json: bool) -> None:
    """List the titles that bestrun knows, with those in BESTRUN_TITLES, and what works for each."""
    known: list[ListedTitle] = []
    refused: list[InputError] = []
    for title in title_ids():
        try:
            known.append(listed(title))
        except InputError as error:
            refused.append(error)
    if as_json:
        for each in known:
            echo_json(each.to_dict())
    else:
        rows = [(each.id, each.name, each.hexes or "", " ".join(each.works)) for each in known]
        say(table(("title", "name", "hexes", "works"), rows, right="hexes"))
        for each in known:
            for rule in each.without:
                say(f"{each.id} is without: {rule}")
    for each_refused in refused:
        complain(str(each_refused))
    if refused:
        sys.exit(BAD_INPUT)
