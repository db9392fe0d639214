"""Manners on the terminal: progress on a terminal only, JSON one object a line."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeVar

import click

T = TypeVar("T")


def progress(items: Iterable[T], total: int, label: str) -> Iterator[T]:
    """Pass ``items`` on, with a progress bar on stderr when a person is watching."""
    if total < 2 or not sys.stderr.isatty():
        yield from items
        return
    from rich.console import Console
    from rich.progress import track

    yield from track(items, label, total, console=Console(stderr=True), transient=True)


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
    wide = sys.stdout.isatty()
    console = Console(width=None if wide else 10_000, no_color=True, highlight=False)
    with console.capture() as capture:
        console.print(made, markup=False)
    return "\n".join(line.rstrip() for line in capture.get().splitlines())
