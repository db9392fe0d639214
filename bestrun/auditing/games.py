"""Many games one after the other: replayed, judged, and kept as small as totals need them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from bestrun.auditing.runs import Audit, AuditedRun, Extras, judged, recorded
from bestrun.auditing.tallies import worst
from bestrun.importers import Export, Note, RecordedRun, read_export
from mapdata.errors import InputError
from mapdata.position import Position

MOST_RUNS = 2000
"""Runs that are held at the same time: beyond that games wait for those before them."""


@dataclass(frozen=True)
class ReplayedGame:
    """An exported game that could be replayed."""

    export: Export
    runs: list[RecordedRun]
    notes: tuple[Note, ...]


def replayed(path: Path, *, moves: bool = False) -> ReplayedGame:
    """Return the runs of an exported game; with ``moves`` also how their turns began."""
    export = read_export(path)
    try:
        return ReplayedGame(export, *recorded(export, moves=moves))
    except InputError as error:
        raise error.at(str(path)) from None


def slim(audit: Audit, whole: int = 0) -> Audit:
    """Return an audit without what only its own text needs; so many of the worst runs are whole."""
    kept = {id(each) for each in audit.improvable[:whole]}
    return replace(
        audit, runs=tuple(each if id(each) in kept else _figures(each) for each in audit.runs)
    )


def _figures(audited: AuditedRun) -> AuditedRun:
    """Return a run with its figures alone: no board, no routes, no pictures."""
    run, position = audited.run, audited.run.position
    bare = Position(position.title, position.phase, position.company, trains=position.trains)
    run = replace(run, position=bare, routes=(), trains={}, turn_start=None)
    return replace(audited, run=run, claimed=(), better=(), pictures=(), card=b"")


def with_pictures(audits: Sequence[Audit]) -> list[Audit]:
    """Return audits in which the worst runs of all have their pictures."""
    bad = worst(audits)
    drawn = judged([each.run for each in bad], extras=Extras(pictures=True))
    pictures = {id(each): again.pictures for each, again in zip(bad, drawn, strict=True)}
    return [
        replace(
            audit,
            runs=tuple(
                replace(each, pictures=pictures[id(each)]) if id(each) in pictures else each
                for each in audit.runs
            ),
        )
        for audit in audits
    ]
