"""The 18xx family: claims of directors judged."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bestrun.claims import Claim, claim_lines, read_claim
from bestrun.files import Case
from bestrun.games.base import SolveOptions, verdict_word
from bestrun.games.eighteen import Solution, heading, runs_table, show_run, solve_turn, turn_of
from bestrun.turn import Turn
from mapdata.errors import within
from solvers.claim import Line, Realisation, realise
from solvers.errors import SolverFailed
from solvers.judge import Breach
from solvers.problem import Problem


@dataclass(frozen=True)
class JudgedClaim:
    """The answer of ``check``: the claim as realised, its faults, and the best plan."""

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
    def legal(self) -> bool:
        """Return whether the claim breaks no rule."""
        return self.realisation.legal

    @property
    def revenue(self) -> int:
        """Return what the claim earns in truth; an illegal claim earns nothing."""
        if not self.legal:
            return 0
        return sum(self.problem.earnings(run).total for run in self.realisation.runs)

    @property
    def optimum(self) -> int:
        """Return the highest revenue that is known: the best plan's, or the claim's own."""
        return max(self.best.revenue, self.revenue)

    @property
    def missed(self) -> int:
        """Return what the best plan earns more."""
        return self.optimum - self.revenue

    @property
    def verdict(self) -> str:
        """Return best, improvable, misstated or illegal (unproven if time ran out)."""
        return verdict_word(
            legal=self.legal,
            misstated=bool(self.misstatements),
            improvable=self.missed > 0,
            proven=self.revenue >= self.best.result.bound,
        )

    @property
    def misstatements(self) -> list[Breach]:
        """Return the stated figures that are wrong."""
        if not self.legal:
            return []
        wrong = []
        for at, (said, run) in enumerate(zip(self.claim.runs, self.realisation.runs, strict=True)):
            true = self.problem.earnings(run).total
            if said.revenue is not None and said.revenue != true:
                text = f"{said.revenue} is stated, but the run earns {true}"
                wrong.append(Breach("wrong-figure", at, "-".join(said.stops), text))
        if self.claim.revenue is not None and self.claim.revenue != self.revenue:
            text = f"a total of {self.claim.revenue} is stated, but the claim earns {self.revenue}"
            wrong.append(Breach("wrong-total", None, "total", text))
        return wrong

    @property
    def problems(self) -> list[dict[str, Any]]:
        """Return every fault as the JSON contract has it."""
        return [
            {
                "code": fault.code,
                "train": None if fault.run is None else self.claim.runs[fault.run].train,
                "where": fault.where,
                "message": fault.message,
            }
            for fault in (*self.realisation.breaches, *self.misstatements)
        ]

    def as_json(self) -> dict[str, Any]:
        """Return the fields of the JSON contract."""
        better = self.best.shown(self.best.result.plan) if self.missed else []
        return {
            "id": self.id,
            "legal": self.legal,
            "revenue": self.revenue,
            "optimum": self.optimum,
            "missed": self.missed,
            "verdict": self.verdict,
            "problems": self.problems,
            "better": [run.as_json() for run in better],
        }

    def as_text(self) -> str:
        """Return what a person reads on the terminal."""
        lines = [heading(self.turn), f"verdict: {self.verdict}"]
        if self.legal:
            lines.append(f"the claim earns {self.revenue}")
            if self.realisation.runs:
                lines.append(runs_table([show_run(self.problem, r) for r in self.realisation.runs]))
        for fault in self.problems:
            train = f"{fault['train']}: " if fault["train"] else ""
            lines.append(f"- {train}{fault['message']} [{fault['code']}]")
        best = self.best.result
        known = "proven" if best.proven else f"not proven, at most {best.bound}"
        if self.missed:
            lines += ["", f"missed {self.missed}: the best plan earns {best.revenue} ({known})"]
            lines.append(runs_table(self.best.shown(best.plan)))
        else:
            found = "exists" if self.revenue >= best.bound else "was found"
            lines.append(f"nothing better {found}: {self.revenue} ({known})")
        return "\n".join(lines)


def check(case: Case, claim: tuple[object, str], options: SolveOptions) -> JudgedClaim:
    """Answer ``bestrun check`` for one case; ``claim`` is what was said, and where."""
    source, place = claim
    turn = turn_of(case)
    with within(place):
        said = read_claim(source, "", turn.title)
        problem = turn.whole_problem()
        lines = claim_lines(turn, problem, said)
    realisation = realise(problem, lines)
    best = solve_turn(case, turn, options)
    judged = JudgedClaim(case.id, said, tuple(lines), problem, realisation, best)
    if judged.revenue > best.result.bound:
        raise SolverFailed(f"the claim earns {judged.revenue}, more than was proven possible")
    return judged
