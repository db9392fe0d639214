"""The track of a board as a plain networkx graph, for a user's own algorithms."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexgraph.board import Board
from hexgraph.sides import area_members, hex_across, hexside

if TYPE_CHECKING:
    import networkx as nx


def track_graph(board: Board) -> nx.MultiGraph:
    """Return every piece of track: nodes are stops and hexsides, edges are pieces.

    Nodes carry ``kind``: ``hexside`` (named ``K10|K8``) or the kind of the stop (named by
    its id; an off-board area of several hexes is one node), stops also ``name``, ``value``,
    ``slots`` and ``markers``. Edges carry ``hex``, ``narrow``, ``terminal`` and
    ``junctions``. A route never leaves a hexside through the ``hex`` it came from.
    """
    import networkx as nx

    graph = nx.MultiGraph(title=board.title.id, phase=board.phase.name)
    for hex_id, place in board.title.hexes.items():
        face = board.face(hex_id)
        if not face.open or not face.track:
            continue
        stops = []
        for index, stop in enumerate(face.stops):
            key = (hex_id, index)
            if stop.area is not None:
                key = area_members(board.title, stop.area)[0]
            stops.append(board.stop_id(key))
            graph.add_node(
                stops[-1],
                kind=stop.kind,
                name=board.title.hexes[key[0]].name or place.id,
                value=stop.value(board.phase.stage),
                slots=stop.slots,
                markers=board.markers.get(key, ()),
            )
        for piece in face.track:
            ends = [stops[index] for index in piece.stops]
            for edge in piece.edges:
                across = hex_across(board.title, hex_id, edge)
                side = hexside(hex_id, across) if across else f"{hex_id}|edge {edge}"
                graph.add_node(side, kind="hexside")
                ends.append(side)
            graph.add_edge(
                *ends,
                hex=hex_id,
                narrow=piece.narrow,
                terminal=piece.terminal,
                junctions=piece.junctions,
            )
    return graph
