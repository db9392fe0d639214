"""A board as a player sees it on the table, laid out.

:func:`set_scene` lays out a board (or some of its hexes); :meth:`Scene.drawing` gives what
the painters paint, with runs on it if there are some::

    scene = set_scene(board)
    svg.write(scene.drawing(run_views(scene, network, runs)))
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from hexgraph.board import Board
from hexgraph.lattice import centre
from hexgraph.network import Network
from hexgraph.sides import split_stop
from mapdata.title import Company
from plots.areas import AreaView, area_shapes, area_views, panel_part
from plots.borders import borders
from plots.drawing import XY, Box, Drawing, Group, Item, Window, group
from plots.hexes import HexView, all_track, coordinate_labels, ground, shut, view
from plots.labels import Label, written
from plots.names import Texts, hex_texts, text_part
from plots.shown import NOTHING, Shown
from plots.stops import NEUTRAL, companies_of, stop_items

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from plots.runs import RunView


@dataclass(frozen=True, eq=False)
class Scene:
    """The contents of a picture of a board, laid out but not painted."""

    board: Board
    views: tuple[HexView, ...]
    areas: tuple[AreaView, ...]
    texts: Mapping[str, Texts]
    shown: Shown = NOTHING

    @cached_property
    def by_hex(self) -> dict[str, HexView]:
        """Return the hexes by their names."""
        return {each.id: each for each in self.views}

    @cached_property
    def area_of(self) -> dict[tuple[str, int], AreaView]:
        """Return the areas by their stops."""
        return {stop: area for area in self.areas for stop in area.stops}

    @cached_property
    def window(self) -> Window:
        """The area shown, coordinates included."""
        width, height = math.sqrt(3) / 2, 1.0
        if self.board.title.layout == "flat":
            width, height = height, width
        xs, ys = [each.x for each in self.views], [each.y for each in self.views]
        left, low = min(xs) - width - 0.55, min(ys) - height - 0.2
        return left, low, max(xs) + width + 0.25 - left, max(ys) + height + 0.5 - low

    def labels(self) -> list[Label]:
        """Return every text of the board; tests see that none covers another."""
        found = coordinate_labels(self.board.title, self.views)
        for each in self.views:
            texts = self.texts[each.id].all()
            found += [label.moved(label.x + each.x, label.y + each.y) for label in texts]
        for area in self.areas:
            found += area.text()
        return found

    def taken(self) -> list[Box]:
        """Return the boxes of all text, which what is added should not cover."""
        return [label.box for label in self.labels()]

    def items(self, runs: Sequence[RunView] = ()) -> list[Item]:
        """Return everything to be painted, the lowest first."""
        return [
            group(ground(self.views), ("layer", "ground")),
            *shut(self.views, self.board.extras.blocked),
            *area_shapes(self.areas),
            *borders(self.board.title, self.views),
            group(all_track(self.views), ("layer", "track")),
            *(ribbon for run in runs for ribbon in run.ribbons()),
            group(self._tops(), ("layer", "stops")),
            *(ring for run in runs for ring in run.marks()),
            *written(coordinate_labels(self.board.title, self.views)),
        ]

    def _tops(self) -> list[Item]:
        """Return stops, markers and text of every hex."""
        found: list[Item] = []
        for each in self.views:
            inside = self._stops(each)
            inside.append(Group(text_part(self.texts[each.id])))
            name = self.board.title.hexes[each.id].name
            name_words = f"{each.id} {name}" if name else ""
            found.append(group(inside, ("hex", each.id), at=(each.x, each.y), alt=name_words))
        for area in self.areas:
            of = tuple(("stop", self.board.stop_id(stop)) for stop in area.stops[:1])
            found.append(Group(panel_part(area), of=(("hex", area.stops[0][0]), *of)))
        return found

    def _stops(self, each: HexView) -> list[Item]:
        known, found = companies_of(self.board.title), list[Item]()
        for index, (spot, place) in enumerate(zip(each.spots, each.look.places, strict=True)):
            if spot.form == "area":
                continue
            names = self.board.markers.get((each.id, index), ())
            companies = [known[name] for name in names]
            companies += [NEUTRAL] * ((each.id, index) in self.board.extras.neutral)
            stop = self.board.stop_id((each.id, index))
            homes = self._homes.get((each.id, index), ())
            found.append(group(stop_items(spot, place, companies, homes), ("stop", stop)))
        return found

    @cached_property
    def _homes(self) -> dict[tuple[str, int], list[Company]]:
        """Return the companies that have a home at a stop and do not stand there yet."""
        found: dict[tuple[str, int], list[Company]] = {}
        if not self.shown.homes:
            return found
        for company in companies_of(self.board.title).values():
            for home in company.homes:
                hex_id, index = split_stop(self.board.title, home)
                many = len(self.board.face(hex_id).stops)
                stop = hex_id, min(index or 0, max(many - 1, 0))
                if company.id not in self.board.markers.get(stop, ()):
                    found.setdefault(stop, []).append(company)
        for (hex_id, place), names in self.board.extras.reserved.items():
            kept = found.setdefault((hex_id, place or 0), [])
            known = [companies_of(self.board.title).get(name) for name in names]
            kept += [company for company in known if company and company not in kept]
        return found

    def drawing(self, runs: Sequence[RunView] = (), more: Iterable[Item] = ()) -> Drawing:
        """Return the board as a picture of its own, with runs and ``more`` on it."""
        title = self.board.title
        alt = f"{title.name}, phase {self.board.phase.name}"
        return Drawing(self.window, (*self.items(runs), *more), inches=0.6, alt=alt)


def set_scene(
    board: Board, hexes: Iterable[str] | None = None, shown: Shown | None = None
) -> Scene:
    """Lay out a picture of ``board``, or of some of its hexes.

    Faces, names and panels that were laid out before are not laid out again.
    """
    shown = shown or NOTHING
    wanted = board.title.hexes if hexes is None else set(hexes)
    views = tuple(view(board, hex_id) for hex_id in board.title.hexes if hex_id in wanted)
    areas = tuple(area_views(board, views))
    panels = {hex_id: area for area in areas for hex_id, _ in area.stops}
    stage = board.phase.stage
    texts = {}
    for each in views:
        panel = panels[each.id].around(each.x, each.y) if each.id in panels else None
        marks = board.extras.assigned.get(each.id, ())
        texts[each.id] = hex_texts(board.title, each.look, stage, shown, panel, marks)
    return Scene(board, views, areas, texts, shown)


def focus_hexes(board: Board, network: Network, also: Iterable[str] = ()) -> frozenset[str]:
    """Return the hexes around a company's network: a rectangle with a rim of one hex."""
    own = {hex_id for link in network.links for hex_id in link.hexes} | set(also)
    return hexes_around(board, own | {hex_id for stop in network.stops for hex_id in stop.hexes})


def hexes_around(board: Board, hexes: Collection[str]) -> frozenset[str]:
    """Return the hexes in a rectangle around some, with a rim of one hex."""
    title = board.title
    at = {hex_id: centre(title.layout, place.xy) for hex_id, place in title.hexes.items()}
    return around(at, hexes, rim=1.8)


def around(at: Mapping[str, XY], places: Collection[str], rim: float) -> frozenset[str]:
    """Hexes in the rectangle around ``places``, ``rim`` wider; all without places."""
    if not places:
        return frozenset(at)
    xs, ys = zip(*(at[each] for each in places), strict=True)
    return frozenset(
        each
        for each, (x, y) in at.items()
        if min(xs) - rim < x < max(xs) + rim and min(ys) - rim < y < max(ys) + rim
    )


def draw_board(ax: Axes, board: Board, hexes: Iterable[str] | None = None) -> Axes:
    """Draw a board, or some of its hexes, on a matplotlib ``ax``."""
    from plots.paint import paint

    return paint(ax, set_scene(board, hexes).drawing())
