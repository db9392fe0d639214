"""What a drawing shows, for tests that ask about pictures without painting them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from plots.curves import Curve
from plots.drawing import Drawing, Group, Item, Outline, Words
from plots.metrics import text_width

Box = tuple[float, float, float, float]


def items_of(
    items: Iterable[Item], x: float = 0.0, y: float = 0.0, scale: float = 1.0
) -> Iterator[tuple[Item, float, float, float]]:
    """Yield every item that is no group, with where it lies and how large."""
    for item in items:
        if isinstance(item, Group):
            at = x + item.x * scale, y + item.y * scale
            yield from items_of(item.part.items, *at, scale * item.scale)
        else:
            yield item, x, y, scale


def groups_of(items: Iterable[Item]) -> Iterator[Group]:
    """Yield every group, outer ones first."""
    for item in items:
        if isinstance(item, Group):
            yield item
            yield from groups_of(item.part.items)


def words(drawing: Drawing) -> list[str]:
    """Return all text, in the order in which it is painted."""
    return [item.text for item, *_ in items_of(drawing.items) if isinstance(item, Words)]


def boxes(drawing: Drawing) -> list[tuple[str, Box]]:
    """Return the box that each text covers, from its foot line to its capitals."""
    found = []
    for item, x, y, scale in items_of(drawing.items):
        if isinstance(item, Words):
            size = item.size * scale
            wide = text_width(item.text, item.bold) * size
            left = x + item.x * scale - {"left": 0, "center": 0.5, "right": 1}[item.align] * wide
            low = y + item.y * scale
            found.append((item.text, (left, low, left + wide, low + 0.73 * size)))
    return found


def overlapping(drawing: Drawing) -> list[tuple[str, str]]:
    """Return the pairs of texts of which one covers the other."""
    pairs = []
    for (one, a), (two, b) in combinations(boxes(drawing), 2):
        wide, high = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
        if wide > 0.005 and high > 0.005:
            pairs.append((one, two))
    return pairs


def points_of(outline: Outline) -> list[tuple[float, float]]:
    """Return points close together along an outline."""
    found, here = [outline.start], outline.start
    for step in (*outline.steps, *([outline.start] if outline.closed else [])):
        end = (step[-2], step[-1])
        middles = ((step[0], step[1]), (step[2], step[3])) if len(step) == 6 else (here, end)
        found += Curve(((here, *middles, end),)).samples[1:]
        here = end
    return found
