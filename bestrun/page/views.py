"""The position of the page, drawn and answered at once.

A position that is impossible in some place is drawn without what is wrong there, so that it
can be mended by a click.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Literal

from bestrun.claims.source import ClaimSource
from bestrun.files import Case
from bestrun.games import family_of
from bestrun.games.base import DrawOptions, SolveOptions
from bestrun.page.boards import board_picture, claim_picture, module_of, one_plan, plan_picture
from bestrun.page.cases import Asked, PlaceNames, Plans, Seconds, case_of
from bestrun.page.hexes import NamedMove, after
from bestrun.page.limits import seconds_left
from bestrun.page.mistakes import in_words, without_mistakes
from bestrun.page.reply import JSON, Reply
from bestrun.page.runs import result_told, verdict_told
from bestrun.pictures import painted
from bestrun.positions import position_text
from mapdata.errors import InputError
from mapdata.read import read_position
from mapdata.titles import family, load
from plots import svg
from plots.drawing import Drawing

TIME = 5.0
"""The most seconds to look for the best run while somebody edits."""

MEDIA = {"png": "image/png", "svg": "image/svg+xml", "pdf": "application/pdf"}


class ViewAsked(Asked, frozen=True):
    """The board, the best run on it (or another plan, or a claim), and the answer."""

    alternatives: Plans = 0
    prefer: PlaceNames = ()
    show: Plans | None = None
    claim: Any = None
    move: NamedMove | None = None
    seconds: Seconds = TIME


class SaveAsked(ViewAsked, frozen=True):
    """The same as a file to keep."""

    format: Literal["toml", "json", "png", "svg", "pdf"] = "toml"


def view(question: ViewAsked) -> dict[str, Any]:
    """Return the picture and the answer; what is impossible is said in ``error``."""
    reply: dict[str, Any] = {"answer": None, "verdict": None, "error": None, "mistakes": []}
    try:
        return reply | _answered(question)
    except InputError as wrong:
        rest, mistakes = without_mistakes(question.position)
        errors = {"error": in_words(wrong), "mistakes": [each.to_dict() for each in mistakes]}
        return reply | errors | draw(ViewAsked(rest))


def _answered(question: ViewAsked) -> dict[str, Any]:
    case, options = case_of(_after(question)), _options(question)
    game = family_of(case)
    if question.claim is not None:
        judged = game.check(case, ClaimSource(question.claim), options)
        picture = claim_picture(case, judged, best=question.show is not None)
        return figures_of(case) | {"verdict": verdict_told(judged), "svg": svg.write(picture)}
    result = game.solve(case, options)
    answer = result_told(result)
    return figures_of(case) | {
        "answer": answer,
        "warnings": answer.get("warnings", []),
        "text": "\n".join(result.body()),
        "svg": svg.write(plan_picture(case, result, question.show or 0)),
    }


def _options(question: ViewAsked) -> SolveOptions:
    return SolveOptions(
        time_limit=seconds_left(min(TIME, question.seconds)),
        alternatives=question.alternatives,
        prefer=question.prefer,
    )


def _after(question: ViewAsked) -> Mapping[str, Any]:
    """Return the position, after a move if one is to be looked at."""
    return question.position if question.move is None else after(question.position, question.move)


def figures_of(case: Case) -> dict[str, Any]:
    """Facts for the panel beside the board; none in the 18xx family."""
    other = module_of(case.title)
    return {} if other is None else dict(other.figures_of(case))


def draw(question: ViewAsked) -> dict[str, Any]:
    """Return the picture of the board alone."""
    case = case_of(question.position)
    return figures_of(case) | {"svg": svg.write(board_picture(case))}


def _toml(case: Case) -> str:
    """Return a position as TOML; of the 18xx family with the names of its places beside it."""
    if family(case.title) == "18xx":
        read_position(case.data)
        return position_text(case.data, load(case.title))
    import tomli_w

    try:
        return tomli_w.dumps(case.data)
    except TypeError:  # JSON can say null
        raise InputError("TOML has no word for null: leave the key out", "position") from None


def save(question: SaveAsked) -> Reply:
    """Return the position or its picture as a file."""
    case = case_of(question.position)
    if question.format == "json":
        text = json.dumps(question.position, ensure_ascii=False, indent=1)
        return Reply(200, JSON, text.encode())
    if question.format == "toml":
        return Reply(200, "application/toml", _toml(case).encode())
    return Reply(200, MEDIA[question.format], painted(_drawing(question), question.format))


def _drawing(question: SaveAsked) -> Drawing:
    """What the page shows, with a legend: the claim, one plan, or the board alone."""
    case, options = case_of(_after(question)), _options(question)
    if question.claim is not None and question.show is None:
        source = ClaimSource(question.claim)
        return family_of(case).draw(case, DrawOptions(claim=source, focus=False))
    if question.show is None:
        return family_of(case).draw(case, DrawOptions(focus=False))
    return one_plan(family_of(case).solve(case, options), question.show)
