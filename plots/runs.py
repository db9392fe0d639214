"""Runs on a board: ribbons along the very track they use, rings around what pays."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from hexgraph.network import Network, TrackStep
from plots import palette
from plots.board import Scene
from plots.curves import Curve
from plots.drawing import XY, Box, Disc, Ink, Item, Outline, Shape, group
from plots.labels import Label, apart
from plots.outlines import round_box
from plots.stops import rim_of
from plots.track import DASH, enters_area
from solvers.problem import Run

WIDTH = 0.15
_BADGE = 0.13
_BAND = 0.15
"""The outer radius of the rings of all runs at one stop."""


@dataclass(frozen=True)
class Ring:
    """A ring around a paying stop, as wide as there is room for beside other runs'."""

    outline: Outline
    width: float


@dataclass(frozen=True, eq=False)
class RunView:
    """A run as it is drawn: its number, colour, track and the stops that pay."""

    number: int
    colour: str
    curves: tuple[Curve, ...]
    tunnels: tuple[Curve, ...]
    rings: tuple[Ring, ...]
    badge: XY | None
    wrong: bool = False

    def ribbons(self) -> list[Item]:
        """Ribbons on the track, under stops and markers."""
        lines = tuple(curve.outline() for curve in joined(self.curves))
        if not lines:
            return []
        dash = palette.train_dash(self.number - 1, WIDTH)
        rim = palette.WRONG if self.wrong else "#ffffff"
        items = [
            Shape(lines, Ink(rim=rim, width=WIDTH + 0.035, round=True)),
            Shape(lines, Ink(rim=self.colour, width=WIDTH, dash=dash, round=not dash)),
        ]
        if self.tunnels:
            dark = tuple(curve.outline() for curve in self.tunnels)
            items.append(Shape(dark, Ink(rim="#ffffff", width=0.05, dash=DASH)))
        return [group(items, ("run", str(self.number)))]

    def marks(self) -> list[Item]:
        """Layer over stops: rings, and the number."""
        items: list[Item] = []
        for ring in self.rings:
            for ink in (
                Ink(rim="#ffffff", width=ring.width + 0.03),
                Ink(rim=self.colour, width=ring.width),
            ):
                items.append(Shape((ring.outline,), ink))
        if self.badge is not None:
            look = Ink(fill="#ffffff", rim=self.colour, width=0.04)
            items.append(Disc(*self.badge, _BADGE, look))
            label = Label((str(self.number),), *self.badge, 0.17, True, self.colour, margin=0)
            items += label.words()
        return [group(items, ("run", str(self.number)))] if items else []


@dataclass(frozen=True)
class _RunLeg:
    """One link of a run, in its direction, as pieces of track."""

    steps: tuple[TrackStep, ...]
    stops: tuple[int, int]


def run_views(
    scene: Scene,
    network: Network,
    runs: Sequence[Run | None],
    wrong: frozenset[int] = frozenset(),
    numbers: Sequence[int] = (),
) -> list[RunView]:
    """Drawings of ``runs`` side by side; runs in ``wrong`` (by index) are marked.

    ``numbers`` are 1, 2, 3 if they are not given. Runs keep their number and colour where a
    line of a claim before them has no track.
    """
    taken = scene.taken()
    paid_at: dict[int, list[int]] = {}
    for index, run in enumerate(runs):
        for stop in dict.fromkeys(run.paid if run else ()):
            paid_at.setdefault(stop, []).append(index)
    views = []
    for index, run in enumerate(runs):
        if run is None:
            continue
        legs = _legs(scene, network, run)
        curves: list[Curve] = []
        tunnels: list[Curve] = []
        for leg in legs:
            for at, step in enumerate(leg.steps):
                forward = _runs_forward(leg.steps, at, scene)
                curve = _curve(scene, step)
                curves.append(curve if forward else curve.reversed())
                if scene.board.face(step[0]).track[step[1]].narrow:
                    tunnels.append(curves[-1])
        number = numbers[index] if numbers else index + 1
        rings = [
            _ring(scene, network, legs, stop, paid_at[stop].index(index), len(paid_at[stop]))
            for stop in dict.fromkeys(run.paid)
        ]
        views.append(
            RunView(
                number,
                palette.train_colour(number - 1),
                tuple(curves),
                tuple(tunnels),
                tuple(ring for ring in rings if ring is not None),
                _badge(scene, curves, taken),
                index in wrong,
            )
        )
    return views


def _legs(scene: Scene, network: Network, run: Run) -> list[_RunLeg]:
    legs = []
    for at, index in enumerate(run.links):
        link = network.links[index]
        steps = link.pieces
        if link.a != run.stops[at]:
            steps = steps[::-1]
        legs.append(_RunLeg(steps, (run.stops[at], run.stops[at + 1])))
    return [leg for leg in legs if all(step[0] in scene.by_hex for step in leg.steps)]


def _curve(scene: Scene, step: TrackStep) -> Curve:
    """Return the line of a piece; in an area it ends short of the arrow's point."""
    view = scene.by_hex[step[0]]
    curve = view.curve(step[1])
    if enters_area(view.face.track[step[1]], view.spots):
        return curve.part(0.0, 0.6)
    return curve


def _runs_forward(steps: Sequence[TrackStep], at: int, scene: Scene) -> bool:
    """Whether a leg runs over a piece from its first end to its second."""
    here = _curve(scene, steps[at])
    if at + 1 < len(steps):
        after = _curve(scene, steps[at + 1])
        ends = (after.start, after.end)
        return min(math.dist(here.end, end) for end in ends) < 0.01
    if at:
        before = _curve(scene, steps[at - 1])
        ends = (before.start, before.end)
        return min(math.dist(here.start, end) for end in ends) < 0.01
    return True


def joined(curves: Sequence[Curve]) -> list[Curve]:
    """Return curves put together where one begins at the end of the one before."""
    found: list[Curve] = []
    for curve in curves:
        if found and math.dist(found[-1].end, curve.start) < 1e-6:
            found[-1] = Curve((*found[-1].pieces, *curve.pieces))
        else:
            found.append(curve)
    return found


def _ring(
    scene: Scene, network: Network, legs: Sequence[_RunLeg], stop: int, rank: int, of: int
) -> Ring | None:
    """Return the ring around a paying stop; the rings of several runs lie in each other."""
    step = min(_BAND / of, 0.075)
    width = min(step * 0.75, 0.055)
    wide = 0.02 + step * (rank + 0.5)
    entered = [
        course[0]
        for leg in legs
        for seen, course in zip(leg.stops, (leg.steps[0], leg.steps[-1]), strict=True)
        if seen == stop
    ]
    keys = [network.stops[stop].key_in(hex_id) for hex_id in entered[:1]]
    if not legs and network.stops[stop].key[0] in scene.by_hex:  # it runs there and nowhere else
        keys = [network.stops[stop].key]
    for hex_id, index in keys:
        area = scene.area_of.get((hex_id, index))
        if area is not None:
            return Ring(_around(area.panel, wide), width)
        view = scene.by_hex[hex_id]
        spot, place = view.spots[index], view.place(index)
        beyond = wide + (0.04 if spot.form == "town" else 0.0)
        return Ring(rim_of(spot, place, beyond), width)
    return None


def _around(box: Box, wide: float) -> Outline:
    left, low, right, top = box
    return round_box((left - wide, low - wide, right + wide, top + wide), wide)


def _badge(scene: Scene, curves: Sequence[Curve], taken: list[Box]) -> XY | None:
    """Return the hexside nearest to the middle of a run where its number covers no text."""
    ends = [end for curve in curves for end in (curve.start, curve.end)]
    sides = [
        point
        for point in ends
        if sum(math.dist(point, other) < 1e-6 for other in ends) > 1
        and not any(
            math.hypot(point[0] - view.x - place.x, point[1] - view.y - place.y) < 0.35
            for view in scene.views
            for place in view.look.places
        )
    ]
    for point in sorted(sides, key=lambda point: abs(sides.index(point) - len(sides) / 2)):
        box = (point[0] - _BADGE, point[1] - _BADGE, point[0] + _BADGE, point[1] + _BADGE)
        if all(apart(box, other) for other in taken):
            taken.append(box)
            return point
    return None
