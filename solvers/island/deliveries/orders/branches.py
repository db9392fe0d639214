"""The beginnings of orders as a table: a row for each, a column for each thing known of it."""

from __future__ import annotations

from typing import Any

import numpy as np

_NARROW = (
    "at",
    "last",
    "depth",
    "moment",
    "extra",
    "slow",
    "slow_extra",
    "pay",
    "hires",
    "cost",
    "entry",
    "code",
    "held",
    "to_come",
    "sum",
    "by",
    "number",
)
_BITS = "stops", "opened"


class Branches:
    """Some visits each, where they leave the train, and lower bounds for plans that begin so.

    ============= ================================================================================
    at            where the train is
    last          the last visit
    depth         how many visits there are
    moment, extra the arrival at the last visit, and how many islands can have been opened beside
                  those that are known to be, with the train of the calendar
    slow, ...     the same with the first train
    pay           what was paid
    hires, cost   what ships cost, and lines and ships together
    stops, opened the places that were visited and the islands that are open, as bits
    joined, entry what was joined to which landfall of each island, and from which the train goes
    cards         of each card: 0 if it is open, 1 if it is used, the number of a job that is held
    code, held    the same as one number for tables, and how many goods are held
    paid, earned  the turn of each delivery, and what was paid by then
    to_come       what lines cost at least until all that is held is delivered
    sum, by       what the branch promises, as a fraction
    number        its place in the log of all visits
    ============= ================================================================================

    A row that is dropped is used again: the log has all that is needed of it.
    """

    def __init__(self, cards: int, islands: int) -> None:
        self._kinds: dict[str, tuple[Any, int | None]] = {
            **dict.fromkeys(_NARROW, (np.int32, None)),
            **dict.fromkeys(_BITS, (np.int64, None)),
            "cards": (np.int8, cards),
            "joined": (np.int64, islands),
            "paid": (np.int16, cards),
            "earned": (np.int32, cards),
        }
        self._columns = {name: self._made(name, 256) for name in self._kinds}
        self._size, self._dropped = 0, np.zeros(0, dtype=np.int64)
        self._last, self._before = np.zeros((2, 256), dtype=np.int32)
        self._logged = 0

    def _made(self, name: str, size: int) -> Any:
        kind, wide = self._kinds[name]
        return np.zeros(size if wide is None else (size, wide), dtype=kind)

    def __getitem__(self, name: str) -> Any:
        return self._columns[name]

    def add(self, columns: dict[str, Any], before: Any) -> Any:
        """Add rows, with the numbers of those they come of; return where they are."""
        count = len(columns["at"])
        rows = self._places(count)
        number = np.arange(self._logged, self._logged + count)
        self._log(columns["last"], before)
        for name, column in (columns | {"number": number}).items():
            self._columns[name][rows] = column
        return rows

    def _places(self, count: int) -> Any:
        """Return rows for so many branches: dropped ones first."""
        again, self._dropped = self._dropped[:count], self._dropped[count:]
        first, self._size = self._size, self._size + count - len(again)
        for name, known in self._columns.items():
            if self._size > len(known):
                more = self._made(name, max(self._size, 2 * len(known)) - len(known))
                self._columns[name] = np.concatenate([known, more])
        return np.concatenate([again, np.arange(first, self._size)])

    def _log(self, last: Any, before: Any) -> None:
        first, self._logged = self._logged, self._logged + len(last)
        if self._logged > len(self._last):
            more = np.zeros(max(self._logged, 2 * len(self._last)) - len(self._last), np.int32)
            self._last = np.concatenate([self._last, more])
            self._before = np.concatenate([self._before, more])
        self._last[first : self._logged] = last
        self._before[first : self._logged] = before

    def drop(self, rows: Any) -> None:
        """Let rows be used for other branches."""
        self._dropped = np.concatenate([self._dropped, rows])

    def some(self, rows: Any) -> dict[str, Any]:
        """Return the columns of some rows."""
        return {name: column[rows].astype(np.int64) for name, column in self._columns.items()}

    def visits(self, row: int) -> tuple[int, ...]:
        """Return the visits of a branch, by number."""
        return tuple(int(self._last[number]) for number in self._numbers(row))

    def _numbers(self, row: int) -> list[int]:
        """Return the places of a branch in the log, visit by visit."""
        found, number = [], int(self["number"][row])
        while self._before[number] >= 0:
            found.append(number)
            number = int(self._before[number])
        return found[::-1]
