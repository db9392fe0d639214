"""Real turns of titles that are data alone: the best run is found, and proven."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from material import SHARED
from rule_boards import board, train
from thorough import one_in

import bestrun
from bestrun.files import Case
from bestrun.games import family_of
from mapdata.errors import InputError
from mapdata.read import read_position
from mapdata.rules import Omission, RouteRules, Rules
from solvers.methods import solve
from solvers.pose import pose

TURNS = Path(__file__).parents[1] / "data" / "positions" / "more-titles.json"
TITLES = sorted({case["position"]["title"] for case in json.loads(TURNS.read_text("utf-8"))})


def solved(case: dict[str, Any]) -> None:
    answer = bestrun.solve(case["position"])
    claimed = case["claim"] if isinstance(case["claim"], int) else case["claim"]["revenue"]
    assert answer.proven, case["id"]
    assert answer.revenue >= claimed, case["id"]
    assert answer.revenue == case.get("optimum", answer.revenue), case["id"]


def test_the_best_run_of_real_turns() -> None:
    for case in json.loads(TURNS.read_text("utf-8")):
        solved(case)


@pytest.mark.skipif(not SHARED.exists(), reason="the collection of real turns is not here")
@pytest.mark.parametrize("title", TITLES)
def test_turns_of_the_collection(title: str) -> None:
    for path in sorted((SHARED / "positions").glob(f"{title}-*.json")):
        for case in one_in(11, json.loads(path.read_text("utf-8"))):
            solved(case)


def test_an_optional_rule_chooses_the_variant() -> None:
    position = {"title": "18DE", "phase": "7", "company": "BM", "options": ["modern_trains"]}
    assert read_position(position).title == "18DE-modern"
    assert read_position(position | {"title": "1836jr56", "options": ["diesel_variant"]}).title == (
        "1836jr56"
    )
    with pytest.raises(InputError, match="1830 has no variant for 'modern_trains'"):
        read_position(position | {"title": "1830"})


def test_modern_trains_earn_more_at_own_markers() -> None:
    """D10 to E7 and on to C13: with a 7 each own marker on the way adds 10."""
    cases = json.loads(TURNS.read_text("utf-8"))
    late = next(case for case in reversed(cases) if case["position"]["title"] == "18DE")
    plain = {key: item for key, item in late["position"].items() if key != "options"}
    if {"7", "8"} & set(plain["trains"]):
        assert bestrun.solve(plain).revenue < bestrun.solve(late["position"]).revenue


def test_the_least_cost_of_a_lay_holds_for_two_players_too() -> None:
    position = {
        "title": "18462pVariant",
        "phase": "I",
        "company": "MS",
        "trains": ["2"],
        "tiles": {},
        "tokens": {"MS": ["C15"]},
    }
    case = Case("test", position, "")
    costs = [lay["cost"] for lay in family_of(case).moves(case).to_dict()["lays"]]
    assert costs and min(costs) == 20


def test_a_rule_that_is_left_out_matters_only_where_track_makes_a_loop() -> None:
    """Two cities of a hex may follow each other in a route, which is not kept."""
    left_out = Omission("two cities of a hex that follow each other", loops=True)
    apart = RouteRules(hex_once=True)
    for links, proven in (("A-B B-C", False), ("A-B A-C", True)):
        network = board("A*10 B20 C30", links, C={"hexes": ("B",)})
        problem = pose(network, (train(),), Rules(route=apart, without=(left_out,)))
        assert solve(problem).proven == proven
