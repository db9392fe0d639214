"""Names, goods and the marks of a plan, each where it covers no other text."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from plots import palette
from plots.drawing import INK, XY, Disc, Ink, Item
from plots.island import PORT, river
from plots.island_view import IslandView
from plots.labels import Label, fitted, written
from plots.room import Room, TextSpot

_NAME, _GOODS, _PORT, _MARK, _BADGE, _ID = 0.4, 0.3, 0.3, 0.33, 0.3, 0.24
_GRAIN = 0.11
_WIDEST = 15
"""Letters in a line of goods."""
_RINGS = (0.05, 0.2, 0.45, 0.8, 1.3, 2.0, 3.0, 4.5)
"""Distances of text from what it belongs to; near places are tried first."""


@dataclass(frozen=True)
class BoardWords:
    """All text of a board; ``badges`` stand in circles."""

    labels: tuple[Label, ...]
    badges: tuple[Label, ...]


def place_words(view: IslandView) -> BoardWords:
    """Return every text of a board at its place; what matters most is placed first."""
    room = _room(view)
    labels: list[Label] = []
    badges = [
        badge
        for point, turn, letter in _turns(view)
        for badge in _placed(room, view, point, (_badge(turn, letter),), 0.2)
    ]
    for kind in ("large", "medium", "small"):
        for town in view.of_kind(kind):
            labels += _placed(room, view, town, _town_block(view, town), _reach(view, town))
    for mark in view.marks:
        if mark.point in view.visible:
            colour = palette.train_colour(mark.turn - 1)
            block = (Label((mark.text,), 0, 0, _MARK, True, colour, margin=0.06),)
            labels += _placed(room, view, mark.point, block, _reach(view, mark.point))
    for port in view.of_kind("port"):
        name = view.board.points[port].name
        if name:
            block = (Label((name,), 0, 0, _PORT, False, PORT, margin=0.05),)
            labels += _placed(room, view, port, block, _reach(view, port))
    for each in view.named:
        if each in view.visible and not view.board.points[each].name:
            block = (Label((view.board.label(each),), 0, 0, _ID, False, "#6a6a6a", margin=0.02),)
            labels += _placed(room, view, each, block, 0.08)
    return BoardWords(tuple(labels), tuple(badges))


def word_items(words: BoardWords) -> list[Item]:
    """Return the text of a board; numbers of turns stand in white circles."""
    discs = [Disc(each.x, each.y, 0.27, Ink("#ffffff", each.colour, 0.06)) for each in words.badges]
    return [*discs, *written([*words.labels, *words.badges])]


def _turns(view: IslandView) -> list[tuple[int, int, str]]:
    """Position of each turn's number: at the train's last stop, or amid new lines.

    Crossings of a turn with several stand in the middle of their way, each with its letter.
    """
    ends = {(leg.turn, ""): leg.path[-1] for leg in view.legs if not leg.letter}
    for leg in view.legs:
        if leg.letter:
            ends[leg.turn, leg.letter] = leg.path[len(leg.path) // 2]
    numbered = {turn for turn, _ in ends}
    for each in view.new:
        links = sorted(each.links)
        if links and each.turn not in numbered:
            ends[each.turn, ""] = links[len(links) // 2][1]
    return [(p, turn, letter) for (turn, letter), p in sorted(ends.items()) if p in view.visible]


def _badge(turn: int, letter: str) -> Label:
    colour = palette.train_colour(turn - 1)
    label = Label((f"{turn}{letter}",), 0, 0, _BADGE, True, colour, margin=0.15)
    return fitted(label, 0.44)


def _reach(view: IslandView, point: int) -> float:
    """Radius of a point's shape."""
    kind = view.board.kind(point)
    ring = 0.2 if point in view.wanted else 0.0
    return ring + (view.size(point) * 0.9 if kind == "large" else 0.3)


def _town_block(view: IslandView, town: int) -> tuple[Label, ...]:
    """Return a town's name, and under it its goods in few lines."""
    point = view.board.points[town]
    lines = [""]
    for good in point.goods:
        longer = f"{lines[-1]}, {good}" if lines[-1] else good
        if lines[-1] and len(longer) > _WIDEST:
            lines.append(good)
        else:
            lines[-1] = longer
    name = Label((point.name,), 0, 0, _NAME, True, INK, margin=0.05)
    if not point.goods:
        return (name,)
    goods = Label(tuple(lines), 0, 0, _GOODS, False, "#4d4d4d", margin=0.05)
    _, low, _, _ = name.box
    _, _, _, top = goods.box
    return name, goods.moved(0, low - top)


def _placed(
    room: Room, view: IslandView, point: int, block: Sequence[Label], reach: float
) -> list[Label]:
    """Return a block of labels beside a point, where it covers least; the place is taken."""
    boxes = [label.box for label in block]
    left, low = min(each[0] for each in boxes), min(each[1] for each in boxes)
    right, top = max(each[2] for each in boxes), max(each[3] for each in boxes)
    spots: list[TextSpot] = []
    for x, y, cost in _around(view.at[point], reach, (right - left) / 2, (top - low) / 2):
        half = (right - left) / 2.2
        under = {view.land_at(x + aside, y) for aside in (-half, 0.0, half)}
        abroad = under - {view.island_of.get(point), None}
        cost += 3.0 * bool(abroad)
        spots.append((x - (left + right) / 2, y - (low + top) / 2, cost))
    best = room.best(boxes, sorted(spots, key=lambda spot: spot[2]), touchy=2.0)
    if best is None:
        return []
    dx, dy, _ = best
    found = [label.moved(label.x + dx, label.y + dy) for label in block]
    for label in found:
        room.take(label.box)
    return found


def _around(
    middle: XY, reach: float, half_width: float, half_height: float
) -> Iterable[tuple[float, float, float]]:
    """Yield middles of a box beside a point: ring by ring, and how much each is disliked."""
    for gap in _RINGS:
        for step in range(24):
            angle = math.tau * step / 24
            dx, dy = math.cos(angle), math.sin(angle)
            x = middle[0] + dx * (reach + gap) + half_width * max(-1.0, min(1.0, 2 * dx))
            y = middle[1] + dy * (reach + gap) + half_height * max(-1.0, min(1.0, 2 * dy))
            yield x, y, 0.8 * gap + 0.05 * (dy > 0.5) + 0.1 * (step % 6 != 0)


def _room(view: IslandView) -> Room:
    """Obstacles for text: lines, towns, mountains, rivers."""
    left, low, width, height = view.window
    columns, rows = math.ceil(width / _GRAIN), math.ceil(height / _GRAIN)
    grid = [[0.0] * columns for _ in range(rows)]
    room = Room((left, low, left + width, low + height), _GRAIN, grid)
    for kind, reach, price in (("mountain", 0.2, 2.5), ("alpine", 0.25, 2.5), ("plain", 0.1, 1.0)):
        room.cover([view.at[each] for each in view.of_kind(kind)], reach, price)
    for a, b in view.in_sight(view.board.rivers):
        room.cover(_along(river(view.at[a], view.at[b]).points()), 0.1, 2.5)
    for lines, price in ((view.lines, 2.0), (view.new, 4.0)):
        for some in lines:
            for link in view.in_sight(some.links):
                room.cover(_along([view.at[each] for each in link]), 0.13, price)
    for leg in view.legs:
        if view.visible.issuperset(leg.path):
            room.cover(_along([view.at[each] for each in leg.path]), 0.3, 3.0)
    for town in view.of_kind("small", "medium", "large", "port"):
        reach = view.size(town) if view.board.kind(town) == "large" else 0.28
        room.cover([view.at[town]], reach + 0.05, 12.0)
    if view.train in view.visible and view.train is not None:
        room.cover([view.at[view.train]], 0.55, 12.0)
    return room


def _along(points: Sequence[XY]) -> list[XY]:
    """Return points close together along a way."""
    found = []
    for (x, y), (x2, y2) in pairwise(points):
        steps = max(1, math.ceil(math.dist((x, y), (x2, y2)) / 0.12))
        found += [(x + (x2 - x) * at / steps, y + (y2 - y) * at / steps) for at in range(steps + 1)]
    return found
