"""What a company reaches: stops, hexes, its destination, and whether it needs a train."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from boards import random_position, turn_of
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from operating import builder, refused
from thorough import THOROUGH

import bestrun
from bestrun.commands.reach import command
from bestrun.operating.reach import Reached, has_route, reaches_destination
from hexgraph.bases import own_stations
from hexgraph.board import Board
from hexgraph.face import Face, StopKey
from hexgraph.reach import Side, province_borders, reach_of
from hexgraph.sides import hex_across, hexside
from mapdata.tile import Piece
from mapdata.titles import load

TITLES = ("1844", "1841", "1841-v2-lite")


def answer(title: str, phase: str, company: str, tiles: dict[str, str], **tokens: Any) -> Reached:
    known = {"title": title, "phase": phase, "company": company, "tiles": tiles}
    par = tokens.pop("par", None)
    return bestrun.reach({**known, "tokens": tokens, **({"par": par} if par else {})})


# -- routes --------------------------------------------------------------------------------

BALLOON = {"D13": "57:0", "E12": "26:4", "E14": "23:1", "E16": "7:0", "F15": "7:2"}
"""Olten, a stem over E12, and a loop of three hexes behind it; E12 branches to Solothurn."""


def test_a_loop_does_not_turn_a_route_round() -> None:
    company = builder("1844", "3", "GB", BALLOON, {"GB": ["D13"]})
    assert {("E14", 4), ("E14", 5), ("F15", 2), ("E16", 1)} <= company.reach.exits
    assert ("E12", 1) not in company.reach.exits
    assert refused(company, "E10", "4:1") == "unreachable"


def routes_by_hand(board: Board, company: str) -> tuple[set[Side], set[StopKey]]:
    """Follow every route there is, the plainest way."""
    sides: set[Side] = set()
    stops: set[StopKey] = set()

    def leave(hex_id: str, stop: int, by: int | None, used: frozenset[object]) -> None:
        stops.add((hex_id, stop))
        if by is not None and not board.passable((hex_id, stop), company):
            return
        for number, piece in enumerate(board.face(hex_id).track):
            if stop not in piece.stops or number == by:
                continue
            if piece.edges:
                cross(hex_id, piece.edges[0], used)
            else:
                (other,) = set(piece.stops) - {stop}
                if (hex_id, other) not in used:
                    leave(hex_id, other, number, used | {(hex_id, other)})

    def cross(hex_id: str, edge: int, used: frozenset[object]) -> None:
        across = hex_across(board.title, hex_id, edge)
        name = hexside(hex_id, across) if across else f"{hex_id} {edge}"
        if name in used:
            return
        sides.add((hex_id, edge))
        if across is None or not board.face(across).open:
            return
        used |= {name}
        entry = (edge + 3) % 6
        for number, piece in enumerate(board.face(across).track):
            if entry not in piece.edges:
                continue
            if not piece.stops:
                (out,) = set(piece.edges) - {entry}
                cross(across, out, used)
            elif (across, piece.stops[0]) not in used:
                leave(across, piece.stops[0], number, used | {(across, piece.stops[0])})

    for start in own_stations(board, company):
        leave(*start, None, frozenset({start}))
    return sides, stops


@settings(max_examples=150 if THOROUGH else 40, deadline=None)
@given(st.sampled_from(TITLES), st.integers(0, 10**6))
def test_reach_is_what_following_every_route_finds(title: str, seed: int) -> None:
    turn = turn_of(random_position(title, Random(seed), size=10))
    found = reach_of(turn.board, turn.company.id)
    assert (found.exits, found.stops) == routes_by_hand(turn.board, turn.company.id)


# -- frontiers -----------------------------------------------------------------------------


@pytest.mark.parametrize("title", ["1841", "1841-lite", "1841-v2", "1841-v2-lite"])
def test_frontiers_fall_phase_by_phase(title: str) -> None:
    played = load(title)
    counts = [len(province_borders(played, phase)) for phase in played.phases]
    assert counts[0] == counts[1] > counts[2] > counts[3] == counts[-1] == 2
    assert province_borders(played, "8") == {"C7|E7", "C7|D8"}
    for hex_id, place in played.hexes.items():
        for edge in place.printed.province_edges:
            across = hex_across(played, hex_id, edge)
            assert across and (edge + 3) % 6 in played.hexes[across].printed.province_edges


def test_1844_has_no_frontiers() -> None:
    assert not province_borders(load("1844"), "1")


# -- the destination -----------------------------------------------------------------------


def test_a_destination_is_reached_from_home_over_track() -> None:
    line = {"D19": "57:1", "D17": "4:1"}
    there = answer("1844", "2", "NOB", line, NOB=["D19"])
    assert there.destination is not None and there.destination.reached
    short = answer("1844", "2", "NOB", {"D19": "57:1"}, NOB=["D19"])
    assert short.destination is not None and not short.destination.reached


def test_either_station_of_a_destination_will_do() -> None:
    line = {"D19": "57:1", "D17": "4:1"}
    turn = builder("1844", "2", "NOB", line, {"NOB": ["D19"]})
    assert ("D15", 1) in turn.reach.stops and ("D15", 0) not in turn.reach.stops
    assert reaches_destination(turn.board, turn.company)


def test_a_destination_is_reached_from_home_and_not_from_another_marker() -> None:
    tiles = {"D19": "57:0", "D17": "4:1"}
    elsewhere = answer("1844", "2", "NOB", tiles, NOB=["D19", "D15.1"])
    assert elsewhere.destination is not None and not elsewhere.destination.reached


def test_a_full_city_on_the_way_keeps_a_destination_away() -> None:
    tiles = {"C12": "57:2", "D13": "57:2", "E14": "9:2", "F15": "8:2"}
    free = answer("1844", "2", "SCB", tiles, SCB=["C12"])
    cut = answer("1844", "2", "SCB", tiles, SCB=["C12"], GB=["D13"])
    assert free.destination is not None and free.destination.reached
    assert cut.destination is not None and not cut.destination.reached


def test_a_full_destination_is_reached_all_the_same() -> None:
    tiles = {"C12": "57:2", "D13": "57:2", "E14": "9:2", "F15": "8:2"}
    full = answer("1844", "2", "SCB", tiles, SCB=["C12"], GB=["F17"])
    assert full.destination is not None and full.destination.reached


def test_the_gotthard_is_reached_when_anyone_has_built_the_tunnel() -> None:
    def gotthard(tile: str) -> bool:
        found = answer("1844", "5", "GB", {"H19": tile} if tile else {}, GB=["G18"]).destination
        assert found is not None
        return found.reached

    assert not gotthard("")
    assert not gotthard("OP2:0")
    assert gotthard("X78:3")
    assert gotthard("OP2:0+X78:3")


def test_a_destination_pays_five_issue_prices_or_two() -> None:
    large = answer("1844", "3", "STB", {}, par=80).destination
    small = answer("1844", "3", "SCB", {}, par=70).destination
    assert large is not None and (large.times, large.pays) == (5, 400)
    assert small is not None and (small.times, small.pays) == (2, 140)
    unknown = answer("1844", "3", "STB", {}).destination
    assert unknown is not None and unknown.pays is None


def test_regional_companies_and_1841_have_no_destination() -> None:
    assert answer("1844", "3", "VZ", {}).destination is None
    assert answer("1841", "3", "SFTN", {}).destination is None


# -- whether it needs a train --------------------------------------------------------------


def needs(found: Reached) -> tuple[bool, bool]:
    return found.route, found.must_own_train


def test_a_company_with_a_route_must_own_a_train() -> None:
    line = {"D15": "14:1", "D13": "57:1"}
    assert needs(answer("1844", "3", "STB", line, STB=["D15"])) == (True, True)
    assert needs(answer("1844", "3", "STB", {"D15": "14:1"}, STB=["D15"])) == (False, False)


def test_a_pre_sbb_company_need_not() -> None:
    assert needs(answer("1844", "2", "SCB", {"C12": "57:2"}, SCB=["C12"])) == (True, False)


def test_a_red_area_makes_no_route_for_a_regional_company_but_for_a_large_one() -> None:
    torino = {"K10": "57:0", "L9": "9:0"}
    assert needs(answer("1844", "3", "VZ", torino, VZ=["K10"])) == (False, False)
    assert needs(answer("1844", "3", "MOB", torino, MOB=["K10"])) == (True, True)


def test_a_mountain_railway_makes_a_route_once_it_is_founded() -> None:
    tiles = {"K10": "57:1", "K12": "8:5"}
    assert needs(answer("1844", "3", "VZ", tiles, VZ=["K10"])) == (False, False)
    founded = answer("1844", "3", "VZ", {**tiles, "L13": "XM1"}, VZ=["K10"])
    assert needs(founded) == (True, True)


def test_in_1841_passes_and_ports_make_no_route() -> None:
    genova = {"M7": "609:5", "K7": "613:0"}
    alone = answer("1841", "5", "AFI", genova, AFI=["M7"])
    assert {"O7", "K7"} <= set(alone.hexes)
    assert needs(alone) == (False, False)
    town = answer("1841", "5", "AFI", {**genova, "N6": "58:4"}, AFI=["M7"])
    assert needs(town) == (True, True)


def test_in_1841_a_marker_on_a_pass_makes_no_route() -> None:
    tiles = {"J6": "5:0", "L6": "614:1", "K5": "8:4"}
    assert needs(answer("1841", "5", "AFI", tiles, AFI=["L6"])) == (False, False)


def test_in_1841_two_cities_on_one_hex_make_no_route() -> None:
    company = builder("1841", "3", "SFTN", {}, {"SFTN": ["H4.1"]})
    round_asti = {"G5": Face("G5", (), (Piece((0, 1)),)), "I5": Face("I5", (), (Piece((2, 3)),))}
    loop = replace(company.board, laid=round_asti)
    assert ("H4", 0) in reach_of(loop, "SFTN").stops
    assert not has_route(loop, company.company)


# -- the command ---------------------------------------------------------------------------


def test_the_command_answers_in_words_and_in_json(tmp_path: Path) -> None:
    path = tmp_path / "nob.toml"
    path.write_text(
        'title = "1844"\nphase = "2"\ncompany = "NOB"\npar = 80\n'
        '[tiles]\nZurich = "57:1"\nBaden = "4:1"\n[tokens]\nNOB = ["Zurich"]\n'
    )
    text = CliRunner().invoke(command, [str(path)]).stdout
    assert "destination Aarau (D15): reached, pays 160" in text
    assert "NOB has a route, but need not own a train" in text
    found = json.loads(CliRunner().invoke(command, [str(path), "--json"]).stdout)
    assert found == {
        "id": "nob",
        "company": "NOB",
        "stops": ["D15.1", "D17", "D19"],
        "hexes": ["D15", "D17", "D19"],
        "destination": {
            "hex": "D15",
            "name": "Aarau",
            "reached": True,
            "times_par": 2,
            "pays": 160,
        },
        "route": True,
        "must_own_train": False,
    }
