"""``bestrun check``: a claim judged; exit code 0 only for the best one."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from bestrun.files import Case, read_cases, read_text
from bestrun.games import ability
from bestrun.games.base import SolveOptions
from bestrun.terminal import echo_json, progress
from mapdata.errors import InputError

EPILOG = """\b
Examples:
  bestrun check sion.toml claim.txt
  bestrun check sion.toml "2H: Sion-Martigny = 40"
  bestrun check cases.json --json        (each case holds its own claim)

\b
A claim, one line a train:
  2H: Sion-Martigny = 40
  3H: Sion-Visp-Brig = 60

\b
In Chicago Express, one line an action:
  NYC: R3-Binghamton cost 6 income 10
"""


@click.command("check", epilog=EPILOG)
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("claim", required=False)
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
@click.option("--time-limit", type=click.FloatRange(min=0), help="Seconds for the best plan.")
def command(file: Path, claim: str | None, as_json: bool, time_limit: float | None) -> None:
    """Judge a claim: legal? best? what was missed?

    CLAIM is a file, or the claim itself. Exit code 0 means best, 1 any other verdict, 2 bad input.
    """
    cases = list(read_cases(file))
    options = SolveOptions(time_limit=time_limit)
    best = True
    for case in progress(cases, len(cases), "checking"):
        verdict = ability(case, "check")(case, _claim_of(case, claim), options)
        best = best and verdict.verdict == "best"
        if as_json:
            echo_json(verdict.as_json())
        else:
            if len(cases) > 1:
                click.echo(f"== {case.id}")
            click.echo(verdict.as_text())
    sys.exit(0 if best else 1)


def _claim_of(case: Case, given: str | None) -> tuple[object, str]:
    """Return the claim and where it stands: a file, the words given, or the case's own."""
    if given is not None:
        return (given, "claim") if _is_claim(given) else (read_text(Path(given)), given)
    if case.claim is None:
        raise InputError("no claim is given, and the case holds none", case.place)
    return case.claim, f"{case.place}: claim"


def _is_claim(given: str) -> bool:
    """Return whether words are a claim; a file of that name has the right of way."""
    try:
        return ": " in given and not Path(given).exists()
    except OSError:
        return True
