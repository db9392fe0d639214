"""Shared parts of the commands of the operating turn: cases, and the way answers are shown."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from bestrun.answers import cases_of
from bestrun.files import Case
from bestrun.games.base import Answer
from bestrun.terminal import echo_json, say, warn
from mapdata.errors import InputError


def cases_in(files: Sequence[Path], action: int | None, company: str) -> list[Case]:
    """Return all cases of the files, for a question that needs them all."""
    cases = []
    for case in cases_of(files, action, company):
        if isinstance(case, InputError):
            raise case
        cases.append(case)
    return cases


def print_answers(case: Case, answers: Sequence[Answer], as_json: bool) -> None:
    """Print answers that are about one case, after what is odd about it."""
    for warning in dict.fromkeys(each for answer in answers for each in answer.warnings):
        warn(warning, case.place)
    for answer in answers:
        print_answer(answer, as_json)


def print_answer(answer: Answer, as_json: bool) -> None:
    """Print an answer for people or for programs."""
    if as_json:
        echo_json(answer.to_dict())
    else:
        say(answer.summary())
