"""Rules of 1862: sorts of train, the London link, freight by distance, places that pay once."""

from __future__ import annotations

from typing import Any

import pytest

import bestrun

METHODS = ["auto", "routes", "circuit", "mip"]

ESSEX: dict[str, Any] = {
    "title": "1862",
    "phase": "B",
    "company": "ECR",
    "tiles": {"D13": "57:0", "D11": "57:0"},
    "tokens": {"ECR": ["D13", "D15.1"]},
    "home": "D13",
}
"""Witham, its home, on one track from Sudbury to London, to which it has the link."""

HARWICH = ESSEX | {
    "company": "EUR",
    "tiles": {"E12": "790:1", "F13": "202:0"},
    "tokens": {"EUR": ["E12"]},
    "home": "E12",
}
"""Colchester, by Harwich to a port."""

WITHAM, SUDBURY, LONDON = 20, 20, 100


def answer(position: dict[str, Any], *trains: str, method: str = "auto") -> Any:
    return bestrun.solve(position | {"trains": list(trains)}, method=method)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    ("trains", "revenue"),
    [
        (["2E"], WITHAM + LONDON),
        (["2E**"], WITHAM + LONDON),  # warranties change nothing
        (["3E"], SUDBURY + WITHAM + LONDON),
        (["2/3E"], SUDBURY + LONDON),
        (["2L"], SUDBURY + WITHAM),  # no areas
        (["1F"], WITHAM + LONDON),  # next to each other
        (["2F"], SUDBURY + LONDON + 20),  # the ends, and Witham between them
        (["2E", "2E"], SUDBURY + WITHAM + LONDON),  # Witham pays one of them
        (["2F", "2E"], SUDBURY + WITHAM + LONDON + 20),  # on the same track
    ],
)
def test_what_sorts_of_train_earn(trains: list[str], revenue: int, method: str) -> None:
    assert answer(ESSEX, *trains, method=method).revenue == revenue


def test_without_the_link_nobody_runs_to_london() -> None:
    assert answer(ESSEX | {"tokens": {"ECR": ["D13"]}}, "2E").revenue == SUDBURY + WITHAM


def test_one_route_visits_the_home() -> None:
    away = ESSEX | {"tokens": {"ECR": ["D11", "D15.1"]}}
    assert answer(away, "2E").revenue == 0


def test_local_trains_earn_for_the_treasury_by_hexes() -> None:
    found = answer(ESSEX, "2L")
    assert (found.revenue, found.subsidy) == (SUDBURY + WITHAM, 2 * 10)


@pytest.mark.parametrize("method", METHODS)
def test_a_hex_counts_more_from_a_port(method: str) -> None:
    found = answer(HARWICH, "2F", method=method)
    assert found.revenue == 40 + 70 + 30  # Colchester, Holland, and Harwich between them


def test_no_route_leads_from_red_to_red_or_ends_in_a_town() -> None:
    tiles = {"D13": "15:0", "C12": "8852:2", "B11": "8852:2"}  # to the west by two towns
    west = ESSEX | {"tiles": tiles}
    assert answer(west, "3E").revenue == 30 + LONDON
    assert answer(west | {"tokens": {"ECR": ["D13"]}}, "3E").revenue == 30 + 70
    assert not bestrun.check(west | {"trains": ["3E"]}, "3E: A10-D13-C14").legal
    assert not bestrun.check(west | {"trains": ["2L"]}, "2L: D13-C12").legal


def test_claims_say_who_is_paid_or_leave_it_open() -> None:
    position = ESSEX | {"trains": ["2F", "2E"]}
    verdict = bestrun.check(position, "2F: D11-D13-D15.0; 2E: D11-D13")
    assert verdict.legal
    assert verdict.revenue == SUDBURY + WITHAM + LONDON + 20


def test_freight_trains_joined_end_to_end_are_left_out() -> None:
    two = answer(ESSEX, "1F", "1F")
    assert not two.proven
    assert any("freight" in rule for rule in two.result.without)
    verdict = bestrun.check(ESSEX | {"trains": ["1F", "1F"]}, "1F: D11-D13; 1F: D13-D15.0")
    assert [each["code"] for each in verdict.problems] == ["ends-joined"]
    assert answer(ESSEX, "2F").proven


def test_a_link_is_placed_where_london_is_in_reach() -> None:
    def links(position: dict[str, Any]) -> set[str]:
        tokens = bestrun.moves(position | {"trains": ["2E"]}).to_dict()["tokens"]
        return {"B15.1", "D15.1"} & {move["stop"] for move in tokens}

    before = ESSEX | {"tokens": {"ECR": ["D13"]}}
    assert links(before) == {"B15.1", "D15.1"}
    assert not links(ESSEX)  # it has one
    assert not links(before | {"before": {"lays": ["D11"], "used": 1}})
    assert not links(before | {"tiles": {"D13": "57:2"}})


def test_a_tile_of_a_great_city_counts_as_an_upgrade() -> None:
    position = ESSEX | {"tiles": {"D13": "57:1"}, "tokens": {"ECR": ["D13"]}, "trains": []}
    after = position | {"before": {"lays": ["D11"], "used": 1}}
    hexes = [{lay["hex"] for lay in bestrun.moves(p).to_dict()["lays"]} for p in (position, after)]
    assert "E12" in hexes[0]
    assert "E12" not in hexes[1]
