"""What a delivery pays: the way to the nearest source, measured in points."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from mapdata.errors import InputError
from mapdata.island.board import IslandBoard
from mapdata.island.figures import Pay
from mapdata.island.position import Offer


@dataclass(frozen=True, slots=True)
class Contract:
    """A delivery with its price.

    ``crossings`` are the stretches of sea on the way that is measured: a shortest one, and
    among those one with the fewest.
    """

    good: str
    town: int
    source: int
    distance: int
    crossings: int
    bonus_sea: int
    bonus_good: int

    @property
    def pay(self) -> int:
        """What the delivery earns, in millions."""
        return self.distance + self.bonus_sea + self.bonus_good


class MeasuredWay(NamedTuple):
    """Points along a way, the crossings on it, and how many of its points are over sea."""

    distance: int
    crossings: int
    sea: int


def measure(board: IslandBoard, start: int) -> dict[int, MeasuredWay]:
    """The shortest way from ``start`` to every point, of those one with the fewest crossings.

    Steps along all links, over land and sea alike, as one measures with a ruler. A
    crossing begins where land is left for the sea. Breadth first, layer by layer: all ways to a
    point of a layer lead over the layer before, so that the least of what follows from there is it.
    """
    reached = {start: MeasuredWay(0, 0, 0)}
    layer = [start]
    while layer:
        found: dict[int, MeasuredWay] = {}
        for here in layer:
            distance, crossings, sea = reached[here]
            for there in board.neighbours[here]:
                if there not in reached:
                    out = board.sea(there) and not board.sea(here)
                    over = board.sea(there) or board.sea(here)
                    way = MeasuredWay(distance + 1, crossings + out, sea + over)
                    found[there] = min(found.get(there, way), way)
        reached.update(found)
        layer = list(found)
    return reached


def contract(board: IslandBoard, pay: Pay, offer: Offer) -> Contract:
    """What one delivery pays on this board."""
    ways = measure(board, offer.town)
    able = [town for town in board.sources[offer.good] if town in ways]
    if not able:
        town = board.label(offer.town)
        raise InputError(f"no way leads from {town} to a town that offers {offer.good}", "cards")
    source = min(able, key=lambda town: (ways[town][:2], town))
    distance, crossings, _ = ways[source]
    return Contract(
        good=offer.good,
        town=offer.town,
        source=source,
        distance=distance,
        crossings=crossings,
        bonus_sea=crossings * pay.sea,
        bonus_good=pay.goods.get(offer.good, 0),
    )
