"""Printing: text that is safe for a terminal, tables, progress bars, JSON lines."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import zip_longest
from pathlib import Path
from typing import Any, TypeVar

from mapdata.errors import one_line, printable

T = TypeVar("T")

_columns: ContextVar[int | None] = ContextVar("columns", default=None)


def columns() -> int:
    """Return the width of the terminal; in a pipe there is no limit."""
    wanted = _columns.get()
    if wanted is not None:
        return wanted
    if not sys.stdout.isatty():
        return 10_000
    import shutil

    return shutil.get_terminal_size().columns


@contextmanager
def as_wide_as(wanted: int) -> Iterator[None]:
    """Lay out tables for the terminal of another process."""
    before = _columns.set(wanted)
    try:
        yield
    finally:
        _columns.reset(before)


def progress(items: Iterable[T], total: int, label: str) -> Iterator[T]:
    """Pass ``items`` on, with a progress bar on stderr when a person is watching.

    The bar makes way for each of them, since what is made of it may be printed.
    """
    if total < 2 or not sys.stderr.isatty():
        yield from items
        return
    from rich.console import Console
    from rich.progress import Progress

    bar = Progress(console=Console(stderr=True), transient=True, redirect_stdout=False)
    task = bar.add_task(label, total=total)
    bar.start()
    try:
        for item in items:
            bar.advance(task)
            bar.stop()
            yield item
            bar.start()
    finally:
        bar.stop()


Watch = Callable[[int, int], None]
"""Told how much is done of how much."""


@contextmanager
def watched(label: str, *, alone: bool) -> Iterator[Watch | None]:
    """Show how far one long search is, if a person is watching; of a batch, its own bar tells.

    The bar appears with the first word of it: a short search shows none.
    """
    if not alone or not sys.stderr.isatty():
        yield None
        return
    from contextlib import ExitStack

    with ExitStack() as shown:
        bar: list[Callable[..., Any]] = []

        def tell(done: int, total: int) -> None:
            if not bar:
                from rich.console import Console
                from rich.markup import escape
                from rich.progress import Progress

                drawn = shown.enter_context(Progress(console=Console(stderr=True), transient=True))
                task = drawn.add_task(escape(label), total=None)
                bar.append(lambda **more: drawn.update(task, **more))
            bar[0](completed=done, total=total)

        yield tell


def say(text: str, *, nl: bool = True) -> None:
    """Print text: nothing in it, wherever it comes from, can command the terminal."""
    _echo(_plain(text), nl=nl)


def aside(text: str) -> None:
    """Print one line on stderr; where that cannot be written to, the exit code must do."""
    try:
        _echo(one_line(text), err=True)
    except OSError:
        sys.stderr = io.StringIO()  # what could not be written is not tried again


def _echo(text: str, *, err: bool = False, nl: bool = True) -> None:
    import click  # the page prints nothing, and its static site comes without it

    click.echo(text, err=err, nl=nl)


def complain(text: str) -> None:
    """Print what is wrong."""
    aside(f"bestrun: {text}")


def note(text: str) -> None:
    """Print what is good to know."""
    aside(f"note: {text}")


def warn(text: str, place: str) -> None:
    """Print what is odd about a position, though it was answered."""
    aside(f"warning: {place}: {text}")


def say_written(path: Path) -> None:
    """Name the written file on a terminal; a pipe gets the answer alone."""
    aside(f"wrote {path}")


def _plain(text: str) -> str:
    """Spell out control sequences, except for the bold type of table headings."""
    styled = re.split(f"({re.escape(_BOLD)}|{re.escape(_NORMAL)})", text)
    return "".join(part if part in (_BOLD, _NORMAL) else printable(part) for part in styled)


_BOLD, _NORMAL = "\x1b[1m", "\x1b[0m"


def echo_json(value: Mapping[str, Any]) -> None:
    """Print one object on one line at once, so that a reader sees it when it is known."""
    say_json(json_line(value))


def json_line(value: Mapping[str, Any]) -> str:
    """Return an object as JSON in which people can read the names."""
    import json

    return json.dumps(value, ensure_ascii=False)


def say_json(line: str) -> None:
    """Print a line of JSON; letters that cannot be printed here are spelt as JSON does."""
    import json

    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    try:
        line.encode(encoding)
        shown = _CONTROLS.sub(lambda found: f"\\u{ord(found[0]):04x}", line)
    except (UnicodeEncodeError, LookupError):
        shown = json.dumps(json.loads(line))
    _echo(shown)
    sys.stdout.flush()


_CONTROLS = re.compile("[\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")


def table(headings: Sequence[str], rows: Sequence[Sequence[object]], right: str = "") -> str:
    """Return an aligned table as text; ``right`` names the headings of figures.

    On a terminal long cells wrap to its width, between words and after hyphens; in a pipe
    every row is one line. Nothing is ever left out.
    """
    import textwrap

    cells = [list(headings), *([one_line(str(cell)) for cell in row] for row in rows)]
    widths = _fitted([max(map(len, column)) for column in zip(*cells, strict=True)])
    signs = [">" if heading in right.split() else "<" for heading in headings]
    lines = []
    for row in cells:
        wrapped = [textwrap.wrap(cell, width) for cell, width in zip(row, widths, strict=True)]
        for parts in zip_longest(*wrapped, fillvalue=""):
            laid = zip(parts, signs, widths, strict=True)
            line = _GAP.join(f"{part:{sign}{width}}" for part, sign, width in laid)
            lines.append(line.rstrip())
    if sys.stdout.isatty():
        lines[0] = f"{_BOLD}{lines[0]}{_NORMAL}"
    return "\n".join(lines)


_GAP = "  "
_NARROWEST = 12
"""The least width of a column, however narrow the terminal is."""


def _fitted(widths: list[int]) -> list[int]:
    """Take from the widest columns until all fit beside each other."""
    fitted = [max(width, 1) for width in widths]
    while sum(fitted) + len(_GAP) * (len(fitted) - 1) > columns():
        widest = max(fitted)
        if widest <= _NARROWEST:
            break
        fitted[fitted.index(widest)] -= 1
    return fitted
