"""What a player does in a turn."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Move:
    """The train goes over lines, from where it stands, point by point."""

    path: tuple[int, ...]


@dataclass(frozen=True)
class Sail:
    """The ship goes over sea points, with the train aboard."""

    path: tuple[int, ...]


@dataclass(frozen=True)
class Load:
    """A good that the town offers is taken aboard."""

    good: str


@dataclass(frozen=True)
class Drop:
    """A good is left in a town without a contract."""

    good: str


@dataclass(frozen=True)
class Deliver:
    """A good is handed over; ``card`` counts from 0, ``pay`` is what was stated."""

    good: str
    card: int | None = None
    pay: int | None = None


@dataclass(frozen=True)
class Hire:
    """A ship is taken from the pile, at the end of a move that ends in a port."""

    ship: str
    cost: int | None = None


@dataclass(frozen=True)
class Build:
    """Lines are drawn, one after the other from point to point along ``path``."""

    path: tuple[int, ...]
    cost: int | None = None


@dataclass(frozen=True)
class Upgrade:
    """The train is exchanged for another one.

    If that has less room, ``lose`` goes overboard; unless it is said, the last good loaded.
    """

    train: str
    cost: int | None = None
    lose: str | None = None


@dataclass(frozen=True)
class Buy:
    """A ship of one's own is built in a port that is joined, or turned into a clipper."""

    ship: str
    port: int | None = None
    cost: int | None = None


Action = Move | Sail | Load | Drop | Deliver | Hire | Build | Upgrade | Buy


@dataclass(frozen=True)
class IslandTurn:
    """The actions of one turn, in order."""

    actions: tuple[Action, ...]
