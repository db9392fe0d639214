"""Chance that is the same on every machine."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class Dice:
    """Choices drawn from a seed.

    Only :meth:`random.Random.random` promises the same numbers in every version of Python,
    so everything is made from it alone. Choices are from sequences, never from sets, whose
    order is not fixed.
    """

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def below(self, limit: int) -> int:
        """Return a whole number from 0 to ``limit`` - 1."""
        return int(self._random.random() * limit)

    def between(self, fewest: int, most: int) -> int:
        """Return a whole number from ``fewest`` to ``most``, both possible."""
        return fewest + self.below(most - fewest + 1)

    def pick(self, options: Sequence[T]) -> T:
        """Return one of the options."""
        return options[self.below(len(options))]

    def shuffled(self, options: Sequence[T]) -> list[T]:
        """Return the options in a new order."""
        result = list(options)
        for last in range(len(result) - 1, 0, -1):
            other = self.below(last + 1)
            result[last], result[other] = result[other], result[last]
        return result
