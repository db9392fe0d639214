"""Whole pictures: a title line, one or more boards side by side, a legend under each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from msgspec import Struct, field

from hexgraph.board import Board
from hexgraph.network import Network
from mapdata.title import Company
from plots import palette
from plots.board import Scene, set_scene
from plots.drawing import INK, XY, Disc, Drawing, Group, Ink, Item, Part, Shape, Window, group, line
from plots.faults import fault_items, missing_items
from plots.labels import Label, written
from plots.metrics import text_width
from plots.novelty import new_items
from plots.runs import RunView, run_views
from plots.stops import marker_disc
from solvers.problem import Run

if TYPE_CHECKING:
    from matplotlib.axes import Axes

SIZE = 0.145
LINE = 0.21
MARGIN = 0.18
_GREY = "#555555"


@dataclass(frozen=True)
class LegendRow:
    """A run in words.

    ``text`` is the route with what each stop pays; ``faults`` are the rules it breaks.
    """

    number: int
    train: str
    text: str
    total: str
    faults: tuple[str, ...] = ()


@dataclass(frozen=True)
class Legend:
    """A heading, the runs, and a last line: the total and whether it is proven."""

    heading: str = ""
    rows: tuple[LegendRow, ...] = ()
    notes: tuple[str, ...] = ()
    total: str = ""
    remark: str = ""

    def height(self, width: float) -> float:
        """Return its height in inches, if it is ``width`` wide."""
        lines = bool(self.heading) + bool(self.total)
        for row in self.rows:
            lines += len(wrapped(row.text, _room_for_text(width)))
            lines += sum(len(wrapped(fault, _room_for_text(width))) for fault in row.faults)
        lines += sum(len(wrapped(note, width - 2 * MARGIN)) for note in self.notes)
        return lines * LINE + 0.05 * len(self.rows) + (MARGIN if lines else 0.0)


_ROUTE = 1.85
"""Inches from the margin to where routes begin, after swatch, train and total."""


def _room_for_text(width: float) -> float:
    return width - 2 * MARGIN - _ROUTE


def wrapped(text: str, width: float, size: float = SIZE) -> list[str]:
    """Break a text into lines no wider than ``width``, at its spaces."""
    lines = [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and text_width(longer) * size > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def left(
    text: str, x: float, y: float, size: float = SIZE, *, bold: bool = False, colour: str = INK
) -> Label:
    """Return a label that begins at ``x``."""
    label = Label((text,), 0, y, size, bold, colour, margin=0.01, align="left")
    return label.moved(x + label.width / 2, y)


def right(
    text: str, x: float, y: float, size: float = SIZE, *, bold: bool = False, colour: str = INK
) -> Label:
    """Return a label that ends at ``x``."""
    label = Label((text,), 0, y, size, bold, colour, margin=0.01, align="right")
    return label.moved(x - label.width / 2, y)


def legend_items(legend: Legend, width: float) -> list[Item]:
    """Return a legend, in inches, its top at 0."""
    pen = _LegendPen(-LINE / 2)
    swatches: list[Item] = []
    if legend.heading:
        pen.write(left(legend.heading, MARGIN, pen.y, bold=True))
        pen.feed()
    for row in legend.rows:
        colour = palette.train_colour(row.number - 1)
        swatch = line((MARGIN + 0.06, pen.y), (MARGIN + 0.62, pen.y))
        dash = palette.train_dash(row.number - 1, 0.09)
        swatches.append(Shape((swatch,), Ink(rim=colour, width=0.09, dash=dash, round=not dash)))
        badge = Ink(fill="#ffffff", rim=colour, width=0.025)
        swatches.append(Disc(MARGIN + 0.34, pen.y, 0.085, badge))
        pen.write(Label((str(row.number),), MARGIN + 0.34, pen.y, 0.115, True, colour, margin=0))
        pen.write(left(row.train, MARGIN + 0.78, pen.y, bold=True))
        if row.total:
            shade = palette.WRONG if row.faults else INK
            pen.write(right(row.total, MARGIN + _ROUTE - 0.2, pen.y, bold=True, colour=shade))
        pen.paragraph(row.text, MARGIN + _ROUTE, _room_for_text(width), INK)
        for fault in row.faults:
            pen.paragraph(fault, MARGIN + _ROUTE, _room_for_text(width), palette.WRONG)
        pen.y -= 0.05
    for note in legend.notes:
        pen.paragraph(note, MARGIN, width - 2 * MARGIN, _GREY)
    if legend.total:
        total = left(legend.total, MARGIN, pen.y, SIZE * 1.1, bold=True)
        pen.write(total)
        pen.write(left(legend.remark, total.box[2] + 0.1, pen.y, colour=_GREY))
    return [*swatches, *written(pen.labels)]


class _LegendPen:
    """Writes line under line."""

    def __init__(self, y: float) -> None:
        self.y = y
        self.labels: list[Label] = []

    def write(self, label: Label) -> None:
        if label.lines != ("",):
            self.labels.append(label)

    def feed(self) -> None:
        self.y -= LINE

    def paragraph(self, text: str, x: float, width: float, colour: str) -> None:
        for words in wrapped(text, width):
            self.write(left(words, x, self.y, colour=colour))
            self.feed()


@dataclass(frozen=True)
class TitleLine:
    """The title line: marker and name of the company on turn, and facts of the position.

    Where it is nobody's turn there is a plain ``name`` instead.
    """

    company: Company | None
    facts: tuple[str, ...]
    name: str = ""

    @property
    def alt(self) -> str:
        """Return it in words alone."""
        name = self.company.name if self.company else self.name
        return ", ".join(each for each in (name, *self.facts) if each)

    def height(self, width: float) -> float:
        """Return its height in inches, if the picture is ``width`` wide."""
        return 0.5 if self._one_line(width) else 0.72

    def _one_line(self, width: float) -> bool:
        name, facts = self._labels(0.0, width)
        return name.box[2] + 0.3 < facts.box[0]

    def _labels(self, y: float, width: float) -> tuple[Label, Label]:
        text, start = (self.company.name, 0.55) if self.company else (self.name, 0.0)
        name = left(text, MARGIN + start, y, 0.19, bold=True)
        return name, right("  ·  ".join(self.facts), width - MARGIN, y, 0.16, colour=_GREY)

    def items(self, width: float) -> list[Item]:
        """Return the line in inches, its top at 0."""
        name, facts = self._labels(-0.28, width)
        if not self._one_line(width):
            text = "  ·  ".join(self.facts)
            facts = left(text, name.box[0] + name.margin, -0.54, 0.16, colour=_GREY)
        marker = [marker_disc(self.company, (MARGIN + 0.21, -0.28), 0.21)] if self.company else []
        return [*marker, *written([name, facts])]


def board_above(
    items: Sequence[Item], legend: Legend, window: Window, corner: XY, wide: float, scale: float
) -> list[Item]:
    """Return a board with its legend under it, in inches.

    Both stand under the upper left ``corner`` and are ``wide`` inches together; the board
    shows ``window`` at ``scale`` inches a unit, in the middle.
    """
    x, y = corner
    left_, low, width, height = window
    middle = x + (wide - width * scale) / 2
    at = middle - left_ * scale, y - (low + height) * scale
    of = (("layer", "board"),)
    board = Group(Part(tuple(items)), at[0], at[1], scale, of, clip=window)
    words = group(legend_items(legend, wide), at=(x, y - height * scale))
    return [board, words]


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
    """The places where rules are broken."""
    legend: Legend = field(default_factory=Legend)
    tiles: Sequence[str] = ()
    markers: Sequence[tuple[str, int]] = ()
    """The changes of a move: hexes with a new tile, stops with a new marker."""

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
