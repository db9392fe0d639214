"""What is wrong with a claim, marked on the board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from matplotlib.axes import Axes
from shapely import LineString, Point

from hexgraph.course import stop_in
from hexgraph.network import Network
from plots import palette
from plots.board import Scene
from plots.paint import paint
from plots.track import dashes
from solvers.fault import Fault

XY = tuple[float, float]


def stop_point(scene: Scene, network: Network, stop: int) -> XY | None:
    """Return where a stop is drawn, if the picture shows it; an area at its panel."""
    seen = network.stops[stop]
    shown = [hex_id for hex_id in seen.hexes if hex_id in scene.by_hex]
    if not shown:
        return None
    key = stop_in(scene.board, seen, shown[0])
    for area in scene.areas:
        if key in area.stops:
            return area.panel.centroid.x, area.panel.centroid.y
    place = scene.by_hex[key[0]].places[key[1]]
    return place.x, place.y


def fault_points(
    scene: Scene, network: Network, stops: Sequence[int], fault: Fault
) -> Iterator[XY]:
    """Yield where a broken rule is seen: a stop, a leg between two stops, or used track.

    A rule that the whole run breaks has no such place; it is told in the legend.
    """
    names = {stop: network.stops[stop].name for stop in stops}
    for one, two in pairwise(stops):
        if fault.where == f"{names[one]}-{names[two]}":
            ends = stop_point(scene, network, one), stop_point(scene, network, two)
            if ends[0] and ends[1]:
                yield (ends[0][0] + ends[1][0]) / 2, (ends[0][1] + ends[1][1]) / 2
            return
    named = [stop for stop, name in names.items() if name in fault.where.split(" and ")]
    for stop in named:
        at = stop_point(scene, network, stop)
        if at is not None:
            yield at[0] + 0.24, at[1] + 0.24
    if not named:
        yield from _track_points(scene, fault.where)


def _track_points(scene: Scene, where: str) -> Iterator[XY]:
    """Yield the middle of a hexside (``K10|K8``), or of track in a hex (``track K10 2``)."""
    views = scene.by_hex
    one, bar, two = where.partition("|")
    words = where.replace(".", " ").split()
    if bar and one in views and two in views:
        yield (views[one].x + views[two].x) / 2, (views[one].y + views[two].y) / 2
    elif len(words) == 3 and words[1] in views and words[2].isdecimal():
        view = views[words[1]]
        if words[0] == "track":
            middle = view.lines[int(words[2])].interpolate(0.5, normalized=True)
            yield middle.x, middle.y
        else:
            yield view.x, view.y


def draw_faults(ax: Axes, points: Sequence[XY]) -> Axes:
    """Draw a red cross at each place where a rule is broken."""
    arms = []
    for x, y in points:
        for lean in (-1, 1):
            arm = LineString([(x - 0.16, y - 0.16 * lean), (x + 0.16, y + 0.16 * lean)])
            arms.append(arm.buffer(0.05))
    paint(ax, arms, palette.WRONG, edge="#ffffff", width=0.03, zorder=30)
    paint(ax, arms, palette.WRONG, zorder=30.1)
    return ax


def draw_missing(ax: Axes, places: Sequence[XY | None], colour: str) -> Axes:
    """Draw a line of a claim for which there is no track: dashes from stop to stop."""
    shown = [place for place in places if place is not None]
    legs = [LineString([one, two]) for one, two in pairwise(shown) if one != two]
    strokes = [dash for leg in legs for dash in dashes(leg, 0.09)]
    paint(ax, strokes, colour, edge="#ffffff", width=0.02, zorder=7.5)
    rings = [Point(place).buffer(0.42) for place in shown]
    paint(ax, rings, "none", edge=colour, width=0.05, zorder=9.3)
    return ax
