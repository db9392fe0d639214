"""Functions in processes of their own, so that a crash is an error like any other.

A solver in native code can take its process with it. :func:`isolated` runs a function where
that does no harm; a :class:`Crew` does so for many functions at once. Workers that are done
wait for the next function: to start one and to import a solver takes longer than most answers.
"""

from __future__ import annotations

import atexit
import contextlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from solvers.clock import Clock
from solvers.errors import WorkerDied, WorkerStopped

if TYPE_CHECKING:
    from solvers.worker import Worker

__all__ = ["Crew", "WorkerDied", "WorkerStopped", "isolated"]

T = TypeVar("T")

GRACE = 1.0
"""Seconds that a function has to end after its time is over."""

_GLANCE = 0.1
"""Seconds between two looks at a clock that Ctrl-C may have stopped."""

_waiting: list[Worker] = []


def isolated(function: Callable[..., T], *args: Any, clock: Clock | None = None) -> T:
    """Return ``function(*args)``, run in a process that may die.

    Parameters
    ----------
    function
        A function of a module; it, its arguments and its answer must be picklable.
    clock
        When its time is over, or Ctrl-C has stopped it, the function is told to come to an
        end, and its answer is still taken if it comes soon.

    Raises
    ------
    WorkerDied
        The process died.
    WorkerStopped
        The function was stopped before it had any answer, or had to be ended.
    """
    worker = _take()
    try:
        worker.begin(function, args)
        answer: T = _answer(worker, clock)
        return answer
    except TimeoutError:
        worker.close()
        raise WorkerStopped("it did not end when its time was over") from None
    except WorkerDied:
        if clock is not None and clock.interrupted:
            raise WorkerStopped("it was interrupted") from None
        raise
    except KeyboardInterrupt:
        worker.close()
        raise
    finally:
        _give_back(worker)


def _answer(worker: Worker, clock: Clock | None) -> Any:
    """Wait while there is time, and a little longer for the function's best answer so far."""
    while clock is None or clock.left is None or clock.left > 0:
        with contextlib.suppress(TimeoutError):
            return worker.wait(_GLANCE)
    if not clock.interrupted:  # the function looks at a clock of its own
        with contextlib.suppress(TimeoutError):
            return worker.wait(GRACE)
    worker.interrupt()
    try:
        return worker.wait(GRACE)
    except TimeoutError:
        raise
    except Exception:  # native code that is being loaded makes what it likes of an interrupt
        raise WorkerStopped("it was interrupted") from None


class Crew:
    """The workers that one caller keeps busy, from any number of threads."""

    def __init__(self) -> None:
        self._busy: set[Worker] = set()
        self._stopping = False

    def call(
        self,
        function: Callable[..., T],
        *args: Any,
        heard: Callable[[Any], None] | None = None,
    ) -> T:
        """Return ``function(*args)``, run in a worker; raises :class:`WorkerDied`.

        What the function tells meanwhile goes to ``heard``. After :meth:`interrupt` or
        :meth:`close` a death or an error is as intended, and no function begins: all that is
        :class:`WorkerStopped`.
        """
        worker = _take()
        self._busy.add(worker)
        try:
            if self._stopping:
                raise WorkerStopped("it was called off")
            worker.begin(function, args)
            answer: T = worker.wait(heard=heard)
            return answer
        except Exception:
            if self._stopping:
                raise WorkerStopped("it was called off") from None
            raise
        finally:
            self._busy.discard(worker)
            _give_back(worker)

    def send(self, word: object) -> None:
        """Send a message to all functions that run."""
        for worker in list(self._busy):
            worker.send(word)

    def interrupt(self) -> None:
        """Tell all functions that run to end."""
        self._stopping = True
        for worker in list(self._busy):
            worker.interrupt()

    def close(self) -> None:
        """End all functions that run, at once."""
        self._stopping = True
        for worker in list(self._busy):
            worker.close()


def _take() -> Worker:
    """Return a worker that waits, or a new one."""
    while _waiting:
        with contextlib.suppress(IndexError):  # another thread took it
            worker = _waiting.pop()
            if worker.usable:
                return worker
            worker.close()
    from solvers.worker import Worker  # most positions need none

    return Worker()


def _give_back(worker: Worker) -> None:
    if worker.usable:
        _waiting.append(worker)


@atexit.register
def _end() -> None:
    while _waiting:
        _waiting.pop().close()
