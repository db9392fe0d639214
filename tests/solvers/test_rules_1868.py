"""Rules of 1868 Wyoming that others do not have: spikes, boom towns, trains that run as one."""

from __future__ import annotations

from typing import Any

import pytest
from asked import why

import bestrun
from bestrun.operating.lay_price import lay_price
from hexgraph.laid import laid_face
from mapdata.errors import InputError

BILLINGS = {
    "title": "1868Wyoming",
    "phase": "2",
    "company": "RCL",
    "trains": ["4"],
    "tiles": {"B16": "6:2", "B18": "9:1", "B20": "9:1", "B22": "9:1", "B24": "9:1", "B26": "8:5"},
    "tokens": {"RCL": ["C27"]},
}
"""Rapid City, Sheridan, Billings, and the northern spike beyond."""

LAID = {"A15": "Billings-c:0", "A1": "A1-spike:0"}

METHODS = pytest.mark.parametrize("method", ["auto", "routes", "frontier", "circuit", "mip"])


def revenue(position: dict[str, Any], **changes: Any) -> int:
    answer = bestrun.solve(position | changes)
    assert answer.proven
    return int(answer.revenue)


@METHODS
def test_a_spike_is_reached_through_an_area_from_the_other_end(method: str) -> None:
    assert bestrun.solve(BILLINGS, method=method).revenue == 20 + 20 + 10 + 60
    west = BILLINGS | {"company": "C&N", "tokens": {"C&N": ["B16"]}}
    assert bestrun.solve(west, method=method).revenue == 20 + 10


def test_a_claim_of_a_spike_needs_a_start() -> None:
    west = BILLINGS | {"company": "C&N", "tokens": {"C&N": ["B16"]}}
    verdict = bestrun.check(west, "4: Sheridan - A15 - A1")
    assert [problem["code"] for problem in verdict.problems] == ["wrong-stops"]
    assert "needs one of" in verdict.problems[0]["message"]
    assert bestrun.check(BILLINGS, "4: C27 - B16 - A15 - A1").revenue == 110


def test_the_spike_takes_a_place_and_is_gone_once_it_was_driven() -> None:
    assert revenue(BILLINGS, trains=["3"]) == 20 + 20 + 10
    assert revenue(BILLINGS, trains=["3+1"]) == 110
    tiles = BILLINGS["tiles"] | LAID
    assert revenue(BILLINGS, tiles=tiles, groups={"A15": ["W"]}) == 20 + 20 + 20 + 40


def test_with_several_trains_a_spike_is_not_all_there_is_to_know() -> None:
    answer = bestrun.solve(BILLINGS | {"trains": ["4", "2"]})
    assert (answer.revenue, answer.proven) == (110, False)
    assert bestrun.solve(
        BILLINGS | {"trains": ["4", "2"], "tiles": BILLINGS["tiles"] | LAID}
    ).proven


@pytest.mark.parametrize(("train", "count"), [("1+1", 30), ("2+0", 40), ("[1+1]", 30), ("3+0", 50)])
def test_trains_run_as_one_by_the_sum_of_their_figures(train: str, count: int) -> None:
    assert revenue(BILLINGS, trains=[train]) == (0 if train in ("1+1", "[1+1]") else count)


def test_a_name_that_fits_no_pattern_is_no_train() -> None:
    with pytest.raises(InputError, match=r"unknown train '4\+3\+2'"):
        bestrun.solve(BILLINGS | {"trains": ["4+3+2"]})


BOOM = {
    "title": "1868Wyoming",
    "phase": "5",
    "company": "WYC",
    "trains": ["5"],
    "tiles": {"F18": "57B:0", "G17": "8:3", "H18": "GC:3"},
    "tokens": {"WYC": ["H18"]},
}
"""Casper and the boom city Midwest."""


def test_boom_hexes_pay_what_the_position_says() -> None:
    assert revenue(BOOM) == 40 + 20
    assert revenue(BOOM, values={"F18": 30}) == 40 + 30


def test_teapot_dome_pays_in_boom_cities_alone() -> None:
    teapot = {"F18": 15, "H18": 5, "G17": 5}
    assert revenue(BOOM, teapot=teapot) == 40 + 20 + 15
    town = BOOM["tiles"] | {"F18": "57b:0"}
    assert revenue(BOOM, teapot=teapot, tiles=town) == 40 + 10


def test_forts_pay_where_a_route_runs_over_them_or_ends() -> None:
    assert revenue(BOOM, assigned={"G17": ["fort"], "H18": ["fort"]}) == 60 + 20
    both = {"assigned": {"H18": ["fort"]}, "privates": ["P2b"]}
    assert revenue(BOOM, **both) == 60 + 20


@pytest.mark.parametrize(
    ("tile", "privates", "cost"),
    [("20:1", [], 20), ("20:1", ["P4b"], 5), ("20:1", ["P5c"], 10), ("21:1", [], 0)],
)
def test_some_tiles_cost_more_and_some_privates_save_of_that(
    tile: str, privates: list[str], cost: int
) -> None:
    tiles = BOOM["tiles"] | {"H20": "9:1"}
    turn = bestrun.load(BOOM | {"trains": [], "tiles": tiles, "privates": privates})
    name = tile.partition(":")[0]
    new = laid_face(turn.title, "H20", tile)
    price = lay_price(turn.board, turn.company, "H20", turn.title.tiles[name], new)
    assert price.total == cost


@pytest.mark.parametrize(("privates", "cost"), [([], 60), (["P4b"], 45), (["P5c"], 30)])
def test_hexsides_are_halved_by_one_private_and_not_cheaper_by_the_other(
    privates: list[str], cost: int
) -> None:
    position = BOOM | {"trains": [], "tiles": {}, "tokens": {}, "privates": privates}
    turn = bestrun.load(position)
    new = laid_face(turn.title, "M3", "9:1")
    assert lay_price(turn.board, turn.company, "M3", turn.title.tiles["9"], new).total == cost


def test_booms_and_busts_are_no_lays() -> None:
    for tile in ("57B:0", "57b:0", "9:0"):
        assert bestrun.solve(BOOM | {"tiles": BOOM["tiles"] | {"F18": tile}}).warnings == ()
    bust = BOOM | {"trains": [], "tiles": BOOM["tiles"] | {"F18": "57b:0"}}
    assert why(bust, "F18", "57B") == "wrong-colour"
