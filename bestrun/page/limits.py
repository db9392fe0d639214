"""The time and the memory for one question, kept in the process that answers it."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from solvers.clock import Clock

_clock: ContextVar[Clock | None] = ContextVar("clock", default=None)


@contextmanager
def limited(seconds: float | None) -> Iterator[None]:
    """Let the solvers of a question stop after so many seconds, with the best found by then."""
    token = _clock.set(Clock(seconds))
    try:
        yield
    finally:
        _clock.reset(token)


def seconds_left(wanted: float | None = None) -> float | None:
    """Seconds for a solver: those wanted, or fewer if the question has no more."""
    clock = _clock.get()
    left = None if clock is None else clock.left
    return min((each for each in (wanted, left) if each is not None), default=None)


def cap_memory(memory: int) -> None:
    """Cap the bytes of this process and its children, where the system can."""
    try:
        resource = importlib.import_module("resource")
    except ModuleNotFoundError:  # Windows has no such limit
        return
    resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))
