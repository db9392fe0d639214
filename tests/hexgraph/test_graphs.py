"""The graphs that a user's own algorithm runs on: the whole track, and a company's network."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import networkx as nx
import pytest
from boards import turn, turn_of
from material import real_cases

from bestrun import api
from hexgraph.compile import compile_network
from hexgraph.network import Network
from hexgraph.track import track_graph

CASES = [
    case
    for name in ("1844-a", "1841-a", "1841-lite-a")
    for case in (real_cases(name)[0], real_cases(name)[20], real_cases(name)[-1])
]
each_case = pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])


def test_the_track_graph_has_every_piece_with_its_attributes() -> None:
    graph = track_graph(api.load(api.DATA / "sion.toml").board)
    assert (graph.graph["title"], graph.graph["phase"]) == ("1844", "3")
    sion = graph.nodes["K10"]
    assert (sion["kind"], sion["name"], sion["value"], sion["slots"]) == ("city", "Sion", 30, 2)
    assert sion["markers"] == ("VZ",)
    assert graph.nodes["K10|K8"] == {"kind": "hexside"}
    (piece,) = graph["K10"]["K10|K8"].values()
    assert piece == {"hex": "K10", "narrow": False, "terminal": False, "junctions": ()}
    assert nx.has_path(graph, "K10", "J13") and not nx.has_path(graph, "K10", "F11")


def test_tunnels_and_dead_ends_are_marked() -> None:
    tiles = {"K10": "15:0", "J9": "X78:3", "I10": "58:0"}
    graph = track_graph(turn("1844", "3", "VZ", "3H", tiles, VZ="K10").board)
    (piece,) = graph["I10|J9"]["J9|K10"].values()
    assert piece["narrow"]
    milano = track_graph(turn("1841", "3", "IRSFF", "3", {}, IRSFF="F8").board)
    assert all(piece["terminal"] for *_, piece in milano.edges("F8", data=True))


def test_an_area_of_several_hexes_is_one_node() -> None:
    graph = track_graph(turn("1844", "3", "FNM", "3", {"L21": "5:5"}, FNM="L21").board)
    assert set(graph["M18"]) >= {"L21|M20", "L21|M22"}
    assert "M20" not in graph and "M22" not in graph


def test_a_mountain_railway_is_on_the_graph_once_it_is_founded() -> None:
    shut = track_graph(turn("1844", "3", "VZ", "3H", {}, VZ="K10").board)
    opened = track_graph(turn("1844", "3", "VZ", "3H", {"L13": "XM1"}, VZ="K10").board)
    assert "L13" not in shut and opened.nodes["L13"]["value"] == 20


def test_the_network_is_a_plain_networkx_graph() -> None:
    network = api.load(api.DATA / "sion.toml").network
    graph = network.graph()
    assert isinstance(graph, nx.MultiGraph) and graph.graph["company"] == "VZ"
    assert graph.nodes["K10"]["home"] and graph.nodes["K10"]["value"] == 30
    for one, two, key, link in graph.edges(keys=True, data=True):
        assert {one, two} == {
            network.stops[network.links[key].a].id,
            network.stops[network.links[key].b].id,
        }
        assert link["mask"] == network.links[key].mask
    # A user's own question: how far is Montreux from Sion, in hexsides?
    assert nx.shortest_path_length(graph, "K10", "I6", weight="hexsides") == 3


def test_names_of_the_masks() -> None:
    network = api.load(api.DATA / "sion.toml").network
    graph = network.graph()
    (link,) = graph["K10"]["K8"].values()
    used = [name for bit, name in enumerate(network.resources) if link["mask"] >> bit & 1]
    assert used == ["K10|K8"]


Contracted = tuple[frozenset[str], frozenset[str]]


def contracted(graph: nx.MultiGraph, start: str) -> Iterator[Contracted]:
    """Yield stop pairs and hexsides between them, by a search of the plain track graph."""

    def on(node: str, came: str, sides: tuple[str, ...]) -> Iterator[Contracted]:
        for _, there, piece in graph.edges(node, data=True):
            if piece["hex"] == came or there in sides:
                continue
            if graph.nodes[there]["kind"] == "hexside":
                yield from on(there, piece["hex"], (*sides, there))
            elif there != start:
                yield frozenset((start, there)), frozenset(sides)

    for _, there, piece in graph.edges(start, data=True):
        if graph.nodes[there]["kind"] == "hexside":
            yield from on(there, piece["hex"], (there,))
        elif there != start:
            yield frozenset((start, there)), frozenset()


@each_case
def test_links_are_what_a_search_of_the_track_finds(case: dict[str, Any]) -> None:
    here = turn_of(case["position"])
    graph = track_graph(here.board)
    network = compile_network(here.board, here.company.id, whole=True)
    found: set[Contracted] = set()
    for node, kind in graph.nodes(data="kind"):
        if kind != "hexside":
            found |= set(contracted(graph, node))
    links = set()
    for link in network.links:
        names = [n for bit, n in enumerate(network.resources) if link.mask >> bit & 1]
        sides = frozenset(name for name in names if "|" in name)
        assert len(sides) == link.hexsides
        links.add((frozenset((network.stops[link.a].id, network.stops[link.b].id)), sides))
    assert links == found


@each_case
def test_a_companys_network_is_the_part_it_can_reach(case: dict[str, Any]) -> None:
    here = turn_of(case["position"])
    whole = compile_network(here.board, here.company.id, whole=True)
    own = here.network
    assert {stop.id for stop in own.stops} <= {stop.id for stop in whole.stops}
    named = [(own, Counter[object]()), (whole, Counter[object]())]
    for network, counter in named:
        for link in network.links:
            ends = frozenset((network.stops[link.a].id, network.stops[link.b].id))
            counter[ends, tuple(sorted((link.hexes, link.hexes[::-1])))] += 1
    assert not named[0][1] - named[1][1]
    graph = own.graph()
    for part in nx.connected_components(graph):
        assert any(graph.nodes[stop]["home"] for stop in part)


@each_case
def test_a_network_comes_back_from_its_graph(case: dict[str, Any]) -> None:
    found = turn_of(case["position"])
    for network in (found.network, found.whole_network):
        assert Network.from_graph(network.graph()) == network


def test_a_graph_that_was_changed_is_another_network() -> None:
    graph = api.load(api.DATA / "sion.toml").network.graph()
    graph.remove_node("J13")
    network = Network.from_graph(graph)
    assert "J13" not in [stop.id for stop in network.stops]
    assert all(0 <= end < len(network.stops) for link in network.links for end in (link.a, link.b))


def test_the_graph_of_a_problem_says_what_stops_pay_each_train() -> None:
    graph = api.load(api.DATA / "sion.toml").problem().graph()
    assert graph.graph["trains"] == ("2H", "3H")
    assert graph.nodes["K10"]["values"] == (30, 30)
    assert graph.nodes["K10"]["home"]


def test_cpsat_is_a_name_of_the_circuit() -> None:
    assert api.solve(api.DATA / "sion.toml", method="cpsat").to_dict()["revenue"] == 100
