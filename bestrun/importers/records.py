"""What a replay yields: runs with their positions, and actions it could not follow."""

from __future__ import annotations

from dataclasses import dataclass

from bestrun.claims.eighteen import Claim
from mapdata.position import Position


@dataclass(frozen=True)
class RecordedRun:
    """A run of a game: the position just before it and what was claimed.

    ``problems`` says what the replay could not reproduce; the claim then lacks those
    trains, and nothing is to be concluded from the position.
    """

    game: str
    action: int
    round: str
    company: str
    position: Position
    claim: Claim
    problems: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """Return the name of the run: game and action."""
        return f"{self.game}:{self.action}"


@dataclass(frozen=True)
class Note:
    """An action that the replay could not follow."""

    action: int
    message: str


def one_line(text: str) -> str:
    """Return a text that quotes a file as one line of bearable length."""
    line = "".join(each if each.isprintable() else " " for each in text[:201])
    return line if len(line) <= 200 else f"{line[:200]}…"
