"""``bestrun check``: a claim judged; exit code 0 only for the best one."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import get_args

import click

from bestrun.answers import Processes, answer_all, batch_options, cases_of, game_options
from bestrun.claims.source import ClaimSource, source_on_the_command_line
from bestrun.commands import Command
from bestrun.files import Case
from bestrun.games import family_of
from bestrun.games.base import SolveOptions, Verdict
from mapdata.errors import InputError
from solvers.plan import RunAim

EPILOG = """\b
Examples:
  bestrun check sion.toml "2H: Sion-Martigny = 40"
  bestrun check sion.toml claim.txt
  bestrun check cases.json --json        (each case holds its own claim)
  bestrun check game.json --action 758   (the run that this action is)

\b
A claim has one line for each train:
  2H: Sion-Martigny = 40
  3H: Sion-Visp-Brig = 60

\b
In Chicago Express, one line for each action:
  NYC: R3-Binghamton cost 6 income 10

\b
In Island Rails, one line for each action:
  build: Corvane-J9-J7-Zennock cost 5
"""


@click.command("check", cls=Command, epilog=EPILOG)
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("claim", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print JSON, one object on each line.")
@click.option("--time-limit", type=click.FloatRange(min=0), help="Seconds for the best plan.")
@click.option(
    "--aim",
    type=click.Choice(get_args(RunAim)),
    default="total",
    show_default=True,
    help="Revenue with subsidies, or the dividend alone.",
)
@game_options
@batch_options
def command(
    file: Path,
    claim: str | None,
    as_json: bool,
    time_limit: float | None,
    aim: RunAim,
    action: int | None,
    company: str,
    jobs: int | None,
    cluster: str,
) -> None:
    """Judge a claim: legal? best? what was missed?

    CLAIM is a file, or the claim itself. Exit code 0 means best, 1 any other verdict, 2 bad input.
    """
    source = None if claim is None else source_on_the_command_line(claim)
    options = SolveOptions(time_limit=time_limit, aim=aim)
    question = partial(_check, source=source, options=options)
    cases = cases_of([file], action, company)
    answer_all(cases, question, "checking", as_json, Processes(jobs, cluster))


def _check(case: Case, source: ClaimSource | None, options: SolveOptions) -> Verdict:
    """Judge the claim given, or else the case's own."""
    if source is None and case.claim is None:
        raise InputError("no claim is given, and the case holds none", case.place)
    claim = source or ClaimSource(case.claim, f"{case.place}: claim")
    return family_of(case).check(case, claim, options)
