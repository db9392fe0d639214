"""Text of a board: complete, legible, on its own hex, and over nothing else."""

from __future__ import annotations

from itertools import combinations

import pytest
import shapely
from geometry import SAMPLES, TITLES, body, drawn_track, scene, turn
from shapely import box
from shapely.affinity import translate

from hexgraph.board import Board
from hexgraph.upgrades import bare_face
from mapdata.titles import load
from plots.areas import AreaView
from plots.board import focus_hexes, set_scene
from plots.hexes import inside_hex, look_of
from plots.labels import Label, abbreviated, apart
from plots.metrics import text_width
from plots.names import hex_texts
from plots.outlines import outline_of
from plots.room import Room
from plots.shown import NOTHING, Shown


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


def empty(title_id: str) -> list[AreaView]:
    title = load(title_id)
    board = Board(title, next(iter(title.phases.values())), {}, {})
    return list(set_scene(board).areas)


def test_two_areas_of_one_hex_have_their_figures_and_are_joined_to_no_neighbour() -> None:
    areas = {area.stops[0][0]: area for area in empty("1862")}
    both = areas["A8"]  # the Midlands, and the West
    assert len(both.cells) == 1
    rows = [figure.label.lines[0] for figure in both.figures]
    assert rows == ["40", "90", "140", "70", "100", "120"]
    assert "A8" not in {hex_id for hex_id, _ in areas["A2"].stops}


def test_a_city_whose_value_changes_shows_all_its_figures() -> None:
    title = load("18MEX")
    board = Board(title, next(iter(title.phases.values())), {}, {})
    texts = hex_texts(title, look_of(title, board.face("Q14")), "yellow", NOTHING)
    assert [label.lines for label in texts.values] == [("10",)]
    assert ("10 50",) in [label.lines for label in texts.remarks]
