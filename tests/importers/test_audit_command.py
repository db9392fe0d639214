"""The command that audits exported games, and its page."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path

import pytest
from audits import WEST, luzern, objects, run
from command import bestrun as command
from exported import Exported, route
from material import DATA

import bestrun
from mapdata.errors import InputError

GAMES = DATA / "exports"

LUZERN = GAMES / "luzern.json"

TORINO = GAMES / "torino.json"


# The command


def test_the_small_games_are_what_the_helper_writes() -> None:
    """They lie in files to be tried by hand; here is where they come from."""
    assert json.loads(LUZERN.read_text()) == luzern(WEST).data
    assert json.loads(TORINO.read_text()) == torino().data


def torino() -> Exported:
    """SFTC runs from Cuneo to Torino; there was an undo on the way."""
    game = Exported("1841")
    game.par("SFTC")
    game.lay("SFTC", "L4", "9-0", 0)
    game.undo()
    for hex_id, tile, rotation in (("I3", "8-0", 4), ("K3", "9-0", 0)):
        game.lay("SFTC", hex_id, tile, rotation)
    game.buy("SFTC", "2-0")
    game.stock_round()
    game.add("pass", "SFTC")
    game.run("SFTC", route("2-0", 70, "M3 K3 I3 H4", nodes="M3-0 H4-0"))
    return game


def test_a_table_a_summary_and_the_headline() -> None:
    lines = run("audit", LUZERN).stdout.splitlines()
    assert lines[0] == "1844, played by First, Second"
    assert lines[2] == "now, OR 2.1: GB can earn 80"
    assert lines[7].split()[:5] == ["action", "round", "company", "director", "trains"]
    assert lines[8].split() == ["13", "OR", "2.1", "GB", "2H", "2", "40", "80", "40"]
    assert lines[-1] == "luzern: the directors missed 40 in 1 of 1 run; worst: GB, 40"


def test_json_is_one_object_a_run() -> None:
    assert objects(LUZERN) == [
        {
            "game": "luzern",
            "action": 13,
            "round": "OR 2.1",
            "company": "GB",
            "trains": ["2H", "2"],
            "claimed": 40,
            "optimum": 80,
            "missed": 40,
            "title": "1844",
            "player": None,
        }
    ]


def test_routes_come_on_demand() -> None:
    (answer,) = objects(LUZERN, "--routes")
    assert sum(each["revenue"] for each in answer["better"]) == 80
    _, _, text = run("audit", LUZERN, "--routes").stdout.partition("missed 40")
    assert text.count("G18 F17") == 2
    assert text.count("G18 G20") == 1


def test_several_games_follow_each_other() -> None:
    assert [answer["game"] for answer in objects(LUZERN, TORINO)] == ["luzern", "torino"]
    text = run("audit", LUZERN, TORINO).stdout
    assert "torino: the directors missed nothing in 1 run" in text


def test_csv_is_one_line_a_run() -> None:
    rows = list(csv.DictReader(io.StringIO(run("audit", LUZERN, "--csv").stdout)))
    assert rows == [
        {
            "game": "luzern",
            "action": "13",
            "round": "OR 2.1",
            "company": "GB",
            "trains": "2H 2",
            "claimed": "40",
            "optimum": "80",
            "missed": "40",
            "title": "1844",
            "player": "",
        }
    ]


def test_many_games_end_with_a_summary() -> None:
    text = run("audit", LUZERN, TORINO).stdout
    assert text.endswith("\n2 games, 2 runs: 40 missed, 1 run below the best (50%)\n")
    _, _, summary = text.partition("torino: the directors missed nothing in 1 run\n")
    lines = [line.split() for line in summary.splitlines()]
    assert ["1844", "1", "1", "40", "80", "40"] in lines
    assert ["luzern", "13", "OR", "2.1", "GB", "40", "80", "40"] in lines


def directed() -> Exported:
    """GB runs twice below the best: under its first director, then under the second."""
    game = Exported()
    game.par("GB", by=1)
    game.stock_round()
    game.lay("GB", "G18", "6-0", 2)
    game.turn("GB", ("2-0", "2H"), ("2-1", "2"))
    game.stock_round()
    game.lay("GB", "F17", "6-1", 5)
    game.run("GB", WEST)
    game.shares(2, "GB_1", "GB_2", "GB_3")
    game.passes("GB")
    game.run("GB")
    return game


def test_it_is_told_who_missed_it(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(json.dumps(directed().data))
    runs = objects(path)
    assert [(each["player"], each["missed"]) for each in runs] == [("First", 40), ("Second", 80)]
    text = run("audit", path, "--by", "player").stdout
    assert re.search(r"^Second +1 +1 +0 +80 +80$", text, re.MULTILINE)
    assert not re.search(r"^GB ", text, re.MULTILINE)
    text = run("audit", path, "--by", "round", "--by", "company").stdout
    assert re.search(r"^OR 2\.1 +1 +1 +40 +80 +40$", text, re.MULTILINE)
    assert re.search(r"^GB +2 +2 +40 +160 +120$", text, re.MULTILINE)


def test_the_number_of_processes_changes_nothing() -> None:
    assert objects(LUZERN, TORINO, "--jobs", 1) == objects(LUZERN, TORINO, "--jobs", 2)


def test_what_the_replay_could_not_follow_is_told(tmp_path: Path) -> None:
    game = luzern(WEST | {"revenue": 50})
    game.lay("GB", "G18", "999-0")
    path = tmp_path / "odd.json"
    path.write_text(json.dumps(game.data))
    text = run("audit", path).stdout
    assert "action 13, GB: not reproduced: train 2H: 50 is stated, but the run earns 40" in text
    assert "action 15 not followed: lay_tile: there is no tile 999-0" in text
    told = run("audit", path, "--json")
    answer = json.loads(told.stdout)
    assert answer["optimum"] is answer["missed"] is None
    assert len(answer["problems"]) >= 1
    assert told.stderr == "odd: action 15 not followed: lay_tile: there is no tile 999-0\n"


def test_a_game_without_runs(tmp_path: Path) -> None:
    path = tmp_path / "young.json"
    path.write_text(json.dumps(Exported().data))
    assert run("audit", path).stdout.endswith("\n\nyoung: there are no runs\n")
    assert run("audit", path, "--json").stdout == ""


def test_the_position_before_an_action_can_be_solved(tmp_path: Path) -> None:
    path = tmp_path / "now.toml"
    run("audit", LUZERN, "--position", 13, "-o", path)
    assert bestrun.solve(path).revenue == 80
    assert re.search(r'^G18 = "6:2" +# Stans$', path.read_text(), re.MULTILINE)
    as_json = tmp_path / "now.json"
    run("audit", LUZERN, "--position", 13, "-o", as_json)
    assert bestrun.solve(as_json).revenue == 80
    assert run("audit", LUZERN, "--position", 13).stdout == path.read_text()


def test_a_position_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"\.toml or \.json"):
        run("audit", LUZERN, "--position", 13, "-o", tmp_path / "now.txt")
    with pytest.raises(InputError, match="no action 14"):
        run("audit", LUZERN, "--position", 14, "-o", tmp_path / "now.toml")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "arguments",
    [
        ("--json", "--csv"),
        ("--company", "GB"),
        ("-o", "x.toml"),
        ("--jobs", "0"),
    ],
)
def test_options_that_do_not_go_together(arguments: tuple[str, ...]) -> None:
    assert run("audit", LUZERN, *arguments).exit_code == 2


def test_bad_files_are_refused_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "half.json"
    path.write_text(LUZERN.read_text()[:200])
    with pytest.raises(InputError, match=r"half\.json: breaks off in the middle"):
        run("audit", path)
    with pytest.raises(InputError, match="is no game exported"):
        run("audit", DATA / "positions" / "1844-a.json")


def test_a_game_that_cannot_be_read_stops_no_other(tmp_path: Path) -> None:
    bad = tmp_path / "bad.json"
    bad.write_text('{"title": "1899", "actions": []}')
    said = command("audit", bad, LUZERN, "--json", "--jobs", "1")
    assert said.code == 2 and [run["game"] for run in said.objects] == ["luzern"]
    assert said.err.startswith(f"bestrun: {bad}: a game of '1899'") and said.err.count("\n") == 1
    none = command("audit", bad, bad)
    assert (none.code, none.out, none.err.count("\n")) == (2, "", 2)


def test_the_api_has_the_same_name() -> None:
    assert bestrun.audit(LUZERN, jobs=1).missed == 40
    assert bestrun.audit(LUZERN, jobs=1).missed == 40


# The page: see test_audit_page.py for what is on it


def test_hostile_names_stay_text_on_the_page(tmp_path: Path) -> None:
    game = luzern()
    game.run("<script>alert(1)</script>", WEST | {"train": '"><b>'})
    path, page = tmp_path / "<i>.json", tmp_path / "report.html"
    path.write_text(json.dumps(game.data))
    run("audit", path, "--html", page)
    text = page.read_text(encoding="utf-8")
    assert "<script>alert" not in text
    assert "<b>" not in text
    assert "<i>" not in text
    assert "&lt;script&gt;alert(1)" in text


def test_a_page_without_a_folder_is_refused_before_the_work(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such folder"):
        run("audit", LUZERN, "--html", tmp_path / "none" / "report.html")
