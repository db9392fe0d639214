"""``bestrun audit``: every run of an exported game, and what the directors missed."""

from __future__ import annotations

import csv
import io
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

import click

from bestrun.answers import BAD_INPUT, STOPPED, Processes, batch_options
from bestrun.audits import Audit, AuditedRun, judged, recorded
from bestrun.commands import Command
from bestrun.failures import kept
from bestrun.files import check_target, write_whole
from bestrun.games.eighteen import runs_table
from bestrun.importers import Export, RecordedRun, position_before, read_export
from bestrun.positions import position_file, position_text
from bestrun.terminal import aside, complain, echo_json, note, progress, say, say_written, table
from mapdata.errors import InputError, one_line

EPILOG = """\b
Examples:
  bestrun audit game.json
  bestrun audit game.json --html report.html
  bestrun audit game.json --routes
  bestrun audit *.json --csv > runs.csv
  bestrun audit game.json --position 758 -o now.toml

\b
On 18xx.games, a game's page has Tools, and there: copy game data. Paste it into a file.
"""

COLUMNS = ("game", "action", "round", "company", "trains", "claimed", "optimum", "missed")


@click.command("audit", cls=Command, epilog=EPILOG)
@click.argument("games", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="One JSON object a run.")
@click.option("--csv", "as_csv", is_flag=True, help="One line a run, for a spreadsheet.")
@click.option("--html", type=click.Path(path_type=Path), help="Write a page with pictures.")
@click.option("--routes", is_flag=True, help="Show the better routes, too.")
@click.option("--time-limit", type=click.FloatRange(min=0), help="Seconds for each run.")
@click.option("--position", type=int, metavar="ACTION", help="Write the position before ACTION.")
@click.option("--company", help="With --position: the company to run.")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="With --position: the file.")
@batch_options
def command(
    games: tuple[Path, ...],
    as_json: bool,
    as_csv: bool,
    html: Path | None,
    routes: bool,
    time_limit: float | None,
    position: int | None,
    company: str | None,
    output: Path | None,
    jobs: int | None,
    cluster: str,
) -> None:
    """Judge every run of games exported from 18xx.games (1844 and 1841).

    Of several games, one that cannot be read stops no other.
    """
    if as_json and as_csv:
        raise click.UsageError("--json and --csv exclude each other")
    if position is None and (company or output):
        raise click.UsageError("--company and --output go with --position")
    if position is not None and len(games) > 1:
        raise click.UsageError("--position takes one game")
    if html is not None:
        check_target(html)
    exports, refused = _read(games)
    if position is not None:
        _write_position(exports[0], position, company or "", output)
        return
    where = Processes(jobs, cluster)
    audits: list[Audit] = []
    ended: InputError | KeyboardInterrupt | None = None
    try:
        for audit in _audits(exports, as_json, routes, where, time_limit, html is not None):
            audits.append(audit)
    except (InputError, KeyboardInterrupt) as error:
        ended = error
    if as_csv:
        say(csv_text(audits), nl=False)
    if as_csv or as_json:
        for audit in audits:
            for line in _not_followed(audit):
                aside(f"{audit.game}: {line}")
    else:
        say("\n\n".join(audit_text(audit, routes=routes) for audit in audits))
    if html is not None:
        from bestrun.report_html import report_page

        write_whole(html, report_page(audits))
        say_written(html)
    failed = [run for audit in audits for run in audit.failed]
    for run in failed:
        complain(_failure(run))
    if ended is not None:
        judged = sum(len(audit.runs) for audit in audits)
        why = "stopped" if isinstance(ended, KeyboardInterrupt) else str(ended)
        complain(f"{why}, {judged} runs judged")
        sys.exit(STOPPED if isinstance(ended, KeyboardInterrupt) else BAD_INPUT)
    if refused or failed:
        sys.exit(BAD_INPUT)


def _failure(audited: AuditedRun) -> str:
    """Return which run has no answer and why; an error of our own is kept for a report."""
    run = audited.run
    message = audited.failure
    if audited.trace:
        about = {"position": asdict(run.position), "claim": asdict(run.claim)}
        message = kept(message, audited.trace, about)
    return f"{run.game}: action {run.action}, {run.company}: {message}"


def _read(games: Sequence[Path]) -> tuple[list[Export], int]:
    """Return the games that can be read, and how many cannot; what is wrong is told."""
    exports: list[Export] = []
    refused: list[InputError] = []
    for path in games:
        try:
            exports.append(read_export(path))
        except InputError as error:
            refused.append(error)
    if not exports:
        *refused, last = refused
        _complain(refused)
        raise last
    _complain(refused)
    return exports, len(refused)


def _complain(refused: Sequence[InputError]) -> None:
    for error in refused:
        complain(str(error))


def _audits(
    exports: list[Export],
    as_json: bool,
    routes: bool,
    where: Processes,
    time_limit: float | None,
    pictures: bool,
) -> Iterator[Audit]:
    """Audit game by game; as JSON every run is told as soon as it is judged.

    When it is stopped, by Ctrl-C or since a cluster is lost, the game at hand is yielded with
    the runs that are judged, and then the error is raised.
    """
    games = [recorded(export) for export in exports]
    every: list[RecordedRun] = [run for runs, _ in games for run in runs]
    answers = judged(
        every, jobs=where.jobs, cluster=where.cluster, time_limit=time_limit, pictures=pictures
    )
    told = iter(progress(answers, len(every), "auditing"))
    for export, (runs, notes) in zip(exports, games, strict=True):
        done: list[AuditedRun] = []
        try:
            for _ in runs:
                done.append(next(told))
                if as_json:
                    echo_json(done[-1].to_dict(routes=routes))
        except (InputError, KeyboardInterrupt):
            yield Audit(export.name, tuple(done), notes)
            raise
        yield Audit(export.name, tuple(done), notes)
    for _ in told:
        pass


def _write_position(export: Export, action: int, company: str, output: Path | None) -> None:
    from mapdata.titles import load

    moment = position_before(export, action, company)
    if moment.assumed:
        note(moment.assumed)
    title = load(export.title)
    words = f"{export.name}, {moment.round}, before action {action}"
    if output is None:
        say(position_text(moment.position, title, words), nl=False)
    else:
        write_whole(output, position_file(output, moment.position, title, words))
        say_written(output)


def csv_text(audits: list[Audit]) -> str:
    """Return all runs as lines of a spreadsheet."""
    text = io.StringIO()
    lines = csv.writer(text, lineterminator="\n")
    lines.writerow(COLUMNS)
    for run in (run for audit in audits for run in audit.runs):
        row = run.to_dict() | {"trains": " ".join(run.run.position.trains)}
        lines.writerow([_cell(row[key]) for key in COLUMNS])
    return text.getvalue()


def _cell(value: object) -> object:
    """Return what stands in a cell: text that a spreadsheet would take for a formula is quoted."""
    if isinstance(value, str):
        return f"'{value}" if value[:1] in _FORMULA else one_line(value)
    return "" if value is None else value


_FORMULA = tuple("=+-@\t\r")


def audit_text(audit: Audit, *, routes: bool = False) -> str:
    """Return an audit as a person reads it on the terminal."""
    rows = [_row(run) for run in audit.runs]
    headings = ("action", "round", "company", "trains", "claimed", "best", "missed")
    totals = [(c.company, c.runs, c.claimed, c.optimum, c.missed or "") for c in audit.companies]
    parts = []
    if rows:
        parts.append(table(headings, rows, right="action claimed best missed"))
    if totals:
        figures = ("company", "runs", "claimed", "best", "missed")
        parts.append(table(figures, totals, right="runs claimed best missed"))
    if routes:
        parts += [_routes_text(run) for run in audit.improvable]
    faults = [
        f"action {run.run.action}, {run.run.company}: not reproduced: {'; '.join(run.problems)}"
        for run in audit.unreproduced
    ]
    faults += [f"action {run.run.action}, {run.run.company}: {run.failure}" for run in audit.failed]
    faults += _not_followed(audit)
    if faults:
        parts.append("\n".join(faults))
    return "\n\n".join((*parts, f"{audit.game}: {audit.headline}"))


def _not_followed(audit: Audit) -> list[str]:
    return [f"action {note.action} not followed: {note.message}" for note in audit.notes]


def _row(audited: AuditedRun) -> tuple[object, ...]:
    run = audited.run
    trains = " ".join(run.position.trains)
    best = "?" if audited.optimum is None else f"{audited.optimum}{'' if audited.proven else '+'}"
    missed = "?" if audited.missed is None else audited.missed or ""
    return run.action, run.round, run.company, trains, audited.revenue, best, missed


def _routes_text(audited: AuditedRun) -> str:
    run = audited.run
    lines = [f"{run.round}, {run.company} (action {run.action}) missed {audited.missed}"]
    lines += [f"run: {audited.revenue}", runs_table(audited.claimed) or "nothing"]
    lines += [f"best: {audited.optimum}", runs_table(audited.better)]
    return "\n".join(lines)
