"""The way to Chicago: fewest actions, then least cost; and what it takes at the very least."""

from __future__ import annotations

from solvers.chicago.growth import Growth

WayLabel = tuple[int, int, int]
"""Cost, income (negative) and hexes of a way: the least is the best."""


def best_way(growth: Growth, target: int, limit: int) -> tuple[int, ...] | None:
    """Return the cheapest way of at most ``limit`` hexes to ``target``, within the treasury.

    Of equally cheap ways the one with the most income, then the shortest. Every hex costs
    something, so that a cheapest connection is a way and visits no hex twice.
    """
    here: dict[int, tuple[WayLabel, tuple[int, ...]]] = {}
    for steps in range(limit):
        before = dict(here)
        for each, near in enumerate(growth.near):
            ways = [before[other] for other in near if other in before]
            if growth.touching[each] and not steps:
                ways.append(((0, 0, 0), ()))
            for (cost, income, hexes), way in ways:
                label = cost + growth.cost[each], income - growth.income[each], hexes + 1
                if label[0] > growth.treasury:
                    continue
                if each not in here or label < here[each][0]:
                    here[each] = label, (*way, each)
    return here[target][1] if target in here else None


def shortest(growth: Growth, target: int) -> int:
    """Return the fewest hexes that lead to ``target``, whatever they cost."""
    wave = [each for each, touching in enumerate(growth.touching) if touching]
    seen = set(wave)
    steps = 1
    while target not in wave:
        wave = [other for each in wave for other in growth.near[each] if other not in seen]
        seen.update(wave)
        steps += 1
    return steps
