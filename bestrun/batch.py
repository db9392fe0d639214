"""Work spread over processes, so that the death of one costs a retry and not the batch.

A solver in native code can take its process with it. Every task therefore runs in a worker
that may die, here or on the machines of a cluster. A task over which one dies is done again;
one over which two die is reported as :class:`Died`, and the others go on.
"""

from __future__ import annotations

import os
import pickle
import socket
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar
from urllib.parse import urlsplit

from mapdata.errors import InputError
from mapdata.folders import VARIABLE
from solvers.clock import Clock
from solvers.isolate import Crew, WorkerDied, WorkerStopped, isolated

Task = TypeVar("Task")
Answer = TypeVar("Answer")

PATIENCE = 10
"""Seconds within which a cluster should answer."""


@dataclass(frozen=True)
class Died:
    """What stands in place of an answer when processes died over a task."""


def cores() -> int:
    """Return the number of processes that make sense here."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def spread(
    function: Callable[[Task], Answer],
    tasks: Sequence[Task],
    jobs: int | None = None,
    cluster: str = "",
) -> Iterator[Answer | Died]:
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
        yield from _on_cluster(function, tasks, cluster)
        return
    crew = Crew()
    threads = ThreadPoolExecutor(max(1, min(jobs or cores(), len(tasks))))
    try:
        running = [threads.submit(_twice, crew.call, function, task) for task in tasks]
        yield from _in_order(running, crew)
    finally:
        threads.shutdown(wait=False, cancel_futures=True)
        crew.close()
        threads.shutdown()


def _in_order(running: Sequence[Future[Answer | Died]], crew: Crew) -> Iterator[Answer | Died]:
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


def _with_titles(folders: str, function: Callable[[Task], Answer], task: Task) -> Answer:
    """Look for titles where the user does; a worker may be older than the user's wish."""
    os.environ[VARIABLE] = folders
    return function(task)


def _twice(
    call: Callable[[Callable[[Task], Answer], Task], Answer],
    function: Callable[[Task], Answer],
    task: Task,
) -> Answer | Died:
    for _ in range(2):
        with suppress(WorkerDied):
            return call(function, task)
    return Died()


def _on_cluster(
    function: Callable[[Task], Answer], tasks: Sequence[Task], address: str
) -> Iterator[Answer | Died]:
    """Let joblib and Dask do the work; a machine that is lost is made up for by the others.

    Tasks travel as bytes: joblib stores larger objects on one machine, and they would be
    lost with it.
    """
    with _client(address) as client:
        from joblib import Parallel, delayed, parallel_config

        with parallel_config("dask", client=client, wait_for_workers_timeout=PATIENCE):
            batch = Parallel(return_as="generator", batch_size=1, pre_dispatch="all")
        try:
            yield from batch(delayed(_there)(pickle.dumps((function, task))) for task in tasks)
        except TimeoutError:
            raise InputError("the cluster has no workers", address) from None
        except ModuleNotFoundError as error:
            raise InputError(f"its workers cannot import {error.name}", address) from None


def _there(task: bytes) -> Any:
    return _twice(partial(isolated, clock=_WhileWanted()), *pickle.loads(task))


class _WhileWanted(Clock):
    """Time, for a task on a cluster, as long as someone waits for it.

    Dask cannot end a function whose caller is gone; it would block a machine for nothing.
    """

    def __init__(self) -> None:
        from distributed import get_worker

        super().__init__()
        self._worker = get_worker()
        self._key = self._worker.get_current_task()

    @property
    def left(self) -> float | None:
        """Return no time at all for a task that was cancelled."""
        task = self._worker.state.tasks.get(self._key)
        return 0.0 if task is None or task.state == "cancelled" else None


@contextmanager
def _client(address: str) -> Iterator[Any]:
    """Connect to a Dask scheduler, or say in one line what is in the way."""
    try:
        import distributed
        import joblib  # noqa: F401
    except ImportError:
        raise InputError(
            "a cluster needs Dask and joblib: pip install 'bestrun[cluster]'"
        ) from None
    connect: Any = distributed.Client
    try:
        _knock(address)  # a client that finds nobody is slow to give up, and noisy
        client = connect(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, TimeoutError, ValueError):
        raise InputError(
            "no Dask scheduler answers at this address (such as tcp://10.0.0.1:8786)", address
        ) from None
    with client:
        yield client


def _knock(address: str) -> None:
    """Raise an error if nobody is there: no such host, or nothing that listens."""
    place = urlsplit(address if "://" in address else f"tcp://{address}")
    if not place.hostname or not place.port:
        raise ValueError(address)
    socket.create_connection((place.hostname, place.port), timeout=PATIENCE).close()
