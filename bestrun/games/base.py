"""What every family of games offers to the commands.

A family is a module of this package with functions of these names (those it has an answer
for). Commands find it by the ``family`` in the title's data and never ask which game it is.

``solve(case, options) -> Answer``
``check(case, claim, options) -> Verdict``
``report(case) -> Answer``
``draw(case, options) -> matplotlib Figure``
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol


class Answer(Protocol):
    """An answer that can be printed for people or for programs."""

    def as_json(self) -> dict[str, Any]:
        """Return the fields of the JSON contract, in order."""

    def as_text(self) -> str:
        """Return what a person reads on the terminal."""


class Verdict(Answer, Protocol):
    """A judged claim; ``verdict`` is best, improvable, misstated or illegal."""

    @property
    def verdict(self) -> str:
        """Return the one word that decides the exit code."""


def verdict_word(*, legal: bool, misstated: bool, improvable: bool, proven: bool) -> str:
    """Return the verdict on a claim: best only if it is proven that nothing is better."""
    if not legal:
        return "illegal"
    if misstated:
        return "misstated"
    if improvable:
        return "improvable"
    return "best" if proven else "unproven"


@dataclass(frozen=True)
class SolveOptions:
    """What a user may ask of a solver; a family ignores what it has no use for."""

    method: str = "auto"
    time_limit: float | None = None
    alternatives: int = 0
    prefer: tuple[str, ...] = ()


@dataclass(frozen=True)
class DrawOptions:
    """What a user may ask of a picture."""

    solve: SolveOptions | None = None
    claim: Path | None = None
    focus: bool | None = None
