"""Questions answered in processes that may die, so many at a time and no more.

The server itself only passes messages on. Each question runs in a worker of its own; one
that takes too long, or that nobody waits for any more, is ended together with its worker.
Quick and long questions have a queue each. Whoever comes when his is full is told so at once.
"""

from __future__ import annotations

import asyncio
import functools
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

from anyio import CapacityLimiter, to_thread

from solvers.errors import WorkerDied
from solvers.worker import Worker

GLANCE = 0.05
"""Seconds between two looks at whether somebody still waits for an answer that is worked on."""

LOOK = 0.3
"""Seconds between two looks at whether somebody in the queue is still there."""

START = 60.0
"""Seconds for a worker to start and to load what it needs."""

TIRED = 500
"""Answers after which a worker is replaced, so that its memory stays bounded."""

HasLeft = Callable[[], Awaitable[bool]]
"""Asked now and then whether the one who asked has left."""


class Busy(Exception):
    """The queue is full, or the server ends."""


class TooLong(Exception):
    """There was no answer within the time for one question."""


class Gone(Exception):
    """Nobody waits for the answer."""


@asynccontextmanager
async def taken(places: asyncio.Semaphore, gone: HasLeft | None) -> AsyncIterator[None]:
    """Wait for a place, unless the one who asked leaves, and keep it."""
    waiting = asyncio.ensure_future(places.acquire())
    try:
        while not (await asyncio.wait({waiting}, timeout=LOOK))[0]:
            if gone is not None and await gone():
                raise Gone
    except BaseException:
        if not waiting.cancel():  # the place came at the same moment
            places.release()
        raise
    try:
        yield
    finally:
        places.release()


class QuestionQueue:
    """Places for one kind of question, and those who wait for one, first come, first served.

    No client has more than half of the queue, so that nobody is shut out by one other.
    """

    def __init__(self, places: int, waiting: int) -> None:
        self.most = places + waiting
        self.most_of_one = max(places, self.most // 2)
        self.clients: Counter[str] = Counter()
        self._places = asyncio.Semaphore(places)

    @property
    def asked(self) -> int:
        """Questions that wait or are worked on."""
        return self.clients.total()

    @asynccontextmanager
    async def place(self, client: str, gone: HasLeft | None) -> AsyncIterator[None]:
        """Wait for a place and keep it."""
        if self.asked >= self.most or self.clients[client] >= self.most_of_one:
            raise Busy
        self.clients[client] += 1
        try:
            async with taken(self._places, gone):
                yield
        finally:
            self.clients[client] -= 1
            self.clients += Counter()  # forgets clients that ask nothing


class WorkerPool:
    """Workers, and those who wait for one.

    Parameters
    ----------
    processes
        Questions answered at a time; one place is always kept free of long questions.
    waiting
        How many more may stand in each queue.
    prepare
        Called in each worker before its first question.
    """

    def __init__(
        self, processes: int, waiting: int, prepare: Callable[[], object] | None = None
    ) -> None:
        self.processes = max(2, processes)
        self.quick = QuestionQueue(self.processes, waiting)
        self.long = QuestionQueue(self.processes - 1, waiting)
        self.started = 0
        self._prepare = prepare
        self._places = asyncio.Semaphore(self.processes)
        self._closing = False
        self._threads = CapacityLimiter(self.processes)
        self._idle: list[tuple[Worker, int]] = []
        self._busy: set[Worker] = set()

    @property
    def running(self) -> int:
        """Questions that are worked on."""
        return len(self._busy)

    async def ask(
        self,
        function: Callable[..., Any],
        *args: Any,
        seconds: float,
        long: bool = False,
        client: str = "",
        gone: HasLeft | None = None,
        heard: Callable[[Any], None] | None = None,
    ) -> Any:
        """Return ``function(*args)``, run in a worker.

        Parameters
        ----------
        seconds
            The time for the question, not counting the queue and the start of a worker.
        long
            The question may take seconds: it has a queue of its own, and one place is kept from it.
        client
            Who asks.
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
        queue = self.long if long else self.quick
        async with queue.place(client, gone), taken(self._places, gone):
            if self._closing:
                raise Busy
            worker, answers = self._free()
            self._busy.add(worker)
            done = False
            try:
                if answers == 0 and self._prepare is not None:
                    worker.begin(self._prepare, ())
                    await self._answer(worker, START, gone, None)
                worker.begin(function, args)
                answer = await self._answer(worker, seconds, gone, heard)
                done = True
                return answer
            finally:
                self._busy.discard(worker)
                if done and worker.usable and answers + 1 < TIRED:
                    self._idle.append((worker, answers + 1))
                else:
                    worker.close()

    def _free(self) -> tuple[Worker, int]:
        """Return a worker that lives, and its answers so far: one may have died while idle."""
        while self._idle:
            worker, answers = self._idle.pop()
            if worker.usable:
                return worker, answers
            worker.close()
        self.started += 1
        return Worker(), 0

    async def _answer(
        self,
        worker: Worker,
        seconds: float,
        gone: HasLeft | None,
        heard: Callable[[Any], None] | None,
    ) -> Any:
        end = time.monotonic() + seconds
        wait = functools.partial(worker.wait, GLANCE, heard)
        while True:
            try:
                return await to_thread.run_sync(wait, limiter=self._threads)
            except TimeoutError:
                if gone is not None and await gone():
                    raise Gone from None
                if time.monotonic() > end:
                    raise TooLong from None
            except WorkerDied:
                if self._closing:
                    raise Busy from None
                raise

    def close(self) -> None:
        """End all workers; questions that come or wait from now on are refused."""
        self._closing = True
        for worker in (*self._busy, *(worker for worker, _ in self._idle)):
            worker.close()
        self._idle.clear()
