"""The API described for programs: every question with its fields and limits."""

from __future__ import annotations

from typing import Any

import msgspec

from bestrun import __version__
from bestrun.page.questions import QUESTIONS


def description() -> dict[str, Any]:
    """Every question of the page's API, with its fields."""
    return {
        "bestrun": __version__,
        "ask": "POST /api/NAME with a JSON object of the fields below",
        "answers": "the object that the command of that name prints with --json",
        "errors": 'a status of 400 or more with {"error": "one line"}; 503: busy, ask again',
        "progress": "questions marked long tell it as lines of JSON: Accept: application/x-ndjson",
        "questions": {
            name: {
                "about": (question.answer.__doc__ or "").strip(),
                "long": question.long,
                "seconds": question.seconds,
                "largest": question.largest,
                "schema": msgspec.json.schema(question.kind),
            }
            for name, question in QUESTIONS.items()
        },
    }
