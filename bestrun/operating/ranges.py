"""The range of a company's trains: whether a run from a marker comes to a hex."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable

from hexgraph.board import Board
from hexgraph.compile import compile_network
from hexgraph.network import Network
from mapdata.building import building
from mapdata.rules import TrainType


def in_range(board: Board, company: str, trains: Iterable[str], hex_id: str) -> bool:
    """Whether one of ``trains`` can run from a marker of ``company`` to a stop of a hex.

    A breadth-first search, in which only stops that take a place of the train have a length.
    """
    network = compile_network(board, company)
    pairs = building(board.title).range_of_two
    for name, number in Counter(trains).items():
        most = pairs.get(name) if number > 1 else None
        if _comes_to(network, board.title.trains[name], hex_id, most):
            return True
    return False


def _comes_to(network: Network, train: TrainType, hex_id: str, most: int | None) -> bool:
    limited = [row for row in train.rows if row.visits is not None]
    places = sum(row.visits or 0 for row in limited) if limited else None
    if most is not None:
        places = most
    counted = {kind for row in limited for kind in row.kinds}
    steps = [stop.visit if stop.kind in counted else 0 for stop in network.stops]
    at = network.links_at()
    used = {stop: steps[stop] for stop, seen in enumerate(network.stops) if seen.home}
    queue = deque(used)
    while queue:
        here = queue.popleft()
        seen = network.stops[here]
        if places is not None and used[here] > places:
            continue
        if hex_id in seen.hexes:
            return True
        if not seen.home and (seen.blocked or not seen.through):
            continue
        for link in at[here]:
            there = network.links[link].other(here)
            now = used[here] + steps[there]
            if train.enters(network.stops[there].kind) and now < used.get(there, now + 1):
                used[there] = now
                (queue.append if steps[there] else queue.appendleft)(there)
    return False
