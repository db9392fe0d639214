"""Chicago Express as data: the board, the companies, the industry scale, the rules' figures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property
from pathlib import Path
from typing import Literal, get_args

from mapdata.errors import InputError, look_up, within
from mapdata.folders import TomlTable, chain, merged, read_title_toml, read_toml
from mapdata.places import fold, row_and_number
from mapdata.source import known, table
from mapdata.tables import Table, to_table

HexKind = Literal["start", "plain", "city", "industry", "chicago", "forest", "mountain"]
KINDS: tuple[HexKind, ...] = get_args(HexKind)

FOR_ONE = frozenset({"forest", "mountain"})
"""Kinds of hex that take one company only."""

HOUSED = frozenset({"city", "mountain", "forest"})
"""Kinds of hex that a house can be built on."""


DIALS = ("auction", "build", "develop")
"""The kinds of action, each with a dial."""

_KEYS = (
    "name",
    "family",
    "base",
    "companies",
    "industry",
    "building",
    "development",
    "opening",
    "dials",
    "end",
)


class BuildLimits(Table, frozen=True):
    """Limits of one building action."""

    hexes: int


class DevelopmentLimits(Table, frozen=True):
    """The number of houses, and the payment for a developed forest."""

    houses: int
    forest: int


class Opening(Table, frozen=True):
    """The hex whose first builder opens a company."""

    hex: str
    company: str


class Dials(Table, frozen=True):
    """The number of times each kind of action can be chosen between two dividends.

    A dial without a length never gets to red. ``red`` dials on red call a dividend.
    """

    auction: int | None = None
    build: int | None = None
    develop: int | None = None
    red: int = 2

    def length(self, kind: str) -> int | None:
        """Number of steps on the dial of an action."""
        found: int | None = getattr(self, kind)
        return found


class End(Table, frozen=True):
    """When the game ends: how many companies or houses, which industry at its last value."""

    without_locomotives: int
    without_shares: int
    houses_left: int
    industry: str


class Industry(Table, frozen=True):
    """An industry: its hex, the values it goes through, and who moves it on."""

    hex: str
    scale: tuple[int, ...]
    by: Literal["players", "dividends"]

    def after(self, value: int) -> int:
        """Return the value that follows ``value``; the last one stays."""
        return self.scale[min(self.scale.index(value) + 1, len(self.scale) - 1)]


class Railroad(Table, frozen=True):
    """A company as it stands before the first turn; ``income`` without its start hex."""

    name: str
    start: str
    shares: int
    sold: int
    locomotives: int
    income: int
    colour: str
    text_colour: str = "#ffffff"


class _Printed(Table, frozen=True):
    cost: int = 0
    income: int = 0
    develop: int = 0


@dataclass(frozen=True, slots=True)
class BoardHex:
    """A hex as printed; an industry's income stands on the industry scale instead."""

    id: str
    xy: tuple[int, int]
    kind: HexKind
    cost: int
    income: int
    develop: int
    name: str | None = None

    @property
    def label(self) -> str:
        """Return the name with the coordinate, or the coordinate alone."""
        return f"{self.name} ({self.id})" if self.name else self.id


@dataclass(frozen=True)
class ChicagoTitle:
    """Everything that does not change in a game. Hashed by identity: loaded once."""

    id: str
    name: str
    hexes: Mapping[str, BoardHex]
    companies: Mapping[str, Railroad]
    industry: Mapping[str, Industry]
    building: BuildLimits
    development: DevelopmentLimits
    opening: Opening
    dials: Dials
    end: End
    names: Mapping[str, str]
    """Folded place name to hex id."""

    def __hash__(self) -> int:
        return id(self)

    @cached_property
    def industry_at(self) -> Mapping[str, str]:
        """The industry of each hex that has one."""
        return {each.hex: name for name, each in self.industry.items()}


def load(title_id: str = "chicago-express") -> ChicagoTitle:
    """Return a title of this family, read once."""
    return _load(chain(title_id))


@cache
def _load(folders: tuple[Path, ...]) -> ChicagoTitle:
    merged_table: TomlTable = {}
    names: TomlTable = {}
    hexes: dict[str, BoardHex] = {}
    for folder in folders:
        with within(f"{folder.name}/title.toml"):
            known(read_title_toml(folder), _KEYS, "key")
            merged_table = merged(merged_table, read_title_toml(folder))
        with within(f"{folder.name}/map.toml"):
            printed = read_toml(folder / "map.toml")
            known(printed, (*KINDS, "names"), "kind of hex")
            names |= table(printed, "names")
            hexes |= _hexes(printed)
    with within(f"{folders[-1].name}/map.toml"):
        hexes = _named(hexes, names)
    with within(f"{folders[-1].name}/title.toml"):
        title = _title(folders[-1].name, merged_table, hexes)
        _check(title)
    return title


def _hexes(printed: TomlTable) -> dict[str, BoardHex]:
    """Hexes of one ``map.toml``."""
    found: dict[str, BoardHex] = {}
    for kind in KINDS:
        for ids, figures in table(printed, kind).items():
            with within(f"{kind}.{ids}"):
                read = to_table(figures, _Printed, "")
                if min(read.cost, read.income, read.develop) < 0:
                    raise InputError("cost, income and develop must be 0 or more")
                if not read.cost and kind != "start":
                    raise InputError("cost is missing")
                for hex_id in ids.split():
                    if hex_id in found:
                        raise InputError(f"{hex_id} is listed here and under {found[hex_id].kind}")
                    column, row = row_and_number(hex_id)
                    xy = column, 2 * row + column % 2
                    figure = read.cost, read.income, read.develop
                    found[hex_id] = BoardHex(hex_id, xy, kind, *figure)
    return found


def _named(hexes: Mapping[str, BoardHex], names: TomlTable) -> dict[str, BoardHex]:
    found = dict(hexes)
    for hex_id, name in names.items():
        look_up(found, hex_id, "hex")
        if not isinstance(name, str) or not fold(name):
            raise InputError("a name is a text", f"names.{hex_id}")
        found[hex_id] = replace(found[hex_id], name=name)
    return found


def _title(title_id: str, data: TomlTable, hexes: Mapping[str, BoardHex]) -> ChicagoTitle:
    companies, industry = table(data, "companies"), table(data, "industry")
    return ChicagoTitle(
        id=title_id,
        name=str(data.get("name", title_id)),
        hexes=hexes,
        companies={
            each: to_table(companies[each], Railroad, f"companies.{each}") for each in companies
        },
        industry={
            each: to_table(industry[each], Industry, f"industry.{each}") for each in industry
        },
        building=to_table(table(data, "building"), BuildLimits, "building"),
        development=to_table(table(data, "development"), DevelopmentLimits, "development"),
        opening=to_table(table(data, "opening"), Opening, "opening"),
        dials=to_table(table(data, "dials"), Dials, "dials"),
        end=to_table(table(data, "end"), End, "end"),
        names={fold(each.name): each.id for each in hexes.values() if each.name},
    )


def _check(title: ChicagoTitle) -> None:
    """Refuse a title whose parts do not fit together."""
    with within("opening"):
        look_up(title.companies, title.opening.company, "company")
    with within("end"):
        look_up(title.industry, title.end.industry, "industry")
    named = [(f"companies.{each}", company.start) for each, company in title.companies.items()]
    named += [(f"industry.{name}", industry.hex) for name, industry in title.industry.items()]
    for place, hex_id in [*named, ("opening", title.opening.hex)]:
        with within(place):
            look_up(title.hexes, hex_id, "hex")
    for name, industry in title.industry.items():
        with within(f"industry.{name}"):
            if title.hexes[industry.hex].kind != "industry":
                raise InputError(f"{industry.hex} is no industry hex")
            if not industry.scale or list(industry.scale) != sorted(set(industry.scale)):
                raise InputError("the values of a scale must rise")
    for each in title.hexes.values():
        if each.kind == "industry" and each.id not in title.industry_at:
            raise InputError(f"no industry is at {each.id}", "industry")
