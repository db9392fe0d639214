"""Files and games that are brought to the page: opened, replayed, judged."""

from __future__ import annotations

import tomllib
from typing import Any

from bestrun.files import parse_json
from mapdata.errors import InputError
from mapdata.tables import Table


class OpenAsked(Table, frozen=True):
    """What a text is: a position (JSON or TOML), a case of one, or an exported game."""

    text: str


class GameAsked(Table, frozen=True):
    """The time line of an exported game."""

    game: dict[str, Any]


class AuditAsked(Table, frozen=True):
    """Every run of an exported game, judged."""

    game: dict[str, Any]


def open_text(question: OpenAsked) -> dict[str, Any]:
    """Return the position in a text, or that it is a game."""
    text = question.text.lstrip("\ufeff \t\r\n")
    if text.startswith(("{", "[")):
        data = parse_json(text, "the file")
    else:
        try:
            data = tomllib.loads(text)
        except (tomllib.TOMLDecodeError, RecursionError) as error:
            raise InputError(f"is no JSON and no TOML: {error}", "the file") from None
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
    raise NotImplementedError


def audit(question: GameAsked) -> dict[str, Any]:
    """Return every run of a game judged, telling how many are."""
    raise NotImplementedError
