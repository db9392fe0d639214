"""Exported games as the page shows them: the table before every run, and each run judged."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from bestrun.auditing.judging import stated
from bestrun.auditing.runs import audit_of, judge, recorded
from bestrun.importers import Export, RecordedRun, replay
from bestrun.importers.actions import export_of
from bestrun.importers.games import title_of
from bestrun.importers.moment import position_now, table_at
from bestrun.page.limits import seconds_left
from mapdata.errors import InputError, within
from solvers.worker import tell

TIME = 10.0
"""Seconds for one run of an audit."""


def turns_of(game: Mapping[str, Any]) -> dict[str, Any]:
    """Every turn of a game with the whole table before it and what was claimed."""
    export = _export(game)
    runs, notes = recorded(export)
    tables = _tables(export)
    moments = [_moment(run, tables[run.action]) for run in runs]
    with suppress(InputError):  # it is over, or nobody has a train yet
        now = position_now(export)
        label = f"now: {now.position.company}"
        moments.append({"action": None, "label": label, "position": now.table})
    return {
        "name": export.name,
        "title": title_of(export),
        "moments": moments,
        "notes": [str(note) for note in notes],
    }


def _export(game: Mapping[str, Any]) -> Export:
    name = str(game.get("id", "game"))
    with within("the game"):
        return export_of(dict(game), name)


def _tables(export: Export) -> dict[int, dict[str, Any]]:
    """Return the whole table before each run of a game."""
    replayed = replay(export)
    return {
        step.id: table_at(replayed, step.company)
        for step in replayed.moments()
        if step.action.type == "run_routes" and step.company
    }


def _moment(run: RecordedRun, table: Mapping[str, Any]) -> dict[str, Any]:
    """Return one turn: where it stands in the game, the table before it, the claim."""
    claim = stated(run)
    said = [
        {"train": each.train, "stops": each.stops, "hexes": each.hexes, "revenue": each.revenue}
        for each in claim.runs
    ]
    return {
        "action": run.action,
        "round": run.round,
        "company": run.company,
        "label": f"{run.round}: {run.company}{_says(run)}",
        "position": table,
        "run": {"revenue": claim.revenue, "runs": said},
    }


def _says(run: RecordedRun) -> str:
    return "" if run.revenue is None else f" claims {run.revenue}"


def judged(game: Mapping[str, Any]) -> dict[str, Any]:
    """Every run of a game judged, telling how many are."""
    export = _export(game)
    runs, notes = recorded(export)
    found = []
    for run in runs:
        found.append(judge(run, seconds_left(TIME)))
        tell({"done": len(found), "of": len(runs)})
    whole = audit_of(export, tuple(found), notes)
    return {
        "game": export.name,
        "title": title_of(export),
        "headline": whole.headline,
        "runs": [each.to_dict() for each in found],
    }
