"""Many audited games added up one by one: of all their runs only the worst are kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from bestrun.auditing.instead import Instead
from bestrun.auditing.money import Account, account
from bestrun.auditing.now import NextRun
from bestrun.auditing.runs import Audit, AuditedRun, Extras, judged
from bestrun.auditing.tallies import WORST, Total, Totals, total, totals

MOST_MOVED = 30
"""Turns that a season names in which another lay or token would have earned more."""


@dataclass(frozen=True)
class SeasonGame:
    """One game of a season; ``missed`` by each player, ``doubt`` if not all of it was judged."""

    name: str
    headline: str
    total: Total
    missed: Mapping[str, int]
    now: NextRun | None = None
    doubt: str = ""


@dataclass(frozen=True)
class MovedTurn:
    """A turn in which another lay or token would have earned more."""

    game: str
    round: str
    company: str
    player: str
    instead: Instead


class Season:
    """What a summary of many games and a page of them tell, added up game by game."""

    def __init__(self) -> None:
        self.games: list[SeasonGame] = []
        self.players = Totals("player")
        self.titles = Totals("title")
        self.years = Totals("year")
        self.played: dict[str, set[str]] = {}
        """Player to the titles that were played."""
        self.appearances: dict[str, int] = {}
        """Player to the number of games."""
        self.books = Account({})
        self.runs = 0
        self.unreproduced = 0
        self.failed = 0
        self.worst: list[AuditedRun] = []
        self.moved: list[MovedTurn] = []

    def add(self, audit: Audit) -> None:
        """Add a game; nothing but its figures and its worst runs is kept of it."""
        directors = totals(audit.runs, "player")
        missed = {each.name: each.missed for each in directors if each.missed}
        whole = total(audit.game, audit.runs)
        self.games.append(
            SeasonGame(audit.game, audit.headline, whole, missed, audit.now, _doubt(audit))
        )
        for tally in (self.players, self.titles, self.years):
            tally.add(audit.runs)
        for each in directors:
            self.appearances[each.name] = self.appearances.get(each.name, 0) + 1
        for run in audit.runs:
            self.played.setdefault(run.director, set()).add(run.run.position.title)
        self.books += account(audit.runs)
        self.runs += len(audit.runs)
        self.unreproduced += len(audit.unreproduced)
        self.failed += len(audit.failed)
        self.worst = worst([*self.worst, *audit.improvable[:WORST]])
        turns = [*self.moved, *moved(audit)]
        self.moved = sorted(turns, key=lambda each: -each.instead.more)[:MOST_MOVED]

    @property
    def total(self) -> Total:
        """All games together."""
        return sum((each.total for each in self.games), Total(""))

    def draw(self) -> None:
        """Give the worst runs their pictures."""
        drawn = judged([each.run for each in self.worst], extras=Extras(pictures=True))
        self.worst = [
            replace(each, pictures=again.pictures)
            for each, again in zip(self.worst, drawn, strict=True)
        ]


def worst(runs: Sequence[AuditedRun], most: int = WORST) -> list[AuditedRun]:
    """The runs that missed most, in that order."""
    return sorted(runs, key=lambda each: -(each.missed or 0))[:most]


def moved(audit: Audit) -> list[MovedTurn]:
    """The turns of a game in which another lay or token would have earned more."""
    return [
        MovedTurn(audit.game, each.run.round, each.run.company, each.run.player, each.instead)
        for each in audit.runs
        if each.instead
    ]


def _doubt(audit: Audit) -> str:
    """In one line why not all runs of a game are judged, by the first of the reasons."""
    odd = audit.unreproduced
    if odd:
        run = odd[0].run
        first = f"action {run.action}, {run.company}: {'; '.join(odd[0].problems)}"
        return f"{len(odd)} not reproduced, first {first}"
    return audit.notes[0].message if audit.notes else ""
