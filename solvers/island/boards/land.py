"""Eight hexagonal plates laid out by chance, their land, and what lies on the land.

Points have the doubled coordinates of the lattice's pointy rows: six neighbours each, two apart
within a row. A plate is all points within ``radius`` steps of its middle; its rim is sea, so that
islands of different plates never touch, but for the halves of a peninsula.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Iterable, Sequence, Set
from dataclasses import dataclass, field
from functools import cache
from typing import TypeVar

from hexgraph.lattice import OFFSETS, XY, neighbour
from mapdata.island.figures import BoardPlan, PointKind

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
        """A whole number from 0 to ``limit`` - 1."""
        return int(self._random.random() * limit)

    def between(self, fewest: int, most: int) -> int:
        """A whole number from ``fewest`` to ``most``, both possible."""
        return fewest + self.below(most - fewest + 1)

    def pick(self, options: Sequence[T]) -> T:
        """One of the options."""
        return options[self.below(len(options))]

    def shuffled(self, options: Sequence[T]) -> list[T]:
        """The options in a new order."""
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
    """The six neighbours of a point."""
    return [neighbour("pointy", xy, edge) for edge in range(6)]


def distance(a: XY, b: XY) -> int:
    """The steps between two points on an open lattice."""
    dx, dy = abs(a[0] - b[0]), abs(a[1] - b[1])
    return dy + max(0, dx - dy) // 2


def hexagon(middle: XY, radius: int) -> list[XY]:
    """All points within ``radius`` steps, row by row."""
    x, y = middle
    return [(x + dx, y + dy) for dx, dy in _hexagon(radius)]


@cache
def _hexagon(radius: int) -> tuple[XY, ...]:
    rows = range(-radius, radius + 1)
    return tuple(
        (dx, dy) for dy in rows for dx in range(-2 * radius + abs(dy), 2 * radius - abs(dy) + 1, 2)
    )


def middle_of(slot: XY, radius: int) -> XY:
    """The middle of the plate at ``slot``: hexagons of points without a gap."""
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
    """The two slots of the peninsula, each with the slot its land looks to."""
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
    """The points of a straight way, so that land and side belong together."""
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
    """The points enclosed by ``land``."""
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


Triangle = frozenset[XY]


@dataclass
class Country:
    """A board in the making: the kind of each land point, town by town."""

    layout: PlateLayout
    kinds: dict[XY, PointKind] = field(default_factory=dict)
    inside: dict[XY, XY] = field(default_factory=dict)
    """Points within a large town, to its middle."""
    rivers: list[tuple[XY, XY]] = field(default_factory=list)

    def free(self, part: LandPart) -> list[XY]:
        """The points of a part on which nothing lies yet."""
        return [xy for xy in part.land if xy not in self.kinds and xy not in self.inside]

    def roomy(self, part: LandPart) -> list[XY]:
        """The free points with no town or port beside them, or all free points."""
        free = self.free(part)
        taken = self.kinds.keys() | self.inside.keys()
        return [xy for xy in free if not taken & set(around(xy))] or free

    def of(self, *kinds: PointKind) -> list[XY]:
        """The points of these kinds, in the order of the lattice."""
        return sorted(xy for xy, kind in self.kinds.items() if kind in kinds)


def settle(layout: PlateLayout, plan: BoardPlan, dice: Dice) -> Country:
    """Put everything on the land, the largest things first."""
    country = Country(layout)
    _large_towns(country, plan, dice)
    for part in layout.parts:
        _ports(country, part, plan.ports[part.role != "twin"], dice)
    for _ in range(plan.medium):
        _town(country, "medium", dice)
    for _ in range(plan.small):
        _town(country, "small", dice)
    for part in layout.parts:
        _mountains(country, part, plan, dice)
        for _ in range(plan.rivers):
            _river(country, part, plan, dice)
    for part in layout.parts:
        country.kinds.update(dict.fromkeys(country.free(part), "plain"))
    return country


def share_goods(
    towns: list[str], goods: Iterable[str], plan: BoardPlan, dice: Dice
) -> list[set[str]]:
    """The goods of each town, given the towns' kinds: every good somewhere."""
    offered: list[set[str]] = [set() for _ in towns]
    room = [town for town, kind in enumerate(towns) for _ in range(plan.goods_of[kind])]
    count = dict.fromkeys(goods, 0)
    waiting = dice.shuffled(list(count))
    for town in dice.shuffled(room):
        able = [good for good in waiting if good not in offered[town]] or [
            good for good in count if good not in offered[town] and 0 < count[good] < plan.sources
        ]
        if able:
            good = able[0] if waiting else dice.pick(able)
            offered[town].add(good)
            count[good] += 1
            waiting = [each for each in waiting if each != good]
    return offered


def _large_towns(country: Country, plan: BoardPlan, dice: Dice) -> None:
    able = [part for part in country.layout.parts if part.role != "twin"]
    for part in dice.shuffled(able)[: plan.large]:
        country.kinds[part.core] = "large"
        country.inside.update(dict.fromkeys(hexagon(part.core, 1), part.core))
        del country.inside[part.core]


def _ports(country: Country, part: LandPart, count: int, dice: Dice) -> None:
    """Put ports on the coast, far from each other."""
    land = {xy for each in country.layout.parts for xy in each.land}
    sea = country.layout.points - land
    coast = [xy for xy in country.free(part) if any(each in sea for each in around(xy))]
    roomy = [xy for xy in country.roomy(part) if xy in coast] or coast
    ports: list[XY] = []
    while roomy and len(ports) < count:
        chances = [dice.pick(roomy) for _ in range(1 if not ports else 6)]
        far = {xy: min([distance(xy, port) for port in ports] or [0]) for xy in chances}
        ports.append(max(chances, key=lambda xy: (far[xy], xy)))
        country.kinds[ports[-1]] = "port"
        roomy = [xy for xy in roomy if distance(xy, ports[-1]) > 1]


def _town(country: Country, kind: PointKind, dice: Dice) -> None:
    """Found a town on the part with most land for each of its towns."""
    towns = set(country.of("small", "medium", "large"))

    def space(part: LandPart) -> float:
        return len(part.land) / (1 + 2 * len(towns & set(part.land)))

    part = max(country.layout.parts, key=lambda part: (space(part), part.core))
    country.kinds[dice.pick(country.roomy(part))] = kind


def _mountains(country: Country, part: LandPart, plan: BoardPlan, dice: Dice) -> None:
    """Raise a ridge: a walk over free land, one in some points alpine."""
    free = country.free(part)
    if not free:
        return
    here = dice.pick(free)
    for _ in range(dice.between(*plan.mountains)):
        country.kinds[here] = "alpine" if dice.below(plan.alpine) == 0 else "mountain"
        free.remove(here)
        nearby = [xy for xy in around(here) if xy in free]
        if not free:
            return
        here = dice.pick(nearby or free)


def _river(country: Country, part: LandPart, plan: BoardPlan, dice: Dice) -> None:
    """Let a river run from beside a mountain to the sea, between the points.

    It goes from triangle to triangle of neighbouring points; what it cuts is the line
    between the two points that both triangles share.
    """
    land = {xy for each in country.layout.parts for xy in each.land}
    heights = {xy for xy in part.land if country.kinds.get(xy) in ("mountain", "alpine")}
    cut = {frozenset(ends) for ends in country.rivers}

    def wet(triangle: Triangle) -> bool:
        return bool(triangle - land)

    def open_line(line: frozenset[XY]) -> bool:
        town = country.inside.keys() | set(country.of("large"))
        return line <= land and not line & town and line not in cut

    springs = sorted(
        {tri for xy in sorted(heights) for tri in _triangles(xy) if tri <= land}, key=sorted
    )
    for spring in dice.shuffled(springs):
        way = _way_to_sea(spring, wet, open_line, plan, dice)
        if way:
            country.rivers.extend((a, b) for a, b in map(sorted, way))
            return


def _way_to_sea(
    spring: Triangle,
    wet: Callable[[Triangle], bool],
    open_line: Callable[[frozenset[XY]], bool],
    plan: BoardPlan,
    dice: Dice,
) -> list[frozenset[XY]]:
    """The lines that a river from ``spring`` to some mouth cuts, or none."""
    before: dict[Triangle, tuple[Triangle, frozenset[XY]]] = {}
    depth = {spring: 0}
    mouths = []
    queue = deque([spring])
    while queue:
        here = queue.popleft()
        if wet(here):
            if depth[here] >= plan.river_length[0]:
                mouths.append(here)
            continue
        if depth[here] == plan.river_length[1]:
            continue
        for line, there in _across(here):
            if there not in depth and open_line(line):
                depth[there], before[there] = depth[here] + 1, (here, line)
                queue.append(there)
    if not mouths:
        return []
    here, way = dice.pick(mouths), []
    while here in before:
        here, line = before[here]
        way.append(line)
    return way


def _triangles(xy: XY) -> list[Triangle]:
    ring = around(xy)
    return [frozenset({xy, ring[edge - 1], ring[edge]}) for edge in range(6)]


def _across(triangle: Triangle) -> list[tuple[frozenset[XY], Triangle]]:
    """The three sides of a triangle, each with the triangle beyond it."""
    found = []
    for corner in sorted(triangle):
        line = triangle - {corner}
        a, b = sorted(line)
        third = next(xy for xy in around(a) if xy in around(b) and xy != corner)
        found.append((line, line | {third}))
    return found
