"""At most so many runs of a turn visit a place: every method against brute force."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace
from rule_boards import board, run, train, visits
from ruled import Brute, Game, random_game
from thorough import one_in

from mapdata.rules import Quota, RouteRules
from solvers.errors import TooLarge
from solvers.judge import judge
from solvers.methods import solve, solve_if_easy

STAR = board("A*10 B!50 C!40 D!30 E20", "A-B A-C A-D A-E")
"""A station with three areas and a city."""


def star(trains: int, routes: int, *more: Quota) -> Game:
    quotas = (Quota(frozenset("BCD"), routes), *more)
    return run(STAR, *[visits(2)] * trains, route=RouteRules(quotas=quotas))


@pytest.mark.parametrize("method", ["auto", "routes", "frontier", "circuit", "mip"])
@pytest.mark.parametrize(
    ("game", "revenue"),
    [
        (star(3, 3), 60 + 50 + 40),
        (star(3, 2), 60 + 50 + 30),  # the third train runs to the city
        (star(4, 1), 60 + 30),
        (star(3, 2, Quota(frozenset("BE"), 1)), 50 + 40 + 30),  # the dearest area is given up
        (star(2, 2), 60 + 50),
    ],
)
def test_no_more_runs_visit_a_place_than_may(game: Game, revenue: int, method: str) -> None:
    assert Brute(game).best() == revenue
    result = solve(game.problem, method)
    assert (result.revenue, result.proven) == (revenue, True)
    assert judge(game.problem, result.plan.runs) == []


def test_the_judge_refuses_one_run_too_many() -> None:
    free, strict = star(3, 3).problem, star(3, 2).problem
    plan = solve(free).plan
    assert [fault.code for fault in judge(strict, plan.runs)] == ["too-many-runs"]


def test_the_next_best_plans_keep_it_too() -> None:
    problem = star(3, 1).problem
    result = solve(problem, alternatives=5, every=True)
    totals = [plan.total for plan in (result.plan, *result.others)]
    assert totals == sorted(totals, reverse=True)
    assert totals[:3] == [90, 80, 70]
    assert all(judge(problem, plan.runs) == [] for plan in (result.plan, *result.others))


def test_an_easy_answer_that_breaks_it_is_none() -> None:
    assert solve_if_easy(star(3, 2).problem) is None
    assert solve_if_easy(star(2, 2).problem) is not None


def random_quotas(seed: int) -> Game:
    """A random game with more trains, of which few may visit some of its places."""
    game, rng = random_game(seed), Random(seed)
    trains = (*game.trains, rng.choice(game.trains), train(name="Z"))
    hexes = sorted({hex_id for stop in game.network.stops for hex_id in stop.hexes})
    quotas = tuple(
        Quota(frozenset(rng.sample(hexes, min(len(hexes), rng.randint(1, 3)))), rng.randint(1, 2))
        for _ in range(rng.randint(1, 2))
    )
    route = replace(game.rules.route, quotas=quotas)
    return Game(game.network, trains, replace(game.rules, route=route))


@pytest.mark.parametrize("seed", one_in(3, range(60)))
@pytest.mark.parametrize("method", ["auto", "routes", "frontier"])
def test_random_games_with_quotas(seed: int, method: str) -> None:
    game = random_quotas(seed)
    try:
        result = solve(game.problem, method)
    except TooLarge:
        pytest.skip("it says that it cannot hold this")
    assert judge(game.problem, result.plan.runs) == []
    assert (result.total, result.proven) == (Brute(game).best(), True)
