"""A time limit that any method can look at."""

from __future__ import annotations

import time


class Clock:
    """Time since the start, and the moment to stop."""

    def __init__(self, limit: float | None = None) -> None:
        self.start = time.perf_counter()
        self.limit = limit

    @property
    def seconds(self) -> float:
        """Return the seconds gone by."""
        return time.perf_counter() - self.start

    @property
    def left(self) -> float | None:
        """Return the seconds left, or ``None`` without a limit."""
        return None if self.limit is None else max(0.0, self.limit - self.seconds)

    def check(self) -> None:
        """Raise :class:`TimeoutError` when the time is over."""
        if self.limit is not None and self.seconds > self.limit:
            raise TimeoutError
