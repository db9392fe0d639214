"""What a bonus or a rule asks of the position: each holds where it should, and nowhere else.

The board is that of the tiny title, where the 3 earns 110 from Southam to the Coast.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
from material import DATA

import bestrun
from mapdata.folders import VARIABLE

POSITION: dict[str, Any] = {
    "title": "valley",
    "phase": "2",
    "company": "RED",
    "trains": ["3"],
    "tiles": {"B2": "6:5", "C3": "58:2", "B4": "8:5", "D2": "6:2"},
    "tokens": {"RED": ["B2"], "BLUE": ["D2"]},
}
PLAIN = 110


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    found = Path(shutil.copytree(DATA / "tiny-title", tmp_path / "valley"))
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    return found


def add(folder: Path, text: str, first: str = "") -> None:
    file = folder / "title.toml"
    file.write_text(f"{first}\n{file.read_text('utf-8')}\n{text}\n", encoding="utf-8")


def revenue(**more: object) -> int:
    return bestrun.solve(POSITION | more).revenue


BONUS = "[bonuses.x]\namount = 7\nsets = [['B2']]\n"
PRIVATE = "[privates.P]\n"
CAR = "[trains.car]\nruns = false\n"
CONDITIONS = {
    "who owns a private": ('if_private = "P"', {"privates": ["P"]}, {}),
    "who does not own it": ('unless_private = "P"', {}, {"privates": ["P"]}),
    "who holds a mark": ('if_marker = "M"', {"markers": ["M"]}, {}),
    "who does not hold it": ('unless_marker = "M"', {}, {"markers": ["M"]}),
    "with a marker in a hex": (
        'if_token = "D2"',
        {"tokens": {"RED": ["B2", "D2"]}},
        {"tokens": {"RED": ["B2"]}},
    ),
    "with a car": ('if_train = "car"', {"trains": ["3", "car"]}, {}),
    "in a phase": (
        'phases = ["1"]',
        {"phase": "1", "tiles": {"B2": "6:5", "C3": "58:2", "D2": "6:2"}, "trains": ["2"]},
        {},
    ),
    "by letters": (
        'company = "BLUE"',
        {"company": "BLUE", "tokens": {"RED": [], "BLUE": ["D2"]}},
        {},
    ),
    "by train": ('trains = ["2"]', {"trains": ["2"]}, {}),
    "but not by another": ('not_trains = ["3"]', {"trains": ["2"]}, {}),
}


@pytest.mark.parametrize("condition", CONDITIONS)
def test_a_bonus_is_earned_where_its_condition_holds(folder: Path, condition: str) -> None:
    key, good, bad = CONDITIONS[condition]
    add(folder, f"{PRIVATE}{CAR}")
    add(Path(shutil.copytree(folder, folder.parent / "again")), f"{BONUS}{key}\n")
    without = [revenue(**some) for some in (good, bad)]
    found = [revenue(title="again", **some) for some in (good, bad)]
    assert found == [without[0] + 7, without[1]]


PLACES = {
    "where a mark lies": ('marker = "M"', {"assigned": {"C3": ["M"]}}, {"assigned": {"A3": ["M"]}}),
    "where the own mark lies": (
        'marker = "own"',
        {"assigned": {"C3": ["RED"]}},
        {"assigned": {"C3": ["BLUE"]}},
    ),
    "where a tile lies": ('tiles = ["58"]', {}, {"tiles": {"B2": "6:5", "B4": "8:5"}}),
    "at a stop of the destination": (
        'sets = [["destination.token"]]',
        {"destination": {"home": "B2", "token": "C5"}},
        {},
    ),
    "for stops without an own marker": (
        'sets = [["D2"]]\nunless_own = true',
        {},
        {"tokens": {"RED": ["B2", "D2"]}},
    ),
}


@pytest.mark.parametrize("place", PLACES)
def test_a_bonus_is_earned_where_it_lies(folder: Path, place: str) -> None:
    key, good, bad = PLACES[place]
    add(folder, f"[bonuses.x]\namount = 7\nper = 'stop'\n{key}\n")
    earned = [bestrun.solve(POSITION | some).to_dict()["runs"] for some in (good, bad)]
    assert [sum(run["parts"].get("x", 0) for run in runs) for runs in earned] == [7, 0]


PERMITS = {
    "for a mark": ('if_marker = "M"', {"markers": ["M"]}),
    "for a private": ('if_private = "P"', {"privates": ["P"]}),
    "for a marker elsewhere": ('if_token = ["D2"]', {"tokens": {"RED": ["B2", "D2"]}}),
    "for a kind of company": ('companies = ["local"]', {}),
}


@pytest.mark.parametrize("permit", PERMITS)
def test_a_place_is_open_to_those_with_a_permit(folder: Path, permit: str) -> None:
    key, good = PERMITS[permit]
    closed = key.replace("local", "national")
    add(folder, f"{PRIVATE}[route]\npermits = [{{ places = ['C5'], {closed} }}]\n")
    without = revenue()
    assert without < PLAIN
    if "companies" in key:
        folder = Path(shutil.copytree(folder, folder.parent / "open"))
        shutil.rmtree(folder.parent / "valley")
        file = folder / "title.toml"
        file.write_text(file.read_text("utf-8").replace("national", "local"), encoding="utf-8")
        good = {"title": "open"}
    assert revenue(**good) == PLAIN


def test_hexes_pay_what_the_position_says(folder: Path) -> None:
    assert revenue(values={"C5": 80}) == PLAIN + 30
    assert revenue(values={"C5": {"early": 5, "late": 10}}) < PLAIN


def test_what_the_turn_earns_beside_its_runs(folder: Path) -> None:
    assert revenue(connection_bonus=10) == PLAIN + 10
    assert revenue(coal_revenue=30) == PLAIN + 30


def test_a_leased_train_is_paid_flat(folder: Path) -> None:
    add(folder, "[route]\nleased = { sum = 40, stop = 20 }\n")
    assert revenue(leased=True) == 40 + 5 * 20  # three cities and areas, two towns


def test_a_place_is_closed_while_the_marker_of_another_lies_there(folder: Path) -> None:
    add(folder, "[route]\ntaken = ['D2']\n")
    closed = revenue()
    assert closed < PLAIN
    assert revenue(tokens={"RED": ["B2"]}) == PLAIN


def test_privates_add_to_the_turn_what_the_title_says(folder: Path) -> None:
    add(folder, f"{PRIVATE}[route]\nincome_counts = {{ P = {{ early = 5, late = 10 }} }}\n")
    assert revenue(privates=["P"]) == PLAIN + 10
    assert revenue() == PLAIN


def test_several_trains_that_run_as_one_express_earn_as_many_times(folder: Path) -> None:
    file = folder / "title.toml"
    text = file.read_text("utf-8").replace("price = 200, count = 2", "price = 200, express = true")
    file.write_text(text, encoding="utf-8")
    assert revenue(express=2) == 2 * PLAIN
    assert revenue() == PLAIN


def test_of_some_hexsides_a_turn_uses_one(folder: Path) -> None:
    add(folder, "[route]\none_of_sides = { C3 = [0, 3] }\n")  # the run uses none of both
    assert revenue() == PLAIN
    file = folder / "title.toml"
    file.write_text(file.read_text("utf-8").replace("[0, 3]", "[2, 4]"), encoding="utf-8")
    shutil.copytree(folder, folder.parent / "again")
    assert revenue(title="again") < PLAIN
