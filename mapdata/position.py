"""A position as people write it: what lies where, who runs, with which trains."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, field

MarkersLeft = tuple[int | tuple[int, str], ...]
"""The prices of markers that are not placed; ``(0, "neutral")`` for one of nobody."""


class Right(Struct, frozen=True):
    """A right that the company has now; the title says what rights of its type do."""

    type: str
    hexes: tuple[str, ...] = ()
    amount: int = 0
    owner: str = ""
    count: int | None = None


class Before(Struct, frozen=True):
    """What the company has done in this turn so far.

    ``lays`` are the hexes it built in, ``used`` how many of the turn's lays that took,
    ``upgraded`` whether one of them was an upgrade.
    """

    lays: tuple[str, ...] = ()
    used: int = 0
    upgraded: bool = False


class Position(Struct, frozen=True):
    """One moment of a game, as it is written: nothing is checked against the title yet.

    Stops are written as their hex, with ``.index`` where the hex has several.

    Attributes
    ----------
    tiles
        A hex and ``tile:rotation``, layers joined by ``+``.
    tokens
        A company and its stops.
    slots
        Places of a stop, where they are not those of its tile.
    neutral
        Stops with a neutral marker, which never closes a city.
    neighbours
        A hex and what lies across its edges, where that is not as printed.
    groups
        Groups of a stop, where they are not those that its tile has or inherits.
    assigned
        A hex and the marks that lie on it.
    markers
        The marks that the company holds.
    privates
        The private companies that it owns.
    abilities
        The rights that it has.
    end_double
        Hexes whose stop counts twice where a route begins or ends.
    must_connect
        Two hexes that one of the routes must have as its ends.
    blocked
        Hexes where nobody may build.
    reserved
        A stop and the companies that places are kept for; ``.*`` for any city of the hex.
    left
        Prices of the company's markers that are not placed yet; ``[0, "neutral"]`` is one that
        stands for nobody.
    before
        What it has done in this turn.
    by, nth, cash
        Who makes the next move (the company, or one of its privates), the number of the
        move in the turn, and the money there is for it.
    """

    title: str
    phase: str
    company: str
    trains: tuple[str, ...] = ()
    tiles: Mapping[str, str] = field(default_factory=dict)
    tokens: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    slots: Mapping[str, int] = field(default_factory=dict)
    neutral: tuple[str, ...] = ()
    neighbours: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    groups: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    assigned: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    markers: tuple[str, ...] = ()
    privates: tuple[str, ...] = ()
    abilities: tuple[Right, ...] = ()
    end_double: tuple[str, ...] = ()
    must_connect: tuple[str, str] | None = None
    blocked: tuple[str, ...] = ()
    reserved: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    left: MarkersLeft | None = None
    before: Before | None = None
    by: str | None = None
    nth: int | None = None
    cash: int | None = None
