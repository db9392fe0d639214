"""Graph searches over any nodes with neighbours: breadth-first, components, Dijkstra."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Hashable, Iterable, Mapping
from itertools import count
from typing import TypeVar

Node = TypeVar("Node", bound=Hashable)


def reached(
    starts: Iterable[Node], neighbours: Callable[[Node], Iterable[Node]]
) -> dict[Node, int]:
    """Return every node reachable from ``starts``, nearest first, with its distance in steps."""
    steps = dict.fromkeys(starts, 0)
    wave = list(steps)
    for here in wave:
        for there in neighbours(here):
            if there not in steps:
                steps[there] = steps[here] + 1
                wave.append(there)
    return steps


def before_each(start: Node, neighbours: Callable[[Node], Iterable[Node]]) -> dict[Node, Node]:
    """Return the node before each on a way of fewest steps from ``start``, nearest first.

    Before ``start`` comes ``start`` itself.
    """
    before = {start: start}
    wave = [start]
    for here in wave:
        for there in neighbours(here):
            if there not in before:
                before[there] = here
                wave.append(there)
    return before


def way_to(end: Node, before: Mapping[Node, Node]) -> list[Node]:
    """Return the nodes of the way that ``before_each`` found to ``end``, both ends included."""
    way = [end]
    while before[way[-1]] != way[-1]:
        way.append(before[way[-1]])
    return way[::-1]


def pieces(
    nodes: Iterable[Node], neighbours: Callable[[Node], Iterable[Node]]
) -> list[tuple[Node, ...]]:
    """Return the connected components of ``nodes``, in the order of their first nodes."""
    left = dict.fromkeys(nodes)
    groups = []
    while left:
        first = next(iter(left))
        group = tuple(reached([first], lambda here: [n for n in neighbours(here) if n in left]))
        for each in group:
            del left[each]
        groups.append(group)
    return groups


def cheapest(
    starts: Mapping[Node, int], arcs: Callable[[Node], Iterable[tuple[Node, int]]]
) -> dict[Node, int]:
    """Cost of the cheapest path to each node: Dijkstra's algorithm.

    ``starts`` have their own costs; ``arcs`` gives the nodes that follow one, each with what
    going there costs, which is never negative.
    """
    costs: dict[Node, int] = {}
    ticket = count()
    queue = [(cost, next(ticket), start) for start, cost in starts.items()]
    heapq.heapify(queue)
    while queue:
        cost, _, here = heapq.heappop(queue)
        if here in costs:
            continue
        costs[here] = cost
        for there, more in arcs(here):
            if there not in costs:
                heapq.heappush(queue, (cost + more, next(ticket), there))
    return costs
