"""An answer on its way back: the status, the kind of content, and the content."""

from __future__ import annotations

from dataclasses import dataclass

JSON = "application/json"


@dataclass(frozen=True)
class Reply:
    """What goes back to the browser."""

    status: int
    media: str
    body: bytes
