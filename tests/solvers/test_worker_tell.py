"""A function in a process of its own says how far it has come."""

from __future__ import annotations

from solvers.worker import Worker, tell


def count_to(number: int) -> str:
    for each in range(number):
        tell(each)
    return "done"


def test_what_is_told_is_heard_before_the_answer() -> None:
    worker, heard = Worker(), []
    try:
        worker.begin(count_to, (3,))
        assert worker.wait(60, heard.append) == "done"
        assert heard == [0, 1, 2]
        worker.begin(count_to, (1,))
        assert worker.wait(60) == "done"
    finally:
        worker.close()


def test_without_a_listener_nothing_happens() -> None:
    assert count_to(2) == "done"
