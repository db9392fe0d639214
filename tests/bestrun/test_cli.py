"""The commands as a user meets them."""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from command import bestrun, refusal, written
from material import DATA, real_cases

import bestrun as bestrun_package
from bestrun import api
from bestrun.cli import COMMANDS
from bestrun.terminal import as_wide_as, table
from plots import svg

SION = api.DATA / "sion.toml"
CLAIM = api.DATA / "sion-claim.txt"
GAME = DATA / "exports" / "luzern.json"


def test_solve_prints_revenue_proof_and_one_line_a_train() -> None:
    said = bestrun("solve", SION)
    lines = said.out.splitlines()
    assert (said.code, said.err) == (0, "")
    assert lines[:2] == ["1844 Switzerland, VZ in phase 3: 2H, 3H", "revenue 100, proven"]
    assert [line.split()[:3] for line in lines[3:]] == [
        ["2H", "40", "Sion-Martigny"],
        ["3H", "60", "Sion-Visp-Brig"],
    ]
    assert "K10 J11 J13" in lines[4] and lines[4].endswith("stops 60")


def test_solve_tells_where_the_money_comes_from(tmp_path: Path) -> None:
    tiles = {"K10": "15:0", "J9": "X78:3", "I10": "58:0"}
    position = tomllib.loads(SION.read_text()) | {"tiles": tiles, "tokens": {"VZ": ["Sion"]}}
    assert "stops 40 + tunnel 20" in bestrun("solve", written(tmp_path, position)).out


def test_solve_names_idle_trains_and_companies_without_a_route(tmp_path: Path) -> None:
    position = tomllib.loads(SION.read_text()) | {"tiles": {}, "tokens": {"VZ": ["Sion"]}}
    said = bestrun("solve", written(tmp_path, position))
    assert "revenue 0, proven\nno route\nidle: 2H, 3H" in said.out
    none = bestrun("solve", written(tmp_path, position | {"trains": []}))
    assert "no trains" in none.out and "revenue 0, proven\nno route" in none.out


def test_solve_reads_toml_and_json_alike(tmp_path: Path) -> None:
    as_json = written(tmp_path, tomllib.loads(SION.read_text()), "sion.json")
    left, right = bestrun("solve", SION, "--json"), bestrun("solve", as_json, "--json")
    drop = {"seconds"}
    assert {k: v for k, v in left.objects[0].items() if k not in drop} == {
        k: v for k, v in right.objects[0].items() if k not in drop
    }


def test_names_work_wherever_a_hex_does(tmp_path: Path) -> None:
    position = tomllib.loads(SION.read_text())
    assert "Sion" in position["tiles"] and position["tokens"]["VZ"] == ["Sion"]
    hexes = {"K10": "15:0", "K8": "58:2", "J11": "58:4"}
    tokens = {"VZ": ["K10"]}
    by_hex = bestrun("solve", written(tmp_path, position | {"tiles": hexes, "tokens": tokens}))
    assert "revenue 100, proven" in by_hex.out


@pytest.mark.parametrize(
    "claim, code, verdict",
    [
        ("2H: Sion-Martigny = 40\n3H: Sion-Visp-Brig = 60", 0, "best"),
        ("3H: Sion-Visp-Brig = 60", 1, "improvable"),
        ("2H: Sion-Martigny = 50\n3H: Sion-Visp-Brig = 50", 1, "misstated"),
        ("3H: Sion-Martigny-Montreux", 1, "illegal"),
    ],
)
def test_check_says_its_verdict_in_words_and_by_exit_code(
    claim: str, code: int, verdict: str, tmp_path: Path
) -> None:
    path = written(tmp_path, claim, "claim.txt")
    said = bestrun("check", SION, path)
    assert (said.code, said.err) == (code, "")
    assert said.out.splitlines()[1] == f"verdict: {verdict}"
    (answer,) = bestrun("check", SION, path, "--json").objects
    assert (answer["verdict"], answer["optimum"]) == (verdict, 100)
    assert (answer["better"] != []) == (answer["missed"] > 0)


def test_check_takes_the_claim_itself() -> None:
    assert bestrun("check", SION, "2H: Sion-Martigny = 40\n3H: Sion-Visp-Brig = 60").code == 0
    assert bestrun("check", SION, "3H: Sion-Visp-Brig = 60").code == 1


def test_no_words_are_no_claim() -> None:
    assert "no claim in it" in refusal(bestrun("check", SION, ""))


def test_a_picture_of_a_claim_takes_its_words(tmp_path: Path) -> None:
    picture = tmp_path / "claim.svg"
    said = bestrun("plot", SION, "--claim", "3H: Sion-Visp-Brig = 50", "-o", picture)
    assert (said.code, said.out, said.err) == (0, "", f"wrote {picture}\n")
    assert "50 is stated, but the run earns 60" in picture.read_text(encoding="utf-8")
    told = refusal(bestrun("plot", SION, "--claim", "nothing.txt", "-o", tmp_path / "no.svg"))
    assert "nothing.txt: there is no such file" in told
    assert not (tmp_path / "no.svg").exists()


def test_in_python_too() -> None:
    claim = "3H: Sion-Visp-Brig = 50"
    assert "50 is stated" in svg.write(api.draw(SION, claim=claim))
    assert api.check(SION, CLAIM).verdict == api.check(SION, str(CLAIM)).verdict == "best"


def test_a_claim_needs_no_space_after_the_train() -> None:
    assert bestrun("check", SION, "2H:Sion-Martigny=40\n3H:Sion-Visp-Brig=60").code == 0


@pytest.mark.parametrize(
    "words, piped, told",
    [
        (("solve", "-"), SION.read_bytes(), "revenue 100, proven"),
        (("check", SION, "-"), CLAIM.read_bytes(), "verdict: best"),
        (("check", "-", CLAIM), SION.read_bytes(), "verdict: best"),
        (("moves", "-"), SION.read_bytes(), "tile lays"),
        (("solve", "-"), GAME.read_bytes(), "revenue"),
        (("audit", "-"), GAME.read_bytes(), "missed 40 in 1 of 1 run"),
        (("solve", "-"), b"", "bestrun: -: the file is empty"),
    ],
)
def test_a_dash_is_what_is_piped_in(words: tuple[object, ...], piped: bytes, told: str) -> None:
    call = [sys.executable, "-c", "from bestrun.cli import main; main()", *map(str, words)]
    done = subprocess.run(call, input=piped, capture_output=True, check=False)
    assert told in (done.stdout + done.stderr).decode()


def test_check_explains_what_is_wrong_and_shows_the_better_plan() -> None:
    said = bestrun("check", SION, "3H: Sion-Martigny-Montreux = 60")
    assert "- 3H: 4 hexes, but a 3H runs through 3 [too-many-hexes]" in said.out
    assert "missed 100: the best plan earns 100 (proven)" in said.out
    assert "Sion-Visp-Brig" in said.out


def test_check_judges_cases_that_hold_their_claims(tmp_path: Path) -> None:
    cases = real_cases("1844-a")
    path = DATA / "positions" / "1844-a.json"
    said = bestrun("check", path, "--json", "--jobs", "1")
    assert len(said.objects) == len(cases)
    missed = [case["optimum"] - case["claim"]["revenue"] for case in cases]
    assert [answer["missed"] for answer in said.objects] == missed
    assert said.code == int(any(missed))
    best = [case for case in cases if case["optimum"] == case["claim"]["revenue"]][:3]
    three = tmp_path / "three.json"
    three.write_text(json.dumps(best))
    assert bestrun("check", three, "--jobs", "1").code == 0


def test_titles_lists_the_games() -> None:
    said = bestrun("titles")
    for title in ("1844", "1841", "1841-lite", "1841-v2", "1841-v2-lite"):
        assert f"\n{title} " in said.out
    found = {each["id"]: each for each in bestrun("titles", "--json").objects}
    assert found["1844"]["name"] == "1844 Switzerland"
    assert (found["1844"]["hexes"], found["1889"]["hexes"]) == (131, 52)
    assert {"solve", "check", "moves", "payout"} <= set(found["1844"]["works"])
    assert "audit" in found["1889"]["works"]
    assert "audit" not in found["1888East"]["works"]
    assert "report" in found["chicago-express"]["works"]
    assert "moves" not in found["chicago-express"]["works"]


def test_version_and_help() -> None:
    assert bestrun("--version").out.startswith("bestrun ")
    overview = bestrun("--help")
    assert overview.code == 0 and all(f"\n  {name} " in overview.out for name in COMMANDS)
    for command in ("solve", "check"):
        assert "Examples:" in bestrun(command, "--help").out


def every_command() -> Iterator[list[str]]:
    """The words of every command, those of groups included."""
    for name in COMMANDS:
        command = importlib.import_module(f"bestrun.commands.{name}").command
        if isinstance(command, click.Group):
            yield from ([name, word] for word in command.commands)
        else:
            yield [name]


@pytest.mark.parametrize("words", list(every_command()), ids=" ".join)
def test_help_begins_with_the_two_most_used_examples(words: list[str]) -> None:
    command = importlib.import_module(f"bestrun.commands.{words[0]}").command
    if isinstance(command, click.Group):
        command = command.commands[words[1]]
    said = bestrun(*words, "--help")
    lines = [line.strip() for line in said.out.splitlines()]
    assert (said.code, said.err) == (0, "")
    assert lines[2] == "Examples:" and lines[3:5] == command.examples[:2]
    assert "Options:" in lines[6:]
    for example in command.examples:
        assert example.startswith("bestrun ") and f" {' '.join(words)}" in example
        assert example in lines


def test_demo_solves_checks_and_draws(tmp_path: Path) -> None:
    picture = tmp_path / "demo.png"
    said = bestrun("demo", "-o", picture)
    assert said.code == 0
    assert "revenue 100, proven" in said.out and "verdict: best" in said.out
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_the_same_from_python() -> None:
    turn = api.load(SION)
    solution = api.solve(SION)
    assert (solution.revenue, solution.proven) == (100, True)
    assert api.solve(turn.position).revenue == 100
    assert api.solve(tomllib.loads(SION.read_text())).revenue == 100
    assert api.check(SION, CLAIM).verdict == "best"
    assert api.check(SION, CLAIM.read_text()).verdict == "best"
    assert api.titles()["1844"] == "1844 Switzerland"


def test_every_command_is_a_function_of_the_same_name() -> None:
    wanted = COMMANDS.keys() - {"serve", "site"}  # which answer nothing: they show the page
    assert [name for name in wanted if not callable(getattr(api, name, None))] == []


def test_every_function_is_offered_by_the_package() -> None:
    here = {
        name for name, each in vars(api).items() if getattr(each, "__module__", "") == api.__name__
    }
    functions = {name for name in here if name[0].islower()}
    assert functions | {"InputError"} == set(bestrun_package.__all__)
    assert all(getattr(bestrun_package, name) for name in bestrun_package.__all__)


@pytest.mark.parametrize("width", [200, 80, 60, 30])
def test_a_narrow_terminal_wraps_tables_and_hides_nothing(width: int) -> None:
    route = "Bergamo-Milano-Vercelli & Novara.1-Torino-Cuneo-Albenga-Marseille"
    hexes = "E9 F8 G7 F6 G5 H4 I3 K3 M3 N4 O5 Q5"
    with as_wide_as(width):
        shown = table(("train", "revenue", "route", "hexes"), [("8E", 500, route, hexes)])
    heading, *lines = shown.splitlines()
    assert heading.split() == ["train", "revenue", "route", "hexes"]
    assert all(len(line) <= max(width, 44) for line in lines)
    start, end = heading.index("route"), heading.index("hexes")
    assert "".join(line[start:end] for line in lines).replace(" ", "") == route.replace(" ", "")
    assert " ".join(line[end:] for line in lines).split() == hexes.split()
    assert len(lines) == 1 or width < 200


def test_figures_stand_to_the_right() -> None:
    shown = table(("train", "revenue"), [("8E", 5), ("2H", 1200)], right="revenue")
    assert shown.splitlines() == ["train  revenue", "8E           5", "2H        1200"]


def test_two_trains_of_a_claim_may_stand_on_one_line() -> None:
    claim = "2H: Sion-Martigny = 40; 3H: Sion-Visp-Brig = 60"
    assert bestrun("check", SION, claim, "--json").objects[0]["verdict"] == "best"
    told = refusal(bestrun("check", SION, claim.replace(";", ",")))
    assert told.endswith("is no revenue (write two trains on two lines, or with ; between them)")


def test_why_there_is_no_route_is_told(tmp_path: Path) -> None:
    text = 'title = "1844"\nphase = "3"\ncompany = "VZ"\ntrains = ["2H"]\n'
    assert "(VZ has no marker on the board)\n" in bestrun("solve", written(tmp_path, text)).out
    text += 'tokens = { VZ = ["Sion"] }\n'
    said = bestrun("solve", written(tmp_path, text)).out
    assert "(no track joins a marker of VZ to another stop)\n" in said
