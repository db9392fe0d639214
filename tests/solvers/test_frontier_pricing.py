"""Pricing on the state graph: the best route, and the lists, against all routes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import combinations
from random import Random

import numpy as np
import pytest
from networks import all_runs, joined_problem, random_problem, score
from thorough import for_every

from solvers.enumerate import routes
from solvers.frontier import track
from solvers.frontier.graph import StateGraph
from solvers.frontier.ledger import NEVER, Ledger
from solvers.frontier.plan_rows import PlanRows, plan_rows
from solvers.frontier.pool import to_bits
from solvers.frontier.pricing import ListedTrain, Pricer
from solvers.frontier.states import graph_with_cuts, state_graph
from solvers.frontier.table import Tabled
from solvers.pack import scale_for
from solvers.problem import Problem, Run, Train
from solvers.route import route_along

Priced = dict[frozenset[int], int]


@dataclass(frozen=True)
class Board:
    """A problem with its rows, prices of them, and the graph that tells its cuts."""

    problem: Problem
    rows: PlanRows
    prices: np.ndarray
    graph: StateGraph

    def pricers(self, train: Train) -> dict[str, Pricer]:
        """Return both ways to price a train."""
        scale = scale_for(self.problem)
        ledger = Ledger(self.problem, train, scale, self.graph)
        of_links = self.graph.track.sections.of_links
        found = routes(self.problem, train)
        return {
            "table": Tabled(self.graph, ledger, self.rows),
            "list": ListedTrain(found, scale, self.rows, of_links),
        }

    def used(self, run: Run) -> list[int]:
        """Return the rows that a run uses, told from its links and stops one by one.

        A cut is there once for each pair of its rows.
        """
        rows = self.rows
        own = {part for link in run.links for part in self.graph.track.sections.of_links[link]}
        found = [at for at, row in enumerate(rows.shared) if own & set(np.flatnonzero(row))]
        first = len(rows.shared)
        found += [first + at for at, stop in enumerate(rows.passed) if stop in run.stops[1:-1]]
        pairs = [len(set(cut) & set(found)) // 2 for cut in rows.cuts]
        return found + [rows.plain + at for at, times in enumerate(pairs) for _ in range(times)]

    def expected(self, train: Train) -> Priced:
        """Return all routes with their scores less prices, by brute force."""
        scale = scale_for(self.problem)
        return {
            links: score(self.problem, scale, run) - int(self.prices[self.used(run)].sum())
            for links, run in all_runs(self.problem, train).items()
        }

    def found(self, pricer: Pricer, most: int, least: int = NEVER) -> Priced:
        """Return the routes that a pricer lists."""
        priced = pricer.best(most, least)
        bits = to_bits(priced.sections, self.rows.columns)
        sections = self.graph.track.sections
        listed = [frozenset(sections.links_along(np.flatnonzero(row).tolist())) for row in bits]
        assert len(set(listed)) == len(listed)
        return dict(zip(listed, priced.scores.tolist(), strict=True))


def board(problem: Problem, seed: int, *, cuts: int = 0) -> Board:
    """Return a problem with prices drawn at random, and with cuts, if it has rows enough."""
    rng = Random(seed)
    graph = state_graph(problem)
    rows = plan_rows(graph.track.sections, 0)
    sizes = [size for size in (3, 5) if size <= rows.plain]
    if cuts and sizes:
        drawn = [rng.sample(range(rows.plain), rng.choice(sizes)) for _ in range(cuts)]
        some = {tuple(sorted(cut)) for cut in drawn}
        rows = replace(rows, cuts=tuple(sorted(some)))
        graph = graph_with_cuts(problem, graph, rows)
    unit = scale_for(problem).revenue
    prices = [rng.choice([0, rng.randint(0, 30 * unit)]) for _ in range(len(rows))]
    return Board(problem, rows, np.array(prices, np.int64), graph)


@pytest.mark.parametrize("way", ["table", "list"])
@for_every("seed", range(100))
def test_the_best_route_under_prices(seed: int, way: str) -> None:
    here = board(random_problem(seed), seed)
    for train in here.problem.fleet:
        best = here.pricers(train)[way].price(here.prices)
        everything = here.expected(train)
        assert best == max(everything.values()) if everything else best < NEVER // 2


@pytest.mark.parametrize("way", ["table", "list"])
@for_every("seed", range(100))
def test_all_routes_within_the_gap(seed: int, way: str) -> None:
    here = board(random_problem(seed), seed)
    rng = Random(seed)
    for train in here.problem.fleet:
        pricer = here.pricers(train)[way]
        best = pricer.price(here.prices)
        least = best - rng.randint(0, 60) * scale_for(here.problem).revenue
        wanted = {k: value for k, value in here.expected(train).items() if value >= least}
        assert here.found(pricer, 10**6, least) == wanted


@for_every("seed", range(100))
def test_paths_pay_for_the_cuts_they_belong_to(seed: int) -> None:
    """The graph tells when a pair of rows of a cut is full, and of several cuts at once."""
    here = board(random_problem(seed), seed, cuts=4)
    check_pricing(here)


@for_every("seed", range(100))
def test_paths_over_points_pay_for_the_cuts_they_belong_to(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(track, "_WIDE", 0)
    check_pricing(board(joined_problem(seed, most=14), seed, cuts=4))


def check_pricing(here: Board) -> None:
    for train in here.problem.fleet:
        everything = here.expected(train)
        for pricer in here.pricers(train).values():
            best = pricer.price(here.prices)
            assert best == max(everything.values()) if everything else best < NEVER // 2
            assert here.found(pricer, 10**6) == everything


def test_some_of_these_boards_have_cuts_and_stops_that_one_route_can_run_through() -> None:
    """So that the tests above test something."""
    boards = [board(random_problem(seed), seed, cuts=4) for seed in range(40)]
    assert sum(len(here.rows.cuts) > 1 for here in boards) > 20
    twice = [
        len(used) > len(set(used))
        for here in boards
        for train in here.problem.fleet
        for run in all_runs(here.problem, train).values()
        for used in [here.used(run)]
    ]
    assert sum(twice) > 30
    assert sum(len(here.rows.passed) > 0 for here in boards) > 10


@pytest.mark.parametrize("kind", [random_problem, joined_problem])
@for_every("seed", range(60))
def test_two_routes_that_go_together_use_no_more_of_a_row_than_there_is(
    seed: int, kind: Callable[[int], Problem], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Be it a stop that one can run through, or a cut."""
    monkeypatch.setattr(track, "_WIDE", 0)
    here = board(kind(seed), seed, cuts=6)
    problem = here.problem
    runs = [run for train in problem.fleet for run in all_runs(problem, train).values()][:150]
    supply = here.rows.supply
    rows = [np.bincount(here.used(run), minlength=len(supply)) for run in runs]
    masks = [problem.mask(run.links) for run in runs]
    for one, two in combinations(range(len(runs)), 2):
        assert masks[one] & masks[two] or (rows[one] + rows[two] <= supply).all()


@pytest.mark.parametrize("way", ["table", "list"])
@for_every("seed", range(60))
def test_a_list_cut_short_is_complete_down_to_its_least(seed: int, way: str) -> None:
    here = board(random_problem(seed), seed)
    for train in here.problem.fleet:
        pricer = here.pricers(train)[way]
        pricer.price(here.prices)
        least = pricer.best(3).least
        everything = here.expected(train)
        wanted = {links: value for links, value in everything.items() if value >= least}
        assert here.found(pricer, 3) == wanted
        assert len(wanted) <= 3 or way == "list"  # a list keeps routes of equal worth
        assert len(wanted) == len(everything) or least > min(everything.values())


@for_every("seed", range(60))
def test_a_thin_list_leaves_out_beaten_routes_only(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("solvers.frontier.table._THIN_FROM", 0)
    monkeypatch.setattr("solvers.frontier.table._THIN_EVERY", 1)
    problem = random_problem(seed, stops=8, links=16)
    here = board(problem, seed, cuts=seed % 4)
    scale = scale_for(problem)
    for train in problem.fleet:
        pricer = here.pricers(train)["table"]
        pricer.price(here.prices)
        priced = pricer.best(10**6, thin=True)
        bits = to_bits(priced.sections, len(problem.network.links))
        left = {frozenset(np.flatnonzero(row).tolist()) for row in bits}
        everything = {
            links: (score(problem, scale, run), set(here.used(run)))
            for links, run in all_runs(problem, train).items()
        }
        assert left <= set(everything)
        for links in set(everything) - left:
            value, rows = everything[links]
            assert any(
                everything[other][0] >= value and everything[other][1] <= rows for other in left
            )


@for_every("seed", range(40))
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
