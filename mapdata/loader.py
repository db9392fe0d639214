"""Build a title from the tables of its folders."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeVar, cast

from hexgraph.lattice import row_and_number
from mapdata import tables
from mapdata.errors import InputError, did_you_mean
from mapdata.folders import TitleFiles, TomlTable, merged
from mapdata.notation import colour_named, parse
from mapdata.places import place_names
from mapdata.tables import to_table
from mapdata.tile import Tile
from mapdata.title import (
    Area,
    Bonuses,
    Company,
    Hex,
    Layout,
    Phase,
    StopKind,
    Title,
    TrainType,
)

EXTRA_TABLES = ("building", "payout", "import", "drawing")
"""Tables that only one command reads; they are handed on unchecked in ``Title.extra``."""

_SECTIONS = ("stop_kinds", "trains", "phases", "company_kinds", "companies", "areas")
_PLAIN = ("name", "family", "layout", "stages", "axes", "base", "bonuses", "remove")
_MAP_TABLES = ("names", "aliases")

S = TypeVar("S", bound=tables.Table)
V = TypeVar("V")


@dataclass(frozen=True)
class _Print:
    """What ``map.toml`` says of a hex, and in which folder."""

    colour: str
    code: str
    source: str


class _Source:
    """The merged files of a title; knows which folder an entry was last written in."""

    def __init__(self, files: list[TitleFiles]) -> None:
        self.files = files
        self.id = files[-1].id
        self.title: TomlTable = {}
        self.tiles: TomlTable = {}
        self.hexes: dict[str, _Print] = {}
        self.names: dict[str, str] = {}
        self.aliases: dict[str, str] = {}
        for each in files:
            self._apply(each)

    def _apply(self, files: TitleFiles) -> None:
        _refuse_unknown(files.title, (*_PLAIN, *_SECTIONS, *EXTRA_TABLES), f"{files.id}/title.toml")
        self.title = merged(self.title, files.title)
        self.tiles = merged(self.tiles, files.tiles)
        self.hexes |= dict(_hexes_in(files))
        self.names |= _texts(files.map, "names", files.id)
        self.aliases |= _texts(files.map, "aliases", files.id)
        self._remove(files)

    def _remove(self, files: TitleFiles) -> None:
        """Take away what ``[remove]`` lists; a variant of several bases may lack it already."""
        place = f"{files.id}/title.toml: remove"
        removed = _table(files.title, "remove", f"{files.id}/title.toml")
        _refuse_unknown(removed, ("hexes", "tiles", *_SECTIONS, *EXTRA_TABLES), place)
        for section, keys in removed.items():
            if not isinstance(keys, list) or not all(isinstance(key, str) for key in keys):
                raise InputError("expected a list of names", f"{place}.{section}")
            for key in keys:
                if section == "hexes":
                    self.hexes.pop(key, None)
                    self.names.pop(key, None)
                elif section == "tiles":
                    self.tiles.pop(key, None)
                else:
                    _table(self.title, section, place).pop(key, None)

    def place(self, section: str, key: str) -> str:
        """Return where an entry of ``title.toml`` stands, for an error."""
        writers = [each.id for each in self.files if key in _mapping(each.title.get(section))]
        return f"{(writers or [self.id])[-1]}/title.toml: {section}.{key}"

    def tile_place(self, name: str) -> str:
        """Return where a tile stands, for an error."""
        writers = [each.id for each in self.files if name in each.tiles]
        return f"{writers[-1]}/tiles.toml: {name}"

    def section(self, section: str, kind: type[S]) -> Iterator[tuple[str, S, str]]:
        """Yield name, table and place of every entry of a section."""
        for key, data in _table(self.title, section, f"{self.id}/title.toml").items():
            place = self.place(section, key)
            yield key, to_table(data, kind, place), place


def build(files: list[TitleFiles]) -> Title:
    """Build the title whose folders, bases first, were read."""
    source = _Source(files)
    stages = _stages(source)
    stop_kinds = {
        name: StopKind(table.through, table.makes_route, table.marker, table.blocks, table.alone)
        for name, table, _ in source.section("stop_kinds", tables.StopKindTable)
    }
    hexes = _hexes(source, stages, stop_kinds)
    trains = _trains(source, stop_kinds)
    extra = {key: source.title[key] for key in EXTRA_TABLES if key in source.title}
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
        areas=_areas(source, hexes),
        bonuses=_bonuses(source),
        names=place_names(hexes.values(), source.aliases),
        extra=extra,
    )


# -- single keys ---------------------------------------------------------------------------


def _mapping(data: object) -> Mapping[str, object]:
    return data if isinstance(data, dict) else {}


def _table(data: TomlTable, key: str, place: str) -> TomlTable:
    table = data.get(key, {})
    if not isinstance(table, dict):
        raise InputError("expected a table", f"{place}: {key}")
    return table


def _texts(data: TomlTable, key: str, title_id: str) -> dict[str, str]:
    place = f"{title_id}/map.toml"
    table = _table(data, key, place)
    for name, value in table.items():
        if not isinstance(value, str):
            raise InputError("expected text", f"{place}: {key}.{name}")
    return cast(dict[str, str], table)


def _refuse_unknown(data: Mapping[str, object], known: Iterable[str], place: str) -> None:
    known = tuple(known)
    for key in data:
        if key not in known:
            raise InputError(f"unknown key {key!r}{did_you_mean(key, known)}", place)


def _known(word: str, options: Iterable[str], what: str, place: str) -> str:
    options = tuple(options)
    if word not in options:
        raise InputError(f"unknown {what} {word!r}{did_you_mean(word, options)}", place)
    return word


def _text(source: _Source, key: str) -> str:
    value = source.title.get(key)
    if not isinstance(value, str) or not value:
        raise InputError(f"{key} is missing or no text", f"{source.id}/title.toml")
    return value


def _layout(source: _Source) -> Layout:
    place = f"{source.id}/title.toml: layout"
    return cast(Layout, _known(_text(source, "layout"), ("pointy", "flat"), "layout", place))


def _stages(source: _Source) -> tuple[str, ...]:
    stages = source.title.get("stages", [])
    if not isinstance(stages, list) or not all(isinstance(each, str) for each in stages):
        raise InputError("expected a list of stages", f"{source.id}/title.toml: stages")
    return tuple("gray" if each == "grey" else each for each in stages)


# -- board and tiles -----------------------------------------------------------------------


def _hexes_in(files: TitleFiles) -> Iterator[tuple[str, _Print]]:
    """Yield the hexes of one ``map.toml``, where a line may name several."""
    seen: set[str] = set()
    for group in files.map:
        if group in _MAP_TABLES:
            continue
        place = f"{files.id}/map.toml: {group}"
        colour = _placed(place, colour_named, group)
        for ids, code in _table(files.map, group, f"{files.id}/map.toml").items():
            if not isinstance(code, str):
                raise InputError("expected the notation as text", f"{place}: {ids}")
            for hex_id in ids.split():
                if hex_id in seen:
                    raise InputError(f"{hex_id} is printed twice", place)
                seen.add(hex_id)
                yield hex_id, _Print(colour, code, files.id)


def _placed(place: str, function: Callable[[str], V], argument: str) -> V:
    try:
        return function(argument)
    except InputError as error:
        raise error.at(place) from None


def _hexes(
    source: _Source, stages: tuple[str, ...], stop_kinds: Mapping[str, StopKind]
) -> dict[str, Hex]:
    axes = to_table(source.title.get("axes", {}), tables.Axes, f"{source.id}/title.toml: axes")
    if axes.letter == axes.number:
        raise InputError("letter and number are the same axis", f"{source.id}/title.toml: axes")
    hexes: dict[str, Hex] = {}
    for hex_id, found in source.hexes.items():
        place = f"{found.source}/map.toml: {found.colour}: {hex_id}"
        try:
            row, number = row_and_number(hex_id)
        except ValueError as error:
            raise InputError(str(error), place) from None
        try:
            printed = parse(
                found.code, name=hex_id, colour=found.colour, stages=stages, printed=True
            )
        except InputError as error:
            raise error.at(place) from None
        _check_stops(printed, stop_kinds, place)
        xy = (number - 1, row) if axes.letter == "y" else (row, number - 1)
        hexes[hex_id] = Hex(hex_id, xy, source.names.get(hex_id) or None, printed)
    for table, ids in (("names", source.names), ("aliases", source.aliases.values())):
        for hex_id in ids:
            _known(hex_id, hexes, "hex", f"{source.id}/map.toml: {table}")
    return dict(sorted(hexes.items(), key=lambda item: item[1].xy[::-1]))


def _check_stops(tile: Tile, stop_kinds: Mapping[str, StopKind], place: str) -> None:
    for stop in tile.stops:
        _known(stop.kind, stop_kinds, "stop kind", place)


def _tiles(
    source: _Source, stages: tuple[str, ...], stop_kinds: Mapping[str, StopKind]
) -> dict[str, Tile]:
    tiles: dict[str, Tile] = {}
    for name, data in source.tiles.items():
        place = source.tile_place(name)
        table = to_table(data, tables.TileTable, place)
        try:
            tiles[name] = parse(
                table.code,
                name=name,
                colour=table.colour,
                stages=stages,
                count=table.count,
                layer=table.layer,
                online_only=table.online_only,
            )
        except InputError as error:
            raise error.at(place) from None
        _check_stops(tiles[name], stop_kinds, place)
    return tiles


# -- rules ---------------------------------------------------------------------------------


def _trains(source: _Source, stop_kinds: Mapping[str, StopKind]) -> dict[str, TrainType]:
    trains: dict[str, TrainType] = {}
    for name, table, place in source.section("trains", tables.TrainTable):
        if table.limit < 1:
            raise InputError(f"limit is {table.limit}: a train needs a range", place)
        counts = list(stop_kinds) if table.counts is None else table.counts
        for kind in (*counts, *table.avoids):
            _known(kind, stop_kinds, "stop kind", place)
        trains[name] = TrainType(
            name=name,
            limit=table.limit,
            measure=table.measure,
            counts=frozenset(counts),
            skips=table.skips,
            avoids=frozenset(table.avoids),
            price=table.price,
            count=table.count,
            base=table.base,
        )
    for name, train in trains.items():
        if train.base:
            _known(train.base, trains, "train", source.place("trains", name))
    return trains


def _phases(
    source: _Source, stages: tuple[str, ...], trains: Mapping[str, TrainType]
) -> dict[str, Phase]:
    phases: dict[str, Phase] = {}
    for name, table, place in source.section("phases", tables.PhaseTable):
        stage = "gray" if table.stage == "grey" else table.stage
        starts = [] if table.starts_with is None else [table.starts_with]
        for train in (*starts, *table.scraps, *table.turns, *table.turns.values()):
            _known(train, trains, "train", place)
        phases[name] = Phase(
            name=name,
            stage=_known(stage, stages, "stage", place),
            colours=tuple(_placed(place, colour_named, each) for each in table.tiles),
            operating_rounds=table.operating_rounds,
            train_limit=table.train_limit,
            starts_with=table.starts_with,
            scraps=tuple(table.scraps),
            turns=table.turns,
        )
    return phases


def _companies(
    source: _Source, hexes: Mapping[str, Hex], trains: Mapping[str, TrainType]
) -> dict[str, Company]:
    kinds: dict[str, frozenset[str] | None] = {}
    for name, kind, place in source.section("company_kinds", tables.CompanyKindTable):
        for train in kind.trains or ():
            _known(train, trains, "train", place)
        kinds[name] = None if kind.trains is None else frozenset(kind.trains)
    companies: dict[str, Company] = {}
    for name, table, place in source.section("companies", tables.CompanyTable):
        for home in table.homes:
            _check_home(home, hexes, place)
        if table.destination is not None:
            _known(table.destination, hexes, "hex", place)
        companies[name] = Company(
            id=name,
            name=table.name,
            kind=table.kind,
            homes=tuple(table.homes),
            destination=table.destination,
            markers=tuple(table.markers),
            colour=table.colour,
            text_colour=table.text_colour,
            trains=kinds.get(table.kind),
        )
    return companies


def _check_home(home: str, hexes: Mapping[str, Hex], place: str) -> None:
    hex_id, _, index = home.partition(".")
    stops = len(hexes[_known(hex_id, hexes, "hex", place)].printed.stops)
    if index and not (index.isdigit() and int(index) < stops):
        raise InputError(f"home {home}: {hex_id} has {stops} stops, numbered from 0", place)


def _areas(source: _Source, hexes: Mapping[str, Hex]) -> dict[str, Area]:
    """Read the areas' part in transit, and check that the hexes of each agree."""
    values: dict[str, Mapping[str, int]] = {}
    for each in hexes.values():
        for stop in each.printed.stops:
            if stop.area and values.setdefault(stop.area, stop.values) != stop.values:
                place = f"{source.hexes[each.id].source}/map.toml: {each.id}"
                raise InputError(f"the hexes of {stop.area} differ in revenue", place)
    areas: dict[str, Area] = {}
    for name, table, place in source.section("areas", tables.AreaTable):
        _known(name, values, "off-board area", place)
        areas[name] = Area(table.side, table.transit_bonus)
    return areas


def _bonuses(source: _Source) -> Bonuses:
    place = f"{source.id}/title.toml: bonuses"
    table = to_table(source.title.get("bonuses", {}), tables.BonusTable, place)
    return Bonuses(table.tunnel, frozenset(frozenset(pair) for pair in table.transit))
