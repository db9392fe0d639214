"""Backward dynamic program over the state graph, a whole layer at a time.

A move can be made in several ways, for example with a stop paid or not. Each way is an *arc* for
each transition of the move: it leads from one state to another, shifts the train's counters, and
earns something. With arcs sorted by the state they leave, the best of all is one reduction. There
are many layers of few states, so the number of numpy calls matters more than their size.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from solvers.frontier.axes import NEVER, AxisTable, places_after
from solvers.frontier.graph import StateGraph, Transitions
from solvers.frontier.ledger import Ledger
from solvers.frontier.pool import Ints


class _Arcs(NamedTuple):
    """The arcs of one step: target row and its place in the flat table, shift, score, move.

    ``sources`` are the rows that arcs leave, and ``first`` the index of the first arc of each.
    ``begin`` has that index for every row, and for one row more.
    """

    rows: int
    sources: Ints
    first: Ints
    begin: Ints
    row: Ints
    target: Ints
    shift: Ints
    score: Ints
    move: Ints


class _Way(NamedTuple):
    """One way to make a move: its shift of the counters, its score, the number of the move."""

    move: Transitions
    shift: int
    score: int
    bonus: Ints | None
    number: int


class ArcTable:
    """The arcs of a train on a state graph.

    The flat table has a row for each state: a cell for each place on the axes of the counters,
    and one more cell for shifts that exceed a limit.
    """

    def __init__(self, graph: StateGraph, ledger: Ledger) -> None:
        self.ledger = ledger
        self.accepted = ledger.accepted()
        self.places = self.accepted.size
        self.shifts: dict[tuple[int, ...], int] = {}
        shifted: list[Ints] = []
        self.layers: list[_Arcs] = []
        count = 0
        for at, step in enumerate(graph.steps):
            made: list[_Way] = []
            for move, ways, bonus in zip(
                step.moves, ledger.ways[at], ledger.bonus[at], strict=True
            ):
                for shifts, score in ways:
                    kind = self.shifts.setdefault(shifts, len(shifted))
                    if kind == len(shifted):
                        shifted.append(places_after(ledger.axes, shifts))
                    made.append(_Way(move, kind, score, bonus, count))
                count += 1
            self.layers.append(self._layer(step.rows, made))
        self.shifted = np.array(shifted, np.int64).reshape(-1, self.places)
        self.choices = any(len(ways) > 1 for moves in ledger.ways for ways in moves)
        """Whether some move can be made in several ways."""

    def _layer(self, rows: int, ways: Sequence[_Way]) -> _Arcs:
        if not ways:
            nothing = np.zeros(0, np.int64)
            begin = np.zeros(rows + 2, np.int64)
            return _Arcs(rows, nothing, nothing, begin, *[nothing] * 5)
        sizes = [len(way.move.source) for way in ways]
        source = np.concatenate([way.move.source for way in ways])
        row = np.concatenate([way.move.target for way in ways])
        figures = np.array([(way.shift, way.score, way.number) for way in ways], np.int64)
        shift, score, move = np.repeat(figures, sizes, axis=0).T
        if any(way.bonus is not None for way in ways):
            none = np.zeros(max(sizes), np.int64)
            bonus = [none[:size] for size in sizes]
            for at, way in enumerate(ways):
                if way.bonus is not None:
                    bonus[at] = way.bonus
            score = score + np.concatenate(bonus)
        order = np.argsort(source, kind="stable")
        begin = np.searchsorted(source[order], np.arange(rows + 2))
        sources = np.flatnonzero(np.diff(begin))
        row = row[order]
        target = row * (self.places + 1)
        return _Arcs(
            rows,
            sources,
            begin[sources],
            begin,
            row,
            target,
            shift[order],
            score[order],
            move[order],
        )

    def back(self, prices: Ints) -> list[AxisTable]:
        """The most that can still be earned from each state of each layer, at prices of moves."""
        table = self._empty(0)
        tables = [table]
        for layer in reversed(self.layers):
            before = self._empty(layer.rows)
            if len(layer.sources):
                places = self.shifted[layer.shift]
                places += layer.target[:, None]
                earned = table.ravel()[places]
                earned += (layer.score - prices[layer.move])[:, None]
                best = np.maximum.reduceat(earned, layer.first, axis=0)
                before[layer.sources, : self.places] = best
            table = before
            tables.append(table)
        return tables[::-1]

    def _empty(self, rows: int) -> AxisTable:
        table = np.full((rows + 1, self.places + 1), NEVER, np.int64)
        table[0, : self.places] = self.accepted.ravel()
        return table
