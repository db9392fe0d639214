"""Games exported from 18xx.games: every run as a position and a claim."""

from __future__ import annotations

from bestrun.importers.actions import Export, parse_export, read_export
from bestrun.importers.common import Replay
from bestrun.importers.games import replay
from bestrun.importers.moment import Moment, position_before, position_now
from bestrun.importers.records import Note, RecordedRun

__all__ = [
    "Export",
    "Moment",
    "Note",
    "RecordedRun",
    "Replay",
    "parse_export",
    "position_before",
    "position_now",
    "read_export",
    "replay",
]
