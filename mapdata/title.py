"""A title of the 18xx family as data: board, tiles, companies, trains, phases, rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Literal

from mapdata.rules import Bonus, RouteRules, TrainType
from mapdata.tile import Tile

Layout = Literal["pointy", "flat"]


@dataclass(frozen=True, slots=True)
class Hex:
    """A hex of the board as printed: ``xy`` are its doubled coordinates."""

    id: str
    xy: tuple[int, int]
    name: str | None
    printed: Tile


@dataclass(frozen=True, slots=True)
class StopKind:
    """How routes treat one kind of stop.

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


@dataclass(frozen=True, slots=True)
class Phase:
    """A phase: what may be laid, which trains it scraps and which it turns."""

    name: str
    stage: str
    colours: tuple[str, ...]
    operating_rounds: int = 1
    train_limit: Mapping[str, int] = field(default_factory=dict)
    """Limit for each kind of company, or for one company by its id."""
    starts_with: str | None = None
    scraps: tuple[str, ...] = ()
    turns: Mapping[str, str] = field(default_factory=dict)
    """Trains that become another: ``{"2": "2H"}``."""


@dataclass(frozen=True, slots=True)
class Company:
    """A company: homes as stops, destination hex, marker prices, what it may own."""

    id: str
    name: str
    kind: str
    homes: tuple[str, ...] = ()
    """Home stops: a hex, with ``.index`` where the print has several stops."""
    destination: str | None = None
    markers: tuple[int, ...] = ()
    colour: str = "#888888"
    text_colour: str = "#ffffff"
    trains: frozenset[str] | None = None
    """The only types it may own, or ``None`` for all."""


@dataclass(frozen=True)
class Title:
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


def train_limit(title: Title, phase: str, company: str) -> int | None:
    """Return how many trains ``company`` may own in ``phase``, ``None`` without a limit."""
    limits = title.phases[phase].train_limit
    return limits.get(company, limits.get(title.companies[company].kind))
