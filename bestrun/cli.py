"""The command line: one module a command, loaded when it is called."""

from __future__ import annotations

import importlib
import io
import sys
from typing import NoReturn

import click

from mapdata.errors import InputError, did_you_mean
from solvers.errors import SolverFailed
from solvers.threads import one_thread

COMMANDS = {
    "solve": "The best run (build, plan) of a position, with proof.",
    "check": "Judge a director's claim: legal? best? what was missed?",
    "audit": "Judge every run of a game exported from 18xx.games.",
    "plot": "Draw a board, the best runs or a claim.",
    "moves": "Every legal tile lay and marker place of a company.",
    "reach": "What a company can reach, its destination, whether it needs a train.",
    "advise": "The moves of a turn, ranked by what they add to the best run.",
    "payout": "Who receives what of a revenue, and what the share price does.",
    "report": "A position of Chicago Express in figures.",
    "board": "Generate a board of Island Rails.",
    "bench": "Methods side by side.",
    "titles": "The games and editions that bestrun knows.",
    "serve": "The board in the browser: edit it, the best run is always there.",
    "demo": "The rulebook's example, solved, checked and drawn.",
}


class _Commands(click.Group):
    """Commands found by name, so that ``--help`` imports none of them."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            ctx.fail(f"there is no command {name!r}{did_you_mean(name, COMMANDS)}")
        command = importlib.import_module(f"bestrun.commands.{name}").command
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Start with: bestrun demo",
)
@click.version_option(package_name="bestrun", message="bestrun %(version)s")
@click.option(
    "--titles",
    metavar="FOLDER",
    multiple=True,
    help="Look for titles of your own in FOLDER too (see docs/adding-a-title.md).",
)
def bestrun(titles: tuple[str, ...]) -> None:
    """Answer, with proof, the question of every train game: what is the best run?"""
    if titles:
        from mapdata.titles import add_folder

        for folder in titles:
            add_folder(folder)


def main() -> None:
    """Run the command line; a mistake in the input is one line and exit code 2."""
    one_thread()
    _open_outputs()
    try:
        bestrun(prog_name="bestrun")
    except InputError as error:
        _end(str(error))
    except SolverFailed as error:
        _end(f"no answer, a solver failed: {error}")
    except OSError as error:
        sys.stdout = io.StringIO()  # what could not be written is not tried again
        _end(f"no answer: {error.strerror or error}")


def _end(told: str) -> NoReturn:
    click.echo(f"bestrun: {told}", err=True)
    sys.exit(2)


def _open_outputs() -> None:
    """Let whatever is printed have a place, and letters that it does not know a spelling."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, io.StringIO())
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
