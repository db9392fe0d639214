"""Positions as they are sent: read like a file's, but no file beside them is ever read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bestrun.files import Case
from mapdata.errors import InputError
from mapdata.tables import Table


class Asked(Table, frozen=True):
    """A question about one position, written as in a JSON file."""

    position: dict[str, Any]


def case_of(position: Mapping[str, Any]) -> Case:
    """Return a position as the commands take it; a board in a file of its own is refused."""
    if isinstance(position.get("board"), str):
        raise InputError("a board is given by its seed or whole here, not as a file", "board")
    return Case(str(position.get("id", "position")), position, "")
