"""The results of a replay: runs with their positions, and actions it could not follow."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from bestrun.importers.actions import ExportedRoute
from mapdata.position import Position

Paid = Literal["payout", "half", "withhold", ""]


@dataclass(frozen=True)
class RecordedRun:
    """A run of a game: the position just before it and the routes as the export has them.

    ``trains`` maps the ids of the company's trains to their names. ``problems`` says what
    the replay could not reproduce; nothing is to be concluded from the position then.
    ``doubts``: why a better run would prove nothing.
    """

    game: str
    action: int
    round: str
    company: str
    position: Position
    routes: tuple[ExportedRoute, ...]
    trains: Mapping[str, str]
    player: str = ""
    """Who directs the company, as far as the export tells."""
    undirected: str = ""
    """Why nobody is named as director."""
    holders: Mapping[str, int] | None = None
    """Player to percent of the company, if that is known."""
    paid: Paid = ""
    """What the director did with the revenue, as far as the export tells."""
    year: int | None = None
    turn_start: Mapping[str, Any] | None = None
    """The position with which its turn began, where that was asked for."""
    problems: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """Return the name of the run: game and action."""
        return f"{self.game}:{self.action}"

    @property
    def revenue(self) -> int | None:
        """Return the stated revenue; older exports state none."""
        stated = [route.revenue for route in self.routes]
        if any(each is None for each in stated):
            return None
        return int(sum(each or 0 for each in stated))


@dataclass(frozen=True)
class Note:
    """An action that the replay could not follow; number 0 stands for the whole game.

    ``since``: the last action before it at which the replay was right for certain.
    """

    action: int
    message: str
    since: int | None = None
