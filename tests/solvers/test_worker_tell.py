"""A function in a process of its own says how far it has come, and hears of others."""

from __future__ import annotations

from solvers.worker import Worker, heard, tell


def count_to(number: int) -> str:
    for each in range(number):
        tell(each)
    return "done"


def until_told_to_stop() -> list[str]:
    words: list[str] = []
    tell("ready")
    while "stop" not in words:
        words += heard()
    return words


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


def test_word_is_sent_to_the_function_that_runs_and_to_no_later_one() -> None:
    worker = Worker()

    def answer(_: object) -> None:
        for word in ("go on", "stop", "too late"):
            worker.send(word)

    try:
        for _ in range(2):
            worker.begin(until_told_to_stop, ())
            assert worker.wait(60, answer)[:2] == ["go on", "stop"]
    finally:
        worker.close()
