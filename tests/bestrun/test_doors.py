"""What is read: deep data, long numbers, files of titles, and what messages name."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from typing import Any

import pytest
from boards import GOOD
from command import bestrun, refusal, written
from doors import SION, UNIX

from bestrun.claims.source import numbered
from mapdata import written as door
from mapdata.errors import InputError, did_you_mean, in_one_line, one_line, printable

TINY = Path(__file__).parents[1] / "data" / "tiny-title"

LONG = "9" * 5000

IN_TINY = {"title": "tiny-title", "phase": "1", "company": "RED", "trains": []}


@pytest.fixture
def tiny(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the tiny title, to be spoilt."""
    monkeypatch.setenv("BESTRUN_TITLES", "")  # --titles adds to it, until the test is over
    return Path(shutil.copytree(TINY, tmp_path / "tiny-title"))


# Reading


@pytest.mark.parametrize("depth", [70, 500, 100_000])
@pytest.mark.parametrize("batch", [False, True])
def test_deep_data_is_refused_alone_and_in_a_batch(depth: int, batch: bool, tmp_path: Path) -> None:
    deep = '{"title": "1844", "trains": ' + "[" * depth + "]" * depth + "}"
    path = written(tmp_path, f"[{deep}, {json.dumps(GOOD)}]" if batch else deep, "deep.json")
    assert refusal(bestrun("solve", path)).endswith("broken JSON: nested too deeply")


@pytest.mark.parametrize(
    "line",
    [
        "a = " + "[" * 70 + "]" * 70,
        "a." * 100 + "a = 1",
        "x = { " + "a." * 30_000 + "a = 1 }",
        '"a".' * 30_000 + "a = 1",
    ],
)
def test_deep_toml_is_refused(line: str, tmp_path: Path) -> None:
    path = written(tmp_path, line)
    assert refusal(bestrun("solve", path)).endswith("broken TOML: nested too deeply")


def test_dots_in_texts_and_comments_are_no_depth() -> None:
    text = f'# {"." * 500}\nclaim = "{"." * 500}"\n[a.b]\nc = 1.5\n'
    assert door.from_toml(text, "")["a"] == {"b": {"c": 1.5}}


@pytest.mark.parametrize("number", [LONG, "1" + "0" * 30, "nan", "inf", "-inf", "1e999"])
def test_numbers_that_are_none(number: str, tmp_path: Path) -> None:
    toml = written(tmp_path, f'title = "1844"\nphase = {number}\n')
    assert "broken TOML: a number" in refusal(bestrun("solve", toml))
    spelt = number.replace("nan", "NaN").replace("inf", "Infinity")
    path = written(tmp_path, f'{{"title": "1844", "phase": {spelt}}}', "p.json")
    assert "broken JSON: a number" in refusal(bestrun("solve", path))


@pytest.mark.parametrize(
    ("text", "number"),
    [("0", 0), ("007", 7), ("999999999", 999_999_999), ("1234567890", None), (LONG, None)]
    + [(text, None) for text in ("", "-1", "+1", " 1", "1.0", "²", "٣", "1_0", "x")],
)
def test_a_number_in_a_text(text: str, number: int | None) -> None:
    assert door.whole(text) == number


@pytest.mark.parametrize(
    "words",
    [
        ("check", SION, f"2H: Sion.{LONG}-Martigny"),
        ("check", SION, f"2H: Sion-Martigny = {LONG}"),
        ("check", SION, f"{LONG}: Sion-Martigny"),
        ("check", SION, f'{{"runs": [{{"train": "2H", "stops": ["Sion"], "revenue": {LONG}}}]}}'),
        ("solve", SION, "--prefer", f"Sion.{LONG}"),
        ("moves", SION, "--why", "Visp", f"58:{LONG}"),
        ("moves", SION, "--why", f"Visp.{LONG}", "token"),
        ("payout", SION, "--revenue", LONG),
        ("payout", SION, "--revenue", LONG[:4000]),
        ("board", "island-rails", "--seed", LONG),
        ("solve", SION, "--alternatives", LONG),
        ("solve", SION, "--action", LONG),
    ],
)
def test_long_numbers_are_refused_in_one_line(words: tuple[Any, ...]) -> None:
    assert len(refusal(bestrun(*words))) < 2000


@pytest.mark.parametrize("key", ["tiles", "tokens", "share_price", "trains", "phase"])
def test_long_numbers_in_a_position(key: str, tmp_path: Path) -> None:
    changes: dict[str, Any] = {
        "tiles": {"K10": f"15:{LONG}"},
        "tokens": {"VZ": [f"K10.{LONG}"]},
        "share_price": f"144/{LONG}",
        "trains": [LONG],
        "phase": LONG,
    }
    command = ("payout", "--revenue", "10") if key == "share_price" else ("solve",)
    path = written(tmp_path, GOOD | {key: changes[key]})
    assert len(refusal(bestrun(*command, path))) < 2000


@UNIX
@pytest.mark.parametrize("file", ["title.toml", "map.toml", "tiles.toml"])
@pytest.mark.parametrize("kind", ["device", "pipe"])
def test_the_files_of_a_title_are_files(file: str, kind: str, tiny: Path) -> None:
    (tiny / file).unlink()
    if kind == "pipe":
        os.mkfifo(tiny / file)
    else:
        (tiny / file).symlink_to("/dev/zero")
    position = written(tiny.parent, IN_TINY)
    said = refusal(bestrun("--titles", tiny.parent, "solve", position))
    assert said.endswith(f"{tiny.name}/{file}: is no file but a pipe or a device")


def test_the_files_of_a_title_may_begin_with_a_mark(tiny: Path) -> None:
    for path in tiny.glob("*.toml"):
        path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    said = bestrun("--titles", tiny, "titles")
    assert said.code == 0 and tiny.name in said.out


@UNIX
def test_a_folder_of_titles_may_have_a_colon(tiny: Path) -> None:
    odd = tiny.parent / "C:titles" / tiny.name
    odd.parent.mkdir()
    tiny.rename(odd)
    for words in (["--titles", odd.parent], ["--titles", odd, "--titles", odd.parent]):
        said = bestrun(*words, "titles")
        assert said.code == 0 and odd.name in said.out


def test_a_title_that_cannot_be_read_stops_no_other(tiny: Path) -> None:
    (tiny / "title.toml").write_text("[broken")
    said = bestrun("--titles", tiny, "titles")
    assert said.code == 2 and "1844" in said.out
    assert said.err.startswith(f"bestrun: {tiny.name}/title.toml: broken TOML")
    assert said.err.count("\n") == 1
    assert bestrun("--titles", tiny, "solve", SION).code == 0


@pytest.mark.parametrize(
    ("old", "new", "wanted"),
    [
        ('family = "18xx"', 'family = "19xx"', "unknown family '19xx' (did you mean 18xx?)"),
        ('family = "18xx"', 'base = "tiny-title"', "base goes round in a circle"),
        ('family = "18xx"', 'family = "18xx"\nbase = "tiny-title"', "base goes round in a circle"),
        ("limit = 2", "limit = 10000000000", "a number is larger than 1000000"),
        ("limit = 2", f"limit = {LONG}", "a number is too long"),
    ],
)
def test_titles_that_cannot_be(old: str, new: str, wanted: str, tiny: Path) -> None:
    path = tiny / "title.toml"
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new, 1))
    position = written(tiny.parent, IN_TINY)
    assert wanted in refusal(bestrun("--titles", tiny, "solve", position))


@pytest.mark.parametrize("figure", ["10000000000", LONG])
def test_revenues_that_no_game_has(figure: str, tiny: Path) -> None:
    path = tiny / "map.toml"
    path.write_text(path.read_text().replace("revenue:0", f"revenue:{figure}", 1))
    position = written(tiny.parent, IN_TINY)
    assert "revenue is" in refusal(bestrun("--titles", tiny, "solve", position))


# Naming


def test_a_message_is_one_line_of_bearable_length() -> None:
    shown = str(InputError("no hex 'a\nb\x1b[31m\u2028'" + "x" * 10_000, "p\r.toml"))
    assert shown.startswith("p\\r.toml: no hex 'a\\nb\\x1b[31m\\u2028'x")
    assert len(shown) < 1000 and "\n" not in shown and "\x1b" not in shown
    assert len(in_one_line("many words " * 1000, "place " * 1000)) < 2000
    assert in_one_line("short", "here") == "here: short"


def test_what_can_command_a_terminal_is_spelt_out() -> None:
    assert printable("a\tb\n\x1b]0;x\x07\x9b\u202eé") == "a\\tb\n\\x1b]0;x\\x07\\x9b\\u202eé"
    assert one_line("a\nb") == "a\\nb"
    assert printable("Zürich – Genève: 40 €") == "Zürich – Genève: 40 €"


def test_a_name_of_a_book_s_length_has_no_neighbour() -> None:
    assert did_you_mean("Sion" * 100_000, ["Sion"]) == ""


# Time: what is long is read in a time that grows as its length does

MEGABYTE = 1_000_000


@pytest.mark.parametrize(
    "claim",
    [
        " " * MEGABYTE,
        "2H: Sion-Martigny" + " " * MEGABYTE + "x",
        "2H: " + "[" * MEGABYTE,
        "2H: Sion-Martigny " + "[x]" * (MEGABYTE // 3),
        "2H: " + "Sion-" * (MEGABYTE // 5) + "Sion",
        "2H: " + "-" * MEGABYTE,
        "2H: Sion" + "=" * MEGABYTE,
        "2H:" * (MEGABYTE // 3),
        "x" * MEGABYTE,
        "2H: " + "x" * MEGABYTE,
        "2H: Sion-Martigny = 40\n" * (MEGABYTE // 23),
        "2H: " + "Sion " * (MEGABYTE // 5),
        "# \n" * (MEGABYTE // 3),
        "2H: Sion-Martigny = " + "CHF " * (MEGABYTE // 4),
    ],
    ids=range(14),
)
@pytest.mark.parametrize("game", ["1844", "chicago", "island"])
def test_a_megabyte_is_read_in_no_time(game: str, claim: str, tmp_path: Path) -> None:
    """Squared, each of these takes minutes or hours; there is no need to measure."""
    examples = Path(__file__).parents[2] / "examples"
    if game == "chicago":
        position, claim = examples / "chicago-build.toml", claim.replace("2H:", "PRR: cost ")
    elif game == "island":
        position, claim = examples / "island-deliveries.toml", claim.replace("2H:", "build: cost ")
    else:
        position = SION
    assert len(refusal(bestrun("check", position, written(tmp_path, claim, "c.txt")))) < 2000


def test_blanks_are_one_each() -> None:
    text = "  2H :  Sion \t-  Visp # and so on\n\n#\n x "
    assert list(numbered(text)) == [(1, "2H : Sion - Visp"), (4, "x")]


@pytest.mark.parametrize("change", [{"tiles": {"\ud800": "15:0"}}, {"phase": "\ud800"}])
def test_half_a_character_is_no_name(change: dict[str, Any], tmp_path: Path) -> None:
    path = written(tmp_path, GOOD | change)
    assert "'\\ud800' has half a character" in refusal(bestrun("solve", path))


def test_a_position_is_saved_with_the_names_it_was_written_with(tmp_path: Path) -> None:
    from bestrun.page.questions import answer

    named = GOOD | {"tiles": {"Sion": "15:0", "Sankt Gallen": "57:0"}}
    reply = answer("save", json.dumps({"position": named, "format": "toml"}).encode())
    assert reply.status == 200
    assert door.from_toml(reply.body.decode(), "")["tiles"] == named["tiles"]
    odd = answer(
        "save",
        json.dumps({"position": GOOD | {"tiles": {"A-B": "15:0"}}, "format": "toml"}).encode(),
    )
    assert (odd.status, b"no hex or place" in odd.body) == (422, True)
