"""Rules of 18Ireland: branch lines, a place elsewhere, narrow track built from any stop."""

from __future__ import annotations

from typing import Any

import pytest
from asked import lays, places, why

import bestrun

LINE = {"F6": "IR3:3", "F8": "9:0", "F10": "644:2"}
"""Enniskillen and Dromod, joined by broad track; narrow track leaves Enniskillen for Donegal."""

DONEGAL = {
    "title": "18Ireland",
    "phase": "4",
    "company": "EBSR",
    "trains": ["2H"],
    "tiles": LINE,
    "tokens": {"EBSR": ["F6"]},
}

METHODS = pytest.mark.parametrize("method", ["auto", "routes", "frontier", "circuit", "mip"])


def with_tiles(**tiles: str) -> dict[str, Any]:
    return DONEGAL | {"tiles": LINE | tiles}


@METHODS
@pytest.mark.parametrize(
    ("tiles", "revenue"),
    [
        ({}, 30),
        ({"F4": "IR5:0"}, 40),
        ({"F4": "IR24:0", "E3": "78:3", "E1": "IR5:0"}, 50),  # the line goes on
        ({"F4": "IR24:0", "E3": "78:3", "E1": "IR18:0"}, 40),  # and ends where broad track is
        ({"F4": "58:0"}, 30),  # which narrow track does not meet
    ],
)
def test_a_stop_is_worth_its_branch_lines(tiles: dict[str, str], revenue: int, method: str) -> None:
    answer = bestrun.solve(with_tiles(**tiles), method=method)
    assert (answer.revenue, answer.proven) == (revenue, True)
    assert bestrun.check(with_tiles(**tiles), "2H: F6-F10").revenue == revenue


@METHODS
def test_each_route_counts_them_anew(method: str) -> None:
    position = with_tiles(F4="IR5:0", G5="7:0", G7="58:1") | {"trains": ["2H", "2H"]}
    assert bestrun.solve(position, method=method).revenue == 40 + 30


def test_no_train_runs_on_branch_lines() -> None:
    position = with_tiles(F4="IR5:0") | {"tiles": {"F6": "IR3:3", "F4": "IR5:0"}}
    assert bestrun.solve(position).revenue == 0
    assert not bestrun.check(position, "2H: F6-F4").legal


@METHODS
@pytest.mark.parametrize(
    ("limerick", "more"),
    [({}, 0), ({"D16": "658:0"}, 20), ({"D16": "658:0", "C15": "IR5:5"}, 30)],
)
def test_one_route_earns_what_a_place_elsewhere_is_worth(
    limerick: dict[str, str], more: int, method: str
) -> None:
    position = with_tiles(**limerick) | {"privates": ["RSSC"]}
    assert bestrun.solve(position, method=method).revenue == 30 + more
    assert bestrun.solve(position | {"privates": []}, method=method).revenue == 30
    beyond = with_tiles(F10="IR36:3", G11="8:0", G13="IR4:1", **limerick)
    twice = beyond | {"trains": ["2H", "2H"], "privates": ["RSSC"]}
    twice |= {"tokens": {"EBSR": ["F6", "F10"]}}
    assert bestrun.solve(twice, method=method).revenue == 40 + 40 + more


def test_narrow_track_is_built_from_any_stop_in_reach_whatever_markers_stand_there() -> None:
    """Dromod is full. Narrow track goes on from it, broad track does not."""
    full = with_tiles(F10="IR36:3") | {"tokens": {"EBSR": ["F6"], "GNWR": ["F10"], "UR": ["F10"]}}
    assert lays(full, "F12")["IR5:3"] == 0  # and pays for no river
    assert why(full, "F12", "58:3") == "wrong-gauge"
    assert why(full, "G11", "8:0") == "unreachable"
    assert why(full | {"tokens": {"EBSR": ["F6"]}}, "G11", "8:0") == "None"
    assert not [stop for stop in places(with_tiles(F4="IR24:0")) if stop.startswith("F4")]


def test_a_second_upgrade_is_for_who_owns_the_engineer() -> None:
    second = with_tiles(F4="IR5:0") | {"before": {"lays": ["D6"], "used": 1}}
    assert why(second, "F4", "IR24:0") == "wrong-lay"
    assert lays(second | {"privates": ["WDE"]}, "F4")["IR24:0"] == 30


def test_the_mail_boat_opens_a_port_on_water() -> None:
    position = DONEGAL | {"privates": ["TIM"]}
    assert lays(position, "J12", by="TIM")["IM:2"] == 0
    assert "IM:2" not in lays(DONEGAL, "J12")
    assert why(DONEGAL, "J12", "IM:2") == "not-by-companies"
