"""The panel of an area in words and figures: name, values by stage, transit, in many shapes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hexgraph.sides import area_members
from mapdata.tile import PrintedStop
from mapdata.title import Title
from plots import palette
from plots.drawing import Box
from plots.labels import Label, fitted
from plots.short_names import broken

_CELL = (0.36, 0.27)
_AIR = 0.14
"""Room over and under the values, for the rings of runs."""


@dataclass(frozen=True)
class Figure:
    """One value of a panel: its box, its colour, and whether it holds now."""

    label: Label
    fill: str
    box: Box
    now: bool


@dataclass(frozen=True, eq=False)
class Block:
    """Name, values and transit of an area around (0, 0)."""

    labels: tuple[Label, ...]
    figures: tuple[Figure, ...]
    parts: tuple[Box, ...]
    """The boxes of its lines, of the values and of the symbol."""
    symbol: float = 0.0


def panel_blocks(
    title: Title, stop: PrintedStop, name: str, stage: str, *, closed: bool
) -> Iterator[tuple[float, Block]]:
    """Yield arrangements, each with a penalty for how much worse than the best it looks."""
    transits = [(0.0, "")]
    if stop.area and (found := _end_bonus(title, stop.area, stage)):
        side, bonus, amount = found
        transits = [(0.0, f"{side}  {bonus} +{amount}"), (0.4, f"{side} +{amount}")]
    values = [] if closed else [*stop.values.items(), *stop.figures.items()]
    columns = sorted({len(values), (len(values) + 1) // 2}, reverse=True) if values else [0]
    for size, smaller in ((0.19, 0.0), (0.165, 0.3), (0.145, 0.7), (0.128, 1.1), (0.11, 1.6)):
        for more, lines in broken(name):
            for worse, count in enumerate(columns):
                for shorter, transit in transits:
                    penalty = smaller + more + 0.6 * worse + shorter
                    yield penalty, _block(lines, size, values, count, transit, stage, closed)


def _end_bonus(title: Title, area: str, stage: str) -> tuple[str, str, int] | None:
    """Return the printed letter of an area, and the bonus it brings as an end of a route."""
    members = [hex_id for hex_id, _ in area_members(title, area)]
    printed = [title.hexes[hex_id].printed.label for hex_id in members]
    for bonus in title.bonuses:
        for ends in bonus.sets if bonus.at == "ends" else ():
            for hex_id in members:
                if hex_id in ends:
                    side = next((label for label in printed if label), "")
                    return side, bonus.name, bonus.figure(stage) + ends[hex_id]
    return None


def _block(
    lines: tuple[str, ...],
    size: float,
    values: list[tuple[str, int]],
    columns: int,
    transit: str,
    stage: str,
    closed: bool,
) -> Block:
    """Stack the name over the values over the transit bonus."""
    share = 1.0 if size > 0.15 else 0.87 if size > 0.12 else 0.8
    wide, high = _CELL[0] * share, _CELL[1] * share
    rows = -(-len(values) // columns) if columns else 0
    name_height = len(lines) * size * 1.16
    middle_height = rows * high or (0.34 if closed else 0.0)
    tail = 0.14 + _AIR if transit else 0.0
    top = (name_height + middle_height + tail + _AIR) / 2
    labels = [Label(lines, 0, top - name_height / 2, size, bold=True, margin=0.03)]
    cells_top = top - name_height - _AIR
    figures = []
    for at, (when, value) in enumerate(values):
        row, column = divmod(at, columns)
        in_row = min(columns, len(values) - row * columns)
        x = (column - (in_row - 1) / 2) * wide
        y = cells_top - (row + 0.5) * high
        now = when in ("", stage)
        fill = palette.HEXES.get(when, "#ffffff")
        text = f"D{value}" if when == "diesel" else str(value)
        letters = (0.185 if now else 0.16) * share
        label = Label((text,), x, y, letters, now, palette.ink_on(fill), margin=0)
        box = x - wide / 2, y - high / 2, x + wide / 2, y + high / 2
        figures.append(Figure(fitted(label, wide - 0.06), fill, box, now))
    if transit:
        labels.append(Label((transit,), 0, -top + 0.07, 0.15, margin=0.03))
    middle = cells_top - middle_height / 2
    parts = [label.box for label in labels]
    if middle_height:
        half = max(columns * wide / 2, 0.2) + 0.06
        tall = middle_height / 2 + 0.06
        parts.append((-half, middle - tall, half, middle + tall))
    return Block(tuple(labels), tuple(figures), tuple(parts), middle)
