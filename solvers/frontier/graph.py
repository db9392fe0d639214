"""The state graph: its paths correspond to the simple paths of a network, one to one."""

from __future__ import annotations

from dataclasses import dataclass

from solvers.frontier.pool import Ints
from solvers.frontier.track import ProblemTrack


@dataclass(frozen=True, eq=False)
class Transitions:
    """Transitions of one step that have the same effect on a route.

    Attributes
    ----------
    source, target
        Rows of this layer and of the next one; row 0 of every layer is the finished path.
    section
        The section that is used, if any.
    inner
        Stops that the path is now known to run through.
    ends
        Stops where the path begins or ends.
    mark
        Whether the path will meet a mark or has met it.
    bonus
        What the second end earns together with the first: indexes of ``StateGraph.between``.
    firsts
        Sets of sections of which this is the first that the path uses.
    cuts
        Cuts of whose rows the path now uses one pair more.
    """

    source: Ints
    target: Ints
    section: int | None
    inner: tuple[int, ...]
    ends: tuple[int, ...]
    mark: bool
    bonus: Ints | None
    firsts: tuple[frozenset[int], ...] = ()
    cuts: tuple[int, ...] = ()


@dataclass(frozen=True, eq=False)
class SectionDecision:
    """One step: a section is used or not. The rows before it and the moves to the next layer."""

    rows: int
    moves: tuple[Transitions, ...]


@dataclass(frozen=True, eq=False)
class StateGraph:
    """The steps of the sweep, layer by layer.

    Attributes
    ----------
    starts
        Rows of the first layer.
    width
        The greatest number of stops that are open at the frontier.
    order
        The sections in the order of the steps.
    between
        The bonus of each type of train for a pair of ends, a row for each bonus that differs.
    """

    steps: tuple[SectionDecision, ...]
    starts: Ints
    width: int
    track: ProblemTrack
    order: tuple[int, ...]
    between: tuple[tuple[int, ...], ...] = ((),)

    @property
    def states(self) -> int:
        """Return the number of states in all layers."""
        return sum(step.rows for step in self.steps)
