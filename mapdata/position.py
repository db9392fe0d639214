"""A position as people write it: what lies where, who runs, with which trains."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Position:
    """One moment of a game, before it is looked at with the eyes of its title.

    ``tiles`` maps a hex to ``tile:rotation``, layers joined by ``+``. ``tokens`` maps a
    company to its stops: a hex, with ``.index`` where the hex has several stops.
    """

    title: str
    phase: str
    company: str
    trains: tuple[str, ...] = ()
    tiles: Mapping[str, str] = field(default_factory=dict)
    tokens: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
