"""Companies that a phase forms out of others: markers, trains, and the position afterwards.

The tables are those by which exported games are replayed (``[import.formation]``, ``merger`` and
``split`` of ``title.toml``). What a position does not tell is named in ``unknown``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from hexgraph.bases import own_stations
from hexgraph.board import Board
from hexgraph.reach import reach_of
from mapdata.position import Position
from mapdata.title import Title

Fleets = Mapping[str, tuple[str, ...]]
"""The trains of each company of which they are known."""


@dataclass(frozen=True)
class Formation:
    """A company formed out of others, with the position in which it runs."""

    company: str
    out_of: tuple[str, ...]
    position: Position
    returned: int
    """Markers taken off the board: one of a company stays on a hex."""
    unknown: tuple[str, ...]


def formations(board: Board, position: Position, fleets: Fleets, to: str) -> Iterator[Formation]:
    """Companies formed by the phases after that of the position, up to ``to``."""
    title = board.title
    table = title.extra.get("import")
    if not isinstance(table, Mapping):
        return
    for key in ("formation", "merger"):
        union = table.get(key)
        if union and _passed(title, board.phase.name, str(union["phase"]), to):
            yield from _union(board, position, fleets, to, union, fewest=1 + (key == "merger"))
    split = table.get("split")
    if split and _passed(title, board.phase.name, str(split["phase"]), to):
        yield from _split(board, position, fleets, to, split)


def _passed(title: Title, now: str, phase: str, to: str) -> bool:
    order = list(title.phases)
    return order.index(now) < order.index(phase) <= order.index(to)


def _union(
    board: Board,
    position: Position,
    fleets: Fleets,
    to: str,
    table: Mapping[str, Any],
    fewest: int,
) -> Iterator[Formation]:
    """Yield the union of the members that stand on the board, if there are enough."""
    standing = {name for names in board.markers.values() for name in names}
    members = tuple(name for name in table["members"] if name in standing)
    if len(members) < fewest:
        return
    company, tokens, returned = str(table["company"]), dict(position.tokens), 0
    places: dict[str, str] = {}
    for name in members:
        for place in tokens.pop(name, ()):
            hex_id = place.partition(".")[0]
            returned += hex_id in places
            places.setdefault(hex_id, place)
    tokens[company] = tuple(places.values())
    trains = [train for name in members for train in fleets.get(name, ())]
    trains += [str(name) for name in table.get("trains", {}).values()]
    unknown = [f"the trains of {name}" for name in members if name not in fleets]
    if "keeps" in table and len(places) > len(table["keeps"]):
        unknown.append("which markers its owner gives up")
    after = replace(position, company=company, phase=to, tokens=tokens, trains=tuple(trains))
    yield Formation(company, members, after, returned, tuple(unknown))


def _split(
    board: Board, position: Position, fleets: Fleets, to: str, table: Mapping[str, Any]
) -> Iterator[Formation]:
    """Yield the two companies of a split, unless a route between its homes calls it off."""
    old, (first, second) = str(table["company"]), table["into"]
    if old not in position.tokens or _connected(board, old, table["connects"]):
        return
    limit = int(table.get("markers_each", 0))
    tokens = dict(position.tokens)
    dealt: dict[str, list[str]] = {first: [], second: []}
    staying: list[str] = []
    for place in tokens.pop(old):
        new = first if place.partition(".")[0] in table["first_takes"] else second
        (staying if limit and len(dealt[new]) >= limit else dealt[new]).append(place)
    if staying:
        tokens[old] = tuple(staying)
    trains = sorted(fleets.get(old, ()), reverse=True)
    for number, company in enumerate((first, second)):
        standing = {**tokens, **{name: tuple(places) for name, places in dealt.items()}}
        mine = tuple(trains[number::2])
        after = replace(position, company=company, phase=to, tokens=standing, trains=mine)
        unknown = () if old in fleets else (f"the trains of {old}",)
        yield Formation(company, (old,), after, 0, unknown)


def _connected(board: Board, company: str, hexes: tuple[str, ...]) -> bool:
    """Whether some company has a route that joins the markers on these hexes."""
    cities = {stop for stop in own_stations(board, company) if stop[0] in hexes}
    companies = {name for names in board.markers.values() for name in names}
    return len(cities) == len(hexes) and any(
        cities <= reach_of(board, name, starts=[station]).stops
        for name in companies
        for station in own_stations(board, name)
    )
