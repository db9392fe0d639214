"""Sets of small numbers as the bits of one integer: masks of stops, hexsides or plans."""

from __future__ import annotations

from collections.abc import Iterator


def ones(mask: int) -> Iterator[int]:
    """Yield the places of the bits that are set, the lowest first."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest
