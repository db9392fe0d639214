"""What lies on the land: ports, towns, mountains, rivers and goods."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from hexgraph.lattice import XY
from mapdata.island.figures import BoardPlan, PointKind
from solvers.island.boards.plates import Dice, LandPart, PlateLayout, around, distance, hexagon

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
        """Return the points of a part on which nothing lies yet."""
        return [xy for xy in part.land if xy not in self.kinds and xy not in self.inside]

    def roomy(self, part: LandPart) -> list[XY]:
        """Return the free points with no town or port beside them, or all free points."""
        free = self.free(part)
        taken = self.kinds.keys() | self.inside.keys()
        return [xy for xy in free if not taken & set(around(xy))] or free

    def of(self, *kinds: PointKind) -> list[XY]:
        """Return the points of these kinds, in the order of the lattice."""
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
    """Return the goods of each town, given the towns' kinds: every good somewhere."""
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
    """Return the lines that a river from ``spring`` to some mouth cuts, or none."""
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
    """Return the three sides of a triangle, each with the triangle beyond it."""
    found = []
    for corner in sorted(triangle):
        line = triangle - {corner}
        a, b = sorted(line)
        third = next(xy for xy in around(a) if xy in around(b) and xy != corner)
        found.append((line, line | {third}))
    return found
