"""Ways back to islands on which goods must have been left."""

from __future__ import annotations

from typing import Any

import numpy as np

from solvers.island.deliveries.orders.crowd import CrowdTimes
from solvers.island.deliveries.orders.deeds import USED

_ISLANDS = 62
"""Islands that fit into a number, as bits."""


class Detours:
    """Tells which crowded branches must have been elsewhere between their visits, and how long.

    A train that sails with more goods than it can carry leaves some behind. What lies on an island
    is fetched when the branch comes to that island again. If it does not, and yet more goods are
    delivered than can have been aboard, the train was on some other island between two visits: it
    has made a *detour*, which takes time and a ship. One is counted for a branch, no more.
    """

    def __init__(self, times: CrowdTimes) -> None:
        self.times, numbers = times, times.numbers
        self._room = max(times.calendar.capacities)
        self.fit = len(numbers.islands) <= _ISLANDS
        self._bit = 1 << np.minimum(numbers.island_of, _ISLANDS)

    def beginning(self, count: int) -> dict[str, Any]:
        """Return what is known before the first visit; see :class:`Branches`."""
        zero = np.zeros(count, dtype=np.int64)
        seen = zero + self._bit[self.times.numbers.start]
        return {"seen": seen, "anchor": zero, "load": zero, "detour": zero + self.times.never}

    def after(
        self, before: dict[str, Any], to: Any, moment: Any, cards: Any
    ) -> tuple[dict[str, Any], Any]:
        """Return what is known after some visits, and which of them a detour has been made by.

        Parameters
        ----------
        before
            What was known before.
        to, moment
            Where the visits are, and when.
        cards
            The states of the cards after them.
        """
        at, never = before["at"], self.times.never
        here, there = self._bit[at], self._bit[to]
        sails, held = here != there, _bits(before["cards"] > USED)
        first = (before["load"] == 0) & sails & (np.bitwise_count(held) > self._room)
        anchor = np.where(first, before["seen"], before["anchor"])
        load = np.where(first, held, before["load"])
        back = sails & (anchor & there != 0)
        anchor, load = np.where(back, 0, anchor), np.where(back, 0, load)
        soonest = self.times.around[at, to, np.minimum(before["moment"], never)]
        detour = np.minimum(soonest, self.times.arrival[at, to, before["detour"]])
        due = (anchor != 0) & (np.bitwise_count(load & ~_bits(cards > USED)) > self._room)
        return {
            "seen": before["seen"] | there,
            "anchor": np.where(due, 0, anchor),
            "load": load,
            "detour": np.maximum(detour, np.minimum(moment, never)),
        }, due


def _bits(columns: Any) -> Any:
    return columns @ (1 << np.arange(columns.shape[1]))
