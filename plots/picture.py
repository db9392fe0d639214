"""Whole pictures: a title line, one or more boards side by side, a legend under each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct, field

from hexgraph.board import Board
from hexgraph.network import Network
from plots.board import Scene, set_scene
from plots.drawing import XY, Drawing, Item, group
from plots.faults import fault_items, missing_items
from plots.legend import Legend, TitleLine, board_above
from plots.novelty import new_items
from plots.runs import RunView, run_views
from solvers.problem import Run

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_LARGEST = 0.95
_SMALLEST = 0.6
_WISHED = 10.5
_NARROWEST = 6.6
_BETWEEN = 0.4
_WIDEST = 24.0
"""Inches. What is wider cannot be read on any screen as a whole."""


class Panel(Struct, frozen=True, eq=False):
    """A board with its runs, and what is told under it."""

    scene: Scene
    runs: Sequence[RunView] = ()
    missing: Sequence[tuple[str, Sequence[XY | None]]] = ()
    """Lines of a claim without track: their colour and stops."""
    faults: Sequence[XY] = ()
    """Where rules are broken."""
    legend: Legend = field(default_factory=Legend)
    tiles: Sequence[str] = ()
    markers: Sequence[tuple[str, int]] = ()
    """What a move has changed: hexes with a new tile, stops with a new marker."""

    def items(self) -> list[Item]:
        """Return the board with all that is on it."""
        items = self.scene.items(self.runs)
        for colour, places in self.missing:
            items += missing_items(places, colour)
        return [
            *items,
            *new_items(self.scene, self.tiles, self.markers),
            *fault_items(self.faults),
        ]


def draw_panels(panels: Sequence[Panel], title: TitleLine) -> Drawing:
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
    width, head = wide * columns, title.height(wide * columns)
    top = sum(heights)
    items: list[Item] = [group(title.items(width), at=(0.0, top + head))]
    for row, height in zip(rows, heights, strict=True):
        for column, panel in enumerate(row):
            window, corner = panel.scene.window, (column * wide, top)
            items += board_above(panel.items(), panel.legend, window, corner, wide, scale)
        top -= height
    whole = 0.0, 0.0, width, sum(heights) + head
    return Drawing(whole, tuple(items), alt=title.alt)


def draw_plan(
    ax: Axes,
    board: Board,
    network: Network,
    runs: Sequence[Run],
    hexes: Iterable[str] | None = None,
) -> Axes:
    """Draw a board, or some of its hexes, with runs on it, on a matplotlib ``ax``."""
    from plots.paint import paint

    scene = set_scene(board, hexes)
    return paint(ax, scene.drawing(run_views(scene, network, runs)))
