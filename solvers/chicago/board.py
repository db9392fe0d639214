"""The board of Chicago Express as a graph."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING

from hexgraph.lattice import neighbour
from mapdata.chicago import ChicagoTitle
from mapdata.errors import InputError
from mapdata.title import Layout

if TYPE_CHECKING:
    import networkx as nx

LAYOUT: Layout = "flat"


@cache
def neighbours(title: ChicagoTitle) -> Mapping[str, tuple[str, ...]]:
    """Return the hexes next to each hex.

    Solvers rely on the hex that opens a company being no bottleneck: then whatever is dearer
    once the company is open can be built before it opens. A board where the hex could be a
    bottleneck is refused.
    """
    at = {each.xy: each.id for each in title.hexes.values()}
    beside = {
        each.id: [neighbour(LAYOUT, each.xy, edge) for edge in range(6)]
        for each in title.hexes.values()
    }
    found = {one: tuple(at[xy] for xy in near if xy in at) for one, near in beside.items()}
    around = found[title.opening.hex]
    if any(one != two and two not in found[one] for one in around for two in around):
        place = f"{title.id}/title.toml: opening.hex"
        raise InputError("the neighbours of this hex must touch each other", place)
    return found


def board_graph(title: ChicagoTitle) -> nx.Graph:
    """Return the board as a networkx graph, for algorithms of one's own.

    Nodes are hex ids with ``xy`` (doubled coordinates), ``kind``, ``cost``, ``income``,
    ``develop`` and ``name`` as printed; edges join neighbours.
    """
    import networkx as nx

    graph = nx.Graph(title=title.id)
    for each in title.hexes.values():
        printed = {key: getattr(each, key) for key in ("kind", "cost", "income", "develop", "name")}
        graph.add_node(each.id, xy=each.xy, **printed)
    graph.add_edges_from((one, two) for one, near in neighbours(title).items() for two in near)
    return graph
