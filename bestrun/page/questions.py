"""The questions of the page and of other programs: one type and one function for each.

The answers are the objects that the commands print with ``--json``. Every question goes
through one door, :func:`answer`, whoever asks: it is decoded into its type, with ranges, and
a mistake in it is one line, as on the command line. Nothing here knows how it was sent.
"""

from __future__ import annotations

import json
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from msgspec import Meta

from bestrun.claims.source import ClaimSource
from bestrun.games import family_of
from bestrun.games.base import SolveOptions
from bestrun.operating.wanted import Wanted
from bestrun.page.boards import module_of
from bestrun.page.cases import Asked, PlaceNames, Plans, Seconds, case_of
from bestrun.page.facts import TitleAsked, Titles, title, titles
from bestrun.page.games import GameAsked, OpenAsked, audit, game, open_text
from bestrun.page.hexes import (
    HexAsked,
    LayAsked,
    MoveAsked,
    TilesAsked,
    hex_options,
    lay,
    move,
    tile_pictures,
)
from bestrun.page.limits import cap_memory, limited, seconds_left
from bestrun.page.reply import JSON, Reply, error
from bestrun.page.views import SaveAsked, ViewAsked, draw, save, view
from mapdata.errors import InputError, did_you_mean, one_line
from mapdata.tables import Table, to_table
from mapdata.written import as_text, from_json
from solvers.errors import SolverFailed
from solvers.worker import tell

GAME = 20 * 2**20
"""The most bytes that an exported game may have."""

COMPANY_TIME = 5.0
"""Seconds for one company of a whole table."""


class SolveAsked(Asked, frozen=True):
    """The best run."""

    alternatives: Plans = 0
    prefer: PlaceNames = ()
    method: str = "auto"
    time_limit: Seconds | None = None


class CheckAsked(Asked, frozen=True):
    """Whether a claim is legal and best; lines as at the table, or runs."""

    claim: Any
    time_limit: Seconds | None = None


class MovesAsked(Asked, frozen=True):
    """Every legal tile lay and marker place."""

    online: bool = False


class AdviseAsked(Asked, frozen=True):
    """The moves that add most to the best run."""

    top: Annotated[int, Meta(ge=1, le=1000)] = 10
    pairs: bool = True
    trains: bool = False
    turn: bool = False


class BoardAsked(Asked, frozen=True):
    """The board of a position with all of its points; or an empty one of some size, to paint."""

    radius: Annotated[int, Meta(ge=3, le=12)] | None = None


class RoundAsked(Asked, frozen=True):
    """The best run of every company at the table, in operating order."""


class ReportAsked(Asked, frozen=True):
    """A position in figures."""


class ReachAsked(Asked, frozen=True):
    """What a company reaches."""


def solve(question: SolveAsked) -> dict[str, Any]:
    """Answer as ``bestrun solve`` does."""
    case = case_of(question.position)
    options = SolveOptions(
        question.method,
        seconds_left(question.time_limit),
        question.alternatives,
        prefer=question.prefer,
    )
    return family_of(case).solve(case, options).to_dict()


def check(question: CheckAsked) -> dict[str, Any]:
    """Answer as ``bestrun check`` does."""
    case, options = (
        case_of(question.position),
        SolveOptions(time_limit=seconds_left(question.time_limit)),
    )
    return family_of(case).check(case, ClaimSource(question.claim), options).to_dict()


def moves(question: MovesAsked) -> dict[str, Any]:
    """Answer as ``bestrun moves`` does."""
    case = case_of(question.position)
    return family_of(case).moves(case, online=question.online).to_dict()


def reach(question: ReachAsked) -> dict[str, Any]:
    """Answer as ``bestrun reach`` does."""
    case = case_of(question.position)
    return family_of(case).reach(case).to_dict()


def whole_round(question: RoundAsked) -> dict[str, Any]:
    """Answer as ``bestrun round`` does; every company has its share of the time."""
    case = case_of(question.position)
    options = SolveOptions(time_limit=seconds_left(COMPANY_TIME))
    return family_of(case).round(case, options).to_dict()


def whole_board(question: BoardAsked) -> dict[str, Any]:
    """A board as a file has it, of a title whose boards can be painted."""
    other = module_of(str(question.position.get("title")))
    if not hasattr(other, "whole_board"):
        raise InputError("is always played on the same board", "title")
    return dict(other.whole_board(question.position, question.radius))


def report(question: ReportAsked) -> dict[str, Any]:
    """Answer as ``bestrun report`` does."""
    case = case_of(question.position)
    return family_of(case).report(case).to_dict()


def advise(question: AdviseAsked) -> dict[str, Any]:
    """Answer as ``bestrun advise`` does, telling how much is solved."""
    case = case_of(question.position)
    answer = family_of(case).advise(
        case,
        top=question.top,
        wanted=Wanted(question.pairs, question.trains, question.turn),
        jobs=1,
        time_limit=seconds_left(),
        watch=lambda done, known: tell({"done": done, "of": known}),
    )
    return answer.to_dict()


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
    "solve": Question(SolveAsked, solve),
    "check": Question(CheckAsked, check),
    "moves": Question(MovesAsked, moves),
    "reach": Question(ReachAsked, reach),
    "round": Question(RoundAsked, whole_round, seconds=60.0),
    "report": Question(ReportAsked, report),
    "advise": Question(AdviseAsked, advise, seconds=120.0, long=True),
    "titles": Question(Titles, titles),
    "title": Question(TitleAsked, title),
    "view": Question(ViewAsked, view),
    "draw": Question(ViewAsked, draw),
    "save": Question(SaveAsked, save),
    "hex": Question(HexAsked, hex_options),
    "lay": Question(LayAsked, lay),
    "board": Question(BoardAsked, whole_board),
    "move": Question(MoveAsked, move),
    "tiles": Question(TilesAsked, tile_pictures),
    "open": Question(OpenAsked, open_text, largest=GAME),
    "game": Question(GameAsked, game, seconds=60.0, largest=GAME),
    "audit": Question(GameAsked, audit, seconds=300.0, long=True, largest=GAME),
}


def prepare(memory: int) -> None:
    """Make a process ready: what it needs is loaded with this module, its memory is capped."""
    cap_memory(memory)


def answer(name: str, body: bytes, seconds: float | None = None) -> Reply:
    """Answer one question as it was sent; never raises for what is wrong with it.

    After ``seconds`` its solvers stop, with the best found by then and its bound.
    """
    question = QUESTIONS.get(name)
    if question is None:
        return error(404, f"there is no question {name!r}{did_you_mean(name, QUESTIONS)}")
    if len(body) > question.largest:
        return error(413, f"the request is larger than {question.largest // 2**20} MB")
    try:
        try:
            data = from_json(as_text(body, "the request"), "")
        except InputError as wrong:
            return error(400, str(wrong))
        with limited(seconds):
            result = question.answer(to_table(data, question.kind, ""))
    except InputError as wrong:
        return error(422, str(wrong))
    except ModuleNotFoundError as missing:
        return error(501, f"this needs {missing.name}, which is not here: ask on a computer")
    except SolverFailed as failed:
        return error(500, one_line(f"no answer, a solver failed: {failed}"))
    except MemoryError:  # the process cannot be trusted any more
        raise
    except Exception as failed:  # a mistake of ours: it costs this answer only
        line = f"no answer, an internal error: {type(failed).__name__}: {failed}"
        return error(500, one_line(line), traceback.format_exc())
    if isinstance(result, Reply):
        return result
    return Reply(200, JSON, json.dumps(result, ensure_ascii=False).encode())
