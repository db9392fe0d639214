"""How a title is built on: the ``[building]`` table of ``title.toml``, typed.

Everything has a default that suits a plain title, so that a title without the table can be
asked for its moves too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import TypeVar

import msgspec

from mapdata.errors import InputError, look_up, within
from mapdata.tables import Table, to_table
from mapdata.title import Company, Title
from mapdata.written import whole

_T = TypeVar("_T")

Sides = frozenset[tuple[str, int]]
"""Hexsides, each as a hex and an edge."""


class _LapseTable(Table, frozen=True):
    """When the home of a company that never started is open to all."""

    phase: str | None = None
    company: str | None = None


class _BuildingTable(Table, frozen=True):
    """The keys of ``[building]``."""

    new_track: bool = False
    frontiers_open: str | None = None
    frontiers: dict[str, dict[str, list[int]]] = msgspec.field(default_factory=dict)
    homes_lapse: dict[str, _LapseTable] = msgspec.field(default_factory=dict)
    markers: dict[str, list[int]] = msgspec.field(default_factory=dict)
    markers_at_par: dict[str, dict[str, int]] = msgspec.field(default_factory=dict)
    destination_pays: dict[str, int] = msgspec.field(default_factory=dict)
    trainless: list[str] = msgspec.field(default_factory=list)
    lays: dict[str, dict[str, int]] = msgspec.field(default_factory=dict)


@dataclass(frozen=True)
class Lapse:
    """A home is kept until ``phase`` begins, or until ``company`` has a marker."""

    phase: str | None
    company: str | None


@dataclass(frozen=True)
class Building:
    """What may be laid where, beyond what is printed.

    Attributes
    ----------
    new_track
        A new tile must bring new track, or a stop that pays more, onto a route of the
        company; otherwise any of its track will do.
    frontiers_open
        The phase from which tiles may be laid across frontiers; ``None`` for always.
    frontiers
        The frontiers that stand from a phase on; before the first of them those printed.
    homes_lapse
        When the homes of companies of a kind that never started are open to all.
    markers
        Prices of all markers of a company or of a kind, where the company's own list does
        not say it.
    markers_at_par
        For a kind of company, how many markers its issue price gives it.
    destination_pays
        How many issue prices reaching the destination pays to companies of a kind.
    trainless
        Kinds of companies that need not own a train.
    lays
        For a kind of company, the tiles it may lay in a turn from a phase on; one is usual.
        Further tiles are laid from other stations of the company, which a position
        does not tell: each is a question of its own.
    """

    new_track: bool = False
    frontiers_open: str | None = None
    frontiers: Mapping[str, Sides] = field(default_factory=dict)
    homes_lapse: Mapping[str, Lapse] = field(default_factory=dict)
    markers: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    markers_at_par: Mapping[str, Mapping[int, int]] = field(default_factory=dict)
    destination_pays: Mapping[str, int] = field(default_factory=dict)
    trainless: frozenset[str] = frozenset()
    lays: Mapping[str, Mapping[str, int]] = field(default_factory=dict)


@cache
def building(title: Title) -> Building:
    """Return how ``title`` is built on, read once."""
    with within(f"{title.id}/title.toml"):
        table = to_table(title.extra.get("building", {}), _BuildingTable, "building")
        _check(title, table)
    return Building(
        new_track=table.new_track,
        frontiers_open=table.frontiers_open,
        frontiers={
            phase: frozenset((hex_id, edge) for hex_id, edges in sides.items() for edge in edges)
            for phase, sides in table.frontiers.items()
        },
        homes_lapse={
            kind: Lapse(lapse.phase, lapse.company) for kind, lapse in table.homes_lapse.items()
        },
        markers={name: tuple(prices) for name, prices in table.markers.items()},
        markers_at_par={
            kind: {_par(par): count for par, count in counts.items()}
            for kind, counts in table.markers_at_par.items()
        },
        destination_pays=table.destination_pays,
        trainless=frozenset(table.trainless),
        lays=table.lays,
    )


def _par(text: str) -> int:
    price = whole(text)
    if price is None:
        raise InputError(f"building.markers_at_par: {text!r} is no price")
    return price


def _check(title: Title, table: _BuildingTable) -> None:
    """Refuse names that the title does not know: a slip would silently change the rules."""
    lapses = table.homes_lapse.values()
    phases = [*table.frontiers, *(phase for lays in table.lays.values() for phase in lays)]
    phases += filter(None, [table.frontiers_open, *(lapse.phase for lapse in lapses)])
    for phase in phases:
        look_up(title.phases, phase, "phase")
    for lapse in lapses:
        if lapse.company is not None:
            look_up(title.companies, lapse.company, "company")
    for sides in table.frontiers.values():
        for hex_id, edges in sides.items():
            look_up(title.hexes, hex_id, "hex")
            if not all(0 <= edge <= 5 for edge in edges):
                raise InputError(f"frontiers: {hex_id} has edges outside 0-5")
    names = {company.kind for company in title.companies.values()} | set(title.companies)
    given = [*table.homes_lapse, *table.markers, *table.markers_at_par, *table.destination_pays]
    for name in (*given, *table.trainless, *table.lays):
        look_up(dict.fromkeys(names), name, "company or kind of company")
    for counts in table.markers_at_par.values():
        for par in counts:
            if not par.isdecimal():
                raise InputError(f"markers_at_par: {par!r} is no issue price")


def in_force(title: Title, by_phase: Mapping[str, _T], phase: str) -> _T | None:
    """Return the entry of the latest phase in ``by_phase`` up to ``phase``."""
    found = None
    for name in title.phases:
        found = by_phase.get(name, found)
        if name == phase:
            break
    return found


def has_begun(title: Title, phase: str, now: str) -> bool:
    """Return whether ``phase`` is ``now`` or lies before it."""
    order = list(title.phases)
    return order.index(phase) <= order.index(now)


def marker_prices(title: Title, company: Company, par: int | None = None) -> tuple[int, ...]:
    """Return the prices of all markers that ``company`` can have, the home's first.

    Where their number depends on the issue price and that is unknown, all are counted.
    """
    rules = building(title)
    prices = rules.markers.get(company.id) or rules.markers.get(company.kind) or company.markers
    counts = rules.markers_at_par.get(company.kind)
    if par is None or counts is None or company.id in rules.markers:
        return prices
    if par not in counts:
        known = ", ".join(map(str, counts))
        raise InputError(f"{company.id} cannot have been issued at {par}, only at {known}", "par")
    return prices[: counts[par]]


def lays_allowed(title: Title, company: Company, phase: str, stations: int) -> int:
    """Return how many tiles ``company`` may lay in a turn: one from each of its stations."""
    most = in_force(title, building(title).lays.get(company.kind, {}), phase)
    return max(1, min(stations, 1 if most is None else most))
