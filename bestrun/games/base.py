"""The answers, results and verdicts of every game, and the options of a question."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, overload

from msgspec import Struct

from bestrun.claims.source import ClaimSource
from mapdata.errors import InputError
from plots.shown import NOTHING, Shown
from solvers.fault import Fault
from solvers.plan import RunAim

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from bestrun.terminal import Watch
    from bestrun.turn import Turn
    from plots.drawing import Drawing

PATIENCE = 10.0
"""Seconds to look for something better when only a claim is to be drawn."""

_WIDE = 150
"""Letters of an answer that Python shows by itself."""


class Answer(ABC):
    """An answer that can be printed for people or for programs."""

    @abstractmethod
    def to_dict(self) -> dict[str, Any]:
        """Return the fields of the JSON contract, in order."""

    @abstractmethod
    def summary(self) -> str:
        """The text for a terminal."""

    def __repr__(self) -> str:
        from textwrap import shorten

        lines = [line for line in self.summary().splitlines() if line]
        return f"<{type(self).__name__}: {shorten('; '.join(lines[:2]), _WIDE)}>"

    def _repr_html_(self) -> str:
        """Text for a notebook."""
        from html import escape

        return f"<pre>{escape(self.summary())}</pre>"

    @property
    def warnings(self) -> tuple[str, ...]:
        """Warnings about the position, a line each; it is answered all the same."""
        return ()

    def warned(self) -> dict[str, Any]:
        """Warnings as fields of the JSON contract; none without warnings."""
        return {"warnings": list(self.warnings)} if self.warnings else {}

    @property
    def good(self) -> bool:
        """Whether a command that gives this answer ends with exit code 0."""
        return True

    @property
    def cut_short(self) -> bool:
        """Whether Ctrl-C ended the search; then no further case is begun."""
        return False


class OfTurn(Answer):
    """An answer about the turn of a company, which may be an odd one."""

    turn: Turn

    @property
    def warnings(self) -> tuple[str, ...]:
        """Warnings about the position."""
        return self.turn.warnings


class Pictured(Answer):
    """An answer that is seen on a board."""

    @abstractmethod
    def draw(self) -> Drawing:
        """Return a picture of it, laid out: ``plots.svg.write`` makes it SVG text."""

    @overload
    def plot(self, ax: None = None) -> Figure: ...

    @overload
    def plot(self, ax: Axes) -> Axes: ...

    def plot(self, ax: Axes | None = None) -> Figure | Axes:
        """Draw it on a matplotlib ``ax``, or on a figure of its own."""
        from plots.paint import paint, picture

        return picture(self.draw()) if ax is None else paint(ax, self.draw())

    def _repr_html_(self) -> str:
        """HTML for a notebook: the picture, and the words under it."""
        from plots.svg import write

        return f"{write(self.draw(), f'p{id(self)}-')}{super()._repr_html_()}"


class Result(Pictured):
    """The result of ``solve``: the best, or the best found before the time ran out."""

    @property
    @abstractmethod
    def heading(self) -> str:
        """Return the line that says what was asked."""

    @property
    @abstractmethod
    def proven(self) -> bool:
        """Whether it is proven that nothing is better."""

    @property
    @abstractmethod
    def bound(self) -> float | None:
        """Return the proven upper (or lower) bound, ``None`` if there is no such figure."""

    @abstractmethod
    def body(self) -> list[str]:
        """Return the answer itself in lines, without its heading."""

    def summary(self) -> str:
        """The text for a terminal."""
        return "\n".join([self.heading, *self.body()])


class Verdict(Pictured):
    """A judged claim. A game says what is broken and what is better; the rest follows."""

    PART: ClassVar[str]
    """The parts of a claim, as the JSON contract calls them: train, action or turn."""

    def draw_alone(self) -> Drawing:
        """Return a picture of the claim, without anything better beside it."""
        return self.draw()

    @property
    @abstractmethod
    def heading(self) -> str:
        """Return the line that says what was asked."""

    @property
    @abstractmethod
    def broken(self) -> Sequence[Fault]:
        """Return the rules that are broken."""

    @property
    @abstractmethod
    def misstatements(self) -> Sequence[Fault]:
        """Return the stated figures that are wrong."""

    @property
    @abstractmethod
    def improvable(self) -> bool:
        """Whether something better was found."""

    @property
    @abstractmethod
    def proven(self) -> bool:
        """Whether it is proven that nothing beats the best that is known."""

    @abstractmethod
    def part(self, at: int | None) -> object:
        """Return the train, action or turn of a fault, as the JSON contract has it."""

    @abstractmethod
    def prefix(self, fault: Fault) -> str:
        """Return the words before a fault that say where in the claim it is."""

    @abstractmethod
    def claimed(self) -> list[str]:
        """Return a legal claim in lines: what it comes to."""

    @abstractmethod
    def beside(self) -> list[str]:
        """Lines with the better answer, or that there is none."""

    @property
    def legal(self) -> bool:
        """Whether the claim breaks no rule."""
        return not self.broken

    @property
    def verdict(self) -> str:
        """Return best, improvable, misstated or illegal (unproven if time ran out)."""
        if not self.legal:
            return "illegal"
        if self.misstatements:
            return "misstated"
        if self.improvable:
            return "improvable"
        return "best" if self.proven else "unproven"

    @property
    def good(self) -> bool:
        """Whether the claim is the best, and proven to be."""
        return self.verdict == "best"

    @property
    def faults(self) -> tuple[Fault, ...]:
        """All faults: broken rules, then wrong figures."""
        return (*self.broken, *self.misstatements)

    @property
    def problems(self) -> list[dict[str, Any]]:
        """Return every fault as the JSON contract has it."""
        return [
            {
                "code": fault.code,
                self.PART: self.part(fault.at),
                "where": fault.where,
                "message": fault.message,
            }
            for fault in self.faults
        ]

    def summary(self) -> str:
        """The text for a terminal."""
        lines = [self.heading, f"verdict: {self.verdict}"]
        if self.legal:
            lines += self.claimed()
        lines += [f"- {self.prefix(each)}{each.message} [{each.code}]" for each in self.faults]
        return "\n".join([*lines, *self.beside()])


def known(proven: bool, bound: str) -> str:
    """Quality of an answer in words; ``bound`` is the upper bound."""
    return "proven" if proven else f"not proven, {bound}"


MOST_ALTERNATIVES = 1000
"""Next best plans that can be asked for."""


class SolveOptions(Struct, frozen=True):
    """Options of a solver; a family ignores those that it has no use for."""

    method: str = "auto"
    time_limit: float | None = None
    alternatives: int = 0
    every: bool = False
    prefer: tuple[str, ...] = ()
    aim: RunAim = "total"
    watch: Watch | None = None
    """Told how much of a long search is done."""

    def __post_init__(self) -> None:
        """Refuse more alternatives than anybody reads."""
        if not 0 <= self.alternatives <= MOST_ALTERNATIVES:
            text = f"0 to {MOST_ALTERNATIVES} are expected, not {self.alternatives}"
            raise InputError(text, "alternatives")

    def need_auto(self, question: str) -> None:
        """Refuse the name of a method for a question that is answered in one way only."""
        if self.method != "auto":
            raise InputError(f"unknown method {self.method!r}: {question} knows auto only")


class DrawOptions(Struct, frozen=True):
    """Options of a picture."""

    solve: SolveOptions | None = None
    claim: ClaimSource | None = None
    focus: bool | None = None
    shown: Shown = NOTHING

    @property
    def judging(self) -> SolveOptions:
        """Options of the search for something better than the claim."""
        return self.solve or SolveOptions(time_limit=PATIENCE)
