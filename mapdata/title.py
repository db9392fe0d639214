"""A title of the 18xx family as data: board, tiles, companies, trains, phases, rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Literal

import msgspec
from msgspec import Struct, field

from mapdata.abilities import AnyAbility, Private, TrainLimit
from mapdata.rules import Bonus, Omission, RouteRules, TrainType
from mapdata.tables import Table
from mapdata.tile import Tile

Layout = Literal["pointy", "flat"]
RightCounts = Literal["hex", "stop", "route", "all once", "idle", "beside"]
"""The way a right counts: its amount for each of its hexes with a paying stop, for each paying stop
there, once for the route, or once for a single route that is paid at all of them; as one train that
stays idle; or not at all in routes, since the position counts it beside the runs."""


class Hex(Struct, frozen=True):
    """A hex of the board as printed: ``xy`` are its doubled coordinates."""

    id: str
    xy: tuple[int, int]
    name: str | None
    printed: Tile


class StopKind(Table, frozen=True):
    """Rules of routes for one kind of stop.

    Attributes
    ----------
    through
        Trains may run through it; otherwise it only begins or ends a route.
    makes_route
        It is one of the two different stops that every route needs.
    marker
        A marker of the company lying here serves its routes.
    blocks
        Full of other companies' markers, nothing passes through.
    alone
        Two stops of this kind on one hex never stand in the same route.
    """

    through: bool = True
    makes_route: bool = True
    marker: bool = False
    blocks: bool = False
    alone: bool = False


class Phase(Table, frozen=True, rename={"colours": "tiles"}):
    """A phase: the tiles that may be laid, and the trains that are scrapped or turned over.

    Attributes
    ----------
    colours
        Colours of the tiles that may be laid.
    stage
        The name by which values of stops are chosen; by default the last of the colours.
    starts_with
        Trains whose first sale starts the phase.
    train_limit
        For every company, or for each kind of company, or for one company by its id.
    turns
        Trains that become another: ``{"2": "2H"}``.
    scraps
        Trains that leave the game: those whose ``rusts_on`` names a train that starts it.
    status
        Further rules of the phase, in words that single commands know.
    """

    KEY = "name"
    DERIVED = ("scraps",)
    LISTS = ("starts_with",)

    name: str
    colours: tuple[str, ...]
    stage: str = ""
    starts_with: tuple[str, ...] = ()
    operating_rounds: int = 1
    train_limit: int | dict[str, int] = msgspec.field(default_factory=dict)
    turns: dict[str, str] = msgspec.field(default_factory=dict)
    status: tuple[str, ...] = ()
    scraps: tuple[str, ...] = ()


class CompanyKind(Table, frozen=True):
    """A kind of company that may own only these trains."""

    trains: tuple[str, ...]


class Company(Table, frozen=True):
    """A company: homes as stops, destination hex, marker prices, what it may own.

    Attributes
    ----------
    homes
        Home stops: a hex, with ``.index`` where the print has several stops.
    chooses
        Stops of which it chooses one as its home; with neither, any city will do.
    markers
        Prices of its markers, the home's first.
    trains
        The only types it may own, or ``None`` for all.
    heir
        Markers of others become its own: several may stand in one stop.
    begins_with
        A train that it has from its first turn, whatever trains are on sale.
    abilities
        What it can do beyond the common rules.
    """

    KEY = "id"
    LISTS = ("homes", "chooses")

    id: str
    kind: str = "company"
    name: str = ""
    homes: tuple[str, ...] = ()
    chooses: tuple[str, ...] = ()
    destination: str | None = None
    markers: tuple[int, ...] = ()
    colour: str = "#888888"
    text_colour: str = "#ffffff"
    trains: frozenset[str] | None = None
    heir: bool = False
    begins_with: str | None = None
    abilities: tuple[AnyAbility, ...] = ()


class Title(Struct, frozen=True):
    """Everything bestrun knows about a title. Hashed by identity: loaded once."""

    id: str
    name: str
    layout: Layout
    hexes: Mapping[str, Hex]
    tiles: Mapping[str, Tile]
    stages: tuple[str, ...]
    phases: Mapping[str, Phase]
    trains: Mapping[str, TrainType]
    companies: Mapping[str, Company]
    stop_kinds: Mapping[str, StopKind]
    bonuses: tuple[Bonus, ...] = ()
    route_rules: RouteRules = field(default_factory=RouteRules)
    without: tuple[Omission, ...] = ()
    """Rules that are not kept, and where each could matter."""
    privates: Mapping[str, Private] = field(default_factory=dict)
    rights: Mapping[str, RightCounts] = field(default_factory=dict)
    """The way in which each type of right counts that positions list in ``abilities``."""
    gauges: Literal["separate", "mixed"] = "separate"
    """Whether track of different gauges meets at a hexside; mixed, a gauge is only a mark."""
    neighbours: Mapping[str, Mapping[int, str]] = field(default_factory=dict)
    """The hex across an edge, where it is not the one of the lattice."""
    names: Mapping[str, str] = field(default_factory=dict)
    """Folded place name to hex id, for people who write names."""
    extra: Mapping[str, object] = field(default_factory=dict)
    """Tables of ``title.toml`` that only one command reads (building, payout, import)."""

    __hash__ = object.__hash__


@cache
def gone_trains(title: Title, phase: str) -> dict[str, str]:
    """Return the trains that nobody can own in ``phase``, with the reason in words.

    The phases up to this one have scrapped them or turned them into another type.
    """
    gone: dict[str, str] = {}
    for each in title.phases.values():
        gone |= {old: f"became a {new} in phase {each.name}" for old, new in each.turns.items()}
        gone |= dict.fromkeys(each.scraps, f"was scrapped in phase {each.name}")
        if each.name == phase:
            break
    return gone


def counted_trains(title: Title, trains: Iterable[str]) -> tuple[str, ...]:
    """The trains that count against the limit of a company."""
    return tuple(name for name in trains if title.trains[name].counted)


def train_limit(title: Title, phase: str, company: str) -> int | None:
    """Train limit of ``company`` in ``phase``, ``None`` without one."""
    limits = title.phases[phase].train_limit
    owner = title.companies[company]
    found = limits if isinstance(limits, int) else limits.get(company, limits.get(owner.kind))
    more = [each.increase for each in owner.abilities if isinstance(each, TrainLimit)]
    return None if found is None else found + sum(more)
