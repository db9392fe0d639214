"""Branches that wait to grow, those that promise most first."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from solvers.island.deliveries.aim import NOTHING
from solvers.island.deliveries.orders.branch_growth import BranchGrowth

if TYPE_CHECKING:
    from solvers.island.deliveries.setting import Setting


class _Lot:
    """Waiting branches of one setting, and what they promise."""

    def __init__(self, setting: Setting, growth: BranchGrowth) -> None:
        self.setting, self.growth = setting, growth
        self._rows, self._values = np.zeros(0, dtype=np.int64), np.zeros(0)
        self.top = NOTHING

    def add(self, rows: Any) -> None:
        branches = self.growth.branches
        values = branches["sum"][rows] / branches["by"][rows]
        self._keep(np.concatenate([self._rows, rows]), np.concatenate([self._values, values]))

    def take(self, count: int, beat: Fraction) -> Any:
        """Return the rows that promise most, without those that promise too little."""
        hope = self._values > float(beat)
        self.growth.branches.drop(self._rows[~hope])
        rows, values = self._rows[hope], self._values[hope]
        count = min(count, len(rows))
        first = np.argpartition(-values, count - 1)[:count] if count else np.arange(0)
        rest = np.ones(len(rows), dtype=bool)
        rest[first] = False
        self._keep(rows[rest], values[rest])
        return rows[first]

    def _keep(self, rows: Any, values: Any) -> None:
        self._rows, self._values = rows, values
        self.top = NOTHING
        if len(rows):
            best, branches = rows[values.argmax()], self.growth.branches
            self.top = Fraction(int(branches["sum"][best]), int(branches["by"][best]))


class Waiting:
    """Knows the waiting branches of all settings."""

    def __init__(self) -> None:
        self._lots: dict[int, _Lot] = {}

    @property
    def top(self) -> Fraction:
        """Return what is promised at most."""
        return max((lot.top for lot in self._lots.values()), default=NOTHING)

    def add(self, setting: Setting, growth: BranchGrowth, rows: Any) -> None:
        """Let branches wait."""
        if len(rows):
            self._lots.setdefault(id(growth), _Lot(setting, growth)).add(rows)

    def take(self, count: int, beat: Fraction) -> tuple[Setting, BranchGrowth, Any]:
        """Return branches of one setting, some of which promise most of all."""
        lot = max(self._lots.values(), key=lambda each: each.top)
        return lot.setting, lot.growth, lot.take(count, beat)
