"""Memory that runs out: in a worker it is a death like any other."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from boards import turn_of
from material import DATA, real_cases

from solvers import methods
from solvers.errors import SolverFailed, TooLarge
from solvers.isolate import WorkerDied, isolated
from solvers.methods import solve
from solvers.worker import Worker

OPEN = DATA / "positions" / "open-board.json"
CASE = next(case for case in real_cases("1844-a") if len(case["position"]["trains"]) > 1)


def swallow() -> None:
    raise MemoryError


def no_thread() -> None:
    raise RuntimeError("Resource temporarily unavailable")


def swallow_all(*_: object) -> Any:
    raise MemoryError


def add(one: int, two: int) -> int:
    return one + two


@pytest.mark.parametrize("function", [swallow, no_thread])
def test_a_worker_without_memory_has_died_and_is_replaced(function: Any) -> None:
    with pytest.raises(WorkerDied, match="out of memory"):
        isolated(function)
    assert isolated(add, 1, 2) == 3


def test_auto_answers_where_native_code_has_no_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    def too_large(*_: object, **__: object) -> Any:
        raise TooLarge("too large")

    monkeypatch.setattr(methods, "pack_nearest", too_large)
    monkeypatch.setattr(methods, "solve_frontier", too_large)
    monkeypatch.setattr(methods, "_native", swallow_all)
    problem = turn_of(CASE["position"]).problem()
    result = solve(problem)
    assert result.revenue <= CASE["optimum"] <= result.bound
    with pytest.raises(SolverFailed, match="out of memory"):
        solve(problem, "circuit")


def test_a_process_that_cannot_be_started_has_died(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> Any:
        raise OSError(12, "Cannot allocate memory")

    monkeypatch.setattr("solvers.worker.subprocess.Popen", refuse)
    with pytest.raises(WorkerDied, match="no process could be started: Cannot allocate memory"):
        Worker()


def test_a_thread_that_cannot_be_started_is_a_death(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: object) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr("solvers.worker.threading.Thread.start", refuse)
    with pytest.raises(WorkerDied, match="can't start new thread"):
        Worker()


@pytest.mark.skipif(os.name != "posix", reason="limits of Unix")
@pytest.mark.parametrize("megabytes", [60, 300, 600])
def test_little_memory_is_one_line_at_most(megabytes: int, tmp_path: Path) -> None:
    import resource

    words = [sys.executable, "-m", "bestrun", "solve", str(OPEN)]
    done = subprocess.run(
        [*words, "--method", "circuit", "--time-limit", "2"],
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (megabytes * 2**20,) * 2),
    )
    assert done.returncode in (0, 2) and "Traceback" not in done.stderr
    assert done.stderr.count("\n") == int(done.returncode == 2)
