"""Options of a picture of a board."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Shown:
    """Things that a picture of a board shows on demand.

    Attributes
    ----------
    numbers
        The numbers of tiles.
    ids
        The coordinate of every hex, on it.
    homes
        Whose home a place is, until its company stands there.
    """

    numbers: bool = False
    ids: bool = False
    homes: bool = False


NOTHING = Shown()
"""No more than every picture tells."""
