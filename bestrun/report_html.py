"""An audit as one self-contained page: tables to sort, pictures of what was missed."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path
from string import Template

from bestrun.audits import Audit, AuditedRun
from bestrun.games.eighteen import ShownRun
from mapdata.errors import printable

PAGE = Path(__file__).parent / "data" / "audit.html"


def report_page(audits: Sequence[Audit]) -> str:
    """Return the page, with the pictures that the runs have."""
    several = len(audits) > 1
    games = ", ".join(audit.game for audit in audits)
    improvable = [run for audit in audits for run in audit.improvable]
    page = Template(PAGE.read_text(encoding="utf-8")).substitute(
        title=escape(f"Audit of {games}"),
        headlines="\n".join(_headline(audit, several) for audit in audits),
        runs=_runs_table(audits, several),
        companies=_companies_table(audits, several),
        improvable=_improvable(improvable, several),
        faults=_faults(audits),
    )
    return printable(page)


def _headline(audit: Audit, several: bool) -> str:
    game = f"{audit.game}: " if several else ""
    told = audit.headline if several else audit.headline[0].upper() + audit.headline[1:]
    return f'<p class="headline">{escape(game + told)}.</p>'


def _runs_table(audits: Iterable[Audit], several: bool) -> str:
    headings = ("action", "round", "company", "trains", "claimed", "best", "missed")
    rows = []
    for audited in (run for audit in audits for run in audit.runs):
        run = audited.run
        best = "?" if audited.optimum is None else audited.optimum
        missed = "?" if audited.missed is None else audited.missed
        cells = [_cell(run.game)] if several else []
        cells += [_figure(run.action), _cell(run.round), _cell(run.company)]
        cells += [_cell(" ".join(run.position.trains)), _figure(audited.revenue), _figure(best)]
        cells.append(_figure(missed, run.id if audited.missed else ""))
        kind = "unknown" if audited.optimum is None else "improvable" if audited.missed else ""
        rows.append(_row(cells, kind))
    return _table((("game",) if several else ()) + headings, rows)


def _companies_table(audits: Iterable[Audit], several: bool) -> str:
    rows = []
    for audit in audits:
        for total in audit.companies:
            cells = [_cell(audit.game)] if several else []
            figures = (total.runs, total.claimed, total.optimum, total.missed)
            rows.append(_row([*cells, _cell(total.company), *map(_figure, figures)]))
    headings = ("company", "runs", "claimed", "best", "missed")
    return _table((("game",) if several else ()) + headings, rows)


def _improvable(runs: Sequence[AuditedRun], several: bool) -> str:
    if not runs:
        return ""
    parts = ["<h2>What was missed</h2>"]
    for audited in runs:
        run = audited.run
        game = f"{run.game}, " if several else ""
        title = f"{game}{run.round}, {run.company} (action {run.action}): missed {audited.missed}"
        parts.append(f'<h3 id="{escape(run.id)}">{escape(title)}</h3>')
        if audited.picture:
            coded = base64.b64encode(audited.picture).decode()
            told = f"the run for {audited.revenue} and the best for {audited.optimum}"
            image = f'<img alt="{told}" src="data:image/svg+xml;base64,{coded}">'
            parts.append(f'<div class="picture">{image}</div>')
        parts += [
            _routes(f"Run for {audited.revenue}", audited.claimed),
            _routes(f"Best: {audited.optimum}", audited.better),
        ]
    return "\n".join(parts)


def _routes(title: str, runs: Sequence[ShownRun]) -> str:
    rows = []
    for run in runs:
        cells = [_cell(run.train), _figure(run.earnings.total)]
        rows.append(_row([*cells, _cell("-".join(run.names)), _cell(run.breakdown)]))
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
        for audited in audit.failed:
            run = audited.run
            lines.append(f"{audit.game}, action {run.action}, {run.company}: {audited.failure}")
        lines += [f"{audit.game}, action {n.action} not followed: {n.message}" for n in audit.notes]
    if not lines:
        return ""
    items = "\n".join(f"<li>{escape(line)}</li>" for line in lines)
    return f"<h2>What the replay could not follow</h2>\n<ul>\n{items}\n</ul>"


def _table(headings: Sequence[str], rows: Sequence[str]) -> str:
    head = "".join(f'<th><button type="button">{escape(each)}</button></th>' for each in headings)
    body = "\n".join(rows)
    return f"<table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table>"


def _row(cells: Sequence[str], kind: str = "") -> str:
    opening = f'<tr class="{kind}">' if kind else "<tr>"
    return f"{opening}{''.join(cells)}</tr>"


def _cell(said: str) -> str:
    return f"<td>{escape(said)}</td>"


def _figure(said: object, link: str = "") -> str:
    told = f'<a href="#{escape(link)}">{escape(str(said))}</a>' if link else escape(str(said))
    return f'<td class="figure">{told}</td>'
