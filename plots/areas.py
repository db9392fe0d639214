"""Off-board areas, mountain railways and the like: merged shapes with a panel of values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import shapely
from matplotlib.axes import Axes
from shapely import Point, Polygon, box
from shapely.geometry.base import BaseGeometry

from hexgraph.board import Board
from hexgraph.sides import area_members
from mapdata.tile import PrintedStop
from plots import palette
from plots.hexes import HexView
from plots.icons import icon
from plots.labels import Box, Label, Room, draw_labels, fitted
from plots.names import broken
from plots.paint import paint

_CELL = (0.36, 0.27)
_AIR = 0.14
"""Room over and under the values, for the rings of runs."""


@dataclass(frozen=True, eq=False)
class Cell:
    """One value of a panel: its stage, its box, and whether it holds now."""

    label: Label
    fill: str
    box: Polygon
    now: bool


@dataclass(frozen=True, eq=False)
class AreaView:
    """One connected part of an area, or a single hex of that kind, with its panel."""

    stops: tuple[tuple[str, int], ...]
    outline: BaseGeometry
    colour: str
    cells: tuple[Cell, ...]
    labels: tuple[Label, ...]
    closed: BaseGeometry | None = None
    """The symbol of a mountain railway that has not been founded."""

    @property
    def panel(self) -> BaseGeometry:
        """Return what a ring is drawn around when the area pays."""
        shapes = [cell.box for cell in self.cells]
        return shapely.union_all(shapes).envelope if shapes else self.outline.buffer(-0.4)


def area_views(board: Board, views: Iterable[HexView], room: Room) -> list[AreaView]:
    """Return the areas among ``views``, their panels placed where they hide no track."""
    found = []
    for members, outline in _parts(board, list(views)):
        found.append(_area(board, members, outline, room))
    return found


def _parts(board: Board, views: list[HexView]) -> Iterator[tuple[list[HexView], BaseGeometry]]:
    """Yield the connected parts of every area; plain hexes of its colour belong to it."""
    groups: dict[str, list[HexView]] = {}
    for view in views:
        if any(spot.shape == "area" for spot in view.spots):
            groups.setdefault(view.face.stops[0].area or view.id, []).append(view)
    for members in groups.values():
        if members[0].face.stops[0].area is None:
            yield members, members[0].outline
            continue
        whole = shapely.union_all([view.outline for view in members]).buffer(0.001)
        plain = [
            view
            for view in views
            if view.colour == members[0].colour and not view.face.stops and not view.lines
        ]
        joining = [view.outline for view in plain if view.outline.intersects(whole)]
        whole = shapely.union_all([whole, *joining]).buffer(0.001).buffer(-0.002)
        for part in shapely.get_parts(whole):
            inside = [view for view in members if part.contains(view.outline.centroid)]
            if inside:
                yield inside, part


def _area(board: Board, members: list[HexView], outline: BaseGeometry, room: Room) -> AreaView:
    first = next((view for view in members if board.title.hexes[view.id].name), members[0])
    stop = first.face.stops[0]
    name = board.title.hexes[first.id].name or stop.area or ""
    closed = not first.face.open
    middle = outline.centroid
    spots = _grid(outline, middle)
    dislike = [0.05 * ((x - middle.x) ** 2 + (y - middle.y) ** 2) ** 0.5 for x, y in spots]
    best: tuple[float, _Block, float, float] | None = None
    for penalty, block in sorted(_blocks(board, stop, name, closed), key=lambda each: each[0]):
        if best is not None and penalty >= best[0]:
            break
        found = room.best(block.parts, spots, dislike, home=outline, outside=20, touchy=10)
        if found is not None and (best is None or found[2] + penalty < best[0]):
            best = found[2] + penalty, block, found[0], found[1]
    stops = tuple((view.id, 0) for view in members)
    if best is None:
        return AreaView(stops, outline, first.colour, (), ())
    _, block, x, y = best
    for left, low, right, top in block.parts:
        room.take((left + x, low + y, right + x, top + y))
    return AreaView(
        stops,
        outline,
        first.colour,
        tuple(cell_at(cell, x, y) for cell in block.cells),
        tuple(label.moved(label.x + x, label.y + y) for label in block.labels),
        icon("mountain", x, y + block.symbol, 0.4) if closed else None,
    )


def _grid(outline: BaseGeometry, middle: Point, step: float = 0.13) -> list[tuple[float, float]]:
    """Return spots all over an outline, on both sides of its middle alike."""
    left, low, right, top = outline.bounds
    columns = range(int((left - middle.x) / step), int((right - middle.x) / step) + 1)
    rows = range(int((low - middle.y) / step), int((top - middle.y) / step) + 1)
    return [(middle.x + step * x, middle.y + step * y) for x in columns for y in rows]


def cell_at(cell: Cell, x: float, y: float) -> Cell:
    """Return a cell moved by ``x`` and ``y``."""
    label = cell.label.moved(cell.label.x + x, cell.label.y + y)
    return replace(cell, label=label, box=shapely.affinity.translate(cell.box, x, y))


@dataclass(frozen=True, eq=False)
class _Block:
    """Name, values and transit of an area around (0, 0)."""

    labels: tuple[Label, ...]
    cells: tuple[Cell, ...]
    parts: tuple[Box, ...]
    """The boxes of its lines, of the values and of the symbol."""
    symbol: float = 0.0


def _blocks(
    board: Board, stop: PrintedStop, name: str, closed: bool
) -> Iterator[tuple[float, _Block]]:
    """Yield arrangements with how much worse than the best each looks."""
    transits = [(0.0, "")]
    if stop.area and (found := _end_bonus(board, stop.area)):
        side, bonus, amount = found
        transits = [(0.0, f"{side}  {bonus} +{amount}"), (0.4, f"{side} +{amount}")]
    values = [] if closed else list(stop.values.items())
    columns = sorted({len(values), (len(values) + 1) // 2}, reverse=True) if values else [0]
    for size, smaller in ((0.19, 0.0), (0.165, 0.3), (0.145, 0.7), (0.128, 1.1)):
        for more, lines in broken(name):
            for worse, count in enumerate(columns):
                for shorter, transit in transits:
                    penalty = smaller + more + 0.6 * worse + shorter
                    yield penalty, _block(board, lines, size, values, count, transit, closed)


def _end_bonus(board: Board, area: str) -> tuple[str, str, int] | None:
    """Return the printed letter of an area, and the bonus it brings as an end of a route."""
    members = [hex_id for hex_id, _ in area_members(board.title, area)]
    printed = [board.title.hexes[hex_id].printed.label for hex_id in members]
    for bonus in board.title.bonuses:
        for ends in bonus.sets if bonus.at == "ends" else ():
            for hex_id in members:
                if hex_id in ends:
                    side = next((label for label in printed if label), "")
                    return side, bonus.name, bonus.figure(board.phase.stage) + ends[hex_id]
    return None


def _block(
    board: Board,
    lines: tuple[str, ...],
    size: float,
    values: list[tuple[str, int]],
    columns: int,
    transit: str,
    closed: bool,
) -> _Block:
    """Stack the name over the values over the transit bonus."""
    wide, high = _CELL
    rows = -(-len(values) // columns) if columns else 0
    name_height = len(lines) * size * 1.16
    middle_height = rows * high or (0.34 if closed else 0.0)
    tail = 0.14 + _AIR if transit else 0.0
    top = (name_height + middle_height + tail + _AIR) / 2
    labels = [Label(lines, 0, top - name_height / 2, size, bold=True, margin=0.03)]
    cells_top = top - name_height - _AIR
    cells = []
    for at, (stage, value) in enumerate(values):
        row, column = divmod(at, columns)
        in_row = min(columns, len(values) - row * columns)
        x = (column - (in_row - 1) / 2) * wide
        y = cells_top - (row + 0.5) * high
        now = stage in ("", board.phase.stage)
        fill = palette.HEXES.get(stage, "#ffffff")
        label = Label(
            (str(value),), x, y, 0.185 if now else 0.16, now, palette.ink_on(fill), margin=0
        )
        shape = box(x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)
        cells.append(Cell(fitted(label, wide - 0.06), fill, shape, now))
    if transit:
        labels.append(Label((transit,), 0, -top + 0.07, 0.15, margin=0.03))
    middle = cells_top - middle_height / 2
    parts = [label.box for label in labels]
    if middle_height:
        half = max(columns * wide / 2, 0.2) + 0.06
        high = middle_height / 2 + 0.06
        parts.append((-half, middle - high, half, middle + high))
    return _Block(tuple(labels), tuple(cells), tuple(parts), middle)


def draw_areas(ax: Axes, areas: Iterable[AreaView]) -> Axes:
    """Draw areas over their hexes: one shape each, the value that holds now in a thick rim."""
    areas = list(areas)
    merged = [area for area in areas if len(shapely.get_parts(area.outline)) == 1]
    fills = [palette.HEXES[area.colour] for area in merged]
    rims = [palette.mixed(fill, "#000000", 0.45) for fill in fills]
    paint(ax, [area.outline for area in merged], fills, edge=rims, width=0.03, zorder=1.5)
    return ax


def draw_values(ax: Axes, areas: Iterable[AreaView]) -> Axes:
    """Draw the panels of areas: after the track, so that nothing crosses a value."""
    areas = list(areas)
    cells = [cell for area in areas for cell in area.cells]
    paint(
        ax, [c.box for c in cells], [c.fill for c in cells], edge="#444444", width=0.015, zorder=10
    )
    now = [cell.box.buffer(0.012, join_style="mitre") for cell in cells if cell.now]
    paint(ax, now, "none", edge="#111111", width=0.05, zorder=10.2)
    paint(ax, [area.closed for area in areas if area.closed], "#85888c", zorder=10)
    draw_labels(ax, [cell.label for cell in cells])
    return draw_labels(ax, [label for area in areas for label in area.labels])
