"""A small simplex method with warm starts, for columns and rows that come one after the other.

It goes on from the last basis: new columns enter by the primal method, new rows are restored by
the dual one. Supplies are perturbed by a tiny amount, since packing problems are degenerate and
the method would stall. Its result steers the search and proves nothing.
"""

from __future__ import annotations

from copy import copy

import numpy as np

from solvers.frontier.interior import Floats
from solvers.frontier.pool import Bools, Ints

_BLUR = 1e-4
_TINY = 1e-9
_DEAR = 1e5
"""Penalty above the value of any plan."""
_PIVOTS = 4000
"""Pivots of one solve at most, far more than usual; the basis reached by then is used."""


class Simplex:
    """``max values x, uses x <= supply, x >= 0``; columns are slacks and routes.

    ``ids`` names the route of each column, -1 for slacks.
    """

    def __init__(self, supply: Floats) -> None:
        rows = len(supply)
        self.blur = np.random.default_rng(1)
        self.table = np.eye(rows)
        self.left = supply + _BLUR * self.blur.random(rows)
        self.waste = np.zeros(rows)
        self.basis = np.arange(rows)
        self.slacks = np.arange(rows)
        self.ids: Ints = np.full(rows, -1)

    @property
    def prices(self) -> Floats:
        """Dual value of each supply."""
        worth: Floats = self.waste[self.slacks]
        return worth

    def shares(self) -> tuple[Ints, Floats]:
        """Return the routes in the solution, and the share of each."""
        at = self.ids[self.basis]
        used = (at >= 0) & (self.left > 1e-6)
        return at[used], self.left[used]

    def add_routes(self, ids: Ints, values: Floats, uses: Floats) -> None:
        """Let routes in: a column of ``uses`` for each."""
        self.waste = np.concatenate([self.waste, self.prices @ uses - values])
        self.table = np.concatenate([self.table, self.table[:, self.slacks] @ uses], axis=1)
        self.ids = np.concatenate([self.ids, ids])

    def add_rows(self, uses: Floats, supply: Floats) -> None:
        """Add rows, over the columns as they are now."""
        rows, columns = self.table.shape
        new = len(uses)
        share = uses[:, self.basis]
        table = np.zeros((rows + new, columns + new))
        table[:rows, :columns] = self.table
        table[rows:, :columns] = uses - share @ self.table
        table[rows:, columns:] = np.eye(new)
        self.table = table
        blurred = supply + _BLUR * self.blur.random(new)
        self.left = np.concatenate([self.left, blurred - share @ self.left])
        self.waste = np.concatenate([self.waste, np.zeros(new)])
        self.ids = np.concatenate([self.ids, np.full(new, -1)])
        fresh = np.arange(columns, columns + new)
        self.basis = np.concatenate([self.basis, fresh])
        self.slacks = np.concatenate([self.slacks, fresh])

    def without(self, ids: Ints) -> Simplex:
        """Return a copy that drops routes: those in the basis get a penalty and leave it next."""
        other = copy(self)
        other.table, other.left = self.table.copy(), self.left.copy()
        other.basis, other.slacks = self.basis.copy(), self.slacks.copy()
        gone = np.isin(self.ids, ids)
        used = np.flatnonzero(gone[self.basis])
        other.waste = self.waste - _DEAR * self.table[used].sum(axis=0)
        other.waste[self.basis] = 0.0
        other.drop(gone)
        return other

    def drop(self, unwanted: Bools) -> None:
        """Forget columns of routes, unless they are in use."""
        kept = ~unwanted | (self.ids < 0)
        kept[self.basis] = True
        number = np.cumsum(kept) - 1
        self.table = np.ascontiguousarray(self.table[:, kept])
        self.waste, self.ids = self.waste[kept], self.ids[kept]
        self.basis, self.slacks = number[self.basis], number[self.slacks]

    def drop_rows(self, first: int) -> Bools:
        """Forget rows that do not bind, those before ``first`` excepted; return which stay."""
        binding = np.ones(len(self.slacks), np.bool_)
        binding[first:] = ~np.isin(self.slacks[first:], self.basis)
        if not binding.all():
            gone = self.slacks[~binding]
            rows = ~np.isin(self.basis, gone)
            columns = np.ones(len(self.ids), np.bool_)
            columns[gone] = False
            number = np.cumsum(columns) - 1
            self.table = np.ascontiguousarray(self.table[rows][:, columns])
            self.left, self.basis = self.left[rows], number[self.basis[rows]]
            self.waste, self.ids = self.waste[columns], self.ids[columns]
            self.slacks = number[self.slacks[binding]]
        return binding

    def let_in(self) -> None:
        """Primal simplex: from a feasible basis to an optimal one."""
        for _ in range(_PIVOTS):
            column = int(self.waste.argmin())
            if self.waste[column] > -1e-7:
                return
            up = np.flatnonzero(self.table[:, column] > _TINY)
            if not len(up):
                return
            self._pivot(int(up[(self.left[up] / self.table[up, column]).argmin()]), column)

    def obey(self) -> None:
        """Dual simplex: from a basis that is optimal but infeasible to a feasible one."""
        for _ in range(_PIVOTS):
            row = int(self.left.argmin())
            if self.left[row] > -_TINY:
                return
            down = np.flatnonzero(self.table[row] < -_TINY)
            if not len(down):
                return
            self._pivot(row, int(down[(self.waste[down] / -self.table[row, down]).argmin()]))

    def _pivot(self, row: int, column: int) -> None:
        line = self.table[row] / self.table[row, column]
        amount = self.left[row] / self.table[row, column]
        others = self.table[:, column].copy()
        others[row] = 0.0
        touched = np.flatnonzero(others)
        self.table[touched] -= others[touched, None] * line
        self.table[row] = line
        self.left -= others * amount
        self.left[row] = amount
        self.waste -= self.waste[column] * line
        self.basis[row] = column
