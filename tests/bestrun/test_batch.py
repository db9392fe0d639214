"""Batches over processes, and what the commands say about them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from material import DATA, real_cases
from tasks import Json, die_always, double, lines, run, slow_from_two_on, slow_with_a_mark

from bestrun.answers import Processes, answer_all
from bestrun.batch import Died, spread
from bestrun.files import Case
from bestrun.games.base import Answer
from solvers.errors import SolverFailed


def refuse(number: int) -> int:
    if number == 3:
        raise ValueError("three")
    return number


def die_once(number: int, marks: Path) -> int:
    """Kill the process over task 5, the first time; note every task that is finished."""
    mark = marks / "died"
    if number == 5 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    with (marks / "finished").open("a") as file:
        file.write(f"{number}\n")
    return number


def home(_: int) -> str:
    return os.environ.get("BESTRUN_TITLES", "")


def after(number: int, marks: Path, *others: int) -> bool:
    """Leave a mark, and return whether the marks of others came, too."""
    (marks / str(number)).touch()
    for _ in range(600):
        if all((marks / str(other)).exists() for other in others):
            return True
        time.sleep(0.1)
    return False


def after_it_is_heard(number: int, marks: Path) -> bool:
    return after(number, marks, *([] if number == 0 else [100 + number - 1]))


def together(number: int, marks: Path) -> bool:
    return after(number, marks, 0, 1, 2, 3)


def test_answers_come_in_the_order_of_the_tasks() -> None:
    assert list(spread(double, range(20), jobs=2)) == [2 * number for number in range(20)]


def test_no_tasks_no_answers() -> None:
    assert list(spread(double, [], jobs=2)) == []


def test_an_error_is_raised_where_its_answer_would_stand() -> None:
    answers = spread(refuse, range(6), jobs=2)
    assert [next(answers) for _ in range(3)] == [0, 1, 2]
    with pytest.raises(ValueError, match="three"):
        next(answers)


def test_an_answer_is_told_before_the_next_one_is_known(tmp_path: Path) -> None:
    told = []
    for heard in spread(partial(after_it_is_heard, marks=tmp_path), range(4), jobs=1):
        (tmp_path / str(100 + len(told))).touch()
        told.append(heard)
    assert told == [True] * 4


def test_processes_work_at_the_same_time(tmp_path: Path) -> None:
    assert all(spread(partial(together, marks=tmp_path), range(4), jobs=4))


def test_a_process_that_dies_costs_a_retry_and_nothing_is_lost_or_doubled(tmp_path: Path) -> None:
    answers = list(spread(partial(die_once, marks=tmp_path), range(12), jobs=2))
    assert (tmp_path / "died").exists()
    assert answers == list(range(12))
    finished = (tmp_path / "finished").read_text().split()
    assert sorted(map(int, finished)) == list(range(12))


def test_a_task_that_always_kills_is_given_up_alone() -> None:
    answers = list(spread(die_always, range(9), jobs=2))
    assert answers == [0, 1, 2, 3, 4, Died(), 6, 7, 8]


def test_workers_look_for_titles_where_the_user_does(monkeypatch: pytest.MonkeyPatch) -> None:
    list(spread(home, range(2), jobs=1))
    monkeypatch.setenv("BESTRUN_TITLES", "/my/titles")
    assert list(spread(home, range(2), jobs=1)) == ["/my/titles"] * 2


def test_ctrl_c_keeps_what_is_known_and_begins_nothing_new() -> None:
    threading.Timer(1.5, os.kill, (os.getpid(), signal.SIGINT)).start()
    told: list[object] = []
    with pytest.raises(KeyboardInterrupt):
        for answer in spread(slow_from_two_on, range(9), jobs=2):
            told.append(answer)
    assert told == ["0 done", "1 done", "2 so far", "3 so far"]


def test_a_batch_that_is_left_leaves_no_process_busy(tmp_path: Path) -> None:
    answers = spread(partial(slow_with_a_mark, marks=tmp_path), range(9), jobs=2)
    next(answers)
    answers.close()
    assert not list(tmp_path.iterdir())


# What the commands say.


@pytest.fixture
def mixed_bag(tmp_path: Path) -> str:
    """Return a file of five cases, of which three cannot be answered."""
    good = real_cases("1844-a")[:2]
    unknown_tile = json.loads(json.dumps(good[0])) | {"id": "tile"}
    unknown_tile["position"]["tiles"]["K10"] = "9999:0"
    untitled = {"id": "untitled", "position": {"company": "VZ"}}
    file = tmp_path / "bag.json"
    file.write_text(json.dumps([good[0], unknown_tile, "no table", untitled, good[1]]))
    return str(file)


@pytest.mark.parametrize("command", ["solve", "check"])
def test_a_bad_case_is_one_line_that_names_it_and_the_rest_goes_on(
    command: str, mixed_bag: str
) -> None:
    result = run(command, mixed_bag, "--json", "--jobs", "2")
    assert [line["id"] for line in lines(result)] == [
        case["id"] for case in real_cases("1844-a")[:2]
    ]
    assert result.exit_code == 2
    complaints = result.stderr.splitlines()
    for number, complaint in zip("234", complaints, strict=True):
        assert complaint.startswith(f"bestrun: {mixed_bag} (case {number}): ")
    assert "9999" in complaints[0]


def test_a_missing_file_stops_no_other(tmp_path: Path) -> None:
    file = str(DATA / "positions" / "1844-a.json")
    result = run("solve", str(tmp_path / "none.json"), file, "--json")
    assert len(lines(result)) == len(real_cases("1844-a"))
    assert (result.exit_code, result.stderr.count("no such file")) == (2, 1)


def test_a_wrong_option_is_not_said_for_every_case() -> None:
    result = run("solve", str(DATA / "positions" / "1844-a.json"), "--method", "circus")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.splitlines()[-1] == "bestrun: and so for 65 cases more"


def test_the_exit_code_of_check_is_that_of_the_worst(tmp_path: Path) -> None:
    cases = real_cases("1844-a")
    best = [case for case in cases if case["claim"]["revenue"] == case["optimum"]][:2]
    worse = [case for case in cases if case["claim"]["revenue"] < case["optimum"]][:1]
    file = tmp_path / "cases.json"
    for batch, code in ((best, 0), (best + worse, 1), ([*best, {}, *worse], 2)):
        file.write_text(json.dumps(batch))
        assert run("check", str(file), "--json").exit_code == code


def test_people_see_the_case_above_each_answer() -> None:
    result = run("solve", str(DATA / "positions" / "1844-a.json"), "--jobs", "2")
    headings = [line[3:] for line in result.stdout.splitlines() if line.startswith("== ")]
    assert headings == [case["id"] for case in real_cases("1844-a")]


def die_over_one(case: Case) -> Any:
    if case.id == "one":
        os.kill(os.getpid(), signal.SIGKILL)
    if case.id == "two":
        raise SolverFailed("a plan broke a rule")
    return _Yes()


class _Yes(Answer):
    def to_dict(self) -> Json:
        return {"yes": True}

    def summary(self) -> str:
        return "yes"


def test_a_case_over_which_processes_die_is_its_own_error(
    capsys: pytest.CaptureFixture[str],
) -> None:
    cases = [Case(name, {}, f"file ({name})") for name in ("zero", "one", "two", "three")]
    with pytest.raises(SystemExit) as ended:
        answer_all(cases, die_over_one, "asking", True, Processes(2))
    said = capsys.readouterr()
    assert ended.value.code == 2
    assert said.out == '{"yes": true}\n' * 2
    assert said.err.splitlines() == [
        "bestrun: file (one): no answer, a solver died over it twice",
        "bestrun: file (two): no answer, a solver failed: a plan broke a rule",
    ]


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_tells_the_best_so_far_and_stops_the_batch(jobs: str, tmp_path: Path) -> None:
    cases = real_cases("1844-a")
    (late,) = (case["position"] for case in cases if case["id"] == "1844-a:774")
    slow = {"id": "slow", "position": late | {"phase": "7", "trains": ["8E", "8E", "8E", "5H"]}}
    file = tmp_path / "cases.json"
    file.write_text(json.dumps([cases[0], slow, slow, slow, cases[1]]))
    command = [sys.executable, "-c", "from bestrun.cli import main; main()", "solve", str(file)]
    batch = subprocess.Popen(
        [*command, "--json", "--method", "circuit", "--jobs", jobs],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert batch.stdout is not None
    first = json.loads(batch.stdout.readline())
    time.sleep(3)
    batch.send_signal(signal.SIGINT)
    told, said = batch.communicate(timeout=30)
    rest = [json.loads(line) for line in told.splitlines()]
    assert (first["id"], first["proven"]) == (cases[0]["id"], True)
    assert [line["id"] for line in rest] == ["slow"] * int(jobs)
    assert all(line["revenue"] <= line["bound"] and not line["proven"] for line in rest)
    assert batch.returncode == 130
    assert said == f"bestrun: stopped, {1 + len(rest)} of 5 answered\n"
