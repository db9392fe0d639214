"""A whole picture of Chicago Express: title line, board, industry scale, companies, legend."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from matplotlib.axes import Axes
from shapely import Point, box

from plots import palette
from plots.chicago import BoardView, draw_board
from plots.figure import INK, Picture, add_axes, new_picture
from plots.labels import Label, draw_labels, fitted
from plots.legend import LINE, MARGIN, SIZE, Legend, TitleLine, draw_legend, left, right
from plots.paint import paint

_SCALE = 0.62
"""Inches for the side of a hex: figures can be read on paper."""

_NARROWEST = 8.4
_CELL = 0.3
_GREY = "#555555"


@dataclass(frozen=True)
class CompanyLine:
    """A company's figures: a text for each heading of the table."""

    company: str
    figures: tuple[str, ...]


@dataclass(frozen=True)
class Ledger:
    """The table of companies beside the industry scale."""

    headings: tuple[str, ...]
    lines: tuple[CompanyLine, ...]


def draw_chicago(
    view: BoardView, title: TitleLine, ledger: Ledger, legend: Legend | None = None
) -> Picture:
    """Return a picture of a position, with what is to be built and a legend of it."""
    legend = legend or Legend()
    _, _, board_width, board_height = view.window
    wide = max(board_width * _SCALE, _NARROWEST)
    head = title.height(wide)
    strip = LINE * (1.6 + max(len(ledger.lines), len(view.title.industry) * 1.6)) + MARGIN
    foot = legend.height(wide)
    high = head + board_height * _SCALE + strip + foot
    picture = new_picture(wide, high)
    title.draw(add_axes(picture, (0, high - head, wide, head), (0, -head, wide, head)), wide)
    inches = (
        (wide - board_width * _SCALE) / 2,
        foot + strip,
        board_width * _SCALE,
        board_height * _SCALE,
    )
    draw_board(add_axes(picture, inches, view.window), view)
    below = add_axes(picture, (0, foot, wide, strip), (0, -strip, wide, strip))
    after = draw_industry(below, view)
    draw_ledger(below, view, ledger, max(after + 0.5, wide * 0.45), wide - MARGIN)
    if foot:
        draw_legend(add_axes(picture, (0, 0, wide, foot), (0, -foot, wide, foot)), legend, wide)
    return picture


def draw_industry(ax: Axes, view: BoardView) -> float:
    """Draw the industry scale, the value that holds marked; return where it ends.

    The units of ``ax`` are inches and its top is at 0.
    """
    labels = [left("Industry scale", MARGIN, -LINE, bold=True)]
    cells, fills = [], []
    most = max((each.scale[-1] for each in view.title.industry.values()), default=0)
    for row, (name, each) in enumerate(view.title.industry.items()):
        y = -LINE * 2.2 - row * LINE * 1.6
        labels.append(left(name, MARGIN, y))
        for value in each.scale:
            x = 1.5 + (value - 0.5) * _CELL
            now = value == view.industry[name]
            cells.append(box(x - _CELL / 2, y - 0.13, x + _CELL / 2, y + 0.13))
            fills.append("#8c2f1b" if now else "#ffffff")
            ink = "#ffffff" if now else INK
            labels.append(Label((str(value),), x, y, SIZE, now, ink, margin=0))
    paint(ax, cells, fills, edge=_GREY, width=0.01, zorder=5)
    draw_labels(ax, labels)
    return 1.5 + most * _CELL


def draw_ledger(ax: Axes, view: BoardView, ledger: Ledger, start: float, end: float) -> Axes:
    """Write the table of companies between ``start`` and ``end``, in inches."""
    names = start + 0.42
    columns = _columns(ledger, names + 1.75, end)
    labels = [left("Company", names, -LINE, bold=True)]
    for heading, x in zip(ledger.headings, columns, strict=True):
        labels.append(right(heading, x, -LINE, bold=True))
    for row, line in enumerate(ledger.lines):
        company = view.company(line.company)
        y = -LINE * 2.2 - row * LINE
        swatch = Point(start + 0.2, y).buffer(0.075)
        paint(ax, [swatch], company.colour, edge=INK, width=0.01, zorder=5)
        name = fitted(left(company.name, names, y), 1.7)
        labels.append(left(company.name, names, y, name.size))
        for text, x in zip(line.figures, columns, strict=True):
            labels.append(right(text, x, y))
    return draw_labels(ax, labels)


def _columns(ledger: Ledger, start: float, end: float) -> list[float]:
    """Return where each column ends."""
    step = (end - start) / max(len(ledger.headings), 1)
    return [start + step * (at + 1) for at in range(len(ledger.headings))]


def action_colour(action: int) -> str:
    """Return the colour of an action, the first being 1, as the legend has it."""
    return palette.train_colour(action - 1)


def order_text(action: int, at: int) -> str:
    """Return what stands on a hex to be built: the action and the order within it."""
    return f"{action}{'abcdefghij'[at]}" if at < 10 else f"{action}.{at + 1}"


def near(view: BoardView, hexes: Sequence[str]) -> frozenset[str]:
    """Return the hexes around ``hexes``: a rectangle with a rim of about one hex."""
    whole = BoardView(view.title, {}, (), view.industry)
    xs, ys = zip(*(whole.middles[each] for each in hexes), strict=True)
    rim = 2.2
    return frozenset(
        each
        for each, (x, y) in whole.middles.items()
        if min(xs) - rim < x < max(xs) + rim and min(ys) - rim < y < max(ys) + rim
    )
