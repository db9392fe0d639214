"""What a delivery pays: the way to the nearest source, measured in points."""

from __future__ import annotations

from dataclasses import dataclass

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
        """Return what the delivery earns, in millions."""
        return self.distance + self.bonus_sea + self.bonus_good


def measure(board: IslandBoard, start: int) -> dict[int, tuple[int, int]]:
    """Return distance and crossings from ``start`` to every point that can be reached.

    Steps along all links, over land and sea alike, as one measures with a ruler. A
    crossing begins where land is left for the sea.
    """
    reached = {start: (0, 0)}
    layer = [start]
    while layer:
        found: dict[int, int] = {}
        distance = reached[layer[0]][0] + 1
        for here in layer:
            crossings = reached[here][1]
            for there in board.neighbours[here]:
                if there not in reached:
                    more = crossings + (board.sea(there) and not board.sea(here))
                    found[there] = min(found.get(there, more), more)
        reached.update((there, (distance, crossings)) for there, crossings in found.items())
        layer = list(found)
    return reached


def contract(board: IslandBoard, pay: Pay, offer: Offer) -> Contract:
    """Return what one delivery pays on this board."""
    ways = measure(board, offer.town)
    able = [town for town in board.sources[offer.good] if town in ways]
    if not able:
        town = board.label(offer.town)
        raise InputError(f"no way leads from {town} to a town that offers {offer.good}", "cards")
    source = min(able, key=lambda town: (ways[town], town))
    distance, crossings = ways[source]
    return Contract(
        good=offer.good,
        town=offer.town,
        source=source,
        distance=distance,
        crossings=crossings,
        bonus_sea=crossings * pay.sea,
        bonus_good=pay.goods.get(offer.good, 0),
    )
