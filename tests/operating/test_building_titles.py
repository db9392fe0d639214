"""Building in the many titles: what the turn allows, what it costs, what privates add."""

from __future__ import annotations

import json
from typing import Any

import pytest
from asked import lays, moves, places, why
from material import SHARED, of_covered_titles
from thorough import one_in

from bestrun.files import Case, stated
from bestrun.games import family_of
from bestrun.games.eighteen.solve import turn_of
from bestrun.operating.placer import Placer
from hexgraph.turns import smallest_turn
from mapdata.titles import load

NYC = {
    "title": "1846",
    "phase": "II",
    "company": "NYC",
    "trains": ["2"],
    "tiles": {},
    "tokens": {"NYC": ["D20"]},
}


def test_the_second_lay_of_a_turn_is_no_second_upgrade() -> None:
    first = why(NYC, "D20", "14:0")
    second = NYC | {"before": {"lays": ["E19"], "used": 1, "upgraded": True}}
    assert first == "None"
    assert why(second, "D20", "14:0") == "wrong-lay"
    assert any(code.startswith("8:") for code in lays(second, "D18"))


def test_two_towns_become_a_city_only_in_phases_that_allow_it() -> None:
    early = {
        "title": "1856",
        "phase": "3",
        "company": "GW",
        "trains": ["2"],
        "tiles": {"E18": "56:1", "F17": "14:0"},
        "tokens": {"GW": ["F15", "F17"]},
    }
    assert why(early, "E18", "15:1") == "wrong-stops"
    assert why(early | {"phase": "6"}, "E18", "15:1") == "None"


def test_all_lays_of_a_turn_can_be_used_up() -> None:
    used = NYC | {"before": {"lays": ["D18", "D16"], "used": 2}}
    assert moves(used)["lays"] == []
    assert why(used, "D18", "8") == "no-lay-left"


def test_a_kind_of_company_has_lays_of_its_own() -> None:
    """The city of minor B of 18MEX has a green tile to follow, which only others lay."""
    minor = {
        "title": "18MEX",
        "phase": "3",
        "company": "B",
        "trains": ["2"],
        "tokens": {"B": ["K6"]},
    }
    laid = minor | {"tiles": {"K6": "471:0"}}
    assert why(laid, "K6", "476:0") == "wrong-lay"
    assert why(laid, "K6", "476:0") != why(laid | {"company": "NdM"}, "K6", "476:0")
    assert lays(minor, "K6")


def test_the_ground_of_every_lay_has_a_least_price() -> None:
    assert set(lays(NYC, "D20").values()) == {20}


def test_a_hexside_with_a_price_is_paid_when_track_meets_there() -> None:
    erie = NYC | {"company": "ERIE", "tokens": {"ERIE": ["E21"]}, "tiles": {"E19": "9:1"}}
    costs = lays(erie, "E19")
    assert costs["27:4"] == costs["23:4"] + 40  # only 27 meets the track beyond the ridge


def test_an_upgraded_city_takes_the_tile_with_most_exits() -> None:
    inland = {
        "title": "1861",
        "phase": "5",
        "company": "KB",
        "trains": ["5"],
        "tiles": {"I13": "14:0"},
        "tokens": {"KB": ["I13"]},
    }
    assert {code.partition(":")[0] for code in lays(inland, "I13")} == {"63"}
    assert why(inland, "I13", "611") == "more-exits"


def test_a_hex_that_a_private_keeps_shut_is_not_built_on() -> None:
    shut = NYC | {"blocked": ["D18"]}
    assert lays(NYC, "D18") and not lays(shut, "D18")
    assert why(shut, "D18", "8") == "blocked"


def test_a_lot_decides_which_hex_takes_the_tiles_with_its_label() -> None:
    mine = {"title": "1877Venezuela", "phase": "2", "company": "BPC", "trains": []}
    mine |= {"tokens": {"BPC": ["H3"]}, "labels": {"H3": "⛏️"}}
    assert {code.partition(":")[0] for code in lays(mine, "H3")} == {"X5"}
    unlabelled = lays(mine | {"labels": {"B5": "⛏️"}}, "H3")
    assert unlabelled and not any(code.startswith("X5") for code in unlabelled)


PRR = {
    "title": "1846",
    "phase": "I",
    "company": "PRR",
    "trains": [],
    "tiles": {},
    "tokens": {"PRR": ["F20"]},
    "left": [80, 80],
}


def test_a_place_is_kept_for_whom_it_is_reserved() -> None:
    assert "E11" in places(PRR)
    assert "E11" in places(PRR | {"reserved": {"E11": ["PRR"]}})
    assert "E11" not in places(PRR | {"reserved": {"E11": ["IC"]}})


def test_a_marker_of_an_ability_costs_more_where_it_is_not_reached() -> None:
    assert places(PRR)["E11"] == 60


def test_a_company_that_has_not_begun_chooses_its_home() -> None:
    erie = {"title": "1830", "phase": "2", "company": "ERIE", "trains": [], "tokens": {}}
    assert {"E11.0", "E11.1"} <= places(erie).keys()
    assert places(erie)["E11.0"] == 0


def test_a_price_for_each_hex_of_distance() -> None:
    position = {
        "title": "1867",
        "phase": "4",
        "company": "CA",
        "trains": ["3"],
        "tokens": {"CA": ["M9"]},
        "left": [20],
    }
    turn = turn_of(Case("test", position, ""))
    placer = Placer(turn.board, turn.company)
    assert placer.cost(("L12", 0)) == 40
    assert placer.cost(("F16", 0)) == 20 * 7


@pytest.mark.parametrize(
    ("title", "private", "hex_id", "tile"),
    [("1830", "CS", "B20", "58"), ("1836Jr30", "E-SF", "B8", "56"), ("18AL", "BLC", "G2", "445")],
)
def test_a_private_lays_its_tile_unreached(
    title: str, private: str, hex_id: str, tile: str
) -> None:
    company = next(iter(load(title).companies))
    bare = {"title": title, "phase": "2", "company": company, "trains": [], "tokens": {}}
    found = moves(bare | {"privates": [private]})["lays"]
    own = [each for each in found if each.get("by") == private]
    assert {each["hex"] for each in own} >= {hex_id}
    assert tile in {each["tile"].partition(":")[0] for each in own}
    assert not any("by" in each for each in moves(bare)["lays"])


UNTOLD = {
    "18CZ2-2_player_hostseat:74": "the home marker of another company, which a tile has lifted",
    "1822-33845:1081": "a marker that replaces a minor bought out of a box",
    "1849-1849_game_end_bank:180": "a private that was closed for this turn",
    "1849-1849_game_end_bank:181": "a private that was closed for this turn",
}
"""Moves that rest on something that the position does not tell."""


def real_moves() -> list[Any]:
    files = of_covered_titles((SHARED / "positions").glob("moves-*.json"))
    cases = [case for path in files for case in one_in(25, json.loads(path.read_text()))]
    cases = [case for case in cases if case["id"] not in UNTOLD]
    return [pytest.param(case, id=case["id"]) for case in cases]


@pytest.mark.parametrize("case", real_moves())
def test_a_real_move_is_legal_at_its_cost(case: dict[str, Any]) -> None:
    position, move = stated(case), case["move"]
    asked = Case(case["id"], position, "")
    found = family_of(asked).moves(asked, online=True).to_dict()
    cost = case.get("cost", move.get("cost"))
    if "token" in move:
        costs = [each["cost"] for each in found["tokens"] if each["stop"] == move["token"]]
    else:
        tile = _smallest(position["title"], move["lay"]["tile"])
        hexes = (each for each in found["lays"] if each["hex"] == move["lay"]["hex"])
        costs = [each["cost"] for each in hexes if each["tile"] == tile]
    assert costs and (cost is None or cost in costs)


def _smallest(title: str, code: str) -> str:
    name, _, turn = code.rpartition(":")
    return f"{name}:{smallest_turn(load(title).tiles[name], int(turn))}"
