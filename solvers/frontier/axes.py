"""The counters of a train along a path: a few axes beside the states of the graph.

A limit is an axis that counts. A paid marker, the best paying stop of a bonus, or a stop that
needs others is an axis that only rises. A move shifts some axes and earns something. Whatever
depends on several axes is settled when the path is complete.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

AxisTable = NDArray[np.int64]
"""Scores by state and place on the axes."""

NEVER = -(1 << 50)
"""The score of what is impossible: any sum with it stays far below every real score."""


@dataclass(frozen=True)
class Axis:
    """One counter with ``size`` steps.

    With ``counts``, moves add to it and may not exceed the last step. With ``caps``, moves add to
    it but stop at the last step. Otherwise a move raises it to a level, if it is lower.
    """

    size: int
    counts: bool = False
    caps: bool = False

    def sum(self, one: int, two: int) -> int:
        """The shift by two moves one after the other."""
        return one + two if self.counts or self.caps else max(one, two)

    def after(self, by: int) -> NDArray[np.intp]:
        """Index that each step leads to; beyond the last if there is no such step."""
        steps = np.arange(self.size)
        if self.counts:
            return steps + by
        return np.minimum(steps + by, self.size - 1) if self.caps else np.maximum(steps, by)


class AxisShift(NamedTuple):
    """One way to make a move: the shift of each axis, and the score."""

    shifts: tuple[int, ...]
    score: int


def places_after(axes: Sequence[Axis], shifts: Sequence[int]) -> NDArray[np.int64]:
    """The place after a move for each place on the axes, all flattened to one line.

    It is one beyond the last where the move is illegal.
    """
    places, legal = np.zeros(1, np.int64), np.ones(1, np.bool_)
    for axis, by in zip(axes, shifts, strict=True):
        steps = axis.after(by)
        places = (places[:, None] * axis.size + np.minimum(steps, axis.size - 1)).ravel()
        legal = (legal[:, None] & (steps < axis.size)).ravel()
    return np.where(legal, places, len(places))
