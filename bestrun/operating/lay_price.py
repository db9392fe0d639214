"""What a tile lay costs: terrain, hexsides with a price, the turn's surcharge, discounts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from hexgraph.board import Board
from hexgraph.face import Face
from hexgraph.kept import edges_of
from hexgraph.lattice import opposite
from hexgraph.lay import shown_tile
from mapdata.abilities import AnyAbility, TileDiscount, TileLay
from mapdata.building import building
from mapdata.tile import Border, Tile
from mapdata.title import Company


@dataclass(frozen=True)
class LayPrice:
    """The parts of a price, before and after discounts.

    ``terrain`` is paid for the ground, ``borders`` for hexsides whose track now meets from
    both sides, ``surcharge`` for being one of several lays of a turn.
    """

    terrain: int
    borders: int
    surcharge: int
    discount: int = 0

    @property
    def total(self) -> int:
        """Return what is paid."""
        return max(0, self.terrain + self.borders - self.discount) + self.surcharge


def lay_price(
    board: Board,
    company: Company,
    hex_id: str,
    tile: Tile,
    new: Face,
    surcharge: int = 0,
    ability: TileLay | None = None,
) -> LayPrice:
    """Return what it costs ``company`` to lay ``tile``, so that the hex shows ``new``.

    With ``ability`` the lay is a private's: the ground may be free or cheaper.
    """
    if ability is not None and ability.free:
        return LayPrice(0, 0, surcharge + ability.cost)
    least = building(board.title).least_cost
    discounts = [each for each in owned(board, company) if isinstance(each, TileDiscount)]
    discounts = [each for each in discounts if not each.hexes or hex_id in each.hexes]
    grounds = [hex_id, *building(board.title).together.get(hex_id, ())]
    words = {word for each in grounds for word in shown_tile(board, each).terrain}
    terrain = sum(shown_tile(board, each).cost for each in grounds)
    terrain = terrain * _percent(board, hex_id, new) // 100
    for each in discounts:
        if each.terrain is not None and _meant(each, words):
            terrain = max(0, terrain - each.discount)
    borders = 0
    for border in met_borders(board, hex_id, new):
        cheaper = sum(each.discount for each in discounts if each.terrain == border.kind)
        borders += max(0, border.cost - cheaper)
    any_cost = sum(each.discount for each in discounts if each.terrain is None)
    special = ability.discount if ability is not None else _own_discount(company, hex_id, tile)
    extra = ability.cost if ability is not None else 0
    return LayPrice(max(least, terrain), borders, surcharge + extra, any_cost + special)


def _percent(board: Board, hex_id: str, new: Face) -> int:
    """Return how much of the cost of the ground is due for the track that a lay adds."""
    percent = building(board.title).track_percent
    if not percent:
        return 100
    old = Counter(piece.gauge for piece in board.face(hex_id).track)
    added = Counter(piece.gauge for piece in new.track) - old
    return max((percent.get(gauge, 100) for gauge in added), default=100)


def owned(board: Board, company: Company) -> Iterator[AnyAbility]:
    """Yield the abilities of a company and of the privates that it owns."""
    yield from company.abilities
    for name in sorted(board.also.privates):
        yield from board.title.privates[name].abilities


def _meant(discount: TileDiscount, words: Iterable[str]) -> bool:
    """Return whether a discount holds for this ground; some ask for that terrain alone."""
    found = set(words)
    return discount.terrain in found and (not discount.exact_match or len(found) == 1)


def _own_discount(company: Company, hex_id: str, tile: Tile) -> int:
    """Return what a company pays less for certain tiles on certain hexes."""
    return max(
        (
            each.discount
            for each in company.abilities
            if isinstance(each, TileLay) and hex_id in each.hexes and tile.name in each.tiles
        ),
        default=0,
    )


def met_borders(board: Board, hex_id: str, new: Face) -> Iterator[Border]:
    """Yield the hexsides with a price on which track now meets for the first time."""
    for edge in sorted(edges_of(new) - edges_of(board.face(hex_id))):
        crossing = board.crossings.get((hex_id, edge))
        if crossing is None or crossing.edge not in edges_of(board.face(crossing.hex)):
            continue
        here = _border(board, hex_id, edge)
        border = here or _border(board, crossing.hex, opposite(edge))
        if border is not None:
            yield border


def _border(board: Board, hex_id: str, edge: int) -> Border | None:
    borders = board.title.hexes[hex_id].printed.borders
    return next((each for each in borders if each.edge == edge and each.cost), None)
