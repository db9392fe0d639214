"""Games in files, replayed some at a time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from bestrun.auditing.runs import recorded
from bestrun.importers import Export, Note, RecordedRun, read_export
from mapdata.errors import InputError

MOST_RUNS = 2000
"""Runs that are held at the same time: beyond that games wait for those before them."""


@dataclass(frozen=True)
class ReplayedGame:
    """An exported game that could be replayed."""

    export: Export
    runs: list[RecordedRun]
    notes: tuple[Note, ...]


def replayed(path: Path, *, moves: bool = False) -> ReplayedGame:
    """The runs of an exported game; with ``moves`` also how their turns began."""
    export = read_export(path)
    try:
        return ReplayedGame(export, *recorded(export, moves=moves))
    except InputError as error:
        raise error.at(str(path)) from None


def in_batches(
    paths: Iterable[Path], *, moves: bool = False
) -> Iterator[list[ReplayedGame | InputError]]:
    """Yield the games, so many at a time as can be held, and in their places what is wrong."""
    batch: list[ReplayedGame | InputError] = []
    held = 0
    for path in paths:
        try:
            game = replayed(path, moves=moves)
            batch.append(game)
            held += len(game.runs)
        except InputError as error:
            # Its own traceback would keep the whole export in memory.
            batch.append(InputError(error.message, error.place))
        if held >= MOST_RUNS:
            yield batch
            batch, held = [], 0
    if batch:
        yield batch
