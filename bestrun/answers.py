"""Cases answered one after the other, as a person or a program reads it.

Answers come in the order of the cases, each as soon as it is known. A case that cannot be
answered is one line on stderr and stops no other; the exit code tells.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import click
from msgspec import Struct
from msgspec.structs import replace

from bestrun.cases import read_each
from bestrun.failures import in_words, kept, trace_of
from bestrun.files import Case
from bestrun.games.base import Answer
from bestrun.terminal import (
    as_wide_as,
    columns,
    complain,
    json_line,
    note,
    progress,
    say,
    say_json,
    warn,
)
from mapdata.errors import InputError, in_one_line, one_line
from solvers.errors import SolverFailed

F = TypeVar("F", bound=Callable[..., Any])

BAD_INPUT, STOPPED = 2, 130
"""Exit codes; the second is what a shell says of a command that Ctrl-C has ended."""

ALIKE = 5
"""Times that one complaint is printed in full while no case could be answered, and cases with an
internal error that are kept for a report."""


class Processes(Struct, frozen=True):
    """The place of a batch: ``jobs`` processes here (all cores by default), or a cluster."""

    jobs: int | None = None
    cluster: str = ""


def batch_options(function: F) -> F:
    """Add the options that say where a batch is worked on."""
    jobs = click.option(
        "--jobs", type=click.IntRange(min=1), help="Processes for a batch; all cores by default."
    )
    cluster = click.option(
        "--cluster",
        default="",
        metavar="ADDRESS",
        help="Solve a batch on a Dask cluster that you trust.",
    )
    return jobs(cluster(function))


def game_options(function: F) -> F:
    """Add the options that choose a moment of an exported game, and whose turn it is."""
    which = click.option(
        "--action",
        "--position",
        "action",
        type=int,
        help="In an exported game: the position before this action.",
    )
    whose = click.option(
        "--company",
        default="",
        help="Another company than the file's; the file must have its trains.",
    )
    return which(whose(function))


class Answered(Struct, frozen=True):
    """An answer in words; ``good`` unless it is a verdict other than best."""

    text: str
    good: bool
    cut_short: bool = False
    warnings: tuple[str, ...] = ()


class Refused(Struct, frozen=True):
    """A refusal in place of an answer; ``place`` names the case.

    ``trace`` is where an error of our own came from, which is no fault of the case.
    """

    message: str
    place: str
    trace: str = ""

    def __str__(self) -> str:
        return in_one_line(self.message, self.place)


def cases_of(
    files: Sequence[Path], action: int | None = None, company: str = ""
) -> list[Case | InputError]:
    """Return the cases of all files; what had to be assumed about them is noted on stderr."""
    cases = [case for path in files for case in read_each(path, action=action, company=company)]
    for case in cases:
        if isinstance(case, Case) and case.doubt:
            note(case.doubt)
    return cases


def answer_all(
    cases: Sequence[Case | InputError],
    question: Callable[[Case], Answer],
    label: str,
    as_json: bool,
    where: Processes | None = None,
) -> None:
    """Print the answer to every case; exits with a code if one is refused or not the best.

    Parameters
    ----------
    cases
        Cases, and in place of those that could not be read what is wrong with them.
    question
        What to ask; with ``where`` a function of a module, to be run in other processes.
    label
        What is done, for the progress bar.
    where
        Where to work; not given, it is done here. A single case always is, unless a
        cluster is named.
    """
    if len(cases) == 1 and not (where and where.cluster):
        where = None
    ask = partial(_answered, question=question, as_json=as_json)
    if where is None:
        answers: Iterator[Answered | Refused] = map(ask, cases)
    else:
        answers = _spread(partial(ask, width=columns()), cases, where)
    code = answered = 0
    complaints = _Complaints()
    try:
        for case, reply in zip(cases, progress(answers, len(cases), label), strict=True):
            if isinstance(reply, Refused):
                complaints.add(reply, case, answered > 0)
                code = BAD_INPUT
            elif isinstance(case, Case):
                answered += 1
                for warning in reply.warnings:
                    warn(warning, case.place)
                if as_json:
                    say_json(reply.text)
                else:
                    heading = f"== {one_line(case.id)}\n" if len(cases) > 1 else ""
                    say(f"{heading}{reply.text}")
                sys.stdout.flush()
                code = code or int(not reply.good)
                if reply.cut_short and len(cases) > 1:
                    raise KeyboardInterrupt
    except KeyboardInterrupt:
        complain(f"stopped, {answered} of {len(cases)} answered")
        code = STOPPED
    except InputError as error:  # of no case, but of where they are worked on
        complain(f"{error}; {answered} of {len(cases)} answered")
        code = BAD_INPUT
    complaints.end()
    if code:
        sys.exit(code)


def _ask(case: Case | InputError, question: Callable[[Case], Answer], as_json: bool) -> Answered:
    if isinstance(case, InputError):
        raise case
    answer = question(case)
    text = json_line(answer.to_dict()) if as_json else answer.summary()
    return Answered(text, answer.good, answer.cut_short, answer.warnings)


def _answered(
    case: Case | InputError,
    question: Callable[[Case], Answer],
    as_json: bool,
    width: int | None = None,
) -> Answered | Refused:
    """Answer one case of several; an error, or the failure of a solver, is an answer, too."""
    try:
        with as_wide_as(width or columns()):
            return _ask(case, question, as_json)
    except InputError as error:
        return Refused(error.message, error.place)
    except SolverFailed as error:
        return Refused(f"no answer, a solver failed: {error}", case.place)
    except MemoryError:
        return Refused("no answer: out of memory", case.place)
    except Exception as error:
        return Refused(in_words(error), case.place, trace_of(error))


def _spread(
    ask: Callable[[Case | InputError], Answered | Refused],
    cases: Sequence[Case | InputError],
    where: Processes,
) -> Iterator[Answered | Refused]:
    from bestrun.batch import Died, spread  # one case needs neither processes nor threads

    for case, reply in zip(cases, spread(ask, cases, where.jobs, where.cluster), strict=True):
        if isinstance(reply, Died):
            yield Refused("no answer, a solver died over it twice", case.place)
        else:
            yield reply


class _Complaints:
    """One line for each case that is refused, which names it.

    If all are refused for the same reason, as by a wrong option, it is said only once.
    """

    def __init__(self) -> None:
        self.messages: set[str] = set()
        self.alike = 0
        self.unsaid = 0
        self.kept = 0

    def add(self, refused: Refused, case: Case | InputError, answered: bool) -> None:
        self.messages.add(refused.message)
        self.alike += 1
        if self.alike > ALIKE and len(self.messages) == 1 and not answered:
            self.unsaid += 1
        elif refused.trace and isinstance(case, Case) and self.kept < ALIKE:
            self.kept += 1
            about = {"place": case.place, "id": case.id, "position": case.data, "claim": case.claim}
            message = kept(refused.message, refused.trace, about)
            complain(str(replace(refused, message=message)))
        else:
            complain(str(refused))

    def end(self) -> None:
        if self.unsaid:
            complain(f"and so for {self.unsaid} cases more")
