"""The rules of building of a title: the ``[building]`` table of ``title.toml``, typed.

Everything has a default that suits a plain title, so that a title without the table can be
asked for its moves too.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Literal, TypeVar

import msgspec

from mapdata.errors import InputError, look_up, within
from mapdata.notation import GAUGES
from mapdata.tables import Table, to_table
from mapdata.title import Company, Title

_T = TypeVar("_T")


class Lapse(Table, frozen=True):
    """A home is kept until ``phase`` begins, or until ``company`` has a marker."""

    phase: str | None = None
    company: str | None = None


class LayAllowance(Table, frozen=True):
    """One of the lays of a turn: whether a new tile or an upgrade is allowed, and its price.

    ``not_if_upgraded``: only if no lay of this turn was an upgrade.
    """

    lay: bool | Literal["not_if_upgraded"] = True
    upgrade: bool | Literal["not_if_upgraded"] = True
    cost: int = 0
    cannot_reuse_same_hex: bool = False


class Building(Table, frozen=True):
    """What may be laid where, beyond what is printed.

    Attributes
    ----------
    track
        What the track of a new tile must do. ``permissive``: be reached. ``semi_restrictive``:
        bring new track, or a stop that pays more, onto a route of the company.
        ``city_permissive``: the same, but a tile with a city only has to be reached.
    tile_lays
        The lays of a turn, in their order; one, new or upgrade, if nothing is said.
    upgrades
        Tiles that may follow a tile, or lie on a hex, beside those of the common rules.
    upgrades_status
        Tiles named after a tile in ``upgrades`` follow it only in phases with this status.
    first_turn_lays
        The lays of the turn in which a company has no train yet, if they are others.
    later_lays
        The lays of a turn from a phase on, where they change.
    lays_of
        The lays of a turn of a kind of company, or of one company, where they are others.
    together
        Hexes whose tiles are laid at once: with the first, and at its cost, the others.
    least_cost
        The terrain of a lay costs at least this, upgrades included.
    stops_stay
        A stop that is printed at an edge, and has no track yet, keeps to that edge.
    marker_distance
        The price of a marker is multiplied by the distance to the nearest own one.
    destination_place
        A company finds a place at its destination even if every place there is taken.
    max_exits
        ``cities``: an upgraded city gets the tile with the most exits that fits.
    only_by_special
        Tiles that only a private's ability lays.
    home
        When the home marker is placed: ``operate``, ``operating_round``, ``float``, ``par``.
    reservation_blocks
        Whether a home that is not yet taken keeps others out: ``always`` shuts the hex,
        ``never`` keeps one place.
    provinces_open
        The phase from which tiles may be laid across borders of provinces; ``None`` for always.
    province_borders
        The borders of provinces that stand from a phase on: hexes with edges; before the first of
        them those printed.
    homes_lapse
        When the homes of companies of a kind that never started are open to all.
    markers
        Prices of all markers of a company or of a kind, where the company's own list does
        not say it.
    markers_at_par
        For a kind of company, how many markers its issue price gives it.
    destination_pays
        How many issue prices reaching the destination pays to companies of a kind.
    track_percent
        How much of the cost of the ground is paid for track of a gauge, in percent: the most of
        what a lay adds.
    trainless
        Kinds of companies that need not own a train.
    lays
        For a kind of company, the tiles it may lay in a turn from a phase on; one is usual.
        Further tiles are laid from other stations of the company, which a position
        does not tell: each is a question of its own.
    """

    track: Literal["permissive", "semi_restrictive", "city_permissive"] = "permissive"
    tile_lays: tuple[LayAllowance, ...] = (LayAllowance(),)
    upgrades: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    upgrades_status: str | None = None
    first_turn_lays: tuple[LayAllowance, ...] = ()
    later_lays: dict[str, tuple[LayAllowance, ...]] = msgspec.field(default_factory=dict)
    lays_of: dict[str, tuple[LayAllowance, ...]] = msgspec.field(default_factory=dict)
    together: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    least_cost: int = 0
    track_percent: dict[str, int] = msgspec.field(default_factory=dict)
    stops_stay: bool = False
    marker_distance: bool = False
    destination_place: bool = False
    max_exits: tuple[str, ...] = ()
    only_by_special: tuple[str, ...] = ()
    home: Literal["operate", "operating_round", "float", "par"] = "operate"
    reservation_blocks: Literal["never", "always"] = "never"
    provinces_open: str | None = None
    province_borders: dict[str, dict[str, frozenset[int]]] = msgspec.field(default_factory=dict)
    homes_lapse: dict[str, Lapse] = msgspec.field(default_factory=dict)
    markers: dict[str, tuple[int, ...]] = msgspec.field(default_factory=dict)
    markers_at_par: dict[str, dict[int, int]] = msgspec.field(default_factory=dict)
    destination_pays: dict[str, int] = msgspec.field(default_factory=dict)
    trainless: frozenset[str] = frozenset()
    lays: dict[str, dict[str, int]] = msgspec.field(default_factory=dict)

    @property
    def new_track(self) -> bool:
        """Whether a new tile must bring something new onto a route of the company."""
        return self.track != "permissive"


@cache
def building(title: Title) -> Building:
    """Return the rules of building of ``title``, read once."""
    with within(f"{title.id}/title.toml"):
        rules = to_table(title.extra.get("building", {}), Building, "building")
        _check(title, rules)
    return rules


def _check(title: Title, table: Building) -> None:
    """Refuse names that the title does not know: a slip would silently change the rules."""
    lapses = table.homes_lapse.values()
    phases = [*table.province_borders, *(phase for lays in table.lays.values() for phase in lays)]
    phases += table.later_lays
    for hex_id, others in table.together.items():
        for each in (hex_id, *others):
            look_up(title.hexes, each, "hex")
    phases += filter(None, [table.provinces_open, *(lapse.phase for lapse in lapses)])
    for phase in phases:
        look_up(title.phases, phase, "phase")
    for lapse in lapses:
        if lapse.company is not None:
            look_up(title.companies, lapse.company, "company")
    for sides in table.province_borders.values():
        for hex_id, edges in sides.items():
            look_up(title.hexes, hex_id, "hex")
            if not all(0 <= edge <= 5 for edge in edges):
                raise InputError(f"province_borders: {hex_id} has edges outside 0-5")
    for name, tiles in table.upgrades.items():
        if name not in title.hexes:
            look_up(title.tiles, name, "tile or hex")
        for tile in tiles:
            look_up(title.tiles, tile, "tile")
    for gauge, percent in table.track_percent.items():
        look_up(dict.fromkeys(GAUGES), gauge, "track")
        if percent < 0:
            raise InputError(f"track_percent: {gauge} costs {percent} percent")
    names = {company.kind for company in title.companies.values()} | set(title.companies)
    given = [*table.homes_lapse, *table.markers, *table.markers_at_par, *table.destination_pays]
    for name in (*given, *table.trainless, *table.lays, *table.lays_of):
        look_up(dict.fromkeys(names), name, "company or kind of company")


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
