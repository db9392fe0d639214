"""Games exported from 18xx.games: every run as a position and a claim."""

from __future__ import annotations

from bestrun.importers.actions import Export, is_export, parse_export, read_export
from bestrun.importers.moment import Moment, position_before, position_now
from bestrun.importers.records import ClaimedRun, Note, RecordedRun
from bestrun.importers.replay import Replay
from bestrun.importers.titles import replay

__all__ = [
    "ClaimedRun",
    "Export",
    "Moment",
    "Note",
    "RecordedRun",
    "Replay",
    "is_export",
    "parse_export",
    "position_before",
    "position_now",
    "read_export",
    "replay",
]
