"""Whole pictures: a title line, one or more boards side by side, a legend under each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from matplotlib.axes import Axes

from hexgraph.board import Board
from hexgraph.network import Network
from plots.board import Scene, draw_scene, set_scene
from plots.faults import XY, draw_faults, draw_missing
from plots.figure import Picture, add_axes, new_picture
from plots.legend import Legend, TitleLine, add_board
from plots.runs import RunView, draw_runs, run_views
from solvers.problem import Run

_LARGEST = 0.95
_SMALLEST = 0.6
_WISHED = 10.5
_NARROWEST = 6.6
_BETWEEN = 0.4
_WIDEST = 24.0
"""Inches. What is wider cannot be read on any screen as a whole."""


@dataclass(frozen=True, eq=False)
class Panel:
    """A board with its runs, and what is told under it."""

    scene: Scene
    runs: Sequence[RunView] = ()
    missing: Sequence[tuple[str, Sequence[XY | None]]] = ()
    """Lines of a claim without track: their colour and stops."""
    faults: Sequence[XY] = ()
    """Where rules are broken."""
    legend: Legend = field(default_factory=Legend)


def draw_panels(panels: Sequence[Panel], title: TitleLine) -> Picture:
    """Return a picture of ``panels``, side by side as far as they are narrow enough.

    A hexside is so many inches long that the text of the board can be read on paper: small
    boards are drawn larger, and large boards make a large picture.
    """
    windows = [panel.scene.window for panel in panels]
    scale = min(max(_WISHED / max(window[2] for window in windows), _SMALLEST), _LARGEST)
    wide = max(max(window[2] for window in windows) * scale, _NARROWEST)
    wide += _BETWEEN * (len(panels) > 1)
    columns = min(max(int(_WIDEST / wide), 1), len(panels))
    rows = [panels[at : at + columns] for at in range(0, len(panels), columns)]
    heights = [
        max(panel.scene.window[3] * scale + panel.legend.height(wide) for panel in row)
        for row in rows
    ]
    width = wide * columns
    head = title.height(width)
    picture = new_picture(width, head + sum(heights))
    top = sum(heights)
    title.draw(add_axes(picture, (0, top, width, head), (0, -head, width, head)), width)
    for row, height in zip(rows, heights, strict=True):
        for column, panel in enumerate(row):
            _draw_panel(picture, panel, (column * wide, top), wide, scale)
        top -= height
    return picture


def _draw_panel(
    picture: Picture, panel: Panel, corner: tuple[float, float], wide: float, scale: float
) -> None:
    """Draw a panel under its upper left corner: the board, and its legend under it."""
    board = add_board(picture, panel.legend, panel.scene.window, corner, wide, scale)
    draw_scene(board, panel.scene)
    draw_runs(board, panel.runs)
    for colour, places in panel.missing:
        draw_missing(board, places, colour)
    draw_faults(board, panel.faults)


def draw_plan(
    ax: Axes,
    board: Board,
    network: Network,
    runs: Sequence[Run],
    hexes: Iterable[str] | None = None,
) -> Axes:
    """Draw a board, or some of its hexes, with runs on it."""
    scene = set_scene(board, hexes)
    return draw_runs(draw_scene(ax, scene), run_views(scene, network, runs))
