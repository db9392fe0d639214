"""``bestrun audit``: every run of an exported game, and what the directors missed."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, NoReturn, cast

import click
from msgspec import to_builtins

from bestrun.answers import BAD_INPUT, STOPPED, Processes, batch_options
from bestrun.auditing.games import ReplayedGame, in_batches
from bestrun.auditing.instead import SECONDS
from bestrun.auditing.now import next_run
from bestrun.auditing.pictures import card_name
from bestrun.auditing.runs import Audit, AuditedRun, Extras, audit_of, judged
from bestrun.auditing.season import Season
from bestrun.auditing.tallies import By
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

OutputForm = Literal["text", "json", "csv"]

USUALLY = ("player", "company")
"""The totals that are shown by default."""


@click.command("audit", cls=Command, epilog=EPILOG)
@click.argument("games", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="One JSON object for each run.")
@click.option("--csv", "as_csv", is_flag=True, help="One line for each run, for a spreadsheet.")
@click.option("--html", type=click.Path(path_type=Path), help="Write a page with pictures.")
@click.option(
    "--page",
    default="http://localhost:1844/",
    show_default=True,
    metavar="ADDRESS",
    help="With --html: the page on which missed runs open.",
)
@click.option(
    "--cards",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Write a PNG for each missed run.",
)
@click.option("--routes", is_flag=True, help="Show the better routes, too.")
@click.option("--moves", is_flag=True, help="Show the best lay and token of each turn, too.")
@click.option(
    "--by",
    multiple=True,
    type=click.Choice(("player", "company", "round")),
    help="Totals to show (player and company by default).",
)
@click.option(
    "--time-limit",
    type=click.FloatRange(min=0),
    help="Seconds for each run, and for each turn of --moves (5 by default there).",
)
@click.option(
    "--position", type=int, metavar="ACTION", help="Write the position before ACTION, and no audit."
)
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

    A folder stands for the games in it. A game that cannot be read does not stop the others;
    the audit of several games ends with a summary. The audit of a game that is still going on
    begins with the best run of the company whose turn it is.
    """
    paths = list(_files(games))
    _check_together(paths, as_json, as_csv, position, company, output)
    if html is not None:
        check_target(html)
    if cards is not None:
        _make_folder(cards)
    if position is not None:
        _write_position(read_export(paths[0]), position, company or "", output)
        return
    several = len(paths) > 1
    seconds = (SECONDS if time_limit is None else time_limit) if moves else 0.0
    extras = Extras(html is not None and not several, cards is not None, seconds)
    wanted = cast("tuple[By, ...]", by or USUALLY)
    form: OutputForm = "csv" if as_csv else "json" if as_json else "text"
    report = _Report(form, wanted, routes, cards, html, page, several)
    _run(report, paths, Processes(jobs, cluster), time_limit, extras)


def _run(
    report: _Report,
    paths: Sequence[Path],
    where: Processes,
    time_limit: float | None,
    extras: Extras,
) -> None:
    """Audit all games; the exit code tells whether one was refused, failed, or the user stopped."""
    refused: list[InputError] = []
    ended: InputError | KeyboardInterrupt | None = None
    try:
        for audit in _audited(paths, refused, where, time_limit, extras):
            report.add(audit)
    except (InputError, KeyboardInterrupt) as error:
        ended = error
    report.end()
    if ended is not None:
        _stop(ended, report.season)
    if refused or report.season.failed:
        sys.exit(BAD_INPUT)


def _check_together(
    paths: Sequence[Path],
    as_json: bool,
    as_csv: bool,
    position: int | None,
    company: str | None,
    output: Path | None,
) -> None:
    """Refuse options that do not go together."""
    if as_json and as_csv:
        raise click.UsageError("--json and --csv exclude each other")
    if position is None and (company or output):
        raise click.UsageError("--company and --output go with --position")
    if position is not None and len(paths) > 1:
        raise click.UsageError("--position takes one game")


def _files(games: Sequence[Path]) -> Iterator[Path]:
    """Yield the files that are named, and of a folder those that may be games."""
    for path in games:
        if not path.is_dir():
            yield path
            continue
        inside = sorted(path.glob("*.json"))
        if not inside:
            raise InputError("there is no game (.json) in this folder", str(path))
        yield from inside


@dataclass
class _Report:
    """The output of an audit: game by game, and a summary of all at the end."""

    form: OutputForm
    by: tuple[By, ...]
    routes: bool
    cards: Path | None
    html: Path | None
    page: str
    several: bool
    season: Season = field(default_factory=Season)
    only: Audit | None = None
    """The game, if it is one."""

    def add(self, audit: Audit) -> None:
        """Print a game and write its cards."""
        first = not self.season.games
        if self.form == "text":
            say("\n" * (not first) + audit_text(audit, self.by, routes=self.routes))
        else:
            self._print_runs(audit, heading=first)
        for run in audit.failed:
            complain(_failure(run))
        if self.cards is not None:
            for run in audit.improvable:
                write_whole(self.cards / card_name(run.run), run.card)
        self.season.add(audit)
        self.only = None if self.several else audit

    def _print_runs(self, audit: Audit, *, heading: bool) -> None:
        """Print the runs of a game for a program, and notes of the replay on stderr."""
        if self.form == "csv":
            say(csv_text([audit], heading=heading), nl=False)
        else:
            for run in audit.runs:
                echo_json(run.to_dict(routes=self.routes))
        for line in not_followed(audit):
            aside(f"{audit.game}: {line}")

    def end(self) -> None:
        """Print the summary and write the page, if any game was audited."""
        if not self.season.games:
            return
        if self.several and self.form == "text":
            say(f"\n{summary_text(self.season)}")
        if self.html is None:
            return
        from bestrun.auditing.report import game_page, season_page

        if self.only is not None:
            text = game_page(self.only, self.page)
        else:
            self.season.draw()
            text = season_page(self.season, self.page)
        write_whole(self.html, text)
        say_written(self.html)


def _stop(ended: InputError | KeyboardInterrupt, season: Season) -> NoReturn:
    """End an audit that was stopped, and say how far it got."""
    stopped = isinstance(ended, KeyboardInterrupt)
    if not season.games and not stopped:
        raise ended
    complain(f"{'stopped' if stopped else ended}, {season.runs} runs judged")
    sys.exit(STOPPED if stopped else BAD_INPUT)


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


def _audited(
    paths: Sequence[Path],
    refused: list[InputError],
    where: Processes,
    time_limit: float | None,
    extras: Extras,
) -> Iterator[Audit]:
    """Audit the games in batches; those that cannot be replayed are reported and ``refused``.

    If all are refused, the last reason is raised.
    """
    reported = 0
    found = False
    for batch in in_batches(paths, moves=bool(extras.moves)):
        games = [each for each in batch if isinstance(each, ReplayedGame)]
        refused += [each for each in batch if isinstance(each, InputError)]
        found = found or bool(games)
        if found:
            _complain(refused[reported:])
            reported = len(refused)
            yield from _audits(games, where, time_limit, extras)
    if not found:
        _complain(refused[:-1])
        raise refused[-1]


def _complain(refused: Sequence[InputError]) -> None:
    for error in refused:
        complain(str(error))


def _audits(
    batch: list[ReplayedGame],
    where: Processes,
    time_limit: float | None,
    extras: Extras,
) -> Iterator[Audit]:
    """Audit the games of a batch one by one.

    When Ctrl-C or the loss of a cluster stops it, the current game is yielded with the runs judged
    so far, and then the error is raised.
    """
    every = [run for game in batch for run in game.runs]
    answers = judged(
        every, jobs=where.jobs, cluster=where.cluster, time_limit=time_limit, extras=extras
    )
    reported = iter(progress(answers, len(every), "auditing"))
    for game in batch:
        done: list[AuditedRun] = []
        try:
            for _ in game.runs:
                done.append(next(reported))
            now = next_run(game.export, time_limit)
        except (InputError, KeyboardInterrupt):
            if done:
                yield audit_of(game.export, tuple(done), game.notes)
            raise
        yield audit_of(game.export, tuple(done), game.notes, now)
    for _ in reported:
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
