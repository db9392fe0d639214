"""Misses that are not believed: a run that the board does not allow shows that it is wrong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from bestrun.importers import Export

if TYPE_CHECKING:
    from bestrun.auditing.runs import AuditedRun


def believed(export: Export, runs: Sequence[AuditedRun]) -> tuple[AuditedRun, ...]:
    """The runs without misses that a lost action may have made.

    Where numbers of actions are missing, one of them can be a lay or a token. If the board
    does not allow what a company ran, it has been wrong since the company's last run that
    it did allow, at most: what others missed on it proves nothing.
    """
    if not _has_gaps(export):
        return tuple(runs)
    since, why = _wrong_since(runs)
    return tuple(
        replace(each, optimum=None, problems=(why,), better=(), pictures=(), card=b"")
        if each.missed and since is not None and each.run.action > since
        else each
        for each in runs
    )


def _has_gaps(export: Export) -> bool:
    numbers = [action.id or 0 for action in export.recorded]
    return any(after > before + 1 for before, after in pairwise(numbers))


def _wrong_since(runs: Sequence[AuditedRun]) -> tuple[int | None, str]:
    """The action since which the board may be wrong, and by which run that is seen."""
    good: dict[str, int] = {}
    found: list[tuple[int, str]] = []
    for each in runs:
        company, action = each.run.company, each.run.action
        if each.impossible:
            why = f"{company} ran in action {action} what the board does not allow"
            found.append((good.get(company, 0), f"{why}: an action before it may be missing"))
        elif each.optimum is not None:
            good[company] = action
    return min(found, default=(None, ""))
