"""Selection of cuts for the state graph: highest dual price for the states they need.

A cut at most doubles the states of the layers in which it is open. A cut among neighbouring
sections is cheap, one across the board is dear, whatever its price.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from solvers.frontier.graph import StateGraph
from solvers.frontier.plan_rows import PlanRows


def chosen_cuts(
    graph: StateGraph, rows: PlanRows, worth: Sequence[int], growth: float
) -> list[int]:
    """Return the indexes of cuts of ``rows`` that make the graph at most ``growth`` times as large.

    The growth is an upper estimate: not all combinations of open cuts occur. ``worth`` has the
    dual price of each cut.
    """
    layers = np.array([step.rows for step in graph.steps], np.float64)
    place = {section: at for at, section in enumerate(graph.order)}
    spans = []
    for cut in range(len(worth)):
        at = [place[section] for section in rows.touching(cut)]
        spans.append(slice(min(at), max(at)))
    left, taken = set(range(len(worth))), []
    room = (growth - 1) * layers.sum()
    while left:
        more = {cut: layers[spans[cut]].sum() for cut in left}
        left = {cut for cut in left if more[cut] <= room}
        if not left:
            break
        best = max(left, key=lambda cut: (worth[cut] / (1.0 + more[cut]), -cut))
        left.remove(best)
        taken.append(best)
        room -= more[best]
        layers[spans[best]] *= 2
    return sorted(taken)
