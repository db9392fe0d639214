"""Build a title from the tables of its folders, refusing what does not fit together."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Literal, cast, get_args

from msgspec.structs import replace

from mapdata import tables
from mapdata.abilities import Private
from mapdata.errors import InputError, did_you_mean, within
from mapdata.folders import TitleFiles, standard_tile
from mapdata.notation import FIGURES, colour_named, parse
from mapdata.places import place_names, row_and_number
from mapdata.rule_tables import read_bonuses, read_omissions, read_route_rules, read_trains
from mapdata.rules import RouteRules, TrainType
from mapdata.source import EXTRA_TABLES, TitleSource, known, table
from mapdata.tables import to_table
from mapdata.tile import Tile
from mapdata.title import (
    Company,
    CompanyKind,
    Hex,
    Layout,
    Phase,
    RightCounts,
    StopKind,
    Title,
)

_Kinds = Mapping[str, StopKind]
_Trains = Mapping[str, TrainType]
_Words = tuple[str, ...]

_COMMON_KINDS = {
    "city": StopKind(marker=True, blocks=True),
    "town": StopKind(),
    "halt": StopKind(),
    "offboard": StopKind(through=False),
}
"""The kinds of stop that a title need not describe."""


def build(files: Iterable[TitleFiles]) -> Title:
    """Build the title whose folders were read, the bases before what builds on them."""
    source = TitleSource(files)
    stages = _texts(source, "stages") or _stages_of_phases(source)
    stop_kinds = _COMMON_KINDS | {
        name: kind for name, kind, _ in source.section("stop_kinds", StopKind)
    }
    figures = (*FIGURES, *_texts(source, "figures"))
    hexes = _hexes(source, stages, figures, stop_kinds)
    _check_areas(source, hexes)
    trains = read_trains(source, stop_kinds)
    route_rules = read_route_rules(source, hexes, stop_kinds)
    _check_hex_once(source, trains.values(), route_rules)
    phases = _phases(source, stages, trains)
    _check_openings(source, hexes, phases)
    return Title(
        id=source.id,
        name=_text(source, "name"),
        layout=_layout(source),
        hexes=hexes,
        tiles=_tiles(source, stages, figures, stop_kinds),
        stages=stages,
        phases=phases,
        trains=trains,
        companies=_companies(source, hexes, trains),
        privates={name: private for name, private, _ in source.section("privates", Private)},
        rights=_rights(source),
        gauges=_gauges(source),
        neighbours=_neighbours(source, hexes),
        stop_kinds=stop_kinds,
        bonuses=read_bonuses(source, hexes, stop_kinds, trains, stages),
        route_rules=route_rules,
        without=read_omissions(source, hexes, trains),
        names=place_names(hexes.values(), source.aliases),
        extra={key: source.title[key] for key in EXTRA_TABLES if key in source.title},
    )


def _check_openings(
    source: TitleSource, hexes: Mapping[str, Hex], phases: Mapping[str, Phase]
) -> None:
    """Refuse hexsides that open in a phase that there is not."""
    for hex_id, place in hexes.items():
        with within(f"{source.hexes[hex_id].folder}/map.toml: {hex_id}"):
            known(place.printed.opening.values(), phases, "phase")


def _check_hex_once(source: TitleSource, trains: Iterable[TrainType], rules: RouteRules) -> None:
    """Exceptions of a route hold for all trains: none has a rule of its own then."""
    if rules.hex_once_unless and any(train.hex_once is not None for train in trains):
        text = "hex_once of a train does not go with hex_once_unless of all routes"
        raise InputError(text, f"{source.id}/title.toml: trains")


def _text(source: TitleSource, key: str) -> str:
    value = source.title.get(key)
    if not isinstance(value, str) or not value:
        raise InputError(f"{key} is missing or no text", f"{source.id}/title.toml")
    return value


def _layout(source: TitleSource) -> Layout:
    layout = _text(source, "layout")
    with within(f"{source.id}/title.toml"):
        known([layout], ("pointy", "flat"), "layout")
    return cast(Layout, layout)


def _gauges(source: TitleSource) -> Literal["separate", "mixed"]:
    gauges = source.title.get("gauges", "separate")
    with within(f"{source.id}/title.toml: gauges"):
        known([str(gauges)], ("separate", "mixed"), "word")
    return "mixed" if gauges == "mixed" else "separate"


def _neighbours(source: TitleSource, hexes: Mapping[str, Hex]) -> dict[str, dict[int, str]]:
    """The hexes across edges that differ from the lattice, each seen from one hex alone."""
    found: dict[str, dict[int, str]] = {}
    with within(f"{source.id}/title.toml: neighbours"):
        stated = table(source.title, "neighbours")
        known(stated, hexes, "hex")
        for hex_id in stated:
            edges = table(stated, hex_id)
            known(edges, "012345", "edge")
            known(map(str, edges.values()), hexes, "hex")
            found[hex_id] = {int(edge): str(across) for edge, across in edges.items()}
    return found


def _texts(source: TitleSource, key: str) -> tuple[str, ...]:
    words = source.title.get(key, [])
    if not isinstance(words, list) or not all(isinstance(each, str) for each in words):
        raise InputError(f"expected a list of {key}", f"{source.id}/title.toml: {key}")
    return tuple("gray" if each == "grey" else each for each in words)


def _stages_of_phases(source: TitleSource) -> tuple[str, ...]:
    """Return the stages of a title that lists none: those its phases name, or their colours."""
    phases = [phase for _, phase, _ in source.section("phases", Phase)]
    found = [phase.stage or next(reversed(phase.colours), "") for phase in phases]
    return tuple(dict.fromkeys("gray" if each == "grey" else each for each in found if each))


def _rights(source: TitleSource) -> dict[str, RightCounts]:
    with within(f"{source.id}/title.toml: rights"):
        found = table(source.title, "rights")
        known(map(str, found.values()), get_args(RightCounts), "way to count")
    return cast(dict[str, RightCounts], found)


def _hexes(
    source: TitleSource, stages: _Words, figures: _Words, stop_kinds: _Kinds
) -> dict[str, Hex]:
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
                found.code, name=hex_id, colour=found.colour, stages=stages, figures=figures
            )
            known((stop.kind for stop in printed.stops), stop_kinds, "stop kind")
        hexes[hex_id] = Hex(hex_id, xy, source.names.get(hex_id), printed)
    _check_lattice(source, hexes)
    with within(f"{source.id}/map.toml: names"):
        known(source.names, hexes, "hex")
    with within(f"{source.id}/map.toml: aliases"):
        known(source.aliases.values(), hexes, "hex")
    return dict(sorted(hexes.items(), key=lambda item: item[1].xy[::-1]))


def _check_lattice(source: TitleSource, hexes: Mapping[str, Hex]) -> None:
    """Refuse hexes that lie between the others: a slip in a coordinate shows like this."""
    odd = {hex_id for hex_id, each in hexes.items() if sum(each.xy) % 2}
    astray = min(odd, hexes.keys() - odd, key=len)
    for hex_id in sorted(astray):
        place = f"{source.hexes[hex_id].folder}/map.toml: {source.hexes[hex_id].colour}"
        raise InputError(f"{hex_id} does not fit between the other hexes", place)


def _tiles(
    source: TitleSource, stages: _Words, figures: _Words, stop_kinds: _Kinds
) -> dict[str, Tile]:
    tiles: dict[str, Tile] = {}
    for name, data in source.tiles.items():
        place = source.tile_place(name)
        table = to_table(data, tables.TileTable, place)
        with within(place):
            if table.count != "unlimited" and table.count < 0:
                raise InputError(f"count is {table.count}: it must be 0 or more")
            colour, code = table.colour, table.code
            if code is not None and not colour:
                raise InputError("colour is missing")
            if code is None:
                standard = to_table(_standard_tile(name), tables.TileTable, place)
                colour, code = colour or standard.colour, standard.code or ""
            tiles[name] = parse(
                code,
                name=name,
                colour=colour,
                stages=stages,
                figures=figures,
                count=None if table.count == "unlimited" else table.count,
                layer=table.layer,
                online_only=table.online_only,
            )
            known((stop.kind for stop in tiles[name].stops), stop_kinds, "stop kind")
    return tiles


def _standard_tile(name: str) -> object:
    """Return the standard tile of that name as it is written in their list."""
    tile = standard_tile(name)
    if tile is None:
        raise InputError("code is missing, and there is no standard tile of that name")
    return tile


def _phases(source: TitleSource, stages: _Words, trains: _Trains) -> dict[str, Phase]:
    phases: dict[str, Phase] = {}
    for name, phase, place in source.section("phases", Phase):
        with within(place):
            colours = tuple(map(colour_named, phase.colours))
            stage = phase.stage or next(reversed(colours), "")
            stage = "gray" if stage == "grey" else stage
            known([stage], stages, "stage")
            known((*phase.starts_with, *phase.turns, *phase.turns.values()), trains, "train")
        phases[name] = replace(phase, colours=colours, stage=stage)
    # A train that begins several phases begins them at once: what it scraps is still there in
    # the earlier ones, which another train began. Where one of several trains begins a phase, only
    # what each of them scraps is gone for sure.
    last = {train: name for name, phase in phases.items() for train in phase.starts_with}
    for name, phase in phases.items():
        scraps = tuple(
            train.name
            for train in trains.values()
            if any(last.get(each) == name for each in train.rusts_on)
            and {each for each in phase.starts_with if last[each] == name} <= set(train.rusts_on)
        )
        phases[name] = replace(phase, scraps=scraps)
    return phases


def _companies(
    source: TitleSource, hexes: Mapping[str, Hex], trains: _Trains
) -> dict[str, Company]:
    may_own: dict[str, frozenset[str]] = {}
    for name, kind, place in source.section("company_kinds", CompanyKind):
        with within(place):
            known(kind.trains, trains, "train")
        may_own[name] = frozenset(kind.trains)
    companies: dict[str, Company] = {}
    for name, company, place in source.section("companies", Company):
        with within(place):
            for home in (*company.homes, *company.chooses):
                _check_home(home, hexes)
            known([company.destination] if company.destination else [], hexes, "hex")
            known(company.trains or (), trains, "train")
            known(filter(None, [company.begins_with]), trains, "train")
            colour = _colour("colour", company.colour)
            text_colour = _colour("text_colour", company.text_colour)
        owns = may_own.get(company.kind) if company.trains is None else company.trains
        companies[name] = replace(
            company,
            name=company.name or name,
            trains=owns,
            colour=colour,
            text_colour=text_colour,
        )
    for name, _, place in source.section("company_kinds", CompanyKind):
        with within(place):
            known([name], {company.kind for company in companies.values()}, "kind of company")
    return companies


_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")


COLOURS = {
    **{"black": "#1b1b1b", "white": "#ffffff", "gray": "#7f8c8d", "grey": "#7f8c8d"},
    **{"red": "#c0392b", "orange": "#d35400", "yellow": "#f1c40f", "green": "#1e7d46"},
    **{"blue": "#2456a6", "purple": "#8e44ad", "brown": "#7f5539", "pink": "#e58fb1"},
    **{"turquoise": "#16828d", "violet": "#8e44ad", "navy": "#1b2a55", "lightblue": "#7fb3e6"},
}
"""Colours of companies that need no figures."""


def _colour(key: str, text: str) -> str:
    """Return a colour as ``#rrggbb``."""
    if _COLOUR.fullmatch(text):
        return text
    if text.casefold() in COLOURS:
        return COLOURS[text.casefold()]
    guess = did_you_mean(text, COLOURS)
    how = guess or ": write it as #rrggbb, like #2456a6, or as one of " + ", ".join(COLOURS)
    raise InputError(f"{key} is {text!r}{how}")


def _check_home(home: str, hexes: Mapping[str, Hex]) -> None:
    hex_id, _, index = home.partition(".")
    known([hex_id], hexes, "hex")
    stops = len(hexes[hex_id].printed.stops)
    if stops == 0:
        raise InputError(f"home {home}: nothing is printed there to lay a marker on")
    if index and not (index.isdigit() and int(index) < stops):
        raise InputError(f"home {home}: {hex_id} has no stop {index}")


def _check_areas(source: TitleSource, hexes: Mapping[str, Hex]) -> None:
    """Refuse hexes of one off-board area that differ in revenue."""
    values: dict[str, Mapping[str, int]] = {}
    for each in hexes.values():
        for stop in each.printed.stops:
            if stop.area and values.setdefault(stop.area, stop.values) != stop.values:
                place = f"{source.hexes[each.id].folder}/map.toml: {each.id}"
                raise InputError(f"the hexes of {stop.area} differ in revenue", place)
