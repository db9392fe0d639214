"""An answer on its way back: the status, the kind of content, and the content."""

from __future__ import annotations

import json
from dataclasses import dataclass

JSON = "application/json"


@dataclass(frozen=True)
class Reply:
    """A reply to the browser."""

    status: int
    media: str
    body: bytes
    trace: str = ""
    """The traceback of an internal error, for the log of the server."""


def error(status: int, line: str, trace: str = "") -> Reply:
    """A reply with an error in the one line that the API has for it."""
    return Reply(status, JSON, json.dumps({"error": line}, ensure_ascii=False).encode(), trace)
