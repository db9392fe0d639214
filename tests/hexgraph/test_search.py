"""Searches, against networkx on random graphs."""

from __future__ import annotations

import random

import networkx as nx
from thorough import for_every

from hexgraph.search import before_each, cheapest, pieces, reached, way_to


def some_graph(seed: int) -> nx.Graph:
    dice = random.Random(seed)
    graph = nx.gnm_random_graph(12, dice.randrange(30), seed=seed)
    for _, _, data in graph.edges(data=True):
        data["weight"] = dice.randrange(5)
    return graph


@for_every("seed", range(25))
def test_what_is_reached_in_how_many_steps(seed: int) -> None:
    graph = some_graph(seed)
    assert reached([0], graph.__getitem__) == nx.single_source_shortest_path_length(graph, 0)
    both = reached([0, 5], graph.__getitem__)
    apart = [nx.single_source_shortest_path_length(graph, start) for start in (0, 5)]
    assert both == {
        node: min(lengths[node] for lengths in apart if node in lengths) for node in both
    }
    assert list(both.values()) == sorted(both.values())


@for_every("seed", range(25))
def test_a_way_of_fewest_steps(seed: int) -> None:
    graph = some_graph(seed)
    before = before_each(0, graph.__getitem__)
    lengths = nx.single_source_shortest_path_length(graph, 0)
    assert list(before) == list(reached([0], graph.__getitem__))
    for end in before:
        way = way_to(end, before)
        assert (way[0], way[-1], len(way) - 1) == (0, end, lengths[end])
        assert nx.is_path(graph, way)


@for_every("seed", range(25))
def test_what_hangs_together(seed: int) -> None:
    graph = some_graph(seed)
    found = pieces(graph, graph.__getitem__)
    assert [set(group) for group in found] == list(nx.connected_components(graph))
    some = [node for node in graph if node % 3]
    inside = pieces(some, graph.__getitem__)
    assert {frozenset(group) for group in inside} == {
        frozenset(group) for group in nx.connected_components(graph.subgraph(some))
    }


@for_every("seed", range(25))
def test_the_cheapest_way(seed: int) -> None:
    graph = some_graph(seed)
    found = cheapest(
        {0: 0, 3: 4}, lambda here: [(n, graph[here][n]["weight"]) for n in graph[here]]
    )
    graph.add_edge("start", 0, weight=0)
    graph.add_edge("start", 3, weight=4)
    wanted = nx.single_source_dijkstra_path_length(graph, "start")
    assert found == {node: cost for node, cost in wanted.items() if node != "start"}


def test_nothing_is_reached_from_nowhere() -> None:
    assert reached([], lambda _: [1]) == cheapest({}, lambda _: [(1, 1)]) == {}
    assert pieces([], lambda _: [1]) == []
