"""The board format: points, links, rivers."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import msgspec

from mapdata.errors import InputError, did_you_mean
from mapdata.island.figures import PLACES, TOWNS, PointKind
from mapdata.places import split_places
from mapdata.tables import explained

if TYPE_CHECKING:
    import networkx as nx

PointPair = tuple[int, int]
"""Two points by their index, the smaller first."""


class BoardPoint(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A point of the board as the file has it."""

    id: str | int
    x: float
    y: float
    kind: PointKind
    name: str = ""
    goods: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        """Its name, else its id."""
        return self.name or str(self.id)


class _BoardTable(msgspec.Struct, forbid_unknown_fields=True):
    title: str
    points: list[BoardPoint]
    links: list[tuple[str | int, str | int]]
    rivers: list[tuple[str | int, str | int]] = []
    seed: int | None = None
    id: str | int | None = None


@dataclass(frozen=True)
class IslandBoard:
    """A board: points, the links between neighbours, and which of them cross a river.

    Points are known by their index everywhere inside the toolkit; :meth:`find` turns what
    people write into an index, :meth:`label` turns it back. Hashed by identity.
    """

    title: str
    points: tuple[BoardPoint, ...]
    links: tuple[PointPair, ...]
    rivers: frozenset[PointPair]
    seed: int | None = None
    aliases: Mapping[str, int] = field(default_factory=dict)
    """Ids of a large town's further points, which are one with the first in play."""

    def __hash__(self) -> int:
        return id(self)

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """The points next to each point."""
        found: list[list[int]] = [[] for _ in self.points]
        for a, b in self.links:
            found[a].append(b)
            found[b].append(a)
        return tuple(tuple(sorted(each)) for each in found)

    @cached_property
    def index(self) -> dict[str, int]:
        """The index of each point by its id, and by its name in small letters."""
        named = {point.name.casefold(): i for i, point in enumerate(self.points) if point.name}
        ids = {str(point.id): i for i, point in enumerate(self.points)}
        return {**named, **ids, **self.aliases}

    @cached_property
    def sources(self) -> dict[str, tuple[int, ...]]:
        """The towns that offer each good."""
        found: dict[str, list[int]] = {}
        for i, point in enumerate(self.points):
            for good in point.goods:
                found.setdefault(good, []).append(i)
        return {good: tuple(found[good]) for good in sorted(found)}

    def kind(self, point: int) -> PointKind:
        """Return the kind of a point."""
        return self.points[point].kind

    def sea(self, point: int) -> bool:
        """Whether a point lies at sea."""
        return self.points[point].kind == "sea"

    def of_kind(self, *kinds: str) -> list[int]:
        """Return the points of these kinds."""
        return [i for i, point in enumerate(self.points) if point.kind in kinds]

    def label(self, point: int) -> str:
        """Name of a point in messages."""
        return self.points[point].label

    def find(self, word: object) -> int:
        """Return the point with this id or name, or say what was probably meant."""
        if isinstance(word, (str, int)) and not isinstance(word, bool):
            text = str(word).strip()
            for key in (text, text.casefold()):
                if key in self.index:
                    return self.index[key]
            names = [point.name for point in self.points if point.name]
            raise InputError(f"there is no point {text!r}{did_you_mean(text, names)}")
        raise InputError("a point is named by its name or its id")

    def find_path(self, words: object) -> list[PointPair]:
        """The links of a path: ``A-B-C`` as in claims, or a list of its points.

        All points of a large town are one.
        """
        if isinstance(words, str):
            words = self.split_path(words)
        if not isinstance(words, Sequence) or len(words) < 2:
            raise InputError('a path is a list of points or "A-B-C", two points at least')
        points = [self.find(word) for word in words]
        for a, b in pairwise(points):
            if b not in self.neighbours[a] and not (a == b and self.kind(a) == "large"):
                raise InputError(f"there is a gap: {self.gap(a, b)}")
        return [pair(a, b) for a, b in pairwise(points) if a != b]

    def split_path(self, words: str) -> list[str]:
        """The points of ``A-B-C``; names with a hyphen in them stay whole."""
        names = split_places(words, lambda name: name.casefold() in self.index)
        return [name.strip() for name in names]

    def is_path(self, words: object) -> bool:
        """Whether this is one path, and not a list of paths."""
        if isinstance(words, str):
            return True
        if not isinstance(words, list):
            return False
        inner = [each for each in words if isinstance(each, str) and "-" in each]
        paths = [each for each in inner if each.strip().casefold() not in self.index]
        return not paths and not any(isinstance(each, list) for each in words)

    def gap(self, a: int, b: int) -> str:
        """In words that two points are no neighbours, and what lies between them."""
        between = [c for c in self.neighbours[a] if b in self.neighbours[c]]
        names = " or ".join(map(self.label, between[:2]))
        hint = f" ({names} {'lies' if len(between) == 1 else 'lie'} between)" if between else ""
        return f"{self.label(a)} and {self.label(b)} are no neighbours{hint}"

    def to_dict(self) -> dict[str, Any]:
        """Return the board as its file has it."""
        ids = [point.id for point in self.points]
        return {
            "title": self.title,
            "seed": self.seed,
            "points": [_point_json(point) for point in self.points],
            "links": [[ids[a], ids[b]] for a, b in self.links],
            "rivers": [[ids[a], ids[b]] for a, b in sorted(self.rivers)],
        }

    def graph(self) -> nx.Graph:
        """Return the board as a networkx graph, for algorithms of one's own.

        Nodes are the points' ids with ``x``, ``y``, ``kind``, ``name`` and ``goods``; edges
        have ``river`` (it crosses one) and ``ship`` (ships go there).
        """
        import networkx as nx

        graph = nx.Graph(title=self.title, seed=self.seed)
        for point in self.points:
            details = {"kind": point.kind, "name": point.name, "goods": point.goods}
            graph.add_node(point.id, x=point.x, y=point.y, **details)
        for a, b in self.links:
            graph.add_edge(
                self.points[a].id,
                self.points[b].id,
                river=(a, b) in self.rivers,
                ship=self.ship_link(a, b),
            )
        return graph

    def ship_link(self, a: int, b: int) -> bool:
        """Whether ships go between two neighbours: both at sea, or one a port."""
        kinds = {self.kind(a), self.kind(b)}
        return "sea" in kinds and kinds <= {"sea", "port"}


def pair(a: int, b: int) -> PointPair:
    """Return the two points of a link in a fixed order, so that equal links compare equal."""
    return (a, b) if a < b else (b, a)


def _point_json(point: BoardPoint) -> dict[str, Any]:
    whole = {"x": int(point.x), "y": int(point.y)}
    fine = whole["x"] == point.x and whole["y"] == point.y
    return {**msgspec.to_builtins(point), **(whole if fine else {})}


def read_board(data: object) -> IslandBoard:
    """Return the board in ``data``, what a JSON or TOML file held."""
    try:
        table = msgspec.convert(data, _BoardTable)
    except msgspec.ValidationError as error:
        raise explained(error) from None
    if not table.points:
        raise InputError("a board needs points", "points")
    kept, aliases = _points(table.points)
    places = {str(point.id): i for i, point in enumerate(kept)} | aliases
    links = _pairs(table.links, places, "links")
    rivers = _pairs(table.rivers, places, "rivers")
    for a, b in rivers:
        if (a, b) not in links:
            ends = f"{kept[a].label} and {kept[b].label}"
            raise InputError(f"there is no link between {ends} for a river to cross", "rivers")
    return IslandBoard(
        table.title, kept, tuple(sorted(links)), frozenset(rivers), table.seed, aliases
    )


def _points(points: Sequence[BoardPoint]) -> tuple[tuple[BoardPoint, ...], dict[str, int]]:
    """Return the points in play, and the ids of those that are part of a large town."""
    kept: list[BoardPoint] = []
    aliases: dict[str, int] = {}
    words: dict[str, int] = {}
    for number, point in enumerate(points):
        place = f"points[{number}]"
        key = str(point.id)
        if key in words or key in aliases:
            raise InputError(f"a second point with the id {key}", place)
        folded = point.name.casefold()
        if folded in words:
            town = words[folded]
            if point.kind != "large" or kept[town].kind != "large":
                raise InputError(f"a second point of the name {point.name}", place)
            aliases[key] = town
            continue
        if not (math.isfinite(point.x) and math.isfinite(point.y)):
            raise InputError(f"{point.label} lies nowhere: x and y are numbers", place)
        if point.goods and point.kind not in PLACES:
            raise InputError(f"goods at {point.label}, which is no town", place)
        if point.kind in TOWNS and not point.name:
            raise InputError(f"the town {key} has no name", place)
        words[key] = len(kept)
        if folded:
            words[folded] = len(kept)
        kept.append(point)
    return tuple(kept), aliases


def _pairs(
    named: Sequence[tuple[str | int, str | int]], places: Mapping[str, int], key: str
) -> set[PointPair]:
    found = set()
    for number, ends in enumerate(named):
        for end in ends:
            if str(end) not in places:
                raise InputError(f"there is no point {end}", f"{key}[{number}]")
        a, b = (places[str(end)] for end in ends)
        if a != b:
            found.add(pair(a, b))
        elif str(ends[0]) == str(ends[1]):
            raise InputError(f"joins the point {ends[0]} to itself", f"{key}[{number}]")
    return found
