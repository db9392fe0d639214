"""The changes of a move, marked on the board after it."""

from __future__ import annotations

from collections.abc import Iterable

from plots import palette
from plots.board import Scene
from plots.drawing import Disc, Ink, Item, Shape, group, polygon
from plots.stops import slot_offsets, slot_radius


def new_items(scene: Scene, tiles: Iterable[str], markers: Iterable[tuple[str, int]]) -> list[Item]:
    """Return a rim around every new tile, and a ring around the last marker of every stop."""
    found: list[Item] = []
    for hex_id in tiles:
        view = scene.by_hex.get(hex_id)
        if view is None:
            continue
        rims = [Shape((polygon(view.corners()),), ink) for ink in _INKS]
        found.append(group(rims, ("new", hex_id)))
    for hex_id, index in markers:
        view = scene.by_hex.get(hex_id)
        if view is None:
            continue
        spot, place = view.spots[index], view.place(index)
        slots, standing = slot_offsets(spot), len(scene.board.markers.get((hex_id, index), ()))
        x, y = slots[min(standing, len(slots)) - 1]
        rings = [Disc(place.x + x, place.y + y, slot_radius(spot), ink) for ink in _INKS]
        found.append(group(rings, ("new", scene.board.stop_id((hex_id, index)))))
    return found


_INKS = (Ink(rim="#ffffff", width=0.15), Ink(rim=palette.NEW, width=0.085))
