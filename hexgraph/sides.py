"""Places of a board: hexsides and what lies across them, off-board areas, stops by their names."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

from hexgraph.face import StopKey
from hexgraph.lattice import neighbour, opposite
from mapdata.places import find_hex
from mapdata.title import Title
from mapdata.written import whole


def hexside(one: str, two: str) -> str:
    """Return the name of the side between two hexes, the same from either."""
    return f"{one}|{two}" if one < two else f"{two}|{one}"


@cache
def hex_across(title: Title, hex_id: str, edge: int) -> str | None:
    """Return the hex across an edge, or ``None`` at the board's rim or a sealed edge."""
    here = title.hexes[hex_id]
    if edge in here.printed.sealed:
        return None
    across = hex_at(title).get(neighbour(title.layout, here.xy, edge))
    if across is None or opposite(edge) in title.hexes[across].printed.sealed:
        return None
    return across


class Crossing(NamedTuple):
    """A hexside to be crossed: the hex beyond it, its name, its edge number in that hex."""

    hex: str
    side: str
    edge: int


@cache
def crossings(title: Title) -> dict[tuple[str, int], Crossing]:
    """Return all hexsides that track can cross, from both sides, by hex and edge."""
    found = {
        (hex_id, edge): Crossing(across, hexside(hex_id, across), opposite(edge))
        for hex_id in title.hexes
        for edge in range(6)
        if (across := hex_across(title, hex_id, edge)) is not None
    }
    for hex_id, edges in title.neighbours.items():
        for edge, across in edges.items():
            found[hex_id, edge] = Crossing(across, hexside(hex_id, across), opposite(edge))
    return found


@cache
def hex_at(title: Title) -> dict[tuple[int, int], str]:
    """Return the hexes of the board by their coordinates."""
    return {place.xy: place.id for place in title.hexes.values()}


@cache
def area_members(title: Title, area: str) -> tuple[StopKey, ...]:
    """Return all stops of an off-board area, the hex that carries its name first."""
    members = [
        (place.id, index)
        for place in title.hexes.values()
        for index, stop in enumerate(place.printed.stops)
        if stop.area == area
    ]
    return tuple(sorted(members, key=lambda key: (title.hexes[key[0]].name is None, key)))


@lru_cache(maxsize=32768)
def split_stop(title: Title, text: str) -> tuple[str, int | None]:
    """Return the hex and the index, if one is given, of ``K10``, its name, or ``K10.0``."""
    name, dot, index = text.rpartition(".")
    number = whole(index) if dot else None
    return find_hex(title, text if number is None else name), number
