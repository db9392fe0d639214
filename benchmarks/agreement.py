"""Do the methods agree? Random boards, solved by each of them.

    python benchmarks/agreement.py 0 1000        the boards with these numbers

Four kinds of board in turns: small networks with any trains, bonuses and rules that the rule
model can express; larger ones; networks with trains without limit; and a few hexes of a real
board of any title, with any company, phase and trains. ``frontier`` is made to use its state
graph even where a list of routes would do. A method may say that a board is too large for it;
two answers that exclude each other are told, and the exit code is 1.
"""

from __future__ import annotations

import sys
from collections import Counter
from functools import partial
from pathlib import Path
from random import Random

from msgspec.structs import replace

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "helpers"))

from boards import random_position, turn_of
from networks import random_problem
from ruled import Game, random_game, random_network, random_rules, random_train

from mapdata.errors import InputError
from mapdata.titles import family, title_ids
from solvers.clock import Clock
from solvers.errors import TooLarge
from solvers.frontier import model
from solvers.isolate import WorkerDied, isolated
from solvers.judge import judge
from solvers.methods import NATIVE, solve, solve_frontier
from solvers.problem import Problem, Train

METHODS = ("auto", "frontier", "routes", "circuit", "mip")
LIMIT = 20.0
"""Seconds for each method and board."""


def small(seed: int) -> Problem:
    """Return a few stops with any rules."""
    return random_game(seed).problem


def large(seed: int) -> Problem:
    """Return more stops with any rules."""
    rng = Random(seed)
    network = random_network(rng, rng.randint(8, 12), rng.randint(12, 20))
    types = [random_train(rng, name) for name in "ABC"]
    trains = tuple(rng.choice(types) for _ in range(rng.randint(1, 4)))
    return Game(network, trains, random_rules(rng, network)).problem


def unlimited(seed: int) -> Problem:
    """Return a network with trains without limit, perhaps beside others."""
    rng = Random(seed)
    problem = random_problem(seed, stops=rng.randint(4, 11), links=rng.randint(5, 18))
    first = rng.randrange(len(problem.trains))
    trains = [
        _without_limit(train) if at == first or rng.random() < 0.5 else train
        for at, train in enumerate(problem.trains)
    ]
    return replace(problem, trains=tuple(trains))


def _without_limit(train: Train) -> Train:
    no: frozenset[int] = frozenset()
    return replace(train, name="D", visits=(), pays=(), hexes=None, may_skip=False, must_pay=no)


def real(seed: int) -> Problem:
    """Return a part of the board of a title."""
    rng = Random(seed)
    titles = [title for title in title_ids() if family(title) == "18xx"]
    while True:
        try:
            size = rng.randint(8, 25)
            return turn_of(random_position(rng.choice(titles), rng, size=size, trains=4)).problem()
        except InputError:  # as a marker too many
            continue


KINDS = (small, large, unlimited, real)


def answer(problem: Problem, method: str) -> tuple[int, int]:
    """Return the revenue that a method finds, and the one that it says no plan exceeds."""
    if method in NATIVE:
        bare = partial(NATIVE[method], tidy=False)  # any of the best plans will do
        (plan, *_), bound = isolated(bare, problem, Clock(LIMIT), 1, clock=Clock(LIMIT + 10))
    elif method == "frontier":
        (plan, *_), bound = solve_frontier(problem, Clock(LIMIT))
    else:
        result = solve(problem, method, time_limit=LIMIT)
        plan, bound = result.plan, result.bound
    faults = judge(problem, plan.runs)
    if faults:
        raise AssertionError(f"{method} broke a rule: {faults[0].message}")
    return plan.total, bound


def compare(seed: int, counts: Counter[str]) -> bool:
    """Solve one board by every method; return whether they agree."""
    kind = KINDS[seed % len(KINDS)]
    try:
        problem = kind(seed)
    except InputError:  # a random train that a random rule does not allow
        counts["refused"] += 1
        return True
    counts["boards"] += 1
    counts[f"boards, {kind.__name__}"] += 1
    least, most = 0, sys.maxsize
    said: dict[str, tuple[int, int]] = {}
    for method in METHODS:
        try:
            said[method] = answer(problem, method)
        except (TooLarge, WorkerDied) as error:
            counts[f"{method}: {type(error).__name__}"] += 1
            continue
        revenue, bound = said[method]
        least, most = max(least, revenue), min(most, bound)
        counts[f"{method}: {'proven' if revenue >= bound else 'not proven'}"] += 1
    if least > most:
        print(f"DISAGREE on {seed} ({kind.__name__}): {said}", flush=True)
    return least <= most


def main(first: int, last: int) -> int:
    """Compare all boards of these numbers and print the counts."""
    counts: Counter[str] = Counter()
    model.FEW_STEPS = 0
    agreed = sum(compare(seed, counts) for seed in range(first, last)) == last - first
    for name, number in sorted(counts.items()):
        print(f"{name:28} {number:>8,}")
    print("all agree" if agreed else "NOT ALL AGREE")
    return not agreed


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:3])))
