"""Whatever is wrong with the input is one clear line, exit code 2, and no traceback."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from boards import GOOD
from command import bestrun, refusal, written

from bestrun import api
from mapdata.written import LARGEST


def test_the_good_position_is_good(tmp_path: Path) -> None:
    said = bestrun("solve", written(tmp_path, GOOD))
    assert (said.code, said.err) == (0, "")


@pytest.mark.parametrize(
    "change, wanted",
    [
        # unknown words, with what was probably meant
        ({"title": "1845"}, "unknown title '1845' (did you mean 1844?)"),
        ({"title": None}, "the position names no title"),
        ({"phase": "9"}, "phase: unknown phase '9' (there are 1, 2, 3, 4, 5, 6, 7)"),
        ({"company": "VZZ"}, "company: unknown company 'VZZ' (did you mean VZ?)"),
        ({"company": "Q"}, "company: unknown company 'Q' (there are NOB, SCB,"),
        ({"company": 5}, "company: expected text, got a whole number"),
        ({"trains": ["2h"]}, "trains: unknown train '2h' (did you mean 2H?)"),
        ({"trains": ["9"]}, "trains: unknown train '9' (there are 2, 3,"),
        ({"trains": "2H"}, "trains: expected a list, got text"),
        ({"tiles": {"K10": "151:0"}}, "tiles.K10: unknown tile '151' (did you mean 15?)"),
        (
            {"tiles": {"Sionn": "15:0"}},
            "tiles.Sionn: no hex or place 'Sionn' in 1844 (did you mean",
        ),
        ({"tiles": {"Z99": "15:0"}}, "tiles.Z99: no hex or place 'Z99' in 1844"),
        ({"tokens": {"VX": ["K10"]}}, "tokens.VX: unknown company 'VX'"),
        ({"tokens": {"VZ": ["Martignny"]}}, "tokens.VZ: no hex or place 'Martignny' in 1844 (did"),
        ({"tokens": {"VZ": [""]}}, "tokens.VZ: no hex or place ''"),
        ({"train": ["2H"]}, "unknown key 'train' (did you mean trains?)"),
        # tiles
        ({"tiles": {"K10": "15:6"}}, "tiles.K10: rotation 6 of tile 15 is outside 0-5"),
        ({"tiles": {"K10": "15:-1"}}, "tiles.K10: rotation -1 of tile 15 is outside 0-5"),
        ({"tiles": {"K10": "15"}}, "tiles.K10: 15 needs a rotation, as in 15:0"),
        ({"tiles": {"K10": "15:x"}}, "tiles.K10: '15:x' is no tile: write tile:rotation"),
        ({"tiles": {"K10": ""}}, "tiles.K10: '' is no tile"),
        ({"tiles": {"K10": 15}}, "tiles.K10: expected text, got a whole number"),
        (
            {"tiles": {"K10": "58:0"}},
            "tile 58 cannot lie on K10: the hex has 1 city, the tile 1 town",
        ),
        (
            {"tiles": {"K10": "9:0"}},
            "tile 9 cannot lie on K10: the hex has 1 city, the tile no stop",
        ),
        (
            {"tiles": {"J7": "57:0"}},
            "tile 57 cannot lie on J7: the hex has no stop, the tile 1 city",
        ),
        (
            {"tiles": {"K10": "59:0"}},
            "tile 59 cannot lie on K10: the hex has 1 city, the tile 2 city",
        ),
        ({"tiles": {"B11": "57:0"}}, "tile 57 cannot lie on B11: a red hex is never built on"),
        ({"tiles": {"J13": "88:0"}}, "tile 88 cannot lie on J13: a gray hex is never built on"),
        (
            {"tiles": {"L13": "57:0"}},
            "tile 57 cannot lie on L13: it is opened by XM1 or XM2 or XM3",
        ),
        ({"tiles": {"K10": "XM1"}}, "tile XM1 cannot lie on K10: it opens a closed stop"),
        ({"tiles": {"K10": "X78:0"}}, "tile X78 cannot lie on K10: a white hex takes other tiles"),
        ({"tiles": {"J9": "9:0"}}, "tile 9 cannot lie on J9: a purple hex takes other tiles"),
        (
            {"tiles": {"H19": "OP2:0 X78:3"}},
            "tiles.H19: 'OP2:0 X78:3' is no tile: write tile:rotation, l",
        ),
        (
            {"tiles": {"K10": "15:0+14:0"}},
            "tiles.K10: '15:0+14:0': only overlays can be joined by +",
        ),
        (
            {"tiles": {"J9": "X78:0+X78:0"}},
            "tiles.J9: 'X78:0+X78:0': the same tile lies there twice",
        ),
        (
            {"tiles": {"J9": "X78:0+X79:1"}},
            "tiles.J9: 'X78:0+X79:1': a hex holds one piece of special track",
        ),
        ({"tiles": {"J9": "X78:0+"}}, "tiles.J9: '' is no tile"),
        ({"tiles": {"K10": "15:0", "Sion": "14:0"}}, "tiles.Sion: K10 is given twice"),
        # tokens
        ({"tokens": {"VZ": ["K8"]}}, "tokens.VZ: no marker can stand at K8: there is no city"),
        ({"tokens": {"VZ": ["J7"]}}, "tokens.VZ: no marker can stand at J7: there is no city"),
        ({"tokens": {"VZ": ["B11"]}}, "tokens.VZ: no marker can stand at B11: there is no city"),
        (
            {"tokens": {"VZ": ["K10.1"]}},
            "no marker can stand at K10.1: there is no city, only at K10",
        ),
        ({"tokens": {"VZ": ["I4"]}}, "tokens.VZ: I4 has 2 stations: write I4.0 (the north-western"),
        ({"tokens": {"VZ": ["I4.2"]}}, "there is no city, only at I4.0 or I4.1"),
        ({"tokens": {"VZ": ["K10", "Sion"]}}, "tokens.VZ: VZ stands twice in K10"),
        ({"tokens": {"VZ": [10]}}, "tokens.VZ[0]: expected text, got a whole number"),
        (
            {"tokens": {"VZ": ["K10"], "BLS": ["K10"], "JS": ["K10"]}},
            "tokens.JS: K10 has 2 places, but markers of VZ, BLS, JS",
        ),
        (
            {"tiles": {}, "tokens": {"VZ": ["K10"], "BLS": ["K10"]}},
            "tokens.BLS: K10 has 1 place, but markers of VZ, BLS",
        ),
        # trains that this company never has
        ({"trains": ["3"]}, "trains: VZ (regional) cannot own a 3, only 2H, 3H"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_an_impossible_position(change: dict[str, Any], wanted: str, tmp_path: Path) -> None:
    position = {key: value for key, value in (GOOD | change).items() if value is not None}
    path = written(tmp_path, position)
    told = refusal(bestrun("solve", path))
    assert told.startswith(f"{path}: ")
    assert wanted in told


@pytest.mark.parametrize("key", ["title", "phase", "company"])
def test_a_key_that_is_missing(key: str, tmp_path: Path) -> None:
    position = {name: value for name, value in GOOD.items() if name != key}
    assert key in refusal(bestrun("solve", written(tmp_path, position)))


@pytest.mark.parametrize(
    "position",
    [
        GOOD | {"title": 1844, "phase": 3},
        GOOD | {"tokens": {"VZ": "K10"}},
        GOOD | {"trains": []},
        {key: GOOD[key] for key in ("title", "phase", "company")},
    ],
    ids=["numbers", "one token", "no trains", "an empty board"],
)
def test_what_is_clear_enough_is_accepted(position: dict[str, Any], tmp_path: Path) -> None:
    assert bestrun("solve", written(tmp_path, position)).code == 0


@pytest.mark.parametrize(
    "name, content, wanted",
    [
        (
            "p.toml",
            'title = "1844"\nphase = "3\n',
            "broken TOML: Illegal character '\\n' (at line 2, c",
        ),
        (
            "p.toml",
            "title: 1844\n",
            "broken TOML: Expected '=' after a key in a key/value pair (at line",
        ),
        (
            "p.toml",
            "[tiles]\n[tiles]\n",
            "broken TOML: Cannot declare ('tiles',) twice (at line 2, c",
        ),
        ("p.toml", "a = " + "[" * 100_000, "broken TOML: nested too deeply"),
        (
            "p.json",
            '{"title": "1844",\n "phase": }',
            "broken JSON: Expecting value (line 2, column 11)",
        ),
        ("p.json", '{"title": "1844"} x', "broken JSON: Extra data (line 1, column 19)"),
        ("p.json", "[" * 100_000, "broken JSON: nested too deeply"),
        ("p.json", '{"phase": ' + "9" * 5000 + "}", "broken JSON: a number is too long"),
        ("p.json", "", "the file is empty"),
        ("p.toml", " \n\t\n", "the file is empty"),
        ("p.json", "[]", "the list of cases is empty"),
        ("p.json", "null", "a position is a table of keys, not nothing"),
        ("p.json", '"K10"', "a position is a table of keys, not a text"),
        ("p.json", "[5]", "(case 1): a position is a table of keys, not a number"),
        ("p.json", '{"position": []}', "position: a table of keys, not a list"),
        ("p.toml", b"\xff\xfe\x00", "is no text file (UTF-8 expected)"),
        ("p.toml", b"title = 'a\x00b'", "broken TOML"),
    ],
    ids=lambda value: value[:25] if isinstance(value, str) else "bytes",
)
def test_a_broken_file(name: str, content: str | bytes, wanted: str, tmp_path: Path) -> None:
    path = written(tmp_path, content, name)
    told = refusal(bestrun("solve", path))
    assert told.startswith(str(path)) and wanted in told
    assert len(told) < len(str(path)) + 200


def test_files_that_are_not_there_or_no_files(tmp_path: Path) -> None:
    assert refusal(bestrun("solve", tmp_path / "no.toml")).endswith("there is no such file")
    told = refusal(bestrun("check", written(tmp_path, GOOD), "2H Sion"))
    assert told.startswith("2H Sion: there is no such file (a claim itself reads like")
    assert refusal(bestrun("solve", tmp_path)).endswith("is a folder, not a file")


def test_a_huge_file_is_not_even_read(tmp_path: Path) -> None:
    path = tmp_path / "huge.json"
    with path.open("wb") as file:
        file.truncate(LARGEST + 1)
    assert refusal(bestrun("solve", path)).endswith("is larger than 64 MB: no position or game")


@pytest.mark.parametrize(
    "option, wanted",
    [
        (("--method", "circut"), "unknown method 'circut' (did you mean circuit?)"),
        (("--method", "magic"), "unknown method 'magic' (there are auto, routes,"),
        (("--prefer", "Martignny"), "prefer: no hex or place 'Martignny' in 1844 (did you mean"),
        (("--prefer", "Bàsil"), "prefer: no hex or place 'Bàsil' in 1844 (did you mean Basel?)"),
        (("--prefer", "Sion.7"), "prefer: Sion.7: K10 has no stop 7"),
        (("--prefer", "J7"), "prefer: J7: no stop and no tunnel"),
    ],
)
def test_options_that_mean_nothing(option: tuple[str, str], wanted: str, tmp_path: Path) -> None:
    assert wanted in refusal(bestrun("solve", written(tmp_path, GOOD), *option))


@pytest.mark.parametrize(
    "words",
    [
        ("solve",),
        ("solve", "x.toml", "--time-limit", "-1"),
        ("solve", "x.toml", "--alternatives", "many"),
        ("solve", "x.toml", "--frobnicate"),
        ("check",),
        ("slove",),
    ],
)
def test_wrong_words_say_where_it_is_explained(words: tuple[str, ...]) -> None:
    where = "bestrun" if words == ("slove",) else f"bestrun {words[0]}"
    assert refusal(bestrun(*words)).endswith(f" (see {where} --help)")


@pytest.mark.parametrize(
    "claim, wanted",
    [
        ("2H: Sion-Atlantis", "2H: no hex or place 'Atlantis' in 1844"),
        ("5H: Sion-Visp", "there is no train 5H"),
        ("2H: Sion-Martigny\n2H: Sion-Visp", "2H runs more often than the company owns it (1)"),
        ("good evening", "line 1: no claim: 'good evening'"),
        ("", "the file is empty"),
        ('{"runs": ', "broken JSON"),
    ],
)
def test_a_bad_claim(claim: str, wanted: str, tmp_path: Path) -> None:
    path = written(tmp_path, claim, "claim.txt")
    told = refusal(bestrun("check", api.DATA / "sion.toml", path))
    assert told.startswith(f"{path}: ") and wanted in told


def test_a_case_without_a_claim_needs_one() -> None:
    assert "no claim is given" in refusal(bestrun("check", api.DATA / "sion.toml"))


def test_two_tiles_on_a_hex_are_a_mistake_in_json_as_in_toml(tmp_path: Path) -> None:
    twice = json.dumps(GOOD).replace('"K10": "15:0"', '"K10": "57:0", "K10": "15:0"')
    told = refusal(bestrun("solve", written(tmp_path, twice, "p.json")))
    assert told.endswith("p.json: broken JSON: 'K10' is given twice")


def test_a_batch_goes_on_after_a_case_that_cannot_be_answered(tmp_path: Path) -> None:
    good, bad = written(tmp_path, GOOD), written(tmp_path, GOOD | {"title": "1845"}, "bad.json")
    said = bestrun("solve", bad, good, "--json", "--jobs", "1")
    assert [answer["id"] for answer in said.objects] == ["p"]
    assert (said.code, said.err.count("\n")) == (2, 1)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="needs a device that never ends")
@pytest.mark.parametrize("command", ["solve", "audit"])
def test_a_device_that_never_ends_is_too_large(command: str) -> None:
    assert "is larger than" in refusal(bestrun(command, "/dev/zero"))


def shell(words: str, path: Path) -> subprocess.CompletedProcess[str]:
    """Run ``bestrun`` in a shell, which has ways to take its output away."""
    call = f"{shlex.quote(sys.executable)} -c 'from bestrun.cli import main; main()'"
    line = f"{call} {words}".replace("FILE", shlex.quote(str(path)))
    return subprocess.run(line, shell=True, capture_output=True, text=True, check=False)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is full")
def test_a_full_disk_is_told_in_one_line(tmp_path: Path) -> None:
    done = shell("solve FILE > /dev/full", written(tmp_path, GOOD))
    assert (done.returncode, done.stderr) == (2, "bestrun: no answer: No space left on device\n")


@pytest.mark.skipif(os.name != "posix", reason="a shell closes outputs")
@pytest.mark.parametrize("closed", [">&-", ">&- 2>&-"])
def test_without_an_output_there_is_nothing_to_complain_about(closed: str, tmp_path: Path) -> None:
    done = shell(f"solve FILE {closed}", written(tmp_path, GOOD))
    assert (done.returncode, done.stderr) == (0, "")


def test_letters_that_no_text_can_have_are_spelt_out(tmp_path: Path) -> None:
    path = written(tmp_path, {"id": "\ud800", "position": GOOD})
    done = shell("solve FILE --json", path)
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["id"] == "\ud800"


def test_no_traceback_in_a_process_of_its_own(tmp_path: Path) -> None:
    path = written(tmp_path, GOOD | {"company": "VX"})
    words = [sys.executable, "-c", "from bestrun.cli import main; main()", "solve", str(path)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
