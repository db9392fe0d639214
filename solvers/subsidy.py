"""Subsidies of runs that were chosen without them: the claims that bring the most."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from solvers.bonus import claims_of
from solvers.problem import Problem, Run


def with_subsidies(problem: Problem, runs: Sequence[Run]) -> tuple[Run, ...]:
    """Return the same runs with the claims that bring the most beside their revenue.

    There are a few claims at most, and each is earned by one run: all choices are tried.
    """
    trains = {train.name: train for train in problem.trains}
    best: tuple[int, tuple[Run, ...]] | None = None

    def choose(chosen: tuple[Run, ...], claimed: frozenset[str]) -> None:
        nonlocal best
        if len(chosen) == len(runs):
            subsidy = sum([problem.earnings(run).subsidy for run in chosen])
            if best is None or subsidy > best[0]:
                best = subsidy, chosen
            return
        run = runs[len(chosen)]
        train = trains[run.train.name]
        for names in claims_of(train, run.stops):
            if claimed.isdisjoint(names) and set(names).issubset(problem.subsidies):
                claiming = replace(run, train=train, once=(*run.once, *names))
                if all(dict(problem.earnings(claiming).subsidies)[name] for name in names):
                    choose((*chosen, claiming), claimed.union(names))

    choose((), frozenset())
    assert best is not None  # nobody claims anything
    return best[1]
