"""An audit as one self-contained page: tables to sort, pictures of what was missed."""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterable, Sequence
from html import escape
from pathlib import Path
from string import Template

from bestrun.audits import Audit, AuditedRun
from bestrun.games.eighteen import ShownRun

PAGE = Path(__file__).parent / "data" / "audit.html"
Cell = tuple[object, str]
"""What a cell says, and its class."""


def report_page(audits: Sequence[Audit], picture: Callable[[AuditedRun], bytes]) -> str:
    """Return the page; ``picture`` draws a run beside the best one as an SVG."""
    several = len(audits) > 1
    games = ", ".join(audit.game for audit in audits)
    improvable = [run for audit in audits for run in audit.improvable]
    return Template(PAGE.read_text(encoding="utf-8")).substitute(
        title=escape(f"Audit of {games}"),
        headlines="\n".join(_headline(audit, several) for audit in audits),
        runs=_runs_table(audits, several),
        companies=_companies_table(audits, several),
        improvable=_improvable(improvable, several, picture),
        faults=_faults(audits),
    )


def _headline(audit: Audit, several: bool) -> str:
    told = f"{audit.game}: {audit.headline}" if several else audit.headline
    return f'<p class="headline">{escape(told[:1].upper() + told[1:])}.</p>'


def _runs_table(audits: Iterable[Audit], several: bool) -> str:
    headings = ("action", "round", "company", "trains", "claimed", "best", "missed")
    rows = []
    for audited in (run for audit in audits for run in audit.runs):
        run = audited.run
        best = "?" if audited.optimum is None else audited.optimum
        missed = "?" if audited.missed is None else audited.missed
        cells: list[Cell] = [(run.game, "")] if several else []
        cells += [(run.action, "figure"), (run.round, ""), (run.company, "")]
        cells += [(" ".join(run.position.trains), ""), (audited.revenue, "figure")]
        cells += [(best, "figure"), (missed, "figure missed")]
        kind = "unknown" if audited.optimum is None else "improvable" if audited.missed else ""
        rows.append(_row(cells, kind))
    return _table((("game",) if several else ()) + headings, rows)


def _companies_table(audits: Iterable[Audit], several: bool) -> str:
    rows = []
    for audit in audits:
        for total in audit.companies:
            cells: list[Cell] = [(audit.game, "")] if several else []
            figures = (total.runs, total.claimed, total.optimum, total.missed)
            cells += [(total.company, ""), *((figure, "figure") for figure in figures)]
            rows.append(_row(cells))
    headings = ("company", "runs", "claimed", "best", "missed")
    return _table((("game",) if several else ()) + headings, rows)


def _improvable(
    runs: Sequence[AuditedRun], several: bool, picture: Callable[[AuditedRun], bytes]
) -> str:
    if not runs:
        return ""
    parts = ["<h2>What was missed</h2>"]
    for audited in runs:
        run = audited.run
        game = f"{run.game}, " if several else ""
        title = f"{game}{run.round}, {run.company} (action {run.action}): missed {audited.missed}"
        drawn = base64.b64encode(picture(audited)).decode()
        told = f"left the run for {audited.revenue}, right the best for {audited.optimum}"
        parts += [
            f"<h3>{escape(title)}</h3>",
            f'<img alt="{escape(told)}" src="data:image/svg+xml;base64,{drawn}">',
            _routes(f"Run for {audited.revenue}", audited.claimed),
            _routes(f"Best: {audited.optimum}", audited.better),
        ]
    return "\n".join(parts)


def _routes(title: str, runs: Sequence[ShownRun]) -> str:
    rows = [
        _row(
            [
                (run.train, ""),
                (run.earnings.total, "figure"),
                ("-".join(run.names), ""),
                (run.breakdown, ""),
            ]
        )
        for run in runs
    ]
    return f"<p>{escape(title)}</p>\n" + _table(("train", "revenue", "route", "of which"), rows)


def _faults(audits: Iterable[Audit]) -> str:
    lines = []
    for audit in audits:
        for audited in audit.unreproduced:
            what = "; ".join(audited.problems)
            run = audited.run
            lines.append(
                f"{audit.game}, action {run.action}, {run.company}: not reproduced: {what}"
            )
        lines += [f"{audit.game}, action {n.action} not followed: {n.message}" for n in audit.notes]
    if not lines:
        return ""
    items = "\n".join(f"<li>{escape(line)}</li>" for line in lines)
    return f"<h2>What the replay could not follow</h2>\n<ul>\n{items}\n</ul>"


def _table(headings: Sequence[str], rows: Sequence[str]) -> str:
    head = "".join(f'<th><button type="button">{escape(each)}</button></th>' for each in headings)
    body = "\n".join(rows)
    return f"<table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table>"


def _row(cells: Sequence[Cell], kind: str = "") -> str:
    inner = "".join(
        f'<td class="{style}">{escape(str(said))}</td>'
        if style
        else f"<td>{escape(str(said))}</td>"
        for said, style in cells
    )
    return f'<tr class="{kind}">{inner}</tr>' if kind else f"<tr>{inner}</tr>"
