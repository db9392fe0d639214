"""The faults of a claim, marked on the board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from hexgraph.network import Network
from plots import palette
from plots.board import Scene
from plots.drawing import XY, Disc, Ink, Item, Shape, line
from solvers.fault import Fault


def stop_point(scene: Scene, network: Network, stop: int) -> XY | None:
    """Position of a stop in the picture, if shown; an area's is its panel."""
    seen = network.stops[stop]
    shown = [hex_id for hex_id in seen.hexes if hex_id in scene.by_hex]
    if not shown:
        return None
    key = seen.key_in(shown[0])
    area = scene.area_of.get(key)
    if area is not None:
        left, low, right, top = area.panel
        return (left + right) / 2, (low + top) / 2
    place = scene.by_hex[key[0]].place(key[1])
    return place.x, place.y


def fault_points(
    scene: Scene, network: Network, stops: Sequence[int], fault: Fault
) -> Iterator[XY]:
    """Places at which a broken rule shows: stops, legs between stops, or used track.

    A rule that the whole run breaks has no such place; it is told in the legend.
    """
    names = {stop: network.stops[stop].name for stop in stops}
    for one, two in pairwise(stops):
        if fault.where == f"{names[one]}-{names[two]}":
            ends = stop_point(scene, network, one), stop_point(scene, network, two)
            if ends[0] and ends[1]:
                yield (ends[0][0] + ends[1][0]) / 2, (ends[0][1] + ends[1][1]) / 2
            return
    named = [stop for stop, name in names.items() if name in fault.where.split(" and ")]
    for stop in named:
        at = stop_point(scene, network, stop)
        if at is not None:
            yield at[0] + 0.24, at[1] + 0.24
    if not named:
        yield from _track_points(scene, fault.where)


def _track_points(scene: Scene, where: str) -> Iterator[XY]:
    """Yield the middle of a hexside (``K10|K8``), or of track in a hex (``track K10 2``)."""
    views = scene.by_hex
    one, bar, two = where.partition("|")
    words = where.replace(".", " ").split()
    if bar and one in views and two in views:
        yield (views[one].x + views[two].x) / 2, (views[one].y + views[two].y) / 2
    elif len(words) == 3 and words[1] in views and words[2].isdecimal():
        view = views[words[1]]
        if words[0] == "track":
            yield view.curve(int(words[2])).point(0.5)
        else:
            yield view.x, view.y


def fault_items(points: Sequence[XY]) -> list[Item]:
    """Return a red cross at each place where a rule is broken."""
    arms = tuple(
        line((x - 0.16, y - 0.16 * lean), (x + 0.16, y + 0.16 * lean))
        for x, y in points
        for lean in (-1, 1)
    )
    looks = (
        Ink(rim="#ffffff", width=0.16, round=True),
        Ink(rim=palette.WRONG, width=0.1, round=True),
    )
    return [Shape(arms, ink) for ink in looks] if arms else []


def missing_items(places: Sequence[XY | None], colour: str) -> list[Item]:
    """Return a line of a claim for which there is no track: dashes from stop to stop."""
    shown = [place for place in places if place is not None]
    legs = tuple(line(one, two) for one, two in pairwise(shown) if one != two)
    items: list[Item] = []
    if legs:
        items.append(Shape(legs, Ink(rim="#ffffff", width=0.13, dash=(0.13, 0.09))))
        items.append(Shape(legs, Ink(rim=colour, width=0.09, dash=(0.11, 0.11))))
    ring = Ink(rim=colour, width=0.05)
    return [*items, *(Disc(x, y, 0.42, ring) for x, y in shown)]
