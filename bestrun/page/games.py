"""Files and games that are brought to the page: opened, replayed, judged."""

from __future__ import annotations

from typing import Any

from mapdata.errors import InputError
from mapdata.tables import Table
from mapdata.written import from_json, from_toml


class OpenAsked(Table, frozen=True):
    """What a text is: a position (JSON or TOML), a case of one, or an exported game."""

    text: str


class GameAsked(Table, frozen=True):
    """A game exported from 18xx.games."""

    game: dict[str, Any]


def open_text(question: OpenAsked) -> dict[str, Any]:
    """Return the position in a text, or that it is a game."""
    text = question.text.lstrip("\ufeff \t\r\n")
    read = from_json if text[:1] in ("{", "[") else from_toml
    data: Any = read(text, "the file")
    if isinstance(data, list) and data:
        data = data[0]
    if not isinstance(data, dict):
        raise InputError("is no position and no game", "the file")
    if isinstance(data.get("actions"), list):
        return {"game": True}
    position = data.get("position", data)
    if not isinstance(position, dict) or "title" not in position:
        raise InputError('names no title (title = "1844")', "the file")
    return {"position": position}


def game(question: GameAsked) -> dict[str, Any]:
    """Return every turn of a game with the position before it and what was claimed."""
    from bestrun.page.replayed import turns_of  # a third of the page's code: not before a game

    return turns_of(question.game)


def audit(question: GameAsked) -> dict[str, Any]:
    """Return every run of a game judged, telling how many are."""
    from bestrun.page.replayed import judged

    return judged(question.game)
