"""Titles from outside the package: found, merged, and refused with a clear word."""

from __future__ import annotations

import json
import os
import re
import shutil
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from bestrun.cli import bestrun
from mapdata import titles
from mapdata.building import Building
from mapdata.errors import InputError
from mapdata.folders import PACKAGED
from mapdata.notation import parse
from mapdata.payout import PayoutRules
from mapdata.tables import to_table
from mapdata.title import train_limit

DATA = Path(__file__).parents[1] / "data"
TINY = DATA / "tiny-title"
DOCS = Path(__file__).resolve().parents[2] / "docs" / "title-reference.md"

Change = Callable[[str, str, str], None]


@pytest.fixture
def tiny(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the tiny title, to be spoilt."""
    folder = tmp_path / "tiny-title"
    shutil.copytree(TINY, folder)
    monkeypatch.setenv("BESTRUN_TITLES", str(tmp_path))
    return folder


@pytest.fixture
def change(tiny: Path) -> Change:
    def replace(file: str, old: str, new: str) -> None:
        text = (tiny / file).read_text(encoding="utf-8")
        assert old in text
        (tiny / file).write_text(text.replace(old, new), encoding="utf-8")

    return replace


def message(title_id: str = "tiny-title") -> str:
    with pytest.raises(InputError) as caught:
        titles.load(title_id)
    text = str(caught.value)
    assert "\n" not in text
    return text


# -- where titles are found ----------------------------------------------------------------


@pytest.mark.parametrize("folder", [TINY, DATA], ids=["its folder", "a folder of titles"])
def test_the_environment_names_folders(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BESTRUN_TITLES", os.pathsep.join([str(folder), str(folder)]))
    assert "tiny-title" in titles.title_ids()
    assert "1844" in titles.title_ids()
    assert titles.load("tiny-title").name == "Tiny Valley"


def test_a_folder_can_be_added(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BESTRUN_TITLES", "")
    assert "tiny-title" not in titles.title_ids()
    titles.add_folder(TINY)
    assert titles.family("tiny-title") == "18xx"
    assert titles.load("tiny-title").hexes["C5"].name == "The Coast"


def test_a_folder_of_ones_own_takes_the_place_of_a_packaged_title(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packaged = titles.load("1844")
    shutil.copytree(TINY, tmp_path / "1844")
    monkeypatch.setenv("BESTRUN_TITLES", str(tmp_path))
    assert titles.load("1844").name == "Tiny Valley"
    monkeypatch.setenv("BESTRUN_TITLES", "")
    assert titles.load("1844") is packaged


def test_a_missing_folder_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InputError, match="there is no such folder of titles"):
        titles.add_folder(tmp_path / "nowhere")
    with pytest.raises(InputError, match=r"none has a title\.toml"):
        titles.add_folder(tmp_path)
    monkeypatch.setenv("BESTRUN_TITLES", str(tmp_path / "nowhere"))
    with pytest.raises(InputError, match=r"BESTRUN_TITLES=.*no such folder"):
        titles.load("1844")


def test_other_families_are_not_loaded_as_18xx(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "ludo").mkdir()
    (tmp_path / "ludo" / "title.toml").write_text('name = "Ludo"\nfamily = "ludo"\n')
    monkeypatch.setenv("BESTRUN_TITLES", str(tmp_path))
    assert titles.family("ludo") == "ludo"
    assert "not of the 18xx family" in message("ludo")


# -- the tiny title and its page in the docs -----------------------------------------------


def test_the_docs_show_the_tiny_title_as_it_is() -> None:
    page = DOCS.read_text(encoding="utf-8")
    for file in sorted(TINY.glob("*.toml")):
        assert f"```toml\n{file.read_text(encoding='utf-8')}```" in page, file.name


@pytest.mark.parametrize("way", ["command line", "environment"])
def test_the_tiny_title_is_solved_from_outside(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    on_command_line = way == "command line"
    monkeypatch.setenv("BESTRUN_TITLES", "" if on_command_line else str(TINY))
    options = ["--titles", str(TINY)] if on_command_line else []
    answer = CliRunner().invoke(
        bestrun, [*options, "solve", "--json", str(TINY / "position.toml")], catch_exceptions=False
    )
    found = json.loads(answer.stdout)
    assert (found["revenue"], found["proven"]) == (110, True)
    assert sorted(found["runs"][0]["stops"]) == ["B2", "C1", "C3", "C5", "D2"]


# -- variants ------------------------------------------------------------------------------


def write_variant(tiny: Path, name: str, **files: str) -> None:
    folder = tiny.parent / name
    folder.mkdir()
    for file, text in files.items():
        (folder / f"{file}.toml").write_text(text, encoding="utf-8")


def test_a_variant_states_only_differences(tiny: Path) -> None:
    write_variant(
        tiny,
        "long",
        title="""
            base = "tiny-title"
            name = "The long game"
            trains.3.count = 4
            remove = { hexes = ["E3"], companies = ["BLUE"], tiles = ["9"] }
        """,
        map="""
            yellow.B2 = "city=revenue:20;path=a:5,b:_0"
            names.B2 = ""
        """,
        tiles="6.count = 5",
    )
    base, variant = titles.load("tiny-title"), titles.load("long")
    assert variant.name == "The long game"
    assert (variant.trains["3"].count, variant.trains["3"].price) == (4, 200)
    assert base.hexes.keys() - variant.hexes.keys() == {"E3"}
    assert list(variant.companies) == ["RED"]
    assert "9" not in variant.tiles
    assert (variant.tiles["6"].count, variant.tiles["6"].track) == (5, base.tiles["6"].track)
    assert variant.hexes["B2"].printed.colour == "yellow"
    assert variant.hexes["B2"].name is None
    assert (base.hexes["B2"].name, len(base.companies)) == ("Northam", 2)


def test_two_bases_apply_their_differences_in_turn(tiny: Path) -> None:
    write_variant(tiny, "one", title='base = "tiny-title"\ntrains.2.price = 1\ntrains.3.price = 1')
    write_variant(tiny, "two", title='base = "tiny-title"\ntrains.3.price = 2')
    write_variant(tiny, "both", title='base = ["one", "two"]')
    trains = titles.load("both").trains
    assert [trains[name].price for name in "23"] == [1, 2]


def test_a_limit_can_be_for_one_company(tiny: Path, change: Change) -> None:
    change("title.toml", "{ local = 1 }", "{ local = 1, RED = 3 }")
    title = titles.load("tiny-title")
    assert [train_limit(title, "2", company) for company in ("RED", "BLUE")] == [3, 1]


def test_a_circle_of_bases_is_refused(tiny: Path) -> None:
    write_variant(tiny, "one", title='base = "two"')
    write_variant(tiny, "two", title='base = "one"')
    assert "base goes round in a circle: one → two → one" in message("one")


def test_an_unknown_base_names_the_nearest(tiny: Path) -> None:
    write_variant(tiny, "one", title='base = "tinytitle"')
    assert message("one") == (
        "one/title.toml: base: unknown title 'tinytitle' (did you mean tiny-title?)"
    )


def test_axes_can_be_swapped(tiny: Path, change: Change) -> None:
    before = titles.load("tiny-title").hexes["C5"].xy
    write_variant(
        tiny, "turned", title='base = "tiny-title"\naxes = { letter = "x", number = "y" }'
    )
    assert titles.load("turned").hexes["C5"].xy == (before[1], before[0])


def test_family_and_kinds_of_companies_need_not_be_told(change: Change) -> None:
    change("title.toml", 'family = "18xx"', "")
    change("title.toml", 'kind = "local"', "")
    change("title.toml", "{ local = 1 }", "1")
    assert titles.family("tiny-title") == "18xx"
    assert {each.kind for each in titles.load("tiny-title").companies.values()} == {"company"}


def test_rows_go_on_after_z_and_numbers_to_three_digits(change: Change) -> None:
    change("map.toml", '"A3 B4 D4"', '"A3 B4 D4 Z120 AA121 AB120 BA121 a2"')
    hexes = titles.load("tiny-title").hexes
    rows = [hexes[each].xy[1] for each in ("a2", "A3", "Z120", "AA121", "AB120", "BA121")]
    assert rows == [-1, 0, 25, 26, 27, 52]
    assert hexes["BA121"].xy[0] == 120


def test_a_tile_that_no_title_of_the_package_has_is_known_by_its_number(change: Change) -> None:
    change("tiles.toml", "9 = 3", "9 = 3\n582 = 2")
    tile = titles.load("tiny-title").tiles["582"]
    assert (tile.colour, tile.label, tile.count, tile.stops[0].slots) == ("brown", "Y", 2, 2)


def test_every_standard_tile_is_stated_once_and_can_be_read() -> None:
    files = [
        tomllib.loads((PACKAGED / name).read_text())
        for name in ("standard-tiles.toml", "further-tiles.toml")
    ]
    assert not files[0].keys() & files[1].keys()
    for name, tile in (files[0] | files[1]).items():
        assert parse(tile["code"], name=name, colour=tile["colour"]).track


# -- mistakes ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("title.toml", "[trains]", "[trains", "broken TOML: .*line 13, column"),
        ("title.toml", "[trains]", "[trian]", r"unknown key 'trian' \(did you mean trains\?\)"),
        ("title.toml", "limit = 2", "limt = 2", r"trains\.2: unknown key 'limt' .*limit"),
        ("title.toml", "limit = 2, ", "", r"trains\.2: limit is missing"),
        ("title.toml", "limit = 2", 'limit = "2"', r"trains\.2: limit: expected a whole number"),
        ("title.toml", "limit = 2", "limit = 0", r"trains\.2: limit is 0"),
        ("title.toml", '"city", "offboard"', '"citty"', r"trains\.3: unknown stop kind 'citty'"),
        ("title.toml", 'rusts_on = "3"', 'rusts_on = "3H"', r"trains\.2: unknown train '3H'"),
        ("title.toml", "train_limit = { local = 1 }", "scraps = []", "unknown key 'scraps'"),
        ("title.toml", '"late"\ntiles', '"lat"\ntiles', r"phases\.2: unknown stage 'lat' .*late"),
        ("title.toml", '["yellow"]', '["yelow"]', r"phases\.1: unknown colour 'yelow'"),
        ("title.toml", '"flat"', '"flatt"', r"unknown layout 'flatt' \(did you mean flat\?\)"),
        ("title.toml", '"flat"', '"hex"', r"unknown layout 'hex' \(there are pointy, flat\)"),
        ("title.toml", "[companies.RED]", "[companies.B&O]", r'in quotes: \[companies."B&O"\]'),
        (
            "title.toml",
            "[companies.RED]",
            '[privates.P]\nabilities = [{ type = "tile_lays" }]\n[companies.RED]',
            r"abilities\[0\].type: unknown word 'tile_lays' \(did you mean tile_lay\?\)",
        ),
        (
            "title.toml",
            "[companies.RED]",
            '[privates.P]\nabilities = [{ type = "tile_lay", hex = "B2" }]\n[companies.RED]',
            r"abilities\[0\]: unknown key 'hex' \(did you mean hexes\?\)",
        ),
        ("tiles.toml", "58 = 1", "58 = -1", "58: count is -1: it must be 0 or more"),
        ("tiles.toml", "58 = 1", '58 = "one"', r"unknown word 'one' \(unlimited or a whole number"),
        ("map.toml", "late_50", "brown_50", r"'brown' in revenue \(there are early, late\)"),
        ("title.toml", '"B2"', '"B22"', r"companies\.RED: unknown hex 'B22' \(did you mean B2\?"),
        ("title.toml", '"B2"', '"B2.1"', "home B2.1: B2 has no stop 1"),
        ("title.toml", '"B2"', '"A3"', "home A3: nothing is printed there"),
        ("title.toml", 'name = "Tiny Valley"', "", "name is missing"),
        ("title.toml", 'family = "18xx"', "family = 18", "family is no text"),
        (
            "title.toml",
            "#c0392b",
            "reddish",
            r"companies\.RED: colour is 'reddish' .did you mean red",
        ),
        ("title.toml", 'stages = ["early", "late"]', 'stages = "early"', "expected a list of"),
        ("map.toml", "[white]", "[whit]", r"unknown colour 'whit' \(did you mean white\?\)"),
        ("map.toml", '"A3 B4 D4"', '"A3 B4 D4 C3"', "white: C3 is printed twice"),
        ("map.toml", '"A3 B4 D4"', '"A3 B4 D3"', "white: D3 does not fit between the other"),
        ("map.toml", '"A3 B4 D4"', '"A3 B4 D"', "'D' is no coordinate like K10"),
        ("map.toml", "town=", "twon=", r"C3: twon=revenue:0: unknown part .*mean town\?"),
        ("map.toml", "late_50", "lat_50", r"C5: .*unknown stage 'lat' in revenue .*late"),
        ("map.toml", "B2 = ", "B9 = ", r"names: unknown hex 'B9'"),
        ("map.toml", '"The Coast"', "5", r"names\.C5: expected text"),
        ("map.toml", 'Seaside = "C5"', 'Seaside = "C6"', "aliases: unknown hex 'C6'"),
        ("map.toml", "area:Coast", "kind:beach", "C5: unknown stop kind 'beach'"),
        ("tiles.toml", "6 = 2", '6 = "two"', r"6\.count: unknown word 'two'"),
        ("tiles.toml", "9 = 3", "9000 = 3", "9000: code is missing, and there is no standard tile"),
        ("tiles.toml", "b:_0;path=a:2", "b:_1;path=a:2", r"T1: path=a:0,b:_1: there is no _1"),
        ("tiles.toml", 'colour = "green", ', "", "T1: colour is missing"),
    ],
)
def test_a_mistake_is_one_line(change: Change, file: str, old: str, new: str, said: str) -> None:
    change(file, old, new)
    text = message()
    assert text.startswith(f"tiny-title/{file}"), text
    assert re.search(said, text), text


def test_a_mistake_in_the_base_is_told_of_the_base(tiny: Path, change: Change) -> None:
    write_variant(tiny, "long", title='base = "tiny-title"\ntrains.3.count = 4')
    change("title.toml", "limit = 2", "limt = 2")
    assert message("long").startswith("tiny-title/title.toml: trains.2")


def test_a_mistake_in_the_variant_is_told_of_the_variant(tiny: Path) -> None:
    write_variant(tiny, "long", title='base = "tiny-title"\ntrains.3.cuont = 4')
    assert message("long") == (
        "long/title.toml: trains.3: unknown key 'cuont' (did you mean count?)"
    )


def test_hexes_of_one_area_must_agree(change: Change) -> None:
    change("map.toml", "[names]", '[blue]\nB6 = "offboard=revenue:5,area:Coast"\n[names]')
    assert "the hexes of Coast differ in revenue" in message()


def test_a_file_that_is_no_text_is_refused(tiny: Path) -> None:
    (tiny / "map.toml").write_bytes(b"\xff\xfe\x00")
    assert message() == "tiny-title/map.toml: is no text file (UTF-8 expected): byte 0"


def test_a_title_needs_a_board(tiny: Path) -> None:
    (tiny / "map.toml").unlink()
    assert message() == "tiny-title: there are no hexes: map.toml is missing or empty"


def test_answers_are_not_proven_where_a_rule_is_left_out(tiny: Path, change: Change) -> None:
    omitted = 'without = [{ rule = "threes are halved", trains = ["3"] }]'
    change("title.toml", 'layout = "flat"', f'layout = "flat"\n{omitted}')
    position = tomllib.loads((tiny / "position.toml").read_text())
    for phase, train, proven in (("1", "2", True), ("2", "3", False)):
        file = tiny / "asked.json"
        file.write_text(json.dumps({**position, "phase": phase, "trains": [train]}))
        answer = json.loads(CliRunner().invoke(bestrun, ["solve", str(file), "--json"]).output)
        assert answer["proven"] is proven
    assert answer["without"] == ["threes are halved"]
    listed = CliRunner().invoke(bestrun, ["titles"]).output
    assert "tiny-title is without: threes are halved" in listed


def test_a_position_tells_values_wounded_trains_and_what_a_turn_earns_beside(tiny: Path) -> None:
    position = tomllib.loads((tiny / "position.toml").read_text())

    def revenue(**more: object) -> int:
        file = tiny / "asked.json"
        file.write_text(json.dumps({**position, **more}))
        result = CliRunner().invoke(bestrun, ["solve", str(file), "--json"])
        return json.loads(result.output)["revenue"]

    usual = revenue()
    assert revenue(connection_bonus=10, coal_revenue=30) == usual + 40
    assert revenue(wounded=position["trains"]) == usual // 2
    stage = {"early": 200, "late": 200}
    home = tomllib.loads((tiny / "title.toml").read_text())["companies"]
    hexes = home[position["company"]]["homes"]
    assert revenue(values={hexes[0]: stage}) > usual


def test_the_page_of_the_operating_turn_shows_keys_that_there_are() -> None:
    text = (DOCS.parent / "operating-turn.md").read_text(encoding="utf-8")
    blocks = [tomllib.loads(block) for block in re.findall(r"```toml\n(.*?)```", text, re.S)]
    shown = next(block for block in blocks if "building" in block)
    to_table(shown["building"], Building, "building")
    to_table(shown["payout"], PayoutRules, "payout")


@pytest.mark.parametrize(
    ("old", "new", "meant"),
    [
        ("markers = [0, 40]", "tokens = [0, 40]", "markers"),
        ("{ limit = 2, price", "{ distance = 2, price", "limit"),
        ("{ limit = 2, price", "{ limit = 2, num = 4, price", "count"),
    ],
)
def test_words_of_other_boards_are_understood_as_slips(
    change: Change, old: str, new: str, meant: str
) -> None:
    change("title.toml", old, new)
    assert f"(did you mean {meant}?)" in message()


def test_colours_have_names(change: Change) -> None:
    change("title.toml", "#c0392b", "Navy")
    assert titles.load("tiny-title").companies["RED"].colour == "#1b2a55"
