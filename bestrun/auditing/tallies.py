"""Totals of audited runs: for each player, company or round, and over many games."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from bestrun.auditing.runs import NOBODY, Audit, AuditedRun

By = Literal["player", "company", "round", "title", "game", "phase", "year"]

WORST = 10
"""Runs that a summary of many games names."""

_KEYS: dict[By, Callable[[AuditedRun], str]] = {
    "player": lambda each: each.director,
    "company": lambda each: each.run.company,
    "round": lambda each: each.run.round,
    "title": lambda each: each.run.position.title,
    "game": lambda each: each.run.game,
    "phase": lambda each: each.run.position.phase,
    "year": lambda each: str(each.run.year or "not told"),
}


@dataclass(frozen=True)
class Total:
    """Runs together; those that were not reproduced do not count."""

    name: str
    runs: int
    below: int
    """Runs that earned less than the best."""
    claimed: int
    optimum: int

    @property
    def missed(self) -> int:
        """Revenue of the best plans beyond the claims, in total."""
        return self.optimum - self.claimed

    @property
    def share(self) -> float:
        """Share of the runs that earned less than the best."""
        return self.below / self.runs if self.runs else 0.0


def total(name: str, runs: Iterable[AuditedRun]) -> Total:
    """Return runs added up."""
    judged = [each for each in runs if each.optimum is not None]
    return Total(
        name,
        len(judged),
        sum(bool(each.missed) for each in judged),
        sum(each.revenue for each in judged),
        sum(each.optimum or 0 for each in judged),
    )


def totals(runs: Sequence[AuditedRun], by: By) -> list[Total]:
    """Return the totals, those that missed most first; rounds in their order.

    Runs that nobody directs have rows of their own, by the reason: rows add up to the whole.
    """
    key = _KEYS[by]
    parts: dict[str, list[AuditedRun]] = {}
    for each in runs:
        parts.setdefault(key(each), []).append(each)
    found = [total(name, mine) for name, mine in parts.items()]
    found = [each for each in found if each.runs]
    if by == "round":
        return found
    if by == "year":
        return sorted(found, key=lambda each: each.name)
    return sorted(found, key=lambda each: (_nobody(each.name), -each.missed, each.name))


def _nobody(name: str) -> bool:
    return name.startswith(NOBODY)


def worst(audits: Sequence[Audit], most: int = WORST) -> list[AuditedRun]:
    """Return the runs of all games that missed most."""
    every = [run for audit in audits for run in audit.improvable]
    return sorted(every, key=lambda each: -(each.missed or 0))[:most]
