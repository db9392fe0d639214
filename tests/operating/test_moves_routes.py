"""Whatever is laid, the old routes stay: on every board, for every legal lay."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from boards import random_position
from hypothesis import given, settings
from hypothesis import strategies as st
from material import real_cases

from bestrun.operating.builder import Builder, Lay
from bestrun.operating.homes import at_home
from bestrun.turn import set_up
from hexgraph.board import Board
from hexgraph.compile import compile_network
from hexgraph.kept import edges_of, kept_stops
from hexgraph.lattice import neighbour
from hexgraph.lay import tiles_left, with_tile
from hexgraph.network import Network
from hexgraph.sides import hex_at
from mapdata.read import read_position

LinkLook = tuple[frozenset[str], frozenset[str], int]


def builder_of(position: dict[str, Any]) -> Builder:
    turn = set_up(read_position(position))
    return Builder(at_home(turn.board, turn.company), turn.company)


def links(network: Network, names: dict[str, str]) -> Iterator[LinkLook]:
    """Yield each link by its ends and the hexsides it crosses; ``names`` are new ids of stops."""
    for link in network.links:
        ends = [network.stops[end].id for end in (link.a, link.b)]
        used = [r for bit, r in enumerate(network.resources) if link.mask >> bit & 1]
        sides = frozenset(each for each in used if "|" in each)
        yield frozenset(names.get(end, end) for end in ends), sides, link.hexsides


def renamed(before: Board, after: Board, hex_id: str) -> dict[str, str]:
    became = kept_stops(before.face(hex_id), after.face(hex_id))
    assert became is not None
    return {
        before.stop_id((hex_id, old)): after.stop_id((hex_id, new))
        for old, new in enumerate(became)
    }


def check_kept(builder: Builder, lay: Lay) -> None:
    board = builder.board
    tile = builder.title.tiles[lay.tile]
    after = with_tile(board, lay.hex, tile, lay.rotation)
    names = renamed(board, after, lay.hex)
    old = compile_network(board, builder.company.id)
    new = compile_network(after, builder.company.id)
    kept = set(links(new, {}))
    for link in links(old, names):
        assert link in kept or len(link[0]) == 1, lay
    worth = {stop.id: stop for stop in new.stops}
    for stop in old.stops:
        now = worth[names.get(stop.id, stop.id)]
        assert now.value >= stop.value and now.through >= stop.through and now.home >= stop.home
    count = sum(map(len, board.markers.values()))
    assert sum(map(len, after.markers.values())) == count
    for (hex_id, index), standing in after.markers.items():
        assert len(standing) <= after.face(hex_id).stops[index].slots
    left = tiles_left(board, tile)
    assert left is None or left > 0
    place, title = builder.title.hexes[lay.hex], builder.title
    for edge in edges_of(after.face(lay.hex)) - edges_of(board.face(lay.hex)):
        assert edge not in place.printed.sealed
        assert neighbour(title.layout, place.xy, edge) in hex_at(title)


@pytest.mark.parametrize("game", ["1844-a", "1841-a", "1841-lite-a"])
def test_every_legal_lay_of_real_turns_keeps_all_routes(game: str) -> None:
    for case in real_cases(game)[4::12]:
        builder = builder_of(case["position"])
        for lay in builder.lays():
            check_kept(builder, lay)


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(["1844", "1841", "1841-v2"]), st.integers(0, 10**6))
def test_every_legal_lay_of_random_boards_keeps_all_routes(title: str, seed: int) -> None:
    builder = builder_of(random_position(title, Random(seed)))
    for lay in builder.lays():
        if not lay.extra:  # it lies beside what was there
            check_kept(builder, lay)
