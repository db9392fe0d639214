"""Chicago Express: a claimed build judged, rule by rule and figure by figure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from bestrun.claims.chicago import BuildClaim, read_build
from bestrun.claims.chicago_moves import is_of_moves
from bestrun.claims.source import ClaimSource
from bestrun.files import Case
from bestrun.games.base import SolveOptions, Verdict
from bestrun.games.chicago.ahead import actions_of, last_action, settled
from bestrun.games.chicago.course import arrival_of, course_table
from bestrun.games.chicago.moves_check import JudgedMoves, check_moves
from bestrun.games.chicago.solve import (
    Built,
    best_built,
    builder_of,
    dial_on_red,
    patient,
    position_of,
)
from mapdata.chicago_position import ChicagoPosition
from mapdata.errors import InputError, within
from solvers.chicago import rules
from solvers.chicago.moves import Course, play
from solvers.errors import SolverFailed
from solvers.fault import Fault

if TYPE_CHECKING:
    from plots.drawing import Drawing

_PLACES = ("start-hex", "taken", "own-locomotive")
"""Faults of a hex itself: what it would cost there is no question."""


@dataclass(frozen=True, repr=False)
class JudgedBuild(Verdict):
    """The answer of ``check``: the claim as played, its faults, and the best plan."""

    PART: ClassVar[str] = "action"

    id: str
    position: ChicagoPosition
    claim: BuildClaim
    course: Course
    best: Built

    @property
    def company(self) -> str:
        """The company that builds."""
        return self.course.company

    @cached_property
    def broken(self) -> tuple[Fault, ...]:
        """Return the rules that are broken."""
        most, last = actions_of(self.position), last_action(self.position)
        many = len(self.course.actions)
        found = list(self.course.faults)
        red = dial_on_red(self.position) if self.course.hexes else None
        if red is not None:
            found.append(Fault("dial-on-red", 0, "build", red))
        if most is not None and many > most:
            text = f"{many} actions, but the position asks for {most}"
            found.append(Fault("too-many-actions", most, "", text))
        elif last is not None and many > last:
            text = f"{many} actions, but the game ends after {last} at the latest"
            found.append(Fault("too-many-actions", last, "", text))
        return tuple(found)

    @cached_property
    def misstatements(self) -> tuple[Fault, ...]:
        """Return the stated figures that are wrong, where hexes may be built at all."""
        if any(fault.code in _PLACES for fault in self.course.faults):
            return ()
        return tuple(self._wrong_figures())

    def _wrong_figures(self) -> Iterator[Fault]:
        last = len(self.course.actions) - 1
        for at, (stated, action) in enumerate(
            zip(self.claim.actions, self.course.actions, strict=True)
        ):
            where = "-".join(action.hexes)
            true = rules.income(action.after, self.company)
            yield from _wrong("cost", stated.cost, action.cost, at, where)
            yield from _wrong("income", stated.income, true, at, where)
        yield from _wrong("cost", self.claim.cost, self.course.cost, last, "total")
        yield from _wrong("income", self.claim.income, self._income_after, last, "total")

    @property
    def _income_after(self) -> int:
        actions = self.course.actions
        return rules.income(actions[-1].after if actions else self.position, self.company)

    @property
    def income(self) -> int:
        """Return the income after the claim; an illegal one changes nothing."""
        return self._income_after if self.legal else self.best.income_before

    @property
    def improvable(self) -> bool:
        """Whether the best plan ranks higher than the claim."""
        return not self.legal or _rank(self.best.course, self.best) > _rank(self.course, self.best)

    @property
    def proven(self) -> bool:
        """Whether the best plan is proven."""
        return self.best.proven

    @property
    def heading(self) -> str:
        """Return the line that says who builds with what."""
        return self.best.heading

    def part(self, at: int | None) -> int:
        """Return the number of the action that a fault is in."""
        return 0 if at is None else at + 1

    def prefix(self, fault: Fault) -> str:
        """Return the action of a fault, if there are several."""
        return f"action {self.part(fault.at)}: " if len(self.course.actions) > 1 else ""

    def to_dict(self) -> dict[str, Any]:
        """Return the fields of the JSON contract."""
        return {
            "id": self.id,
            "title": self.position.title.id,
            "company": self.company,
            "legal": self.legal,
            "cost": self.course.cost if self.legal else 0,
            "income": self.income,
            "optimum": max(self.best.income, self.income),
            "missed": max(self.best.income - self.income, 0),
            "verdict": self.verdict,
            "proven": self.proven,
            "problems": self.problems,
            "better": self.best.hexes if self.improvable else [],
        }

    def draw(self) -> Drawing:
        """Return a picture of it, laid out."""
        from bestrun.games.chicago.draw import draw_claim

        return draw_claim(self, compare=self.improvable)

    def draw_alone(self) -> Drawing:
        """Return a picture of the claim, without the best build beside it."""
        from bestrun.games.chicago.draw import draw_claim

        return draw_claim(self)

    def claimed(self) -> list[str]:
        """Cost and results of the claim, in words."""
        lines = [f"the claim costs {self.course.cost} and makes the income {self.income}"]
        lines += [course_table(self.course)] if self.course.hexes else []
        arrival = arrival_of(self.course)
        return [*lines, arrival.summary()] if arrival else lines

    def beside(self) -> list[str]:
        """Return the best plan, if the claim is not it."""
        if self.improvable:
            return ["", "better:", *self.best.body()]
        better = "exists" if self.proven else "was found in the time"
        return [f"nothing better {better} ({self.best.known})", *self.best.notes]


def _wrong(what: str, stated: int | None, true: int, action: int, where: str) -> Iterator[Fault]:
    if stated is not None and stated != true:
        yield Fault(f"wrong-{what}", action, where, f"{what} {stated} is stated, but it is {true}")


def _rank(course: Course, best: Built) -> tuple[int, ...]:
    """Sort key of a course by the goal of the question; higher is better."""
    title, actions = best.position.title, course.actions
    after = actions[-1].after if actions else best.position
    income, hexes = rules.income(after, course.company), len(course.hexes)
    if best.plan.goal == "income":
        return income, -course.cost, -hexes
    there = title.opening.hex in after.networks[course.company]
    return int(there), -len(actions) if there else 0, -course.cost, income, -hexes


def check(case: Case, source: ClaimSource, options: SolveOptions) -> JudgedBuild | JudgedMoves:
    """Answer ``bestrun check`` for one case."""
    position, options = position_of(case), patient(options)
    if is_of_moves(source) or position.ask in ("develop", "action"):
        return check_moves(case, source, position, options)
    return check_build(case, source, position, options)


def check_build(
    case: Case, source: ClaimSource, position: ChicagoPosition, options: SolveOptions
) -> JudgedBuild:
    """Judge the builds of a company."""
    claim = read_build(source, position.title)
    if claim.company and position.company not in (None, claim.company):
        text = f"the claim is {claim.company}'s, but the position asks for {position.company}"
        raise InputError(text, source.place)
    with within(case.place):
        now, _ = settled(position)
        company, treasury = builder_of(now, claim.company)
        course = play(now, company, treasury, [action.hexes for action in claim.actions])
        best = best_built(case.id, position, company, treasury, options)
    judged = JudgedBuild(case.id, now, claim, course, best)
    if judged.legal and best.proven and _rank(course, best) > _rank(best.course, best):
        raise SolverFailed("the claim is better than what was proven to be the best")
    return judged
