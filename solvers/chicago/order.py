"""In which order the hexes of a plan are built."""

from __future__ import annotations

from collections.abc import Mapping


def building_order(
    near: Mapping[str, tuple[str, ...]],
    network: frozenset[str],
    worth: Mapping[str, int],
    *,
    before: tuple[str, str] | None = None,
) -> list[str]:
    """Return the hexes of ``worth``, each next to the network as it grows.

    Whatever earns is reached as soon as possible: next comes the nearest hex with an
    income, of equally near ones the one that earns more.

    Parameters
    ----------
    worth
        What each hex of the plan earns.
    before
        Two hexes of which the first is to be built before the second, if both are.
    """
    built = set(network)
    order: list[str] = []
    left = dict.fromkeys(sorted(worth))
    while left:
        barred = {before[1]} if before and before[0] in left else set()
        way = _next_way(near, built, worth, [each for each in left if each not in barred])
        order += way
        built |= set(way)
        for each in way:
            del left[each]
    return order


def _next_way(
    near: Mapping[str, tuple[str, ...]], built: set[str], worth: Mapping[str, int], left: list[str]
) -> list[str]:
    """Return the way to the nearest hex that earns, or to any hex if none does."""
    wave = [[each] for each in left if built & set(near[each])]
    seen = {way[-1] for way in wave}
    first = wave[0]
    while wave:
        earning = [way for way in wave if worth[way[-1]]]
        if earning:
            return max(earning, key=lambda way: sum(worth[each] for each in way))
        longer = []
        for way in wave:
            for each in left:
                if each not in seen and each in near[way[-1]]:
                    seen.add(each)
                    longer.append([*way, each])
        wave = longer
    return first
