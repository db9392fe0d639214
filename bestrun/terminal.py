"""Manners on the terminal: progress on a terminal only, JSON one object a line."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypeVar

import click

T = TypeVar("T")

_columns: ContextVar[int | None] = ContextVar("columns", default=None)


def columns() -> int:
    """Return how wide a line may be: as the terminal, or in a pipe as wide as it likes."""
    wanted = _columns.get()
    if wanted is not None:
        return wanted
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else 10_000


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


def echo_json(value: dict[str, Any]) -> None:
    """Print one object on one line at once, so that a reader sees it when it is known."""
    click.echo(json.dumps(value, ensure_ascii=False))
    sys.stdout.flush()


def table(headings: Sequence[str], rows: Sequence[Sequence[object]], right: str = "") -> str:
    """Return an aligned table as text; ``right`` names the headings of figures.

    On a terminal long cells wrap to its width; in a pipe every row is one line.
    """
    from rich.console import Console
    from rich.table import Table

    made = Table(box=None, pad_edge=False, show_edge=False, header_style="bold")
    for heading in headings:
        made.add_column(heading, justify="right" if heading in right.split() else "left")
    for row in rows:
        made.add_row(*[str(cell) for cell in row])
    console = Console(width=columns(), no_color=True, highlight=False)
    with console.capture() as capture:
        console.print(made, markup=False)
    return "\n".join(line.rstrip() for line in capture.get().splitlines())
