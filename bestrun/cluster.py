"""Batches on the machines of a Dask cluster, through joblib."""

from __future__ import annotations

import logging
import pickle
import socket
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import contextmanager
from functools import partial
from typing import Any
from urllib.parse import urlsplit

from bestrun.batch import AnyAnswer, Died, Task, twice
from bestrun.terminal import aside
from mapdata.errors import InputError
from solvers.clock import Clock
from solvers.isolate import isolated

PATIENCE = 10
"""Seconds within which a cluster should answer."""

GLANCE = 1.0
"""Seconds between two looks at its workers."""

NO_WORKERS = "the cluster has no workers"

ALONE = 60.0
"""Seconds to wait for a new worker when the last one is gone."""

_TALKATIVE = ("distributed", "tornado", "asyncio")


def spread_there(
    function: Callable[[Task], AnyAnswer], tasks: Sequence[Task], address: str
) -> Iterator[AnyAnswer | Died]:
    """Let joblib and Dask do the work; tasks of a lost machine are done by the others.

    Tasks travel as bytes: joblib stores larger objects on one machine, and they would be
    lost with it.
    """
    with _client(address) as client:
        from joblib import Parallel, delayed

        batch = Parallel(
            backend=_backend(client), return_as="generator", batch_size=1, pre_dispatch="all"
        )
        watch = _Watch(client, address)
        try:
            with watch:
                yield from batch(delayed(_there)(pickle.dumps((function, task))) for task in tasks)
        except TimeoutError:
            raise InputError(NO_WORKERS, address) from None
        except ModuleNotFoundError as error:
            raise InputError(f"its workers cannot import {error.name}", address) from None
        except (CancelledError, OSError):
            lost = NO_WORKERS if watch.gave_up else "the scheduler of the cluster is gone"
            raise InputError(lost, address) from None


class _Watch:
    """Looks whether a cluster has workers: without any, Dask waits for one and says nothing."""

    def __init__(self, client: Any, address: str) -> None:
        self.gave_up = False
        self._client, self._address = client, address
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)

    def __enter__(self) -> None:
        self._thread.start()

    def __exit__(self, *wrong: object) -> None:
        self._over.set()

    def _look(self) -> None:
        alone: float | None = None
        while not self._over.wait(GLANCE):
            try:
                workers = self._client.scheduler_info()["workers"]
            except Exception:  # the scheduler is gone, as whoever waits for answers will hear
                return
            now = time.monotonic()
            if workers:
                alone = None
            elif alone is None:
                alone = now
                aside(f"{self._address}: its last worker is gone; waiting {ALONE:g} s for another")
            elif now - alone > ALONE:
                self.gave_up = True
                self._client.close(timeout=1)  # ends the wait for answers
                return


def _backend(client: Any) -> Any:
    """Return joblib's Dask backend without the short cut that it takes for one core.

    With one core left on the cluster, joblib would run the whole batch here.
    """
    from joblib._dask import DaskDistributedBackend

    class Cluster(DaskDistributedBackend):  # type: ignore[misc]  # joblib has no types
        def effective_n_jobs(self, n_jobs: int) -> int:
            cores: int = super().effective_n_jobs(n_jobs)
            return max(2, cores)

    return Cluster(client=client, wait_for_workers_timeout=PATIENCE)


def _there(task: bytes) -> Any:
    return twice(partial(isolated, clock=_WhileWanted()), *pickle.loads(task))


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
    with _hushed(), client:
        yield client


@contextmanager
def _hushed() -> Iterator[None]:
    """Keep Dask from logging: a lost cluster is reported in one line.

    After an error it stays silent. What is left of its connections complains until the very end.
    """
    names = [*_TALKATIVE, *logging.root.manager.loggerDict]
    loggers = [logging.getLogger(name) for name in names if name.partition(".")[0] in _TALKATIVE]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL + 1)
    yield
    for logger, level in zip(loggers, levels, strict=True):
        logger.setLevel(level)


def _knock(address: str) -> None:
    """Raise an error if nobody is there: no such host, or nothing that listens."""
    place = urlsplit(address if "://" in address else f"tcp://{address}")
    if not place.hostname or not place.port:
        raise ValueError(address)
    socket.create_connection((place.hostname, place.port), timeout=PATIENCE).close()
