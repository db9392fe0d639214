"""What the page and other programs can ask: one type and one function a question.

The answers are the objects that the commands print with ``--json``. Everything here runs
in a worker; a mistake in the question is one line, as on the command line.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from bestrun import api
from bestrun.files import parse_json
from mapdata.errors import InputError
from mapdata.tables import Table, to_table
from solvers.errors import SolverFailed
from solvers.worker import tell

JSON = "application/json"


@dataclass(frozen=True)
class Reply:
    """What goes back: a status, the kind of content, and the content."""

    status: int
    media: str
    body: bytes


class Asked(Table, frozen=True):
    """A question about one position, written as in a JSON file."""

    position: dict[str, Any]


class Solve(Asked, frozen=True):
    """The best run."""

    alternatives: int = 0
    prefer: list[str] = []
    method: str = "auto"
    time_limit: float | None = None


class Check(Asked, frozen=True):
    """Whether a claim is legal and best; lines as at the table, or runs."""

    claim: Any
    time_limit: float | None = None


class Moves(Asked, frozen=True):
    """Every legal tile lay and marker place."""

    online: bool = False


class Advise(Asked, frozen=True):
    """The moves that add most to the best run."""

    top: int = 10
    pairs: bool = True
    trains: bool = False
    turn: bool = False


class Report(Asked, frozen=True):
    """A position in figures."""


class Reach(Asked, frozen=True):
    """What a company reaches."""


def solve(question: Solve) -> dict[str, Any]:
    """Answer as ``bestrun solve`` does."""
    answer = api.solve(
        question.position,
        method=question.method,
        time_limit=question.time_limit,
        alternatives=question.alternatives,
        prefer=tuple(question.prefer),
    )
    return plain(answer)


def check(question: Check) -> dict[str, Any]:
    """Answer as ``bestrun check`` does."""
    return plain(api.check(question.position, question.claim, time_limit=question.time_limit))


def moves(question: Moves) -> dict[str, Any]:
    """Answer as ``bestrun moves`` does."""
    return plain(api.moves(question.position, online=question.online))


def reach(question: Reach) -> dict[str, Any]:
    """Answer as ``bestrun reach`` does."""
    return plain(api.reach(question.position))


def report(question: Report) -> dict[str, Any]:
    """Answer as ``bestrun report`` does."""
    return plain(api.report(question.position))


def advise(question: Advise) -> dict[str, Any]:
    """Answer as ``bestrun advise`` does, telling how much is solved."""
    answer = api.advise(
        question.position,
        top=question.top,
        pairs=question.pairs,
        trains=question.trains,
        turn=question.turn,
        jobs=1,
        watch=lambda done, known: tell({"done": done, "of": known}),
    )
    return plain(answer)


def plain(answer: Any) -> dict[str, Any]:
    """Return an answer as the commands print it."""
    told: dict[str, Any] = answer.as_json()
    return told


@dataclass(frozen=True)
class Question:
    """One thing that can be asked: its fields, what answers it, and its limits.

    ``seconds`` is the time for an answer, ``long`` says that it may take more than a
    moment, ``largest`` is the most that may be sent.
    """

    kind: type[Table]
    answer: Callable[[Any], Any]
    seconds: float = 20.0
    long: bool = False
    largest: int = 2**20


QUESTIONS: Mapping[str, Question] = {
    "solve": Question(Solve, solve),
    "check": Question(Check, check),
    "moves": Question(Moves, moves),
    "reach": Question(Reach, reach),
    "report": Question(Report, report),
    "advise": Question(Advise, advise, seconds=120.0, long=True),
}


def answer(name: str, body: bytes) -> Reply:
    """Answer one question as it was sent; never raises for what is wrong with it."""
    question = QUESTIONS[name]
    try:
        try:
            data = parse_json(body.decode("utf-8"), "")
        except UnicodeDecodeError:
            return error(400, "the request is no text (UTF-8 expected)")
        except InputError as wrong:
            return error(400, str(wrong))
        told = question.answer(to_table(data, question.kind, ""))
    except InputError as wrong:
        return error(422, str(wrong))
    except SolverFailed as failed:
        return error(500, f"no answer, a solver failed: {failed}")
    if isinstance(told, Reply):
        return told
    return Reply(200, JSON, json.dumps(told, ensure_ascii=False).encode())


def error(status: int, line: str) -> Reply:
    """Return what is wrong as the one line of the API."""
    return Reply(status, JSON, json.dumps({"error": line}, ensure_ascii=False).encode())
