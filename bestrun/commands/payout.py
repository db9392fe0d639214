"""``bestrun payout``: who receives what of a revenue, and what the share price does."""

from __future__ import annotations

from pathlib import Path

import click

from bestrun.answers import answer_all, cases_of
from bestrun.commands import Command
from bestrun.games import family_of

EPILOG = """\b
Examples:
  bestrun payout sftc.toml --revenue 50
  bestrun payout sftc.toml --revenue 50 --withhold

\b
In the file, after the keys of the position:
  share_price = 144          (or "144/3": that of the third row)
  [shares]                   (percent; the rest was never sold)
  A = 50
  pool = 30
"""


@click.command("payout", cls=Command, epilog=EPILOG)
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--revenue", required=True, type=click.IntRange(0, 10**9), help="The revenue of the run."
)
@click.option("--withhold", is_flag=True, help="The company keeps it all.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, one object on each line.")
def command(files: tuple[Path, ...], revenue: int, withhold: bool, as_json: bool) -> None:
    """Print what each holder, the treasury and the bank receive.

    A FILE holds one position with its holders (TOML or JSON) or a JSON list of cases.
    """
    answer_all(
        cases_of(files),
        lambda case: family_of(case).payout(case, revenue, withhold=withhold),
        "paying out",
        as_json,
    )
