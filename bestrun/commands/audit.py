"""``bestrun audit``: every run of an exported game, and what the directors missed."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import click
from msgspec import to_builtins

from bestrun.answers import BAD_INPUT, STOPPED, Processes, batch_options
from bestrun.auditing.runs import Audit, AuditedRun, audit_of, judged, recorded
from bestrun.auditing.tallies import By
from bestrun.auditing.text import audit_text, csv_text, not_followed, summary_text
from bestrun.commands import Command
from bestrun.failures import kept
from bestrun.files import check_target, write_whole
from bestrun.importers import Export, Note, RecordedRun, position_before, read_export
from bestrun.positions import position_file, position_text
from bestrun.terminal import aside, complain, echo_json, note, progress, say, say_written
from mapdata.errors import InputError

EPILOG = """\b
Examples:
  bestrun audit game.json
  bestrun audit game.json --html report.html
  bestrun audit game.json --routes --by player
  bestrun audit *.json --csv > runs.csv
  bestrun audit game.json --position 758 -o now.toml

\b
On 18xx.games, a game's page has Tools, and there: copy game data. Paste it into a file.
"""

USUALLY = ("player", "company")
"""Whose totals are shown unless said otherwise."""


@dataclass(frozen=True)
class ReplayedGame:
    """An exported game that could be replayed."""

    export: Export
    runs: list[RecordedRun]
    notes: tuple[Note, ...]


@click.command("audit", cls=Command, epilog=EPILOG)
@click.argument("games", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="One JSON object a run.")
@click.option("--csv", "as_csv", is_flag=True, help="One line a run, for a spreadsheet.")
@click.option("--html", type=click.Path(path_type=Path), help="Write a page with pictures.")
@click.option("--routes", is_flag=True, help="Show the better routes, too.")
@click.option(
    "--by",
    multiple=True,
    type=click.Choice(("player", "company", "round")),
    help="Whose totals to show (player and company, if not said).",
)
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
    by: tuple[str, ...],
    time_limit: float | None,
    position: int | None,
    company: str | None,
    output: Path | None,
    jobs: int | None,
    cluster: str,
) -> None:
    """Judge every run of games exported from 18xx.games.

    Of several games, one that cannot be read stops no other; a summary of all ends the
    audit.
    """
    if as_json and as_csv:
        raise click.UsageError("--json and --csv exclude each other")
    if position is None and (company or output):
        raise click.UsageError("--company and --output go with --position")
    if position is not None and len(games) > 1:
        raise click.UsageError("--position takes one game")
    if html is not None:
        check_target(html)
    if position is not None:
        _write_position(read_export(games[0]), position, company or "", output)
        return
    found, refused = _read(games)
    where = Processes(jobs, cluster)
    audits: list[Audit] = []
    ended: InputError | KeyboardInterrupt | None = None
    try:
        for audit in _audits(found, as_json, routes, where, time_limit, html is not None):
            audits.append(audit)
    except (InputError, KeyboardInterrupt) as error:
        ended = error
    if as_csv:
        say(csv_text(audits), nl=False)
    if as_csv or as_json:
        for audit in audits:
            for line in not_followed(audit):
                aside(f"{audit.game}: {line}")
    else:
        wanted = cast("tuple[By, ...]", by or USUALLY)
        parts = [audit_text(audit, wanted, routes=routes) for audit in audits]
        say("\n\n".join([*parts, *([summary_text(audits)] if len(games) > 1 else [])]))
    if html is not None:
        from bestrun.auditing.report import report_page

        write_whole(html, report_page(audits))
        say_written(html)
    failed = [run for audit in audits for run in audit.failed]
    for run in failed:
        complain(_failure(run))
    if ended is not None:
        count = sum(len(audit.runs) for audit in audits)
        why = "stopped" if isinstance(ended, KeyboardInterrupt) else str(ended)
        complain(f"{why}, {count} runs judged")
        sys.exit(STOPPED if isinstance(ended, KeyboardInterrupt) else BAD_INPUT)
    if refused or failed:
        sys.exit(BAD_INPUT)


def _failure(audited: AuditedRun) -> str:
    """Line for a run without an answer; internal errors are kept for a report."""
    run = audited.run
    message = audited.failure
    if audited.trace:
        routes = [
            {"train": each.train, "connections": each.connections, "hexes": each.hexes}
            for each in run.routes
        ]
        about = {"position": to_builtins(run.position), "routes": routes}
        message = kept(message, audited.trace, about)
    return f"{run.game}: action {run.action}, {run.company}: {message}"


def _read(games: Sequence[Path]) -> tuple[list[ReplayedGame], int]:
    """Return the games that can be replayed, and how many cannot; what is wrong is told."""
    found: list[ReplayedGame] = []
    refused: list[InputError] = []
    for path in games:
        try:
            export = read_export(path)
            try:
                found.append(ReplayedGame(export, *recorded(export)))
            except InputError as error:
                raise error.at(str(path)) from None
        except InputError as error:
            refused.append(error)
    if not found:
        *refused, last = refused
        _complain(refused)
        raise last
    _complain(refused)
    return found, len(refused)


def _complain(refused: Sequence[InputError]) -> None:
    for error in refused:
        complain(str(error))


def _audits(
    games: list[ReplayedGame],
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
    every: list[RecordedRun] = [run for game in games for run in game.runs]
    answers = judged(
        every, jobs=where.jobs, cluster=where.cluster, time_limit=time_limit, pictures=pictures
    )
    told = iter(progress(answers, len(every), "auditing"))
    for game in games:
        done: list[AuditedRun] = []
        try:
            for _ in game.runs:
                done.append(next(told))
                if as_json:
                    echo_json(done[-1].to_dict(routes=routes))
        except (InputError, KeyboardInterrupt):
            yield audit_of(game.export, tuple(done), game.notes)
            raise
        yield audit_of(game.export, tuple(done), game.notes)
    for _ in told:
        pass


def _write_position(export: Export, action: int, company: str, output: Path | None) -> None:
    from mapdata.titles import load

    moment = position_before(export, action, company)
    if moment.assumed:
        note(moment.assumed)
    title = load(moment.position.title)
    words = f"{export.name}, {moment.round}, before action {action}"
    if output is None:
        say(position_text(moment.table, title, words), nl=False)
    else:
        write_whole(output, position_file(output, moment.table, title, words))
        say_written(output)
