"""Ctrl-C while a process is waited for; run by ``test_isolate.py`` in a pytest of its own."""

from __future__ import annotations

import os
import signal
import threading

import pytest
from test_isolate import (
    CASE,
    never_ends,
    problem,
    process_at_work,
    sleep_until_told,
    too_large,
    where,
)

from solvers import methods
from solvers.clock import Clock
from solvers.isolate import isolated
from solvers.methods import solve
from solvers.problem import Problem

__all__ = ["problem", "process_at_work", "too_large"]


def interrupt_soon(seconds: float = 0.5) -> None:
    """Press Ctrl-C in a moment."""
    threading.Timer(seconds, os.kill, (os.getpid(), signal.SIGINT)).start()


def test_ctrl_c_without_a_clock_ends_the_process_and_the_wait() -> None:
    pid = isolated(where)
    interrupt_soon()
    with pytest.raises(KeyboardInterrupt):
        isolated(sleep_until_told)
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_ctrl_c_ends_the_time_of_a_clock() -> None:
    isolated(where)  # a process that has begun
    clock = Clock()
    interrupt_soon()
    with clock.stopped_by_interrupt():
        assert isolated(sleep_until_told, clock=clock) == "what is known by then"
    assert clock.interrupted
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.usefixtures("too_large")
def test_auto_answers_on_ctrl_c_even_if_the_method_has_nothing(
    problem: Problem, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(methods, "_native", never_ends)
    interrupt_soon()
    result = solve(problem)
    assert result.interrupted
    assert result.revenue <= CASE["optimum"] <= result.bound
