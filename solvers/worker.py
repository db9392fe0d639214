"""A Python process that runs the functions it is sent, and may die over them.

It is started by name (``python -c``), not forked: no guard is needed in the user's script,
and no thread or half-written state is inherited. It stands in a session of its own, where
Ctrl-C does not reach it; whoever waits for it decides what that means. When the process
that sends goes, so does the worker, even in the middle of a function.
"""

from __future__ import annotations

import contextlib
import errno
import os
import pickle
import queue
import signal
import subprocess
import sys
import threading
import traceback
from collections.abc import Callable, Iterator
from typing import IO, Any

from solvers.errors import OutOfMemory, SolverFailed, WorkerDied, WorkerStopped
from solvers.threads import SETTINGS

_DEAD = object()
_HEARD: int = getattr(signal, "SIGBREAK", signal.SIGINT)
_INTERRUPT: int = getattr(signal, "CTRL_BREAK_EVENT", signal.SIGINT)
"""The signal that tells a function to end; Windows has another one for a single process."""
_ALONE: int = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)
_NO_ROOM = {os.strerror(errno.EAGAIN), os.strerror(errno.ENOMEM), "std::bad_alloc"}
"""Words in errors of native code that gets no memory or no thread."""
_OUT_OF_MEMORY = 77
"""Exit code of a process that has run out of memory, which must not go on."""
_SIZE = 8
"""Bytes that say how long the message after them is."""
_BEGUN = b""
"""A message that says that a function can be interrupted from now on."""
_WORD = b"\0"
"""First bytes of a message for the running function; no pickle begins so."""


class Worker:
    """A worker process as seen from its parent."""

    def __init__(self) -> None:
        known = os.pathsep.join(path or os.curdir for path in sys.path)
        self._owner = os.getpid()
        self._settings = _settings()
        self._inbox: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._begun = False
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-c", "from solvers.worker import serve; serve()"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env=dict.fromkeys(SETTINGS, "1") | os.environ | {"PYTHONPATH": known},
                start_new_session=True,
                creationflags=_ALONE,
            )
        except OSError as error:
            raise WorkerDied(f"no process could be started: {error.strerror}") from None
        try:
            threading.Thread(target=self._listen, daemon=True).start()
        except RuntimeError as error:  # there is no memory for another thread
            self.close()
            raise WorkerDied(f"no process could be started: {error}") from None

    @property
    def usable(self) -> bool:
        """Whether the process lives, is a child of this one and has its settings.

        After a fork it is another's child. What is set later, such as a folder of titles, it
        does not know.
        """
        ours = self._owner == os.getpid() and self._settings == _settings()
        return ours and self._process.poll() is None

    def begin(self, function: Callable[..., Any], args: tuple[Any, ...]) -> None:
        """Send a function of a module and its arguments; all must be picklable."""
        message = pickle.dumps((function, args))
        self._begun = False
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):  # it has died, as the inbox will tell
            _write(self._process.stdin, message)

    def send(self, word: object) -> None:
        """Send a message to the running function (:func:`heard`)."""
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):
            _write(self._process.stdin, _WORD + pickle.dumps(word))

    def wait(self, seconds: float | None = None, heard: Callable[[Any], None] | None = None) -> Any:
        """Result of the function; its exception is raised again.

        Whatever the function tells meanwhile (:func:`tell`) goes to ``heard``.

        Raises
        ------
        TimeoutError
            There is no answer within ``seconds``.
        WorkerDied
            There will be none.
        """
        while True:
            try:
                message = self._inbox.get(timeout=seconds)
            except queue.Empty:
                raise TimeoutError from None
            if message is _DEAD:
                raise _death(self._process.wait())
            returned, value = pickle.loads(message)
            if returned is None:
                if heard is not None:
                    heard(value)
                continue
            if not returned:
                raise value
            return value

    def interrupt(self) -> None:
        """Tell the function to end, as Ctrl-C would.

        One that has not begun would not hear of it, and has nothing to tell: it is ended.
        """
        if self._begun:
            self._process.send_signal(_INTERRUPT)
        else:
            self._process.kill()

    def close(self) -> None:
        """End the process, whatever it is doing."""
        if self._owner == os.getpid():
            self._process.kill()
            self._process.wait()
            assert self._process.stdin is not None
            with contextlib.suppress(OSError):
                self._process.stdin.close()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as stream:
            while (message := _read(stream)) is not None:
                if message == _BEGUN:
                    self._begun = True
                else:
                    self._inbox.put(message)
        self._inbox.put(_DEAD)


_sink: IO[bytes] | None = None
"""The pipe for answers, in a process that serves."""
_listener: Callable[[Any], object] | None = None
"""The listener to progress of functions that run in this process."""
_words: queue.SimpleQueue[bytes] = queue.SimpleQueue()
"""A message for the function that runs there."""


def _settings() -> dict[str, str]:
    """Environment variables of this toolkit."""
    return {name: value for name, value in os.environ.items() if name.startswith("BESTRUN_")}


@contextlib.contextmanager
def listening(heard: Callable[[Any], object]) -> Iterator[None]:
    """Pass the progress of functions to ``heard`` in a process that is not a worker."""
    global _listener
    _listener = heard
    try:
        yield
    finally:
        _listener = None


def tell(value: object) -> None:
    """Report the progress of a function to the listener, if there is one."""
    if _listener is not None:
        _listener(value)
    elif _sink is not None:
        _write(_sink, pickle.dumps((None, value)))


def heard() -> list[Any]:
    """The messages that the parent has sent to the running function meanwhile."""
    found = []
    with contextlib.suppress(queue.Empty):
        while True:
            found.append(pickle.loads(_words.get_nowait()))
    return found


def tell_begun() -> None:
    """Tell the parent that the function can be interrupted from now on."""
    if _sink is not None:
        _write(_sink, _BEGUN)


def serve() -> None:
    """Run functions as they arrive, as long as the parent process lives."""
    global _sink
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(_HEARD, signal.SIG_IGN)
    source, sink = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    _sink = sink
    os.dup2(2, 1)  # what a solver prints is no answer
    tasks: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_hear, args=(source, tasks), daemon=True).start()
    while True:
        returned, value = _attempt(tasks.get())
        try:
            message = pickle.dumps((returned, value))
            if not returned:
                pickle.loads(message)
        except Exception:
            message = pickle.dumps((False, SolverFailed(f"cannot be sent back: {value!r}")))
        _write(sink, message)


def _hear(source: IO[bytes], tasks: queue.SimpleQueue[bytes]) -> None:
    """Pass tasks on, and end the process when the parent is gone."""
    while (message := _read(source)) is not None:
        if message.startswith(_WORD):
            _words.put(message[len(_WORD) :])
        else:
            heard()  # what is left was for a function that is over
            tasks.put(message)
    os._exit(1)


def _attempt(message: bytes) -> tuple[bool, Any]:
    """Whether the function returned, and what it returned or raised.

    The handler is set anew for each: CP-SAT leaves none behind.
    """
    try:
        try:
            signal.signal(_HEARD, signal.default_int_handler)
            tell_begun()
            function, args = pickle.loads(message)
            return True, function(*args)
        finally:
            signal.signal(_HEARD, signal.SIG_IGN)
    except KeyboardInterrupt:
        return False, WorkerStopped("it was stopped before it had an answer")
    except BaseException as error:
        if isinstance(error, MemoryError) or str(error) in _NO_ROOM:
            os._exit(_OUT_OF_MEMORY)
        error.add_note(f"In a process of its own:\n{traceback.format_exc()}")
        return False, error


def _write(stream: IO[bytes], message: bytes) -> None:
    stream.write(len(message).to_bytes(_SIZE, "big") + message)
    stream.flush()


def _read(stream: IO[bytes]) -> bytes | None:
    """Return the next message, or ``None`` when the other side is gone."""
    size = stream.read(_SIZE)
    if len(size) < _SIZE:
        return None
    length = int.from_bytes(size, "big")
    message = stream.read(length)
    return message if len(message) == length else None


def _death(code: int) -> WorkerDied:
    """The reason why a process ended, from its exit code."""
    if code == _OUT_OF_MEMORY:
        return OutOfMemory("its process died (out of memory)")
    with contextlib.suppress(ValueError):
        return WorkerDied(f"its process died ({signal.Signals(-code).name})")
    return WorkerDied("its process died")
