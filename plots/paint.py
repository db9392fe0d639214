"""Shapely shapes on a matplotlib ``ax``; line widths in board units like everything else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import shapely
from matplotlib.axes import Axes
from matplotlib.collections import PathCollection
from matplotlib.path import Path
from shapely import Polygon
from shapely.geometry.base import BaseGeometry

from plots.figure import points_per_unit


def paint(
    ax: Axes,
    shapes: Iterable[BaseGeometry],
    fill: str | Sequence[str],
    *,
    edge: str | Sequence[str] = "none",
    width: float = 0.0,
    alpha: float | None = None,
    zorder: float,
) -> Axes:
    """Fill polygons, and draw their rims ``width`` wide; one colour for all or one for each."""
    paths = [outline_path(shape) for shape in shapes]
    if paths:
        scale = points_per_unit(ax)
        ax.add_collection(
            PathCollection(
                paths,
                facecolors=fill,
                edgecolors=edge,
                linewidths=width * scale,
                joinstyle="round",
                alpha=alpha,
                zorder=zorder,
            ),
            autolim=False,
        )
    return ax


def outline_path(shape: BaseGeometry) -> Path:
    """Return polygons, with their holes, as one path."""
    parts = [part for part in shapely.get_parts(shape) if isinstance(part, Polygon)]
    if not parts:
        return Path(np.empty((0, 2)))
    rings = [ring for part in parts for ring in _rings(part)]
    return Path.make_compound_path(*(Path(ring, closed=True) for ring in rings))


def _rings(polygon: Polygon) -> list[np.ndarray]:
    """Return rim and holes, turning opposite ways so that holes stay empty."""
    oriented = shapely.geometry.polygon.orient(polygon)
    rims = [oriented.exterior, *oriented.interiors]
    return [shapely.get_coordinates(rim) for rim in rims]
