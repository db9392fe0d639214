"""The site's number generator, which decides what an export leaves out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

_FACTOR, _SUMMAND, _MODULUS = 1103515245, 12345, 2**31


class Lots:
    """Successive draws of one game."""

    def __init__(self, seed: int) -> None:
        self.state = seed % _MODULUS

    def draw(self) -> int:
        """Return the next number."""
        self.state = (_FACTOR * self.state + _SUMMAND) % _MODULUS
        return self.state

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """Return the items in the order of successive draws, one for each."""
        drawn = [(self.draw(), at) for at in range(len(items))]
        return [items[at] for _, at in sorted(drawn)]
