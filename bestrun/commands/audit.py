"""``bestrun audit``: every run of an exported game, and what the directors missed."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import cast

import click
from msgspec import to_builtins

from bestrun.answers import BAD_INPUT, STOPPED, Processes, batch_options
from bestrun.auditing.games import MOST_RUNS, ReplayedGame, replayed, slim, with_pictures
from bestrun.auditing.instead import SECONDS
from bestrun.auditing.now import next_run
from bestrun.auditing.pictures import card_name
from bestrun.auditing.runs import Audit, AuditedRun, Extras, audit_of, judged
from bestrun.auditing.tallies import WORST, By
from bestrun.auditing.text import audit_text, csv_text, not_followed, summary_text
from bestrun.commands import Command
from bestrun.failures import kept
from bestrun.files import check_target, write_whole
from bestrun.importers import Export, position_before, read_export
from bestrun.positions import position_file, position_text
from bestrun.terminal import aside, complain, echo_json, note, progress, say, say_written
from mapdata.errors import InputError

EPILOG = """\b
Examples:
  bestrun audit game.json
  bestrun audit game.json --html report.html
  bestrun audit game.json --routes --by player
  bestrun audit game.json --moves
  bestrun audit *.json --html season.html
  bestrun audit game.json --cards cards
  bestrun audit *.json --csv > runs.csv
  bestrun audit game.json --position 758 -o now.toml

\b
On 18xx.games, a game's page has Tools, and there: copy game data. Paste it into a file.
"""

USUALLY = ("player", "company")
"""Whose totals are shown unless said otherwise."""


@click.command("audit", cls=Command, epilog=EPILOG)
@click.argument("games", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="One JSON object a run.")
@click.option("--csv", "as_csv", is_flag=True, help="One line a run, for a spreadsheet.")
@click.option("--html", type=click.Path(path_type=Path), help="Write a page with pictures.")
@click.option(
    "--page",
    default="http://localhost:1844/",
    show_default=True,
    metavar="ADDRESS",
    help="With --html: where missed runs open.",
)
@click.option(
    "--cards", type=click.Path(path_type=Path), metavar="DIR", help="Write a PNG a missed run."
)
@click.option("--routes", is_flag=True, help="Show the better routes, too.")
@click.option("--moves", is_flag=True, help="Show the best lay and token of each turn, too.")
@click.option(
    "--by",
    multiple=True,
    type=click.Choice(("player", "company", "round")),
    help="Whose totals to show (player and company, if not said).",
)
@click.option(
    "--time-limit",
    type=click.FloatRange(min=0),
    help="Seconds for each run, and for each turn of --moves (there 5 if not said).",
)
@click.option("--position", type=int, metavar="ACTION", help="Write the position before ACTION.")
@click.option("--company", help="With --position: the company to run.")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="With --position: the file.")
@batch_options
def command(
    games: tuple[Path, ...],
    as_json: bool,
    as_csv: bool,
    html: Path | None,
    page: str,
    cards: Path | None,
    routes: bool,
    moves: bool,
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
    audit. Of a game that is still going on, what the company to run now can earn is told
    first.
    """
    if as_json and as_csv:
        raise click.UsageError("--json and --csv exclude each other")
    if position is None and (company or output):
        raise click.UsageError("--company and --output go with --position")
    if position is not None and len(games) > 1:
        raise click.UsageError("--position takes one game")
    if html is not None:
        check_target(html)
    if cards is not None:
        _make_folder(cards)
    if position is not None:
        _write_position(read_export(games[0]), position, company or "", output)
        return
    several = len(games) > 1
    seconds = (SECONDS if time_limit is None else time_limit) if moves else 0.0
    extras = Extras(html is not None and not several, cards is not None, seconds)
    wanted = cast("tuple[By, ...]", by or USUALLY)
    audits: list[Audit] = []
    refused: list[InputError] = []
    failed = 0
    ended: InputError | KeyboardInterrupt | None = None

    try:
        batches = _batches(games, refused, moves=moves)
        where = Processes(jobs, cluster)
        for audit in chain.from_iterable(
            _audits(batch, where, time_limit, extras) for batch in batches
        ):
            failed += len(audit.failed)
            if as_csv:
                say(csv_text([audit], heading=not audits), nl=False)
            if as_json:
                for run in audit.runs:
                    echo_json(run.to_dict(routes=routes))
            if as_csv or as_json:
                for line in not_followed(audit):
                    aside(f"{audit.game}: {line}")
            else:
                say("\n" * bool(audits) + audit_text(audit, wanted, routes=routes))
            for run in audit.failed:
                complain(_failure(run))
            for run in audit.improvable:
                if cards is not None:
                    write_whole(cards / card_name(run.run), run.card)
            paged = html is not None
            audits.append(audit if paged and not several else slim(audit, WORST * paged))
    except (InputError, KeyboardInterrupt) as error:
        ended = error
    if several and not (as_csv or as_json) and audits:
        say(f"\n{summary_text(audits)}")
    if html is not None and audits:
        from bestrun.auditing.report import report_page

        drawn = with_pictures(audits) if several else audits
        write_whole(html, report_page(drawn, page))
        say_written(html)
    if ended is not None:
        if not audits and isinstance(ended, InputError):
            raise ended
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


def _make_folder(folder: Path) -> None:
    """Make the folder of the cards, before any work is done."""
    try:
        folder.mkdir(exist_ok=True)
    except FileNotFoundError:
        raise InputError("there is no such folder", str(folder.parent)) from None
    except OSError as error:
        raise InputError(f"is no folder for cards: {error.strerror}", str(folder)) from None


def _batches(
    games: Sequence[Path], refused: list[InputError], *, moves: bool
) -> Iterator[list[ReplayedGame]]:
    """Replay the games, some at a time; those that cannot be are told and noted.

    If none can be, the last reason is the error.
    """
    batch: list[ReplayedGame] = []
    untold: list[InputError] = []
    found = False
    for path in games:
        try:
            batch.append(replayed(path, moves=moves))
        except InputError as error:
            refused.append(error)
            untold.append(error)
        found = found or bool(batch)
        if found:
            _complain(untold)
            untold = []
        if sum(len(each.runs) for each in batch) >= MOST_RUNS:
            yield batch
            batch = []
    if not found:
        *untold, last = untold
        _complain(untold)
        raise last
    if batch:
        yield batch


def _complain(refused: Sequence[InputError]) -> None:
    for error in refused:
        complain(str(error))


def _audits(
    batch: list[ReplayedGame],
    where: Processes,
    time_limit: float | None,
    extras: Extras,
) -> Iterator[Audit]:
    """Audit game by game.

    When it is stopped, by Ctrl-C or since a cluster is lost, the game at hand is yielded with
    the runs that are judged, and then the error is raised.
    """
    every = [run for game in batch for run in game.runs]
    answers = judged(
        every, jobs=where.jobs, cluster=where.cluster, time_limit=time_limit, extras=extras
    )
    told = iter(progress(answers, len(every), "auditing"))
    for game in batch:
        done: list[AuditedRun] = []
        try:
            for _ in game.runs:
                done.append(next(told))
            now = next_run(game.export, time_limit)
        except (InputError, KeyboardInterrupt):
            yield audit_of(game.export, tuple(done), game.notes)
            raise
        yield audit_of(game.export, tuple(done), game.notes, now)
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
