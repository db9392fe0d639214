"""The data of Chicago Express: the board, the companies and the scale, and a board of one's own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from chicago_brute import PRINTED, beside

from mapdata.chicago import load
from mapdata.errors import InputError
from solvers.chicago.rules import board_graph, neighbours


def test_every_hex_is_as_the_facts_have_it(shared: Path) -> None:
    facts = json.loads((shared / "facts" / "chicago-express.json").read_text())
    title = load()
    assert set(title.hexes) == set(facts["hexes"])
    for hex_id, fact in facts["hexes"].items():
        each = title.hexes[hex_id]
        found = each.kind, each.cost, each.develop, each.name
        assert found == (fact["kind"], fact["cost"], fact.get("develop", 0), fact.get("name"))
        if each.kind != "industry":
            assert each.income == fact.get("income", 0)


def test_companies_and_scale_are_as_the_facts_have_them(shared: Path) -> None:
    facts = json.loads((shared / "facts" / "chicago-express.json").read_text())
    title = load()
    assert list(title.companies) == [fact["id"] for fact in facts["companies"]]
    for fact in facts["companies"]:
        each = title.companies[fact["id"]]
        found = each.name, each.start, each.shares, each.locomotives
        assert found == (fact["name"], fact["start"], fact["shares"], fact["locomotives"])
        own = title.hexes[each.start].income
        assert each.income + own == fact["income"]
    for name, fact in facts["industry"].items():
        scale = tuple(range(fact["start"], fact["max"] + 1, fact["step"]))
        assert (title.industry[name].hex, title.industry[name].scale) == (fact["hex"], scale)
    assert title.development.houses == facts["houses"]


def test_the_rulebook_counts() -> None:
    title = load()
    assert sum(each.shares for each in title.companies.values()) == 20
    assert sum(each.locomotives for each in title.companies.values()) == 103
    assert len(title.hexes) == 160


def test_every_second_column_lies_half_a_hex_lower() -> None:
    near = neighbours(load())
    assert set(near["S3"]) == {"R2", "R3", "S2", "S4"}
    assert set(near["R5"]) == {"Q5", "Q6", "R4", "R6", "S5"}
    assert set(near["A2"]) == {"A3", "B2"}
    assert {each: set(other) for each, other in near.items()} == {
        each: set(beside(each)) for each in PRINTED
    }


def test_the_board_is_a_networkx_graph() -> None:
    import networkx as nx

    graph = board_graph(load())
    assert isinstance(graph, nx.Graph)
    assert nx.is_connected(graph)
    assert graph.nodes["Q3"]["name"] == "Binghamton"
    assert graph.nodes["Q3"]["cost"] == 2
    assert nx.shortest_path_length(graph, "S3", "A2") == 18


TITLE = """
name = "Chicago Express, with a name more"
base = "chicago-express"
"""


def own_title(folder: Path, map_text: str, title_text: str = TITLE) -> None:
    made = folder / "corrected"
    made.mkdir()
    (made / "title.toml").write_text(title_text)
    (made / "map.toml").write_text(map_text)


@pytest.fixture
def titles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("BESTRUN_TITLES", str(tmp_path))
    return tmp_path


def test_a_player_adds_names_and_corrects_figures(titles: Path) -> None:
    own_title(
        titles, '[city]\nK10 = { cost = 1, income = 1, develop = 1 }\n[names]\nK10 = "Roanoke"'
    )
    title = load("corrected")
    assert title.hexes["K10"].name == "Roanoke"
    assert title.hexes["K10"].cost == 1
    assert title.hexes["Q3"] == load().hexes["Q3"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[citty]\nK10 = { cost = 1 }", "did you mean city"),
        ("[city]\nK10 = { cots = 1 }", "did you mean cost"),
        ("[city]\nK10 = { cost = -1 }", "city.K10: cost"),
        ('[city]\nK10 = { cost = "1" }', "expected a whole number"),
        ("[city]\nKK = { cost = 1 }", "no coordinate"),
        ('[names]\nK11 = "Roanoke"', "unknown hex 'K11'"),
        ("[names]\nK10 = 7", "a name is a text"),
        ("[industry]\nF4 = { cost = 3 }", "no industry is at F4"),
        ("[city]\nI6 = { cost = 3, income = 1 }", "no industry hex"),
        ("[plain]\nA1 = { cost = 1 }", "must touch each other"),
    ],
)
def test_a_mistake_in_the_map_is_one_clear_line(titles: Path, text: str, words: str) -> None:
    own_title(titles, text)
    with pytest.raises(InputError) as caught:
        neighbours(load("corrected"))
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)
    assert "corrected" in str(caught.value)
