"""Rules of all runs of a turn together, on the stops that they visit as bits."""

from __future__ import annotations

from collections.abc import Sequence


def hang_together(seat: int, visits: Sequence[int]) -> bool:
    """Whether runs are connected by common stops, and one of them visits the home.

    ``seat`` are the stops of the home. No runs at all hang together.
    """
    first = next((visited for visited in visits if visited & seat), None)
    if first is None:
        return not visits
    reached, left = first, list(visits)
    while left:
        near = [visited for visited in left if visited & reached]
        if not near:
            return False
        left = [visited for visited in left if not visited & reached]
        for visited in near:
            reached |= visited
    return True


def bits(stops: Sequence[int]) -> int:
    """Stops as bits."""
    return sum([1 << stop for stop in set(stops)])
