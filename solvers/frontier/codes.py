"""States as integers: the layout of their bits.

Some bits are always there: for the mark, the number of final ends, the stops that make a route,
and the class of the first end. The others are given to items while these are open: four bits to
a stop that can be run through or a point, one bit to any other item.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from solvers.errors import TooLarge
from solvers.frontier.pool import Ints
from solvers.frontier.sections import Sections
from solvers.frontier.sweep import Sweep

MOST_BITS = 62
_WIDEST = 12
"""Most stops open at a time: four bits hold three fixed states and the slot of another stop."""


@dataclass(frozen=True)
class Field:
    """Some bits of the codes."""

    shift: int
    bits: int

    def get(self, codes: Ints) -> Ints:
        """Fields decoded from the bits."""
        return (codes >> self.shift) & ((1 << self.bits) - 1)

    def put(self, codes: Ints, values: Ints | int) -> Ints:
        """Return the codes with ``values`` in this field."""
        clear = ~np.int64(((1 << self.bits) - 1) << self.shift)
        return (codes & clear) | (np.asarray(values, np.int64) << self.shift)


class Codes:
    """The bits of every item, and of the path as a whole.

    ``mark`` is 0 for paths without special track, 1 for those that will have some, 2 for those
    that have some. ``fixed`` counts the final ends, ``end`` is the class of the first of them,
    ``making`` counts up to two stops that make a route.
    """

    def __init__(self, way: Sweep, track: Sections, classes: int) -> None:
        self.mark, self.fixed, self.making = Field(0, 2), Field(2, 2), Field(4, 2)
        self.end = Field(6, (classes - 1).bit_length())
        narrow, wide = _Places(), _Places()
        placed: dict[int, tuple[_Places, int]] = {}
        for link, closing in zip(way.order, way.closing, strict=True):
            for item in way.items[link]:
                if item not in placed:
                    kind = wide if track.passable(item) else narrow
                    placed[item] = kind, kind.take()
            for item in closing:
                placed[item][0].free.append(placed[item][1])
        first = self.end.shift + self.end.bits
        self.first_slot = first + narrow.count
        self.width = wide.count
        if self.first_slot + 4 * wide.count > MOST_BITS or wide.count > _WIDEST:
            raise TooLarge(
                f"frontier cannot hold {wide.count} stops and {narrow.count} other items at a time"
            )
        self.items = {
            item: Field(first + at, 1) if kind is narrow else Field(self.first_slot + 4 * at, 4)
            for item, (kind, at) in placed.items()
        }
        slots = range(wide.count)
        self.open_ends = np.int64(sum(0b1110 << self.first_slot + 4 * slot for slot in slots))
        """Bits that are set while some piece of the path has a loose end."""

    def slot(self, stop: int) -> int:
        """Return the number of the four bits of an open stop."""
        return (self.items[stop].shift - self.first_slot) // 4


class _Places:
    """Numbered places that are handed out, and reused once they are free."""

    def __init__(self) -> None:
        self.count = 0
        self.free: list[int] = []

    def take(self) -> int:
        if self.free:
            return self.free.pop()
        self.count += 1
        return self.count - 1
