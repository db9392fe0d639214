"""What a train keeps in mind along a path: a few axes beside the states.

A limit is an axis that counts. A marker paid, a set of a bonus met, a stop that needs others
are axes that only rise. Every move shifts some of them and earns something; what depends on
several of them is settled when the path is done. A train without limits has none to count.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

AxisTable = NDArray[np.int64]
"""Scores by row, and by what the train keeps in mind."""

NEVER = -(1 << 50)
"""The score of what cannot be: any sum with it stays far below every real score."""


@dataclass(frozen=True)
class Axis:
    """One thing to keep in mind, in ``size`` steps.

    With ``counts`` a move adds to it, and nothing may exceed the last step. Otherwise a move
    raises it to a level, if it is lower. With ``caps`` a move adds to it up to the last step.
    """

    size: int
    counts: bool = False
    caps: bool = False

    def sum(self, one: int, two: int) -> int:
        """Return two moves in one."""
        return one + two if self.counts or self.caps else max(one, two)

    def after(self, by: int) -> NDArray[np.intp]:
        """Index that each step leads to; beyond the last if there is no such step."""
        steps = np.arange(self.size)
        if self.counts:
            return steps + by
        return np.minimum(steps + by, self.size - 1) if self.caps else np.maximum(steps, by)


class AxisShift(NamedTuple):
    """One way to make a move: how it shifts each axis, and what it earns."""

    shifts: tuple[int, ...]
    score: int


def places_after(axes: Sequence[Axis], shifts: Sequence[int]) -> NDArray[np.int64]:
    """Return for each place on the axes, all in one line, the place after a move.

    It is one beyond the last if the move cannot be made there.
    """
    places, legal = np.zeros(1, np.int64), np.ones(1, np.bool_)
    for axis, by in zip(axes, shifts, strict=True):
        steps = axis.after(by)
        places = (places[:, None] * axis.size + np.minimum(steps, axis.size - 1)).ravel()
        legal = (legal[:, None] & (steps < axis.size)).ravel()
    return np.where(legal, places, len(places))
