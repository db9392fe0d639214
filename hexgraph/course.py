"""The very track that a link runs on, piece by piece, for whoever wants to show it."""

from __future__ import annotations

from hexgraph.board import Board, split_stop
from hexgraph.face import StopKey
from hexgraph.lattice import opposite
from hexgraph.network import Link, Network, Stop
from hexgraph.sides import area_members, hex_across
from mapdata.tile import Piece

Step = tuple[str, int]
"""A hex and the index of a piece of track in its face."""


def link_course(board: Board, network: Network, link: Link) -> tuple[Step, ...]:
    """Return the pieces of track of ``link``, from its stop ``a`` to its stop ``b``."""
    start = stop_in(board, network.stops[link.a], link.hexes[0])
    end = stop_in(board, network.stops[link.b], link.hexes[-1])
    if len(link.hexes) == 1:
        return (_find(board, link, link.hexes[0], (), (start[1], end[1])),)
    outs = [_edge(board, *pair) for pair in zip(link.hexes, link.hexes[1:], strict=False)]
    steps = [_find(board, link, link.hexes[0], (outs[0],), (start[1],))]
    for at in range(1, len(outs)):
        steps.append(_find(board, link, link.hexes[at], (opposite(outs[at - 1]), outs[at]), ()))
    return (*steps, _find(board, link, link.hexes[-1], (opposite(outs[-1]),), (end[1],)))


def stop_in(board: Board, stop: Stop, hex_id: str) -> StopKey:
    """Return which stop of ``hex_id`` is ``stop``: an area has one in each of its hexes."""
    if hex_id == stop.hexes[0]:
        return hex_id, split_stop(board.title, stop.id)[1] or 0
    first = split_stop(board.title, stop.id)
    area = board.face(first[0]).stops[first[1] or 0].area or ""
    return next(key for key in area_members(board.title, area) if key[0] == hex_id)


def _edge(board: Board, here: str, there: str) -> int:
    return next(edge for edge in range(6) if hex_across(board.title, here, edge) == there)


def _find(
    board: Board, link: Link, hex_id: str, edges: tuple[int, ...], stops: tuple[int, ...]
) -> Step:
    """Return the piece with these ends; where two have them, tunnels go by the link."""

    def misfit(piece: Piece) -> bool:
        return piece.narrow != (hex_id in link.tunnels)

    track = board.face(hex_id).track
    ends = sorted(edges), sorted(stops)
    fitting = [
        at for at, each in enumerate(track) if (sorted(each.edges), sorted(each.stops)) == ends
    ]
    return hex_id, min(fitting, key=lambda at: misfit(track[at]))
