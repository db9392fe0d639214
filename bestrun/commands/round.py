"""``bestrun round``: the best run of every company at the table."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import click

from bestrun.answers import Processes, answer_all, batch_options, cases_of, game_options
from bestrun.commands import Command
from bestrun.files import Case
from bestrun.games import family_of
from bestrun.games.base import Answer, SolveOptions

EPILOG = """\b
Examples:
  bestrun round table.toml
  bestrun round game.json --action 758
  bestrun round table.toml --json

\b
The trains of every company in the file, and what they claim if that is to be judged:
  [trains]
  KO = ["3", "4"]
  IR = ["5"]
  [claims]
  KO = "3: Kotohira-Takamatsu; 4: Kochi-Kotohira-Takamatsu = 110"
"""


@click.command("round", cls=Command, epilog=EPILOG)
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print JSON, one object on each line.")
@click.option("--time-limit", type=click.FloatRange(min=0), help="Seconds for each company.")
@game_options
@batch_options
def command(
    files: tuple[Path, ...],
    as_json: bool,
    time_limit: float | None,
    action: int | None,
    company: str,
    jobs: int | None,
    cluster: str,
) -> None:
    """Find the best run of every company in operating order: revenue, and pay for one share.

    A FILE holds one position (TOML or JSON) with the trains of every company, a JSON list of
    cases, or an exported game. Companies stand in the order of their share prices where all of
    these are known ([share_price] by company), else in that of the file.
    """
    question = partial(_round, options=SolveOptions(time_limit=time_limit))
    cases = cases_of(files, action, company)
    answer_all(cases, question, "going round", as_json, Processes(jobs, cluster))


def _round(case: Case, options: SolveOptions) -> Answer:
    return family_of(case).round(case, options)
