"""What networks are worth: each solved at most once, many without being solved at all.

Most tile lays change nothing that a train could use: a spur into an empty hex, one more exit
that leads nowhere. Networks that look alike are worth the same, so they are told apart by
their stops and links and nothing else. And a network that lies within another is worth no
more, but for stops that pay more: what is known of one bounds the other.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from bestrun.batch import Died, cores, spread
from hexgraph.network import Network, Stop
from solvers.bound import optimistic
from solvers.clock import Clock
from solvers.errors import SolverFailed
from solvers.methods import solve
from solvers.plan import BestPlan
from solvers.problem import Problem

ALONE = 3.0
"""Seconds of work left from which on other processes are called; they take time to start."""


@dataclass(frozen=True)
class Key:
    """Stops, links and trains without their numbers: all that decides the best plan."""

    stops: frozenset[Stop]
    links: frozenset[object]
    trains: tuple[str, ...]


def key_of(problem: Problem) -> Key:
    """Return what a solver can see of a problem, the same for problems that are alike."""
    network = problem.network
    ids = [stop.id for stop in network.stops]
    links: frozenset[object] = frozenset(
        (
            frozenset((ids[link.a], ids[link.b])),
            frozenset(_used(network, link.mask)),
            link.hexsides,
            frozenset(link.marks),
        )
        for link in network.links
    )
    trains = tuple(sorted(train.name for train in problem.trains))
    return Key(frozenset(network.stops), links, trains)


def _used(network: Network, mask: int) -> Iterator[str]:
    while mask:
        lowest = mask & -mask
        yield network.resources[lowest.bit_length() - 1]
        mask ^= lowest


def excess(small: Key, large: Key) -> int | None:
    """Return how much more the best plan of ``small`` can earn than that of ``large``.

    ``None`` if ``small`` does not lie within ``large``: then nothing is known. Otherwise all
    its routes are routes there, and pay more only at stops that are worth more; each train
    is paid at most once at each of them.
    """
    if small.trains != large.trains or not small.links <= large.links:
        return None
    there = {stop.id: stop for stop in large.stops}
    more = 0
    for stop in small.stops - large.stops:
        other = there.get(stop.id)
        if other is None or stop.through > other.through or stop.home > other.home:
            return None
        if _alike(stop) != _alike(other):
            return None
        more += max(0, stop.value - other.value)
    return more * len(small.trains)


def _alike(stop: Stop) -> Stop:
    """Return a stop without what may differ between a network and one within it."""
    return replace(stop, value=0, through=False, blocked=False, home=False, name="")


@dataclass(frozen=True)
class SolvedProblem:
    """A problem with its best plan."""

    problem: Problem
    result: BestPlan


@dataclass
class Worth:
    """What is known of each network: a bound at once, the best plan when asked for.

    ``solves`` counts the problems that had to be solved; ``watch`` is told of it, and of
    how many problems are known. When the time of ``clock`` is over, whatever is asked for
    next raises :class:`TimeoutError`, and on Ctrl-C :class:`KeyboardInterrupt`; what is known
    by then stays known.
    """

    jobs: int | None = None
    watch: Callable[[int, int], None] | None = None
    clock: Clock = field(default_factory=Clock)
    solves: int = 0
    _problems: dict[Key, Problem] = field(default_factory=dict)
    _solved: dict[Key, SolvedProblem] = field(default_factory=dict)
    _guessed: dict[Key, SolvedProblem] = field(default_factory=dict)
    _bounds: dict[Key, int] = field(default_factory=dict)
    _seconds: float = 0.0

    def add(self, problem: Problem) -> Key:
        """Remember a problem, and return by which key it is known."""
        if self._problems:
            self.clock.check()
        key = key_of(problem)
        if key not in self._problems:
            self._problems[key] = problem
            self._bounds[key] = optimistic(problem)
        return key

    def solved(self, key: Key) -> SolvedProblem | None:
        """Return the best plan, if it is known."""
        return self._solved.get(key)

    def best_known(self, key: Key) -> SolvedProblem | None:
        """Return the best plan, or one that was found before the time was over."""
        return self._solved.get(key) or self._guessed.get(key)

    def bound(self, key: Key) -> int:
        """Return a revenue that is not exceeded: the best one, once that is known."""
        return self._bounds[key]

    @property
    def at_once(self) -> int:
        """Return how many problems it makes sense to solve at the same time.

        One by one nothing is solved for naught; only where much is left that does not count.
        """
        left = len(self._problems) - len(self._solved)
        if self._seconds * left < ALONE * max(1, self.solves):
            return 1
        return 2 * (self.jobs or cores())

    def compare(self, key: Key) -> None:
        """Better the bound of a problem by what is known of others.

        If a network within it earns as much as that allows, its plan is the best here too.
        """
        if key in self._solved:
            return
        least: SolvedProblem | None = None
        for other, solved in self._solved.items():
            more = excess(key, other)
            if more is not None:
                self._bounds[key] = min(self._bounds[key], solved.result.bound + more)
            if excess(other, key) == 0 and (
                least is None or solved.result.revenue > least.result.revenue
            ):
                least = solved
        if least is not None and least.result.revenue == self._bounds[key]:
            self._solved[key] = least

    def solve(self, keys: Sequence[Key]) -> None:
        """Find the best plans of problems that are not solved yet."""
        keys = [key for key in dict.fromkeys(keys) if key not in self._solved]
        problems = [self._problems[key] for key in keys]
        started = time.perf_counter()
        ask = partial(solve, time_limit=self.clock.left)
        results = spread(ask, problems, self.jobs) if len(keys) > 1 else map(ask, problems)
        unproven: BestPlan | None = None
        for key, problem, result in zip(keys, problems, results, strict=True):
            if isinstance(result, Died):
                raise SolverFailed("a solver died twice over one position")
            self.solves += 1
            self._bounds[key] = min(self._bounds[key], result.bound)
            if result.proven:
                self._solved[key] = SolvedProblem(problem, result)
            else:
                self._guessed[key] = SolvedProblem(problem, result)
                unproven = result
        self._seconds += time.perf_counter() - started
        if self.watch is not None:
            self.watch(len(self._solved), len(self._problems))
        if unproven is not None:
            raise KeyboardInterrupt if unproven.interrupted else TimeoutError
