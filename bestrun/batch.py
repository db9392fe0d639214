"""Work spread over processes, so that the death of one costs a retry and not the batch.

A solver in native code can take its process with it. Every task therefore runs in a worker
that may die, here or on the machines of a cluster. A task over which one dies is done again;
one over which two die is reported as :class:`Died`, and the others go on.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from mapdata.folders import VARIABLE
from solvers.isolate import Crew, WorkerDied, WorkerStopped

Task = TypeVar("Task")
AnyAnswer = TypeVar("AnyAnswer")


@dataclass(frozen=True)
class Died:
    """The sign in place of an answer that processes died over a task."""


def cores() -> int:
    """Return the number of processes that make sense here."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def spread(
    function: Callable[[Task], AnyAnswer],
    tasks: Sequence[Task],
    jobs: int | None = None,
    cluster: str = "",
) -> Iterator[AnyAnswer | Died]:
    """Yield ``function`` of every task, in the order of the tasks, as soon as it is known.

    On Ctrl-C the tasks that run are told to come to an end; what they still answer is
    yielded, and then :class:`KeyboardInterrupt` is raised.

    Parameters
    ----------
    function
        A function of a module; tasks and answers must be picklable. What it raises is
        raised here.
    jobs
        Processes; all cores if not given.
    cluster
        The address of a Dask scheduler, to use the workers there instead.
    """
    function = partial(_with_titles, os.environ.get(VARIABLE, ""), function)
    if cluster:
        from bestrun.cluster import spread_there

        yield from spread_there(function, tasks, cluster)
        return
    crew = Crew()
    threads = ThreadPoolExecutor(max(1, min(jobs or cores(), len(tasks))))
    try:
        running = [threads.submit(twice, crew.call, function, task) for task in tasks]
        yield from _in_order(running, crew)
    finally:
        threads.shutdown(wait=False, cancel_futures=True)
        crew.close()
        threads.shutdown()


def _in_order(
    running: Sequence[Future[AnyAnswer | Died]], crew: Crew
) -> Iterator[AnyAnswer | Died]:
    """Yield the answers; tasks begin in order, so those that had begun come first."""
    stopping = False
    for future in running:
        try:
            try:
                answer = future.result()
            except KeyboardInterrupt:
                if stopping:
                    raise
                stopping = True
                for each in running:
                    each.cancel()
                crew.interrupt()
                answer = future.result()
        except (CancelledError, WorkerStopped):
            raise KeyboardInterrupt from None
        yield answer
    if stopping:
        raise KeyboardInterrupt


def _with_titles(folders: str, function: Callable[[Task], AnyAnswer], task: Task) -> AnyAnswer:
    """Look for titles where the user does; a worker may be older than the user's wish."""
    os.environ[VARIABLE] = folders
    return function(task)


def twice(
    call: Callable[[Callable[[Task], AnyAnswer], Task], AnyAnswer],
    function: Callable[[Task], AnyAnswer],
    task: Task,
) -> AnyAnswer | Died:
    """Result of ``call`` on a function and its task; tried twice if need be."""
    for _ in range(2):
        with suppress(WorkerDied):
            return call(function, task)
    return Died()
