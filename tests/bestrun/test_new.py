"""A position from nothing: the file to fill in, and the words people use in it."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from command import bestrun, refusal, written

from mapdata.titles import title_ids


@pytest.mark.parametrize("title", title_ids())
def test_what_is_new_can_be_solved_as_it_is(title: str, tmp_path: Path) -> None:
    made = bestrun("new", title)
    assert made.code == 0
    answer = bestrun("solve", written(tmp_path, made.out), "--json")
    assert answer.code == 0 and answer.objects[0]["title"] == title


EIGHTEEN = [title for title in title_ids() if title[0].isdecimal()]


@pytest.mark.parametrize("title", EIGHTEEN)
def test_the_tile_that_is_shown_could_be_laid(title: str, tmp_path: Path) -> None:
    made = bestrun("new", title).out
    example = re.search(r'^# (\S+) = "(\S+)"', made.partition("[tiles]")[2], re.MULTILINE)
    assert example is not None
    path = written(tmp_path, made)
    lays = [
        (lay["hex"], lay["tile"]) for lay in bestrun("moves", path, "--json").objects[0]["lays"]
    ]
    assert not lays or example.groups() in lays
    filled = bestrun("solve", written(tmp_path, made.replace(example[0], example[0][2:])))
    assert (filled.code, filled.err) == (0, "")


def test_a_company_is_chosen_by_letters_or_name(tmp_path: Path) -> None:
    for word in ("MOB", "mob"):
        assert tomllib.loads(bestrun("new", "1844", "--company", word).out)["company"] == "MOB"
    assert "did you mean MOB" in refusal(bestrun("new", "1844", "--company", "MOBB"))


def test_it_is_written_into_a_file(tmp_path: Path) -> None:
    path = tmp_path / "new.toml"
    said = bestrun("new", "1889", "-o", path)
    assert said.out == "" and said.err == f"wrote {path}\n"
    assert "trains in phase" in path.read_text()


POSITION = 'title = "1844"\nphase = "3"\ncompany = "mob"\ntrains = ["3"]\n'


def test_companies_are_known_in_any_case(tmp_path: Path) -> None:
    text = POSITION + '[tokens]\nmob = ["Montreux"]\n'
    assert bestrun("solve", written(tmp_path, text)).code == 0


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ('St. Gallen = "57:1"', "St.Gallen"),
        ('St.Gallen = "57:1"', "St.Gallen"),
        ('Rigi Bahnen = "XM1"', "Rigi Bahnen"),
        ('Zürich = "57:1"', "Zürich"),
    ],
)
def test_a_name_that_needs_quotes_is_told_so(tmp_path: Path, line: str, name: str) -> None:
    said = refusal(bestrun("solve", written(tmp_path, f"{POSITION}[tiles]\n{line}\n")))
    assert f'put the name in quotes: "{name}"' in said


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("company = MOB", 'put the value in quotes: company = "MOB"'),
        ("K10 = 15:0  # Sion", 'put the value in quotes: K10 = "15:0"'),
        ("trains = [2H, 3H]", 'put each value in quotes: trains = ["2H", "3H"]'),
        ('trains = ["2H", 3H]', 'put each value in quotes: trains = ["2H", "3H"]'),
        ("company: MOB", "write company = …, not company: …"),
        ("phase = 3", "Cannot overwrite a value (at line 5, column 10)"),
        ('trains = ["2H"', "Unclosed array (at end of document)"),
    ],
)
def test_a_value_without_quotes_is_told_so(tmp_path: Path, line: str, hint: str) -> None:
    said = refusal(bestrun("solve", written(tmp_path, f"{POSITION}{line}\n")))
    assert ": broken TOML: " in said and said.endswith(hint)


def test_which_station_is_which_is_told(tmp_path: Path) -> None:
    text = POSITION + '[tokens]\nmob = ["Lausanne"]\n'
    said = refusal(bestrun("solve", written(tmp_path, text)))
    assert "I4.0 (the north-western one: track to I2, Yverdon)" in said
    assert "I4.1 (the eastern one: track to Montreux)" in said
