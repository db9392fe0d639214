"""What is on the table, drawn and answered."""

from __future__ import annotations

from typing import Any, Literal

from bestrun.page.cases import Asked
from bestrun.page.reply import Reply


class ViewAsked(Asked, frozen=True):
    """The board, the best run on it (or another plan, or a claim), and the answer."""

    alternatives: int = 0
    prefer: tuple[str, ...] = ()
    show: int | None = None
    claim: Any = None


class SaveAsked(ViewAsked, frozen=True):
    """The same as a file to keep."""

    format: Literal["toml", "json", "png", "svg", "pdf"] = "toml"


def view(question: ViewAsked) -> dict[str, Any]:
    """Return the picture and the answer."""
    raise NotImplementedError


def draw(question: ViewAsked) -> dict[str, Any]:
    """Return the picture alone."""
    raise NotImplementedError


def save(question: SaveAsked) -> Reply:
    """Return a file."""
    raise NotImplementedError
