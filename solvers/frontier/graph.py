"""The state graph: a graph whose ways are all simple paths of a network, each exactly once."""

from __future__ import annotations

from dataclasses import dataclass

from solvers.frontier.pool import Ints
from solvers.frontier.track import ProblemTrack


@dataclass(frozen=True, eq=False)
class Transitions:
    """Transitions of one step that mean the same for a route.

    ``source`` and ``target`` are rows of this layer and of the next one; row 0 of every
    layer is the finished path. ``section`` is the track that is used, if any is; ``inner`` are
    stops that the path from now on runs through, ``ends`` stops where it begins or ends.
    ``mark`` tells the paths that meet a mark from those that do not, before they meet it.
    ``bonus`` is what the second end earns together with the first: a number in the
    ``between`` of the graph. ``firsts`` are sets of sections of which this one is the first that
    the path uses; ``cuts`` are those of whose rows the path has one pair more from now on.
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
    """One section decided: the number of rows before it and the moves to the next layer."""

    rows: int
    moves: tuple[Transitions, ...]


@dataclass(frozen=True, eq=False)
class StateGraph:
    """Steps in order; ``starts`` are rows of the first layer, ``width`` its most open stops.

    ``order`` has the sections in the order of the steps.
    ``between`` has for each pair of ends that differs what it earns each type of train.
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
