"""``bestrun moves`` on the command line: rows, JSON, reasons, mistakes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from material import DATA, real_cases

from bestrun.commands.moves import command
from mapdata.errors import InputError

AARAU = """
title = "1844"
phase = "3"
company = "STB"
[tiles]
Aarau = "14:1"
Olten = "57:1"
Liestal = "58:5"
Basel = "57:1"
[tokens]
STB = ["Aarau"]
"""


@pytest.fixture
def aarau(tmp_path: Path) -> str:
    path = tmp_path / "aarau.toml"
    path.write_text(AARAU)
    return str(path)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(command, arguments, catch_exceptions=False)


def test_json_is_the_contract(aarau: str) -> None:
    result = run(aarau, "--json")
    assert result.exit_code == 0
    answer = json.loads(result.stdout)
    assert list(answer) == ["id", "lays", "tokens"]
    assert answer["id"] == "aarau"
    assert answer["tokens"] == [{"stop": "D13", "cost": 40}]
    assert {"hex": "D13", "tile": "14:0", "cost": 0} in answer["lays"]
    assert {"hex": "D11", "tile": "9:1", "cost": 30} in answer["lays"]
    assert len(answer["lays"]) == len({(lay["hex"], lay["tile"]) for lay in answer["lays"]})


def test_a_list_of_cases_is_a_batch_with_one_object_a_line(tmp_path: Path) -> None:
    path = DATA / "positions" / "moves-1844-a.json"
    lines = run(str(path), "--json").stdout.splitlines()
    assert [json.loads(line)["id"] for line in lines] == [
        case["id"] for case in real_cases("moves-1844-a")
    ]


def test_rows_name_hex_place_tile_and_turns(aarau: str) -> None:
    text = run(aarau).stdout
    assert "tile lays: " in text
    assert "D13  Olten    15    1 4" in text
    assert text.rstrip().endswith("D13   Olten    40")


def test_a_large_company_is_told_how_many_tiles_it_may_lay(tmp_path: Path) -> None:
    path = tmp_path / "ferdinandea.toml"
    path.write_text('title = "1841"\nphase = "3"\ncompany = "IRSFF"\n')
    assert "IRSFF may lay 2 tiles, each from another station" in run(str(path)).stdout
    path.write_text('title = "1841"\nphase = "5"\ncompany = "IRSFF"\n')
    assert "each from another" not in run(str(path)).stdout


@pytest.mark.parametrize(("used", "left"), [(0, True), (1, True), (2, False)])
def test_a_large_company_builds_until_its_tiles_of_the_turn_are_laid(
    tmp_path: Path, used: int, left: bool
) -> None:
    path = tmp_path / "ferdinandea.toml"
    path.write_text(
        f'title = "1841"\nphase = "3"\ncompany = "IRSFF"\nbefore = {{ used = {used} }}\n'
        '[tokens]\nIRSFF = ["F8", "F16"]\n'
    )
    lays = json.loads(run(str(path), "--json").stdout)["lays"]
    assert bool(lays) == left


def test_why_names_the_rule_and_its_code(aarau: str) -> None:
    result = run(aarau, "--why", "Olten", "611:1")
    assert result.exit_code == 1
    assert result.stdout == "611:1 at D13: no brown tiles in phase 3 [colour-not-open]\n"


def test_why_of_a_tile_without_its_turn_tells_every_turn(aarau: str) -> None:
    result = run(aarau, "--why", "Olten", "14")
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        "14:0 at D13: legal, costs 0",
        "14:1 at D13: legal, costs 0",
        "14:2 at D13: the old track is not kept [track-lost]",
    ]


def test_why_of_a_token(aarau: str) -> None:
    refused = run(aarau, "--why", "Basel", "token", "--json")
    assert refused.exit_code == 1
    assert json.loads(refused.stdout) == {
        "id": "aarau",
        "where": "C12",
        "what": "marker",
        "legal": False,
        "cost": None,
        "code": "kept-for-home",
        "message": "the last place is kept for SCB",
    }
    assert run(aarau, "--why", "Olten", "token").exit_code == 0


@pytest.mark.parametrize(
    ("where", "what", "message"),
    [
        ("Oltn", "57:1", "no hex or place 'Oltn' in 1844 (did you mean Olten?)"),
        ("Olten", "570:1", "unknown tile '570'"),
        ("Olten", "57:9", "rotation 9 of tile 57 is outside 0-5"),
        ("Lausanne", "token", "Lausanne has 2 stations: write I4.0 or I4.1"),
        ("E14", "token", "E14 has no stop"),
        ("Olten.3", "token", "D13 has no stop 3: they are numbered from 0"),
    ],
)
def test_a_mistake_in_the_question_is_one_line(
    aarau: str, where: str, what: str, message: str
) -> None:
    with pytest.raises(InputError) as error:
        run(aarau, "--why", where, what)
    assert message in str(error.value)


def test_why_asks_about_one_position() -> None:
    path = DATA / "positions" / "moves-1844-a.json"
    with pytest.raises(InputError, match="--why asks about one position, there are 99"):
        run(str(path), "--why", "Olten", "14")


def test_an_impossible_issue_price_names_its_place(aarau: str) -> None:
    Path(aarau).write_text("par = 65\n" + AARAU)
    said = run(aarau)
    assert said.exit_code == 2
    assert said.output.endswith(
        "aarau.toml: par: STB cannot have been issued at 65, only at 60, 70, 80, 90, 100\n"
    )
