"""The first page of the static site, for whoever has never heard of bestrun."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Any

TEMPLATE = Path(__file__).parent / "static" / "landing.html"

DOCUMENTS = '<a href="docs/">How it is solved, as a library, on the command line</a>'


def landing_page(titles: Sequence[dict[str, Any]], *, documents: bool) -> str:
    """The page: what bestrun is, the boards of all titles, a place to paste a game."""
    text = TEMPLATE.read_text(encoding="utf-8")
    text = text.replace("<!--documents-->", DOCUMENTS if documents else "")
    return text.replace(
        "<!--titles-->", "\n".join(_board(each["id"], each["name"]) for each in titles)
    )


def _board(title: str, name: str) -> str:
    """A link to the board of a title, with its picture."""
    at = escape(title)
    return (
        f'    <li><a href="board.html?title={at}"><img src="site/titles/{at}.svg" loading="lazy" '
        f'alt="" width="240" height="180"><span>{escape(name)}</span></a></li>'
    )
