"""The command line: one module a command, loaded when it is called."""

from __future__ import annotations

import importlib
import io
import os
import sys
from typing import NoReturn

import click

from bestrun import __version__
from bestrun.terminal import complain, say
from mapdata.errors import InputError, did_you_mean, in_one_line
from solvers.errors import SolverFailed
from solvers.threads import one_thread

COMMANDS = {
    "solve": "The best run (build, plan) of a position, with proof.",
    "check": "Judge a director's claim: legal? best? what was missed?",
    "plot": "Draw a board, the best runs or a claim.",
    "advise": "The moves of a turn, ranked by what they add to the best run.",
    "audit": "Judge every run of a game exported from 18xx.games.",
    "new": "A position to fill in: phases, companies, trains and stations of a title.",
    "moves": "Every legal tile lay and marker place of a company.",
    "reach": "What a company can reach, its destination, whether it needs a train.",
    "round": "The best run of every company at the table, in operating order.",
    "phase": "What a later phase does to the runs of a company, or of all.",
    "payout": "The payout of a revenue to each holder, and the share price after it.",
    "report": "A position of Chicago Express in figures.",
    "board": "Generate a board of Island Rails.",
    "tiles": "The tiles of a title, and which fit on a hex, as a table or a chart.",
    "bench": "Measure solving methods side by side.",
    "titles": "The games and editions that bestrun knows.",
    "title": "Check the folder of a title: counts, mistakes, pictures of every tile.",
    "serve": "The board in the browser: edit it and see the best run at once.",
    "site": "The page as a website without a server: bestrun runs in the browser.",
    "demo": "The rulebook's example, solved, checked and drawn.",
}

FIRST = ("solve", "check", "plot", "advise", "audit")
"""The commands that a player needs; ``bestrun`` alone shows these."""

BAD, STOPPED = 2, 130
"""Exit codes: no answer; and what a shell says of a command that Ctrl-C has ended."""


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


def _version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    """Print the version."""
    if wanted and not ctx.resilient_parsing:
        say(f"bestrun {__version__}")
        ctx.exit()


@click.group(
    cls=_Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Start with: bestrun demo",
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_version,
    help="Show the version and exit.",
)
@click.option(
    "--titles",
    metavar="FOLDER",
    multiple=True,
    help="Look for titles of your own in FOLDER too (see docs/adding-a-title.md).",
)
@click.pass_context
def bestrun(ctx: click.Context, titles: tuple[str, ...]) -> None:
    """Answer, with proof, the question of every train game: what is the best run?"""
    if titles:
        from mapdata.titles import add_folder

        for folder in titles:
            add_folder(folder)
    if ctx.invoked_subcommand is None:
        say("What is the best run?\n")
        for name in FIRST:
            say(f"  bestrun {name:8} {COMMANDS[name]}")
        say("\nTo see it at work: bestrun demo")
        say("All commands: bestrun --help; one of them: bestrun solve --help")


def main() -> None:
    """Run the command line; whatever goes wrong is one line and exit code 2."""
    one_thread()
    os.environ["MPLBACKEND"] = "agg"  # pictures go into files; whatever is set may not exist
    _open_outputs()
    try:
        try:
            _call()
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        sys.stdout = io.StringIO()  # whoever reads has read enough
    except KeyboardInterrupt:
        _end("stopped", STOPPED)
    except InputError as error:
        _end(str(error))
    except click.ClickException as error:
        _end(_usage(error))
    except SolverFailed as error:
        _end(f"no answer, a solver failed: {error}")
    except MemoryError:
        _end("no answer: out of memory")
    except OSError as error:
        sys.stdout = io.StringIO()  # what could not be written is not tried again
        _end(f"no answer: {error.strerror or error}")
    except Exception as error:
        from bestrun.failures import internal_error

        _end(internal_error(error))


def _call() -> None:
    """Let click parse the words and call the command; errors are raised, not printed."""
    if "_BESTRUN_COMPLETE" in os.environ:
        bestrun(prog_name="bestrun")
    words = sys.argv[1:]
    if os.name == "nt":  # where no shell knows what *.json means
        from glob import glob

        words = [each for word in words for each in (sorted(glob(word)) or [word])]  # noqa: PTH207
    try:
        with bestrun.make_context("bestrun", words) as context:
            bestrun.invoke(context)
    except click.exceptions.Exit as end:
        sys.exit(end.exit_code)


def _usage(error: click.ClickException) -> str:
    """The mistake in a command line, and where its words are explained."""
    context = getattr(error, "ctx", None)
    command = context.command_path if context else "bestrun"
    return f"{in_one_line(error.format_message().rstrip('.'))} (see {command} --help)"


def _end(text: str, code: int = BAD) -> NoReturn:
    complain(text)
    sys.exit(code)


def _open_outputs() -> None:
    """Open closed outputs, and let letters that they cannot encode be spelt out."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, io.StringIO())
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
