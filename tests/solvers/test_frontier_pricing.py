"""Pricing on the state graph: the best route, and the lists, against all routes."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from networks import all_runs, random_problem, score

from solvers.clock import Clock
from solvers.enumerate import routes
from solvers.frontier.ledger import NEVER, Ledger
from solvers.frontier.model import Model, build
from solvers.frontier.pool import in_cuts, to_bits
from solvers.frontier.pricing import Charges, ListedTrain, Pricer
from solvers.frontier.states import state_graph
from solvers.frontier.table import Tabled
from solvers.pack import scale_for
from solvers.problem import Problem, Train
from solvers.route import route_along

Priced = dict[frozenset[int], int]


def pricers(problem: Problem, train: Train) -> dict[str, Pricer]:
    """Return both ways to price a train, over the same rows."""
    graph = state_graph(problem)
    scale = scale_for(problem)
    incidence = model_of(problem).incidence
    return {
        "table": Tabled(graph, Ledger(problem, train, scale, graph), incidence),
        "list": ListedTrain(
            routes(problem, train), scale, incidence, graph.track.sections.of_links
        ),
    }


def model_of(problem: Problem) -> Model:
    return build(problem, Clock(), dict.fromkeys(problem.fleet, ()))


def prices_of(problem: Problem, rng: Random) -> np.ndarray:
    unit = scale_for(problem).revenue
    drawn = [rng.choice([0, rng.randint(0, 30 * unit)]) for _ in problem.network.links]
    return np.array(drawn, np.int64)


def expected(problem: Problem, train: Train, prices: np.ndarray) -> Priced:
    """Return all routes with their scores less prices, by brute force."""
    scale = scale_for(problem)
    return {
        links: score(problem, scale, run) - int(sum(prices[list(links)]))
        for links, run in all_runs(problem, train).items()
    }


def found(problem: Problem, pricer: Pricer, most: int, least: int = NEVER) -> Priced:
    priced = pricer.best(most, least)
    bits = to_bits(priced.sections, len(problem.network.links))
    listed = [frozenset(np.flatnonzero(row).tolist()) for row in bits]
    assert len(set(listed)) == len(listed)
    return dict(zip(listed, priced.scores.tolist(), strict=True))


@pytest.mark.parametrize("way", ["table", "list"])
@pytest.mark.parametrize("seed", range(100))
def test_the_best_route_under_prices(seed: int, way: str) -> None:
    problem = random_problem(seed)
    prices = prices_of(problem, Random(seed))
    for train in problem.fleet:
        best = pricers(problem, train)[way].price(Charges(prices))
        everything = expected(problem, train, prices)
        assert best == max(everything.values()) if everything else best < NEVER // 2


@pytest.mark.parametrize("way", ["table", "list"])
@pytest.mark.parametrize("seed", range(100))
def test_all_routes_within_the_gap(seed: int, way: str) -> None:
    problem = random_problem(seed)
    rng = Random(seed)
    prices = prices_of(problem, rng)
    for train in problem.fleet:
        pricer = pricers(problem, train)[way]
        everything = expected(problem, train, prices)
        least = pricer.price(Charges(prices)) - rng.randint(0, 60) * scale_for(problem).revenue
        wanted = {links: value for links, value in everything.items() if value >= least}
        assert found(problem, pricer, 10**6, least) == wanted


@pytest.mark.parametrize("way", ["table", "list"])
@pytest.mark.parametrize("seed", range(60))
def test_a_list_cut_short_is_complete_down_to_its_least(seed: int, way: str) -> None:
    problem = random_problem(seed)
    prices = prices_of(problem, Random(seed))
    for train in problem.fleet:
        pricer = pricers(problem, train)[way]
        pricer.price(Charges(prices))
        least = pricer.best(3).least
        everything = expected(problem, train, prices)
        wanted = {links: value for links, value in everything.items() if value >= least}
        assert found(problem, pricer, 3) == wanted
        assert len(wanted) <= 3 or way == "list"  # a list keeps routes of equal worth
        assert len(wanted) == len(everything) or least > min(everything.values())


def with_three_rows(seed: int) -> Problem:
    """Return the problem of ``seed``, or of a later one, with rows enough for a cut."""
    problem = random_problem(seed)
    return problem if len(model_of(problem).incidence) > 2 else with_three_rows(seed + 1000)


@pytest.mark.parametrize("seed", range(60))
def test_routes_pay_for_the_cuts_they_belong_to(seed: int) -> None:
    """The table knows nothing of cuts; the lists made with it do."""
    problem = with_three_rows(seed)
    rng = Random(seed)
    incidence = model_of(problem).incidence
    cuts = [tuple(rng.sample(range(len(incidence)), 3)) for _ in range(4)]
    costs = np.array([rng.randint(0, 20) * scale_for(problem).revenue for _ in cuts], np.int64)
    prices = prices_of(problem, rng)
    for train in problem.fleet:
        wanted = {}
        for links, value in expected(problem, train, prices).items():
            uses = incidence[:, list(links)].sum(axis=1)[None] > 0
            wanted[links] = value - int(in_cuts(uses, cuts)[0] @ costs)
        for pricer in pricers(problem, train).values():
            limit = pricer.price(Charges(prices, cuts, costs))
            assert found(problem, pricer, 10**6) == wanted
            assert not wanted or limit >= max(wanted.values())


@pytest.mark.parametrize("seed", range(60))
def test_a_thin_list_leaves_out_beaten_routes_only(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("solvers.frontier.table._THIN_FROM", 0)
    monkeypatch.setattr("solvers.frontier.table._THIN_EVERY", 1)
    problem = random_problem(seed, stops=8, links=16)
    scale = scale_for(problem)
    incidence = model_of(problem).incidence
    for train in problem.fleet:
        pricer = pricers(problem, train)["table"]
        pricer.price(Charges(prices_of(problem, Random(seed))))
        priced = pricer.best(10**6, thin=True)
        bits = to_bits(priced.sections, len(problem.network.links))
        left = {frozenset(np.flatnonzero(row).tolist()) for row in bits}
        everything = {
            links: (
                score(problem, scale, run),
                set(np.flatnonzero(incidence[:, list(links)].any(1))),
            )
            for links, run in all_runs(problem, train).items()
        }
        assert left <= set(everything)
        for links in set(everything) - left:
            value, rows = everything[links]
            assert any(
                everything[other][0] >= value and everything[other][1] <= rows for other in left
            )


@pytest.mark.parametrize("seed", range(40))
def test_a_route_is_told_from_its_links(seed: int) -> None:
    problem = random_problem(seed)
    scale = scale_for(problem)
    for train in problem.fleet:
        for links, run in all_runs(problem, train).items():
            route = route_along(problem, train, sorted(links))
            assert set(route.links) == links
            assert scale.score(route) == score(problem, scale, run)
            assert route.mask == problem.mask(run.links)


def test_links_that_are_no_path_are_no_route() -> None:
    problem = random_problem(1, stops=8, links=12)
    (train, *_) = problem.fleet
    with pytest.raises(ValueError, match="no path"):
        route_along(problem, train, range(12))
