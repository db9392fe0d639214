"""Where things are drawn: track, stops, labels, ribbons."""

from __future__ import annotations

import math
from functools import cache
from itertools import combinations, pairwise

import pytest
import shapely
from drawn import points_of
from material import real_cases
from shapely import LineString, Point, box
from shapely.affinity import translate

from bestrun.turn import Turn, set_up
from hexgraph.board import Board
from hexgraph.face import Face
from hexgraph.lattice import direction, edge_middle
from hexgraph.sides import hex_across
from hexgraph.upgrades import bare_face
from mapdata.notation import parse
from mapdata.read import read_position
from mapdata.tile import Tile, turned_track
from mapdata.titles import family, load, title_ids
from plots.areas import AreaView
from plots.board import Scene, focus_hexes, set_scene
from plots.curves import Curve
from plots.drawing import Shape
from plots.hexes import HexView, inside_hex, look_of, view
from plots.labels import Label, apart
from plots.metrics import text_width
from plots.names import hex_texts
from plots.places import curve_between, edge_point
from plots.regions import outline_of
from plots.room import Room
from plots.runs import RunView, joined, run_views
from plots.short_names import abbreviated
from plots.shown import NOTHING, Shown
from plots.stops import rim_of
from plots.track import CORE, gaps
from solvers.methods import solve
from solvers.problem import Problem

TITLES = [title for title in title_ids() if family(title) == "18xx"]
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


def line(curve: Curve) -> LineString:
    return LineString(curve.samples)


def lines(seen: HexView) -> list[LineString]:
    return [line(seen.curve(at)) for at in range(len(seen.face.track))]


def body(seen: HexView, index: int) -> shapely.Polygon:
    """Return the shape of a stop on the board."""
    return shapely.Polygon(points_of(rim_of(seen.spots[index], seen.place(index))))


def drawn_track(seen: HexView) -> shapely.Geometry:
    """Return what the lines of track cover, with their gaps; dashes and arrows aside."""
    strokes = [
        LineString(points_of(outline)).buffer(CORE / 2, cap_style="flat")
        for shape in seen.look.track().items
        if isinstance(shape, Shape) and shape.ink.width == CORE
        for outline in shape.outlines
    ]
    return translate(shapely.union_all(strokes), seen.x, seen.y)


ALL_TILES = [
    (title_id, tile)
    for title_id in TITLES
    for tile in load(title_id).tiles.values()
    if tile.layer != "opening"
]


def angle_to_side(curve: Curve, title_id: str, edge: int, start: bool) -> float:
    """Return by how many degrees a curve misses the normal of the hexside where it ends."""
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


@pytest.mark.parametrize("title_id", TITLES)
def test_text_of_every_empty_board_stays_on_its_hex_and_apart(title_id: str) -> None:
    title = load(title_id)
    board = Board(title, next(iter(title.phases.values())), {}, {})
    here = set_scene(board, shown=Shown(ids=True))
    for hex_id, texts in here.texts.items():
        for label in texts.all():
            left, low, right, top = label.box
            for corner in ((left, low), (left, top), (right, low), (right, top)):
                assert inside_hex(title.layout, *corner, -0.04), (hex_id, label.lines)
    boxes = [(label, label.box) for label in here.labels()]
    for (one, a), (two, b) in combinations(boxes, 2):
        assert apart(a, b), (one.lines, two.lines)


@pytest.mark.parametrize("title_id", TITLES)
def test_text_of_every_tile_stays_on_it(title_id: str) -> None:
    title = load(title_id)
    last = list(title.phases.values())[-1].stage
    for tile in title.tiles.values():
        look = look_of(title, bare_face(tile))
        texts = hex_texts(title, look, last, NOTHING)
        for label in texts.all():
            left, low, right, top = label.box
            for corner in ((left, low), (left, top), (right, low), (right, top)):
                assert inside_hex(title.layout, *corner, -0.04), (tile.name, label.lines)
        for one, two in combinations([label.box for label in texts.all()], 2):
            assert apart(one, two), tile.name


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
    track = shapely.union_all([drawn_track(each) for each in here.views])
    stops = shapely.union_all(
        [
            body(each, at)
            for each in here.views
            for at, spot in enumerate(each.spots)
            if spot.form != "area"
        ]
    )
    for hex_id, texts in here.texts.items():
        seen = here.by_hex[hex_id]
        for label in texts.names:
            covered = translate(box(*label.box), seen.x, seen.y)
            assert covered.intersection(track).area < 0.02, label.lines
            assert covered.intersection(stops).area < 0.005, label.lines


@pytest.mark.parametrize(("name", "index"), SAMPLES)
def test_all_text_of_a_hex_stays_on_it(name: str, index: int) -> None:
    here = scene(name, index)
    for hex_id, texts in here.texts.items():
        layout = here.by_hex[hex_id].look.layout
        for label in texts.all():
            left, low, right, top = label.box
            for corner in ((left, low), (left, top), (right, low), (right, top)):
                assert inside_hex(layout, *corner, -0.03), (hex_id, label.lines)


@pytest.mark.parametrize(("name", "index"), SAMPLES)
def test_every_name_and_every_value_is_written(name: str, index: int) -> None:
    here = scene(name, index)
    written = {"".join(label.lines).replace(" ", "") for label in here.labels()}
    for seen in here.views:
        place = here.board.title.hexes[seen.id].name
        forms = [place, abbreviated(place)] if place else []
        assert not forms or {form.replace(" ", "") for form in forms} & written
    stage = here.board.phase.stage
    for seen in here.views:
        values = {
            (spot.form, stop.value(stage))
            for stop, spot in zip(seen.face.stops, seen.spots, strict=True)
            if spot.form != "area" and stop.value(stage)
        }
        shown = [label.lines[0] for label in here.texts[seen.id].values]
        assert sorted(shown) == sorted(str(value) for _, value in values)


def test_the_value_of_the_phase_is_marked_in_a_panel() -> None:
    for area in scene("1844-a", 69).areas:
        if area.figures:
            assert [figure.now for figure in area.figures] == [False, False, True, False]


def test_an_area_of_several_hexes_is_one_shape_with_side_and_bonus() -> None:
    areas: dict[str, AreaView] = {}
    for area in scene("1844-a", 69).areas:
        areas[" ".join(area.labels[0].lines)] = area
    milano = areas["Milano"]
    assert {hex_id for hex_id, _ in milano.stops} == {"L15", "M18", "M20", "M22"}
    assert len(outline_of("pointy", milano.cells)) == 1
    assert milano.labels[1].lines == ("S  transit +40",)


@pytest.mark.parametrize(("name", "index"), SAMPLES)
def test_every_ribbon_of_a_plan_lies_on_drawn_track(name: str, index: int) -> None:
    here, problem, views = drawn_plan(name, index)
    track = shapely.union_all([each.buffer(CORE) for seen in here.views for each in lines(seen)])
    stops = shapely.union_all(
        [body(each, at) for each in here.views for at in range(len(each.spots))]
    )
    ground = shapely.union_all([track, stops])
    assert len(views) == len(solve(problem).plan.runs)
    for seen in views:
        for curve in seen.curves:
            assert ground.contains(line(curve))


@pytest.mark.parametrize(("name", "index"), SAMPLES)
def test_every_run_is_one_ribbon_or_several_between_areas(name: str, index: int) -> None:
    here, problem, views = drawn_plan(name, index)
    runs = solve(problem).plan.runs
    for seen, run in zip(views, runs, strict=True):
        inner = [problem.network.stops[stop] for stop in run.stops[1:-1]]
        broken = sum(here.by_hex[stop.hexes[0]].spots[0].form == "area" for stop in inner)
        assert len(joined(seen.curves)) == 1 + broken


@pytest.mark.parametrize(("name", "index"), SAMPLES)
def test_the_course_of_every_link_is_joined_track_between_its_stops(name: str, index: int) -> None:
    board, network = turn(name, index).board, turn(name, index).whole_network
    here = scene(name, index)
    for link in network.links:
        steps = link.pieces
        assert tuple(step[0] for step in steps) == link.hexes
        track = [line(here.by_hex[hex_id].curve(piece)) for hex_id, piece in steps]
        assert all(one.distance(two) < 1e-6 for one, two in pairwise(track))
        narrow = [hex_id for hex_id, piece in steps if board.face(hex_id).track[piece].narrow]
        assert [("narrow", hex_id) for hex_id in narrow] == list(link.marks)


def test_the_rings_of_several_runs_lie_in_each_other() -> None:
    shared = 0
    for name, index in SAMPLES:
        _, _, views = drawn_plan(name, index)
        rings = [
            (view.number, shapely.Polygon(points_of(ring.outline)), ring.width)
            for view in views
            for ring in view.rings
        ]
        for (one, a, wide), (two, b, other) in combinations(rings, 2):
            if one != two and a.centroid.distance(b.centroid) < 0.01:
                inner, outer = sorted((a, b), key=lambda shape: shape.area)
                assert outer.exterior.distance(inner) > (wide + other) / 2
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
        assert not any(shapely.Polygon(points_of(ring.outline)).contains(at) for ring in seen.rings)


def test_a_label_is_written_within_its_box() -> None:
    """Real letters of the font are measured, which the table of widths only stands for."""
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import TextPath

    label = Label(("Genève", "Winterthur & Frauenfeld"), 3, 2, 0.25, margin=0.03)
    left, low, right, top = label.box
    for words in label.words():
        font = FontProperties(family="DejaVu Sans", size=100)
        seen = TextPath((0, 0), words.text, prop=font).get_extents()
        start = words.x - text_width(words.text) * words.size / 2
        assert left - 0.01 < start + seen.x0 / 100 * words.size
        assert start + seen.x1 / 100 * words.size < right + 0.01
        assert low - 0.01 < words.y + seen.y0 / 100 * words.size
        assert words.y + seen.y1 / 100 * words.size < top + 0.01


@pytest.mark.parametrize("bold", [False, True])
def test_the_table_of_widths_is_that_of_the_font(bold: bool) -> None:
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import text_to_path

    font = FontProperties(family="DejaVu Sans", weight="bold" if bold else "normal", size=100)
    for text in ("Zürich", "Genève 40", "Łódź – Øresund", "transit +30", "1844 · phase 5"):
        wide, _, _ = text_to_path.get_text_width_height_descent(text, font, ismath=False)
        assert text_width(text, bold) == pytest.approx(wide / 100, rel=0.04)


def test_room_gives_the_free_place_that_covers_least() -> None:
    room = Room((0, 0, 10, 10), 0.1, [[0.0] * 100 for _ in range(100)])
    room.cover([(x / 4, y / 4) for x in range(16) for y in range(40)], 0.3, 5.0)
    room.take((6, 0, 10, 10))
    spots = [(2.0, 5.0, 0.0), (5.0, 5.0, 0.0), (8.0, 5.0, 0.0)]
    assert room.best([(-0.5, -0.5, 0.5, 0.5)], spots) == (5.0, 5.0, 0.0)
    assert room.best([(-0.5, -0.5, 0.5, 0.5)], spots[2:]) is None
