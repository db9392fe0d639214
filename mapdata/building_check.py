"""The names in a title's ``[building]`` table: a slip in one would silently change the rules."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from mapdata.errors import InputError, look_up
from mapdata.notation import GAUGES
from mapdata.title import Title

if TYPE_CHECKING:
    from mapdata.building import Building


def check_building(title: Title, table: Building) -> None:
    """Refuse names that the title does not know."""
    _check_phases(title, table)
    _check_hexes(title, table)
    _check_tiles(title, table)
    _check_gauges(table)
    _check_owners(title, table)


def _check_phases(title: Title, table: Building) -> None:
    lapses = (*table.homes_lapse.values(), *table.destination_lapses.values())
    phases = [*table.province_borders, *(phase for lays in table.lays.values() for phase in lays)]
    phases += [*table.later_lays, *table.free_homes.until, *table.free_homes.times_value]
    phases += [*table.permits.values(), *table.laid_from.values(), *table.gauges_from.values()]
    phases += table.opens.values()
    phases += [table.skips_colours.since] if table.skips_colours else []
    phases += filter(None, [table.provinces_open, *(lapse.phase for lapse in lapses)])
    for lifetime in table.exists.values():
        phases += filter(None, [lifetime.first, lifetime.gone])
    for phase in phases:
        look_up(title.phases, phase, "phase")


def _check_hexes(title: Title, table: Building) -> None:
    free = table.free_homes
    groups: list[Iterable[str]] = [free.never, *free.until.values(), *free.kinds.values()]
    groups += [
        table.marker_extra,
        table.spare_exits_to,
        table.main_line,
        table.opens,
        *table.lots.values(),
    ]
    groups += [*table.lays_with_marker.values(), *table.home_tiles.values()]
    for hexes in (*groups, *table.province_borders.values()):
        for hex_id in hexes:
            look_up(title.hexes, hex_id, "hex")
    for hex_id, others in (*table.together.items(), *table.linked.items()):
        _check_stops(title, (hex_id, *others))
    for homes in table.home_hexes.values():
        _check_stops(title, homes)
    for sides in table.province_borders.values():
        for hex_id, edges in sides.items():
            if not all(0 <= edge <= 5 for edge in edges):
                raise InputError(f"province_borders: {hex_id} has edges outside 0-5")


def _check_stops(title: Title, stops: Iterable[str]) -> None:
    for stop in stops:
        look_up(title.hexes, stop.partition(".")[0], "hex")


def _check_tiles(title: Title, table: Building) -> None:
    for name in table.most_laid:
        look_up(table.called, name, "name for tiles")
    groups: list[Iterable[str]] = [*(extra.tiles for extra in table.extra_lays.values())]
    groups += [*table.called.values(), *table.two_sided, table.unturned]
    groups += [table.laid_from, table.tile_extra, [table.cube.tile] if table.cube else []]
    groups += [(at, *each) for at, each in table.not_upgrades.items()]
    groups += [*table.upgrades.values(), *table.exchanged.values()]
    for tiles in groups:
        for tile in tiles:
            look_up(title.tiles, tile, "tile")
    for name in (*table.upgrades, *table.exchanged):
        if name not in title.hexes:
            look_up(title.tiles, name, "tile or hex")


def _check_gauges(table: Building) -> None:
    for gauge in (*filter(None, [table.branches]), *table.track_percent, *table.gauges_from):
        look_up(dict.fromkeys(GAUGES), gauge, "track")
    for gauge, percent in table.track_percent.items():
        if percent < 0:
            raise InputError(f"track_percent: {gauge} is {percent}: it must be 0 or more")


def _check_owners(title: Title, table: Building) -> None:
    """Companies, kinds of company, private companies, and trains."""
    for lapse in (*table.homes_lapse.values(), *table.destination_lapses.values()):
        if lapse.company is not None:
            look_up(title.companies, lapse.company, "company")
    for name in table.range_of_two:
        look_up(title.trains, name, "train")
    for name in (*table.lays_with_private, *table.ahead_with_private):
        look_up(title.privates, name, "private company")
    for name in (*table.home_hexes, *table.home_tiles):
        look_up(title.companies, name, "company")
    given = [*table.homes_lapse, *table.markers, *table.markers_at_par, *table.destination_pays]
    given += [*table.lays_of, *table.first_turn_lays_of, *table.lays_with_marker, *table.lay_if]
    given += [*table.lay_more_on, *table.colours_of, *table.owner_pays, *table.trainless]
    given += [*table.lays, *table.free_homes.kinds, *table.free_homes.alone]
    names = {company.kind for company in title.companies.values()} | set(title.companies)
    for name in given:
        look_up(dict.fromkeys(names), name, "company or kind of company")
