"""Rules of 18USA: attachments, resources, Mexico, the company town, colours that are skipped."""

from __future__ import annotations

from typing import Any

import pytest
from asked import lays, places, why

import bestrun

MEXICO = {"yellow": 30, "green": 40, "brown": 60, "gray": 80}
TUCSON: dict[str, Any] = {
    "title": "18USA",
    "phase": "5",
    "company": "PRR",
    "trains": ["5"],
    "tiles": {"H8": "63:0", "G7": "57:2", "H6": "8ore10:4"},
    "tokens": {"PRR": ["H8"]},
    "values": dict.fromkeys(("I5", "I7", "I9", "I11", "J12", "K13"), MEXICO),
}
"""Tucson with three ways to Mexico, one of them over an ore mine, and Phoenix."""

METHODS = pytest.mark.parametrize("method", ["auto", "routes", "frontier", "circuit", "mip"])


@METHODS
@pytest.mark.parametrize(
    ("trains", "revenue"),
    [
        (["5"], 20 + 40 + 60 + 10),
        (["5", "5"], 130 + 100),
        (["5", "5", "5"], 110 + 100 + 60),  # two to Mexico, the third to Phoenix
    ],
)
def test_two_trains_of_a_turn_run_to_mexico(trains: list[str], revenue: int, method: str) -> None:
    answer = bestrun.solve(TUCSON | {"trains": trains}, method=method)
    assert (answer.revenue, answer.proven) == (revenue, True)


def test_a_third_train_to_mexico_is_refused() -> None:
    claim = "\n".join(["5: H8-I5", "5: H8-I7", "5: H8-I9"])
    verdict = bestrun.check(TUCSON | {"trains": ["5", "5", "5"]}, claim)
    assert [problem["code"] for problem in verdict.to_dict()["problems"]] == ["too-many-runs"]


@METHODS
@pytest.mark.parametrize(
    ("train", "revenue"),
    [
        ("2", 40 + 60 + 10),
        ("2P", 110 + 2 * 20),
        ("2+1", 20 + 40 + 60 + 10),
        ("2+1P", 130 + 3 * 20),
        ("2P+1", 130 + 3 * 20),
    ],
)
def test_what_is_attached_to_a_train(train: str, revenue: int, method: str) -> None:
    answer = bestrun.solve(TUCSON | {"trains": [train]}, method=method)
    assert (answer.revenue, answer.proven) == (revenue, True)


@METHODS
def test_a_switcher_passes_a_stop_unpaid_and_is_never_called_proven(method: str) -> None:
    """From Salt Lake City to Phoenix and Tucson: the middle one is not paid."""
    tiles = {"H8": "63:0", "G7": "57:2", "H6": "9:0"}
    position = TUCSON | {"tiles": tiles, "trains": ["2/1"], "tokens": {"PRR": ["G7"]}}
    answer = bestrun.solve(position, method=method)
    assert (answer.revenue, answer.proven) == (20 + 60, False)
    assert bestrun.solve(position | {"trains": ["2"]}, method=method).revenue == 60


def test_a_permanent_train_is_never_extended() -> None:
    with pytest.raises(bestrun.InputError, match="unknown train '5\\+1'"):
        bestrun.solve(TUCSON | {"trains": ["5+1"]})


@pytest.mark.parametrize(
    ("phase", "tile", "more"),
    [("4", "8oil", 10), ("5", "8oil", 20), ("5", "8ore20", 20), ("5", "8coalore20", 30)],
)
def test_resources_pay_where_a_route_runs_over_them(phase: str, tile: str, more: int) -> None:
    plain = TUCSON | {"phase": phase, "tiles": {"H8": "14:1", "H6": "8:4"}, "trains": ["2"]}
    rich = plain | {"tiles": {"H8": "14:1", "H6": f"{tile}:4"}}
    claim = "2: Tucson-I5"
    assert bestrun.check(rich, claim).revenue == bestrun.check(plain, claim).revenue + more


@METHODS
@pytest.mark.parametrize(("tile", "revenue"), [("544", 60 + 20 + 20), ("544oil", 60 + 20 + 20)])
def test_no_route_crosses_a_resource_twice(tile: str, revenue: int, method: str) -> None:
    """From Mexico to Phoenix, round and back over the same hex to Tucson: only on plain track.

    Over oil that would pay 20 more.
    """
    round_trip = {"H8": "57:1", "G7": "5:0", "G5": "8:4", "H4": "7:3", "H6": f"{tile}:3"}
    answer = bestrun.solve(TUCSON | {"tiles": round_trip}, method=method)
    assert (answer.revenue, answer.proven) == (revenue, True)


def test_a_claim_that_crosses_a_resource_twice_is_refused() -> None:
    tiles = {"H8": "57:1", "G7": "5:0", "G5": "8:4", "H4": "7:3"}
    plain = bestrun.check(TUCSON | {"tiles": tiles | {"H6": "544:3"}}, "5: I5-G7-H8")
    assert (plain.legal, plain.revenue) == (True, 100)
    rich = bestrun.check(TUCSON | {"tiles": tiles | {"H6": "544oil:3"}}, "5: I5-G7-H8")
    assert [problem["code"] for problem in rich.to_dict()["problems"]] == ["hex-twice"]


FARGO: dict[str, Any] = {
    "title": "18USA",
    "phase": "7",
    "company": "GN",
    "trains": ["6"],
    "tiles": {
        **{"B4": "9:1", "B6": "9:1", "B8": "57:1", "B10": "9:1", "B12": "9:1", "B14": "57:1"},
        **{"B16": "9:1", "B18": "8:5", "C19": "9:2", "D20": "593:2"},
    },
    "tokens": {"GN": ["B8"]},
    "privates": ["P17"],
    "values": {"B2": {"yellow": 20, "green": 30, "brown": 40, "gray": 50}},
}
"""Seattle, Helena, Fargo and Chicago on one line."""


@METHODS
@pytest.mark.parametrize(
    ("trains", "revenue"),
    [
        (["6"], 50 + 20 + 20 + 60 + 60),
        (["2"], 50 + 20),  # dearer than 20 + 20 + 30 from Helena to Fargo
        (["3"], 20 + 20 + 60 + 30),
    ],
)
def test_the_great_northern_earns_60_or_30(trains: list[str], revenue: int, method: str) -> None:
    answer = bestrun.solve(FARGO | {"trains": trains}, method=method)
    assert (answer.revenue, answer.proven) == (revenue, True)


COMPANY_TOWN: dict[str, Any] = {
    "title": "18USA",
    "phase": "3",
    "company": "SR",
    "trains": ["2"],
    "tiles": {"F20": "619:1", "F18": "X20:1"},
    "tokens": {"SR": ["F20", "F18"], "N": ["F18"], "PRR": ["F20"]},
    "slots": {"neutral": ["F18"]},
}


@METHODS
@pytest.mark.parametrize(("company", "revenue"), [("SR", 30 + 40), ("PRR", 30 + 40 - 10)])
def test_a_company_town_pays_others_less(company: str, revenue: int, method: str) -> None:
    answer = bestrun.solve(COMPANY_TOWN | {"company": company}, method=method)
    assert (answer.revenue, answer.proven) == (revenue, True)


@METHODS
def test_rural_junctions_are_free_and_no_ends(method: str) -> None:
    """It pays 10 and takes no place, but earns nothing with a Pullman."""
    line = {"E15": "57:1", "E17": "X07:0", "E19": "8:5", "F20": "619:2"}
    kansas_city = {
        **{"title": "18USA", "phase": "5", "company": "SR", "trains": ["2"]},
        **{"tiles": line, "tokens": {"SR": ["E15"]}},
    }
    assert bestrun.solve(kansas_city, method=method).revenue == 20 + 10 + 30
    pullman = kansas_city | {"trains": ["2P"]}
    assert bestrun.solve(pullman, method=method).revenue == 60 + 2 * 20
    short = kansas_city | {"tiles": {at: line[at] for at in ("E15", "E17")}}
    assert bestrun.solve(short, method=method).revenue == 0
    assert not bestrun.check(short, "2: Kansas City - St. Louis").legal


# -- building ----------------------------------------------------------------------------------


def test_colours_are_skipped_from_phase_5_for_a_price() -> None:
    early = TUCSON | {"phase": "4", "tiles": {"H8": "14:0"}}
    late = early | {"phase": "5"}
    assert why(early, "H10", "82:1") == "wrong-colour"
    tiles = lays(late, "H10")
    assert (tiles["9:1"], tiles["82:1"], tiles["544:0"]) == (0, 10, 20)
    second = late | {"before": {"lays": ["H8"], "used": 1, "upgraded": True}}
    assert why(second, "H10", "82:1") == "wrong-lay"  # it counts as an upgrade
    assert lays(second, "H10")["9:1"] == 20


def test_cities_begin_with_green_from_phase_5_for_nothing() -> None:
    line = TUCSON | {"tiles": {"H8": "14:0", "H10": "9:1", "H12": "9:1"}, "phase": "5"}
    assert {code.split(":")[0]: cost for code, cost in lays(line, "H14").items()} == {
        **{"57": 0, "5": 0, "6": 0},
        **{"14": 0, "15": 0, "619": 0},
    }
    assert why(line | {"phase": "4"}, "H14", "14:1") == "wrong-colour"


def test_plain_track_gets_the_tile_with_the_most_exits() -> None:
    """A 60 has six exits, and fits unless a side is water; then an X17 has five."""
    gray = TUCSON | {"phase": "7", "tiles": {"H8": "63:0", "G9": "545:0", "D22": "545:1"}}
    assert [code for code in lays(gray, "G9") if code.startswith(("60", "X17"))] == ["60:0"]
    rim = gray | {"tokens": {"PRR": ["D24"]}, "tiles": {"D24": "63:0", "D22": "546:1"}}
    assert {code.split(":")[0] for code in lays(rim, "D22")} == {"X17"}


def test_resources_need_the_marker_of_a_private() -> None:
    position = TUCSON | {"tiles": {"H8": "14:1"}, "phase": "3", "privates": ["P4"]}
    assert lays(position, "H6", by="P4")["8ore10:4"] == 0
    assert "8ore10:4" not in lays(position | {"privates": []}, "H6")
    mine = position | {"tiles": {"H8": "14:1", "H6": "8ore10:4"}}
    assert lays(mine, "H6") == {"8ore20:4": 0}
    assert why(mine | {"phase": "2"}, "H6", "8ore20:4") == "wrong-colour"


def test_a_resource_faces_a_stop() -> None:
    """From Boise a coal mine leads on to Helena, and not to the empty hex opposite."""
    tiles = {"D6": "57:0", "C7": "8:4"}
    position = TUCSON | {"phase": "2", "tiles": tiles, "tokens": {"PRR": ["D6"]}}
    coal = lays(position | {"privates": ["P1"]}, "C9", by="P1")
    assert coal["7coal:1"] == 0  # 15 for the mountain is saved
    assert "9coal:1" not in coal
    assert lays(position, "C9")["9:1"] == 15


def test_the_law_firm_finds_a_place_in_a_full_city() -> None:
    full = COMPANY_TOWN | {
        "tiles": {"F20": "57:1", "F22": "9:1", "F24": "9:1", "F26": "57:1"},
        "tokens": {"SR": ["F20"], "PRR": ["F26"]},
        "slots": {},
        "left": [0],
    }
    assert "F26" not in places(full)
    assert places(full | {"privates": ["P20"]})["F26"] == 0
