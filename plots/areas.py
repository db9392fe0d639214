"""Off-board areas, mountain railways and the like: merged shapes with a panel of values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from hexgraph.board import Board
from hexgraph.face import Face
from hexgraph.lattice import centre, neighbour
from mapdata.tile import PrintedStop
from mapdata.title import Title
from plots import palette
from plots.drawing import Box, Group, Ink, Item, Part, Shape, rectangle
from plots.hexes import HexView, inside_hex, look_of
from plots.icons import icon
from plots.labels import Label, placed, written
from plots.panels import Block, Figure, panel_blocks
from plots.regions import GridCell, connected, middle_of, outline_of
from plots.room import Room, TextSpot, grid
from plots.track import CASING

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
    """What the panel covers."""
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
            groups.setdefault(_together(view.face.stops[0]) or view.id, []).append(view)
    _adopt(board.title, groups)
    plain: dict[str, dict[GridCell, HexView]] = {}
    for view in views:
        if not view.face.stops and not view.face.track:
            plain.setdefault(view.colour, {})[hexes[view.id].xy] = view
    for members in groups.values():
        own = {hexes[view.id].xy: view for view in members}
        if len(own) == 1 and _together(members[0].face.stops[0]) is None:
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
    for key in [key for key in groups if key not in named.values()]:
        own = _alike(groups[key][0])
        for view in groups[key]:
            around = [neighbour(layout, hexes[view.id].xy, edge) for edge in range(6)]
            near = [named[cell] for cell in around if cell in named]
            same = [each for each in near if _alike(groups[each][0]) == own]
            if same:
                groups[same[0]] += groups.pop(key)
                break


def _alike(view: HexView) -> tuple[object, ...]:
    """What two hexes that are one area have in common, where no area is named."""
    stop = view.face.stops[0]
    return stop.kind, stop.groups, tuple(stop.values.items())


def _together(stop: PrintedStop) -> str | None:
    """Key shared by the hexes that are drawn as one area."""
    if stop.area or not stop.groups:
        return stop.area
    return f"{stop.groups} {sorted(stop.values.items())}"


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
    blocks = panel_blocks(title, stop, name, stage, closed=not first.open)
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
        for curve in look_of(title, face).curves:
            room.cover(curve.moved(x, y).samples, CASING / 2, 5.0)
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
