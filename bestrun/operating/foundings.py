"""Homes that a company without a printed one may choose, and what its markers cost there."""

from __future__ import annotations

from functools import cache

from hexgraph.board import Board
from hexgraph.face import StopKey
from hexgraph.lattice import distance
from hexgraph.lay import Refusal
from hexgraph.reach import province_borders, reach_of
from hexgraph.search import reached
from hexgraph.sides import crossings
from mapdata.building import building, has_begun, in_force
from mapdata.title import Company, Title

OUTSIDE = ("red", "blue")
"""Colours of hexes that belong to no province."""


def why_no_home(board: Board, company: Company, stop: StopKey) -> Refusal | None:
    """The reason why a company may not choose a stop as its home, or ``None``."""
    title, hex_id = board.title, stop[0]
    free = building(title).free_homes
    name = title.hexes[hex_id].name or hex_id
    kind = title.stop_kinds[board.face(hex_id).stops[stop[1]].kind]
    if not kind.marker:
        return Refusal("no-home", "a home is a city")
    if hex_id in free.never:
        return Refusal("no-home", f"{name} is never a home")
    for phase, hexes in free.until.items():
        if hex_id in hexes and not has_begun(title, phase, board.phase.name):
            return Refusal("no-home", f"{name} is no home before phase {phase}")
    if hex_id in free.kinds.get(company.kind, ()):
        return Refusal("no-home", f"{name} is no home of a {company.kind} company")
    if company.kind in free.alone and board.markers.get(stop):
        return Refusal("no-home", f"a {company.kind} company begins in a city without markers")
    return None


def home_price(board: Board, stop: StopKey) -> int | None:
    """Return the price of the home marker of a company that chooses a stop, if the title has one.

    It goes by what the city pays, or, for each of its markers, by the distance to the nearest
    tile within the same borders. Printed track counts where a route leads to it from some marker.
    """
    title, hex_id = board.title, stop[0]
    free = building(title).free_homes
    times = in_force(title, free.times_value, board.phase.name)
    if times is not None:
        return times * board.face(hex_id).stops[stop[1]].value(board.phase.stage)
    if not (prices := free.prices):
        return None
    within = _province(title, board.phase.name, hex_id)
    here = title.hexes[hex_id].xy
    away = (
        distance(title.layout, here, title.hexes[each].xy)
        for each in _built(board)
        if each in within
    )
    return prices[min(min(away, default=len(prices)), len(prices) - 1)]


def _built(board: Board) -> set[str]:
    """Return the hexes with a tile, and those with printed track that some company reaches."""
    companies = {name for names in board.markers.values() for name in names}
    found = set(board.laid)
    for company in companies:
        found |= {
            hex_id
            for hex_id in reach_of(board, company).hexes
            if board.title.hexes[hex_id].printed.track
        }
    return found


@cache
def _province(title: Title, phase: str, hex_id: str) -> frozenset[str]:
    """Return the hexes on the same side of every border that stands in a phase."""
    borders = province_borders(title, phase)

    def beside(at: str) -> list[str]:
        sides = (crossings(title).get((at, edge)) for edge in range(6))
        return [
            side.hex
            for side in sides
            if side is not None
            and side.side not in borders
            and title.hexes[side.hex].printed.colour not in OUTSIDE
        ]

    return frozenset(reached([hex_id], beside))
