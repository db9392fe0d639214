"""Every tile lay and every marker of three finished games is among the legal moves."""

from __future__ import annotations

from typing import Any

import pytest
from material import real_cases
from thorough import one_in

from bestrun.operating.builder import Builder
from bestrun.operating.homes import at_home
from bestrun.operating.reach import reaches_destination
from bestrun.turn import Turn, set_up
from hexgraph.board import Board, marker_stop
from hexgraph.lay import with_marker, with_tile
from hexgraph.turns import smallest_turn
from mapdata.read import read_position

GAMES = ("moves-1844-a", "moves-1841-a", "moves-1841-lite-a")

each_game = pytest.mark.parametrize("game", GAMES)


def builder_of(case: dict[str, Any]) -> tuple[Turn, Builder]:
    turn = set_up(read_position(case["position"]))
    return turn, Builder(at_home(turn.board, turn.company), turn.company)


def lay_made(turn: Turn, move: dict[str, Any]) -> tuple[str, str, int]:
    name, _, rotation = move["lay"]["tile"].partition(":")
    return move["lay"]["hex"], name, smallest_turn(turn.title.tiles[name], int(rotation))


@each_game
def test_the_move_made_is_legal_and_costs_what_was_paid(game: str) -> None:
    for case in one_in(3, real_cases(game)):
        turn, builder = builder_of(case)
        move = case["move"]
        if "lay" in move:
            lays = {(lay.hex, lay.tile, lay.rotation): lay.cost for lay in builder.lays()}
            made = lay_made(turn, move)
            assert made in lays, case["id"]
            assert lays[made] == move.get("cost", lays[made]), case["id"]
        else:
            markers = {builder.board.stop_id(each.stop): each.cost for each in builder.markers()}
            assert move["token"] in markers, case["id"]
            assert markers[move["token"]] == move.get("cost", markers[move["token"]]), case["id"]


def board_after(turn: Turn, builder: Builder, move: dict[str, Any]) -> Board:
    if "lay" in move:
        hex_id, name, rotation = lay_made(turn, move)
        return with_tile(builder.board, hex_id, turn.title.tiles[name], rotation)
    stop = marker_stop(builder.board, move["token"])
    return with_marker(builder.board, stop, turn.company.id)


@each_game
def test_a_destination_is_reached_by_the_moves_that_were_paid_for_it_and_no_other(
    game: str,
) -> None:
    for case in real_cases(game):
        turn, builder = builder_of(case)
        before = reaches_destination(builder.board, turn.company)
        after = reaches_destination(board_after(turn, builder, case["move"]), turn.company)
        if case["move"].get("reaches_destination"):
            assert (before, after) == (False, True), case["id"]
        else:
            assert before == after, case["id"]


def test_the_cases_hold_destinations_of_several_companies() -> None:
    paid = [
        case["position"]["company"]
        for game in GAMES
        for case in real_cases(game)
        if case["move"].get("reaches_destination")
    ]
    assert paid == ["NOB", "JS", "SCB", "VSB", "MOB", "FNM", "AB"]
