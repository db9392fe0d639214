"""Answers that are worked out once and looked up for many questions at a time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

SLOTS = 1 << 14
"""Answers that are found at once; others are found in a dictionary."""
_SPREAD = np.uint64(0x9E3779B97F4A7C15)


class Lookup:
    """A function of whole numbers, and what it gave before."""

    def __init__(self, answer: Callable[[int], int]) -> None:
        self._answer = answer
        self._known: dict[int, int] = {}
        self._keys = np.full(SLOTS, -1, dtype=np.int64)
        self._values = np.zeros(SLOTS, dtype=np.int64)

    def __call__(self, keys: Any) -> Any:
        """Return the answer for each of an array of numbers, which are not negative."""
        slots = ((keys.astype(np.uint64) * _SPREAD) >> np.uint64(50)).astype(np.int64)
        found = self._values[slots]
        (missing,) = np.nonzero(self._keys[slots] != keys)
        if len(missing):
            found[missing] = self._look_up(keys[missing], slots[missing])
        return found

    def _look_up(self, keys: Any, slots: Any) -> Any:
        different, first, back = np.unique(keys, return_index=True, return_inverse=True)
        values = np.array([self.one(key) for key in different.tolist()], dtype=np.int64)
        self._keys[slots[first]], self._values[slots[first]] = different, values
        return values[back]

    def one(self, key: int) -> int:
        """Return one answer."""
        value = self._known.get(key)
        if value is None:
            value = self._known[key] = self._answer(key)
        return value
