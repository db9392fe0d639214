"""The best revenue of networks: each solved at most once, many decided by bounds alone.

Most tile lays change nothing that a train could use: a spur into an empty hex, one more exit
that leads nowhere. Equal networks have the same best revenue. If one network contains another, its
best revenue is an upper bound for the other, apart from stops that pay more there. And a plan found
on one network is optimal on another if it is legal there and earns as much as the bound.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

from bestrun.batch import Died, cores, spread
from bestrun.operating.carried import Landmarks, carried
from bestrun.operating.catalogue import Catalogue, Key, plain
from hexgraph.network import Network
from mapdata.rules import Rules, TrainType
from solvers.bound import optimistic
from solvers.clock import Clock
from solvers.errors import SolverFailed
from solvers.methods import solve, solve_if_easy
from solvers.plan import BestPlan, Plan
from solvers.pose import pose
from solvers.problem import Problem

ALONE = 3.0
"""Seconds of work left from which on other processes are called; they take time to start."""

JOINED = 1.0
"""Seconds that a network joined of many may take if it is not easy."""


@dataclass(frozen=True)
class SolvedProblem:
    """A problem with its best plan."""

    problem: Problem
    result: BestPlan


@dataclass
class Worth:
    """The networks so far: each has a bound at once, and its best plan on demand.

    ``solves`` counts the problems solved so far; ``watch`` is called with it and with the number of
    problems known. When the time of ``clock`` is over, the next question raises
    :class:`TimeoutError`, and after Ctrl-C :class:`KeyboardInterrupt`; earlier results stay.
    """

    jobs: int | None = None
    watch: Callable[[int, int], None] | None = None
    clock: Clock = field(default_factory=Clock)
    solves: int = 0
    catalogue: Catalogue = field(default_factory=Catalogue)
    _problems: dict[Key, Problem] = field(default_factory=dict)
    _landmarks: dict[Key, Landmarks] = field(default_factory=dict)
    _solved: dict[Key, SolvedProblem] = field(default_factory=dict)
    _guessed: dict[Key, SolvedProblem] = field(default_factory=dict)
    _bounds: dict[Key, int] = field(default_factory=dict)
    _plans: dict[tuple[int, tuple[str, ...]], tuple[Plan, Key]] = field(default_factory=dict)
    _seconds: float = 0.0
    _easy: dict[tuple[str, ...], float] = field(default_factory=dict)
    """Trains for which the network as it is was easy, and how many seconds that took."""

    def add(self, network: Network, trains: Sequence[TrainType], rules: Rules) -> Key:
        """Remember a network with trains, and return by which key it is known."""
        if self._problems:
            self.clock.check()
        key = self.catalogue.key(network, (train.name for train in trains), rules)
        if key not in self._problems:
            self._problems[key] = problem = pose(network, trains, rules)
            self._bounds[key] = optimistic(problem)
        return key

    def solved(self, key: Key) -> SolvedProblem | None:
        """Return the best plan, if it is known."""
        return self._solved.get(key)

    def best_known(self, key: Key) -> SolvedProblem | None:
        """Return the best plan, or one that was found before the time was over."""
        return self._solved.get(key) or self._guessed.get(key)

    def bound(self, key: Key) -> int:
        """Return an upper bound on the revenue: the best revenue itself, once it is known."""
        return self._bounds[key]

    def landmarks(self, key: Key) -> Landmarks:
        """Return the stops and links of a problem by what they look like."""
        if key not in self._landmarks:
            self._landmarks[key] = Landmarks(self.catalogue, self._problems[key])
        return self._landmarks[key]

    def at_once(self, left: int) -> int:
        """Number of ``left`` problems worth solving at the same time.

        One at a time, no problem is solved in vain; several at once only where each takes long.
        """
        if self._seconds * left < ALONE * max(1, self.solves):
            return 1
        return 2 * (self.jobs or cores())

    def compare(self, key: Key) -> None:
        """Improve the bound of a problem by what is known of others.

        If a plan found on another network earns as much as the bound here, it is optimal here.
        """
        if key in self._solved:
            return
        for other, solved in self._solved.items():
            if solved.result.bound < self._bounds[key]:
                more = self._excess(key, other)
                if more is not None:
                    self._bounds[key] = min(self._bounds[key], solved.result.bound + more)
        bound, trains = self._bounds[key], key.trains
        for (track, of), (plan, home) in self._plans.items():
            if track & ~key.links or of != trains:
                continue
            found = carried(plan, self.landmarks(home), self.landmarks(key))
            if found is not None and found.total >= bound:
                result = BestPlan(found, bound, "carried", 0.0)
                self._solved[key] = SolvedProblem(self._problems[key], result)
                return

    def begin(self, key: Key) -> None:
        """Find the best plan of the network as it is, and whether that is easy."""
        before = self._seconds
        if self._solve_if_easy(key):
            self._easy[key.trains] = self._seconds - before
        self.solve([key])

    def sooner_apart(self, key: Key, joins: int) -> bool:
        """Whether ``joins`` networks are solved sooner than the one made of them.

        This is only known after a try: if the joined one is easy, it is solved by then.
        """
        if joins * self._easy.get(key.trains, JOINED) > JOINED or not joins:
            return False
        return not self._solve_if_easy(key)

    def _solve_if_easy(self, key: Key) -> bool:
        """Find the best plan of a problem unless that needs more than a short list of routes."""
        if key in self._solved:
            return True
        started = time.perf_counter()
        result = solve_if_easy(self._problems[key], self.clock.left)
        self._seconds += time.perf_counter() - started
        if result is not None:
            self._keep(key, result)
        return result is not None

    def _keep(self, key: Key, result: BestPlan) -> None:
        """Remember an answer: the best plan, or one found before the time was over."""
        self.solves += 1
        self._bounds[key] = min(self._bounds[key], result.bound)
        solved = SolvedProblem(self._problems[key], result)
        if result.proven:
            self._solved[key] = solved
            track = self.landmarks(key).track(result.plan)
            self._plans.setdefault((track, key.trains), (result.plan, key))
        else:
            self._guessed[key] = solved

    def solve(self, keys: Sequence[Key]) -> None:
        """Find the best plans of problems that are not solved yet."""
        keys = [key for key in dict.fromkeys(keys) if key not in self._solved]
        problems = [self._problems[key] for key in keys]
        started = time.perf_counter()
        ask = partial(solve, time_limit=self.clock.left)
        results = spread(ask, problems, self.jobs) if len(keys) > 1 else map(ask, problems)
        unproven: BestPlan | None = None
        for key, result in zip(keys, results, strict=True):
            if isinstance(result, Died):
                raise SolverFailed("a solver died twice over one position")
            self._keep(key, result)
            if not result.proven:
                unproven = result
        self._seconds += time.perf_counter() - started
        if self.watch is not None:
            self.watch(len(self._solved), len(self._problems))
        if unproven is not None:
            raise KeyboardInterrupt if unproven.interrupted else TimeoutError

    def _excess(self, small: Key, large: Key) -> int | None:
        """Upper bound on how much more ``small`` can earn than ``large``.

        ``None`` if ``small`` does not lie within ``large``: then nothing is known. Otherwise
        all its routes are routes there, and pay more only at stops that are worth more.
        """
        if small.trains != large.trains or small.rules != large.rules:
            return None
        if small.links & ~large.links:
            return None
        there = self.landmarks(large)
        more = 0
        for stop in self.catalogue.stops(small.stops & ~large.stops):
            at = there.stops.get(stop.id)
            if at is None:
                return None
            other = there.problem.network.stops[at]
            if stop.through > other.through or stop.home > other.home:
                return None
            if plain(stop) != plain(other):
                return None
            more += max(0, stop.value - other.value)
        return more and more * _most_times(self._problems[small])


def _most_times(problem: Problem) -> int:
    """Return the most times that a plan can earn one more coin of a stop's value."""
    stops = problem.network.stops
    total = 0
    for train in problem.trains:
        worth = zip(train.values, stops, strict=True)
        times = max((-(-value // stop.value) for value, stop in worth if stop.value), default=1)
        total += times * train.counts
    return total
