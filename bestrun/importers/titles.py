"""Which replay a title takes."""

from __future__ import annotations

from bestrun.importers.actions import Export
from bestrun.importers.replay import Replay
from mapdata.titles import load


def replay(export: Export) -> Replay:
    """Return the replay of a game, at its beginning."""
    from bestrun.importers.title_1841 import Replay1841
    from bestrun.importers.title_1844 import Replay1844

    title = load(export.title)
    return (Replay1844 if export.title == "1844" else Replay1841)(export, title)
