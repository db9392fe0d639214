"""Build a title from the tables of its folders, refusing what does not fit together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import cast

from mapdata import tables
from mapdata.errors import InputError, within
from mapdata.folders import TitleFiles
from mapdata.notation import colour_named, parse
from mapdata.places import place_names, row_and_number
from mapdata.rule_tables import read_bonuses, read_route_rules, read_trains
from mapdata.rules import TrainType
from mapdata.source import EXTRA_TABLES, Source, known
from mapdata.tables import to_table
from mapdata.tile import Tile
from mapdata.title import Company, Hex, Layout, Phase, StopKind, Title
from mapdata.written import whole

_Kinds = Mapping[str, StopKind]
_Trains = Mapping[str, TrainType]


def build(files: Iterable[TitleFiles]) -> Title:
    """Build the title whose folders were read, the bases before what builds on them."""
    source = Source(files)
    stages = _stages(source)
    stop_kinds = {
        name: StopKind(table.through, table.makes_route, table.marker, table.blocks, table.alone)
        for name, table, _ in source.section("stop_kinds", tables.StopKindTable)
    }
    hexes = _hexes(source, stages, stop_kinds)
    _check_areas(source, hexes)
    trains = read_trains(source, stop_kinds)
    return Title(
        id=source.id,
        name=_text(source, "name"),
        layout=_layout(source),
        hexes=hexes,
        tiles=_tiles(source, stages, stop_kinds),
        stages=stages,
        phases=_phases(source, stages, trains),
        trains=trains,
        companies=_companies(source, hexes, trains),
        stop_kinds=stop_kinds,
        bonuses=read_bonuses(source, hexes, trains, stages),
        route_rules=read_route_rules(source, hexes, stop_kinds),
        names=place_names(hexes.values(), source.aliases),
        extra={key: source.title[key] for key in EXTRA_TABLES if key in source.title},
    )


def _text(source: Source, key: str) -> str:
    value = source.title.get(key)
    if not isinstance(value, str) or not value:
        raise InputError(f"{key} is missing or no text", f"{source.id}/title.toml")
    return value


def _layout(source: Source) -> Layout:
    layout = _text(source, "layout")
    with within(f"{source.id}/title.toml"):
        known([layout], ("pointy", "flat"), "layout")
    return cast(Layout, layout)


def _stages(source: Source) -> tuple[str, ...]:
    stages = source.title.get("stages", [])
    if not isinstance(stages, list) or not all(isinstance(each, str) for each in stages):
        raise InputError("expected a list of stages", f"{source.id}/title.toml: stages")
    return tuple("gray" if each == "grey" else each for each in stages)


def _hexes(source: Source, stages: tuple[str, ...], stop_kinds: _Kinds) -> dict[str, Hex]:
    """Read the board, in the order of its rows."""
    axes = to_table(source.title.get("axes", {}), tables.Axes, f"{source.id}/title.toml: axes")
    if axes.letter == axes.number:
        raise InputError("letter and number are the same axis", f"{source.id}/title.toml: axes")
    if not source.hexes:
        raise InputError("there are no hexes: map.toml is missing or empty", source.id)
    hexes: dict[str, Hex] = {}
    for hex_id, found in source.hexes.items():
        with within(f"{found.folder}/map.toml: {found.colour}: {hex_id}"):
            row, number = row_and_number(hex_id)
            xy = (number - 1, row) if axes.letter == "y" else (row, number - 1)
            printed = parse(
                found.code, name=hex_id, colour=found.colour, stages=stages, printed=True
            )
            known((stop.kind for stop in printed.stops), stop_kinds, "stop kind")
        hexes[hex_id] = Hex(hex_id, xy, source.names.get(hex_id), printed)
    _check_lattice(source, hexes)
    with within(f"{source.id}/map.toml: names"):
        known(source.names, hexes, "hex")
    with within(f"{source.id}/map.toml: aliases"):
        known(source.aliases.values(), hexes, "hex")
    return dict(sorted(hexes.items(), key=lambda item: item[1].xy[::-1]))


def _check_lattice(source: Source, hexes: Mapping[str, Hex]) -> None:
    """Refuse hexes that lie between the others: a slip in a coordinate shows like this."""
    odd = {hex_id for hex_id, each in hexes.items() if sum(each.xy) % 2}
    astray = min(odd, hexes.keys() - odd, key=len)
    for hex_id in sorted(astray):
        place = f"{source.hexes[hex_id].folder}/map.toml: {source.hexes[hex_id].colour}"
        raise InputError(f"{hex_id} does not fit between the other hexes", place)


def _tiles(source: Source, stages: tuple[str, ...], stop_kinds: _Kinds) -> dict[str, Tile]:
    tiles: dict[str, Tile] = {}
    for name, data in source.tiles.items():
        place = source.tile_place(name)
        table = to_table(data, tables.TileTable, place)
        with within(place):
            tiles[name] = parse(
                table.code,
                name=name,
                colour=table.colour,
                stages=stages,
                count=table.count,
                layer=table.layer,
                online_only=table.online_only,
            )
            known((stop.kind for stop in tiles[name].stops), stop_kinds, "stop kind")
    return tiles


def _phases(source: Source, stages: tuple[str, ...], trains: _Trains) -> dict[str, Phase]:
    phases: dict[str, Phase] = {}
    for name, table, place in source.section("phases", tables.PhaseTable):
        stage = "gray" if table.stage == "grey" else table.stage
        starts = [] if table.starts_with is None else [table.starts_with]
        with within(place):
            known([stage], stages, "stage")
            known((*starts, *table.scraps, *table.turns, *table.turns.values()), trains, "train")
            colours = tuple(map(colour_named, table.tiles))
        phases[name] = Phase(
            name=name,
            stage=stage,
            colours=colours,
            operating_rounds=table.operating_rounds,
            train_limit=table.train_limit,
            starts_with=table.starts_with,
            scraps=tuple(table.scraps),
            turns=table.turns,
        )
    return phases


def _companies(source: Source, hexes: Mapping[str, Hex], trains: _Trains) -> dict[str, Company]:
    may_own: dict[str, frozenset[str]] = {}
    for name, kind, place in source.section("company_kinds", tables.CompanyKindTable):
        with within(place):
            known(kind.trains, trains, "train")
        may_own[name] = frozenset(kind.trains)
    companies: dict[str, Company] = {}
    for name, table, place in source.section("companies", tables.CompanyTable):
        with within(place):
            for home in table.homes:
                _check_home(home, hexes)
            known([table.destination] if table.destination else [], hexes, "hex")
        companies[name] = Company(
            id=name,
            name=table.name,
            kind=table.kind,
            homes=tuple(table.homes),
            destination=table.destination,
            markers=tuple(table.markers),
            colour=table.colour,
            text_colour=table.text_colour,
            trains=may_own.get(table.kind),
        )
    for name, _, place in source.section("company_kinds", tables.CompanyKindTable):
        with within(place):
            known([name], {company.kind for company in companies.values()}, "kind of company")
    return companies


def _check_home(home: str, hexes: Mapping[str, Hex]) -> None:
    hex_id, _, index = home.partition(".")
    known([hex_id], hexes, "hex")
    stops = len(hexes[hex_id].printed.stops)
    if stops == 0:
        raise InputError(f"home {home}: nothing is printed there to lay a marker on")
    number = whole(index)
    if index and (number is None or number >= stops):
        raise InputError(f"home {home}: {hex_id} has no stop {index}")


def _check_areas(source: Source, hexes: Mapping[str, Hex]) -> None:
    """Refuse hexes of one off-board area that differ in revenue."""
    values: dict[str, Mapping[str, int]] = {}
    for each in hexes.values():
        for stop in each.printed.stops:
            if stop.area and values.setdefault(stop.area, stop.values) != stop.values:
                place = f"{source.hexes[each.id].folder}/map.toml: {each.id}"
                raise InputError(f"the hexes of {stop.area} differ in revenue", place)
