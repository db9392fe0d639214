"""What holds a path together: where a train is anything but one way, a ring is to be found.

A ring is told by max flow, and for parts of links as well as for whole ones: so the linear
relaxation of a program can be asked the same question as its answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ortools.graph.python.max_flow import SimpleMaxFlow

from hexgraph.network import Link

BROKEN = 0.05
"""By how much too many links a set of stops must hold to be called a ring."""

_WHOLE = 10**6
"""The flow over a whole link: max flow is a matter of whole numbers."""


def rings(
    links: Sequence[Link],
    taken: Mapping[int, float],
    visited: Mapping[int, float],
    ends: Mapping[int, float],
) -> Iterator[tuple[set[int], int]]:
    """Yield sets of stops that are not one way, and of each the stop that is visited most.

    A way holds fewer links than stops, so of links inside a set there are no more than of its
    stops without any one of them. From each stop that is visited two ways lead to the ends;
    where less than that can flow, what holds it back surrounds a set that breaks this.

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
    """Return a part as a flow; a solver's zero may lie a little below."""
    return max(0, round(part * _WHOLE))
