"""What the links of a network compete for, brought down to as few rows as possible.

Two links exclude each other when their masks share a bit. Many bits say the same: those
used by the same links, and those whose links are all among the links of another bit. What
remains is one row for each largest set of links of which a plan can use only one.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from hexgraph.network import Network

if TYPE_CHECKING:
    from solvers.frontier.sections import Sections


def rows_of(network: Network) -> list[tuple[int, ...]]:
    """Return sets of links (sorted indexes), of each of which a plan uses at most one.

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
    """Return the rows that one route could break, were it not forbidden.

    Sections between the same two nodes, at the same side of a point, or at a stop at which routes
    only end, are never used together in a route anyway: a row of such needs no watching.
    """
    return [
        row for row in track.rows if any(not _apart(track, *pair) for pair in combinations(row, 2))
    ]


def _apart(track: Sections, one: int, two: int) -> bool:
    """Whether no route uses both sections, whatever else they share."""
    first, second = track.sections[one], track.sections[two]
    common = set(first.nodes).intersection(second.nodes)
    stops = len(track.stops)
    return {first.a, first.b} == {second.a, second.b} or any(
        node >= stops or not track.stops[node].through for node, _ in common
    )
