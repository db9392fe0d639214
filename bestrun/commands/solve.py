"""``bestrun solve``: the maximum revenue, the runs that earn it, and the proof."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import get_args

import click
from msgspec.structs import replace

from bestrun.answers import Processes, answer_all, batch_options, cases_of, game_options
from bestrun.commands import Command
from bestrun.files import Case
from bestrun.games import family_of
from bestrun.games.base import MOST_ALTERNATIVES, Answer, SolveOptions
from bestrun.terminal import watched
from solvers.plan import RunAim

EPILOG = """\b
Examples:
  bestrun solve sion.toml
  bestrun solve game.json
  bestrun solve sion.toml --alternatives 5 --prefer Jungfraubahnen
  bestrun solve turns.json other.toml --json --jobs 4
  bestrun solve game.json --action 758 --company RhB
"""

METHODS_HELP = (
    "auto, routes, frontier, circuit (or cpsat), mixed or mip: all find the same revenue."
)


@click.command("solve", cls=Command, epilog=EPILOG)
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print JSON, one object on each line.")
@click.option("--method", default="auto", show_default=True, help=METHODS_HELP)
@click.option("--time-limit", type=click.FloatRange(min=0), help="Seconds for each position.")
@click.option(
    "--alternatives",
    type=click.IntRange(0, MOST_ALTERNATIVES),
    default=0,
    help="List the next best plans too.",
)
@click.option(
    "--all",
    "every",
    is_flag=True,
    help="With --alternatives: the best plan shortened or with an idle train, too.",
)
@click.option(
    "--aim",
    type=click.Choice(get_args(RunAim)),
    default="total",
    show_default=True,
    help="Revenue with subsidies, or the dividend alone.",
)
@click.option(
    "--prefer", multiple=True, metavar="STOP", help="Among equal plans, one that runs there."
)
@game_options
@batch_options
def command(
    files: tuple[Path, ...],
    as_json: bool,
    method: str,
    time_limit: float | None,
    alternatives: int,
    every: bool,
    prefer: tuple[str, ...],
    aim: RunAim,
    action: int | None,
    company: str,
    jobs: int | None,
    cluster: str,
) -> None:
    """Find the best run of each position, proven.

    A FILE holds one position (TOML or JSON), a JSON list of cases, or a game exported from
    18xx.games, which is solved for the company to run next; - reads what is piped in. Several
    positions are solved as a batch on all cores, and a mistake in one does not stop the others.
    Ctrl-C stops and prints the best plan found so far.
    """
    options = SolveOptions(method, time_limit, alternatives, every, prefer, aim)
    cases = cases_of(files, action, company)
    question = partial(_solve, options=options, alone=len(cases) == 1)
    answer_all(cases, question, "solving", as_json, Processes(jobs, cluster))


def _solve(case: Case, options: SolveOptions, alone: bool) -> Answer:
    with watched(f"solving {case.id}", alone=alone) as watch:
        return family_of(case).solve(case, replace(options, watch=watch))
