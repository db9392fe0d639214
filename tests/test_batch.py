"""Work over processes: order, errors, and processes that die."""

from __future__ import annotations

import os
import signal
from functools import partial
from pathlib import Path

import pytest

from bestrun.batch import Died, spread


def double(number: int) -> int:
    return 2 * number


def refuse(number: int) -> int:
    if number == 3:
        raise ValueError("three")
    return number


def die_once(number: int, marks: Path) -> int:
    """Kill the process over task 5, the first time."""
    mark = marks / "died"
    if number == 5 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def die_always(number: int) -> int:
    if number == 5:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def test_answers_come_in_the_order_of_the_tasks() -> None:
    assert list(spread(double, range(20), jobs=2)) == [2 * number for number in range(20)]


def test_no_tasks_no_answers() -> None:
    assert list(spread(double, [], jobs=2)) == []


def test_an_error_is_raised_where_its_answer_would_stand() -> None:
    answers = spread(refuse, range(6), jobs=2)
    assert [next(answers) for _ in range(3)] == [0, 1, 2]
    with pytest.raises(ValueError, match="three"):
        next(answers)


def test_a_process_that_dies_costs_a_retry_and_nothing_is_lost_or_doubled(tmp_path: Path) -> None:
    answers = list(spread(partial(die_once, marks=tmp_path), range(12), jobs=2))
    assert (tmp_path / "died").exists()
    assert answers == list(range(12))


def test_a_task_that_always_kills_is_given_up_alone() -> None:
    answers = list(spread(die_always, range(9), jobs=2))
    assert answers == [0, 1, 2, 3, 4, Died(), 6, 7, 8]
