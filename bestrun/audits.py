"""A game audited: every run judged, and what the directors missed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import Any

from bestrun.batch import Died, spread
from bestrun.failures import in_words, trace_of
from bestrun.games.base import SolveOptions
from bestrun.games.eighteen import ShownRun
from bestrun.games.eighteen_check import JudgedClaim, check_turn
from bestrun.importers import Export, Note, RecordedRun, replay
from bestrun.importers.records import one_line
from bestrun.turn import set_up
from mapdata.errors import InputError, within
from solvers.errors import SolverFailed


@dataclass(frozen=True)
class AuditedRun:
    """A run with its verdict.

    ``optimum`` is ``None`` where the run could not be reproduced: nothing is concluded
    then, and ``problems`` say what differed. ``claimed`` and ``better`` are runs in words,
    ``picture`` an SVG of them side by side if it was asked for.
    """

    run: RecordedRun
    optimum: int | None = None
    proven: bool = False
    claimed: tuple[ShownRun, ...] = ()
    better: tuple[ShownRun, ...] = ()
    problems: tuple[str, ...] = ()
    failure: str = ""
    trace: str = ""
    picture: bytes = b""

    @property
    def revenue(self) -> int:
        """Return what the director claimed."""
        return self.run.claim.revenue or 0

    @property
    def missed(self) -> int | None:
        """Return what the best plan earns more, or ``None`` if that is not known."""
        return None if self.optimum is None else self.optimum - self.revenue

    def to_dict(self, *, routes: bool = False) -> dict[str, Any]:
        """Return the fields of the JSON contract; the better routes on demand."""
        answer: dict[str, Any] = {
            "game": self.run.game,
            "action": self.run.action,
            "round": self.run.round,
            "company": self.run.company,
            "trains": list(self.run.position.trains),
            "claimed": self.revenue,
            "optimum": self.optimum,
            "missed": self.missed,
        }
        if self.optimum is not None and not self.proven:
            answer["proven"] = False
        if self.problems or self.failure:
            answer["problems"] = [*self.problems, *filter(None, [self.failure])]
        if routes:
            answer["better"] = [run.to_dict() for run in self.better]
        return answer


@dataclass(frozen=True)
class CompanyTotal:
    """The runs of one company together; runs that were not reproduced do not count."""

    company: str
    runs: int
    claimed: int
    optimum: int
    missed: int


@dataclass(frozen=True)
class Audit:
    """All runs of one game, and the actions that the replay could not follow."""

    game: str
    runs: tuple[AuditedRun, ...]
    notes: tuple[Note, ...] = ()

    @property
    def improvable(self) -> list[AuditedRun]:
        """Return the runs that could have earned more, the worst first."""
        found = [each for each in self.runs if each.missed]
        return sorted(found, key=lambda each: -(each.missed or 0))

    @property
    def unreproduced(self) -> list[AuditedRun]:
        """Return the runs that could not be judged, since the replay differs from the game."""
        return [each for each in self.runs if each.optimum is None and not each.failure]

    @property
    def failed(self) -> list[AuditedRun]:
        """Return the runs over which a solver failed, which is no fault of the game."""
        return [each for each in self.runs if each.failure]

    @property
    def missed(self) -> int:
        """Return what was missed in the whole game."""
        return sum(each.missed or 0 for each in self.runs)

    @property
    def headline(self) -> str:
        """Return the audit in one line, for players."""
        runs = _count(len(self.runs), "run")
        worst = self.improvable[:1]
        if worst:
            told = f"the directors missed {self.missed} in {len(self.improvable)} of {runs}"
            told += f"; worst: {worst[0].run.company}, {worst[0].missed}"
        else:
            told = f"the directors missed nothing in {runs}" if self.runs else "there are no runs"
        if odd := len(self.unreproduced):
            told += f"; {_count(odd, 'run')} could not be reproduced"
        if failed := len(self.failed):
            told += f"; {_count(failed, 'run')} without an answer"
        return told

    @property
    def companies(self) -> list[CompanyTotal]:
        """Return the totals of each company, those that missed most first."""
        judged = sorted(
            (each for each in self.runs if each.optimum is not None),
            key=lambda each: each.run.company,
        )
        totals = []
        for company, group in groupby(judged, key=lambda each: each.run.company):
            runs = list(group)
            claimed = sum(each.revenue for each in runs)
            optimum = sum(each.optimum or 0 for each in runs)
            totals.append(CompanyTotal(company, len(runs), claimed, optimum, optimum - claimed))
        return sorted(totals, key=lambda each: (-each.missed, each.company))


def audit_game(
    export: Export, *, jobs: int | None = None, time_limit: float | None = None
) -> Audit:
    """Return the whole audit of a game."""
    runs, notes = recorded(export)
    return Audit(export.name, tuple(judged(runs, jobs=jobs, time_limit=time_limit)), notes)


def recorded(export: Export) -> tuple[list[RecordedRun], tuple[Note, ...]]:
    """Return the runs of a game, and the actions that could not be followed."""
    game = replay(export)
    runs = list(game.runs())
    return runs, tuple(game.notes)


def judged(
    runs: Sequence[RecordedRun],
    *,
    jobs: int | None = None,
    cluster: str = "",
    time_limit: float | None = None,
    pictures: bool = False,
) -> Iterator[AuditedRun]:
    """Yield the runs with their verdicts, in order, as soon as they are known.

    With ``pictures``, those that could have earned more are drawn.
    """
    question = partial(judge, time_limit=time_limit, pictures=pictures)
    answers = spread(question, runs, jobs, cluster)
    for run, answer in zip(runs, answers, strict=True):
        if isinstance(answer, Died):
            yield AuditedRun(run, failure="no answer, a solver died over it twice")
        else:
            yield answer


def judge(
    run: RecordedRun, time_limit: float | None = None, *, pictures: bool = False
) -> AuditedRun:
    """Compare one run with the rules and with the best plan.

    The position is right only if the run as stated is legal on it and earns exactly what
    the export says. Where it does not, the replay is at fault, and nothing is concluded.
    """
    if run.problems:
        return AuditedRun(run, problems=run.problems)
    try:
        verdict = verdict_on(run, time_limit)
    except InputError as error:
        return AuditedRun(run, problems=(one_line(str(error)),))
    except SolverFailed as error:
        return AuditedRun(run, failure=f"no answer, a solver failed: {error}")
    except MemoryError:
        return AuditedRun(run, failure="no answer: out of memory")
    except Exception as error:
        return AuditedRun(run, failure=in_words(error), trace=trace_of(error))
    if verdict.faults:
        told = (f"{_of(verdict.part(each.at))}{each.message}" for each in verdict.faults)
        return AuditedRun(run, problems=tuple(map(one_line, told)))
    return AuditedRun(
        run,
        optimum=verdict.optimum,
        proven=verdict.proven,
        claimed=tuple(verdict.runs),
        better=tuple(verdict.better),
        picture=_picture(verdict) if pictures and verdict.missed else b"",
    )


def verdict_on(run: RecordedRun, time_limit: float | None = None) -> JudgedClaim:
    """Return the verdict on the claim of a run, as ``bestrun check`` would give it."""
    with within("position"):
        turn = set_up(run.position)
    with within("claim"):
        return check_turn(run.id, turn, run.claim, SolveOptions(time_limit=time_limit))


def _picture(verdict: JudgedClaim) -> bytes:
    """Return an SVG of what was run, and beside it the best."""
    from plots import svg

    return svg.write(verdict.draw()).encode()


def _of(train: object) -> str:
    return f"train {train}: " if train else ""


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
