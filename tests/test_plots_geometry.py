"""Where things are drawn: track, stops, labels, ribbons."""

from __future__ import annotations

import math
from functools import cache
from itertools import combinations, pairwise

import pytest
import shapely
from conftest import real_cases
from shapely import LineString, Point, box

from bestrun.turn import Turn, set_up
from hexgraph.board import Board
from hexgraph.face import Face
from hexgraph.lattice import direction, edge_middle
from hexgraph.sides import hex_across
from mapdata.notation import parse
from mapdata.read import read_position
from mapdata.tile import Tile, turned_track
from mapdata.titles import load
from plots.areas import AreaView
from plots.board import Scene, focus_hexes, set_scene
from plots.hexes import HexView, view
from plots.labels import Label, Room
from plots.places import curve_between
from plots.runs import RunView, run_views
from plots.stops import body
from plots.track import CORE, crossing_gaps
from solvers.methods import solve
from solvers.problem import Problem

TITLES = ("1844", "1841", "1841-v2")
SAMPLES = [
    *(("1844-a", index) for index in (0, 18, 54, 69)),
    *(("1841-a", index) for index in (0, 6, 57)),
    *(("1841-lite-a", index) for index in (10, 58)),
]


@cache
def turn(name: str, index: int) -> Turn:
    return set_up(read_position(real_cases(name)[index]["position"]))


@cache
def scene(name: str, index: int) -> Scene:
    return set_scene(turn(name, index).board)


@cache
def drawn_plan(name: str, index: int) -> tuple[Scene, Problem, tuple[RunView, ...]]:
    problem = turn(name, index).problem()
    runs = solve(problem).plan.runs
    here = scene(name, index)
    return here, problem, tuple(run_views(here, problem.network, runs))


def shown(tile: Tile, rotation: int, title_id: str = "1844") -> HexView:
    """Return how a tile looks on some hex of a board."""
    title = load(title_id)
    hex_id = next(iter(title.hexes))
    face = Face(hex_id, tile.stops, turned_track(tile, rotation), ((tile, rotation),))
    phase = list(title.phases.values())[-1]
    return view(Board(title, phase, {hex_id: face}, {}), hex_id)


ALL_TILES = [
    (title_id, tile)
    for title_id in TITLES
    for tile in load(title_id).tiles.values()
    if tile.layer != "panel"
]


def angle_to_side(line: LineString, title_id: str, edge: int, start: bool) -> float:
    """Return by how many degrees a line misses the normal of the hexside where it ends."""
    coordinates = list(line.coords) if start else list(line.coords)[::-1]
    (x, y), (x2, y2) = coordinates[:2]
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
        for piece, line in zip(seen.face.track, seen.lines, strict=True):
            for at, edge in enumerate(piece.edges):
                end = line.coords[0 if at == 0 else -1]
                assert end == pytest.approx(edge_middle(layout, xy, edge)), tile.name
                off = angle_to_side(line, title_id, edge, start=at == 0)
                assert off < 8, f"{tile.name} at edge {edge}: {off:.0f} degrees"


def test_track_of_every_tile_stays_on_its_hex() -> None:
    for title_id, tile in ALL_TILES:
        seen = shown(tile, 0, title_id)
        for line in seen.lines:
            assert seen.outline.buffer(1e-6).contains(line), tile.name


def test_track_ends_at_the_stop_it_leads_to() -> None:
    for title_id, tile in ALL_TILES:
        seen = shown(tile, 2, title_id)
        for piece, line in zip(seen.face.track, seen.lines, strict=True):
            for stop in piece.stops:
                place = Point(seen.places[stop].x, seen.places[stop].y)
                assert line.distance(place) < 1e-6, tile.name


def test_two_stops_of_one_tile_do_not_touch() -> None:
    for title_id, tile in ALL_TILES:
        seen = shown(tile, 0, title_id)
        for one, two in combinations(range(len(tile.stops)), 2):
            assert body(seen, one).distance(body(seen, two)) > 0.005, (title_id, tile.name)


def test_a_town_with_two_exits_is_a_bar_on_the_curve() -> None:
    for name, edges in (("3", (0, 1)), ("58", (0, 2)), ("4", (0, 3))):
        seen = shown(load("1844").tiles[name], 0)
        place = seen.places[0]
        curve = curve_between("pointy", *edges)
        assert place.way is not None
        assert curve.distance(Point(place.x - seen.x, place.y - seen.y)) < 1e-6


def test_a_town_with_more_exits_is_a_dot() -> None:
    assert shown(load("1844").tiles["87"], 0).places[0].way is None


def test_where_a_stop_is_drawn_turns_with_its_tile() -> None:
    tile = load("1844").tiles["901"]
    upright, turned = shown(tile, 0), shown(tile, 3)
    for before, after in zip(upright.places, turned.places, strict=True):
        assert before.x - upright.x == pytest.approx(turned.x - after.x)
        assert before.y - upright.y == pytest.approx(turned.y - after.y)


@pytest.mark.parametrize(("name", "crossing"), [("20", True), ("16", True), ("23", False)])
def test_a_crossing_is_cut_and_a_junction_is_not(name: str, crossing: bool) -> None:
    seen = shown(load("1844").tiles[name], 0)
    assert crossing_gaps(seen.face.track, seen.lines).is_empty is not crossing
    parts = shapely.get_parts(seen.core)
    assert len(parts) == (3 if crossing else 1)


def test_a_tunnel_is_dashed() -> None:
    tunnel, plain = (shown(load("1844").tiles[name], 0) for name in ("X79", "OP2"))
    assert len(shapely.get_parts(tunnel.core)) > 3
    assert len(shapely.get_parts(plain.core)) == 1


def test_a_dead_end_has_a_bar_across_it() -> None:
    code = "city=revenue:60;path=a:_0,b:3{};label=M"
    dead = parse(code.format(",terminal:1"), name="dead", colour="yellow")
    open_ = parse(code.format(""), name="open", colour="yellow")
    assert shown(dead, 0).core.area > shown(open_, 0).core.area + 0.01


def test_arms_of_a_junction_meet_in_the_middle() -> None:
    code = "junction;path=a:0,b:_0;path=a:2,b:_0;path=a:4,b:_0"
    seen = shown(parse(code, name="star", colour="brown"), 0)
    assert all(line.distance(Point(seen.x, seen.y)) < 1e-9 for line in seen.lines)
    assert crossing_gaps(seen.face.track, seen.lines).is_empty


@pytest.mark.parametrize(("name", "index"), SAMPLES)
def test_track_meets_across_every_hexside(name: str, index: int) -> None:
    here = scene(name, index)
    title = here.board.title
    ends: dict[tuple[str, int], set[tuple[float, float]]] = {}
    for seen in here.views:
        for piece, line in zip(seen.face.track, seen.lines, strict=True):
            for at, edge in enumerate(piece.edges):
                x, y = line.coords[0 if at == 0 else -1]
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


@pytest.mark.parametrize(("name", "index"), SAMPLES)
def test_no_text_overlaps_text(name: str, index: int) -> None:
    here = turn(name, index)
    near = focus_hexes(here.board, here.network)
    for each in (scene(name, index), set_scene(here.board, near)):
        labels = each.labels()
        boxes = [box(*label.box) for label in labels]
        tree = shapely.STRtree(boxes)
        for one, two in tree.query(boxes, predicate="intersects").T:
            if one < two:
                shared = boxes[one].intersection(boxes[two]).area
                assert shared < 1e-6, (labels[one].lines, labels[two].lines)


@pytest.mark.parametrize(("name", "index"), SAMPLES)
def test_names_do_not_collide_with_track_or_stops(name: str, index: int) -> None:
    here = scene(name, index)
    track = shapely.union_all([each.core for each in here.views])
    stops = shapely.union_all(
        [
            body(each, at)
            for each in here.views
            for at, spot in enumerate(each.spots)
            if spot.shape != "area"
        ]
    )
    for label in here.texts.names:
        assert box(*label.box).intersection(track).area < 0.02, label.lines
        assert box(*label.box).intersection(stops).area < 0.005, label.lines


@pytest.mark.parametrize(("name", "index"), SAMPLES)
def test_every_name_and_every_value_is_written(name: str, index: int) -> None:
    here = scene(name, index)
    written = {"".join(label.lines).replace(" ", "") for label in here.labels()}
    for seen in here.views:
        place = here.board.title.hexes[seen.id].name
        assert place is None or place.replace(" ", "") in written
    stage = here.board.phase.stage
    values = [
        stop.value(stage)
        for seen in here.views
        for stop, spot in zip(seen.face.stops, seen.spots, strict=True)
        if spot.shape != "area" and stop.value(stage)
    ]
    assert len(here.texts.values) == len(values)


def test_the_value_of_the_phase_is_marked_in_a_panel() -> None:
    for area in scene("1844-a", 69).areas:
        if area.cells:
            assert [cell.now for cell in area.cells] == [False, False, True, False]


def test_an_area_of_several_hexes_is_one_shape_with_side_and_bonus() -> None:
    areas: dict[str, AreaView] = {}
    for area in scene("1844-a", 69).areas:
        areas[" ".join(area.labels[0].lines)] = area
    milano = areas["Milano"]
    assert {hex_id for hex_id, _ in milano.stops} == {"L15", "M18", "M20", "M22"}
    assert len(shapely.get_parts(milano.outline)) == 1
    assert milano.labels[1].lines == ("S  transit +40",)


@pytest.mark.parametrize(("name", "index"), SAMPLES)
def test_every_ribbon_of_a_plan_lies_on_drawn_track(name: str, index: int) -> None:
    here, problem, views = drawn_plan(name, index)
    track = shapely.union_all([line.buffer(CORE) for each in here.views for line in each.lines])
    stops = shapely.union_all(
        [body(each, at) for each in here.views for at in range(len(each.spots))]
    )
    ground = shapely.union_all([track, stops])
    assert len(views) == len(solve(problem).plan.runs)
    for seen in views:
        for line in seen.lines:
            assert ground.contains(line)


@pytest.mark.parametrize(("name", "index"), SAMPLES)
def test_the_course_of_every_link_is_joined_track_between_its_stops(name: str, index: int) -> None:
    board, network = turn(name, index).board, turn(name, index).whole_network
    here = scene(name, index)
    for link in network.links:
        steps = link.pieces
        assert tuple(step[0] for step in steps) == link.hexes
        lines = [here.by_hex[hex_id].lines[piece] for hex_id, piece in steps]
        assert all(one.distance(two) < 1e-6 for one, two in pairwise(lines))
        narrow = [hex_id for hex_id, piece in steps if board.face(hex_id).track[piece].narrow]
        assert [("narrow", hex_id) for hex_id in narrow] == list(link.marks)


def test_the_ribbons_of_two_runs_at_one_stop_are_apart() -> None:
    shared = 0
    for name, index in SAMPLES:
        here, problem, views = drawn_plan(name, index)
        runs = solve(problem).plan.runs
        for one, two in combinations(range(len(runs)), 2):
            for stop in set(runs[one].stops) & set(runs[two].stops):
                seen = problem.network.stops[stop]
                if seen.kind not in ("city", "town") or len(here.by_hex[seen.hexes[0]].spots) > 1:
                    continue
                place = here.by_hex[seen.hexes[0]].places[0]
                at = Point(place.x, place.y)
                lines = [shapely.union_all(views[each].lines) for each in (one, two)]
                ends = [shapely.shortest_line(line, at) for line in lines]
                first, second = (Point(end.coords[0]) for end in ends)
                assert first.distance(second) > 0.07, (name, index, seen.name)
                shared += 1
    assert shared > 2


def test_paying_stops_are_ringed_and_skipped_ones_are_not() -> None:
    late = real_cases("1844-a")[-1]["position"]
    position = late | {"phase": "7", "company": "STB", "trains": ["8E"]}
    here = set_up(read_position(position))
    problem = here.problem()
    (run,) = solve(problem).plan.runs
    board = set_scene(here.board)
    (seen,) = run_views(board, problem.network, [run])
    skipped = set(run.stops) - set(run.paid)
    assert len(seen.rings) == len(run.paid)
    assert skipped
    for stop in skipped:
        hex_id = problem.network.stops[stop].hexes[0]
        at = Point(board.by_hex[hex_id].x, board.by_hex[hex_id].y)
        assert not any(ring.contains(at) for ring in seen.rings)


def test_a_label_is_written_within_its_box() -> None:
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    from plots.figure import add_axes, new_picture
    from plots.labels import draw_labels

    picture = new_picture(6, 4)
    ax = add_axes(picture, (0, 0, 6, 4), (0, 0, 6, 4))
    label = Label(("Genève", "Winterthur & Frauenfeld"), 3, 2, 0.25, margin=0.03)
    draw_labels(ax, [label])
    FigureCanvasAgg(picture).draw()
    left, low, right, top = label.box
    for text in ax.texts:
        seen = text.get_window_extent().transformed(ax.transData.inverted())
        assert left - 0.02 < seen.x0 and seen.x1 < right + 0.02
        assert low - 0.08 < seen.y0 and seen.y1 < top + 0.08


def test_room_gives_the_free_place_that_covers_least() -> None:
    room = Room((0, 0, 10, 10))
    room.cover(box(0, 0, 4, 10), 5.0)
    room.take((6, 0, 10, 10))
    spots = [(2.0, 5.0), (5.0, 5.0), (8.0, 5.0)]
    found = room.best((-0.5, -0.5, 0.5, 0.5), spots, [0, 0, 0], home=box(0, 0, 10, 10), outside=1)
    assert found == (5.0, 5.0, 0.0)
    assert (
        room.best((-0.5, -0.5, 0.5, 0.5), spots[2:], [0], home=box(0, 0, 9, 9), outside=1) is None
    )
