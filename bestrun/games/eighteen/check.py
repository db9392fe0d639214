"""The 18xx family: claims of directors judged."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from bestrun.claims.eighteen import Claim, claim_lines, on_board, read_claim
from bestrun.claims.source import ClaimSource
from bestrun.files import Case
from bestrun.games.base import SolveOptions, Verdict
from bestrun.games.eighteen.solve import (
    ShownRun,
    Solution,
    earned_text,
    runs_table,
    show_run,
    solve_turn,
    subsidised,
    turn_of,
)
from bestrun.turn import Turn
from mapdata.errors import within
from solvers.claim import Line, Realisation, realise
from solvers.errors import SolverFailed
from solvers.fault import Fault
from solvers.plan import aimed, earned_by
from solvers.problem import Problem

if TYPE_CHECKING:
    from plots.drawing import Drawing


@dataclass(frozen=True, repr=False)
class JudgedClaim(Verdict):
    """The answer of ``check``: the claim as realised, its faults, and the best plan."""

    PART: ClassVar[str] = "train"

    id: str
    claim: Claim
    lines: tuple[Line, ...]
    problem: Problem
    realisation: Realisation
    best: Solution

    @property
    def turn(self) -> Turn:
        """Return the turn that the claim is about."""
        return self.best.turn

    @property
    def heading(self) -> str:
        """Return the line that says whose turn it is."""
        return self.best.heading

    @property
    def warnings(self) -> tuple[str, ...]:
        """Warnings about the position."""
        return self.best.warnings

    @property
    def broken(self) -> tuple[Fault, ...]:
        """Return the rules that are broken."""
        return self.realisation.faults

    @property
    def revenue(self) -> int:
        """True revenue of the claim; 0 if it is illegal."""
        return self._earned[0] + self.problem.beside if self.legal else 0

    @property
    def subsidy(self) -> int:
        """Subsidy for the treasury, beside the revenue."""
        return self._earned[1] if self.legal else 0

    @property
    def _earned(self) -> tuple[int, int]:
        runs = self.realisation.runs
        return earned_by(self.problem, [self.problem.earnings(run) for run in runs])

    @property
    def aimed(self) -> int:
        """Value of the claim by the aim: with the subsidy, or without."""
        return aimed(self.best.result.aim, self.revenue, self.subsidy)

    @property
    def optimum(self) -> int:
        """Return the most that is known to be earned: by the best plan, or by the claim."""
        return max(self.best.result.aimed, self.aimed)

    @property
    def missed(self) -> int:
        """Revenue missed: best plan minus claim."""
        return self.optimum - self.aimed

    @property
    def improvable(self) -> bool:
        """Whether the best plan earns more."""
        return self.missed > 0

    @property
    def bound(self) -> int:
        """Return a revenue that no plan exceeds."""
        return self.best.bound

    @property
    def proven(self) -> bool:
        """Whether no plan can earn more than the optimum."""
        return self.optimum >= self.bound and not self.best.result.without

    @property
    def runs(self) -> list[ShownRun]:
        """Return the runs of the claim, as far as there is track for them."""
        return [show_run(self.problem, run) for run in self.realisation.runs]

    @property
    def better(self) -> list[ShownRun]:
        """Return the runs of the best plan, if it earns more."""
        return self.best.runs if self.missed else []

    @property
    def misstatements(self) -> list[Fault]:
        """Return the stated figures that are wrong."""
        wrong = []
        faulty = {fault.at for fault in self.broken}
        for at, (claimed, run) in enumerate(
            zip(self.claim.runs, self.realisation.by_line, strict=True)
        ):
            if run is None or at in faulty:
                continue
            true = self.problem.earnings(run).revenue
            if claimed.revenue is not None and claimed.revenue != true:
                text = f"{claimed.revenue} is stated, but the run earns {true}"
                wrong.append(Fault("wrong-figure", at, "-".join(claimed.stops), text))
        stated = self.claim.revenue
        if self.legal and stated is not None and stated != self.revenue:
            text = f"a total of {stated} is stated, but the claim earns {self.revenue}"
            wrong.append(Fault("wrong-total", None, "total", text))
        return wrong

    def part(self, at: int | None) -> str | None:
        """Return the train of a fault."""
        return None if at is None else self.claim.runs[at].train

    def prefix(self, fault: Fault) -> str:
        """Return the train of a fault, before its words."""
        train = self.part(fault.at)
        return f"{train}: " if train else ""

    def to_dict(self) -> dict[str, Any]:
        """Return the fields of the JSON contract."""
        return {
            "id": self.id,
            "legal": self.legal,
            "revenue": self.revenue,
            **subsidised(self.problem.subsidies, self.subsidy),
            "optimum": self.optimum,
            "missed": self.missed,
            "verdict": self.verdict,
            **({"without": list(self.best.result.without)} if self.best.result.without else {}),
            "problems": self.problems,
            "better": [run.to_dict() for run in self.better],
            **self.warned(),
        }

    def draw(self) -> Drawing:
        """Return a picture of it, laid out."""
        from bestrun.games.eighteen.draw import draw_claim

        return draw_claim(self, compare=self.improvable)

    @property
    def earned(self) -> str:
        """Revenue of the claim, in words."""
        return earned_text(self.problem, self.revenue, self.subsidy)

    def claimed(self) -> list[str]:
        """Revenue of the claim, run by run."""
        lines = [f"the claim earns {self.earned}"]
        return [*lines, runs_table(self.runs)] if self.runs else lines

    def beside(self) -> list[str]:
        """The best plan, if the claim is not it; a rule left out that may allow the claim."""
        best, left_out = self.best, self.best.result.without
        rules = [f"a rule that is left out may allow it: {', '.join(left_out)}"]
        doubt = rules if left_out and self.faults else []
        if self.missed:
            earned = best.earned(best.result.plan)
            missed = f"missed {self.missed}: the best plan earns {earned} ({best.known})"
            return [*doubt, "", missed, runs_table(self.better)]
        exists = "exists" if self.proven else "was found"
        return [*doubt, f"nothing better {exists}: {self.earned} ({best.known})"]


def check(case: Case, source: ClaimSource, options: SolveOptions) -> JudgedClaim:
    """Answer ``bestrun check`` for one case."""
    turn = turn_of(case)
    claim = read_claim(source, turn.title)
    with within(source.place):
        claim = on_board(turn, claim)
        lines = claim_lines(turn, turn.whole_problem, claim)
    with within(case.place):
        return judge_lines(case.id, turn, claim, lines, options)


def check_turn(id_: str, turn: Turn, claim: Claim, options: SolveOptions) -> JudgedClaim:
    """Return the verdict on a claim that is read, about a turn that is set up."""
    claim = on_board(turn, claim)
    return judge_lines(id_, turn, claim, claim_lines(turn, turn.whole_problem, claim), options)


def judge_lines(
    id_: str, turn: Turn, claim: Claim, lines: Sequence[Line], options: SolveOptions
) -> JudgedClaim:
    """Return the verdict on the lines of a claim."""
    problem = turn.whole_problem
    realisation = realise(problem, lines)
    best = solve_turn(id_, turn, options)
    judged = JudgedClaim(id_, claim, tuple(lines), problem, realisation, best)
    if judged.aimed > best.bound:
        raise SolverFailed(f"the claim earns {judged.aimed}, more than was proven possible")
    return judged
