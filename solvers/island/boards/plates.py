"""Eight hexagonal plates laid out by chance, and the land on each of them.

Points have the doubled coordinates of the lattice's pointy rows: six neighbours each, two
apart within a row. A plate is all points within ``radius`` steps of its middle; its rim is
sea, so that islands of different plates never touch, but for the halves of a peninsula.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass
from functools import cache
from typing import TypeVar

from hexgraph.lattice import OFFSETS, XY, neighbour
from mapdata.island.figures import BoardPlan

T = TypeVar("T")


class Dice:
    """Choices drawn from a seed.

    Only :meth:`random.Random.random` promises the same numbers in every version of Python,
    so everything is made from it alone. Choices are from sequences, never from sets, whose
    order is not fixed.
    """

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def below(self, limit: int) -> int:
        """Return a whole number from 0 to ``limit`` - 1."""
        return int(self._random.random() * limit)

    def between(self, fewest: int, most: int) -> int:
        """Return a whole number from ``fewest`` to ``most``, both possible."""
        return fewest + self.below(most - fewest + 1)

    def pick(self, options: Sequence[T]) -> T:
        """Return one of the options."""
        return options[self.below(len(options))]

    def shuffled(self, options: Sequence[T]) -> list[T]:
        """Return the options in a new order."""
        result = list(options)
        for last in range(len(result) - 1, 0, -1):
            other = self.below(last + 1)
            result[last], result[other] = result[other], result[last]
        return result


STEPS = OFFSETS["pointy"]


@dataclass(frozen=True)
class LandPart:
    """An island or a half of the peninsula; ``core`` has room for a large town."""

    role: str
    land: tuple[XY, ...]
    core: XY


@dataclass(frozen=True)
class PlateLayout:
    """All points of a board, and the land among them, part by part."""

    points: frozenset[XY]
    parts: tuple[LandPart, ...]


def around(xy: XY) -> list[XY]:
    """Return the six neighbours of a point."""
    return [neighbour("pointy", xy, edge) for edge in range(6)]


def distance(a: XY, b: XY) -> int:
    """Return the steps between two points on an open lattice."""
    dx, dy = abs(a[0] - b[0]), abs(a[1] - b[1])
    return dy + max(0, dx - dy) // 2


def hexagon(middle: XY, radius: int) -> list[XY]:
    """Return all points within ``radius`` steps, row by row."""
    x, y = middle
    return [(x + dx, y + dy) for dx, dy in _hexagon(radius)]


@cache
def _hexagon(radius: int) -> tuple[XY, ...]:
    rows = range(-radius, radius + 1)
    return tuple(
        (dx, dy) for dy in rows for dx in range(-2 * radius + abs(dy), 2 * radius - abs(dy) + 1, 2)
    )


def middle_of(slot: XY, radius: int) -> XY:
    """Return the middle of the plate at ``slot``: hexagons of points without a gap."""
    a, b = slot
    q, r = a * (radius + 1) - b * radius, a * radius + b * (2 * radius + 1)
    return 2 * q + r, r


def lay_out(plan: BoardPlan, slots: tuple[XY, ...], apart: bool, dice: Dice) -> PlateLayout:
    """Put the plates on the slots at random and grow the land of each.

    The halves of the peninsula lie side by side with their land together, or ``apart``
    with their land towards the open sea.
    """
    roles = dice.shuffled(["twins"] * plan.twins + ["island"] * (len(slots) - 2 - plan.twins))
    halves = _halves(slots, apart, dice)
    parts: list[LandPart] = []
    points: set[XY] = set()
    for slot in slots:
        middle = middle_of(slot, plan.radius)
        points.update(hexagon(middle, plan.radius))
        if slot in halves:
            parts.append(_half(middle, halves[slot], plan, dice))
        elif roles.pop() == "twins":
            parts.extend(_twins(middle, plan, dice))
        else:
            inner = hexagon(middle, plan.radius - 1)
            core = dice.pick(hexagon(middle, 1))
            land = _grow(hexagon(core, 1), inner, dice.between(*plan.island), dice)
            parts.append(LandPart("island", land, core))
    return PlateLayout(frozenset(points), tuple(parts))


def _halves(slots: tuple[XY, ...], apart: bool, dice: Dice) -> dict[XY, XY]:
    """Return the two slots of the peninsula, each with the slot its land looks to."""
    ways = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
    beside = {slot: [(slot[0] + da, slot[1] + db) for da, db in ways] for slot in sorted(slots)}
    if not apart:
        pairs = [(a, b) for a in beside for b in beside[a] if b in beside and a < b]
        first, second = dice.pick(pairs)
        return {first: second, second: first}
    outward = {slot: [b for b in beside[slot] if b not in beside] for slot in beside}
    able = dice.shuffled([slot for slot in outward if outward[slot]])[:2]
    return {slot: dice.pick(outward[slot]) for slot in able}


def _half(middle: XY, towards: XY, plan: BoardPlan, dice: Dice) -> LandPart:
    """Grow half of the peninsula: its land reaches the whole side but the corners."""
    other = middle_of(towards, plan.radius)
    rim = [xy for xy in hexagon(middle, plan.radius) if distance(xy, middle) == plan.radius]
    side = [xy for xy in rim if any(distance(each, other) == plan.radius for each in around(xy))]
    corners = [xy for xy in side if sum(each in side for each in around(xy)) < 2]
    open_side = [xy for xy in side if xy not in corners]
    inner = hexagon(middle, plan.radius - 1)
    core = min(hexagon(middle, 1), key=lambda xy: (distance(xy, other), xy))
    start = [*hexagon(core, 1), *open_side, *_way(core, open_side[len(open_side) // 2])]
    land = _grow(start, [*inner, *open_side], dice.between(*plan.half), dice)
    return LandPart("half", land, core)


def _way(start: XY, end: XY) -> list[XY]:
    """Return the points of a straight way, so that land and side belong together."""
    way = [start]
    while way[-1] != end:
        way.append(min(around(way[-1]), key=lambda xy: (distance(xy, end), xy)))
    return way


def _twins(middle: XY, plan: BoardPlan, dice: Dice) -> list[LandPart]:
    """Grow two islands on one plate, with sea between them."""
    inner = hexagon(middle, plan.radius - 1)
    dx, dy = dice.pick(STEPS)
    reach = plan.radius - 3
    first = (middle[0] + dx * reach, middle[1] + dy * reach)
    second = (middle[0] - dx * reach, middle[1] - dy * reach)
    near = [xy for xy in inner if distance(xy, first) <= distance(xy, second) - 1]
    land = _grow([first], near, dice.between(*plan.twin), dice)
    taken = {each for xy in land for each in around(xy)} | set(land)
    free = [xy for xy in inner if xy not in taken]
    rest = _grow([second], free, dice.between(*plan.twin), dice)
    return [LandPart("twin", land, first), LandPart("twin", rest, second)]


def _grow(start: Iterable[XY], allowed: Iterable[XY], size: int, dice: Dice) -> tuple[XY, ...]:
    """Grow land from ``start``: of two chances the one with more land around wins.

    What is neither land nor connected with the rest of ``allowed`` would be a lake without
    a port; it becomes land too.
    """
    room = sorted(set(allowed) | set(start))
    land = set(start)
    while len(land) < size:
        shore = [xy for xy in room if xy not in land and any(n in land for n in around(xy))]
        if not shore:
            break
        land.add(max(dice.pick(shore), dice.pick(shore), key=lambda xy: (_company(xy, land), xy)))
    return tuple(sorted(land | _lakes(land)))


def _company(xy: XY, land: Set[XY]) -> int:
    return sum(each in land for each in around(xy))


def _lakes(land: Set[XY]) -> set[XY]:
    """Return the points enclosed by ``land``."""
    xs, ys = [x for x, _ in land], [y for _, y in land]
    left, right, top, bottom = min(xs) - 2, max(xs) + 2, min(ys) - 1, max(ys) + 1
    box = {
        (x, y) for y in range(top, bottom + 1) for x in range(left, right + 1) if (x + y) % 2 == 0
    }
    seen = {xy for xy in box if xy[0] <= left + 1 or xy[1] == top} - land
    fringe = sorted(seen)
    while fringe:
        for each in around(fringe.pop()):
            if each in box and each not in seen and each not in land:
                seen.add(each)
                fringe.append(each)
    return box - seen - land
