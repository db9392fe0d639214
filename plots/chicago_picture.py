"""A whole picture of Chicago Express: title line, board, industry scale, companies, legend."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from itertools import accumulate

from hexgraph.lattice import centre
from mapdata.chicago import ChicagoTitle
from plots import palette
from plots.board import around
from plots.chicago import board_items
from plots.chicago_view import COST, HOUSE, LAYOUT, ChicagoView
from plots.drawing import INK, Disc, Drawing, Ink, Item, Shape, group, rectangle
from plots.icons import icon
from plots.labels import Label, fitted, written
from plots.metrics import text_width
from plots.picture import LINE, MARGIN, SIZE, Legend, TitleLine, board_above, left, right

_SCALE = 0.62
"""Inches for the side of a hex: figures can be read on paper."""

_NARROWEST, _WIDEST = 6.0, 24.0
_CELL = 0.3
_SCALE_FROM = 1.5
_NAMES = 1.7
"""Inches: a cell of the industry scale, where it begins, and the names of companies."""

_GREY = "#555555"


@dataclass(frozen=True)
class CompanyLine:
    """A company's figures: a text for each heading of the table."""

    company: str
    figures: tuple[str, ...]


@dataclass(frozen=True)
class CompanyTable:
    """The table of companies beside the industry scale."""

    headings: tuple[str, ...]
    lines: tuple[CompanyLine, ...]


@dataclass(frozen=True, eq=False)
class ChicagoPanel:
    """A board and what is told under it."""

    view: ChicagoView
    legend: Legend = field(default_factory=Legend)

    @property
    def width(self) -> float:
        """Width of the board in inches."""
        return max(self.view.window[2] * _SCALE, _NARROWEST)

    def height(self, width: float) -> float:
        """Return its height in inches with the legend, if it is ``width`` wide."""
        return self.view.window[3] * _SCALE + self.legend.height(width)


def draw_chicago(panels: Sequence[ChicagoPanel], title: TitleLine, ledger: CompanyTable) -> Drawing:
    """Return a picture of one position: boards side by side, or in a column if they are wide."""
    view = panels[0].view
    most = max((each.scale[-1] for each in view.title.industry.values()), default=0)
    table = 0.3 + _NAMES + sum(_columns(ledger)) + MARGIN
    beside = sum(panel.width for panel in panels) <= _WIDEST
    widths = [panel.width for panel in panels]
    wide = max(sum(widths) if beside else max(widths), _SCALE_FROM + most * _CELL + 0.5 + table)
    shares = [wide * width / sum(widths) if beside else wide for width in widths]
    heights = [panel.height(share) for panel, share in zip(panels, shares, strict=True)]
    rows = max(len(ledger.lines), len(view.title.industry) * 1.6)
    strip = LINE * (3.2 + rows) + MARGIN
    head = title.height(wide)
    high = head + (max(heights) if beside else sum(heights)) + strip
    items: list[Item] = [group(title.items(wide), at=(0.0, high))]
    x, y = 0.0, high - head
    for panel, share, height in zip(panels, shares, heights, strict=True):
        board, window = board_items(panel.view), panel.view.window
        items += board_above(board, panel.legend, window, (x, y), share, _SCALE)
        x, y = (x + share, y) if beside else (x, y - height)
    below = [
        *industry_items(view),
        *ledger_items(view, ledger, wide - table),
        *key_items(-LINE * (2.6 + rows)),
    ]
    items.append(group(below, at=(0.0, strip)))
    return Drawing((0.0, 0.0, wide, high), tuple(items), alt=title.alt)


def industry_items(view: ChicagoView) -> list[Item]:
    """Return the industry scale, the value that holds marked.

    Units are inches and the top is at 0, here and below.
    """
    labels = [left("Industry scale", MARGIN, -LINE, bold=True)]
    cells: list[Item] = []
    for row, (name, each) in enumerate(view.title.industry.items()):
        y = -LINE * 2.2 - row * LINE * 1.6
        labels.append(left(name, MARGIN, y))
        for value in each.scale:
            x = _SCALE_FROM + (value - 0.5) * _CELL
            now = value == view.industry[name]
            look = Ink(fill=HOUSE if now else "#ffffff", rim=_GREY, width=0.01)
            box = x - _CELL / 2, y - 0.13, x + _CELL / 2, y + 0.13
            cells.append(Shape((rectangle(box),), look))
            ink = "#ffffff" if now else INK
            labels.append(Label((str(value),), x, y, SIZE, now, ink, margin=0))
    return [*cells, *written(labels)]


def ledger_items(view: ChicagoView, ledger: CompanyTable, start: float) -> list[Item]:
    """Return the table of companies, from ``start`` on."""
    names = start + 0.3
    ends = [names + _NAMES + width for width in accumulate(_columns(ledger))]
    labels = [left("Company", names, -LINE, bold=True)]
    swatches: list[Item] = []
    for heading, x in zip(ledger.headings, ends, strict=True):
        labels.append(right(heading, x, -LINE, bold=True))
    for row, line in enumerate(ledger.lines):
        company = view.company(line.company)
        y = -LINE * 2.2 - row * LINE
        swatches.append(Disc(start + 0.1, y, 0.075, Ink(company.colour, INK, 0.01)))
        size = fitted(left(company.name, names, y), _NAMES).size
        labels.append(left(company.name, names, y, size))
        for text, x in zip(line.figures, ends, strict=True):
            labels.append(right(text, x, y))
    return [*swatches, *written(labels)]


def _columns(ledger: CompanyTable) -> list[float]:
    """Return the width of each column: that of its heading or of its longest text."""
    found = []
    for at, heading in enumerate(ledger.headings):
        texts = [line.figures[at] for line in ledger.lines]
        widest = max([text_width(heading, bold=True), *map(text_width, texts)])
        found.append(widest * SIZE + 0.28)
    return found


def key_items(y: float) -> list[Item]:
    """Legend of the figures on a hex."""
    labels, x = [], MARGIN + 0.1
    signs: list[Item] = []
    for fill, words in _KEY:
        if fill == "house":
            shape = icon("house", x, y, 0.2, "#ffffff", HOUSE, 0.008)
            signs += [shape] if shape is not None else []
        else:
            box = x - 0.085, y - 0.085, x + 0.085, y + 0.085
            signs.append(Shape((rectangle(box),), Ink(fill, _GREY, 0.01)))
        label = left(words, x + 0.16, y, colour=_GREY)
        labels.append(label)
        x = label.box[2] + 0.35
    return [*signs, *written(labels)]


_KEY = (
    (COST, "cost for each locomotive then there"),
    ("#ffffff", "income"),
    ("house", "what a house adds, filled once it stands"),
)


def action_colour(action: int) -> str:
    """Return the colour of an action, the first being 1, as the legend has it."""
    return palette.train_colour(action - 1)


def order_text(action: int, at: int) -> str:
    """Label of a proposed build: its action and the order within it."""
    return f"{action}{'abcdefghij'[at]}" if at < 10 else f"{action}.{at + 1}"


def near(title: ChicagoTitle, hexes: Collection[str]) -> frozenset[str]:
    """Return the hexes around ``hexes``: a rectangle with a rim of about two hexes."""
    at = {each.id: centre(LAYOUT, each.xy) for each in title.hexes.values()}
    return around(at, hexes, rim=3.1)
