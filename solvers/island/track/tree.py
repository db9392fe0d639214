"""What the two exact methods for the cheapest track are asked, and what they answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from solvers.island.rules.ground import Arc


@dataclass(frozen=True)
class TreeProblem:
    """Join ``towns`` at least cost.

    Attributes
    ----------
    size
        The number of points, numbered from 0.
    arcs
        Tail, head and cost; at most one arc from a point to another.
    starts
        Points where building may begin.
    joined
        The starts are joined already (a network), or one of them must be chosen (the
        first line of all).
    towns
        What is to be reached.
    room
        How many of the arcs, in either direction, may be used at a point.
    ships
        Arcs that are crossings, not lines: they take no room.
    """

    size: int
    arcs: tuple[Arc, ...]
    starts: tuple[int, ...]
    joined: bool
    towns: frozenset[int]
    room: Mapping[int, int] = field(default_factory=dict)
    ships: frozenset[tuple[int, int]] = frozenset()


@dataclass(frozen=True)
class Tree:
    """A tree of arcs, in an order in which they can be built, with its cost and a bound."""

    arcs: tuple[Arc, ...]
    cost: int
    bound: int

    @property
    def proven(self) -> bool:
        """Return whether no tree is cheaper."""
        return self.bound == self.cost


def outward(starts: tuple[int, ...], arcs: list[Arc]) -> tuple[Arc, ...]:
    """Return arcs in an order in which each begins where an earlier one, or a start, was."""
    left, reached, order = list(arcs), set(starts), []
    while left:
        able = [arc for arc in left if arc[0] in reached]
        if not able:
            raise ValueError("arcs that begin nowhere")
        order += able
        reached.update(head for _, head, _ in able)
        left = [arc for arc in left if arc not in able]
    return tuple(order)


def crowded(problem: TreeProblem, arcs: tuple[Arc, ...]) -> list[Arc]:
    """Return the lines at some point that has no room for all of them, or nothing."""
    for point, room in sorted(problem.room.items()):
        lines = [arc for arc in arcs if point in arc[:2] and arc[:2] not in problem.ships]
        if len(lines) > room:
            return lines
    return []
