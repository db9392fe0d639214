"""Track and stops: where they are drawn, on every tile and on real boards."""

from __future__ import annotations

import math
from itertools import combinations

import pytest
import shapely
from drawn import points_of
from geometry import SAMPLES, TITLES, body, drawn_track, scene, shown

from hexgraph.board import Board
from hexgraph.lattice import direction, edge_middle
from hexgraph.sides import hex_across
from mapdata.notation import parse
from mapdata.titles import load
from plots.curves import Curve
from plots.drawing import Shape
from plots.hexes import inside_hex, view
from plots.places import curve_between, edge_point
from plots.stops import rim_of
from plots.track import gaps

ALL_TILES = list(
    {
        (load(title_id).layout, tile): (title_id, tile)
        for title_id in TITLES
        for tile in load(title_id).tiles.values()
        if tile.layer != "opening"
    }.values()
)
"""Each tile once for pointy and once for flat hexes, though many titles share it."""


def angle_to_side(curve: Curve, title_id: str, edge: int, start: bool) -> float:
    """Angle in degrees between a curve's end and the normal of its hexside."""
    (x, y), (x2, y2) = curve.pieces[0][:2] if start else curve.pieces[-1][:1:-1]
    out_x, out_y = direction(load(title_id).layout, edge)
    cosine = -((x2 - x) * out_x + (y2 - y) * out_y) / math.hypot(x2 - x, y2 - y)
    return math.degrees(math.acos(max(-1.0, min(1.0, cosine))))


@pytest.mark.parametrize("rotation", [0, 1, 4])
def test_track_of_every_tile_meets_the_middle_of_its_hexsides_at_a_right_angle(
    rotation: int,
) -> None:
    for title_id, tile in ALL_TILES:
        seen = shown(tile, rotation, title_id)
        layout, xy = load(title_id).layout, load(title_id).hexes[seen.id].xy
        for number, piece in enumerate(seen.face.track):
            curve = seen.curve(number)
            for at, edge in enumerate(piece.edges):
                end = curve.start if at == 0 else curve.end
                many, number = piece.lane(edge)
                x, y = edge_middle(layout, xy, edge)
                assert math.dist(end, (x, y)) == pytest.approx(
                    abs(number - (many - 1) / 2) * 0.26, abs=1e-6
                ), tile.name
                off = angle_to_side(curve, title_id, edge, start=at == 0)
                assert off < 0.01, f"{tile.name} at edge {edge}: {off:.0f} degrees"


def test_track_of_every_tile_stays_on_its_hex() -> None:
    for title_id, tile in ALL_TILES:
        seen = shown(tile, 0, title_id)
        for curve in seen.look.curves:
            for x, y in curve.samples:
                assert inside_hex(seen.look.layout, x, y, -1e-6), tile.name


def test_track_ends_at_the_stop_it_leads_to() -> None:
    for title_id, tile in ALL_TILES:
        seen = shown(tile, 2, title_id)
        for number, piece in enumerate(seen.face.track):
            for stop in piece.stops:
                if seen.spots[stop].form == "area":
                    continue
                place = seen.place(stop)
                assert seen.curve(number).distance((place.x, place.y)) < 1e-6, tile.name


def test_two_stops_of_one_tile_do_not_touch() -> None:
    for title_id, tile in ALL_TILES:
        seen = shown(tile, 0, title_id)
        for one, two in combinations(range(len(tile.stops)), 2):
            assert body(seen, one).distance(body(seen, two)) > 0.005, (title_id, tile.name)


def test_a_town_with_two_exits_is_a_bar_on_the_curve() -> None:
    for name, edges in (("3", (0, 1)), ("58", (0, 2)), ("4", (0, 3))):
        seen = shown(load("1844").tiles[name], 0)
        place = seen.look.places[0]
        curve = curve_between("pointy", *edges)
        assert place.way is not None
        assert curve.distance((place.x, place.y)) < 1e-3


def test_a_town_with_more_exits_is_a_dot() -> None:
    assert shown(load("1844").tiles["87"], 0).look.places[0].way is None


def test_where_a_stop_is_drawn_turns_with_its_tile() -> None:
    tile = load("1844").tiles["901"]
    upright, turned = shown(tile, 0), shown(tile, 3)
    for before, after in zip(upright.look.places, turned.look.places, strict=True):
        assert before.x == pytest.approx(-after.x)
        assert before.y == pytest.approx(-after.y)


def test_lanes_meet_across_a_hexside() -> None:
    """The first of two tracks on one side is the second of two on the other."""
    for edge in range(6):
        for layout in ("pointy", "flat"):
            x, y = edge_middle(layout, (0, 0), edge)
            here = edge_point(layout, edge, (2, 0))
            there = edge_point(layout, (edge + 3) % 6, (2, 1))
            assert here == pytest.approx((there[0] + 2 * x, there[1] + 2 * y))


@pytest.mark.parametrize("gauge", ["narrow", "thin", "dual"])
def test_every_gauge_looks_different(gauge: str) -> None:
    code = "path=a:0,b:3{}"
    plain = parse(code.format(""), name="plain", colour="yellow")
    special = parse(code.format(f",track:{gauge}"), name="special", colour="yellow")
    looks = [
        [shape.ink for shape in shown(tile, 0).look.track().items if isinstance(shape, Shape)]
        for tile in (plain, special)
    ]
    assert looks[0] != looks[1]


PRINTED = [(title_id, place) for title_id in TITLES for place in load(title_id).hexes.values()]


def test_stops_of_every_printed_hex_lie_on_it_and_apart() -> None:
    for title_id, place in PRINTED:
        title = load(title_id)
        seen = view(Board(title, next(iter(title.phases.values())), {}, {}), place.id)
        bodies = []
        for index, spot in enumerate(seen.spots):
            if spot.form == "area":
                continue
            rim = points_of(rim_of(spot, seen.look.places[index]))
            for x, y in rim:
                assert inside_hex(title.layout, x, y, -0.02), (title_id, place.id)
            bodies.append(shapely.Polygon(rim))
        for one, two in combinations(bodies, 2):
            assert one.intersection(two).area < 0.002, (title_id, place.id)


@pytest.mark.parametrize(("name", "crossing"), [("20", True), ("16", True), ("23", False)])
def test_a_crossing_is_cut_and_a_junction_is_not(name: str, crossing: bool) -> None:
    seen = shown(load("1844").tiles[name], 0)
    assert bool(gaps(seen.face.track, seen.look.curves)) is crossing
    parts = shapely.get_parts(drawn_track(seen))
    assert len(parts) == (3 if crossing else 1)


def test_a_tunnel_is_dashed() -> None:
    tunnel, plain = (shown(load("1844").tiles[name], 0) for name in ("X79", "OP2"))
    dashed = [
        [shape for shape in seen.look.track().items if isinstance(shape, Shape) and shape.ink.dash]
        for seen in (tunnel, plain)
    ]
    assert [len(shapes) for shapes in dashed] == [1, 0]


def test_a_dead_end_has_a_bar_across_it() -> None:
    code = "city=revenue:60;path=a:_0,b:3{};label=M"
    dead = parse(code.format(",terminal:1"), name="dead", colour="yellow")
    open_ = parse(code.format(""), name="open", colour="yellow")
    assert len(shown(dead, 0).look.track().items) == len(shown(open_, 0).look.track().items) + 1


def test_arms_of_a_junction_meet_in_the_middle() -> None:
    code = "junction;path=a:0,b:_0;path=a:2,b:_0;path=a:4,b:_0"
    seen = shown(parse(code, name="star", colour="brown"), 0)
    assert all(curve.distance((0.0, 0.0)) < 1e-9 for curve in seen.look.curves)
    assert not gaps(seen.face.track, seen.look.curves)


@pytest.mark.parametrize(("name", "index"), SAMPLES)
def test_track_meets_across_every_hexside(name: str, index: int) -> None:
    here = scene(name, index)
    title = here.board.title
    ends: dict[tuple[str, int], set[tuple[float, float]]] = {}
    for seen in here.views:
        for number, piece in enumerate(seen.face.track):
            for at, edge in enumerate(piece.edges):
                x, y = seen.curve(number).start if at == 0 else seen.curve(number).end
                ends.setdefault((seen.id, edge), set()).add((round(x, 6), round(y, 6)))
    met = 0
    for (hex_id, edge), points in ends.items():
        assert len(points) == 1
        across = hex_across(title, hex_id, edge)
        beyond = ends.get((across, (edge + 3) % 6)) if across else None
        if beyond is not None:
            (one,), (two,) = points, beyond
            assert math.dist(one, two) < 1e-5
            met += 1
    assert met > 10
