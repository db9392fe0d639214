"""A position as people write it: what lies where, who runs, with which trains."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

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


class Premium(Struct, frozen=True, forbid_unknown_fields=True):
    """A bonus that one run of a turn earns at a hex; with ``company``, only one of its runs."""

    name: str
    hex: str
    amount: int
    company: str | None = None


class Before(Struct, frozen=True):
    """The lays that the company has made in this turn.

    ``lays`` are the hexes, ``used`` is the number of the turn's lays that they took, ``upgraded``
    whether one of them was an upgrade. ``added`` are the gauges of lays that added track of one
    gauge alone, where that is known.
    """

    lays: tuple[str, ...] = ()
    used: int = 0
    upgraded: bool = False
    added: tuple[str, ...] | None = None


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
    cubes
        Hexes with cubes that make the ground cheaper, and how many.
    permits
        The letters of the company's permits to build; or words, for sorts of train.
    labels
        Hexes to which a lot has given a label.
    blocked
        Hexes where nobody may build.
    reserved
        A stop and the companies that places are kept for; ``.*`` for any city of the hex.
    left
        Prices of the company's markers that are not placed yet; ``[0, "neutral"]`` is one that
        stands for nobody.
    before
        What it has done in this turn.
    destination
        The stops ``home`` and ``token`` of a company whose destination is reached.
    president_privates
        The private companies of the player who leads the company.
    values
        A hex, and what its stops pay instead of what is printed: now, or in each stage.
    amounts
        What a title's bonuses ask for by a word: hexes with an amount each.
    premium
        The ``hex`` where one run of the turn earns an ``amount``, its ``name``, and the ``company``
        that it is for, if not for all.
    no_station
        The ``company`` and the ``stop`` of a marker that opens and closes the stop as others do,
        and is no station.
    wounded
        Names of its trains that earn half.
    express
        How many express trains run as one.
    connections_open
        Places that nobody has claimed yet, each a list of hexes.
    connection_bonus, coal_revenue
        What the turn earns beside its runs.
    states
        What else holds in this turn: optional rules, and moments of the game, that bonuses and
        rules ask for as they do for marks.
    leased
        The train is leased: it stays in the supply, and earns a sum of its own.
    nationalization
        Trains have no places of their own for towns any more.
    by, nth, cash
        Who makes the next move (the company, or one of its privates), the number of the
        move in the turn, and the money there is for it.
    fleets
        Companies and their trains, where more than one is known: ``trains`` as a table.
    par
        The company's issue price.
    rules
        Whose rules hold where they differ: those of the rulebook or of online games.
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
    cubes: Mapping[str, int] = field(default_factory=dict)
    permits: str | list[str] | None = None
    labels: Mapping[str, str] = field(default_factory=dict)
    blocked: tuple[str, ...] = ()
    reserved: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    left: MarkersLeft | None = None
    before: Before | None = None
    destination: Mapping[str, str] = field(default_factory=dict)
    president_privates: tuple[str, ...] = ()
    values: Mapping[str, Mapping[str, int] | int] = field(default_factory=dict)
    amounts: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    premium: Premium | None = None
    no_station: Mapping[str, str] = field(default_factory=dict)
    wounded: tuple[str, ...] = ()
    express: int = 1
    connections_open: tuple[tuple[str, ...], ...] = ()
    connection_bonus: int = 0
    coal_revenue: int = 0
    states: tuple[str, ...] = ()
    leased: bool = False
    nationalization: bool = False
    by: str | None = None
    nth: int | None = None
    cash: int | None = None
    fleets: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    par: int | None = None
    rules: Literal["book", "online"] | None = None

    @property
    def beside(self) -> int:
        """Money that the turn earns beside its runs."""
        return self.connection_bonus + self.coal_revenue
