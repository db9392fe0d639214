"""Stations of one hex described in words, since people do not number them from 0."""

from __future__ import annotations

import math

from hexgraph.face import Face
from hexgraph.lattice import direction
from hexgraph.sides import hex_across
from mapdata.title import Title

_QUARTERS = (
    *("eastern", "north-eastern", "northern", "north-western"),
    *("western", "south-western", "southern", "south-eastern"),
)
_CENTRAL = 0.2
"""If the sum of the exits' directions is shorter than this, the stop has no side of its own."""


def station_words(title: Title, face: Face, index: int) -> str:
    """Description of one stop among several: ``the western one: track to C18``."""
    edges = sorted({edge for piece in face.track if index in piece.stops for edge in piece.edges})
    quarter = _quarter(title, edges, face.stops[index].at)
    across = [hex_across(title, face.hex, edge) for edge in edges]
    beyond = [title.hexes[each].name or each for each in across if each is not None]
    track = f"track to {', '.join(beyond)}" if beyond else "no track yet"
    return f"{quarter}: {track}" if quarter else track


def _quarter(title: Title, edges: list[int], at: float | None) -> str:
    """Description of a stop's place on its hex, by exits or printed position."""
    ways = [direction(title.layout, edge) for edge in edges]
    if not ways and at is not None:
        ways = [direction(title.layout, at)]
    x, y = (sum(way[axis] for way in ways) for axis in (0, 1))
    if math.hypot(x, y) < _CENTRAL:
        return ""
    return f"the {_QUARTERS[round(math.atan2(y, x) / (math.pi / 4)) % 8]} one"


def described_stations(title: Title, face: Face, stops: list[int]) -> str:
    """The ids of several stops of a hex, each with its description."""
    return " or ".join(
        f"{face.stop_id(index)} ({station_words(title, face, index)})" for index in stops
    )
