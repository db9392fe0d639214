"""Whole pictures: a title line, one or more boards side by side, a legend under each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from plots.board import Scene, draw_scene
from plots.faults import XY, draw_faults, draw_missing
from plots.figure import Picture, add_axes, new_picture
from plots.legend import Legend, TitleLine, draw_legend, heights
from plots.runs import RunView, draw_runs

_LARGEST = 0.95
_SMALLEST = 0.6
_WISHED = 10.5
_NARROWEST = 6.6
_BETWEEN = 0.4


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
    """Return a picture of ``panels`` side by side.

    A hexside is so many inches long that the text of the board can be read on paper: small
    boards are drawn larger, and large boards make a large picture.
    """
    widths = [panel.scene.window[2] for panel in panels]
    scale = min(max(_WISHED / max(widths), _SMALLEST), _LARGEST)
    apart = _BETWEEN * (len(panels) > 1)
    wide = [max(width * scale, _NARROWEST) + apart for width in widths]
    high = max(panel.scene.window[3] for panel in panels) * scale
    head = title.height(sum(wide))
    foot = max(heights([panel.legend], width) for panel, width in zip(panels, wide, strict=True))
    whole_width, whole_height = sum(wide), head + high + foot
    picture = new_picture(whole_width, whole_height)
    top = add_axes(
        picture, (0, whole_height - head, whole_width, head), (0, -head, whole_width, head)
    )
    title.draw(top, whole_width)
    at = 0.0
    for panel, width in zip(panels, wide, strict=True):
        _, _, board_width, board_height = panel.scene.window
        inches = (
            at + (width - board_width * scale) / 2,
            foot + high - board_height * scale,
            board_width * scale,
            board_height * scale,
        )
        board = add_axes(picture, inches, panel.scene.window)
        draw_scene(board, panel.scene)
        draw_runs(board, panel.runs)
        for colour, places in panel.missing:
            draw_missing(board, places, colour)
        draw_faults(board, panel.faults)
        if foot:
            words = add_axes(picture, (at, 0, width, foot), (0, -foot, width, foot))
            draw_legend(words, panel.legend, width)
        at += width
    return picture
