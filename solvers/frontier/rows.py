"""The rows of the packing problem: sets of links of which a plan uses at most one.

Two links exclude each other if their masks share a bit. Many bits are redundant: those used by
the same links as another bit, or by a subset of them. What remains is one row for each maximal
set of links that share a bit.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from hexgraph.network import Network

if TYPE_CHECKING:
    from solvers.frontier.sections import Sections


def rows_of(network: Network) -> list[tuple[int, ...]]:
    """Return the rows: sets of links (sorted indexes) of which a plan uses at most one each.

    Two links share a row exactly if they share a bit of their masks, and every link with a
    mask has a row.
    """
    users: dict[int, set[int]] = {}
    for index, link in enumerate(network.links):
        mask = link.mask
        while mask:
            users.setdefault(mask & -mask, set()).add(index)
            mask &= mask - 1
    sets = {frozenset(links) for links in users.values()}
    return sorted(
        tuple(sorted(links)) for links in sets if not any(links < other for other in sets)
    )


def contested(track: Sections) -> list[tuple[int, ...]]:
    """Return the rows that a simple path could violate, so that states must keep them.

    Sections between the same two nodes, at the same side of a point, or at a stop at which routes
    only end, are never used by one route together: a row of such sections holds by itself.
    """
    return [
        row for row in track.rows if any(not _apart(track, *pair) for pair in combinations(row, 2))
    ]


def _apart(track: Sections, one: int, two: int) -> bool:
    """Whether no simple path uses both sections."""
    first, second = track.sections[one], track.sections[two]
    common = set(first.nodes).intersection(second.nodes)
    stops = len(track.stops)
    return {first.a, first.b} == {second.a, second.b} or any(
        node >= stops or not track.stops[node].through for node, _ in common
    )
