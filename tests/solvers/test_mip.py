"""The mixed-integer program: rings beside a path, and the whole against brute force."""

from __future__ import annotations

from random import Random

import networkx as nx
import pytest
from networks import all_plans, random_problem, score
from thorough import for_every

from hexgraph.network import Link, Network, Stop
from mapdata.rules import Rules, TrainRow, TrainType
from solvers import mip
from solvers.clock import Clock
from solvers.judge import judge
from solvers.pack import scale_for
from solvers.plan import Plan
from solvers.pose import pose
from solvers.problem import Problem
from solvers.rings import rings


def joined(*pairs: tuple[int, int]) -> list[Link]:
    """Return links between stops that share no track."""
    return [Link(one, two, 1 << at, 1, ("X",), ()) for at, (one, two) in enumerate(pairs)]


def found(links: list[Link], part: float, ends: tuple[int, ...]) -> list[tuple[set[int], int]]:
    """Return the rings where each link and each stop is taken by the same part."""
    stops = {stop for link in links for stop in (link.a, link.b)}
    visited = dict.fromkeys(stops, part)
    ended = {stop: part * (stop in ends) for stop in stops}
    return list(rings(links, dict.fromkeys(range(len(links)), part), visited, ended))


# -- rings -----------------------------------------------------------------------------------


def test_a_way_from_end_to_end_has_no_ring() -> None:
    assert found(joined((0, 1), (1, 2), (2, 3)), 1, (0, 3)) == []


@pytest.mark.parametrize("part", [1, 0.5])
def test_a_ring_beside_a_way_is_found(part: float) -> None:
    (only,) = found(joined((0, 1), (2, 3), (3, 4), (4, 2)), part, (0, 1))
    assert only[0] == {2, 3, 4} and only[1] in only[0]


def test_there_and_back_over_two_links_is_a_ring() -> None:
    assert [ring for ring, _ in found(joined((0, 1), (2, 3), (3, 2)), 1, (0, 1))] == [{2, 3}]


@for_every("seed", range(200))
def test_rings_are_found_exactly_where_a_train_is_not_one_way(seed: int) -> None:
    rng = Random(seed)
    graph = nx.MultiGraph()
    for _ in range(rng.randint(1, 14)):  # ways and rings at random: two links a stop at most
        one, two = rng.sample(range(10), 2)
        if all(stop not in graph or graph.degree[stop] < 2 for stop in (one, two)):
            graph.add_edge(one, two)
    ends = tuple(stop for stop in graph if graph.degree[stop] == 1)
    expected = [part for part in nx.connected_components(graph) if not part.intersection(ends)]
    told = [ring for ring, _ in found(joined(*graph.edges()), 1, ends)]
    assert sorted(told, key=min) == sorted(expected, key=min)


# -- the whole program -----------------------------------------------------------------------


def stop(name: str, value: int, home: bool = False) -> Stop:
    return Stop(name, (name, 0), name, "city", value, (name,), home=home)


def beside_riches() -> Problem:
    """Return a poor line with a marker, and a rich ring that no track joins to it."""
    stops = (stop("a", 10, True), stop("b", 10), *(stop(name, 100) for name in "xyz"))
    network = Network(
        "A", stops, tuple(joined((0, 1), (2, 3), (3, 4), (4, 2))), ("p", "q", "r", "s")
    )
    return pose(network, [TrainType("5", (TrainRow(frozenset({"city"}), visits=5),))], Rules())


@pytest.mark.parametrize("rounds", [0, mip.ROUNDS])
def test_a_ring_out_of_reach_earns_nothing(rounds: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mip, "ROUNDS", rounds)
    plan, bound = mip.PathProgram(beside_riches()).solve(Clock())
    assert (plan.revenue, bound) == (20, 20)


def worth(problem: Problem, plan: Plan) -> int:
    return sum(score(problem, scale_for(problem), run) for run in plan.runs)


@for_every("seed", [*range(80), 2120])  # the last earns nothing, but has a wish
def test_it_finds_what_brute_force_finds(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    if seed % 4 < 2:  # without cuts to the relaxation, rings are met in whole answers
        monkeypatch.setattr(mip, "ROUNDS", 0)
    problem = random_problem(seed)
    plan, bound = mip.PathProgram(problem).solve(Clock())
    assert judge(problem, plan.runs) == []
    assert worth(problem, plan) == all_plans(problem)[0]
    assert plan.revenue == bound


@for_every("seed", range(0, 40, 3))
@pytest.mark.parametrize("limit", [0.0, 0.001, 0.01])
def test_a_time_limit_leaves_a_bound_that_holds(seed: int, limit: float) -> None:
    problem = random_problem(seed)
    truth, _ = mip.PathProgram(problem).solve(Clock())
    plan, bound = mip.PathProgram(problem).solve(Clock(limit))
    assert judge(problem, plan.runs) == []
    assert plan.revenue <= truth.revenue <= bound
