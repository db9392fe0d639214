"""Figures without global state, and text that stays text.

Pictures are drawn in board units (the side of a hex is 1). :func:`new_picture` makes a
figure of which every axes has a known size, so that text can be given in board units too
and a picture looks the same at every size.
"""

from __future__ import annotations

from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from plots.paint import DPI, FAMILY

PAPER = "#ffffff"

STYLE: dict[Any, Any] = {
    "svg.fonttype": "none",
    "svg.hashsalt": "bestrun",
    "pdf.fonttype": 42,
    "font.family": ["sans-serif"],
    "font.sans-serif": [FAMILY, "Verdana", "Arial", "Helvetica"],
}
"""Settings that hold while a picture is written: text as text, the same bytes every time."""


class Picture(Figure):
    """A figure that is written with :data:`STYLE` whatever the user's own settings are."""

    def savefig(self, fname: Any, **options: Any) -> None:
        """Write the picture; as :meth:`matplotlib.figure.Figure.savefig`."""
        kind = str(options.get("format") or str(fname).rpartition(".")[2]).lower()
        if kind in ("svg", "pdf"):
            undated = "Date" if kind == "svg" else "CreationDate"
            options.setdefault("metadata", {undated: None})
        with mpl.rc_context(STYLE):
            super().savefig(fname, **options)


def new_picture(width: float, height: float) -> Picture:
    """Return an empty picture; its size is in inches."""
    return Picture(figsize=(width, height), dpi=DPI, facecolor=PAPER)


def add_axes(
    picture: Figure,
    inches: tuple[float, float, float, float],
    window: tuple[float, float, float, float],
) -> Axes:
    """Add bare axes: ``inches`` from the left and bottom, showing ``window``.

    Both are ``(left, bottom, width, height)``, ``window`` in the units of the drawing.
    """
    whole_width, whole_height = picture.get_size_inches()
    left, bottom, width, height = inches
    ax = picture.add_axes(
        (left / whole_width, bottom / whole_height, width / whole_width, height / whole_height)
    )
    show(ax, window)
    return ax


def show(ax: Axes, window: tuple[float, float, float, float]) -> None:
    """Let bare ``ax`` show ``window`` (left, bottom, width, height), not distorted."""
    left, bottom, width, height = window
    ax.set_axis_off()
    ax.set_xlim(left, left + width)
    ax.set_ylim(bottom, bottom + height)
    ax.set_aspect("equal")
    ax.apply_aspect()
