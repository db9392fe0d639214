"""Manners on the terminal: progress on a terminal only, JSON one object a line."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
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
