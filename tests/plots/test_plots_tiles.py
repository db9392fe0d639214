"""Tiles: what follows what, where they fit, and the chart of a title."""

from __future__ import annotations

from pathlib import Path

import pytest
from command import bestrun, refusal
from drawn import boxes, groups_of, overlapping, words
from material import real_cases

from bestrun import api
from hexgraph.turns import smallest_turn
from hexgraph.upgrades import bare_face, fitting, followers
from mapdata.titles import load
from plots import svg
from plots.tiles import tile_drawing

GAMES = ("1844-a", "1841-a", "1841-lite-a")


@pytest.mark.parametrize(
    ("tile", "upgrades"),
    [
        ("57", {"14", "15", "619", "904", "907", "908"}),
        ("7", {"26", "27", "28", "29"}),
        ("59", {"64", "65", "66", "67", "68"}),
        ("87", {"911"}),
        ("907", {"909"}),
        ("911", set()),
        ("X78", set()),
    ],
)
def test_what_follows_a_tile(tile: str, upgrades: set[str]) -> None:
    title = load("1844")
    assert {each.name for each in followers(title, title.tiles[tile])} == upgrades


@pytest.mark.parametrize("game", GAMES)
def test_every_tile_of_a_real_game_lies_where_the_chart_says_it_fits(game: str) -> None:
    lying = set()
    for case in real_cases(game):
        position = case["position"]
        lying |= {(position["title"], place, code) for place, code in position["tiles"].items()}
    seen = 0
    for title_id, place, code in sorted(lying):
        title = load(title_id)
        name, _, turn = code.partition(":")
        tile = title.tiles.get(name)
        if tile is None or tile.layer != "tile":
            continue
        assert smallest_turn(tile, int(turn)) in fitting(title, place).get(tile, ()), (place, code)
        seen += 1
    assert seen > 30


def test_a_tile_that_never_fits_is_not_in_the_chart_of_a_hex() -> None:
    title = load("1844")
    fits = {tile.name for tile in fitting(title, "K10")}
    assert {"57", "611", "915"} <= fits
    assert not fits & {"8", "59", "907", "XM1", "X78"}
    assert fitting(title, "M18") == {}


@pytest.mark.parametrize("title_id", ["1844", "1841"])
def test_the_chart_shows_every_tile_once_and_no_text_over_another(title_id: str) -> None:
    answer = api.tiles(title_id)
    drawing = answer.draw()
    shown = [value for each in groups_of(drawing.items) for key, value in each.of if key == "tile"]
    assert sorted(shown) == sorted(load(title_id).tiles)
    assert not overlapping(drawing)
    left, low, width, height = drawing.window
    for text, box in boxes(drawing):
        assert left < box[0] and box[2] < left + width, text
        assert low < box[1] and box[3] < low + height, text


def test_one_tile_is_a_picture_of_its_own() -> None:
    title = load("1844")
    drawing = tile_drawing(title, bare_face(title.tiles["57"], 2), "yellow")
    assert words(drawing) == ["20"]
    text = svg.write(drawing)
    assert text.startswith("<svg") and 'data-tile="57"' in text
    assert len(text) < 1500


@pytest.mark.parametrize("kind", ["svg", "png", "pdf"])
def test_the_command_writes_a_chart(tmp_path: Path, kind: str) -> None:
    out = tmp_path / f"chart.{kind}"
    assert bestrun("tiles", "1844", "--hex", "Sion", "-o", out).code == 0
    assert out.stat().st_size > 3000


def test_the_command_prints_a_table_or_json() -> None:
    assert "14 15 619" in bestrun("tiles", "1844").out
    (answer,) = bestrun("tiles", "1841", "--hex", "Milano", "--json").objects
    assert [(each["tile"], each["rotations"]) for each in answer["tiles"]] == [
        ("604", [0, 1]),
        ("605", [0]),
    ]


def test_what_has_no_tiles_says_so() -> None:
    assert "without tiles" in refusal(bestrun("tiles", "island-rails"))
    assert "did you mean Sion" in refusal(bestrun("tiles", "1844", "--hex", "Sjon"))


def test_the_chart_knows_tiles_that_a_title_names() -> None:
    ipswich = load("1862")
    after = {each.name for each in followers(ipswich, ipswich.tiles["791"])}
    assert after == {"794", "795"}  # 795 for one hex alone
    rhine = load("18Rhl")
    assert "88" in {each.name for each in followers(rhine, rhine.tiles["55"])}


def test_the_chart_leaves_tiles_of_abilities_to_them() -> None:
    shikoku = load("1889")
    assert not any(
        "437" in {each.name for each in followers(shikoku, old)} for old in shikoku.tiles.values()
    )
    assert all("437" not in {tile.name for tile in fitting(shikoku, at)} for at in shikoku.hexes)
