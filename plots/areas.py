"""Off-board areas, mountain railways and the like: merged shapes with a panel of values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from hexgraph.board import Board
from hexgraph.face import Face
from hexgraph.lattice import centre, neighbour
from hexgraph.sides import area_members
from mapdata.tile import PrintedStop
from mapdata.title import Title
from plots import palette
from plots.drawing import Box, Group, Ink, Item, Part, Shape, rectangle
from plots.hexes import HexView, inside_hex, look_of
from plots.icons import icon
from plots.labels import Label, broken, fitted, placed, written
from plots.outlines import GridCell, connected, middle_of, outline_of
from plots.room import Room, TextSpot, grid
from plots.stops import body_points
from plots.track import CASING

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
    title: Title,
    stop: PrintedStop,
    name: str,
    stage: str,
    *,
    closed: bool,
    others: tuple[PrintedStop, ...] = (),
) -> Iterator[tuple[float, Block]]:
    """Yield arrangements, each with a penalty for how much worse than the best it looks.

    ``others`` are further areas on the same hex: each has its figures in a row of its own.
    """
    transits = [(0.0, "")]
    if stop.area and (found := _end_bonus(title, stop.area, stage)):
        side, bonus, amount = found
        transits = [(0.0, f"{side}  {bonus} +{amount}"), (0.4, f"{side} +{amount}")]
    values = [] if closed else [*stop.values.items(), *stop.figures.items()]
    columns = sorted({len(values), (len(values) + 1) // 2}, reverse=True) if values else [0]
    for other in others if not closed else ():
        values, columns = [*values, *other.values.items(), *other.figures.items()], columns[:1]
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


_GRAIN = 0.08


@dataclass(frozen=True, eq=False)
class AreaView:
    """One connected part of an area, or a single hex of that kind, with its panel."""

    stops: tuple[tuple[str, int], ...]
    cells: frozenset[GridCell]
    shape: Part
    figures: tuple[Figure, ...]
    labels: tuple[Label, ...]
    blocks: tuple[Box, ...]
    """The area that the panel covers."""
    symbol: Group | None
    """The symbol of a mountain railway that has not been founded."""
    middle: tuple[float, float]

    @property
    def panel(self) -> Box:
        """Box around the figures, for the ring of an area that pays."""
        boxes = [figure.box for figure in self.figures]
        if not boxes:
            x, y = self.middle
            return x - 0.3, y - 0.2, x + 0.3, y + 0.2
        return (
            min(box[0] for box in boxes),
            min(box[1] for box in boxes),
            max(box[2] for box in boxes),
            max(box[3] for box in boxes),
        )

    def around(self, x: float, y: float) -> tuple[Box, ...]:
        """Box of the panel relative to the centre of a hex."""
        return tuple(placed(block, (-x, -y)) for block in self.blocks)

    def text(self) -> list[Label]:
        """Return all its labels."""
        return [*self.labels, *(figure.label for figure in self.figures)]


def area_views(board: Board, views: Sequence[HexView]) -> list[AreaView]:
    """Return the areas among ``views``, their panels placed where they hide no track."""
    return [
        _area(board.title, tuple(each.face for each in members), cells, board.phase.stage)
        for members, cells in _parts(board, views)
    ]


def _parts(
    board: Board, views: Sequence[HexView]
) -> Iterator[tuple[list[HexView], frozenset[GridCell]]]:
    """Yield the connected parts of every area; plain hexes of its colour belong to it."""
    hexes, layout = board.title.hexes, board.title.layout
    groups: dict[str, list[HexView]] = {}
    for view in views:
        if any(spot.form == "area" for spot in view.spots):
            groups.setdefault(_together(view) or view.id, []).append(view)
    _adopt(board.title, groups)
    plain: dict[str, dict[GridCell, HexView]] = {}
    for view in views:
        if not view.face.stops and not view.face.track:
            plain.setdefault(view.colour, {})[hexes[view.id].xy] = view
    for members in groups.values():
        own = {hexes[view.id].xy: view for view in members}
        if len(own) == 1 and _together(members[0]) is None:
            yield members, frozenset(own)
            continue
        beside = [
            cell
            for cell in plain.get(members[0].colour, ())
            if any(neighbour(layout, cell, edge) in own for edge in range(6))
        ]
        for part in connected(layout, [*own, *beside]):
            inside = [own[cell] for cell in part if cell in own]
            if inside:
                yield inside, frozenset(part)


def _adopt(title: Title, groups: dict[str, list[HexView]]) -> None:
    """Join areas without a name to a named neighbour of the same kind, groups and values."""
    hexes, layout = title.hexes, title.layout
    named = {
        hexes[view.id].xy: key
        for key, members in groups.items()
        if any(hexes[each.id].name for each in members)
        for view in members
    }
    alone = {key for key, views in groups.items() if _others(views[0].face)}
    for key in [key for key in groups if key not in named.values() and key not in alone]:
        own = _alike(groups[key][0])
        for view in groups[key]:
            around = [neighbour(layout, hexes[view.id].xy, edge) for edge in range(6)]
            near = [named[cell] for cell in around if cell in named]
            same = [each for each in near if each not in alone and _alike(groups[each][0]) == own]
            if same:
                groups[same[0]] += groups.pop(key)
                break


def _alike(view: HexView) -> tuple[object, ...]:
    """The common properties of two hexes that are one area without a name."""
    stop = view.face.stops[0]
    return stop.kind, stop.groups, tuple(stop.values.items())


def _together(view: HexView) -> str | None:
    """Key shared by the hexes that are drawn as one area; a hex with two areas is by itself."""
    stop = view.face.stops[0]
    if _others(view.face):
        return None
    if stop.area or not stop.groups:
        return stop.area
    return f"{stop.groups} {sorted(stop.values.items())}"


def _others(face: Face) -> tuple[PrintedStop, ...]:
    """Further areas on a hex that are not the first one."""
    first, *rest = face.stops
    mine = (first.area, first.groups, *first.values.items())
    return tuple(
        stop
        for stop in rest
        if stop.kind == first.kind and (stop.area, stop.groups, *stop.values.items()) != mine
    )


@lru_cache(maxsize=512)
def _area(
    title: Title, faces: tuple[Face, ...], cells: frozenset[GridCell], stage: str
) -> AreaView:
    first = next((face for face in faces if title.hexes[face.hex].name), faces[0])
    stop = first.stops[0]
    name = title.hexes[first.hex].name or stop.area or ""
    middle = middle_of(title.layout, cells)
    room = _room(title, faces, cells)
    spots = _spots(title, cells, middle)
    best: tuple[float, Block, float, float] | None = None
    others = _others(first)
    blocks = panel_blocks(title, stop, name, stage, closed=not first.open, others=others)
    for penalty, block in sorted(blocks, key=lambda each: each[0]):
        if best is not None and penalty >= best[0]:
            break
        found = room.best(block.parts, spots, touchy=10)
        if found is not None and (best is None or found[2] + penalty < best[0]):
            best = found[2] + penalty, block, found[0], found[1]
    assert best is not None
    _, block, x, y = best
    symbol = None if first.open else icon("mountain", x, y + block.symbol, 0.4, "#85888c")
    return AreaView(
        tuple((face.hex, 0) for face in faces),
        cells,
        _shape(title, cells, look_of(title, first).colour),
        tuple(_moved(figure, x, y) for figure in block.figures),
        tuple(label.moved(label.x + x, label.y + y) for label in block.labels),
        tuple(placed(part, (x, y)) for part in block.parts),
        symbol,
        (x, y + block.symbol),
    )


def _shape(title: Title, cells: frozenset[GridCell], colour: str) -> Part:
    fill = palette.HEXES[colour]
    ink = Ink(fill=fill, rim=palette.mixed(fill, "#000000", 0.45), width=0.03)
    return Part((Shape(outline_of(title.layout, cells), ink),))


def _room(title: Title, faces: Iterable[Face], cells: frozenset[GridCell]) -> Room:
    """Candidate positions of a panel: on its area's hexes, clear of track."""
    at = [centre(title.layout, cell) for cell in cells]
    bounds = (
        min(x for x, _ in at) - 1.05,
        min(y for _, y in at) - 1.05,
        max(x for x, _ in at) + 1.05,
        max(y for _, y in at) + 1.05,
    )

    layout = title.layout
    rim = 0.04 if len(at) == 1 else 0.0

    def inside(x: float, y: float) -> bool:
        for px, py in at:
            if -1 < x - px < 1 and -1 < y - py < 1 and inside_hex(layout, x - px, y - py, rim):
                return True
        return False

    grain = 0.055 if len(at) == 1 else _GRAIN
    room = Room(bounds, grain, grid(bounds, grain, inside))
    for face in faces:
        x, y = centre(title.layout, title.hexes[face.hex].xy)
        look = look_of(title, face)
        for curve in look.curves:
            room.cover(curve.moved(x, y).samples, CASING / 2, 5.0)
        for spot, place in zip(look.spots, look.places, strict=True):
            if spot.form != "area":
                points, radius = body_points(spot, place)
                room.cover([(x + at_x, y + at_y) for at_x, at_y in points], radius + 0.03, 25.0)
    return room


def _spots(title: Title, cells: frozenset[GridCell], middle: tuple[float, float]) -> list[TextSpot]:
    """Return spots all over an area, those near its middle first."""
    found = {}
    for cell in cells:
        x, y = centre(title.layout, cell)
        for column in range(-5, 6):
            for row in range(-5, 6):
                spot = round(x + 0.17 * column, 2), round(y + 0.17 * row, 2)
                far = ((spot[0] - middle[0]) ** 2 + (spot[1] - middle[1]) ** 2) ** 0.5
                found[spot] = 0.05 * far
    return sorted(((x, y, cost) for (x, y), cost in found.items()), key=lambda spot: spot[2])


def _moved(figure: Figure, x: float, y: float) -> Figure:
    label = figure.label.moved(figure.label.x + x, figure.label.y + y)
    return replace(figure, label=label, box=placed(figure.box, (x, y)))


def area_shapes(areas: Iterable[AreaView]) -> list[Item]:
    """Return the areas, each as one shape over its hexes."""
    return [
        Group(area.shape, of=(("hex", area.stops[0][0]),)) for area in areas if len(area.cells) > 1
    ]


@lru_cache(maxsize=512)
def panel_part(area: AreaView) -> Part:
    """Return the panel of an area, the value that holds now in a thick rim."""
    items: list[Item] = []
    for figure in area.figures:
        ink = Ink(fill=figure.fill, rim="#444444", width=0.015)
        items.append(Shape((rectangle(figure.box),), ink))
    thick = Ink(rim="#111111", width=0.05)
    for figure in area.figures:
        if figure.now:
            left, low, right, top = figure.box
            grown = left - 0.012, low - 0.012, right + 0.012, top + 0.012
            items.append(Shape((rectangle(grown),), thick))
    if area.symbol is not None:
        items.append(area.symbol)
    return Part((*items, *written(area.text())))
