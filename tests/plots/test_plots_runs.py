"""Runs on a board: ribbons on their track, rings around the stops that pay."""

from __future__ import annotations

from functools import cache
from itertools import combinations, pairwise

import pytest
import shapely
from drawn import points_of
from geometry import SAMPLES, body, scene, turn
from material import real_cases
from shapely import LineString, Point

from bestrun.turn import set_up
from mapdata.read import read_position
from plots.board import Scene, set_scene
from plots.curves import Curve
from plots.hexes import HexView
from plots.runs import RunView, joined, run_views
from plots.track import CORE
from solvers.methods import solve
from solvers.problem import Problem


@cache
def drawn_plan(name: str, index: int) -> tuple[Scene, Problem, tuple[RunView, ...]]:
    problem = turn(name, index).problem()
    runs = solve(problem).plan.runs
    here = scene(name, index)
    return here, problem, tuple(run_views(here, problem.network, runs))


def line(curve: Curve) -> LineString:
    return LineString(curve.samples)


def lines(seen: HexView) -> list[LineString]:
    return [line(seen.curve(at)) for at in range(len(seen.face.track))]


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
