"""What a train keeps in mind along a path: a few axes beside the states.

A limit is an axis that counts. A marker paid, a set of a bonus met, a stop that needs others
are axes that only rise. Every move shifts some of them and earns something; what depends on
several of them is settled when the path is done. A train without limits has none to count.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
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
        """Return where each step comes to, for an axis that does not count."""
        steps = np.arange(self.size)
        return np.minimum(steps + by, self.size - 1) if self.caps else np.maximum(steps, by)


class AxisShift(NamedTuple):
    """One way to make a move: how it shifts each axis, and what it earns."""

    shifts: tuple[int, ...]
    score: int


def pull(after: AxisTable, ways: Iterable[AxisShift], axes: Sequence[Axis]) -> AxisTable:
    """Return the best of what can follow, seen from before the move."""
    return _moved(after, ways, axes, _back)


def push(before: AxisTable, ways: Iterable[AxisShift], axes: Sequence[Axis]) -> AxisTable:
    """Return the best of what was earned so far, seen from after the move."""
    return _moved(before, ways, axes, _forth)


_Shifted = Callable[[AxisTable, AxisTable, Axis, int, int], tuple[AxisTable, AxisTable]]
"""Which part of a table goes to which part of the new one, along one axis."""


def _moved(
    known: AxisTable, ways: Iterable[AxisShift], axes: Sequence[Axis], shifted: _Shifted
) -> AxisTable:
    """Return the scores on the other side of a move, the best of all ways to make it."""
    ways = list(ways)
    if len(ways) == 1 and not ways[0].score and not any(ways[0].shifts):
        return known
    found = np.full_like(known, NEVER)
    for shifts, score in ways:
        part, room = known, found
        for at, (axis, by) in enumerate(zip(axes, shifts, strict=True), 1):
            if by:
                part, room = shifted(part, room, axis, by, at)
        np.maximum(room, part + score, out=room)
    return found


def _back(
    part: AxisTable, room: AxisTable, axis: Axis, by: int, at: int
) -> tuple[AxisTable, AxisTable]:
    if axis.counts:
        return part[_slice(at, by, None)], room[_slice(at, None, axis.size - by)]
    if axis.size == 2:  # whatever it was
        return part[_slice(at, 1, None)], room
    return part.take(axis.after(by), axis=at), room


def _forth(
    part: AxisTable, room: AxisTable, axis: Axis, by: int, at: int
) -> tuple[AxisTable, AxisTable]:
    if axis.counts:
        return part[_slice(at, None, axis.size - by)], room[_slice(at, by, None)]
    if axis.size == 2:
        return part.max(axis=at, keepdims=True), room[_slice(at, 1, None)]
    return _gathered(part, axis, by, at), room


def _gathered(part: AxisTable, axis: Axis, by: int, at: int) -> AxisTable:
    """Return what comes to each step of an axis, the best of several."""
    found = np.full_like(part, NEVER)
    for step, there in enumerate(axis.after(by)):
        room = found[_slice(at, there, there + 1)]
        np.maximum(room, part[_slice(at, step, step + 1)], out=room)
    return found


def _slice(axis: int, start: int | None, stop: int | None) -> tuple[slice, ...]:
    return (*[slice(None)] * axis, slice(start, stop))
