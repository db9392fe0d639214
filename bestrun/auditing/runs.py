"""A game audited: every run judged, and what the directors missed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from typing import Any

from bestrun.auditing.instead import Instead, best_instead, turn_starts
from bestrun.auditing.judging import verdict_on
from bestrun.auditing.lost import believed
from bestrun.auditing.now import NextRun, next_run
from bestrun.auditing.pictures import PlanPicture, card_of, plan_pictures
from bestrun.batch import Died, spread
from bestrun.failures import in_words, trace_of
from bestrun.games.eighteen.solve import ShownRun
from bestrun.importers import Export, Note, RecordedRun, replay
from mapdata.errors import InputError, in_one_line
from solvers.errors import SolverFailed

PAID_OUT = {"payout": Fraction(1), "half": Fraction(1, 2), "withhold": Fraction(0)}
"""What becomes of a revenue to the part of it that holders of shares get."""


@dataclass(frozen=True)
class Extras:
    """What is made of every missed run beside its figures.

    ``moves``: so many seconds for the best lay and token of each turn.
    """

    pictures: bool = False
    cards: bool = False
    moves: float = 0.0


NOTHING_MORE = Extras()

NOBODY = "nobody: "
"""What begins the name of runs without a director."""


@dataclass(frozen=True)
class AuditedRun:
    """A run with its verdict.

    ``optimum`` is ``None`` where the run could not be reproduced: nothing is concluded
    then, and ``problems`` say what differed. ``claimed`` and ``better`` are runs in words;
    ``pictures``, a ``card`` (PNG) and ``instead`` are there if they were asked for.
    """

    run: RecordedRun
    earned: int | None = None
    optimum: int | None = None
    proven: bool = False
    claimed: tuple[ShownRun, ...] = ()
    better: tuple[ShownRun, ...] = ()
    problems: tuple[str, ...] = ()
    failure: str = ""
    trace: str = ""
    pictures: tuple[PlanPicture, ...] = ()
    card: bytes = b""
    impossible: bool = False
    """The replayed board or its markers do not allow what was run."""
    instead: Instead | None = None

    @property
    def revenue(self) -> int:
        """Revenue claimed by the director; that of the routes where the export has no figure."""
        return self.earned if self.earned is not None else self.run.revenue or 0

    @property
    def missed(self) -> int | None:
        """Revenue of the best plan beyond the claim, or ``None`` if that is not known."""
        return None if self.optimum is None else self.optimum - self.revenue

    @property
    def director(self) -> str:
        """The director of the company, or the reason why it has none."""
        return self.run.player or f"{NOBODY}{self.run.undirected}"

    @property
    def costs(self) -> dict[str, Fraction]:
        """Dividends that each player missed because the best run was not run."""
        part = PAID_OUT.get(self.run.paid, Fraction(0))
        missed, holders = self.missed or 0, self.run.holders or {}
        return {name: missed * part * percent / 100 for name, percent in holders.items() if part}

    def to_dict(self, *, routes: bool = False) -> dict[str, Any]:
        """The fields of the JSON contract; the better routes on demand."""
        answer: dict[str, Any] = {
            "game": self.run.game,
            "action": self.run.action,
            "round": self.run.round,
            "company": self.run.company,
            "trains": list(self.run.position.trains),
            "claimed": self.revenue,
            "optimum": self.optimum,
            "missed": self.missed,
            "title": self.run.position.title,
            "player": self.run.player or None,
        }
        if self.optimum is not None and not self.proven:
            answer["proven"] = False
        if self.problems or self.failure:
            answer["problems"] = [*self.problems, *filter(None, [self.failure])]
        if self.missed and self.run.holders is not None and self.run.paid:
            answer["cost"] = {name: float(amount) for name, amount in self.costs.items()}
        if self.instead:
            answer["instead"] = self.instead.to_dict()
        if routes:
            answer["better"] = [run.to_dict() for run in self.better]
        return answer


@dataclass(frozen=True)
class Audit:
    """All runs of one game, and the actions that the replay could not follow."""

    game: str
    runs: tuple[AuditedRun, ...]
    notes: tuple[Note, ...] = ()
    title: str = ""
    id: str = ""
    players: tuple[str, ...] = ()
    now: NextRun | None = None
    """What can be earned now, if the game is still going on."""
    standing: Mapping[str, int] = field(default_factory=dict)
    """What each player was worth in the end."""
    year: int | None = None

    @property
    def improvable(self) -> list[AuditedRun]:
        """The runs that could have earned more, the worst first."""
        found = [each for each in self.runs if each.missed]
        return sorted(found, key=lambda each: -(each.missed or 0))

    @property
    def unreproduced(self) -> list[AuditedRun]:
        """The runs that could not be judged, since the replay differs from the game."""
        return [each for each in self.runs if each.optimum is None and not each.failure]

    @property
    def failed(self) -> list[AuditedRun]:
        """The runs on which a solver failed, which is no fault of the game."""
        return [each for each in self.runs if each.failure]

    @property
    def missed(self) -> int:
        """Revenue missed in the whole game."""
        return sum(each.missed or 0 for each in self.runs)

    @property
    def headline(self) -> str:
        """The audit in one line, for players."""
        runs = counted(len(self.runs), "run")
        worst = self.improvable[:1]
        if worst:
            line = f"the directors missed {self.missed} in {len(self.improvable)} of {runs}"
            line += f"; worst: {worst[0].run.company}, {worst[0].missed}"
        else:
            line = f"the directors missed nothing in {runs}" if self.runs else "there are no runs"
        if odd := len(self.unreproduced):
            line += f"; {counted(odd, 'run')} could not be reproduced"
        if failed := len(self.failed):
            line += f"; {counted(failed, 'run')} without an answer"
        return line

    @property
    def about(self) -> str:
        """Title, number and players of the game, as far as the export has them."""
        which = f"{self.title}, game {self.id}" if self.id else self.title
        who = f", played by {', '.join(self.players)}" if self.players else ""
        return f"{which}{who}"


def audit_game(
    export: Export, *, jobs: int | None = None, time_limit: float | None = None
) -> Audit:
    """The whole audit of a game."""
    runs, notes = recorded(export)
    done = tuple(judged(runs, jobs=jobs, time_limit=time_limit))
    return audit_of(export, done, notes, next_run(export, time_limit))


def audit_of(
    export: Export,
    runs: tuple[AuditedRun, ...],
    notes: tuple[Note, ...],
    now: NextRun | None = None,
) -> Audit:
    """The audit of a game whose runs are judged."""
    return Audit(
        export.name,
        believed(export, runs),
        notes,
        export.game,
        export.id,
        tuple(export.players.values()),
        now,
        export.standing,
        export.year,
    )


def recorded(export: Export, *, moves: bool = False) -> tuple[list[RecordedRun], tuple[Note, ...]]:
    """The runs of a game, its unknown options, and actions that could not be followed.

    With ``moves``, each run knows the position with which its turn began.
    """
    game = replay(export)
    runs = list(game.runs())
    if moves:
        starts = turn_starts(export)
        runs = [replace(each, turn_start=starts.get(each.action)) for each in runs]
    doubts = (Note(0, doubt) for doubt in game.unknown_options)
    return runs, (*doubts, *game.notes)


def judged(
    runs: Sequence[RecordedRun],
    *,
    jobs: int | None = None,
    cluster: str = "",
    time_limit: float | None = None,
    extras: Extras = NOTHING_MORE,
) -> Iterator[AuditedRun]:
    """Yield the runs with their verdicts, in order, as soon as they are known."""
    question = partial(judge, time_limit=time_limit, extras=extras)
    answers = spread(question, runs, jobs, cluster)
    for run, answer in zip(runs, answers, strict=True):
        if isinstance(answer, Died):
            yield AuditedRun(run, failure="no answer, a solver died over it twice")
        else:
            yield answer


def judge(
    run: RecordedRun, time_limit: float | None = None, extras: Extras = NOTHING_MORE
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
        return AuditedRun(run, impossible=True, problems=(in_one_line(str(error)),))
    except SolverFailed as error:
        return AuditedRun(run, failure=f"no answer, a solver failed: {error}")
    except MemoryError:
        return AuditedRun(run, failure="no answer: out of memory")
    except Exception as error:
        return AuditedRun(run, failure=in_words(error), trace=trace_of(error))
    if verdict.faults:
        said = (f"{_of(verdict.part(each.at))}{each.message}" for each in verdict.faults)
        wrong = bool(verdict.broken)
        return AuditedRun(run, impossible=wrong, problems=tuple(map(in_one_line, said)))
    if verdict.missed and run.doubts:
        return AuditedRun(run, problems=run.doubts)
    return AuditedRun(
        run,
        earned=verdict.revenue,
        optimum=verdict.optimum,
        proven=verdict.proven,
        claimed=tuple(verdict.runs),
        better=tuple(verdict.better),
        pictures=plan_pictures(verdict) if extras.pictures and verdict.missed else (),
        card=card_of(run, verdict) if extras.cards and verdict.missed else b"",
        instead=best_instead(run, verdict.optimum, extras.moves) if extras.moves else None,
    )


def _of(train: object) -> str:
    return f"train {train}: " if train else ""


def counted(number: int, noun: str) -> str:
    """A number of things in words: ``1 run``, ``2 runs``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
