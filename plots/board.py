"""A board as a player sees it on the table."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import cached_property

from matplotlib.axes import Axes

from hexgraph.board import Board
from hexgraph.lattice import centre
from hexgraph.network import Network
from plots.areas import AreaView, area_views, draw_areas, draw_values
from plots.figure import around, show
from plots.hexes import (
    HexView,
    coordinate_labels,
    draw_borders,
    draw_coordinates,
    draw_hexes,
    draw_track,
    view,
)
from plots.labels import Label, Room
from plots.names import Texts, cover_hexes, draw_texts, write_hexes
from plots.stops import draw_stops, draw_tokens

Window = tuple[float, float, float, float]
"""Left, bottom, width and height."""


@dataclass(frozen=True, eq=False)
class Scene:
    """What a picture of a board shows, laid out but not drawn."""

    board: Board
    views: tuple[HexView, ...]
    areas: tuple[AreaView, ...]
    texts: Texts
    room: Room
    """Where there is text already: what is added to the picture keeps clear of it."""

    @cached_property
    def by_hex(self) -> dict[str, HexView]:
        """Return the hexes by their names."""
        return {each.id: each for each in self.views}

    @property
    def window(self) -> Window:
        """Return what is shown, coordinates included."""
        return window_of(self.views)

    def labels(self) -> list[Label]:
        """Return every text of the board, so that one can see that none covers another."""
        found = self.texts.all() + coordinate_labels(self.board.title, self.views)
        for area in self.areas:
            found += [*area.labels, *(cell.label for cell in area.cells)]
        return found


def window_of(views: Iterable[HexView]) -> Window:
    """Return the window that shows hexes and their coordinates."""
    xs, ys = zip(*(corner for each in views for corner in each.corners), strict=True)
    left, low = min(xs) - 0.55, min(ys) - 0.2
    return left, low, max(xs) + 0.25 - left, max(ys) + 0.5 - low


def set_scene(board: Board, hexes: Iterable[str] | None = None) -> Scene:
    """Lay out a picture of ``board``, or of some of its hexes."""
    shown = board.title.hexes if hexes is None else set(hexes)
    views = tuple(view(board, hex_id) for hex_id in board.title.hexes if hex_id in shown)
    room = Room(window_of(views))
    for label in coordinate_labels(board.title, views):
        room.take(label.box)
    cover_hexes(board, views, room)
    areas = area_views(board, views, room)
    panelled = frozenset(hex_id for area in areas for hex_id, _ in area.stops)
    texts = write_hexes(board, views, room, panelled)
    return Scene(board, views, tuple(areas), texts, room)


def focus_hexes(board: Board, network: Network, also: Iterable[str] = ()) -> frozenset[str]:
    """Return the hexes around a company's network: a rectangle with a rim of one hex."""
    own = {hex_id for link in network.links for hex_id in link.hexes} | set(also)
    return hexes_around(board, own | {hex_id for stop in network.stops for hex_id in stop.hexes})


def hexes_around(board: Board, hexes: Collection[str]) -> frozenset[str]:
    """Return the hexes in a rectangle around some, with a rim of one hex."""
    title = board.title
    at = {hex_id: centre(title.layout, place.xy) for hex_id, place in title.hexes.items()}
    return around(at, hexes, rim=1.8)


def draw_scene(ax: Axes, scene: Scene) -> Axes:
    """Draw a laid out board; sets the limits of ``ax``."""
    show(ax, scene.window)
    draw_hexes(ax, scene.views)
    draw_areas(ax, scene.areas)
    draw_borders(ax, scene.board.title, scene.views)
    draw_track(ax, scene.views)
    draw_stops(ax, scene.views)
    draw_tokens(ax, scene.board, scene.views)
    draw_values(ax, scene.areas)
    draw_texts(ax, scene.texts)
    return draw_coordinates(ax, scene.board.title, scene.views)


def draw_board(ax: Axes, board: Board, hexes: Iterable[str] | None = None) -> Axes:
    """Draw a board, or some of its hexes."""
    return draw_scene(ax, set_scene(board, hexes))
