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
from bestrun import api
from bestrun.files import Case
from bestrun.games import family_of
from mapdata.errors import InputError
from mapdata.read import read_position
from mapdata.rules import Omission, RouteRules, Rules
from mapdata.titles import load
from solvers.methods import solve
from solvers.pose import pose

TURNS = Path(__file__).parents[1] / "data" / "positions" / "more-titles.json"
TITLES = sorted({case["position"]["title"] for case in json.loads(TURNS.read_text("utf-8"))})


def solved(case: dict[str, Any]) -> None:
    answer = bestrun.solve(case["position"])
    claimed = case["claim"] if isinstance(case["claim"], int) else case["claim"]["revenue"]
    assert answer.proven or answer.result.without, case["id"]
    assert answer.revenue >= claimed or not answer.proven, case["id"]
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


PULLMAN = {
    "title": "18EU",
    "phase": "4",
    "company": "BNR",
    "trains": ["3", "P"],
    "tiles": {"A10": "580:3", "B17": "202:4", "B19": "57:0", "B13": "58:3", "B11": "8:0"}
    | {"C14": "9:2", "C16": "4:1", "D15": "143:1"},
    "tokens": {"BNR": ["B17"], "1": ["A10.0"], "3": ["A10.1"]},
}
ROUTE = "3: B19-B17-C16-D15-B13-A10.1"


@pytest.mark.parametrize(("stop", "revenue"), [("A10.1", 200), ("B17", 170), ("B19", 160)])
def test_a_pullman_counts_at_the_stop_that_is_named(stop: str, revenue: int) -> None:
    said = api.check(PULLMAN, f"{ROUTE}\nP: {stop}")
    assert (said.revenue, said.problems) == (revenue, [])


def test_a_pullman_counts_where_another_train_runs() -> None:
    with pytest.raises(InputError, match="P: it has no route of its own: name a stop that"):
        api.check(PULLMAN, f"{ROUTE}\nP: B21")


def test_a_run_told_by_its_hexes_alone() -> None:
    said = api.check(PULLMAN, "3: [B19 B17 C16 D15 C14 B13 B11 A10]")
    named = api.check(PULLMAN, ROUTE)
    assert (said.revenue, said.problems) == (named.revenue, [])
    assert said.legal


def test_a_phase_that_one_variant_has_chooses_it() -> None:
    position = {"title": "1870", "phase": "D", "company": "MP", "trains": ["D"]}
    assert read_position(position).title == "1870-diesels"
    assert read_position(position | {"phase": "4"}).title == "1870"


def test_diesels_of_1870_come_after_the_first_5() -> None:
    diesels = load("1870-diesels").trains
    assert (diesels["D"].available_on, diesels["4"].rusts_on, diesels["5"].rusts_on) == (
        "5",
        ("D",),
        (),
    )


def test_a_port_of_two_symbols_pays_twice() -> None:
    tiles = {"B7": "9:2"}
    position = {"title": "18SJ", "phase": "3", "company": "ÖSJ", "trains": ["2"], "tiles": tiles}
    position |= {"tokens": {"ÖSJ": ["C8"]}, "assigned": {"A6": ["SB"]}}
    assert api.solve(position).revenue == 40
    assert api.solve(position | {"privates": ["SB"]}).revenue == 100


def test_privates_of_1817_change_the_price_of_lays() -> None:
    position = {"title": "1817", "phase": "3", "company": "PLE", "trains": ["3"]}
    position |= {"tokens": {"PLE": ["D9"]}}
    prices = {}
    for private in ((), ("P18",), ("P19",)):
        for used in (0, 1):
            asked = position | {"privates": list(private)}
            asked |= {"before": {"lays": ["E10"][:used], "used": used}}
            lays = api.moves(asked).to_dict()["lays"]
            prices[private, used] = min(lay["cost"] for lay in lays)
    assert prices == {
        ((), 0): 0,
        ((), 1): 20,
        (("P18",), 0): 10,
        (("P18",), 1): 0,
        (("P19",), 0): 0,
        (("P19",), 1): 10,
    }
