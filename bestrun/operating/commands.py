"""What the commands of the operating turn share: which cases, and how answers are shown."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

from bestrun.files import Case, read_cases
from bestrun.games.base import Answer
from bestrun.terminal import echo_json, progress

F = TypeVar("F", bound=Callable[..., Any])


def game_options(function: F) -> F:
    """Add the options that choose a moment of an exported game."""
    which = click.option(
        "--action", type=int, help="In an exported game: the position before this action."
    )
    whose = click.option("--company", default="", help="In an exported game: for this company.")
    return which(whose(function))


def cases_in(files: Sequence[Path], action: int | None, company: str) -> list[Case]:
    """Return all cases of the files, with a note on what is not sure about them."""
    cases = [case for path in files for case in read_cases(path, action=action, company=company)]
    for case in cases:
        if case.doubt:
            click.echo(f"note: {case.doubt}", err=True)
    return cases


def answer_all(
    cases: Sequence[Case], answer: Callable[[Case], Answer], label: str, as_json: bool
) -> None:
    """Print the answer of every case as soon as it is known."""
    for case in progress(cases, len(cases), label):
        print_answer(answer(case), case, len(cases), as_json)


def print_answer(answer: Answer, case: Case, of: int, as_json: bool) -> None:
    """Print an answer; among several each under the id of its case."""
    if as_json:
        echo_json(answer.as_json())
        return
    if of > 1:
        click.echo(f"== {case.id}")
    click.echo(answer.as_text())
