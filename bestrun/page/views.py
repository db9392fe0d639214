"""What is on the table, drawn and answered in one go.

A position that is impossible in some place is drawn without what is wrong there, so that it
can be mended by a click.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Literal

from bestrun.claims.said import Said
from bestrun.games import family_of
from bestrun.games.base import DrawOptions, SolveOptions
from bestrun.page.boards import Picture, board_picture, claim_picture, plan_picture
from bestrun.page.cases import Asked, case_of
from bestrun.page.reply import JSON, Reply
from mapdata.errors import InputError
from mapdata.titles import family
from plots import svg

TIME = 5.0
"""Seconds to look for the best run while somebody edits."""

MOST_MISTAKES = 12
"""Entries of a position that are left out before its board is given up."""


class ViewAsked(Asked, frozen=True):
    """The board, the best run on it (or another plan, or a claim), and the answer."""

    alternatives: int = 0
    prefer: tuple[str, ...] = ()
    show: int | None = None
    claim: Any = None
    move: dict[str, Any] | None = None


class SaveAsked(ViewAsked, frozen=True):
    """The same as a file to keep."""

    format: Literal["toml", "json", "png", "svg", "pdf"] = "toml"


def view(question: ViewAsked) -> dict[str, Any]:
    """Return the picture and the answer; what is impossible is said in ``error``."""
    told: dict[str, Any] = {"answer": None, "verdict": None, "error": None, "where": None}
    try:
        return told | _answered(question)
    except InputError as wrong:
        mended, where = without_mistakes(question.position)
        told |= {"error": str(wrong), "where": where}
        return told | draw(ViewAsked(mended))


def _answered(question: ViewAsked) -> dict[str, Any]:
    case = case_of(question.position)
    game = family_of(case)
    options = SolveOptions(
        time_limit=TIME, alternatives=question.alternatives, prefer=question.prefer
    )
    if question.claim is not None:
        judged = game.check(case, Said(question.claim), options)
        return {"verdict": judged.to_dict(), "svg": svg.write(claim_picture(judged))}
    result = game.solve(case, options)
    answer = result.to_dict()
    return {
        "answer": answer,
        "warnings": answer.get("warnings", []),
        "text": "\n".join(result.body()),
        "svg": svg.write(plan_picture(result, question.show or 0)),
    }
