"""One attempt: a command with its files, run in this process, and whether the promise was kept."""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING
from unittest import mock

from bestrun.cli import main
from tests.helpers.command import Said

if TYPE_CHECKING:
    from bestrun.page.reply import Reply

PAGE = "@page"
"""In place of a command: a question as the page sends it."""

SECONDS = 120
"""What an attempt may take, on however slow a machine; most take milliseconds."""

_NAME = re.compile(r"\{([\w./-]+)\}")
_ASIDES = ("bestrun: ", "note: ", "warning: ", "wrote ")
_CONTROLS = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f]")


class Broken(AssertionError):
    """The promise was not kept."""


class TooSlow(BaseException):
    """No exception of the code under test may catch it."""


@dataclass(frozen=True)
class Attempt:
    """The words of a command, in which ``{name}`` stands for a file, and those files."""

    words: tuple[str, ...]
    files: dict[str, bytes] = field(default_factory=dict)
    output: str = ""
    """The file that the command writes if all goes well."""


def run(attempt: Attempt, folder: Path) -> Said:
    """Run a command in an empty folder; raises :class:`Broken` if it does not keep the promise."""
    for name, raw in attempt.files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(raw)
    words = [_NAME.sub(lambda found: str(folder / found[1]), word) for word in attempt.words]
    before = everything(folder)
    with _in_time(SECONDS):
        if words[0] == PAGE:
            return _asked(words[1], (folder / "body").read_bytes())
        said = _called(words)
    _judge(said, words)
    left = everything(folder) - before
    wanted = {attempt.output} if attempt.output and said.code == 0 else set()
    if left != wanted:
        raise Broken(f"left behind: {sorted(left)}, wanted: {sorted(wanted)}")
    return said


def everything(folder: Path) -> set[str]:
    """Return the names of all files below a folder."""
    found = (Path(root, name) for root, _, names in os.walk(folder) for name in names)
    return {str(path.relative_to(folder)) for path in found}


def _called(words: list[str]) -> Said:
    out, err = io.StringIO(), io.StringIO()
    with (
        mock.patch.object(sys, "argv", ["bestrun", *words]),
        mock.patch.dict(os.environ),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        try:
            main()
            code = 0
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else int(end.code is not None)
        except Exception as error:
            raise Broken(f"{type(error).__name__} out of main: {error}") from error
    return Said(code, out.getvalue(), err.getvalue())


def _asked(question: str, body: bytes) -> Said:
    """Ask what the page asks: a status of 200, or one line and a status of 400 or 422."""
    try:
        reply = _through_a_door(question, body)
    except Exception as error:
        raise Broken(f"{type(error).__name__} out of the page: {error}") from error
    if reply.status not in (200, 400, 422):
        raise Broken(f"status {reply.status}: {reply.body[:600]!r}")
    text = reply.body.decode(errors="replace")  # a picture is no text
    if reply.media.startswith("application/json"):
        told = json.loads(text)
        if reply.status != 200 and ("\n" in told["error"] or len(told["error"]) > 3000):
            raise Broken(f"not one line: {told['error'][:300]!r}")
    return Said(0 if reply.status == 200 else 2, text, "")


def _through_a_door(question: str, body: bytes) -> Reply:
    """Ask as the server does, or as the static site does: it sends text."""
    from bestrun.page.message import ask
    from bestrun.page.questions import answer
    from bestrun.page.reply import Reply

    with contextlib.suppress(UnicodeDecodeError):
        if len(body) % 2:
            status, media, text = ask(question, body.decode(), lambda word: None)
            return Reply(status, media, text.encode())
    return answer(question, body)


def _judge(said: Said, words: list[str]) -> None:
    if said.code not in (0, 1, 2):
        raise Broken(f"exit code {said.code}")
    for line in said.err.splitlines():
        if not line.startswith(_ASIDES) and ": action " not in line:
            raise Broken(f"on stderr: {line[:200]!r}")
        if "internal error" in line or len(line) > 3000:
            raise Broken(line[:600])
    complaints = [line for line in said.err.split("\n") if line.startswith("bestrun: ")]
    if (said.code == 2) != bool(complaints):
        raise Broken(f"exit code {said.code} with {len(complaints)} complaints")
    for text in (said.out, said.err):
        if found := _CONTROLS.search(text):
            raise Broken(f"{found[0]!r} is printed")
    if "--json" in words:
        try:
            said.objects  # noqa: B018
        except ValueError as error:
            raise Broken(f"no JSON: {error}") from None


@contextmanager
def _in_time(seconds: int) -> Iterator[None]:
    """End what hangs, where a system can."""
    if not hasattr(signal, "SIGALRM"):
        yield
        return

    def ring(*_: object) -> None:
        raise TooSlow

    with contextlib.ExitStack() as stack:
        stack.callback(signal.signal, signal.SIGALRM, signal.signal(signal.SIGALRM, ring))
        stack.callback(signal.alarm, 0)
        signal.alarm(seconds)
        try:
            yield
        except TooSlow:
            raise Broken(f"no end after {seconds} seconds") from None
