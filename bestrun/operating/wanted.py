"""The moves that a user wants ranked."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Wanted:
    """The moves that are ranked beside single lays and markers.

    Attributes
    ----------
    pairs
        A lay and a marker together.
    trains
        One more train of the phase.
    turn
        All of it together.
    """

    pairs: bool = True
    trains: bool = False
    turn: bool = False
