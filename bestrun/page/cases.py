"""Positions as they are sent: read like a file's, but no file beside them is ever read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from msgspec import Meta

from bestrun.files import Case
from mapdata.errors import InputError
from mapdata.tables import Table

MOST_PLANS = 100
"""Alternatives that one question may ask for: more are listed by nobody."""

Plans = Annotated[int, Meta(ge=0, le=MOST_PLANS)]
PlaceNames = Annotated[tuple[str, ...], Meta(max_length=100)]
Seconds = Annotated[float, Meta(gt=0, le=300)]


class Asked(Table, frozen=True):
    """A question about one position, written as in a JSON file."""

    position: dict[str, Any]


def case_of(position: Mapping[str, Any]) -> Case:
    """Return a position as the commands take it; a board in a file of its own is refused."""
    if isinstance(position.get("board"), str):
        raise InputError("a board is given by its seed or whole here, not as a file", "board")
    return Case(str(position.get("id", "position")), position, "")
