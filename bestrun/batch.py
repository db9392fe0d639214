"""Work spread over processes, so that the death of one costs a retry and not the batch.

A solver in native code can take its process with it. Every task therefore runs in a worker;
if one dies, what was unfinished is done again, the tasks that may have been its first and
each by itself. A task over which a process dies twice is reported as :class:`Died`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from typing import TypeVar

Task = TypeVar("Task")
Answer = TypeVar("Answer")


@dataclass(frozen=True)
class Died:
    """What stands in place of an answer when processes died over a task."""


def cores() -> int:
    """Return the number of processes that make sense here."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def spread(
    function: Callable[[Task], Answer], tasks: Sequence[Task], jobs: int | None = None
) -> Iterator[Answer | Died]:
    """Yield ``function`` of every task, in the order of the tasks.

    Parameters
    ----------
    function
        A function of a module; tasks and answers must be picklable. What it raises is
        raised here.
    jobs
        Processes; all cores if not given.
    """
    workers = max(1, min(jobs or cores(), len(tasks)))
    known: dict[int, Answer | Died] = {}
    at = 0
    while at < len(tasks):
        todo = [each for each in range(at, len(tasks)) if each not in known]
        running: dict[int, Future[Answer]] = {}
        try:
            pool = _pool(workers)
            running = {each: pool.submit(function, tasks[each]) for each in todo}
            while at < len(tasks):
                yield known.pop(at) if at in known else running[at].result()
                at += 1
        except BrokenProcessPool:
            lost = _unfinished([each for each in todo if each >= at], running, known)
            for each in lost[:workers]:
                known[each] = _alone(function, tasks[each])
        finally:
            for future in running.values():
                future.cancel()


def _unfinished(
    todo: Sequence[int], running: dict[int, Future[Answer]], known: dict[int, Answer | Died]
) -> list[int]:
    """Keep the answers that came before the pool broke; return the tasks without one."""
    lost = []
    for each in todo:
        future = running.get(each)
        if future is None or not future.done() or future.cancelled() or future.exception():
            lost.append(each)
        else:
            known[each] = future.result()
    return lost


def _alone(function: Callable[[Task], Answer], task: Task) -> Answer | Died:
    try:
        return _pool(1).submit(function, task).result()
    except BrokenProcessPool:
        return Died()


def _pool(workers: int) -> Executor:
    """Return fresh processes, which need no guard in the user's script."""
    from joblib.externals.loky import get_reusable_executor

    pool: Executor = get_reusable_executor(max_workers=workers, kill_workers=False)
    return pool
