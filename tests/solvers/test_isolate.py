"""Processes that may die: what comes back, and what auto still answers when they do."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from command import bestrun
from material import real_cases

from bestrun import api
from mapdata.errors import InputError
from solvers import methods
from solvers.bound import optimistic
from solvers.clock import Clock
from solvers.errors import SolverFailed, TooLarge
from solvers.isolate import WorkerDied, WorkerStopped, isolated
from solvers.methods import solve, solve_circuit
from solvers.plan import Found
from solvers.problem import Problem
from solvers.worker import Worker

CASE = next(case for case in real_cases("1844-a") if len(case["position"]["trains"]) > 1)


def add(one: int, two: int) -> int:
    return one + two


def where() -> int:
    return os.getpid()


def shout() -> str:
    print("words on stdout are no answer", flush=True)
    return "heard"


def complain() -> None:
    raise InputError("what", "where")


def unsendable() -> Any:
    return threading.Lock()


def be_killed() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def read_nothing() -> None:
    """Read from address 0, as a bug in native code does."""
    ctypes.string_at(0)


def sleep_until_told() -> str:
    try:
        time.sleep(30)
    except KeyboardInterrupt:
        return "what is known by then"
    return "too late"


def sleep_on() -> None:
    time.sleep(30)


def lose_the_interrupt() -> None:
    """Make something else of it, as modules of native code do that are being loaded."""
    try:
        time.sleep(30)
    except KeyboardInterrupt:
        raise ImportError("initialization failed") from None


def deaf() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    time.sleep(30)


@pytest.fixture(autouse=True)
def process_at_work() -> None:
    """Start the process before the clock: a busy machine takes its time over imports."""
    isolated(where)


def test_an_answer_comes_back_from_another_process() -> None:
    assert isolated(add, 2, 3) == 5
    assert isolated(where) != os.getpid()


def test_a_process_that_is_done_is_used_again() -> None:
    assert isolated(where) == isolated(where)


def test_a_process_does_not_keep_old_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder of titles that is named later is known to every function after that."""
    before = isolated(os.getpid)
    monkeypatch.setenv("BESTRUN_TITLES", "elsewhere")
    assert isolated(os.getenv, "BESTRUN_TITLES") == "elsewhere"
    assert isolated(os.getpid) != before


def test_what_a_solver_prints_is_no_answer() -> None:
    assert isolated(shout) == "heard"


def test_an_error_comes_back_as_it_was_raised() -> None:
    with pytest.raises(InputError) as raised:
        isolated(complain)
    assert str(raised.value) == "where: what"


def test_an_answer_that_cannot_be_sent_is_a_failure_and_no_silence() -> None:
    with pytest.raises(SolverFailed, match="cannot be sent back"):
        isolated(unsendable)


@pytest.mark.parametrize(("death", "name"), [(be_killed, "SIGKILL"), (read_nothing, "SIGSEGV")])
def test_a_death_is_an_error_and_the_next_function_runs(death: Any, name: str) -> None:
    with pytest.raises(WorkerDied, match=name):
        isolated(death)
    assert isolated(add, 1, 1) == 2


def test_when_time_is_over_what_is_known_is_still_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solvers.isolate.GRACE", 5)
    assert isolated(sleep_until_told, clock=Clock(0.2)) == "what is known by then"


def test_who_knows_nothing_when_time_is_over_was_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solvers.isolate.GRACE", 0.3)
    with pytest.raises(WorkerStopped):
        isolated(sleep_on, clock=Clock(0.2))


def test_who_is_stopped_before_it_has_begun_has_not_died(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solvers.isolate._waiting", [])
    clock = Clock(0)
    clock.interrupted = True
    with pytest.raises(WorkerStopped):
        isolated(sleep_on, clock=clock)


def test_who_does_not_end_in_time_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solvers.isolate.GRACE", 0.3)
    with pytest.raises(WorkerStopped, match="did not end"):
        isolated(deaf, clock=Clock(0.2))
    assert isolated(add, 1, 1) == 2


def test_whatever_an_interrupt_becomes_the_function_was_stopped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("solvers.isolate.GRACE", 5)
    with pytest.raises(WorkerStopped):
        isolated(lose_the_interrupt, clock=Clock(0.2))


@pytest.mark.parametrize("death", [be_killed, read_nothing])
def test_who_dies_when_all_is_to_end_was_stopped(death: Any) -> None:
    """Whether native code died of Ctrl-C or by itself: nobody waits for its answer any more."""
    clock = Clock()
    clock.interrupted = True
    with pytest.raises(WorkerStopped):
        isolated(death, clock=clock)


def test_an_interrupt_that_nobody_would_hear_ends_the_process() -> None:
    """Between its first line and the function it was sent a worker is deaf to signals."""
    worker = Worker()
    worker.interrupt()
    worker.begin(sleep_on, ())
    with pytest.raises(WorkerDied):
        worker.wait(20)


def test_ctrl_c_pressed_in_a_process_of_its_own() -> None:
    """Run the tests of ``interrupts.py`` where a signal can hit nobody else."""
    tests = Path(__file__).parent
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:xdist", "-o", "addopts="]
    done = subprocess.run(
        [*command, "interrupts.py"], cwd=tests, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_second_ctrl_c_is_not_caught() -> None:
    clock = Clock()
    with pytest.raises(KeyboardInterrupt), clock.stopped_by_interrupt():
        os.kill(os.getpid(), signal.SIGINT)
        assert clock.left == 0
        os.kill(os.getpid(), signal.SIGINT)


def test_a_worker_does_not_outlive_who_waits_for_it(tmp_path: Path) -> None:
    told = tmp_path / "pid"
    script = (
        "import pathlib, sys, test_isolate, solvers.isolate as i\n"
        "pathlib.Path(sys.argv[1]).write_text(str(i.isolated(test_isolate.where)))\n"
        "i.isolated(test_isolate.deaf)\n"
    )
    parent = subprocess.Popen(
        [sys.executable, "-c", script, told],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
        stdin=subprocess.DEVNULL,
    )
    worker = int(eventually(lambda: told.exists() and told.read_text()))
    parent.kill()
    parent.wait()
    eventually(lambda: not running(worker))


def eventually(question: Any, seconds: float = 20) -> Any:
    """Return the first answer that is not nothing."""
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        answer = question()
        if answer:
            return answer
        time.sleep(0.05)
    raise AssertionError("it never happened")


def running(pid: int) -> bool:
    """Whether a process lives; one that nobody has buried yet does not."""
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except FileNotFoundError:
        return False


# What auto answers when the methods of native code die.


def dies_over_mixed(method: str, problem: Problem, limit: float | None, keep: int) -> Found:
    if method == "mixed":
        read_nothing()
    return solve_circuit(problem, Clock(limit), keep)


def dies_always(method: str, problem: Problem, limit: float | None, keep: int) -> Found:
    be_killed()
    raise AssertionError


def never_ends(method: str, problem: Problem, limit: float | None, keep: int) -> Found:
    time.sleep(60)
    raise AssertionError


@pytest.fixture
def too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let auto fall through to the methods of native code; smaller problems are not too large."""
    near = methods._solve_near

    def refuse(*_: object, **__: object) -> Found:
        raise TooLarge("as if")

    def only_smaller(problem: Problem, *rest: Any) -> Found | None:
        return near(problem, *rest) if methods.SOME_STEPS in rest else None

    monkeypatch.setattr(methods, "_solve_near", only_smaller)
    monkeypatch.setattr(methods, "solve_frontier", refuse)


@pytest.fixture
def problem() -> Problem:
    return api.load(CASE["position"]).problem()


@pytest.mark.usefixtures("too_large")
def test_auto_asks_another_method_if_one_dies(
    problem: Problem, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(methods, "_native", dies_over_mixed)
    result = solve(problem)
    assert (result.revenue, result.proven) == (CASE["optimum"], True)


@pytest.mark.usefixtures("too_large")
def test_auto_answers_with_a_plan_and_a_bound_if_all_die(
    problem: Problem, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(methods, "_native", dies_always)
    result = solve(problem)
    assert 0 < result.revenue <= CASE["optimum"] <= result.bound == optimistic(problem)
    assert result.proven == (result.revenue == result.bound)


def test_a_method_that_was_asked_for_and_died_is_a_failure(
    problem: Problem, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(methods, "_native", dies_always)
    with pytest.raises(SolverFailed, match="died"):
        solve(problem, "circuit")


def threads() -> str | None:
    return os.environ.get("OMP_NUM_THREADS")


@pytest.mark.parametrize(("wanted", "given"), [(None, "1"), ("3", "3")])
def test_linear_algebra_has_one_thread_unless_the_user_wants_more(
    wanted: str | None, given: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OMP_NUM_THREADS")
    if wanted is not None:
        monkeypatch.setenv("OMP_NUM_THREADS", wanted)
    worker = Worker()
    worker.begin(threads, ())
    assert worker.wait() == given
    worker.close()
    bestrun("titles")
    assert threads() == given
