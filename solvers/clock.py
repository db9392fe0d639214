"""A time limit for any method; Ctrl-C ends the time."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

FOREVER = 1e8
"""The longest limit in seconds, some years: solvers overflow with longer ones."""

_plain = getattr(signal, "_signal", signal)
"""The same without a search for names of handlers, which takes a tenth of a small turn's time."""


class Clock:
    """Time since the start, and the moment to stop.

    ``interrupted`` says that Ctrl-C ended the time.
    """

    def __init__(self, limit: float | None = None) -> None:
        self.start = time.perf_counter()
        self.limit = limit if limit is not None and limit < FOREVER else None
        self.interrupted = False

    @property
    def seconds(self) -> float:
        """The seconds gone by."""
        return time.perf_counter() - self.start

    @property
    def left(self) -> float | None:
        """Return the seconds left, or ``None`` without a limit."""
        return None if self.limit is None else max(0.0, self.limit - self.seconds)

    def check(self) -> None:
        """Raise :class:`TimeoutError` when the time is over."""
        if self.limit is not None and self.seconds > self.limit:
            raise TimeoutError

    @contextmanager
    def stopped_by_interrupt(self) -> Iterator[None]:
        """Let Ctrl-C end the time, so that what was found by then is still an answer.

        A second Ctrl-C is a :class:`KeyboardInterrupt` as usual. Handlers of signals belong
        to the main thread; elsewhere, or if the user has a handler, nothing changes.
        """
        usual = signal.default_int_handler
        ours = threading.current_thread() is threading.main_thread()
        if not ours or _plain.getsignal(signal.SIGINT) is not usual:
            yield
            return

        def stop(number: int, frame: FrameType | None) -> None:
            if self.interrupted:
                usual(number, frame)
            self.interrupted = True
            self.limit = 0.0

        _plain.signal(signal.SIGINT, stop)
        try:
            yield
        finally:
            _plain.signal(signal.SIGINT, usual)
