"""Audits as people read them on the terminal, and as a spreadsheet does."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

from bestrun.auditing.money import Account, account, places, ranks
from bestrun.auditing.runs import Audit, AuditedRun, counted
from bestrun.auditing.season import Season
from bestrun.auditing.tallies import By, Total, totals
from bestrun.games.eighteen.solve import runs_table
from bestrun.terminal import table
from mapdata.errors import one_line

COLUMNS = (
    "game",
    "action",
    "round",
    "company",
    "trains",
    "claimed",
    "optimum",
    "missed",
    "title",
    "player",
)
_FORMULA = tuple("=+-@\t\r")
_FIGURES = "action runs below claimed best missed"


def csv_text(audits: Iterable[Audit], *, heading: bool = True) -> str:
    """All runs as lines of a spreadsheet."""
    text = io.StringIO()
    lines = csv.writer(text, lineterminator="\n")
    if heading:
        lines.writerow(COLUMNS)
    for run in (run for audit in audits for run in audit.runs):
        row = run.to_dict() | {"trains": " ".join(run.run.position.trains)}
        lines.writerow([_cell(row[key]) for key in COLUMNS])
    return text.getvalue()


def _cell(value: object) -> object:
    """The content of a cell; text that a spreadsheet would run as a formula is quoted."""
    if isinstance(value, str):
        return f"'{value}" if value[:1] in _FORMULA else one_line(value)
    return "" if value is None else value


def audit_text(audit: Audit, by: Sequence[By], *, routes: bool = False) -> str:
    """An audit as a person reads it on the terminal."""
    parts = [audit.about] if audit.about else []
    if audit.now:
        parts.append("\n".join([audit.now.headline, runs_table(audit.now.runs)]))
    if audit.runs:
        headings = ("action", "round", "company", "director", "trains", "claimed", "best", "missed")
        parts.append(table(headings, [_row(run) for run in audit.runs], right=_FIGURES))
    for each in by:
        found = totals(audit.runs, each)
        if found:
            parts.append(totals_table(each, found))
    if audit.missed and "player" in by:
        parts.append(money_text(audit))
    if routes:
        parts += [_routes_text(run) for run in audit.improvable]
    if any(each.instead for each in audit.runs):
        parts.append(_moves_text(audit))
    faults = list(faults_of(audit))
    if faults:
        parts.append("\n".join(faults))
    return "\n\n".join((*parts, f"{audit.game}: {audit.headline}"))


def money_text(audit: Audit) -> str:
    """The cost of the missed runs to each player, and the standings had every run been best."""
    books = account(audit.runs)
    found = ranks(books.players, audit.standing, audit.players)
    lines = ["what it cost: shares held at the time × missed dividend"]
    headings: tuple[str, ...] = ("player", "cost")
    rows: list[tuple[object, ...]] = [(each.player, each.cost or "") for each in found]
    if order := places(found):
        lines[0] += "; sum and then: worth and place with every run best"
        headings = ("player", "worth", "cost", "sum", "place", "then")
        rows = [(e.player, e.value, e.cost or "", e.best, *order[e.player]) for e in found]
    lines.append(table(headings, rows, right="worth cost sum place then"))
    lines += [f"{amount} {words}" for amount, words in elsewhere(books) if amount]
    return "\n".join(lines)


def elsewhere(books: Account) -> list[tuple[int, str]]:
    """Missed revenue that would have gone to no player, each amount with its destination."""
    return [
        (books.companies, "would have stayed with the companies, as the claimed revenue did"),
        (books.bank, "would have been paid on shares that no player held"),
        (books.unknown, "missed in runs of which the export does not tell who was paid"),
    ]


def totals_table(heading: str, found: Sequence[Total]) -> str:
    """Totals as a table."""
    rows = [
        (each.name, each.runs, each.below or "", each.claimed, each.optimum, each.missed or "")
        for each in found
    ]
    return table((heading, "runs", "below", "claimed", "best", "missed"), rows, right=_FIGURES)


def faults_of(audit: Audit) -> Iterable[str]:
    """Yield what the replay could not reproduce or follow, one line each."""
    for each in audit.unreproduced:
        why = "; ".join(each.problems)
        yield f"action {each.run.action}, {each.run.company}: not reproduced: {why}"
    for each in audit.failed:
        yield f"action {each.run.action}, {each.run.company}: {each.failure}"
    yield from not_followed(audit)


def not_followed(audit: Audit) -> list[str]:
    """Optional rules that are not known, and actions that could not be followed."""
    return [
        f"action {note.action} not followed: {note.message}" if note.action else note.message
        for note in audit.notes
    ]


def summary_text(season: Season) -> str:
    """A summary of many games: totals by title, the worst runs, all runs together."""
    everything = season.total
    told = f"{counted(len(season.games), 'game')}, {counted(season.runs, 'run')}: "
    told += f"{everything.missed} missed, {counted(everything.below, 'run')} below the best "
    told += f"({everything.share:.0%})"
    if season.unreproduced:
        told += f"; {counted(season.unreproduced, 'run')} could not be reproduced"
    if season.failed:
        told += f"; {counted(season.failed, 'run')} without an answer"
    parts = [totals_table("title", season.titles.all())] if season.runs else []
    if season.worst:
        headings = ("game", "action", "round", "company", "director", "claimed", "best", "missed")
        rows = [(each.run.game, *_place(each), *_figures(each)) for each in season.worst]
        parts.append(f"worst runs\n{table(headings, rows, right=_FIGURES)}")
    return "\n\n".join((*parts, told))


def _row(audited: AuditedRun) -> tuple[object, ...]:
    trains = " ".join(audited.run.position.trains)
    return (*_place(audited), trains, *_figures(audited))


def _place(audited: AuditedRun) -> tuple[object, ...]:
    run = audited.run
    return run.action, run.round, run.company, run.player


def _figures(audited: AuditedRun) -> tuple[object, ...]:
    best = "?" if audited.optimum is None else f"{audited.optimum}{'' if audited.proven else '+'}"
    missed = "?" if audited.missed is None else audited.missed or ""
    return audited.revenue, best, missed


def _moves_text(audit: Audit) -> str:
    """The turns in which another lay and token would have earned more."""
    headings = ("action", "round", "company", "director", "best", "more", "instead")
    rows = []
    for each in audit.runs:
        if (instead := each.instead) is not None:
            cost = f" (cost {instead.cost})" if instead.cost else ""
            move = f"{instead.move}{cost}{'' if instead.complete else ' …'}"
            rows.append((*_place(each), instead.revenue, instead.more, move))
    return table(headings, rows, right=f"{_FIGURES} more")


def _routes_text(audited: AuditedRun) -> str:
    run = audited.run
    lines = [f"{run.round}, {run.company} (action {run.action}) missed {audited.missed}"]
    lines += [f"run: {audited.revenue}", runs_table(audited.claimed) or "nothing"]
    lines += [f"best: {audited.optimum}", runs_table(audited.better)]
    return "\n".join(lines)
