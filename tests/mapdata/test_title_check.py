"""``bestrun title check``: what does not fit together in a folder is found, and drawn."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from command import bestrun, refusal
from test_title_facts import IDS

from bestrun import api
from mapdata.errors import InputError
from mapdata.folders import PACKAGED, VARIABLE

DATA = Path(__file__).parents[1] / "data"


@pytest.fixture(autouse=True)
def _no_titles_stay(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What a check adds to the search path is gone afterwards."""
    monkeypatch.setenv(VARIABLE, "")
    yield


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(DATA / "tiny-title", tmp_path / "valley"))


def spoil(folder: Path, file: str, old: str, new: str) -> tuple[str, ...]:
    text = (folder / file).read_text(encoding="utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new), encoding="utf-8")
    return api.title(folder).problems


EDITIONS = ("1844", "1841", "1841-lite", "1841-v2", "1841-v2-lite")
VARIANTS = ("1817-modern", "1856-8", "1889-beginner", "18AL-decatur")


@pytest.mark.parametrize("title", [*IDS, *EDITIONS, *VARIANTS])
def test_nothing_looks_wrong_in_the_titles_of_the_package(title: str) -> None:
    assert api.title(title).problems == ()


@pytest.mark.parametrize("name", ["tiny-title", "wide-title", "mine-title"])
def test_nothing_looks_wrong_in_the_titles_of_the_docs_and_tests(name: str) -> None:
    assert api.title(DATA / name).problems == ()


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("map.toml", "path=a:4,b:_0", "path=a:3,b:_0", "C1: track to edge 3 leads off the board"),
        ("map.toml", "a:1,b:_0;path=a:2", "a:1,b:_0;path=a:0", "C5: track to edge 0 leads off"),
        (
            "map.toml",
            'C5 = "',
            'D6 = "path=a:2,b:3"\nC5 = "',
            "D6: track to edge 2 meets no track of C5, which is red and has none there",
        ),
        ("map.toml", '"B2 D2" = "city=revenue:0"', '"B2 D2" = "city=revenue:0;label=Z"', "label Z"),
        ("map.toml", "C3 = ", 'E5 = "city=revenue:0;city=revenue:0"\nC3 = ', "E5: no tile can be"),
        ("tiles.toml", "14 = 1", "14 = 1\n492 = 1", "tile 492: no phase opens brown"),
        ("tiles.toml", "14 = 1", "14 = 1\n87 = 1\n59 = 1", "tile 59: it fits on no hex"),
        ("title.toml", 'starts_with = "3"\n', "", "train 2: rusts_on = '3', but no phase starts"),
        ("title.toml", 'homes = ["B2"]', 'homes = ["C3"]', "company RED: no marker can stand"),
        (
            "title.toml",
            "[companies.RED]",
            '[privates.P]\nabilities = [{ type = "teleport", hexes = ["Z9"] }]\n[companies.RED]',
            "private P: there is no hex Z9",
        ),
        (
            "title.toml",
            "[companies.RED]",
            '[bonuses.x]\nsets = [["B2"]]\nif_private = "P"\n[companies.RED]',
            "bonus x: there is no private P",
        ),
        (
            "title.toml",
            "[companies.RED]",
            '[bonuses.x]\nsets = [["B2"]]\n[companies.RED]',
            "bonus x: it has no amount, and earns nothing",
        ),
        (
            "title.toml",
            "[companies.RED]",
            '[bonuses.x]\namount = 9\nsets = [["E3"]]\n[companies.RED]',
            "bonus x: E3 has no stop",
        ),
        (
            "title.toml",
            "train_limit = { local = 2 }",
            "train_limit = { locl = 2 }",
            "phase 1: train_limit: no company is of the kind 'locl' (did you mean local?)",
        ),
        (
            "title.toml",
            "[companies.RED]",
            '[building]\nonly_by_special = ["X9"]\n[companies.RED]',
            "there is no tile X9",
        ),
        (
            "map.toml",
            "path=a:4,b:_0;",
            "path=a:4,b:_0;path=a:_0,b:4;",
            "C1: path=a:_0,b:4 is written twice",
        ),
        ("map.toml", "terrain:mountain", "terrain:montain", "'montain' (did you mean mountain?)"),
        (
            "title.toml",
            "operating_rounds = 1",
            'operating_rounds = 1\nstatus = ["can_buy_companys"]',
            "status 'can_buy_companys' (did you mean can_buy_companies?)",
        ),
        (
            "title.toml",
            "price = 200, count = 2",
            'price = 200, count = 2, events = ["close_company"]',
            "event 'close_company' (did you mean close_companies?)",
        ),
        (
            "title.toml",
            "[companies.RED]",
            '[privates.P]\nabilities = [{ type = "tile_discount", terrain = "hill", discount = 5 }]'
            "\n[companies.RED]",
            "private P: no hex has the terrain hill",
        ),
    ],
)
def test_a_slip_is_found(folder: Path, file: str, old: str, new: str, said: str) -> None:
    problems = spoil(folder, file, old, new)
    assert any(said in problem for problem in problems), problems


def test_the_command_counts_and_ends_with_what_it_found(folder: Path) -> None:
    good = bestrun("title", "check", folder)
    assert (good.code, good.err) == (0, "")
    assert "hexes: 9 (7 white, 1 gray, 1 red)" in good.out
    assert "trains: 2 × 3, 3 × 2" in good.out
    assert "nothing looks wrong" in good.out
    spoil(folder, "map.toml", "path=a:4,b:_0", "path=a:3,b:_0")
    bad = bestrun("title", "check", folder, "--json")
    assert bad.code == 1
    answer = json.loads(bad.out)
    assert (answer["title"], answer["good"], len(answer["problems"])) == ("valley", False, 1)
    assert answer["counts"]["tiles"] == {"yellow": 9, "green": 2}


def test_the_command_draws_the_board_and_every_tile(folder: Path, tmp_path: Path) -> None:
    said = bestrun("title", "check", folder, "-o", tmp_path / "pictures")
    assert said.code == 0
    board = (tmp_path / "pictures" / "board.svg").read_text(encoding="utf-8")
    tiles = (tmp_path / "pictures" / "tiles.svg").read_text(encoding="utf-8")
    assert all(f'data-hex="{hex_id}"' in board for hex_id in ("A3", "B2", "C5", "E3"))
    assert "T1" in tiles and "58" in tiles


def test_a_folder_that_cannot_be_read_is_one_line(folder: Path, tmp_path: Path) -> None:
    assert refusal(bestrun("title", "check", tmp_path)) == (
        f"{tmp_path}: there is no title.toml in this folder"
    )
    neither = "unknown title '1845' (did you mean 1844?), and there is no folder of that name"
    assert refusal(bestrun("title", "check", "1845")) == neither
    (folder / "title.toml").write_text("[trains", encoding="utf-8")
    assert "broken TOML" in refusal(bestrun("title", "check", folder))
    said = bestrun("title", "check", "chicago-express")
    assert "not of the 18xx family" in refusal(said)


def test_all_mistakes_are_told_at_once(folder: Path) -> None:
    for file, old, new in (
        ("map.toml", "town=revenue:10;path", "twon=revenue:10;path"),
        ("map.toml", "offboard=revenue:early_20", "offboard=revenue:erly_20"),
        ("tiles.toml", "58 = 1", "5888 = 1"),
        ("title.toml", "{ limit = 2, price", "{ limt = 2, price"),
        ("title.toml", 'homes = ["D2"]', 'homes = ["D9"]'),
        (
            "title.toml",
            "[companies.RED]",
            "[building]\ntrak = 1\n[bonuses.x]\namont = 1\n[companies.RED]",
        ),
    ):
        text = (folder / file).read_text(encoding="utf-8")
        assert old in text, old
        (folder / file).write_text(text.replace(old, new), encoding="utf-8")
    said = bestrun("title", "check", folder)
    assert (said.code, said.out) == (2, "")
    for word in ("twon", "erly", "5888", "limt", "D9", "amont", "trak"):
        assert sum(word in line for line in said.err.splitlines()) == 1, (word, said.err)
    assert len(said.err.splitlines()) == 7
    with pytest.raises(InputError, match="and 6 more"):
        api.title(folder)


def test_rules_are_read_back_in_words(folder: Path) -> None:
    said = bestrun("title", "check", folder).out
    assert "train 2: two stops of any kind; gone with the first 3" in said
    assert "train 3: three cities and off-board areas, towns free; the first begins phase 2" in said
    assert (
        "phase 2 (the first 3): yellow and green tiles; values as late; one train a local" in said
    )
    spoil(folder, "title.toml", 'starts_with = "3"\n', "")
    assert (
        "on sale from the start: no phase begins with it" in bestrun("title", "check", folder).out
    )


def test_a_label_whose_tiles_end_early_is_read_back(folder: Path) -> None:
    spoil(folder, "map.toml", '"B2 D2" = "city=revenue:0"', '"B2 D2" = "city=revenue:0;label=Z"')
    tile = 'Z1 = { count = 1, colour = "yellow", code = "city=revenue:20;path=a:0,b:_0;label=Z" }'
    spoil(folder, "tiles.toml", "58 = 1", f"58 = 1\n{tile}")
    assert "label Z: tiles in yellow; none in green" in bestrun("title", "check", folder).out


def test_pictures_are_png_if_asked_for(folder: Path, tmp_path: Path) -> None:
    assert bestrun("title", "check", folder, "-o", tmp_path / "p", "--png").code == 0
    assert (tmp_path / "p" / "board.png").read_bytes().startswith(b"\x89PNG")
    assert (tmp_path / "p" / "tiles.png").exists()
    assert "goes with -o" in bestrun("title", "check", folder, "--png").err


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("town=revenue:10", "twon=revenue:10", "did you mean town?"),
        ("type:impassable", "type:impasable", "did you mean impassable?"),
    ],
)
def test_some_slips_cannot_be_read(folder: Path, old: str, new: str, said: str) -> None:
    text = (folder / "map.toml").read_text(encoding="utf-8")
    (folder / "map.toml").write_text(text.replace(old, new, 1), encoding="utf-8")
    assert said in refusal(bestrun("title", "check", folder))


def test_what_is_no_folder_is_told_as_what_it_looks_like(folder: Path, tmp_path: Path) -> None:
    missing = tmp_path / "1845"
    assert refusal(bestrun("title", "check", missing)) == (
        f"{missing}: there is no such folder (did you mean 1844?)"
    )
    file = folder / "title.toml"
    assert refusal(bestrun("title", "check", file)) == (
        f"{file}: is a file: name the folder of a title"
    )


def test_a_folder_without_tiles_is_told_once(folder: Path) -> None:
    (folder / "tiles.toml").unlink()
    said = "there are no tiles: tiles.toml is missing or empty"
    assert [line for line in api.title(folder).problems if "tile" in line] == [said]


def test_a_broken_table_of_a_single_command_is_found(folder: Path) -> None:
    text = (folder / "title.toml").read_text(encoding="utf-8")
    (folder / "title.toml").write_text(f"{text}\n[building]\ntrak = 1\n", encoding="utf-8")
    assert "did you mean track?" in refusal(bestrun("title", "check", folder))


@pytest.mark.parametrize("title", ["1889", "1830"])
def test_letters_and_numbers_the_other_way_round_are_seen(title: str, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(PACKAGED / title, tmp_path / "turned"))
    file = folder / "title.toml"
    text = file.read_text(encoding="utf-8")
    line = 'axes = { letter = "x", number = "y" }\n'
    wrong = text.replace(line, "") if line in text else line + text
    file.write_text(wrong, encoding="utf-8")
    assert api.title(folder).problems[0].startswith("axes: much track leads nowhere")


def test_the_command_alone_says_what_it_can_do() -> None:
    alone = bestrun("title")
    assert (alone.code, alone.out) == (2, "")
    assert alone.err == (
        "bestrun: say what to do: bestrun title check, from, or new (see bestrun title --help)\n"
    )
