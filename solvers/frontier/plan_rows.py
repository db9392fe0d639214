"""The rows of the packing problem: resources that at most one route of a plan uses.

A row is a set of sections, a bonus that one route can claim, or a stop that only one route can
run through. The last kind is redundant for plans: of three ways into a stop, a route that runs
through takes two. But it tightens the linear program, where three half routes could run through,
each by another pair of ways. A route pays for such a row if it runs through the stop.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from solvers.frontier.pool import Bits, Bools, Counts, Cut, Ints, pairs_of, to_bits
from solvers.frontier.sections import Sections


@dataclass(frozen=True, eq=False)
class PlanRows:
    """Rows over columns, which are sections and claims.

    Attributes
    ----------
    shared
        Matrix of rows by columns: a plan uses at most one column of each row.
    passed, around
        Further rows: stops that at most one route runs through, and the sections at each.
    sections
        The number of columns that are sections; the others are claims.
    cuts
        The last rows: sets of an odd number of rows before them (:mod:`solvers.frontier.cuts`).
    """

    shared: Ints
    passed: tuple[int, ...]
    around: Ints
    sections: int
    cuts: tuple[Cut, ...] = ()

    def __len__(self) -> int:
        return self.plain + len(self.cuts)

    @property
    def plain(self) -> int:
        """Number of rows that are not cuts."""
        return len(self.shared) + len(self.passed)

    @property
    def supply(self) -> Ints:
        """Right-hand side: one for a row, for a cut the number of pairs that fit into it."""
        pairs = [len(cut) // 2 for cut in self.cuts]
        return np.array([*[1] * self.plain, *pairs], np.int64)

    @property
    def columns(self) -> int:
        """Number of columns."""
        return int(self.shared.shape[1])

    @property
    def on_graph(self) -> Bools:
        """Mask of the rows in a state graph: all but claims."""
        mask = np.ones(self.plain, np.bool_)
        mask[: len(self.shared)] = self.shared[:, : self.sections].any(axis=1)
        return mask

    def used(self, sections: Bits) -> Bools:
        """Rows other than cuts that routes use, by column."""
        bits = to_bits(sections, self.columns).astype(np.float32)
        parts = [
            bits @ self.shared.T.astype(np.float32) > 0.5,
            bits @ self.around.T.astype(np.float32) > 1.5,
        ]
        return np.concatenate(parts, axis=1)

    def charged(self, uses: Bools) -> Counts:
        """Use of each row by routes with these rows."""
        return np.concatenate([uses.view(np.int8), pairs_of(uses, self.cuts)], axis=1)

    def steps(self, cut: int) -> tuple[dict[int, int], frozenset[int]]:
        """Rows of a cut used by each section, and the stops that are rows of it."""
        first = len(self.shared)
        rows = [row for row in self.cuts[cut] if row < first]
        used = self.shared[rows].sum(axis=0)
        sections = {at: int(used[at]) for at in np.flatnonzero(used).tolist()}
        stops = frozenset(self.passed[row - first] for row in self.cuts[cut] if row >= first)
        return sections, stops

    def touching(self, cut: int) -> frozenset[int]:
        """The sections that can add to a cut."""
        plain = np.concatenate([self.shared, self.around])
        return frozenset(np.flatnonzero(plain[list(self.cuts[cut])].any(axis=0)).tolist())


def plan_rows(track: Sections, claims: int) -> PlanRows:
    """Return the rows over the sections of a track, and over so many claims."""
    sections = len(track.sections)
    columns = sections + claims
    rows = [*track.rows, *[(sections + claim,) for claim in range(claims)]]
    around = {stop: some for stop, some in _around(track).items() if _ways_in(track, some) == 3}
    passing = _table(list(around.values()), columns)
    return PlanRows(_table(rows, columns), tuple(around), passing, sections)


def _table(rows: Sequence[Sequence[int]], columns: int) -> Ints:
    table = np.zeros((len(rows), columns), np.int64)
    for at, row in enumerate(rows):
        table[at, list(row)] = 1
    return table


def _around(track: Sections) -> dict[int, list[int]]:
    """The sections at each stop that can be run through, dead ends left out."""
    found: dict[int, list[int]] = {}
    for number, section in enumerate(track.sections):
        for stop in (section.a, section.b):
            open_here = stop < len(track.stops) and track.stops[stop].through
            if open_here and stop not in section.dead_ends:
                found.setdefault(stop, []).append(number)
    return found


def _ways_in(track: Sections, sections: Sequence[int]) -> int:
    """Upper bound, from the rows alone, on the number of these sections that a plan uses."""
    users = [frozenset().union(*[track.users[each] for each in row]) for row in track.rows]
    taking = [{each for each in sections if track.users[each] <= links} for links in users]
    left, ways = set(sections), 0
    while left:
        left -= max((left & some for some in taking), key=len) or {left.pop()}
        ways += 1
    return ways
