"""A state graph drawn layer by layer, beside the network whose paths it holds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from plots.paint import new_picture
from solvers.frontier.graph import StateGraph

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from matplotlib.axes import Axes

_USED, _LEFT, _INK = "#b3121d", "#9aa0a6", "#202124"


def plot_state_graph(ax: Axes, graph: StateGraph, names: Mapping[int, str]) -> Axes:
    """Draw the layers of a state graph from left to right.

    A red line uses the link that its column decides, a grey one leaves it out; every way
    from the left to a double ring is one path of the network.

    Parameters
    ----------
    names
        For each link what stands above its column.
    """
    import numpy as np

    heights = [np.linspace(0, -(step.rows - 1), step.rows) for step in graph.steps]
    middle = [height - height.mean() if len(height) else height for height in heights]
    lowest = min(float(height.min(initial=0)) for height in middle) - 1.6
    for at, step in enumerate(graph.steps):
        done_here = False
        for move in step.moves:
            for source, target in zip(move.source, move.target, strict=True):
                begin = at, middle[at][source - 1]
                end = (at + 1, middle[at + 1][target - 1]) if target else (at + 1, lowest)
                done_here |= not target
                colour = _LEFT if move.section is None else _USED
                ax.plot(*zip(begin, end, strict=True), color=colour, lw=1.2, zorder=1)
        ax.scatter([at] * step.rows, middle[at], s=70, c="white", edgecolors=_INK, zorder=2)
        link = next((move.section for move in step.moves if move.section is not None), None)
        if link is not None:
            top = max(float(height.max(initial=0)) for height in middle) + 0.9
            ax.text(at + 0.5, top, names[link], ha="center", fontsize=10, color=_INK)
        if done_here:
            for size in (110, 40):
                ax.scatter([at + 1], [lowest], s=size, c="white", edgecolors=_INK, zorder=3)
    ax.text(len(graph.steps), lowest - 0.8, "path complete", ha="right", fontsize=9, color=_INK)
    highest = max(float(height.max(initial=0)) for height in middle)
    ax.set_ylim(lowest - 1.2, highest + 1.6)
    ax.set_axis_off()
    return ax


def plot_network(
    ax: Axes, places: Sequence[tuple[float, float]], links: Sequence[tuple[int, int]]
) -> Axes:
    """Draw stops as letters and links as lines."""
    for one, two in links:
        ax.plot(*zip(places[one], places[two], strict=True), color=_INK, lw=1.5, zorder=1)
    for at, (x, y) in enumerate(places):
        ax.scatter([x], [y], s=420, c="white", edgecolors=_INK, zorder=2)
        ax.text(x, y, chr(ord("A") + at), ha="center", va="center", fontsize=11, zorder=3)
    ax.set_aspect("equal")
    ax.margins(0.25)
    ax.set_axis_off()
    return ax


def states_picture() -> Any:
    """Return a square with one diagonal and the state graph of its paths."""
    from hexgraph.network import Link, Network, Stop
    from solvers.frontier.states import state_graph
    from solvers.problem import Problem

    ends = [(0, 1), (1, 2), (2, 3), (3, 0), (0, 2)]
    stops = tuple(Stop(name, (name, 0), name, "city", 10, (name,), home=True) for name in "ABCD")
    links = tuple(Link(*pair, 1 << at, 1, ()) for at, pair in enumerate(ends))
    network = Network("A", stops, links, tuple("12345"))
    graph = state_graph(Problem(network, ()))
    picture = new_picture(10, 4.6)
    left, right = picture.subplots(1, 2, width_ratios=(1, 2.6))
    plot_network(left, [(0, 1), (1, 1), (1, 0), (0, 0)], ends)
    names = {at: f"{stops[one].id}{stops[two].id}?" for at, (one, two) in enumerate(ends)}
    plot_state_graph(right, graph, names)
    picture.subplots_adjust(left=0.02, right=0.98, bottom=0.03, top=0.95, wspace=0.05)
    return picture
