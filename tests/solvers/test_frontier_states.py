"""The state graph: every simple path exactly once, and nothing else."""

from __future__ import annotations

import pytest
from networks import all_ways, random_problem
from state_paths import paths
from thorough import for_every

from solvers.errors import TooLarge
from solvers.frontier.rows import contested, rows_of
from solvers.frontier.sections import whole_links
from solvers.frontier.states import state_graph
from solvers.frontier.sweep import sweep


@for_every("seed", range(150))
def test_its_ways_are_all_simple_paths_each_once(seed: int) -> None:
    problem = random_problem(seed)
    found = [frozenset(path) for path in paths(state_graph(problem))]
    assert len(found) == len(set(found))
    assert set(found) == set(all_ways(problem))


@for_every("seed", range(40))
def test_what_a_move_says_of_stops_adds_up_to_the_path(seed: int) -> None:
    """Along every way each stop is told once: two as ends, the others as inner stops."""
    problem = random_problem(seed)
    graph = state_graph(problem)
    ways = all_ways(problem)

    def follow(
        at: int, row: int, links: tuple[int, ...], ends: list[int], inner: list[int]
    ) -> None:
        if row == 0:
            way = ways[frozenset(links)]
            assert sorted(ends) == sorted((way.stops[0], way.stops[-1]))
            assert sorted(inner) == sorted(way.stops[1:-1])
            return
        for move in graph.steps[at].moves:
            for source, target in zip(move.source, move.target, strict=True):
                if source == row:
                    taken = () if move.section is None else (move.section,)
                    more = ends + list(move.ends), inner + list(move.inner)
                    follow(at + 1, int(target), (*links, *taken), *more)

    for start in graph.starts:
        follow(0, int(start), (), [], [])


@for_every("seed", range(60))
def test_links_share_a_row_exactly_if_they_share_a_bit(seed: int) -> None:
    network = random_problem(seed).network
    rows = rows_of(network)
    for one, first in enumerate(network.links):
        for two, second in enumerate(network.links):
            together = any(one in row and two in row for row in rows)
            assert together == bool(first.mask & second.mask)


@for_every("seed", range(60))
def test_no_row_is_part_of_another(seed: int) -> None:
    rows = [set(row) for row in rows_of(random_problem(seed).network)]
    assert not any(one < two for one in rows for two in rows)


@for_every("seed", range(60))
def test_rows_that_need_no_watching_are_never_used_twice(seed: int) -> None:
    """Were such a row free for all, there would still be no further path."""
    problem = random_problem(seed)
    rows = rows_of(problem.network)
    unwatched = set(rows) - set(contested(whole_links(problem.network)))
    for path in paths(state_graph(problem)):
        assert all(len(set(path).intersection(row)) <= 1 for row in unwatched)


@for_every("seed", range(30))
def test_a_sweep_has_every_link_once_and_closes_every_item(seed: int) -> None:
    network = random_problem(seed).network
    way = sweep(whole_links(network))
    assert sorted(way.order) == list(range(len(network.links)))
    closed = [item for items in way.closing for item in items]
    assert sorted(closed) == sorted({item for items in way.items for item in items})
    for at, items in enumerate(way.closing):
        later = {item for link in way.order[at + 1 :] for item in way.items[link]}
        assert not later.intersection(items)


def test_a_ring_of_stops_is_narrow() -> None:
    """Along a chain or a ring never more than a few stops are open."""
    for seed in range(0, 20, 2):
        problem = random_problem(seed, stops=12, links=11)
        assert state_graph(problem).width <= 6


def test_too_many_states_are_refused() -> None:
    with pytest.raises(TooLarge, match="states"):
        state_graph(random_problem(4, stops=8, links=20), max_states=10)


def test_too_wide_a_frontier_is_refused() -> None:
    with pytest.raises(TooLarge, match="other items at a time"):
        state_graph(random_problem(0, stops=40, links=300))
