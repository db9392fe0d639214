"""Totals of audited runs: for each player, company or round, and over many games."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from bestrun.auditing.runs import NOBODY, AuditedRun

By = Literal["player", "company", "round", "title", "year"]

WORST = 10
"""Runs that a summary of many games names."""

_KEYS: dict[By, Callable[[AuditedRun], str]] = {
    "player": lambda each: each.director,
    "company": lambda each: each.run.company,
    "round": lambda each: each.run.round,
    "title": lambda each: each.run.position.title,
    "year": lambda each: str(each.run.year or "not told"),
}


@dataclass(frozen=True)
class Total:
    """Runs together; those that were not reproduced do not count."""

    name: str
    runs: int = 0
    below: int = 0
    """Runs that earned less than the best."""
    claimed: int = 0
    optimum: int = 0

    def __add__(self, other: Total) -> Total:
        return Total(
            self.name,
            self.runs + other.runs,
            self.below + other.below,
            self.claimed + other.claimed,
            self.optimum + other.optimum,
        )

    @property
    def missed(self) -> int:
        """Revenue of the best plans beyond the claims, in total."""
        return self.optimum - self.claimed

    @property
    def share(self) -> float:
        """Share of the runs that earned less than the best."""
        return self.below / self.runs if self.runs else 0.0

    @property
    def reached(self) -> float:
        """The part of the best revenue that was earned."""
        return self.claimed / self.optimum if self.optimum else 1.0


def total(name: str, runs: Iterable[AuditedRun]) -> Total:
    """Runs added up."""
    judged = [each for each in runs if each.optimum is not None]
    return Total(
        name,
        len(judged),
        sum(bool(each.missed) for each in judged),
        sum(each.revenue for each in judged),
        sum(each.optimum or 0 for each in judged),
    )


class Totals:
    """Totals by one key, to which runs are added game by game."""

    def __init__(self, by: By) -> None:
        self.by: By = by
        self._found: dict[str, Total] = {}

    def add(self, runs: Iterable[AuditedRun]) -> None:
        """Add runs to the total that each belongs to."""
        parts: dict[str, list[AuditedRun]] = {}
        for each in runs:
            parts.setdefault(_KEYS[self.by](each), []).append(each)
        for name, mine in parts.items():
            self._found[name] = self._found.get(name, Total(name)) + total(name, mine)

    def all(self) -> list[Total]:
        """The totals, those that missed most first; rounds in their order.

        Runs that nobody directs have rows of their own, by the reason: rows add up to the whole.
        """
        found = [each for each in self._found.values() if each.runs]
        if self.by == "round":
            return found
        if self.by == "year":
            return sorted(found, key=lambda each: each.name)
        return sorted(found, key=lambda each: (_nobody(each.name), -each.missed, each.name))


def totals(runs: Sequence[AuditedRun], by: By) -> list[Total]:
    """The totals of some runs, in the order of :meth:`Totals.all`."""
    found = Totals(by)
    found.add(runs)
    return found.all()


def _nobody(name: str) -> bool:
    return name.startswith(NOBODY)
