"""Answers about runs for the page: the commands' objects, and what each stop of a run pays."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from bestrun.games.base import Result, Verdict
from bestrun.games.eighteen.check import JudgedClaim
from bestrun.games.eighteen.solve import ShownRun, Solution, show_run


def _run_dict(run: ShownRun) -> dict[str, Any]:
    return {**run.to_dict(), "values": list(run.values)}


def _all(runs: Iterable[ShownRun]) -> list[dict[str, Any]]:
    return [_run_dict(run) for run in runs]


def result_told(result: Result) -> dict[str, Any]:
    """An answer; in the 18xx family with the value of each stop."""
    answer = result.to_dict()
    if isinstance(result, Solution):
        answer["runs"] = _all(result.runs)
        for plan, runs in zip(answer.get("alternatives", ()), result.alternatives, strict=True):
            plan["runs"] = _all(runs)
    return answer


def verdict_told(judged: Verdict) -> dict[str, Any]:
    """A verdict; in the 18xx family with the claimed runs and the value of each stop.

    A claimed run for which there is no track is ``None``: the others keep their numbers.
    """
    answer = judged.to_dict()
    if isinstance(judged, JudgedClaim):
        runs = judged.realisation.by_line
        claimed = [
            None if run is None else _run_dict(show_run(judged.problem, run)) for run in runs
        ]
        answer |= {"runs": claimed, "better": _all(judged.better)}
    return answer
