"""What networks are worth: each solved at most once, on all cores where that pays.

Most tile lays change nothing that a train could use: a spur into an empty hex, one more exit
that leads nowhere. Networks that look alike are worth the same, so they are told apart by
their stops and links and nothing else.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from bestrun.batch import Died, cores, spread
from hexgraph.network import Network
from solvers.bound import optimistic
from solvers.errors import SolverFailed
from solvers.methods import solve
from solvers.plan import Result
from solvers.problem import Problem

Key: TypeAlias = tuple[frozenset[object], frozenset[object], tuple[str, ...]]
"""Stops, links and trains without their numbers: all that decides the best plan."""

ALONE = 3.0
"""Seconds of work left from which on other processes are called; they take time to start."""


def key_of(problem: Problem) -> Key:
    """Return what a solver can see of a problem, the same for problems that are alike."""
    network = problem.network
    ids = [stop.id for stop in network.stops]
    links: frozenset[object] = frozenset(
        (
            frozenset((ids[link.a], ids[link.b])),
            frozenset(_used(network, link.mask)),
            link.hexsides,
            frozenset(link.tunnels),
        )
        for link in network.links
    )
    trains = tuple(sorted(train.name for train in problem.trains))
    return frozenset(network.stops), links, trains


def _used(network: Network, mask: int) -> Iterator[str]:
    while mask:
        lowest = mask & -mask
        yield network.resources[lowest.bit_length() - 1]
        mask ^= lowest


@dataclass(frozen=True)
class Solved:
    """A problem with its best plan."""

    problem: Problem
    result: Result


@dataclass
class Worth:
    """What is known of each network: a bound at once, the best plan when asked for.

    ``solves`` counts the problems that had to be solved; ``watch`` is told of it, and of
    how many problems are known.
    """

    jobs: int | None = None
    watch: Callable[[int, int], None] | None = None
    solves: int = 0
    _problems: dict[Key, Problem] = field(default_factory=dict)
    _solved: dict[Key, Solved] = field(default_factory=dict)
    _seconds: float = 0.0

    def add(self, problem: Problem) -> Key:
        """Remember a problem, and return by which key it is known."""
        key = key_of(problem)
        self._problems.setdefault(key, problem)
        return key

    def solved(self, key: Key) -> Solved | None:
        """Return the best plan, if it is known."""
        return self._solved.get(key)

    def bound(self, key: Key) -> int:
        """Return a revenue that is not exceeded: the best one, once that is known."""
        known = self._solved.get(key)
        return known.result.bound if known else optimistic(self._problems[key])

    @property
    def at_once(self) -> int:
        """Return how many problems it makes sense to solve at the same time.

        One by one nothing is solved for naught; only where much is left that does not count.
        """
        left = len(self._problems) - len(self._solved)
        if self._seconds * left < ALONE * max(1, self.solves):
            return 1
        return 2 * (self.jobs or cores())

    def solve(self, keys: Sequence[Key]) -> None:
        """Find the best plans of problems that are not solved yet."""
        keys = [key for key in dict.fromkeys(keys) if key not in self._solved]
        problems = [self._problems[key] for key in keys]
        started = time.perf_counter()
        if len(keys) > 1:
            results = list(spread(solve, problems, self.jobs))
        else:
            results = [solve(problem) for problem in problems]
        self._seconds += time.perf_counter() - started
        self.solves += len(keys)
        for key, problem, result in zip(keys, problems, results, strict=True):
            if isinstance(result, Died):
                raise SolverFailed("a solver died twice over one position")
            self._solved[key] = Solved(problem, result)
        if self.watch is not None:
            self.watch(len(self._solved), len(self._problems))
