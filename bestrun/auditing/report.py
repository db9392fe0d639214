"""An audit as one self-contained page: what was missed, by whom, and where it was to be had."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bestrun.auditing.runs import Audit, AuditedRun
from bestrun.auditing.tallies import Total, total, totals, worst
from bestrun.auditing.text import faults_of
from mapdata.errors import printable

TEMPLATES = Path(__file__).parents[1] / "data"


@dataclass(frozen=True)
class TotalsTable:
    """Totals under a heading."""

    heading: str
    totals: Sequence[Total]


@dataclass(frozen=True)
class Bar:
    """A bar of the chart; ``part`` of the height of the highest."""

    label: str
    missed: int
    part: float


def report_page(audits: Sequence[Audit]) -> str:
    """Return the page, with the pictures that the runs have."""
    from jinja2 import Environment, FileSystemLoader

    runs = [run for audit in audits for run in audit.runs]
    several = len(audits) > 1
    page = (
        Environment(
            loader=FileSystemLoader(TEMPLATES),
            autoescape=True,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        .get_template("audit.html")
        .render(
            title=f"Audit of {', '.join(audit.game for audit in audits)}",
            audits=audits,
            several=several,
            everything=total("", runs),
            tables=_tables(audits, runs),
            bars=bars(_columns(audits, runs)),
            worst=worst(audits) if several else [],
            runs=runs,
            picture_of=picture_of,
            faults=[f"{audit.game}, {line}" for audit in audits for line in faults_of(audit)],
        )
    )
    return printable(page)


def _tables(audits: Sequence[Audit], runs: Sequence[AuditedRun]) -> list[TotalsTable]:
    tables = [
        TotalsTable("player", totals(runs, "player")),
        TotalsTable("company", totals(runs, "company")),
    ]
    if len(audits) > 1:
        tables = [TotalsTable("title", totals(runs, "title")), tables[0]]
    return [table for table in tables if table.totals]


def _columns(audits: Sequence[Audit], runs: Sequence[AuditedRun]) -> list[tuple[str, int]]:
    """Return what was missed round by round, or in each of several games."""
    if len(audits) > 1:
        return [(audit.game, audit.missed) for audit in audits]
    return [(each.name.removeprefix("OR "), each.missed) for each in totals(runs, "round")]


def bars(columns: Sequence[tuple[str, int]]) -> list[Bar]:
    """Return the bars of a chart, one a column; none if nothing was missed."""
    most = max((missed for _, missed in columns), default=0)
    return [Bar(label, missed, missed / most) for label, missed in columns] if most else []


def picture_of(svg: str) -> str:
    """Return an SVG so that it can stand inside a script, unread until it is asked for."""
    return svg.replace("</script", "<\\/script").strip()
