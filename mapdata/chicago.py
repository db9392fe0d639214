"""Chicago Express as data: the board, the companies, the industry scale, the rules' figures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Literal, get_args

from hexgraph.lattice import Layout, neighbour
from mapdata.errors import InputError, look_up, within
from mapdata.folders import TomlTable, chain, merged, read_title_toml, read_toml
from mapdata.places import fold, row_and_number
from mapdata.tables import Table, to_table

if TYPE_CHECKING:
    import networkx as nx

Kind = Literal["start", "plain", "city", "industry", "chicago", "forest", "mountain"]
KINDS: tuple[Kind, ...] = get_args(Kind)

LAYOUT: Layout = "flat"

FOR_ONE = frozenset({"forest", "mountain"})
"""Kinds of hex that take one company only."""

HOUSED = frozenset({"city", "mountain", "forest"})
"""Kinds of hex that a house can be built on."""


class Building(Table, frozen=True):
    """How much may be built in one action."""

    hexes: int


class Development(Table, frozen=True):
    """How many houses there are, and what a developed forest pays its company."""

    houses: int
    forest: int


class Opening(Table, frozen=True):
    """The hex whose first builder opens a company."""

    hex: str
    company: str


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
    kind: Kind
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
    building: Building
    development: Development
    opening: Opening
    end: End
    names: Mapping[str, str]
    """Folded place name to hex id."""

    def __hash__(self) -> int:
        return id(self)

    @cached_property
    def neighbours(self) -> Mapping[str, tuple[str, ...]]:
        """The hexes next to each hex."""
        at = {each.xy: each.id for each in self.hexes.values()}
        around = {
            each.id: [neighbour(LAYOUT, each.xy, edge) for edge in range(6)]
            for each in self.hexes.values()
        }
        return {one: tuple(at[xy] for xy in near if xy in at) for one, near in around.items()}

    @cached_property
    def industry_at(self) -> Mapping[str, str]:
        """The industry of each hex that has one."""
        return {each.hex: name for name, each in self.industry.items()}


def board_graph(title: ChicagoTitle) -> nx.Graph:
    """Return the board as a networkx graph, for algorithms of one's own.

    Nodes are hex ids with ``xy`` (doubled coordinates), ``kind``, ``cost``, ``income``,
    ``develop`` and ``name`` as printed; edges join neighbours.
    """
    import networkx as nx

    graph = nx.Graph(title=title.id)
    for each in title.hexes.values():
        printed = {key: getattr(each, key) for key in ("kind", "cost", "income", "develop", "name")}
        graph.add_node(each.id, xy=each.xy, **printed)
    graph.add_edges_from((one, two) for one, near in title.neighbours.items() for two in near)
    return graph


def load(title_id: str = "chicago-express") -> ChicagoTitle:
    """Return a title of this family, read once."""
    return _load(chain(title_id))


@cache
def _load(folders: tuple[Path, ...]) -> ChicagoTitle:
    table: TomlTable = {}
    names: TomlTable = {}
    hexes: dict[str, BoardHex] = {}
    for folder in folders:
        table = merged(table, read_title_toml(folder))
        with within(f"{folder.name}/map.toml"):
            printed = read_toml(folder / "map.toml")
            names |= _table(printed.pop("names", {}), "names")
            hexes |= {each.id: each for each in _hexes(printed)}
    place = f"{folders[-1].name}/title.toml"
    with within(place):
        title = _title(folders[-1].name, table, _named(hexes, names))
        _check(title)
    return title


def _table(value: object, place: str) -> TomlTable:
    if not isinstance(value, dict):
        raise InputError("expected a table", place)
    return value


def _hexes(printed: TomlTable) -> Iterator[BoardHex]:
    for kind, lines in printed.items():
        known = look_up({each: each for each in KINDS}, kind, "kind of hex")
        for ids, figures in _table(lines, kind).items():
            place = f"{kind}.{ids}"
            read = to_table(figures, _Printed, place)
            if min(read.cost, read.income, read.develop) < 0 or (read.cost < 1 and kind != "start"):
                raise InputError("cost is 1 or more, income and develop 0 or more", place)
            for hex_id in ids.split():
                with within(place):
                    column, row = row_and_number(hex_id)
                xy = column, 2 * row + column % 2
                yield BoardHex(hex_id, xy, known, read.cost, read.income, read.develop)


def _named(hexes: Mapping[str, BoardHex], names: TomlTable) -> dict[str, BoardHex]:
    from dataclasses import replace

    found = dict(hexes)
    for hex_id, name in names.items():
        look_up(found, hex_id, "hex")
        if not isinstance(name, str) or not fold(name):
            raise InputError("a name is a text", f"names.{hex_id}")
        found[hex_id] = replace(found[hex_id], name=name)
    return found


def _title(title_id: str, table: TomlTable, hexes: Mapping[str, BoardHex]) -> ChicagoTitle:
    companies = _table(table.get("companies", {}), "companies")
    industry = _table(table.get("industry", {}), "industry")
    return ChicagoTitle(
        id=title_id,
        name=str(table.get("name", title_id)),
        hexes=hexes,
        companies={
            each: to_table(companies[each], Railroad, f"companies.{each}") for each in companies
        },
        industry={each: to_table(industry[each], Industry, f"industry.{each}") for each in industry},
        building=to_table(table.get("building"), Building, "building"),
        development=to_table(table.get("development"), Development, "development"),
        opening=to_table(table.get("opening"), Opening, "opening"),
        end=to_table(table.get("end"), End, "end"),
        names={fold(each.name): each.id for each in hexes.values() if each.name},
    )


def _check(title: ChicagoTitle) -> None:
    """Refuse a title whose parts do not fit together."""
    look_up(title.companies, title.opening.company, "company")
    look_up(title.industry, title.end.industry, "industry")
    named = [(f"companies.{each}", company.start) for each, company in title.companies.items()]
    named += [(f"industry.{each}", place.hex) for each, place in title.industry.items()]
    for place, hex_id in [*named, ("opening", title.opening.hex)]:
        with within(place):
            look_up(title.hexes, hex_id, "hex")
    for name, place in title.industry.items():
        if title.hexes[place.hex].kind != "industry":
            raise InputError(f"{place.hex} is no industry hex", f"industry.{name}")
        if not place.scale or list(place.scale) != sorted(set(place.scale)):
            raise InputError("the scale rises from value to value", f"industry.{name}")
    for each in title.hexes.values():
        if each.kind == "industry" and each.id not in title.industry_at:
            raise InputError(f"no industry is at {each.id}", "industry")
    around = title.neighbours[title.opening.hex]
    if any(one != two and two not in title.neighbours[one] for one in around for two in around):
        # Solvers rely on it: the hex is never the only way to another, so that whatever is
        # dearer once the company is open can always be built before.
        raise InputError("the neighbours of this hex must touch each other", "opening.hex")
