"""Benchmarks as pictures: how many are solved in what time, and how time grows with size."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.ticker import FuncFormatter, MaxNLocator

from plots.paint import Picture, new_picture
from plots.palette import TRAINS

_MARKS = ("o", "s", "^", "D", "v", "P", "X", "*")
_LEAST = 1e-6
"""Seconds: the axis is logarithmic, and no clock tells less."""


def plot_solved(ax: Axes, times: Mapping[str, Sequence[float | None]]) -> Axes:
    """Draw the number of cases that each method solves within a time.

    Parameters
    ----------
    times
        The seconds of every case by each method; ``None`` if it was not solved and proven.
    """
    most = max((len(each) for each in times.values()), default=0)
    longest = max((t for each in times.values() for t in each if t is not None), default=1.0)
    for at, (method, seconds) in enumerate(times.items()):
        solved = sorted(max(each, _LEAST) for each in seconds if each is not None)
        steps = [*solved, max(longest, _LEAST) * 1.3]
        counts = [*range(1, len(solved) + 1), len(solved)]
        label = f"{method} ({len(solved)} of {len(seconds)})"
        ax.step(steps, counts, where="post", label=label, color=_colour(at), linewidth=1.8)
    ax.axhline(most, color="#999999", linewidth=0.8, linestyle=":")
    ax.set_xscale("log")
    _log_seconds(ax.xaxis)
    ax.set_ylim(0, most * 1.05 or 1)
    ax.set_xlabel("seconds a case")
    ax.set_ylabel("cases solved and proven")
    return _finish(ax)


def plot_growth(
    ax: Axes, points: Mapping[str, Sequence[tuple[float, float]]], size: str = "links"
) -> Axes:
    """Draw, by method, the time of every case against its size.

    Parameters
    ----------
    points
        For each method pairs of size and seconds.
    size
        What size means: ``links``, ``trains``, ``frontier width``.
    """
    for at, (method, pairs) in enumerate(points.items()):
        sizes = [each for each, _ in pairs]
        seconds = [max(each, _LEAST) for _, each in pairs]
        mark = _MARKS[at % len(_MARKS)]
        ax.scatter(sizes, seconds, s=16, c=_colour(at), marker=mark, linewidths=0, label=method)
    ax.set_yscale("log")
    _log_seconds(ax.yaxis)
    ax.xaxis.set_major_locator(MaxNLocator(integer=True, steps=[1, 2, 5, 10]))
    ax.set_xlabel(size)
    ax.set_ylabel("seconds")
    return _finish(ax)


def bench_picture(
    times: Mapping[str, Sequence[float | None]],
    points: Mapping[str, Sequence[tuple[float, float]]],
    size: str = "links",
) -> Picture:
    """Return both pictures side by side."""
    picture = new_picture(11, 5)
    left, right = picture.subplots(1, 2)
    plot_solved(left, times)
    plot_growth(right, points, size)
    picture.subplots_adjust(left=0.07, right=0.985, bottom=0.13, top=0.83, wspace=0.2)
    return picture


def _colour(at: int) -> str:
    return TRAINS[at % len(TRAINS)]


def _log_seconds(axis: Axis) -> None:
    """Write times as people say them: 1 ms, 0.1 s, 10 s."""

    def words(seconds: float, _: object) -> str:
        if seconds >= 0.1:
            return f"{seconds:g} s"
        return f"{seconds * 1000:g} ms" if seconds >= 1e-4 else f"{seconds * 1e6:g} µs"

    axis.set_major_formatter(FuncFormatter(words))


def _finish(ax: Axes) -> Axes:
    ax.grid(True, which="major", color="#dddddd", linewidth=0.6)
    ax.set_axisbelow(True)
    for side in ("top", "right"):
        ax.spines[side].set_visible(False)
    if ax.get_legend_handles_labels()[0]:
        ax.legend(
            frameon=False,
            fontsize=9,
            loc="lower left",
            bbox_to_anchor=(0, 1),
            ncols=2,
            handlelength=1.4,
        )
    return ax
