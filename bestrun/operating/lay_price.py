"""The price of a tile lay: terrain, hexsides with a price, the turn's surcharge, discounts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from hexgraph.bases import base_hexes
from hexgraph.board import Board
from hexgraph.face import Face, printed_faces
from hexgraph.kept import edges_of, kept_stops
from hexgraph.laid import laid_face
from hexgraph.lattice import opposite
from hexgraph.lay import colour_of, is_upgrade, shown_tile, skipped_colours, skipped_tiles
from hexgraph.succession import colour_order, possible_tiles
from mapdata.abilities import AnyAbility, TileDiscount, TileLay
from mapdata.building import LayAllowance, building
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
        """Amount paid."""
        return max(0, self.terrain + self.borders - self.discount) + self.surcharge


def lay_price(
    board: Board,
    company: Company,
    hex_id: str,
    tile: Tile,
    new: Face,
    lay: LayAllowance | None = None,
    ability: TileLay | None = None,
) -> LayPrice:
    """Cost for ``company`` of laying ``tile``, so that the hex shows ``new``.

    ``lay``: which lay of the turn it is. With ``ability`` it is a private's: the ground may be
    free or cheaper.
    """
    added = added_gauges(board.face(hex_id), new)
    surcharge = _surcharge(board, lay, added, upgrade=is_upgrade(board, hex_id, tile))
    if ability is not None and ability.free:
        return LayPrice(0, 0, surcharge + ability.cost)
    rules = building(board.title, book=board.extras.book)
    if hex_id in base_hexes(board, company.id):
        return LayPrice(0, 0, surcharge)
    if rules.skips_colours is not None:
        surcharge += rules.skips_colours.cost * skipped_colours(board, hex_id, tile)
    least = rules.least_cost
    discounts = [each for each in owned(board, company) if isinstance(each, TileDiscount)]
    discounts = [each for each in discounts if not each.hexes or hex_id in each.hexes]
    grounds = [hex_id, *rules.together.get(hex_id, ())]
    paid_for = [_ground(board, each) for each in grounds]
    words = {word for ground in paid_for for word in ground.terrain}
    costs = [cost for each in grounds for cost in _costs(board, each)]
    terrain = sum(costs)
    if not rules.upgrades_pay and colour_of(board, hex_id) != "white":
        terrain = 0
    terrain = terrain * _percent(board, added) // 100 + rules.tile_extra.get(tile.name, 0)
    for each in discounts:
        if each.terrain is not None and _meant(each, words, added):
            terrain = max(0, terrain - each.discount - terrain * each.percent // 100)
        elif each.ground:
            terrain = max(0, terrain - each.discount)
    borders, met = 0, list(met_borders(board, hex_id, new))
    for border in met:
        cheaper = sum(each.discount for each in discounts if each.terrain == border.kind)
        borders += max(0, border.cost - cheaper)
    coverable_costs = [cost for each in grounds for cost in _covered_by_cubes(board, each)]
    parts = cube_parts(board, [*coverable_costs, *(border.cost for border in met)])
    covered = sum(parts[: board.extras.cubes.get(hex_id, 0)])
    any_cost = sum(
        each.discount + (terrain + borders) * each.percent // 100
        for each in discounts
        if each.terrain is None and not each.ground
    )
    special = ability.discount if ability is not None else _own_discount(company, hex_id, tile)
    extra = ability.cost if ability is not None else 0
    return LayPrice(max(least, terrain), borders, surcharge + extra, any_cost + special + covered)


def _ground(board: Board, hex_id: str) -> Tile:
    """The tile, or the print, that says what the next tile on a hex pays for."""
    if building(board.title).terrain_again:
        return board.title.hexes[hex_id].printed
    return shown_tile(board, hex_id)


def _surcharge(
    board: Board, lay: LayAllowance | None, added: frozenset[str], *, upgrade: bool
) -> int:
    """The surcharge of a lay for being one of several of a turn."""
    if lay is None:
        return 0
    alone = {*added} if len(added) == 1 else set()
    if lay.gauge_cost:
        alone |= gauges_before(board)[0]
    cheaper = [cost for gauge, cost in lay.gauge_cost.items() if gauge in alone]
    if cheaper:
        return min(cheaper)
    return lay.upgrade_cost if upgrade and lay.upgrade_cost is not None else lay.cost


def _costs(board: Board, hex_id: str) -> list[int]:
    """The price of the ground for the next tile on a hex, skipped colours included."""
    costs = [cost.amount for cost in _ground(board, hex_id).costs]
    costs += [tile.cost for tile in skipped_tiles(board, hex_id)]
    if colour_of(board, hex_id) == "yellow" and board.face(hex_id).layers:
        again = building(board.title).cost_again.get(board.title.hexes[hex_id].printed.cost)
        costs += [] if again is None else [again]
    return costs


def _covered_by_cubes(board: Board, hex_id: str) -> list[int]:
    """The costs of the ground that cubes lower: those of a terrain."""
    return [cost.amount for cost in _ground(board, hex_id).costs if cost.terrain]


def cube_parts(board: Board, costs: Iterable[int]) -> list[int]:
    """Costs in the parts that single cubes cover, the dearest first."""
    cube = building(board.title).cube
    if cube is None:
        return []
    parts = (min(cube.covers, cost - at) for cost in costs for at in range(0, cost, cube.covers))
    return sorted(parts, reverse=True)


def coverable(board: Board, hex_id: str) -> int:
    """The number of further cubes that a hex takes: for its ground, and hexsides without track."""
    reached = edges_of(board.face(hex_id))
    sides = [_border_at(board, hex_id, edge) for edge in range(6) if edge not in reached]
    due = [*_covered_by_cubes(board, hex_id), *(border.cost for border in sides if border)]
    return len(cube_parts(board, due)) - board.extras.cubes.get(hex_id, 0)


def added_gauges(old: Face, new: Face) -> frozenset[str]:
    """The gauges of the track that a lay adds."""
    there = Counter(piece.gauge for piece in old.track)
    return frozenset(Counter(piece.gauge for piece in new.track) - there)


def gauges_before(board: Board) -> tuple[frozenset[str], frozenset[str]]:
    """The gauges of which earlier lays of the turn added track alone: surely, and perhaps.

    What lay under an upgrade the position need not tell; the tiles that it can have replaced do.
    """
    before = board.extras.before
    if before.added is not None:
        return frozenset(before.added), frozenset()
    sure: set[str] = set()
    perhaps: set[str] = set()
    for hex_id in before.lays:
        shown = board.face(hex_id)
        ways = {added_gauges(old, shown) for old in _before_it(board, shown)}
        alone = {gauge for way in ways if len(way) == 1 for gauge in way}
        (sure if len(ways) == 1 else perhaps).update(alone)
    return frozenset(sure), frozenset(perhaps - sure)


def _before_it(board: Board, shown: Face) -> Iterator[Face]:
    """Yield what can have lain on a hex before the tile that it shows: the print, or a tile."""
    order = ("white", *colour_order(board.title))
    printed = printed_faces(board.title)[shown.hex]
    was = board.title.hexes[shown.hex].printed.colour
    if not shown.layers or order.index(shown.layers[0][0].colour) - order.index(was) <= 1:
        yield printed
        return
    tile = shown.layers[0][0]
    for name in possible_tiles(board.title, shown.hex):
        other = board.title.tiles[name]
        if order.index(other.colour) + 1 != order.index(tile.colour):
            continue
        for rotation in range(6):
            face = laid_face(board.title, shown.hex, f"{name}:{rotation}")
            if kept_stops(face, shown) is not None:
                yield face


def _percent(board: Board, added: frozenset[str]) -> int:
    """Share of the ground's cost due for the track that a lay adds."""
    percent = building(board.title).track_percent
    return max((percent.get(gauge, 100) for gauge in added), default=100)


def owned(board: Board, company: Company) -> Iterator[AnyAbility]:
    """Yield the abilities of a company and of the privates that it owns."""
    yield from company.abilities
    for name in sorted(board.extras.privates):
        yield from board.title.privates[name].abilities


def _meant(discount: TileDiscount, words: Iterable[str], added: frozenset[str]) -> bool:
    """Whether a discount holds for this ground; some ask for that terrain alone."""
    found = set(words)
    if discount.track is not None and discount.track not in added:
        return False
    return discount.terrain in found and (not discount.exact_match or len(found) == 1)


def _own_discount(company: Company, hex_id: str, tile: Tile) -> int:
    """Discount of a company for certain tiles on certain hexes."""
    return max(
        (
            each.discount
            for each in company.abilities
            if isinstance(each, TileLay) and hex_id in each.hexes and tile.name in each.tiles
        ),
        default=0,
    )


def met_borders(board: Board, hex_id: str, new: Face) -> Iterator[Border]:
    """Yield the hexsides with a price that is due now: on most boards where track meets first."""
    each_side = building(board.title).borders_pay == "each"
    for edge in sorted(edges_of(new) - edges_of(board.face(hex_id))):
        crossing = board.crossings.get((hex_id, edge))
        if crossing is None:
            continue
        if not each_side and crossing.edge not in edges_of(board.face(crossing.hex)):
            continue
        border = _border_at(board, hex_id, edge)
        if border is not None:
            yield border


def _border_at(board: Board, hex_id: str, edge: int) -> Border | None:
    """The price of a hexside, from whichever side it is printed."""
    crossing = board.crossings.get((hex_id, edge))
    if crossing is None:
        return None
    return _border(board, hex_id, edge) or _border(board, crossing.hex, opposite(edge))


def _border(board: Board, hex_id: str, edge: int) -> Border | None:
    borders = board.title.hexes[hex_id].printed.borders
    return next((each for each in borders if each.edge == edge and each.cost), None)
