"""Subtour elimination: find rings where a train is not one connected path.

Rings are found by maximum flow. That works for fractions of links as well as for whole ones,
so that the linear relaxation of a program can be cut as well as its integer answers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ortools.graph.python.max_flow import SimpleMaxFlow

from hexgraph.network import Link

BROKEN = 0.05
"""The least violation of a subtour row that is worth a cut."""

_WHOLE = 10**6
"""The capacity of a whole link, since the maximum flow works with whole numbers."""


def rings(
    links: Sequence[Link],
    taken: Mapping[int, float],
    visited: Mapping[int, float],
    ends: Mapping[int, float],
) -> Iterator[tuple[set[int], int]]:
    """Yield violated sets of stops, each with the stop in it that is visited most.

    A path has fewer links inside a set of stops than visited stops in it. From each visited
    stop two ways lead to the ends of the path. Where less can flow, the minimum cut
    surrounds a set that breaks the rule.

    Parameters
    ----------
    taken
        How much of each link is taken, by index.
    visited, ends
        How much of each stop is visited, and how much of that is an end.
    """
    flow, sink = SimpleMaxFlow(), 1 + max(visited, default=0)
    for at, part in taken.items():
        for here in (links[at].a, links[at].b):
            flow.add_arc_with_capacity(here, links[at].other(here), _capacity(part))
    for stop, part in ends.items():
        flow.add_arc_with_capacity(stop, sink, _capacity(part))
    known: set[int] = set()
    for stop in sorted(visited, key=lambda stop: -visited[stop]):
        wanted = _capacity(2 * visited[stop] - BROKEN)
        if stop not in known and wanted:
            flow.solve(stop, sink)
            if flow.optimal_flow() < wanted:
                ring = {int(each) for each in flow.get_source_side_min_cut()}
                known |= ring
                yield ring, stop


def _capacity(part: float) -> int:
    """Return a fraction as a capacity; a solver's zero may be slightly negative."""
    return max(0, round(part * _WHOLE))
