"""Questions answered in processes that may die, so many at a time and no more.

The server itself only passes messages on. Each question runs in a worker of its own; one
that takes too long, or that nobody waits for any more, is ended together with its worker.
Whoever comes when the queue is full is told so at once.
"""

from __future__ import annotations

import asyncio
import functools
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

from anyio import CapacityLimiter, to_thread

from solvers.worker import Worker

GLANCE = 0.05
"""Seconds between two looks at whether somebody still waits."""

TIRED = 500
"""Answers after which a worker is replaced, so that its memory stays bounded."""


class Busy(Exception):
    """The queue is full."""


class TooLong(Exception):
    """There was no answer within the time for one question."""


class Gone(Exception):
    """Nobody waits for the answer."""


class WorkerPool:
    """Workers, and those who wait for one.

    Parameters
    ----------
    processes
        Questions answered at a time; one place is always kept free of long questions.
    waiting
        How many more may stand in the queue.
    """

    def __init__(self, processes: int, waiting: int) -> None:
        self.processes = max(2, processes)
        self.waiting = waiting
        self.asked = 0
        self._places = asyncio.Semaphore(self.processes)
        self._long = asyncio.Semaphore(self.processes - 1)
        self._threads = CapacityLimiter(self.processes)
        self._idle: list[tuple[Worker, int]] = []
        self._busy: set[Worker] = set()

    async def ask(
        self,
        function: Callable[..., Any],
        *args: Any,
        seconds: float,
        long: bool = False,
        gone: Callable[[], Awaitable[bool]] | None = None,
        heard: Callable[[Any], None] | None = None,
    ) -> Any:
        """Return ``function(*args)``, run in a worker.

        Parameters
        ----------
        seconds
            The time for the question, not counting the queue.
        long
            The question may take seconds: some places are kept from it.
        gone
            Asked now and then whether the one who asked is gone.
        heard
            Called with what the function tells meanwhile.

        Raises
        ------
        Busy, TooLong, Gone
            There is no answer, for these reasons.
        WorkerDied
            The process died over the question.
        """
        async with self._queued(), self._place(long):
            worker, answers = self._idle.pop() if self._idle else (Worker(), 0)
            self._busy.add(worker)
            done = False
            try:
                worker.begin(function, args)
                answer = await self._answer(worker, time.monotonic() + seconds, gone, heard)
                done = True
                return answer
            finally:
                self._busy.discard(worker)
                if done and worker.usable and answers + 1 < TIRED:
                    self._idle.append((worker, answers + 1))
                else:
                    worker.close()

    async def _answer(
        self,
        worker: Worker,
        end: float,
        gone: Callable[[], Awaitable[bool]] | None,
        heard: Callable[[Any], None] | None,
    ) -> Any:
        wait = functools.partial(worker.wait, GLANCE, heard)
        while True:
            try:
                return await to_thread.run_sync(wait, limiter=self._threads)
            except TimeoutError:
                if gone is not None and await gone():
                    raise Gone from None
                if time.monotonic() > end:
                    raise TooLong from None

    @asynccontextmanager
    async def _queued(self) -> AsyncIterator[None]:
        if self.asked >= self.processes + self.waiting:
            raise Busy
        self.asked += 1
        try:
            yield
        finally:
            self.asked -= 1

    @asynccontextmanager
    async def _place(self, long: bool) -> AsyncIterator[None]:
        if long:
            async with self._long, self._places:
                yield
        else:
            async with self._places:
                yield

    def close(self) -> None:
        """End all workers."""
        for worker in (*self._busy, *(worker for worker, _ in self._idle)):
            worker.close()
        self._idle.clear()
