"""Hexes of a board: what each shows, its track and stops where they are drawn."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from string import ascii_letters, digits

from hexgraph.board import Board
from hexgraph.face import Face
from hexgraph.lattice import centre, corners
from mapdata.title import Layout, Title
from plots import palette
from plots.curves import Curve
from plots.drawing import XY, Group, Ink, Item, Part, Shape, line, polygon
from plots.labels import Label
from plots.places import StopPlace, StopShape, spots, stop_places, tilted
from plots.track import piece_curves, track_part

_CLOSED = "#8d9094"


@dataclass(frozen=True, eq=False)
class Look:
    """The drawing of a face around (0, 0), the same wherever the face lies."""

    layout: Layout
    face: Face
    colour: str
    spots: tuple[StopShape, ...]
    places: tuple[StopPlace, ...]
    curves: tuple[Curve, ...]
    """The middle line of each piece of track, in the order of ``face.track``."""

    def track(self) -> Part:
        """Return its track as it is painted."""
        ink = "#222222" if self.face.open else _CLOSED
        bed = palette.mixed(palette.HEXES[self.colour], "#ffffff", 0.62)
        return track_part(self.layout, self.spots, self.face.track, ink, bed)


@dataclass(frozen=True, eq=False)
class HexView:
    """A hex in its place on the board."""

    id: str
    x: float
    y: float
    look: Look

    @property
    def face(self) -> Face:
        """Face of the hex."""
        return self.look.face

    @property
    def colour(self) -> str:
        """Return the name of its colour."""
        return self.look.colour

    @property
    def spots(self) -> tuple[StopShape, ...]:
        """Shapes of its stops."""
        return self.look.spots

    def place(self, index: int) -> StopPlace:
        """Position of a stop in board units."""
        here = self.look.places[index]
        return StopPlace(self.x + here.x, self.y + here.y, here.way)

    def curve(self, piece: int) -> Curve:
        """Curve of a piece of track in board units."""
        return self.look.curves[piece].moved(self.x, self.y)

    def corners(self) -> list[XY]:
        """Return its corners on the board; corner i lies between edges i - 1 and i."""
        return [(self.x + x, self.y + y) for x, y in corners(self.look.layout, (0, 0))]


@lru_cache(maxsize=8192)
def look_of(title: Title, face: Face, slots: tuple[int, ...] = ()) -> Look:
    """Drawing of a face; kept from board to board as faces are.

    ``slots`` are the places of its stops, if they are not those of the tile.
    """
    found = spots(face, title.stop_kinds, slots)
    places = stop_places(title.layout, found, face.track)
    return Look(
        title.layout,
        face,
        colour_of(title, face),
        tilted(found, places),
        places,
        piece_curves(title.layout, found, face.track),
    )


def view(board: Board, hex_id: str) -> HexView:
    """Return a hex of ``board`` in its place."""
    title = board.title
    x, y = centre(title.layout, title.hexes[hex_id].xy)
    face = board.face(hex_id)
    slots: tuple[int, ...] = ()
    if board.extras.slots:
        places = tuple(board.slots((hex_id, at)) for at in range(len(face.stops)))
        slots = places if places != tuple(stop.slots for stop in face.stops) else ()
    return HexView(hex_id, x, y, look_of(title, face, slots))


def colour_of(title: Title, face: Face) -> str:
    """Return the name of the colour that a hex shows."""
    laid = [tile.colour for tile, _ in face.layers if tile.layer == "tile" or not face.hex]
    return laid[0] if laid else title.hexes[face.hex].printed.colour


@cache
def hex_part(layout: Layout, colour: str) -> Part:
    """Return a bare hex of a colour."""
    fill = palette.HEXES[colour]
    ink = Ink(fill=fill, rim=palette.mixed(fill, "#000000", 0.28), width=0.022)
    return Part((Shape((polygon(corners(layout, (0, 0))),), ink),))


def ground(views: Iterable[HexView]) -> list[Item]:
    """Return the hexes in their colours."""
    return [
        Group(hex_part(each.look.layout, each.colour), each.x, each.y, of=(("hex", each.id),))
        for each in views
    ]


def shut(views: Iterable[HexView], blocked: Collection[str]) -> list[Item]:
    """Return a hatch over the hexes where nobody may build."""
    return [
        Group(_hatch(each.look.layout), each.x, each.y, of=(("hex", each.id),), alt="no building")
        for each in views
        if each.id in blocked
    ]


@cache
def _hatch(layout: Layout) -> Part:
    lines = []
    for step in range(-4, 5):
        points = [(step * 0.22 + at * 0.03, at * 0.05) for at in range(-18, 19)]
        inside = [point for point in points if inside_hex(layout, *point, 0.06)]
        if len(inside) > 1:
            lines.append(line(inside[0], inside[-1]))
    return Part((Shape(tuple(lines), Ink(rim="#000000", width=0.02, opacity=0.22)),))


def all_track(views: Iterable[HexView]) -> list[Item]:
    """Return the track of all hexes."""
    tracked = [each for each in views if each.face.track]
    return [Group(each.look.track(), each.x, each.y, of=(("hex", each.id),)) for each in tracked]


def side(layout: Layout, edge: int, share: float = 1.0) -> tuple[XY, XY]:
    """Return the ends of a hexside around (0, 0), or of the middle ``share`` of it."""
    every = corners(layout, (0, 0))
    (x, y), (x2, y2) = every[edge % 6], every[(edge + 1) % 6]
    middle = (x + x2) / 2, (y + y2) / 2

    def nearer(a: float, b: float) -> XY:
        return middle[0] + (a - middle[0]) * share, middle[1] + (b - middle[1]) * share

    return nearer(x, y), nearer(x2, y2)


def inside_hex(layout: Layout, x: float, y: float, rim: float = 0.0) -> bool:
    """Whether a point lies in the hex around (0, 0), at least ``rim`` from its sides."""
    x, y = abs(x), abs(y)
    across, along = (x, y) if layout == "pointy" else (y, x)
    reach = math.sqrt(3) / 2 - rim
    return across <= reach and across / 2 + along * math.sqrt(3) / 2 <= reach


def coordinate_labels(title: Title, views: Iterable[HexView]) -> list[Label]:
    """Return the letters and numbers of the rows and columns that are shown."""
    views = list(views)
    width, height = (math.sqrt(3) / 2, 1.0) if title.layout == "pointy" else (1.0, math.sqrt(3) / 2)
    left = min(each.x for each in views) - width - 0.3
    top = max(each.y for each in views) + height + 0.3
    in_rows = _letters_are_rows(title)
    labels = {}
    for each in views:
        number = each.id.lstrip(ascii_letters)
        letter = each.id.removesuffix(number)
        column, row = (number, letter) if in_rows else (letter, number)
        labels["column", column] = Label((column,), each.x, top, 0.24, colour="#555555")
        labels["row", row] = Label((row,), left, each.y, 0.24, colour="#555555")
    return list(labels.values())


@cache
def _letters_are_rows(title: Title) -> bool:
    """Whether hexes of one letter lie side by side, and not one above the other."""
    rows = {(each.id.rstrip(f"-{digits}"), each.xy[1]) for each in title.hexes.values()}
    return len(rows) == len({row for _, row in rows})
