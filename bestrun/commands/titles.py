"""``bestrun titles``: the games and editions that are there."""

from __future__ import annotations

import click

from bestrun.api import titles
from bestrun.terminal import echo_json, table


@click.command("titles")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
def command(as_json: bool) -> None:
    """List the titles that bestrun knows, with those in BESTRUN_TITLES."""
    known = titles()
    if as_json:
        for title, name in known.items():
            echo_json({"id": title, "name": name})
    else:
        click.echo(table(("title", "name"), list(known.items())))
